import { expect, test } from 'vitest';
import { sampleFound, sampleRow } from '../../../kit/testing/samples.ts';
import type { PlainDate } from '../../../../base/days.ts';
import type { BillRow } from '../../model/bill-row.ts';
import { cashNeeded } from './cash-needed.ts';
import { planCash, sumPlan, vendorKey, type Pins, type PlannedBill } from './cash-plan.ts';
import { duesByCurrency } from './dues.ts';

const noPins: Pins = { bills: new Set(), vendors: new Set() };
const today = '2026-11-18';
const dueBy: PlainDate = '2026-11-22';

/** A bill with its amount in whole units, due in November. */
const bill = (id: string, units: number, day: number | null, vendor = id): BillRow =>
  sampleRow({
    id,
    amountDueCents: units * 100,
    dueDate: day === null ? null : `2026-11-${day}`,
    vendor: { id: null, name: vendor },
  });

interface Given {
  readonly pins?: Pins;
  /** Bills ticked (true) or unticked by hand. */
  readonly byHand?: Readonly<Record<string, boolean>>;
  readonly flagged?: readonly string[];
}

function plan(
  rows: readonly BillRow[],
  units: number | null,
  { pins = noPins, byHand = {}, flagged = [] }: Given = {},
) {
  const chosen = new Map(Object.entries(byHand));
  const budgetCents = units === null ? null : units * 100;
  const isFlagged = ({ bill: { id } }: BillRow) => flagged.includes(id);
  const planned = planCash(rows, { budgetCents, dueBy, pins, chosen, isFlagged });
  const isChosen = ({ row, mark }: PlannedBill) => chosen.get(row.bill.id) ?? mark === 'fits';
  const sums = sumPlan(planned, isChosen, { today, dueBy });
  return { planned, sums, marks: planned.map(({ row, mark }) => `${row.bill.id} ${mark}`) };
}

test('B-10 the earliest due bills fit first, a smaller bill may fit after a larger one, and without money none fits', () => {
  const rows = [bill('d', 40, 22), bill('a', 50, 10), bill('b', 70, 20), bill('c', 30, 21)];
  rows.push(bill('later', 1, 29), bill('undated', 1, null));
  expect([plan(rows, 80).marks, plan(rows, null).marks]).toEqual([
    ['a fits', 'b over', 'c fits', 'd over', 'later later', 'undated later'],
    ['a over', 'b over', 'c over', 'd over', 'later later', 'undated later'],
  ]);
});

test('B-10 a pinned bill comes first, then a pinned vendor, whenever they are due', () => {
  const rows = [bill('a', 50, 10), bill('b', 50, 29, 'Rent'), bill('c', 50, 30)];
  const vendors = new Set([vendorKey(bill('', 0, 1, 'Rent'))]);
  const pinned = plan(rows, 100, { pins: { bills: new Set(['c']), vendors } });
  expect([pinned.marks, pinned.planned.map((each) => each.pinned)]).toEqual([
    ['c fits', 'b fits', 'a over'],
    ['bill', 'vendor', null],
  ]);
});

test('B-10 bills ticked by hand use the amount before all others, and no bill is added once it is used up', () => {
  const rows = [
    bill('a', 400, 10),
    bill('b', 500, 20),
    bill('c', 300, 21),
    bill('later', 1_200, 29),
  ];
  const chosen = (units: number, byHand: Record<string, boolean>) => {
    const { planned, sums } = plan(rows, units, { byHand });
    const ids = planned.filter((_each, at) => sums.running[at] !== null);
    return [ids.map(({ row }) => row.bill.id).join(' '), sums.outCents / 100];
  };
  expect([
    chosen(1_000, { later: true }),
    chosen(1_200, { later: true }),
    chosen(1_600, { later: true }),
    chosen(1_000, { c: true }),
    chosen(1_000, { a: false }),
  ]).toEqual([
    ['later', 1_200],
    ['later', 1_200],
    ['a later', 1_600],
    ['a c', 700],
    ['b', 500],
  ]);
});

test('B-10 a bill that credits cover fits when the amount is used up, but not without one', () => {
  const rows = [bill('a', 50, 10, 'A'), bill('a-', -80, 10, 'A'), bill('b', 70, 11)];
  const outcome = (units: number | null, byHand: Record<string, boolean>) =>
    plan(rows, units, { byHand }).marks.join(', ');
  expect([
    outcome(0, {}),
    outcome(70, { b: true }),
    outcome(60, { b: true }),
    outcome(null, {}),
    outcome(71, { 'a-': false }),
  ]).toEqual([
    'a fits, a- fits, b over',
    'a fits, a- fits, b fits',
    'a fits, a- fits, b fits',
    'a over, a- later, b over',
    'a fits, a- fits, b over',
  ]);
});

test('B-10 a flagged bill and a flagged credit count only if they are ticked by hand, pinned or not', () => {
  const rows = [bill('a', 50, 10, 'A'), bill('a-', -20, 10, 'A'), bill('b', 60, 11)];
  rows.push(bill('c', 40, 12));
  const pins = { bills: new Set(['b']), vendors: new Set<string>() };
  const flagged = ['a-', 'b'];
  const automatic = plan(rows, 100, { pins, flagged });
  const byHand = plan(rows, 100, { flagged, byHand: { b: true, 'a-': true } });
  expect([automatic.marks, automatic.sums.outCents, byHand.marks, byHand.sums.outCents]).toEqual([
    ['b flagged', 'a fits', 'a- flagged', 'c fits'],
    9_000,
    ['a fits', 'a- fits', 'b fits', 'c over'],
    9_000,
  ]);
  expect([automatic.sums, byHand.sums].map((sums) => [sums.overdue.bills, sums.flagged])).toEqual([
    [1, 1],
    [1, 0],
  ]);
});

test('B-11 a credit reduces the bills of its vendor in its organization, never below zero', () => {
  const rows = [
    bill('a1', 50, 10, 'A'),
    bill('a-', -80, 30, 'A'),
    bill('b1', 60, 11, 'B'),
    bill('c-', -500, 12, 'C'),
    { ...bill('a2', 50, 12, 'A'), organizationId: 'org-2' },
    bill('a3', 40, 13, 'A'),
  ];
  const { marks, sums } = plan(rows, 70);
  expect({ marks, ...sums }).toMatchObject({
    marks: ['a1 fits', 'b1 fits', 'a2 over', 'c- later', 'a3 fits', 'a- fits'],
    bills: 4,
    outCents: 7_000,
    creditsCents: -8_000,
    running: [5_000, 11_000, null, null, 15_000, 7_000],
  });
});

test('B-11 the deducted credits are never more than the bills they reduce', () => {
  const rows = [bill('a', 50, 10, 'A'), bill('a-', -80, 10, 'A'), bill('c-', -500, 12, 'C')];
  const { sums } = plan(rows, 70, { byHand: { 'c-': true } });
  expect([sums.outCents, sums.creditsCents]).toEqual([0, -5_000]);
});

test('bills left unpaid have the day from which they are overdue', () => {
  const rows = [bill('a', 50, 17), bill('b', 50, 18), bill('c', 50, 22), bill('d', 50, 23)];
  // These bills owe nothing: no amount is due, or it is a credit.
  rows.push(bill('e', 0, 18), bill('f', 0, 17), bill('g', -1, 18));
  const { planned, sums } = plan(rows, null);
  expect({ days: planned.map(({ overdueOn }) => overdueOn), ...sums }).toMatchObject({
    days: ['2026-11-18', null, '2026-11-19', null, null, '2026-11-23', '2026-11-24'],
    overdue: { bills: 1, amountCents: 5_000 },
    becoming: { bills: 2, amountCents: 10_000 },
    firstOn: '2026-11-19',
  });
});

test('B-11 credits of other vendors do not reduce what stays or becomes overdue', () => {
  const rows = [bill('a', 50, 10, 'A'), bill('b-', -20, 10, 'B')];
  rows.push(bill('c', 40, 20, 'C'), bill('d-', -30, 20, 'D'));
  expect(plan(rows, null).sums).toMatchObject({
    overdue: { bills: 1, amountCents: 5_000 },
    becoming: { bills: 1, amountCents: 4_000 },
  });
});

test('credits reduce what stays overdue, as in the overview', () => {
  const rows = [bill('a', 50, 16, 'A'), bill('a-', -20, 17, 'A'), bill('b', 70, 17)];
  rows.push(bill('c', 40, 20, 'C'), bill('c-', -10, 21, 'C'), bill('later-', -5, 30));
  rows.push(bill('undated-', -5, null));
  const { overdue, becoming, firstOn } = plan(rows, null).sums;
  const paid = plan(rows, 30, { byHand: { a: true } }).sums;
  const { days } = duesByCurrency(sampleFound(rows), today).get('EUR') ?? { days: [] };
  const [late, thisWeek] = cashNeeded({ days }, 'EUR', { today, weekStartsOn: 1 }).weeks;
  expect({
    overdue: overdue.amountCents,
    becoming: becoming.amountCents,
    bills: [overdue.bills, becoming.bills],
    firstOn,
    left: paid.overdue,
  }).toEqual({
    overdue: late?.amountCents,
    becoming: thisWeek?.amountCents,
    bills: [2, 1],
    firstOn: '2026-11-21',
    left: { bills: 1, amountCents: 7_000 },
  });
});
