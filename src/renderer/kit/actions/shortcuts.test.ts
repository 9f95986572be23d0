import { expect, test } from 'vitest';
import {
  addHandler,
  createTextKeys,
  keyCaps,
  readShortcut,
  SEQUENCE_MS,
  shortcuts,
  type KeyPress,
  type PendingKey,
  type ShortcutCommand,
  type ShortcutHandlers,
} from './shortcuts.ts';

/** Plays key presses in order and returns the command of each. */
function press(...presses: (Partial<KeyPress> & { key: string })[]): (ShortcutCommand | null)[] {
  let pending: PendingKey | null = null;
  return presses.map((given) => {
    const reading = readShortcut(pending, {
      isModified: false,
      isControlOrCommand: false,
      isAlt: false,
      isShift: false,
      isInText: false,
      focus: 'list',
      singleKeys: 'on',
      isOnControl: false,
      isOverlayOpen: false,
      isRepeated: false,
      atMs: 0,
      ...given,
    });
    pending = reading.pending;
    return reading.command;
  });
}

test('a shortcut of one key acts at once', () => {
  expect(press(...Array.from('jkasudznfov/', (key) => ({ key })))).toEqual([
    'nextBill',
    'previousBill',
    'approve',
    'skip',
    'undo',
    'hide',
    'snooze',
    'note',
    'filters',
    'sort',
    'views',
    'search',
  ]);
});

test('g and a letter in time open a screen, a late letter does nothing but may begin a new sequence', () => {
  const late = (key: string) => ({ key, atMs: SEQUENCE_MS + 1 });
  expect([
    press({ key: 'g' }, { key: 'a', atMs: SEQUENCE_MS }),
    press({ key: 'g' }, late('a'), late('a')),
    press({ key: 'g' }, late('/')),
    press({ key: 'g' }, { key: 'x' }, { key: 'a' }),
    press({ key: 'g' }, { key: 'g' }, { key: 'r' }),
    press({ key: 'g' }, late('g'), late('r')),
  ]).toEqual([
    [null, 'goApprovals'],
    [null, null, 'approve'],
    [null, 'search'],
    [null, null, 'approve'],
    [null, 'firstBill', 'refresh'],
    [null, null, 'goReview'],
  ]);
});

test('keys typed into text or with a modifier are never shortcuts', () => {
  expect(
    press(
      { key: 'a', isInText: true },
      { key: 'a', isModified: true },
      { key: 'g', isInText: true },
    ),
  ).toEqual([null, null, null]);
});

test('Shift changes the meaning of a letter, Caps Lock does not', () => {
  const isShift = true;
  expect([
    press({ key: 'A' }, { key: 'J' }, { key: 'X' }),
    press({ key: 'G', isShift }, { key: 'g', isShift }),
    press({ key: 'A', isShift }, { key: '?', isShift }),
  ]).toEqual([
    ['approve', 'nextBill', 'selectBill'],
    ['lastBill', 'lastBill'],
    [null, 'help'],
  ]);
});

test('Space scrolls the bill unless a control uses it, Alt+Left goes back unless a text field does', () => {
  expect(
    press(
      { key: ' ' },
      { key: ' ', isShift: true },
      { key: ' ', isOnControl: true },
      { key: 'ArrowLeft', isAlt: true, isModified: true },
      { key: 'ArrowLeft', isAlt: true, isModified: true, isInText: true },
      { key: 'ArrowLeft' },
    ),
  ).toEqual(['scrollDown', 'scrollUp', null, 'back', null, null]);
});

test('R-12 a held key keeps moving but never approves twice', () => {
  expect(press({ key: 'a', isRepeated: true }, { key: 'j', isRepeated: true })).toEqual([
    null,
    'nextBill',
  ]);
});

test('R-12 keys typed after their field disappeared are still text, until the word ends', () => {
  /** Focuses a note, types `last`, removes the note, and presses `key` without a focus after `laterMs`. */
  const afterNote = (key: string, laterMs: number, last: string | null = 'x', isThere = false) => {
    const { moved, takes } = createTextKeys();
    const note = { isConnected: true };
    moved(note, 0);
    if (last !== null) takes({ key: last, field: note, isFocusLost: false, atMs: 0 });
    note.isConnected = isThere;
    const lost = { key, field: null, isFocusLost: true };
    return [laterMs, laterMs + 4_000].map((atMs) => takes({ ...lost, atMs }));
  };
  expect({
    goesOn: afterNote('a', 4_000),
    begins: afterNote('a', 100, null),
    afterPause: afterNote('a', 5_000),
    afterEnter: afterNote('a', 100, 'Enter'),
    escape: afterNote('Escape', 100),
    besideTheNote: afterNote('a', 100, 'x', true),
  }).toEqual({
    goesOn: [true, true],
    begins: [true, true],
    afterPause: [false, false],
    afterEnter: [false, false],
    escape: [true, false],
    besideTheNote: [false, false],
  });
});

test('no two shortcuts have the same keys', () => {
  const keys = shortcuts.map((shortcut) => keyCaps(shortcut, false).join(' '));
  expect(new Set(keys).size).toBe(keys.length);
});

const control = { isModified: true, isControlOrCommand: true };

test.each([
  [{ key: 'k', ...control }, 'palette'],
  [{ key: 'k', ...control, isInText: true }, 'palette'],
  [{ key: 'K', ...control }, 'palette'],
  [{ key: 'k', ...control, isOverlayOpen: true }, null],
  [{ key: 'k', ...control, isRepeated: true }, null],
  [{ key: 'a', ...control }, null],
])(
  'the palette opens also in a text field and with Caps Lock, but not over a dialog: %j',
  (key, does) => {
    expect(press(key)).toEqual([does]);
  },
);

test('keys have the names of the system’s keyboard', () => {
  const named = shortcuts.filter(({ command }) => command === 'palette' || command === 'goReview');
  expect(named.flatMap((shortcut) => [keyCaps(shortcut, false), keyCaps(shortcut, true)])).toEqual([
    ['Ctrl+K'],
    ['⌘K'],
    ['g', 'r'],
    ['g', 'r'],
  ]);
});

test('R-92 a key that decides about a bill does nothing while the focus is elsewhere, even after g or in another case', () => {
  const elsewhere = (key: string, more: Partial<KeyPress> = {}) =>
    press({ key, focus: 'elsewhere', ...more })[0];
  expect(Array.from('adzjuxn', (key) => elsewhere(key))).toEqual([
    null,
    null,
    null,
    'nextBill',
    'undo',
    'selectBill',
    'note',
  ]);
  expect(press({ key: 'a', focus: 'nowhere' }, { key: 'a' })).toEqual(['approve', 'approve']);
  expect(press({ key: 'g', focus: 'elsewhere' }, { key: 'a', focus: 'elsewhere' })).toEqual([
    null,
    'goApprovals',
  ]);
});

test('R-94 the user can limit single keys to lists or switch them off; keys with Control, Alt or no character still act', () => {
  const held = { key: 'k', isControlOrCommand: true, isModified: true } as const;
  const back = { key: 'ArrowLeft', isAlt: true, isModified: true } as const;
  const each = (given: Partial<KeyPress>): (ShortcutCommand | null)[] =>
    [{ key: 'a' }, { key: '/' }, { key: 'Escape' }, { key: ' ' }, held, back].flatMap((one) =>
      press({ ...given, ...one }),
    );
  const always = ['clearSelection', 'scrollDown', 'palette', 'back'];
  expect([
    each({ singleKeys: 'off' }),
    each({ singleKeys: 'list', focus: 'nowhere' }),
    each({ singleKeys: 'list', focus: 'list' }),
  ]).toEqual([
    [null, null, ...always],
    [null, null, ...always],
    ['approve', 'search', ...always],
  ]);
});

test('the later of two handlers of a shortcut acts, and none is left when both are removed', () => {
  const handlers: ShortcutHandlers = new Set();
  const acting = (): string | undefined => {
    acted = undefined;
    new Map(handlers).get('search')?.();
    return acted;
  };
  let acted: string | undefined;
  const first = addHandler(handlers, 'search', () => (acted = 'first'));
  const second = addHandler(handlers, 'search', () => (acted = 'second'));
  const seen = [acting()];
  first();
  seen.push(acting());
  second();
  expect([...seen, acting()]).toEqual(['second', 'second', undefined]);
});
