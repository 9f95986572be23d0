import { expect, test } from 'vitest';
import { sampleApproval, sampleRow } from '../../kit/testing/samples.ts';
import type { BillRow } from './bill-row.ts';
import { countBills } from './bill-counts.ts';
import { billLists, standingApprovals } from './bill-list.ts';
import { noFilter, filterBills } from './bill-filter.ts';

const rows = (['open', 'overdue', 'partially_paid', 'paid', 'void'] as const).flatMap((status) =>
  ['a', 'b', 'c', 'd'].map((id) => sampleRow({ id: `${status} ${id}`, status })),
);
const byId = new Map(rows.map((row) => [row.bill.id, row]));
const approvals = ['open a', 'paid a', 'gone'].map((billId) =>
  sampleApproval({ id: billId, billId }),
);
const approved = standingApprovals(approvals);
const hidden = new Map<string, 'snoozed' | 'dismissed'>([
  ['open a', 'snoozed'],
  ['open b', 'snoozed'],
  ['overdue c', 'dismissed'],
  ['paid b', 'dismissed'],
  ['gone too', 'snoozed'],
]);

test('V-15 every list says how many bills it shows', () => {
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
  const status = (list: string, { bill }: BillRow): boolean => {
    if (['inbox', 'snoozed', 'dismissed', 'payable'].includes(list)) {
      return bill.status !== 'paid' && bill.status !== 'void';
    }
    return list === 'all' || list === 'approved' || bill.status === list;
  };
  const shown = billLists.map((list) => [
    list,
    filterBills(
      rows.filter((row) => status(list, row)),
      list,
      noFilter,
      { approved, hiddenOf, flagsOf: () => [] },
    ).length,
  ]);
  expect(billLists.map((list) => [list, counts(list)])).toEqual(shown);
});
