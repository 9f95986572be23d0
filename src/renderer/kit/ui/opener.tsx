import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react';
import type { PopoverProps } from 'react-aria-components';
import { later } from '../later.tsx';

/** Where the focus goes in a list that opens; `true`: to what is chosen, or to the list itself. */
type FocusIn = 'first' | 'last' | true;

/** A button, and what opens beside it. */
export interface Opener {
  readonly kind: 'menu' | 'listbox' | 'dialog';
  readonly isOpen: boolean;
  readonly focusIn: FocusIn;
  /** Of what opens. */
  readonly openedId: string;
  readonly buttonId: string;
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  open(): void;
  close(): void;
}

/** A closed one, and what its button is given. @param ref the button's, where others need it too */
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
    ...{ kind, isOpen, focusIn, openedId, buttonId, buttonRef },
    open: () => openAt(true),
    close: () => setOpen(false),
  };
  const button = {
    id: buttonId,
    ref: buttonRef,
    ...(kind === 'dialog' ? {} : { 'aria-haspopup': kind }),
    'aria-expanded': isOpen,
    ...(isOpen ? { 'aria-controls': openedId } : {}),
    // A list opens under the mouse when it goes down, as the system's own do.
    onPointerDown: ({ pointerType, button: pressed }: PointerEvent) => {
      if (kind === 'dialog' || pointerType === 'touch' || pressed !== 0) return;
      // It is given back when the list closes.
      buttonRef.current?.focus();
      openAt(true);
    },
    // Where no click is counted, a key has pressed, or something that reads the screen.
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

const OpenedPopover = later(
  async () => (await import('./OpenedPopover.tsx')).OpenedPopover,
  'overKeys',
);

export interface OpenedProps {
  readonly of: Opener;
  readonly className?: string;
  readonly placement?: PopoverProps['placement'];
  /** The element with its name, where that is not its button's. */
  readonly labelId?: string;
  readonly children: ReactNode;
}

/** What opens, while it is open. */
export function Opened(props: OpenedProps) {
  return props.of.isOpen ? <OpenedPopover {...props} /> : null;
}
