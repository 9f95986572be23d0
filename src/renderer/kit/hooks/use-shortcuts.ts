import { focusList } from '../ui/focus-list.ts';
import { textFieldOf } from '../ui/text-field.ts';
import { useLatest } from '../ui/use-latest.ts';
import { type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';
import {
  addHandler,
  createTextKeys,
  type KeyFocus,
  type PendingKey,
  readShortcut,
  type ShortcutCommand,
} from '../actions/shortcuts.ts';
import { areKeysBlocked } from '../ui/lazy.tsx';
import { messages } from '../text/messages.ts';
import { useData } from '../services/data.ts';
import { useReview } from '../services/review.ts';
import { useShell } from '../services/shell.ts';
import type { PaletteAction } from '../actions/action-registry.ts';

/** Runs `handler` on the shortcut while mounted. The component mounted last wins. */
export function useShortcut(command: ShortcutCommand, handler: () => void): void {
  const { handlers } = useShell();
  const latest = useLatest(handler);
  useEffect(
    () => addHandler(handlers, command, () => latest.current()),
    [handlers, command, latest],
  );
}

/**
 * Lets a shortcut open a menu or panel, as its button does.
 * @param onShow shows its button first
 */
export function useOpeningKey(
  command: ShortcutCommand,
  opener: { open(): void },
  onShow: () => void,
): void {
  useShortcut(command, () => {
    flushSync(onShow);
    opener.open();
  });
}

/** Handles shortcuts for the whole window. Used once. */
export function useShortcutKeys(): void {
  const { workspace, clock } = useData();
  const { handlers, isMac, showToast } = useShell();
  const { pace } = useReview();
  const { settings } = workspace;
  useEffect(() => {
    let pending: PendingKey | null = null;
    const textKeys = createTextKeys();
    const move = ({ type, target }: Event): void =>
      textKeys.moved(type === 'focusin' ? textFieldOf(target) : null, clock.elapsedMs());
    const press = (event: KeyboardEvent): void => {
      if (modifiers.has(event.key)) return;
      const { key } = event;
      const atMs = clock.elapsedMs();
      const field = textFieldOf(event.target);
      const isFocusLost = event.target === document.body;
      const shortcut = readShortcut(pending, {
        key,
        isModified: event.ctrlKey || event.altKey || event.metaKey,
        isControlOrCommand: isControlOrCommand(event, isMac),
        isAlt: event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey,
        isShift: event.shiftKey,
        isInText: textKeys.takes({ key, field, isFocusLost, atMs }),
        focus: focusOf(event.target),
        singleKeys: settings.get().singleKeys,
        isOnControl: isControl(event.target),
        isOverlayOpen: isOverlayOpen(),
        isRepeated: event.repeat,
        atMs,
      });
      pending = shortcut.pending;
      const byCommand = new Map(handlers);
      if (shortcut.refused && byCommand.has(shortcut.refused))
        showToast(messages.help.keyNeedsList);
      const handler = shortcut.command && byCommand.get(shortcut.command);
      if (!handler) return;
      event.preventDefault();
      handler();
    };
    const time = ({ timeStamp }: Event): void => pace.pressed(timeStamp);
    for (const type of inputTypes) window.addEventListener(type, time, { capture: true });
    // Runs before the controls, because a list would use a letter for type-ahead.
    window.addEventListener('keydown', press, { capture: true });
    for (const type of moves) window.addEventListener(type, move, { capture: true });
    return () => {
      window.removeEventListener('keydown', press, { capture: true });
      for (const type of moves) window.removeEventListener(type, move, { capture: true });
      for (const type of inputTypes) window.removeEventListener(type, time, { capture: true });
    };
  }, [settings, handlers, clock, isMac, showToast, pace]);
}

const moves = ['focusin', 'pointerdown'] as const;
const inputTypes = ['keydown', 'keyup', 'pointerup', 'click'] as const;

// "?" is Shift and a key, so Shift alone must not end a sequence.
const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta']);

// On a Mac, Control+K deletes to the end of the line, so only Command counts.
function isControlOrCommand(event: KeyboardEvent, isMac: boolean): boolean {
  const [wanted, other] = isMac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  return wanted && !other && !event.altKey && !event.shiftKey;
}

function isControl(target: EventTarget | null): boolean {
  const controls =
    'a[href], button, summary, input, select, [role=tab], [role=switch], [role=option]';
  return target instanceof Element && target.closest(controls) !== null;
}

function focusOf(target: EventTarget | null): KeyFocus {
  if (!(target instanceof Element) || target.matches('html, body, main, h1, h2, .empty'))
    return 'nowhere';
  return target.matches('[role=grid]') ? 'list' : 'elsewhere';
}

/**
 * Sends navigation keys to the list unless another element uses them. After a click beside the list, for example, no
 * element has the focus.
 * @param grid the list; it takes the focus with the key
 */
export function useListKeys(grid: RefObject<HTMLElement | null>): void {
  const { isMac } = useShell();
  useEffect(() => {
    const forward = (event: KeyboardEvent): void => {
      const list = grid.current;
      const { target } = event;
      if (list === null || event.defaultPrevented || !isListKey(event, isMac)) return;
      if (target instanceof Node && list.contains(target)) return;
      if (textFieldOf(target) !== null || isOverlayOpen() || takesArrows(target)) return;
      event.preventDefault();
      list.focus();
      list.dispatchEvent(new KeyboardEvent('keydown', event));
    };
    // Runs after the controls, which may already have handled the key.
    window.addEventListener('keydown', forward);
    return () => window.removeEventListener('keydown', forward);
  }, [grid, isMac]);
}

const listKeys: ReadonlySet<string> = new Set([
  'ArrowDown',
  'ArrowUp',
  'Home',
  'End',
  'PageDown',
  'PageUp',
]);

/**
 * Returns the focus to the list after a mouse click on a button or link outside it, so that the next key acts on it.
 * A dialog that the click opens gives the focus back to the list. A button that opens a menu keeps the focus.
 * @param grid the list; its screen is the part around it
 */
export function useListAfterClicks(grid: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const click = ({ target, detail }: MouseEvent): void => {
      const list = grid.current;
      const control = target instanceof Element ? target.closest('button, a[href]') : null;
      const isByMouse = detail > 0;
      if (!isByMouse || control === null || !list?.closest('main')?.contains(control)) return;
      const opens = control.matches('[aria-haspopup], [aria-expanded]');
      if (!opens && document.activeElement === control) list.focus();
    };
    // Runs before the handlers of the controls.
    window.addEventListener('click', click, { capture: true });
    return () => window.removeEventListener('click', click, { capture: true });
  }, [grid]);
}

/**
 * Moves the focus to the list when the focused element is gone, such as a button of a bill that left, so that a screen
 * reader reads the next bill. Exceptions: the element was a note, since the user may still be typing, or the focus left
 * the window's last Tab stop.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let isLeft = false;
    let checks = 0;
    // The heading is only a substitute for a list that isn't there yet.
    const isLost = () => !isLeft && document.activeElement?.matches('body, h1') && !isOverlayOpen();
    const check = (): void => {
      if (!isLost()) return;
      const mine = (checks += 1);
      const restore = (): void => {
        if (mine === checks && isLost()) focusList();
      };
      // A closing dialog returns the focus in the next frame.
      requestAnimationFrame(() => requestAnimationFrame(restore));
    };
    const done = new AbortController();
    const { signal } = done;
    const note = ({ target }: Event): void => {
      isLeft = target instanceof HTMLTextAreaElement;
    };
    const tab = ({ key }: KeyboardEvent): void => {
      isLeft ||= key === 'Tab';
    };
    document.addEventListener('focusin', note, { signal });
    document.addEventListener('keydown', tab, { signal });
    document.addEventListener('focusout', check, { signal });
    const observer = new MutationObserver(check);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      done.abort();
      observer.disconnect();
    };
  }, []);
}

function isListKey(event: KeyboardEvent, isMac: boolean): boolean {
  const isAll = isControlOrCommand(event, isMac) && event.key.toLowerCase() === 'a';
  const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
  return isAll || (isPlain && listKeys.has(event.key));
}

function takesArrows(target: EventTarget | null): boolean {
  const controls = 'select, input, [role=tab], [role=radio], [role=slider], [role=separator]';
  return target instanceof Element && target.closest(controls) !== null;
}

const covers = 'dialog[open], [role=dialog], [role=alertdialog], [role=listbox], [role=menu]';

/**
 * Whether a dialog, list or menu is open or about to open. It receives every key, even in the moment before it has the
 * focus.
 */
export function isOverlayOpen(): boolean {
  return areKeysBlocked() || document.querySelector(covers) !== null;
}

/** Offers these actions in the command palette while mounted. Shortcut actions are always offered. */
export function useActions(offered: readonly PaletteAction[]): void {
  const { actions } = useShell();
  const latest = useLatest(offered);
  useEffect(() => actions.add(() => latest.current), [actions, latest]);
}
