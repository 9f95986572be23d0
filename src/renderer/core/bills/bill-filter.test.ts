import { expect, test } from 'vitest';
import { sampleApproval, sampleRow } from '../../kit/testing/samples.ts';
import { standingApprovals, type BillList } from './bill-list.ts';
import { noFilter, filterBills, type BillFilter, type FilterFacts } from './bill-filter.ts';

const facts: FilterFacts = {
  approved: new Set(['approved']),
  hiddenOf: ({ bill }) => {
    if (bill.id === 'snoozed') return 'snoozed';
    return bill.id === 'dismissed' ? 'dismissed' : null;
  },
  flagsOf: (billId) => (billId === 'odd' ? [{ kind: 'dueAboveTotal' }] : []),
};

const row = (id: string, fields: Parameters<typeof sampleRow>[0] = {}) =>
  sampleRow({ id, ...fields });

test('R-18 an approved bill leaves the inbox and is found under Approved here', () => {
  const rows = [row('bill-1'), row('bill-2')];
  const approved = standingApprovals([sampleApproval({ billId: 'bill-2' })]);
  const under = (list: BillList) =>
    filterBills(rows, list, noFilter, { ...facts, approved }).map(({ bill }) => bill.id);
  expect({
    inbox: under('inbox'),
    approved: under('approved'),
    all: under('all'),
    open: under('open'),
  }).toEqual({
    inbox: ['bill-1'],
    approved: ['bill-2'],
    all: ['bill-1', 'bill-2'],
    open: ['bill-1', 'bill-2'],
  });
});

test('V-5 what is snoozed or dismissed leaves the inbox and has its own list', () => {
  const rows = ['bill', 'snoozed', 'dismissed', 'approved'].map((id) => row(id));
  const under = (list: BillList) =>
    filterBills(rows, list, noFilter, facts).map(({ bill }) => bill.id);
  expect([under('inbox'), under('snoozed'), under('dismissed'), under('all')]).toEqual([
    ['bill'],
    ['snoozed'],
    ['dismissed'],
    ['bill', 'snoozed', 'dismissed', 'approved'],
  ]);
});

test('V-6 filters are combined: a bill stays when it fits all of them', () => {
  const rows = [
    row('early', { due_date: '2026-11-01T09:00:00Z', amount_due_cents: 100 }),
    row('odd', { due_date: '2026-11-10', amount_due_cents: 5_000, vendor: { name: 'Acme' } }),
    row('credit', { due_date: '2026-11-10', amount_due_cents: -100 }),
    row('dollars', { due_date: '2026-12-01', amount_due_cents: 5_000, currency: 'USD' }),
    row('undated', { due_date: null, vendor: null }),
  ];
  const left = (filter: Partial<BillFilter>) =>
    filterBills(rows, 'all', { ...noFilter, ...filter }, facts).map(({ bill }) => bill.id);
  expect({
    vendor: left({ vendor: 'Acme' }),
    noVendor: left({ vendor: '' }),
    currency: left({ currency: 'USD' }),
    amount: left({ currency: 'EUR', amountFromCents: 100, amountToCents: 4_999 }),
    due: left({ dueFrom: '2026-11-01', dueTo: '2026-11-10' }),
    dueTo: left({ dueTo: '2026-11-09' }),
    flagged: left({ flagged: true }),
    all: left({ currency: 'EUR', dueFrom: '2026-11-02', amountFromCents: 0 }),
  }).toEqual({
    vendor: ['odd'],
    noVendor: ['undated'],
    currency: ['dollars'],
    amount: ['early', 'undated'],
    due: ['early', 'odd', 'credit'],
    dueTo: ['early'],
    flagged: ['odd'],
    all: ['odd'],
  });
});

test('V-6 a list of which nothing is left out is the same list', () => {
  const rows = [row('bill')];
  expect([
    filterBills(rows, 'inbox', noFilter, facts),
    filterBills(rows, 'all', noFilter, facts),
  ]).toSatisfy((lists: readonly unknown[]) => lists.every((list) => list === rows));
});
