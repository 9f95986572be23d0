import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react';
import { lazy } from './lazy.tsx';
import type { OpenedProps, Opener } from './OpenedPopover.tsx';

type FocusIn = Opener['focusIn'];

/**
 * Creates a closed popover and the props of its button.
 *
 * @param ref ref of the button, if other code needs it too
 */
export function useOpener(kind: Opener['kind'], ref?: RefObject<HTMLButtonElement | null>) {
  const ownRef = useRef<HTMLButtonElement>(null);
  const [buttonId, openedId] = [useId(), useId()];
  const [isOpen, setOpen] = useState(false);
  const [focusIn, setFocusIn] = useState<FocusIn>(true);
  const openAt = (focus: FocusIn): void => {
    setFocusIn(focus);
    setOpen(true);
  };
  const buttonRef = ref ?? ownRef;
  const opener: Opener = {
    kind,
    isOpen,
    focusIn,
    openedId,
    buttonId,
    buttonRef,
    open: () => openAt(true),
    close: () => setOpen(false),
  };
  const button = {
    id: buttonId,
    ref: buttonRef,
    ...(kind === 'dialog' ? {} : { 'aria-haspopup': kind }),
    'aria-expanded': isOpen,
    ...(isOpen ? { 'aria-controls': openedId } : {}),
    // A list opens when the mouse button goes down, like the system's own lists.
    onPointerDown: ({ pointerType, button: pressed }: PointerEvent) => {
      if (kind === 'dialog' || pointerType === 'touch' || pressed !== 0) return;
      // The list returns the focus to the button when it closes.
      buttonRef.current?.focus();
      openAt(true);
    },
    // The browser would take the focus back to the button, and the list would close.
    onMouseDown: (event: MouseEvent) => {
      if (kind !== 'dialog') event.preventDefault();
    },
    // A key or a screen reader pressed the button if the click count is 0.
    onPress: ({ detail: clicks }: MouseEvent) => {
      if (!isOpen) openAt(clicks === 0 ? 'first' : true);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const focus = arrows[event.key];
      if (kind === 'dialog' || focus === undefined) return;
      event.preventDefault();
      openAt(focus);
    },
  } as const;
  return { opener, button };
}

const arrows: Readonly<Record<string, FocusIn>> = { ArrowDown: 'first', ArrowUp: 'last' };

const OpenedPopover = lazy(() => import('./OpenedPopover.tsx'), 'OpenedPopover', 'overKeys');

export function Opened(props: OpenedProps) {
  return props.of.isOpen ? <OpenedPopover {...props} /> : null;
}
