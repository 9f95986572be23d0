import { expect, test } from 'vitest';
import type { UndoLeft } from '../core/outbox/undo-periods.ts';
import { sampleApproval } from '../kit/testing/samples.ts';
import { formatTakenBack, newestUndoable } from './UndoToast.tsx';

const held = (id: string, batchId: string, approvedAtMs: number) =>
  sampleApproval({ id, batchId, state: 'held', approvedAtMs, heldUntilMs: approvedAtMs + 5_000 });

const leftAt =
  (nowMs: number): UndoLeft =>
  ({ heldUntilMs }) =>
    Math.max(0, heldUntilMs - nowMs);

test('R-28 undo withdraws the newest action as a whole and reports how many older ones remain', () => {
  const batch = newestUndoable(
    [held('c', 'two', 2_000), held('b', 'two', 2_000), held('a', 'one', 1_000)],
    leftAt(3_000),
  );
  expect({ ...batch, approvals: batch?.approvals.map(({ id }) => id) }).toEqual({
    batchId: 'two',
    approvals: ['c', 'b'],
    leftMs: 4_000,
    windowMs: 5_000,
    before: 1,
  });
});

test('R-28 nothing can be undone after the undo period or once the approval was sent', () => {
  expect([
    newestUndoable([held('a', 'one', 1_000)], leftAt(6_000)),
    newestUndoable([sampleApproval({ state: 'queued', heldUntilMs: 9_000 })], leftAt(3_000)),
    newestUndoable([], leftAt(0)),
  ]).toEqual([null, null, null]);
});

test('R-28 an undo that comes too late says so', () => {
  expect([0, 1].map(formatTakenBack)).toEqual([
    'Too late to undo. See Approvals.',
    '1 approval undone',
  ]);
});
