import { ListBoxContext, MenuContext, Popover } from 'react-aria-components';
import type { OpenedProps } from './opener.tsx';
import './choice.css';

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
