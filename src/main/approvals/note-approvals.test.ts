import { expect, test } from 'vitest';
import { succeed } from '../../base/result.ts';
import type { ApprovalNote } from '../../bridge/approval.ts';
import { attemptOf } from '../journal/testing/attempts.ts';
import { noteApprovals } from './note-approvals.ts';

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
  const deps = { journal, readings, reserveRoom: () => true };
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
  const deps = { journal, readings, reserveRoom: () => false };
  expect([await noteApprovals(deps, [approved]), written]).toEqual([false, []]);
});
