import type { SingleKeys } from '../../../bridge/settings.ts';
import type { ActionGroup } from './action-registry.ts';

interface Binding {
  /** Keys in the order they are pressed: one, or `g` and a letter. */
  readonly keys: readonly string[];
  /** The key is pressed with Control, or Command on a Mac. It then works inside text fields too. */
  readonly withControlOrCommand?: true;
  readonly withAlt?: true;
  /** Groups in the keyboard help (`group`) and in the command palette (`action`). */
  readonly group: 'review' | 'anywhere' | 'go';
  readonly action: ActionGroup;
}

/** Label on the key. */
const SPACE = 'Space';

/** All shortcuts, in the order of the help. Only this list binds keys. */
const bindings = [
  { command: 'nextBill', keys: ['j'], group: 'review', action: 'review' },
  { command: 'previousBill', keys: ['k'], group: 'review', action: 'review' },
  { command: 'firstBill', keys: ['g', 'g'], group: 'review', action: 'review' },
  { command: 'lastBill', keys: ['G'], group: 'review', action: 'review' },
  { command: 'approve', keys: ['a'], group: 'review', action: 'bill' },
  { command: 'selectBill', keys: ['x'], group: 'review', action: 'bill' },
  { command: 'clearSelection', keys: ['Escape'], group: 'review', action: 'review' },
  { command: 'skip', keys: ['s'], group: 'review', action: 'bill' },
  { command: 'snooze', keys: ['z'], group: 'review', action: 'bill' },
  { command: 'hide', keys: ['d'], group: 'review', action: 'bill' },
  { command: 'hold', keys: ['h'], group: 'review', action: 'bill' },
  { command: 'note', keys: ['n'], group: 'review', action: 'bill' },
  { command: 'search', keys: ['/'], group: 'review', action: 'review' },
  { command: 'filters', keys: ['f'], group: 'review', action: 'review' },
  { command: 'sort', keys: ['o'], group: 'review', action: 'review' },
  { command: 'views', keys: ['v'], group: 'review', action: 'review' },
  { command: 'scrollDown', keys: [SPACE], group: 'review', action: 'bill' },
  { command: 'scrollUp', keys: [`Shift+${SPACE}`], group: 'review', action: 'bill' },
  { command: 'back', keys: ['ArrowLeft'], withAlt: true, group: 'review', action: 'bill' },
  { command: 'palette', keys: ['k'], withControlOrCommand: true, group: 'anywhere', action: 'app' },
  { command: 'undo', keys: ['u'], group: 'anywhere', action: 'approvals' },
  { command: 'refresh', keys: ['r'], group: 'anywhere', action: 'app' },
  { command: 'help', keys: ['?'], group: 'anywhere', action: 'app' },
  { command: 'goReview', keys: ['g', 'r'], group: 'go', action: 'go' },
  { command: 'goApprovals', keys: ['g', 'a'], group: 'go', action: 'go' },
  { command: 'goReports', keys: ['g', 'n'], group: 'go', action: 'go' },
  { command: 'goInvoices', keys: ['g', 'i'], group: 'go', action: 'go' },
  { command: 'goSettings', keys: ['g', 's'], group: 'go', action: 'go' },
] as const satisfies readonly (Binding & { readonly command: string })[];
export const shortcuts: readonly Shortcut[] = bindings;

/** All commands that have a key. */
export type ShortcutCommand = (typeof bindings)[number]['command'];

/** Handlers of the shortcuts, in the order they were added. In a map of them, the last one of a command wins. */
export type ShortcutHandlers = Set<readonly [ShortcutCommand, () => void]>;

/** Adds a handler. Returns a function that removes it. */
export function addHandler(
  handlers: ShortcutHandlers,
  command: ShortcutCommand,
  act: () => void,
): () => void {
  const entry = [command, act] as const;
  handlers.add(entry);
  return () => handlers.delete(entry);
}

export interface Shortcut extends Binding {
  readonly command: ShortcutCommand;
}

export interface KeyPress {
  readonly key: string;
  /** Whether Control, Alt or Meta is held, so that the key belongs to the system or a menu. */
  readonly isModified: boolean;
  /** Whether only Control is held (Command on a Mac), without Shift. */
  readonly isControlOrCommand: boolean;
  /** Whether only Alt is held. */
  readonly isAlt: boolean;
  readonly isShift: boolean;
  /** Whether the key goes into a text field. */
  readonly isInText: boolean;
  readonly focus: KeyFocus;
  /** The user's choice where keys without Control, Command or Alt act. */
  readonly singleKeys: SingleKeys;
  /** Whether the focused control uses Space to press or open. */
  readonly isOnControl: boolean;
  /** Whether a dialog, menu or list is open, and receives every key. */
  readonly isOverlayOpen: boolean;
  /** Whether the key repeats because it is held down. */
  readonly isRepeated: boolean;
  /** Monotonic milliseconds. */
  readonly atMs: number;
}

/** Place of the focus: in a list, on no control, or on something else, such as a button or a link. */
export type KeyFocus = 'list' | 'nowhere' | 'elsewhere';

/** First key of a sequence that waits for its second. */
export interface PendingKey {
  readonly key: string;
  readonly untilMs: number;
}

export interface ShortcutReading {
  readonly pending: PendingKey | null;
  readonly command: ShortcutCommand | null;
  /** Command of a key that decides about a bill, pressed while the focus is elsewhere: it does nothing. */
  readonly refused?: ShortcutCommand;
}

/** Time after `g` in which its letter must follow, milliseconds. A later letter does nothing. */
export const SEQUENCE_MS = 1_500;

/** Commands a held key may repeat. Approving is not one: a key held too long would approve many bills. */
const repeatable: ReadonlySet<ShortcutCommand> = new Set([
  'nextBill',
  'previousBill',
  'scrollDown',
  'scrollUp',
]);

/** Commands that decide about a bill. A stray letter on a button, a link or another screen must not run them. */
const decisionCommands: ReadonlySet<ShortcutCommand> = new Set([
  'approve',
  'snooze',
  'hide',
  'hold',
]);

const nothing: ShortcutReading = { pending: null, command: null };

/** After a pause this long, the user has noticed that the field is gone. Milliseconds. */
const WORD_PAUSE_MS = 5_000;
/** Keys that end a text: the next key is meant for the screen. */
const textEndKeys: ReadonlySet<string> = new Set(['Enter', 'Escape', 'Tab']);

type TextField = { readonly isConnected: boolean };

interface TextKeys {
  /** The focus or the mouse moved to a text field, or elsewhere (null). */
  moved(field: TextField | null, atMs: number): void;
  /**
   * Whether a key goes into text.
   * @param isFocusLost no element has the focus
   */
  takes(
    press: Pick<KeyPress, 'key' | 'atMs'> & { field: TextField | null; isFocusLost: boolean },
  ): boolean;
}

/**
 * Decides which keys go into text. This includes keys typed just after a field disappeared, such as a note
 * with its bill. The user doesn't mean to approve other bills with them.
 */
export function createTextKeys(): TextKeys {
  let last: { readonly field: TextField; readonly atMs: number } | null = null;
  const moved: TextKeys['moved'] = (field, atMs) => {
    last = field && { field, atMs };
  };
  return {
    moved,
    takes: ({ key, field, isFocusLost, atMs }) => {
      const isRest = isFocusLost && last !== null && atMs - last.atMs < WORD_PAUSE_MS;
      const gone = isRest && last?.field.isConnected === false ? last.field : null;
      const into = field ?? gone;
      moved(textEndKeys.has(key) ? null : into, atMs);
      return into !== null;
    },
  };
}

/** The command of a key press, given the key before it. Keys typed into text have none. */
export function readShortcut(pending: PendingKey | null, press: KeyPress): ShortcutReading {
  if (press.isOverlayOpen) return nothing;
  if (press.isControlOrCommand) return readWithControlOrCommand(press);
  if (press.isInText) return nothing;
  if (press.isAlt) return readWithAlt(press);
  const key = keyOf(press);
  if (press.isModified || (press.isOnControl && key.endsWith(SPACE))) return nothing;
  if (isCharacter(key) && !isOn(press)) return nothing;
  const isLate = pending !== null && press.atMs > pending.untilMs;
  const keys = pending !== null && !isLate ? [pending.key, key] : [key];
  const found = shortcuts.find(
    ({ withControlOrCommand, withAlt, keys: bound }) =>
      !withControlOrCommand && !withAlt && sameKeys(bound, keys),
  );
  // The user means to open a screen, so a late letter must not approve a bill.
  if (found && isLate && isLetter(key)) return nothing;
  if (found) {
    const { command } = found;
    if (press.isRepeated && !repeatable.has(command)) return nothing;
    if (press.focus === 'elsewhere' && decisionCommands.has(command))
      return { ...nothing, refused: command };
    return { pending: null, command };
  }
  const begins = shortcuts.some(({ keys: [first, second] }) => first === key && second);
  return begins ? { pending: { key, untilMs: press.atMs + SEQUENCE_MS }, command: null } : nothing;
}

/** Whether single keys act, given the user's choice (WCAG 2.1.4). */
function isOn({ singleKeys, focus }: KeyPress): boolean {
  return singleKeys === 'on' || (singleKeys === 'list' && focus === 'list');
}

/** Letters, digits and punctuation. Escape, Space and arrows are always on. */
function isCharacter(key: string): boolean {
  return key.length === 1;
}

function readWithControlOrCommand({ key, isRepeated }: KeyPress): ShortcutReading {
  // In lower case: Caps Lock must not take the shortcut away.
  const found = shortcuts.find(
    ({ withControlOrCommand, keys }) => withControlOrCommand && keys[0] === key.toLowerCase(),
  );
  return { pending: null, command: isRepeated ? null : (found?.command ?? null) };
}

function readWithAlt({ key, isRepeated }: KeyPress): ShortcutReading {
  const found = shortcuts.find(({ withAlt, keys }) => withAlt && keys[0] === key);
  return { pending: null, command: isRepeated ? null : (found?.command ?? null) };
}

/** Name of the key as in `bindings`: Shift changes the letter, Caps Lock doesn't. */
function keyOf({ key, isShift }: KeyPress): string {
  if (key === ' ') return isShift ? `Shift+${SPACE}` : SPACE;
  if (!isLetter(key)) return key;
  return isShift ? key.toUpperCase() : key.toLowerCase();
}

function isLetter(key: string): boolean {
  return /^\p{L}$/u.test(key);
}

/** Labels of the keys in the order they are pressed: `g`, `r`, or `Ctrl+K`, `⌘K` on a Mac. */
export function keyCaps(shortcut: Shortcut, isMac: boolean): readonly string[] {
  if (shortcut.withAlt) return [isMac ? '⌥←' : 'Alt+←'];
  if (!shortcut.withControlOrCommand)
    return shortcut.keys.map((key) => (key === 'Escape' ? 'Esc' : key));
  return shortcut.keys.map((key) => `${isMac ? '⌘' : 'Ctrl+'}${key.toUpperCase()}`);
}

function sameKeys(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((key, at) => key === right[at]);
}

/** Whether the command's keys are only characters, which the user can switch off. */
export function isSingleKey({ withControlOrCommand, withAlt, keys }: Shortcut): boolean {
  return !withControlOrCommand && !withAlt && keys.every(isCharacter);
}
