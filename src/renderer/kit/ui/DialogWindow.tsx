import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { messages } from '../text/messages.ts';
import { Button, IconButton } from './Button.tsx';
import { useReadFirst } from './painted.ts';
import './dialog.css';
import { keepAmounts } from './keep-amounts.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** `alertdialog` asks for a decision; a click outside does not close it. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly wide?: boolean;
  readonly children: ReactNode;
  /** Buttons, the main action last. */
  readonly actions?: ReactNode;
  /** The main action, shown beside a Cancel button. */
  readonly decision?: ReactNode;
}

/** A modal dialog. It keeps the focus while it is shown. */
export function DialogWindow(props: DialogProps) {
  const { title, onClose, role = 'dialog', wide, children, actions, decision } = props;
  useReadFirst(role === 'alertdialog');
  const body = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  // Only a focused element scrolls by keyboard.
  useEffect(() => {
    const { current } = body;
    if (current === null) return;
    const observer = new ResizeObserver(() =>
      setOverflows(current.scrollHeight > current.clientHeight),
    );
    observer.observe(current);
    return () => observer.disconnect();
  });
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable={role === 'dialog'}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={wide ? 'modal modal--wide' : 'modal'}>
        <AriaDialog className="dialog" role={role}>
          {/* No `header` and `footer` elements: they would be landmarks of the whole window. */}
          <div className="dialog__head">
            <Heading slot="title" className="dialog__title">
              {keepAmounts(title)}
            </Heading>
            <IconButton icon="close" label={messages.app.close} onPress={onClose} />
          </div>
          <div
            ref={body}
            className="dialog__body"
            {...(overflows && { role: 'group', 'aria-label': title, tabIndex: 0 })}
          >
            {children}
          </div>
          {(actions || decision) && (
            <div className="dialog__actions">
              {decision && <Button onPress={onClose}>{messages.app.cancel}</Button>}
              {decision}
              {actions}
            </div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
