import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { en } from '../text/en.ts';
import { IconButton } from './Button.tsx';
import './dialog.css';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** `alertdialog` asks for a decision; a click beside it does not close it. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly wide?: boolean;
  readonly children: ReactNode;
  /** Buttons, the one that goes on last. */
  readonly actions?: ReactNode;
}

/** A window over the screen that holds the focus until it is closed. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, role = 'dialog', wide, children, actions } = props;
  return (
    <ModalOverlay
      className="scrim"
      isOpen={isOpen}
      isDismissable={role === 'dialog'}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={wide ? 'modal modal--wide' : 'modal'}>
        <AriaDialog className="dialog" role={role}>
          {/* No header and footer: they would be landmarks of the whole window. */}
          <div className="dialog__head">
            <Heading slot="title" className="dialog__title">
              {title}
            </Heading>
            <IconButton icon="close" label={en.app.close} onPress={onClose} />
          </div>
          <div className="dialog__body">{children}</div>
          {actions && <div className="dialog__actions">{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
