import { expect, test } from 'vitest';
import { approvalOf, harnessOfEachTest, MINUTE_MS, states } from '../testing/workspace-harness.ts';
import { createUndoPeriods } from './undo-periods.ts';
import { anApproval } from './testing/an-approval.ts';

const harness = harnessOfEachTest();

test('R-93 approving a new version later begins another undo period', () => {
  let elapsedMs = 0;
  const left = createUndoPeriods({ elapsedMs: () => elapsedMs });
  const row = anApproval({ state: 'held', approvedAtMs: 1_000, heldUntilMs: 6_000 });
  left(row);
  elapsedMs = 60_000;
  expect(left({ ...row, approvedAtMs: 61_000, heldUntilMs: 66_000 })).toBe(5_000);
});

test('O-26 an undo period ends by running time, whatever the clock shows, and begins again after a restart', () => {
  let elapsedMs = 700;
  const clock = { elapsedMs: () => elapsedMs };
  const first = createUndoPeriods(clock);
  // Only the length of the period counts, not the wall clock.
  const row = anApproval({ state: 'held', approvedAtMs: 9e12, heldUntilMs: 9e12 + 5_000 });
  const endless = anApproval({ id: 'endless', approvedAtMs: 0, heldUntilMs: 9e12 });
  const left = [1_000, 4_999.999, 5_000, 90_000].map((passedMs) => {
    if (passedMs === 1_000) first(row);
    elapsedMs = 700 + passedMs;
    return first(row);
  });
  expect({ left, restarted: createUndoPeriods(clock)(row), endless: first(endless) }).toEqual({
    left: [4_000, 1, 0, 0],
    restarted: 5_000,
    endless: 60_000,
  });
});

test('P-1, R-93 a new version, approved, has an undo period of its own; undone in time, it is never sent', async () => {
  const { workspace } = await harness.start();
  const { approveBills, approveAsChanged, refresh, withdraw } = workspace.commands;
  harness.main.isDown = true;
  await approveBills(['b1']);
  harness.edit('b1', { amountDueCents: 90_00 });
  harness.main.isDown = false;
  refresh();
  await harness.advance(MINUTE_MS);
  const { id, batchId } = approvalOf(workspace, 'b1');
  await approveAsChanged([id]);
  const after = approvalOf(workspace, 'b1');
  const leftMs = workspace.undoLeftMs(after);
  await harness.advance(leftMs - 100);
  const undone = await withdraw([id]);
  await harness.advance(MINUTE_MS);
  expect({
    leftMs,
    isOwnBatch: after.batchId !== batchId,
    undone,
    states: states(workspace),
  }).toEqual({
    leftMs: 5_000,
    isOwnBatch: true,
    undone: 1,
    states: ['b1 withdrawn #1'],
  });
  expect(harness.main.applied).toEqual([]);
});
