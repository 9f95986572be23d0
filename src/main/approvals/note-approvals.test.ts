import { expect, test } from 'vitest';
import { succeed } from '../../base/result.ts';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import type { ApprovalNote } from '../../bridge/approval.ts';
import type { NewRecord } from '../journal/journal-record.ts';
import { attemptOf } from '../journal/testing/attempts.ts';
import { createJournalBudget, noteApprovals } from './note-approvals.ts';

const { attempt: _, ...facts } = attemptOf('a');
const approved = { kind: 'approved', ...facts } satisfies ApprovalNote;
const ended = { kind: 'ended', approvalId: 'a', how: 'withdrawn' } as const;

test('J-36 an end is journaled as the window notes it and seals the journal, without a comparison of bills', async () => {
  const written: unknown[] = [];
  let seals = 0;
  const journal = {
    writeNotes: async (notes: unknown) => succeed(void written.push(notes)),
    sealEnd: () => void (seals += 1),
  };
  const readings = { learnOf: () => undefined, compare: () => 'same' as const };
  const deps = { journal, readings, reserveLines: () => true };
  const reply = await noteApprovals(deps, [approved, ended]);
  const marked = [{ ...approved, readByMain: 'same' }, ended];
  expect({ reply, written, seals }).toEqual({ reply: true, written: [marked], seals: 1 });
});

test('D-37 main refuses notes above the maximum, and writes none of them', async () => {
  const written: unknown[] = [];
  const journal = {
    writeNotes: async (notes: unknown) => succeed(void written.push(notes)),
    sealEnd: () => undefined,
  };
  const readings = { learnOf: () => undefined, compare: () => 'same' as const };
  const deps = { journal, readings, reserveLines: () => false };
  expect([await noteApprovals(deps, [approved]), written]).toEqual([false, []]);
});

const MB = 1024 * 1024;

/** A note whose JSON has this many characters. */
function noteOf(characters: number, readByMain: 'same' | 'never'): NewRecord {
  const sized = (reason: string): NewRecord => ({
    ...approved,
    readByMain,
    override: { flags: [], reason },
  });
  return sized('x'.repeat(characters - JSON.stringify(sized('')).length));
}

test('D-37 notes of a page have a maximum of 16 MiB in each minute', async () => {
  const clock = createVirtualClock();
  await clock.advance(50_000);
  const reserveLines = createJournalBudget(clock);
  const reserve = (characters: number) => reserveLines([noteOf(characters, 'same')]);
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
  const reserveLines = createJournalBudget(clock);
  const reserved: boolean[] = [];
  const reserve = async (note: NewRecord) => {
    await clock.advance(60_000);
    reserved.push(reserveLines([note]));
  };
  const end: NewRecord = { ...ended, approvalId: 'a'.repeat(15 * MB) };
  for (let minute = 0; minute < 5; minute += 1) await reserve(end);
  for (let minute = 0; minute < 4; minute += 1) await reserve(noteOf(16 * MB, 'never'));
  await reserve(noteOf(1_000, 'never'));
  await reserve(noteOf(1_000, 'same'));
  const ends = [true, true, true, true, true];
  expect(reserved).toEqual([...ends, true, true, true, true, false, true]);
});
