import { expect, test, vi } from 'vitest';
import { snapshotOf } from '../../../../bridge/snapshot.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { sampleApproval, sampleBill, sampleRow } from '../../../kit/testing/samples.ts';
import type { ApprovalState } from '../../../core/model/approval.ts';
import { isOfVendor, vendorFacts } from './vendor-facts.ts';

const bill = (id: string, fields: Partial<Bill> = {}) => sampleRow({ id, ...fields });

test('the vendor panel counts bills by status and adds up amounts due per currency', () => {
  const row = bill('b1');
  const { bills, counts, due } = vendorFacts(
    row,
    [
      row,
      bill('b2', { status: 'overdue', amountDueCents: 250 }),
      bill('b3', { currency: 'USD', amountDueCents: 70 }),
      bill('b4', { status: 'paid', amountDueCents: 0 }),
      bill('b5', { status: 'void', amountDueCents: 999 }),
      bill('b6', { status: 'disputed', amountDueCents: 999 }),
    ],
    [],
  );
  expect({ bills, counts, due }).toEqual({
    bills: 6,
    counts: [
      ['open', 2],
      ['overdue', 1],
      ['paid', 1],
      ['void', 1],
      ['disputed', 1],
    ],
    due: [
      { currency: 'EUR', amountCents: 1_250 },
      { currency: 'USD', amountCents: 70 },
    ],
  });
});

test('the latest five other bills, by bill date, or by creation date without one', () => {
  const row = bill('b1', { date: '2026-12-01' });
  const others = [
    bill('jan', { date: '2026-01-10', status: 'paid' }),
    bill('mar', { date: '2026-03-10', status: 'paid' }),
    bill('made in june', { createdAt: '2026-06-01T10:00:00Z' }),
    bill('undated'),
    bill('feb', { date: '2026-02-10' }),
    bill('apr-a', { date: '2026-04-10' }),
    bill('apr-b', { date: '2026-04-10' }),
  ];
  const { latest, lastPaid } = vendorFacts(row, [row, ...others], []);
  const only = vendorFacts(row, [row], []);
  expect({
    latest: latest.map((other) => other.bill.id),
    lastPaid: lastPaid?.bill.id,
    only: [only.latest, only.lastPaid, only.bills],
  }).toEqual({
    latest: ['made in june', 'apr-b', 'apr-a', 'mar', 'feb'],
    lastPaid: 'mar',
    only: [[], null, 1],
  });
});

test('the last bills of the same currency, oldest first, including this one even if older', () => {
  const row = bill('old', { date: '2024-01-10' });
  const later = Array.from({ length: 14 }, (_, at) =>
    bill(`b${at + 10}`, { date: `2026-02-${at + 10}` }),
  );
  const { history } = vendorFacts(
    row,
    [row, ...later, bill('other', { date: '2026-03-10', currency: 'USD' })],
    [],
  );
  expect([history.length, history[0]?.bill.id, history.at(-1)?.bill.id]).toEqual([
    12,
    'old',
    'b23',
  ]);
});

test('the last approval here is the vendor’s latest valid one in this organization', () => {
  const row = bill('b1');
  const approval = (
    approvedAtMs: number,
    state: ApprovalState,
    vendor = 'Northwind',
    organizationId = 'org-1',
  ) =>
    sampleApproval({
      approvedAtMs,
      state,
      organizationId,
      snapshot: snapshotOf(sampleBill({ vendor: { id: null, name: vendor } })),
    });
  const approvals = [
    approval(90, 'withdrawn'),
    approval(80, 'rejected'),
    approval(70, 'queued', 'Southwind'),
    approval(60, 'confirmed', 'Northwind', 'org-2'),
    approval(50, 'queued'),
    approval(40, 'confirmed'),
  ];
  const ofVendor = approvals.filter((each) => isOfVendor(each, row));
  expect([
    vendorFacts(row, [row], ofVendor).lastApprovedMs,
    vendorFacts(row, [row], []).lastApprovedMs,
  ]).toEqual([50, null]);
});

test('an approval of a bill with only the vendor’s id counts for the vendor of that id', () => {
  const byId = sampleApproval({
    state: 'confirmed',
    organizationId: 'org-1',
    snapshot: snapshotOf(sampleBill({ vendor: { id: 'v-77', name: null } })),
  });
  const rows = ['v-77', 'v-78'].map((id) => bill('b1', { vendor: { id, name: 'Paper' } }));
  expect(rows.map((row) => isOfVendor(byId, row))).toEqual([true, false]);
});

test('viewing several bills of a vendor scans the vendor’s bills only once', () => {
  const rows = ['a', 'b', 'c'].map((id) => bill(id));
  const walked = vi.spyOn(rows, 'filter');
  const latest = rows.map((row) => vendorFacts(row, rows, []).latest.map((each) => each.bill.id));
  expect([latest, walked.mock.calls.length]).toEqual([
    [
      ['c', 'b'],
      ['c', 'a'],
      ['b', 'a'],
    ],
    1,
  ]);
});
