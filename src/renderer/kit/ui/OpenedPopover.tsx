import type { ReactNode, RefObject } from 'react';
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

/** The popover beside a button: a menu, a list of choices or a dialog. */
export function OpenedPopover(props: OpenedProps) {
  const { of: opener, className = '', placement = 'bottom start', labelId, children } = props;
  const { kind, focusIn, openedId, buttonId, buttonRef, close } = opener;
  const list = { id: openedId, autoFocus: focusIn };
  return (
    <Popover
      className={`popover ${className}`}
      triggerRef={buttonRef}
      isOpen
      onOpenChange={(open) => {
        if (!open) close();
      }}
      placement={placement}
      {...(kind === 'dialog' && { id: openedId })}
      aria-labelledby={labelId ?? buttonId}
    >
      {kind === 'dialog' && children}
      {kind === 'menu' && <MenuContext value={{ ...list, onClose: close }}>{children}</MenuContext>}
      {kind === 'listbox' && <ListBoxContext value={list}>{children}</ListBoxContext>}
    </Popover>
  );
}
