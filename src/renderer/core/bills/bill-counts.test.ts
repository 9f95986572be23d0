import { expect, test } from 'vitest';
import { sampleApproval, sampleRow } from '../../kit/testing/samples.ts';
import type { BillRow } from './bill-row.ts';
import { countBills } from './bill-counts.ts';
import { billFilters, standingApprovals } from './bill-filter.ts';
import { noSift } from './bill-sift.ts';
import { siftBills } from './sift-bills.ts';

const rows = (['open', 'overdue', 'partially_paid', 'paid', 'void'] as const).flatMap((status) =>
  ['a', 'b', 'c', 'd'].map((id) => sampleRow({ id: `${status} ${id}`, status })),
);
const byId = new Map(rows.map((row) => [row.bill.id, row]));
const approvals = ['open a', 'paid a', 'gone'].map((billId) =>
  sampleApproval({ id: billId, billId }),
);
const approved = standingApprovals(approvals, 'org-1');
const hidden = new Map<string, 'snoozed' | 'dismissed'>([
  ['open a', 'snoozed'],
  ['open b', 'snoozed'],
  ['overdue c', 'dismissed'],
  ['paid b', 'dismissed'],
  ['gone too', 'snoozed'],
]);

test('V-15 every filter says how many bills it shows', () => {
  const hiddenOf = ({ bill }: BillRow) => hidden.get(bill.id) ?? null;
  const counts = countBills({
    bills: {
      get: (billId) => byId.get(billId) ?? null,
      counts: () =>
        new Map(['open', 'overdue', 'partially_paid', 'paid', 'void'].map((status) => [status, 4])),
    },
    approved,
    hidden: [hidden],
  });
  const status = (filter: string, { bill }: BillRow): boolean => {
    if (['inbox', 'snoozed', 'dismissed', 'payable'].includes(filter)) {
      return bill.status !== 'paid' && bill.status !== 'void';
    }
    return filter === 'all' || filter === 'approved' || bill.status === filter;
  };
  const shown = billFilters.map((filter) => [
    filter,
    siftBills(
      rows.filter((row) => status(filter, row)),
      filter,
      noSift,
      { approved, hiddenOf, flagsOf: () => [] },
    ).length,
  ]);
  expect(billFilters.map((filter) => [filter, counts(filter)])).toEqual(shown);
});
