import type { PlainDate } from '../../../../base/days.ts';
import { expect, test } from 'vitest';
import { sampleApproval, sampleRow, sampleFound } from '../../../kit/testing/samples.ts';
import { isOfBill, queryFor } from './bill-list.ts';
import {
  billLists,
  type BillList,
  type OutOfInbox,
  noFilter,
  type BillFilter,
} from '../../model/list-choice.ts';
import { filterBills } from './bill-filter.ts';
import type { FilterFacts } from './condition-tests.ts';
import type { BillRow } from '../../model/bill-row.ts';
import { countBills } from './bill-counts.ts';

test('a bill shows the outcome of each of its approvals, including withdrawn ones', () => {
  const approvals = [
    sampleApproval({ id: 'current', state: 'queued' }),
    sampleApproval({ id: 'withdrawn', state: 'withdrawn' }),
    sampleApproval({ id: 'other bill', billId: 'bill-2' }),
    sampleApproval({ id: 'elsewhere', organizationId: 'org-2' }),
  ];
  const bill = { organizationId: 'org-1', billId: 'bill-1' };
  const shown = approvals.filter((row) => isOfBill(row, bill));
  expect(shown.map(({ id }) => id)).toEqual(['current', 'withdrawn']);
});

test('every list queries the index for its status, with the words and the order chosen', () => {
  const asked = { search: 'acme', sort: 'vendor', descending: true } as const;
  expect(billLists.map((list) => [list, queryFor({ ...asked, list })])).toEqual(
    Object.entries({
      inbox: 'payable',
      snoozed: 'payable',
      hidden: 'payable',
      approved: null,
      payable: 'payable',
      all: null,
      open: 'open',
      overdue: 'overdue',
      partially_paid: 'partially_paid',
      paid: 'paid',
      void: 'void',
    }).map(([list, status]) => [list, { status, ...asked }]),
  );
});

const today = '2026-11-22' as const;

const facts: FilterFacts = {
  approved: new Map([['approved', today]]),
  outOfInboxOf: ({ bill }) => {
    if (bill.id === 'snoozed') return 'snoozed';
    return bill.id === 'hidden' ? 'hidden' : null;
  },
  flagsOf: (billId) => (billId === 'odd' ? [{ kind: 'dueAboveTotal' }] : []),
  isRoutine: (billId) => billId === 'routine',
  leftUnapproved: () => false,
  today,
};

const rowOf = (id: string, fields: Parameters<typeof sampleRow>[0] = {}) =>
  sampleRow({ id, ...fields });

test('an approved, snoozed or hidden bill leaves the inbox for a list of its own', () => {
  const all = ['bill', 'snoozed', 'hidden', 'approved'];
  const rows = all.map((id) => rowOf(id));
  const under = (list: BillList) =>
    filterBills(sampleFound(rows), list, noFilter, facts).rows.map(({ bill }) => bill.id);
  const lists = ['inbox', 'approved', 'snoozed', 'hidden', 'all', 'open'] as const;
  expect(lists.map(under)).toEqual([['bill'], ['approved'], ['snoozed'], ['hidden'], all, all]);
});

test.each<[string, Partial<BillFilter>, readonly string[]]>([
  ['vendor', { vendor: 'Acme' }, ['odd']],
  ['no vendor', { vendor: '' }, ['undated']],
  ['currency', { currency: 'USD' }, ['dollars']],
  ['amount', { currency: 'EUR', amountFromCents: 100, amountToCents: 4_999 }, ['early', 'undated']],
  ['due', { dueFrom: '2026-11-01', dueTo: '2026-11-10' }, ['early', 'odd', 'credit']],
  ['due until', { dueTo: '2026-11-09' }, ['early']],
  ['flagged', { flag: 'any' }, ['odd']],
  ['a kind of flag', { flag: 'dueAboveTotal' }, ['odd']],
  ['another kind of flag', { flag: 'duplicate' }, []],
  ['all', { currency: 'EUR', dueFrom: '2026-11-02', amountFromCents: 0 }, ['odd']],
])('filters combine, and a bill stays when it matches all of them: %s', (_, filter, expected) => {
  const rows = [
    rowOf('early', { dueDate: '2026-11-01T09:00:00Z', amountDueCents: 100 }),
    rowOf('odd', {
      dueDate: '2026-11-10',
      amountDueCents: 5_000,
      vendor: { id: null, name: 'Acme' },
    }),
    rowOf('credit', { dueDate: '2026-11-10', amountDueCents: -100 }),
    rowOf('dollars', { dueDate: '2026-12-01', amountDueCents: 5_000, currency: 'USD' }),
    rowOf('undated', { dueDate: null, vendor: null }),
  ];
  const { rows: left } = filterBills(sampleFound(rows), 'all', { ...noFilter, ...filter }, facts);
  expect(left.map(({ bill }) => bill.id)).toEqual(expected);
});

test('a filter that leaves out nothing returns the same list', () => {
  const found = sampleFound([rowOf('bill')]);
  const lists = (['inbox', 'all'] as const).map((list) =>
    filterBills(found, list, noFilter, facts),
  );
  expect(lists.map((list) => list === found)).toEqual([true, true]);
});

const ofEachStatus = (['open', 'overdue', 'partially_paid', 'paid', 'void'] as const).flatMap(
  (status) => ['a', 'b', 'c', 'd'].map((id) => sampleRow({ id: `${status} ${id}`, status })),
);
const byId = new Map(ofEachStatus.map((row) => [row.bill.id, row]));
const approvals = ['open a', 'paid a', 'open d', 'gone'].map((billId) =>
  sampleApproval({ id: billId, billId }),
);
const current = new Map<string, PlainDate | null>(
  approvals.map(({ billId }) => [billId, billId === 'open d' ? null : today]),
);
const outOfInbox = new Map<string, OutOfInbox>([
  ['open a', 'snoozed'],
  ['open b', 'snoozed'],
  ['overdue c', 'hidden'],
  ['paid b', 'hidden'],
  ['gone too', 'snoozed'],
]);

test('every list shows its number of bills', () => {
  const outOfInboxOf = ({ bill }: BillRow) => outOfInbox.get(bill.id) ?? null;
  const counts = countBills({
    bills: {
      get: (billId) => byId.get(billId) ?? null,
      counts: () =>
        new Map(['open', 'overdue', 'partially_paid', 'paid', 'void'].map((status) => [status, 4])),
    },
    approved: current,
    outOfInbox: [outOfInbox],
  });
  const isUnder = (list: string, { bill }: BillRow): boolean => {
    if (['inbox', 'snoozed', 'hidden', 'payable'].includes(list)) {
      return bill.status !== 'paid' && bill.status !== 'void';
    }
    return list === 'all' || list === 'approved' || bill.status === list;
  };
  const shown = billLists.map((list) => [
    list,
    filterBills(sampleFound(ofEachStatus.filter((each) => isUnder(list, each))), list, noFilter, {
      approved: current,
      outOfInboxOf,
      flagsOf: () => [],
      isRoutine: () => false,
      leftUnapproved: () => false,
      today,
    }).rows.length,
  ]);
  expect(billLists.map((list) => [list, counts(list)])).toEqual(shown);
});
