import type { ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { ListBoxContext, MenuContext, Popover, type PopoverProps } from 'react-aria-components';
import './choice.css';

/** A button and its popover. */
export interface Opener {
  readonly kind: 'menu' | 'listbox' | 'dialog';
  readonly isOpen: boolean;
  /** Initial focus in a list that opens; `true`: the chosen option, or the list itself. */
  readonly focusIn: 'first' | 'last' | true;
  readonly openedId: string;
  readonly buttonId: string;
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  open(): void;
  close(): void;
}

export interface OpenedProps {
  readonly of: Opener;
  readonly className?: string;
  readonly placement?: PopoverProps['placement'];
  /** Id of the element with its name, if that is not the button. */
  readonly labelId?: string;
  readonly children: ReactNode;
}

/**
 * The popover beside a button: a menu, a list of choices or a dialog. Only a dialog is modal for react-aria, which
 * makes the rest of the page inert: the browser then restyles every element at each opening and closing. Around a menu
 * or a list, a transparent cover takes the clicks instead.
 */
export function OpenedPopover(props: OpenedProps) {
  const { of: opener, className = '', placement = 'bottom start', labelId, children } = props;
  const { kind, focusIn, openedId, buttonId, buttonRef, close } = opener;
  const list = { id: openedId, autoFocus: focusIn };
  const isModal = kind === 'dialog';
  const labelledBy = labelId ?? buttonId;
  const popover = (
    <Popover
      className={`popover ${className}`}
      triggerRef={buttonRef}
      isOpen
      isNonModal={!isModal}
      onOpenChange={(open) => {
        // Focusing the button may have scrolled it into view. A user can't scroll beneath the cover.
        if (!open && window.event?.type !== 'scroll') close();
      }}
      placement={placement}
      {...(isModal && { id: openedId, 'aria-labelledby': labelledBy })}
    >
      {isModal ? (
        children
      ) : (
        <div role="dialog" aria-labelledby={labelledBy} className="popover__inside">
          {kind === 'menu' ? (
            <MenuContext value={{ ...list, onClose: close }}>{children}</MenuContext>
          ) : (
            <ListBoxContext value={list}>{children}</ListBoxContext>
          )}
        </div>
      )}
    </Popover>
  );
  if (isModal) return popover;
  return (
    <>
      {createPortal(
        <div className="popover-cover" role="presentation" onClick={close} onContextMenu={close} />,
        document.body,
      )}
      {popover}
    </>
  );
}
