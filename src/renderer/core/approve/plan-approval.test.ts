import { expect, test } from 'vitest';
import { createCountingIds } from '../../../base/testing/seeded-random.ts';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import { sampleApproval, sampleBill } from '../../kit/testing/samples.ts';
import type { Approval } from '../model/approval.ts';
import { approveChange, approvedNow, planApproval, type ApproveFacts } from './plan-approval.ts';

const bills = new Map(
  [
    sampleBill({ id: 'b1' }),
    sampleBill({ id: 'b2', amountDueCents: 90_000 }),
    sampleBill({ id: 'b3', status: 'paid', amountDueCents: 90_000 }),
    sampleBill({ id: 'b4', status: 'paid', amountDueCents: 90_000 }),
  ].map((bill) => [bill.id, bill]),
);

function plan(billIds: readonly string[], facts: Partial<ApproveFacts> = {}) {
  const planning = planApproval(billIds, {
    nowMs: 500,
    orderedNowMs: 700,
    connectionId: 'connection',
    signInId: 'sign-in-1',
    profileEpoch: 'epoch',
    undoPeriodMs: 5_000,
    limits: [{ currency: 'EUR', askAboveCents: null, bulkMostCents: 50_000, batchMostCents: null }],
    options: {},
    billOf: (id) => {
      const bill = bills.get(id);
      return bill ? { organizationId: 'org-1', bill } : null;
    },
    flagsOf: () => [],
    approvals: {
      ofBill: ({ billId }) => (billId === 'b4' ? [sampleApproval({ state: 'queued' })] : []),
    },
    ids: createCountingIds(),
    ...facts,
  });
  for (;;) {
    const step = planning.next();
    if (step.done) return step.value;
  }
}

test('W-30 a plan approves each bill once, and names one reason for each that it skips', () => {
  const { approved, skipped } = plan(['b1', 'b2', 'b1', 'b3', 'b4', 'b5']);
  expect([
    approved.map(({ billId }) => billId),
    skipped.map(({ billId, why }) => `${billId} ${why}`),
  ]).toEqual([['b1'], ['b2 notInBulk', 'b3 notPayable', 'b4 alreadyApproved', 'b5 unknownBill']]);
});

test('a planned approval is held, has the bill on screen, and needs a recheck begun after it', () => {
  const { approved } = plan(['b1']);
  const [batchId, id] = Array.from({ length: 2 }, createCountingIds().next);
  expect(approved).toEqual([
    {
      ...{ id, batchId, connectionId: 'connection', signInId: 'sign-in-1', profileEpoch: 'epoch' },
      ...{ organizationId: 'org-1', billId: 'b1', snapshot: snapshotOf(sampleBill({ id: 'b1' })) },
      ...{ state: 'held', approvedAtMs: 500, heldUntilMs: 5_500, attempt: 0 },
      ...{ needsRecheckAfterMs: 700, missedRechecks: 0, retryAtMs: null, waitingFor: 'recheck' },
      ...{ outcome: null, found: null, isAcknowledged: false, approvedBy: [], confirmedBy: null },
      history: [{ atMs: 500, event: 'approve', from: null, to: 'held', detail: null }],
    },
  ]);
});

test.each([
  ['of the settings', 5_000, {}, 5_000],
  ['longer for many bills', 5_000, { minUndoMs: 15_000 }, 15_000],
  ['of the settings, if longer', 20_000, { minUndoMs: 15_000 }, 20_000],
  ['turned off', 0, { minUndoMs: 15_000 }, 0],
])('the undo period is the one %s', (_, undoPeriodMs, options, heldMs) => {
  const { approved } = plan(['b1'], { undoPeriodMs, options });
  expect(approved.map((row) => row.heldUntilMs - row.approvedAtMs)).toEqual([heldMs]);
});

test('W-30 a plan that waited for the user’s answer counts from the answer, with the same undo period', () => {
  const [row] = plan(['b1']).approved;
  const begun = row && approvedNow(row, { nowMs: 9_000, orderedNowMs: 9_500 });
  expect(begun).toEqual({
    ...row,
    ...{ approvedAtMs: 9_000, heldUntilMs: 14_000, needsRecheckAfterMs: 9_500 },
    history: [{ atMs: 9_000, event: 'approve', from: null, to: 'held', detail: null }],
  });
});

const dearer = snapshotOf(sampleBill({ totalCents: 2_000 }));
const paid = snapshotOf(sampleBill({ status: 'paid' }));
const changed: Partial<Approval> = { state: 'changed', found: dearer };

test.each<[string, Partial<Approval>, typeof dearer | null, string | null]>([
  ['the version shown', changed, dearer, 'approveAsChanged'],
  ['a version that is not known', changed, null, null],
  ['another version', changed, snapshotOf(sampleBill({ totalCents: 3_000 })), 'foundChanged'],
  ['a bill that was not found before', { ...changed, found: null }, dearer, 'foundChanged'],
  ['a bill that cannot be paid', { ...changed, found: paid }, paid, null],
  ['an approval in another state', { ...changed, state: 'unknown' }, dearer, null],
])('only the version shown can be approved as changed: %s', (_, fields, now, name) => {
  const period = { batchId: 'batch-2', undoMs: 5_000 };
  const given = { nowMs: 9, recheckAfterMs: 8, profileEpoch: 'epoch', ...period };
  const event = approveChange(sampleApproval(fields), now, given);
  const events = {
    approveAsChanged: { name, ...given, snapshot: now },
    foundChanged: { name, nowMs: 9, found: now },
  };
  expect(event).toEqual(name === null ? null : Reflect.get(events, name));
});
