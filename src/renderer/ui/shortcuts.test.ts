import { expect, test } from 'vitest';
import {
  readShortcut,
  SEQUENCE_MS,
  shortcuts,
  type KeyPress,
  type PendingKey,
  type ShortcutCommand,
} from './shortcuts.ts';

/** Plays presses in order and says what each asked for. */
function press(...presses: (Partial<KeyPress> & { key: string })[]): (ShortcutCommand | null)[] {
  let pending: PendingKey | null = null;
  return presses.map((given) => {
    const reading = readShortcut(pending, {
      modified: false,
      inText: false,
      repeated: false,
      atMs: 0,
      ...given,
    });
    pending = reading.pending;
    return reading.command;
  });
}

test('R-10 single keys act at once', () => {
  expect(press({ key: 'j' }, { key: 'k' }, { key: 'a' }, { key: 'u' }, { key: '/' })).toEqual([
    'nextBill',
    'previousBill',
    'approve',
    'undo',
    'search',
  ]);
});

test('R-10 g and a letter in time go to a screen, too late the letter stands alone', () => {
  expect([
    press({ key: 'g' }, { key: 'a', atMs: SEQUENCE_MS }),
    press({ key: 'g' }, { key: 'a', atMs: SEQUENCE_MS + 1 }),
    press({ key: 'g' }, { key: 'x' }, { key: 'a' }),
    press({ key: 'g' }, { key: 'g' }, { key: 'r' }),
  ]).toEqual([
    [null, 'goApprovals'],
    [null, 'approve'],
    [null, null, 'approve'],
    [null, null, 'goReview'],
  ]);
});

test('R-11 keys typed into text or with a modifier are never shortcuts', () => {
  expect(
    press({ key: 'a', inText: true }, { key: 'a', modified: true }, { key: 'g', inText: true }),
  ).toEqual([null, null, null]);
});

test('R-12 a key held down moves on but never approves twice', () => {
  expect(press({ key: 'a', repeated: true }, { key: 'j', repeated: true })).toEqual([
    null,
    'nextBill',
  ]);
});

test('R-10 no two shortcuts share their keys', () => {
  const keys = shortcuts.map((shortcut) => shortcut.keys.join(' '));
  expect(new Set(keys).size).toBe(keys.length);
});
