import { useEffect, useRef } from 'react';
import { readShortcut, type PendingKey, type ShortcutCommand } from '../ui/shortcuts.ts';
import { useServices } from './services.ts';

/** While mounted, the shortcut does this. The last to be mounted wins. */
export function useShortcut(command: ShortcutCommand, handler: () => void): void {
  const { handlers } = useServices();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    const before = handlers.get(command);
    const act = (): void => latest.current();
    handlers.set(command, act);
    return () => {
      if (handlers.get(command) !== act) return;
      if (before) handlers.set(command, before);
      else handlers.delete(command);
    };
  }, [handlers, command]);
}

/** Listens to the keyboard for the whole window. To be used once. */
export function useShortcutKeys(): void {
  const { handlers, clock } = useServices();
  useEffect(() => {
    let pending: PendingKey | null = null;
    const press = (event: KeyboardEvent): void => {
      if (isModifier(event.key)) return;
      const reading = readShortcut(pending, {
        key: event.key,
        modified: event.ctrlKey || event.altKey || event.metaKey,
        inText: takesKeys(event.target),
        repeated: event.repeat,
        atMs: clock.elapsedMs(),
      });
      pending = reading.pending;
      const act = reading.command && handlers.get(reading.command);
      if (!act) return;
      event.preventDefault();
      act();
    };
    // Before the controls: a list would take a letter for typing ahead.
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [handlers, clock]);
}

// "?" is Shift and a key: the Shift alone must not end a sequence.
function isModifier(key: string): boolean {
  return key === 'Shift' || key === 'Control' || key === 'Alt' || key === 'Meta';
}

/** Whether keys belong to what has the focus: text, or anything open over the screen. */
function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const text = 'input:not([type=checkbox],[type=radio],[type=range]), textarea, [contenteditable]';
  return target.closest(`${text}, [role=dialog], [role=alertdialog], [role=listbox]`) !== null;
}
