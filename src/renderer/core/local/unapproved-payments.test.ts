import { expect, test } from 'vitest';
import type { Bill } from '../../../contract/bill.ts';
import { sampleApproval, sampleBill } from '../../kit/testing/samples.ts';
import { createBillIndex } from '../bills/index/bill-index.ts';
import type { Approval } from '../model/approval.ts';
import { cachedBill } from '../testing/fake-bridge.ts';
import { watchUnapprovedPayments } from './unapproved-payments.ts';

/** Ids that are kept after these bills of `acme` become others; null for a bill that vanishes. */
function keptAfter(
  before: Partial<Bill>,
  after: Partial<Bill> | null,
  approvals: readonly Approval[] = [],
): readonly string[] {
  const bills = createBillIndex();
  const kept: string[] = [];
  watchUnapprovedPayments({
    bills,
    approvals: { ofBill: () => approvals },
    onPaid: (rows) => kept.push(...rows.map(({ bill }) => bill.id)),
  });
  bills.reset('acme');
  bills.load([cachedBill(sampleBill(before))]);
  bills.loaded('all');
  bills.change({
    organizationId: 'acme',
    upserts: after === null ? [] : [cachedBill(sampleBill({ ...before, ...after }))],
    deletes: after === null ? ['bill-1'] : [],
  });
  return kept;
}

const line = { atMs: 1, event: 'answerLost', from: 'sending', detail: null } as const;
const paid = { status: 'paid', amountDueCents: 0 };

test('R-103 a bill paid without an approval from this computer is reported, even if it is paid in part or vanishes', () => {
  expect({
    paid: keptAfter({}, paid),
    partly: keptAfter({}, { status: 'partially_paid', amountDueCents: 400 }),
    partlyAgain: keptAfter(
      { status: 'partially_paid', amountDueCents: 400 },
      { amountDueCents: 200 },
    ),
    vanished: keptAfter({}, null),
    approved: keptAfter({}, paid, [sampleApproval({ state: 'confirmed' })]),
    onTheWay: keptAfter({}, paid, [sampleApproval({ state: 'sending' })]),
    discardedUnconfirmed: keptAfter({}, paid, [
      sampleApproval({ state: 'withdrawn', history: [{ ...line, to: 'unknown' }] }),
    ]),
    queued: keptAfter({}, paid, [sampleApproval({ state: 'queued' })]),
    discardedUnsent: keptAfter({}, paid, [sampleApproval({ state: 'withdrawn' })]),
    overdue: keptAfter({}, { status: 'overdue' }),
    void: keptAfter({}, { status: 'void' }),
    cheaper: keptAfter({}, { totalCents: 900, amountDueCents: 900 }),
    wasPaid: keptAfter(paid, { memo: 'other' }),
  }).toEqual({
    paid: ['bill-1'],
    partly: ['bill-1'],
    partlyAgain: ['bill-1'],
    vanished: ['bill-1'],
    approved: [],
    onTheWay: [],
    discardedUnconfirmed: [],
    queued: ['bill-1'],
    discardedUnsent: ['bill-1'],
    overdue: [],
    void: [],
    cheaper: [],
    wasPaid: [],
  });
});

test('R-103 showing another organization reports no bill as paid', () => {
  const bills = createBillIndex();
  const kept: unknown[] = [];
  watchUnapprovedPayments({
    bills,
    approvals: { ofBill: () => [] },
    onPaid: (rows) => kept.push(rows),
  });
  bills.reset('acme');
  bills.load([cachedBill(sampleBill())]);
  bills.loaded('all');
  bills.reset('lumen');
  bills.loaded('all');
  expect(kept).toEqual([]);
});
