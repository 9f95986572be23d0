import { expect, test } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { createJournalBudget } from './journal-budget.ts';
import type { NewRecord } from './journal-record.ts';
import { attemptOf } from './testing/attempts.ts';

const { attempt: _, ...approved } = attemptOf('a');

const MB = 1024 * 1024;

/** A note whose JSON has this many characters. */
function noteOf(characters: number, readByMain: 'same' | 'never'): NewRecord {
  const sized = (reason: string): NewRecord => ({
    kind: 'approved',
    ...approved,
    readByMain,
    override: { flags: [], reason },
  });
  return sized('x'.repeat(characters - JSON.stringify(sized('')).length));
}

test('D-37 notes of a page have a maximum of 16 MiB in each minute', async () => {
  const clock = createVirtualClock();
  await clock.advance(50_000);
  const reserveRoom = createJournalBudget(clock);
  const reserve = (characters: number) => reserveRoom([noteOf(characters, 'same')]);
  const first = [reserve(16 * MB + 1), reserve(16 * MB), reserve(1_000)];
  await clock.advance(59_999);
  const sameMinute = reserve(1_000);
  await clock.advance(1);
  const next = [reserve(15 * MB), reserve(15 * MB)];
  expect({ first, sameMinute, next }).toEqual({
    first: [false, true, false],
    sameMinute: false,
    next: [true, false],
  });
});

test('D-37 notes on bills that main did not read have a maximum of 64 MiB per run; an end does not count', async () => {
  const clock = createVirtualClock();
  const reserveRoom = createJournalBudget(clock);
  const reserved: boolean[] = [];
  const reserve = async (note: NewRecord) => {
    await clock.advance(60_000);
    reserved.push(reserveRoom([note]));
  };
  const end: NewRecord = { kind: 'ended', approvalId: 'a'.repeat(15 * MB), how: 'withdrawn' };
  for (let minute = 0; minute < 5; minute += 1) await reserve(end);
  for (let minute = 0; minute < 4; minute += 1) await reserve(noteOf(16 * MB, 'never'));
  await reserve(noteOf(1_000, 'never'));
  await reserve(noteOf(1_000, 'same'));
  const ends = [true, true, true, true, true];
  expect(reserved).toEqual([...ends, true, true, true, true, false, true]);
});
