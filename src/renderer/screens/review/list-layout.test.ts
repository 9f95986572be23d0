import { expect, test } from 'vitest';
import { sampleFound, sampleRow } from '../../kit/testing/samples.ts';
import type { BillColumns } from '../../core/bills/bill-columns.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { type Grouper, grouperFor, type ListGroup } from '../../core/bills/list-groups.ts';
import {
  layOut as layOutFound,
  positionAfterLeaving,
  rowToMoveTo,
  type ListEntry,
  type ListLayout,
} from './list-layout.ts';
import type { Grouping } from '../../core/bills/review-view.ts';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import { createListLayouts } from './list-layouts.ts';
import { chooseSort, groupingShown } from './SortGroupMenu.tsx';

const calendar = { today: '2026-11-20', weekStartsOn: 1 } as const;

const layOut = (list: readonly BillRow[], grouper: Grouper | null, lastFirst = false) =>
  layOutFound(sampleFound(list), grouper, lastFirst);

const by = (grouping: Grouping) => grouperFor(grouping, calendar);

function nameOf(group: ListGroup): string {
  if (group.by === 'dueDate' || group.by === 'age') return group.group;
  if (group.by === 'vendor') return group.name ?? 'no vendor';
  if (group.by === 'organization') return group.organizationId;
  if (group.by === 'similar') return 'similar';
  return `${group.currency} ${group.band.fromCents}–${group.band.toCents}`;
}

function told(entry: ListEntry): string {
  if (entry.kind === 'bill') return `${entry.position} ${entry.row.bill.id}`;
  const totals = entry.totals.map(({ currency, amountCents }) => `${amountCents} ${currency}`);
  return `${nameOf(entry.group)} (${entry.bills}): ${totals.join(', ')}`;
}

function allEntries({ entryCount, entryAt }: ListLayout): readonly string[] {
  return Array.from({ length: entryCount }, (_none, index) => entryAt(index))
    .filter((entry) => entry !== null)
    .map(told);
}

test('R-16 bills stand under their due-date group with its count and totals per currency', () => {
  const layout = layOut(
    [
      sampleRow({ id: 'late', due_date: '2026-11-01', amount_due_cents: 100 }),
      sampleRow({ id: 'later', due_date: '2026-11-19', amount_due_cents: 50, currency: 'JPY' }),
      sampleRow({ id: 'now', due_date: '2026-11-20', amount_due_cents: 7 }),
      sampleRow({ id: 'sunday', due_date: '2026-11-22T00:00:00Z', amount_due_cents: 8 }),
      sampleRow({ id: 'monday', due_date: '2026-11-23', amount_due_cents: 9 }),
      sampleRow({ id: 'whenever', due_date: null, amount_due_cents: 10 }),
    ],
    by('dueDate'),
  );
  expect({
    entries: allEntries(layout),
    entryOfBill: layout.rows.map((_row, position) => layout.entryOfBill(position)),
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

test('R-16 an empty list has no headings', () => {
  const { entryCount, totals, entryAt, headingAbove } = layOut([], by('dueDate'));
  expect([entryCount, totals, entryAt(0), headingAbove(0)]).toEqual([0, [], null, null]);
});

test('V-1 under each heading the bills keep the order they are sorted in', () => {
  const layout = layOut(
    [
      sampleRow({ id: 'large', vendor: { name: 'Birch' }, amount_due_cents: 900 }),
      sampleRow({ id: 'middle', vendor: { name: 'Älder' }, amount_due_cents: 500 }),
      sampleRow({ id: 'small', vendor: { name: 'Birch' }, amount_due_cents: 100 }),
      sampleRow({ id: 'nobody', vendor: null, amount_due_cents: 10 }),
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

test('V-2 groups by amount are powers of ten within one currency, never across', () => {
  const row = (cents: number, currency = 'EUR') =>
    sampleRow({ id: `${cents}${currency}`, amount_due_cents: cents, currency });
  const layout = layOut(
    [row(9_999), row(10_000), row(99_999), row(100_000), row(0), row(-5), row(10_000, 'AUD')],
    by('amount'),
  );
  expect(allEntries(layout).filter((line) => line.includes('('))).toEqual([
    'AUD 10000–99999 (1): 10000 AUD',
    'EUR null–null (1): -5 EUR',
    'EUR 0–9999 (2): 9999 EUR',
    'EUR 10000–99999 (2): 109999 EUR',
    'EUR 100000–999999 (1): 100000 EUR',
  ]);
});

test('V-3 age counts the days since the bill date; without one a bill stands last', () => {
  const row = (date: string | null) => sampleRow({ id: `${date}`, date, amount_due_cents: 1 });
  const dates = ['2026-11-21', '2026-11-13', '2026-11-12', '2026-10-21', '2026-10-20'];
  const layout = layOut(
    [...dates, '2026-08-22', '2026-08-21', null].map(row).toReversed(),
    by('age'),
  );
  const groups = (of: ListLayout) => allEntries(of).filter((line) => line.includes('('));
  expect([groups(layout), groups(layOut(layout.rows, by('age'), true))]).toEqual([
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

test('V-1 without groups the list is the bills alone, and still says what they come to', () => {
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

test('V-1 bills of several organizations can stand under their organization', () => {
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

test('R-17 when a bill leaves the list, the one that takes its place is shown', () => {
  expect([
    positionAfterLeaving(2, 10),
    positionAfterLeaving(9, 9),
    positionAfterLeaving(0, 0),
  ]).toEqual([2, 8, null]);
});

test('V-18 no key goes to a bill of a list that is still that of an earlier choice', () => {
  const rows = [sampleRow({ id: 'first' }), sampleRow({ id: 'second' })];
  const reached = [false, true].map((isBehind) =>
    [0, 1, 2].map((target) => rowToMoveTo({ rows, isBehind }, target)?.bill.id ?? null),
  );
  expect(reached).toEqual([
    ['first', 'second', null],
    [null, null, null],
  ]);
});

const groupers = (['dueDate', 'vendor', 'amount', 'none'] as const).map((grouping) =>
  grouperFor(grouping, calendar),
);
const noneExcluded: ReadonlySet<string> = new Set();

const random = createSeededRandom(7);
const upTo = (most: number): number => Math.floor(random.next() * most);
const rows = Array.from({ length: 60 }, (_none, at) =>
  sampleRow({
    id: String(at),
    due_date: `2026-1${upTo(3)}-1${upTo(9)}`,
    currency: ['EUR', 'EUR', 'USD', 'CHF'][upTo(4)] ?? 'EUR',
    vendor: { name: `Vendor ${upTo(5)}` },
    amount_due_cents: upTo(9_000_00) - 1_000_00,
  }),
);

const found = sampleFound(rows);

const whole = (layout: ListLayout) => ({
  entries: Array.from({ length: layout.entryCount }, (_none, at) => layout.entryAt(at)),
  totals: layout.totals,
  places: layout.rows.map((_row, at) => layout.entryOfBill(at)),
});

test('V-17 however bills leave the list and come back, it is laid out as if anew', () => {
  const layouts = createListLayouts();
  let excluded = noneExcluded;
  let [grouper = null] = groupers;
  const differing: number[] = [];
  for (let step = 0; step < 400; step++) {
    const next = new Set(excluded);
    if (upTo(9) === 0) for (const id of excluded) if (upTo(2)) next.delete(id);
    for (let more = upTo(3); more > 0; more--) next.add(String(upTo(70)));
    if (upTo(40) === 0) grouper = groupers[upTo(groupers.length)] ?? null;
    excluded = next.size > 58 ? noneExcluded : next;
    const left = rows.filter(({ bill }) => !excluded.has(bill.id));
    const laidOut = layouts.layOut({ found, similar: null, excluded, grouper, lastFirst: false });
    const anew = layOut(left, grouper);
    if (JSON.stringify(whole(laidOut)) !== JSON.stringify(whole(anew))) differing.push(step);
  }
  expect(differing).toEqual([]);
});

test('V-17 the layout is the same while nothing is another', () => {
  const layouts = createListLayouts();
  const [grouper = null] = groupers;
  const list = { found, similar: null, excluded: new Set(['1']), grouper, lastFirst: false };
  const first = layouts.layOut(list);
  const again = layouts.layOut({ ...list, excluded: new Set(['1']) });
  const fewer = layouts.layOut({ ...list, excluded: new Set(['1', '2']) });
  expect([again === first, fewer === first, fewer.rows.length]).toEqual([true, false, 58]);
});

test('V-19 finds with a wrong letter stand below all others under a heading of their own, and count in no total', () => {
  const [exact, near] = [rows.slice(0, 3), rows.slice(3, 5)];
  const list = {
    found: sampleFound(exact),
    similar: sampleFound(near),
    excluded: noneExcluded,
    lastFirst: false,
  };
  const lists = [null, groupers[0] ?? null].map((grouper) => {
    const layout = createListLayouts().layOut({ ...list, grouper });
    const heading = layout.headingAbove(layout.entryOfBill(3)) ?? -1;
    const entry = layout.entryAt(heading);
    return {
      last: layout.rows.slice(3).map(({ bill }) => bill.id),
      exact: layout.exact,
      heading: entry?.kind === 'group' && [entry.group.by, entry.bills],
      first: layout.entryAt(grouper === null ? 0 : 1)?.kind,
      sameTotals: layout.totals.length === layOut(exact, grouper).totals.length,
    };
  });
  const expected = {
    last: near.map(({ bill }) => bill.id),
    exact: 3,
    heading: ['similar', 2],
    first: 'bill',
    sameTotals: true,
  };
  expect(lists).toEqual([expected, expected]);
});

test('V-17 a list is gone over once for each bill, and not at all for those that leave it', () => {
  const layouts = createListLayouts();
  const [real = null] = groupers;
  let asked = 0;
  const grouper = real && {
    ...real,
    codesIn: (columns: BillColumns) => {
      const codeOf = real.codesIn(columns);
      return (slot: number) => {
        asked += 1;
        return codeOf(slot);
      };
    },
  };
  const steps = ['', '1', '2'].map((last) => {
    const excluded = new Set(['', '1', '2'].filter((id) => id <= last));
    const { rows: left } = layouts.layOut({
      found,
      similar: null,
      excluded,
      grouper,
      lastFirst: false,
    });
    return [left.length, asked];
  });
  expect(steps).toEqual([
    [60, 60],
    [59, 60],
    [58, 60],
  ]);
});

test('V-16 headings follow the order until they are chosen by themselves', () => {
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

test('V-16 a list of one organization is not grouped by organization', () => {
  expect([groupingShown('organization', false), groupingShown('organization', true)]).toEqual([
    'dueDate',
    'organization',
  ]);
});
