/** Everything a key can ask for. */
export type ShortcutCommand =
  | 'nextBill'
  | 'previousBill'
  | 'approve'
  | 'selectBill'
  | 'clearSelection'
  | 'undo'
  | 'search'
  | 'refresh'
  | 'help'
  | 'goReview'
  | 'goApprovals'
  | 'goInsights'
  | 'goInvoices'
  | 'goSettings';

export interface Shortcut {
  readonly command: ShortcutCommand;
  /** Keys in the order they are pressed: one, or `g` and a letter. */
  readonly keys: readonly string[];
  readonly group: 'review' | 'anywhere' | 'go';
}

/** All shortcuts, in the order the help shows them. The one place that binds a key. */
export const shortcuts: readonly Shortcut[] = [
  { command: 'nextBill', keys: ['j'], group: 'review' },
  { command: 'previousBill', keys: ['k'], group: 'review' },
  { command: 'approve', keys: ['a'], group: 'review' },
  { command: 'selectBill', keys: ['x'], group: 'review' },
  { command: 'clearSelection', keys: ['Escape'], group: 'review' },
  { command: 'search', keys: ['/'], group: 'review' },
  { command: 'undo', keys: ['u'], group: 'anywhere' },
  { command: 'refresh', keys: ['r'], group: 'anywhere' },
  { command: 'help', keys: ['?'], group: 'anywhere' },
  { command: 'goReview', keys: ['g', 'r'], group: 'go' },
  { command: 'goApprovals', keys: ['g', 'a'], group: 'go' },
  { command: 'goInsights', keys: ['g', 'n'], group: 'go' },
  { command: 'goInvoices', keys: ['g', 'i'], group: 'go' },
  { command: 'goSettings', keys: ['g', 's'], group: 'go' },
];

export interface KeyPress {
  readonly key: string;
  /** Control, Alt or Meta is held: the key belongs to the system or a menu. */
  readonly modified: boolean;
  /** The key goes into a text field. */
  readonly inText: boolean;
  /** The key repeats because it is held down. */
  readonly repeated: boolean;
  /** Monotonic milliseconds. */
  readonly atMs: number;
}

/** First key of a sequence, waiting for its second. */
export interface PendingKey {
  readonly key: string;
  readonly untilMs: number;
}

export interface ShortcutReading {
  readonly pending: PendingKey | null;
  readonly command: ShortcutCommand | null;
}

/** How long after `g` the letter may come. */
export const SEQUENCE_MS = 1_500;

/** Commands a held key may repeat. Approving is not one: a key held too long would approve a page. */
const repeatable: ReadonlySet<ShortcutCommand> = new Set(['nextBill', 'previousBill']);

const nothing: ShortcutReading = { pending: null, command: null };

/** What one key press means after what was pressed before. Keys typed into text mean nothing. */
export function readShortcut(pending: PendingKey | null, press: KeyPress): ShortcutReading {
  if (press.modified || press.inText) return nothing;
  const before = pending && press.atMs <= pending.untilMs ? [pending.key] : [];
  const keys = [...before, press.key];
  const found = shortcuts.find((shortcut) => sameKeys(shortcut.keys, keys));
  if (found) {
    const wanted = !press.repeated || repeatable.has(found.command);
    return { pending: null, command: wanted ? found.command : null };
  }
  const begins = shortcuts.some(({ keys: [first, second] }) => first === press.key && second);
  return begins
    ? { pending: { key: press.key, untilMs: press.atMs + SEQUENCE_MS }, command: null }
    : nothing;
}

function sameKeys(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((key, at) => key === right[at]);
}
