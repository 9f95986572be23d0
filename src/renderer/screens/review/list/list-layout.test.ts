import { expect, test } from 'vitest';
import { sampleFound, sampleRow } from '../../../kit/testing/samples.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import { type Grouper, grouperFor, type ListGroup } from '../../../core/bills/lists/list-groups.ts';
import {
  positionAfterLeaving,
  rowToMoveTo,
  type ListEntry,
  type ListLayout,
} from './list-layout.ts';
import { setUsualCurrency } from '../../../core/model/currency-order.ts';
import type { Grouping } from '../../../core/model/list-choice.ts';
import { createListLayouts } from './list-layouts.ts';
import { chooseSort, groupingShown } from './list-order.ts';

const calendar = { today: '2026-11-20', weekStartsOn: 1 } as const;

const layOut = (list: readonly BillRow[], grouper: Grouper | null, lastFirst = false) =>
  createListLayouts().layOut({
    ...{ found: sampleFound(list), similar: null, excluded: new Set(), grouper, lastFirst },
  });

const by = (grouping: Grouping) => grouperFor(grouping, calendar);

function nameOf(group: ListGroup): string {
  if (group.by === 'dueDate' || group.by === 'age') return group.group;
  if (group.by === 'vendor') return group.name ?? 'no vendor';
  if (group.by === 'organization') return group.organizationId;
  if (group.by === 'similar') return 'similar';
  return `${group.currency} ${group.band.fromCents}–${group.band.toCents}`;
}

function observed(entry: ListEntry): string {
  if (entry.kind === 'bill') return `${entry.position} ${entry.row.bill.id}`;
  const totals = entry.totals.map(({ currency, amountCents }) => `${amountCents} ${currency}`);
  return `${nameOf(entry.group)} (${entry.bills}): ${totals.join(', ')}`;
}

function allEntries({ entryCount, entryAt }: ListLayout): readonly string[] {
  return Array.from({ length: entryCount }, (_none, index) => entryAt(index))
    .filter((entry) => entry !== null)
    .map(observed);
}

test('bills are grouped by due date, with count and totals per currency', () => {
  const layout = layOut(
    [
      sampleRow({ id: 'late', dueDate: '2026-11-01', amountDueCents: 100 }),
      sampleRow({ id: 'later', dueDate: '2026-11-19', amountDueCents: 50, currency: 'JPY' }),
      sampleRow({ id: 'now', dueDate: '2026-11-20', amountDueCents: 7 }),
      sampleRow({ id: 'sunday', dueDate: '2026-11-22T00:00:00Z', amountDueCents: 8 }),
      sampleRow({ id: 'monday', dueDate: '2026-11-23', amountDueCents: 9 }),
      sampleRow({ id: 'whenever', dueDate: null, amountDueCents: 10 }),
    ],
    by('dueDate'),
  );
  expect({
    entries: allEntries(layout),
    entryOfBill: layout.rows.slice().map((_row, position) => layout.entryOfBill(position)),
    headingAbove: [0, 1, 4, 10].map(layout.headingAbove),
    headingsBefore: [0, 1, 4, 5, 11].map(layout.headingsBefore),
    totals: layout.totals,
  }).toEqual({
    entries: [
      'past (2): 100 EUR, 50 JPY',
      '0 late',
      '1 later',
      'today (1): 7 EUR',
      '2 now',
      'thisWeek (1): 8 EUR',
      '3 sunday',
      'later (1): 9 EUR',
      '4 monday',
      'none (1): 10 EUR',
      '5 whenever',
    ],
    entryOfBill: [1, 2, 4, 6, 8, 10],
    headingAbove: [0, 0, 3, 9],
    headingsBefore: [0, 1, 2, 2, 5],
    totals: [
      { currency: 'EUR', amountCents: 134 },
      { currency: 'JPY', amountCents: 50 },
    ],
  });
});

test('an empty list has no headings', () => {
  const { entryCount, totals, entryAt, headingAbove } = layOut([], by('dueDate'));
  expect([entryCount, totals, entryAt(0), headingAbove(0)]).toEqual([0, [], null, null]);
});

test('within each group the bills keep their order', () => {
  const layout = layOut(
    [
      sampleRow({ id: 'large', vendor: { id: null, name: 'Birch' }, amountDueCents: 900 }),
      sampleRow({ id: 'middle', vendor: { id: null, name: 'Älder' }, amountDueCents: 500 }),
      sampleRow({ id: 'small', vendor: { id: null, name: 'Birch' }, amountDueCents: 100 }),
      sampleRow({ id: 'nobody', vendor: null, amountDueCents: 10 }),
    ],
    by('vendor'),
  );
  expect(allEntries(layout)).toEqual([
    'Älder (1): 500 EUR',
    '0 middle',
    'Birch (2): 1000 EUR',
    '1 large',
    '2 small',
    'no vendor (1): 10 EUR',
    '3 nobody',
  ]);
});

test('groups by amount are powers of ten within a currency; the currency of most bills comes first', () => {
  const row = (cents: number, currency = 'EUR') =>
    sampleRow({ id: `${cents}${currency}`, amountDueCents: cents, currency });
  setUsualCurrency('EUR');
  const layout = layOut(
    [row(9_999), row(10_000), row(99_999), row(100_000), row(0), row(-5), row(10_000, 'AUD')],
    by('amount'),
  );
  expect(allEntries(layout).filter((line) => line.includes('('))).toEqual([
    'EUR null–null (1): -5 EUR',
    'EUR 0–9999 (2): 9999 EUR',
    'EUR 10000–99999 (2): 109999 EUR',
    'EUR 100000–999999 (1): 100000 EUR',
    'AUD 10000–99999 (1): 10000 AUD',
  ]);
});

test('age counts the days since the bill date; bills without one come last', () => {
  const row = (date: string | null) => sampleRow({ id: `${date}`, date, amountDueCents: 1 });
  const dates = ['2026-11-21', '2026-11-13', '2026-11-12', '2026-10-21', '2026-10-20'];
  const layout = layOut(
    [...dates, '2026-08-22', '2026-08-21', null].map(row).toReversed(),
    by('age'),
  );
  const groups = (of: ListLayout) => allEntries(of).filter((line) => line.includes('('));
  expect([groups(layout), groups(layOut(layout.rows.slice(), by('age'), true))]).toEqual([
    [
      'week (2): 2 EUR',
      'month (2): 2 EUR',
      'quarter (2): 2 EUR',
      'older (1): 1 EUR',
      'none (1): 1 EUR',
    ],
    [
      'older (1): 1 EUR',
      'quarter (2): 2 EUR',
      'month (2): 2 EUR',
      'week (2): 2 EUR',
      'none (1): 1 EUR',
    ],
  ]);
});

test('without groups the list has only bills, and still shows their totals', () => {
  const layout = layOut(
    [sampleRow({ id: 'one' }), sampleRow({ id: 'two', currency: 'USD' })],
    by('none'),
  );
  expect({
    entries: allEntries(layout),
    entryOfBill: [0, 1].map(layout.entryOfBill),
    headings: [layout.headingAbove(1), layout.headingsBefore(2)],
    totals: layout.totals,
  }).toEqual({
    entries: ['0 one', '1 two'],
    entryOfBill: [0, 1],
    headings: [null, 0],
    totals: [
      { currency: 'EUR', amountCents: 1_000 },
      { currency: 'USD', amountCents: 1_000 },
    ],
  });
});

test('bills of several organizations can be grouped by organization', () => {
  const rows = [
    { ...sampleRow({ id: 'a' }), organizationId: 'org-2' },
    { ...sampleRow({ id: 'b' }), organizationId: 'org-1' },
    { ...sampleRow({ id: 'c' }), organizationId: 'org-2' },
  ];
  expect(allEntries(layOut(rows, by('organization')))).toEqual([
    'org-2 (2): 2000 EUR',
    '0 a',
    '1 c',
    'org-1 (1): 1000 EUR',
    '2 b',
  ]);
});

test('when a bill leaves the list, the bill now in its place is shown', () => {
  expect([
    positionAfterLeaving(2, 10),
    positionAfterLeaving(9, 9),
    positionAfterLeaving(0, 0),
  ]).toEqual([2, 8, null]);
});

test('while a new list loads, keys do not act on bills of the previous list', () => {
  const rows = [sampleRow({ id: 'first' }), sampleRow({ id: 'second' })];
  const reached = [false, true].map((isBehind) =>
    [0, 1, 2].map((target) => rowToMoveTo({ rows, isBehind }, target)?.bill.id ?? null),
  );
  expect(reached).toEqual([
    ['first', 'second', null],
    [null, null, null],
  ]);
});

test('groups follow the order until the user chooses them separately', () => {
  const first = { sort: 'dueDate', descending: false, grouping: 'dueDate' } as const;
  const grouped = { ...first, grouping: 'vendor' } as const;
  expect([
    chooseSort(first, 'amount'),
    chooseSort(chooseSort(first, 'age'), 'vendor'),
    chooseSort(grouped, 'amount'),
    chooseSort({ ...first, descending: true }, 'dueDate'),
  ]).toEqual([
    { sort: 'amount', descending: true, grouping: 'amount' },
    { sort: 'vendor', descending: false, grouping: 'vendor' },
    { sort: 'amount', descending: true, grouping: 'vendor' },
    { sort: 'dueDate', descending: true, grouping: 'dueDate' },
  ]);
});

test('a list of one organization is not grouped by organization', () => {
  expect([groupingShown('organization', false), groupingShown('organization', true)]).toEqual([
    'dueDate',
    'organization',
  ]);
});

const money = { dueDate: '2026-11-01', totalCents: 1_000 };
const open = sampleRow({ ...money, id: 'open', amountDueCents: 400 });
const credit = sampleRow({ ...money, id: 'credit', amountDueCents: -400 });
const paid = sampleRow({ ...money, id: 'paid', status: 'paid', amountDueCents: 0 });
const voided = sampleRow({ ...money, id: 'void', status: 'void', amountDueCents: 1_000 });
const held = sampleRow({ ...money, id: 'held', status: 'on_hold', amountDueCents: 1_000 });
const dollars = sampleRow({ ...voided.bill, id: 'dollars', currency: 'USD' });

test.each<[string, readonly BillRow[], string, readonly string[]]>([
  ['payable bills', [open, credit], 'due', ['past (2): 0 EUR']],
  ['a void bill beside an open one', [open, voided, dollars], 'mixed', ['past (3): 400 EUR']],
  ['paid and void bills only', [paid, voided, held], 'total', ['past (3): 3000 EUR']],
])('amounts due leave out bills that are not payable: %s', (_name, rows, kind, headings) => {
  const layout = layOut(rows, by('dueDate'));
  const totals = layout.totals.map(({ currency, amountCents }) => `${amountCents} ${currency}`);
  expect([layout.amountKind, allEntries(layout).slice(0, 1), totals]).toEqual([
    kind,
    headings,
    headings.map((heading) => heading.replace(/^.*: /, '')),
  ]);
});

test('bills that are not payable are grouped by the total that the list shows', () => {
  const headings = allEntries(layOut([paid, voided, open], by('amount')));
  expect(headings).toEqual(['EUR 0–9999 (3): 400 EUR', '0 paid', '1 void', '2 open']);
});
