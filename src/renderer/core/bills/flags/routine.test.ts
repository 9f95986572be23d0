import { expect, test } from 'vitest';
import { addDays, type PlainDate } from '../../../../base/days.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { sampleBill } from '../../../kit/testing/samples.ts';
import { priceChanges } from './price-changes.ts';
import { createFlagIndex } from './flag-index.ts';
import type { Regularity } from './routine.ts';

const from: PlainDate = '2026-01-05';
const vendor = { id: 'v1', name: 'Lumen Energy', others: { iban: 'XX00' } };

/** The bill at a place in a sequence of monthly bills. */
function monthly(at: number, fields: Partial<Bill> = {}): Bill {
  const date = (fields.date as PlainDate | undefined) ?? addDays(from, at * 30);
  return sampleBill({
    ...{ id: `bill ${at}`, billNumber: `INV-${1_000 + at}`, vendor, memo: 'Power' },
    ...{ date, dueDate: addDays(date, 30), totalCents: 139_000, amountDueCents: 139_000 },
    ...(at < 8 ? { status: 'paid', amountDueCents: 0 } : {}),
    ...fields,
  });
}

const money = (totalCents: number): Partial<Bill> => ({ totalCents, amountDueCents: totalCents });

function regularityOf(
  bill: Bill,
  before: readonly Bill[] = Array.from({ length: 8 }, (_none, at) => monthly(at)),
): Regularity | null {
  const index = createFlagIndex();
  for (const each of [bill, ...before]) index.put(each.id, each);
  const isFlagged = index.flagsOf(bill.id, true).length > 0;
  const all = index.regularityOf(bill.id, true, isFlagged);
  const others = all?.deviations.filter((each) => each !== 'flagged');
  // The list of routine bills uses this faster test.
  expect(index.isRegular(bill.id, true)).toBe(others?.length === 0);
  return all;
}

test.each<[string, Partial<Bill>, readonly string[]]>([
  ['as always', {}, []],
  ['within 3 %', money(143_000), []],
  ['beyond 3 %', money(144_000), ['amount']],
  ['less by 10 %', money(125_000), ['amount']],
  ['number missing', { billNumber: null }, ['number']],
  ['number far ahead', { billNumber: 'INV-1999' }, ['number']],
  ['number of another form', { billNumber: 'A-1008' }, ['number']],
  ['number before the last', { billNumber: 'INV-0900' }, ['number']],
  ['ten days early', { date: '2026-08-23' }, ['rhythm']],
  ['a month late', { date: '2026-10-02' }, ['rhythm']],
  ['days shorter terms', { dueDate: '2026-09-27' }, ['terms']],
  ['days longer terms', { dueDate: '2026-10-05' }, ['terms']],
  ['two days longer terms', { dueDate: '2026-10-04' }, []],
  ['partly paid', { status: 'partially_paid', amountDueCents: 9_000 }, ['partlyPaid']],
  ['other account', { vendor: { ...vendor, others: { iban: 'XX11' } } }, ['flagged', 'payee']],
  ['account in a nested field', { others: { remit: { bank: 'XX' } } }, ['flagged', 'payee']],
  ['other vendor record', { vendor: { ...vendor, id: 'v2' } }, ['vendorRecord']],
  ['memo with an account', { memo: 'New bank account!' }, ['memo']],
  ['another memo', { memo: 'Gift cards' }, ['memo']],
  ['a memo with a month', { memo: 'Power, September 2026' }, []],
  ['name with spaces and case', { vendor: { ...vendor, name: 'LUMEN  Energy ' } }, []],
  ['account with spaces', { vendor: { ...vendor, others: { iban: 'xx 00' } } }, []],
  ['seven days early', { date: '2026-08-26' }, ['rhythm']],
  ['a number left out', { billNumber: 'INV-1009' }, ['number']],
  ['an unusual amount', money(1_390_000), ['flagged', 'amount']],
])('R-100 each deviation is named, and a bill without any is routine: %s', (_, fields, names) => {
  expect(regularityOf(monthly(8, fields))?.deviations).toEqual(names);
});

test('R-100 four paid bills make a routine, and a later paid bill ends it', () => {
  const few = [4, 5, 6, 7].map((at) => monthly(at));
  const open = monthly(7, { status: 'open', amountDueCents: 139_000 });
  const later = [3, 4, 5, 6].map((at) => monthly(at));
  expect({
    four: regularityOf(monthly(8), few)?.deviations,
    three: regularityOf(monthly(8), few.slice(1))?.deviations,
    late: regularityOf(open, [...later, monthly(8, { status: 'paid' })])?.deviations,
    first: regularityOf(monthly(8), [])?.against,
  }).toEqual({ four: [], three: ['fewPaid'], late: ['notLatest'], first: null });
});

test('R-100 the list of routine bills compares nothing further after the first deviation', () => {
  let compared = 0;
  const others = () => {
    compared += 1;
    return [];
  };
  const index = createFlagIndex({ today: () => null, limits: () => [], others });
  for (const [at, totalCents] of [139_000, 150_000].entries()) {
    const id = `now ${at}`;
    const all = Array.from({ length: 8 }, (_none, before) => monthly(before));
    for (const each of [...all, monthly(8, { id, ...money(totalCents) })]) index.put(each.id, each);
    index.isRegular(id, true);
    index.put(id, null);
  }
  expect(compared).toBe(1);
});

const open = (at: number): Partial<Bill> => ({
  status: 'open',
  ...money(139_000),
  id: `open ${at}`,
});
const other = { ...vendor, others: { iban: 'XX11' } };
const eight = Array.from({ length: 8 }, (_none, at) => monthly(at));

test.each<[string, Partial<Bill>, Partial<Bill>, readonly string[]]>([
  ['a month before', {}, {}, []],
  ['bank details', { vendor: other }, { vendor: other }, ['payee']],
  [
    'vendor record',
    { vendor: { ...vendor, id: 'v2' } },
    { vendor: { ...vendor, id: 'v2' } },
    ['vendorRecord'],
  ],
  ['number series', { billNumber: 'ZZ-1' }, { billNumber: 'ZZ-2' }, ['number']],
  ['currency', { currency: 'USD' }, { currency: 'USD' }, ['currency']],
  ['terms', { dueDate: '2026-09-12' }, { dueDate: '2026-10-12' }, ['terms']],
  ['interval', { date: '2026-08-20' }, { date: '2026-09-04', billNumber: 'INV-1009' }, ['rhythm']],
])('R-100 an unpaid bill does not show what is usual: %s', (_, before, fields, names) => {
  const waiting = monthly(8, { ...open(8), ...before });
  const found = regularityOf(monthly(9, fields), [...eight, waiting])?.deviations ?? [];
  expect(found.filter((each) => each !== 'flagged' && each !== 'amount')).toEqual(names);
});

test('F-28 changed bank details are not flagged after three payments or ninety days, and are routine after a year', () => {
  const changed = (bills: readonly Bill[], first: number, now = other) =>
    bills.map((bill, at) => (at < first ? bill : { ...bill, vendor: now }));
  const bill = monthly(8, { vendor: other });
  const quarterly = eight.map((each, at) => {
    const date = addDays(from, (at - 7) * 91);
    return { ...each, date, dueDate: addDays(date, 30) };
  });
  const ofQuarter = { ...bill, date: '2026-04-06', dueDate: '2026-05-06' };
  const years = Array.from({ length: 24 }, (_none, at) => monthly(at, { status: 'paid' }));
  const afterYears = monthly(24, { vendor: other });
  const flagged = ['flagged', 'payee'];
  expect([
    regularityOf(bill, changed(eight, 7))?.deviations,
    regularityOf(bill, changed(eight, 6))?.deviations,
    regularityOf(bill, changed(eight, 5))?.deviations,
    regularityOf(ofQuarter, changed(quarterly, 7))?.deviations,
    regularityOf(ofQuarter, changed(quarterly, 6))?.deviations,
    regularityOf(afterYears, changed(years, 13))?.deviations,
    regularityOf(afterYears, changed(years, 12))?.deviations,
  ]).toEqual([flagged, flagged, ['payee'], flagged, ['payee'], ['payee'], []]);
});

test('F-28 bank details that the service begins to report are routine after three payments', () => {
  const none = { ...vendor, others: {} };
  const more = { ...vendor, others: { iban: 'XX00', bic: 'XXBK' } };
  const reported = (before: Bill['vendor'], now: Bill['vendor']) =>
    regularityOf(
      monthly(8, { vendor: now }),
      eight.map((bill, at) => ({ ...bill, vendor: at < 5 ? before : now })),
    )?.deviations;
  expect([reported(none, vendor), reported(vendor, more)]).toEqual([[], []]);
});

test('R-100 bills that come more often than usual are not routine, even if some were paid', () => {
  const dated = (days: readonly number[]): readonly Bill[] =>
    days.map((day, at) => {
      const date = addDays(from, day);
      const isLast = at === days.length - 1;
      const paid = isLast ? money(139_000) : { amountDueCents: 0 };
      return monthly(at, { date, status: isLast ? 'open' : 'paid', ...paid });
    });
  const deviationsOf = (days: readonly number[]) => {
    const bills = dated(days);
    const bill = bills.at(-1);
    return bill && regularityOf(bill, bills.slice(0, -1))?.deviations;
  };
  const months = Array.from({ length: 8 }, (_none, at) => at * 30);
  expect({
    weekly: deviationsOf([0, 7, 14, 21, 28, 35, 39]),
    annual: deviationsOf([0, 365, 731, 1_096, 1_461, 1_735]),
    twiceAMonth: deviationsOf([...months, 225, 240, 255, 270, 285]),
    quicker: deviationsOf([...months, ...Array.from({ length: 8 }, (_none, at) => 234 + at * 24)]),
    onFirstAndFifteenth: deviationsOf([0, 14, 31, 45, 59, 73, 90, 104, 120]),
  }).toEqual({
    weekly: ['rhythm'],
    annual: ['rhythm'],
    twiceAMonth: ['rhythm'],
    quicker: ['rhythm'],
    onFirstAndFifteenth: [],
  });
});

test('R-100 a copy of the vendor’s first bill is compared with it, whatever their ids', () => {
  const first = monthly(0, { id: 'b', createdAt: '2026-01-05T08:00:00Z' });
  const copy: Bill = { ...first, id: 'a', status: 'open', createdAt: '2026-02-01T08:00:00Z' };
  expect(regularityOf(copy, [first])?.against).toMatchObject({ lastId: 'b', days: 0 });
});

test('R-100 a bill is compared with the last bill, and a credit note with the last credit note', () => {
  const [bill, credit] = [monthly(1), monthly(2, { totalCents: -25_000, amountDueCents: 0 })];
  const later = monthly(9, { totalCents: -50_000, amountDueCents: -50_000 });
  expect(regularityOf(monthly(8), [bill, credit])?.against?.lastId).toBe(bill.id);
  expect(regularityOf(monthly(8), [credit])?.against).toBe(null);
  expect(regularityOf(later, [bill, credit])?.against).toMatchObject({
    ...{ lastId: credit.id, changeCents: -25_000, share: -1 },
  });
});

test('R-100 a credit interrupts neither numbers nor intervals', () => {
  const credit = monthly(7, {
    ...{ id: 'credit', billNumber: 'CN-1', date: addDays(from, 220), status: 'paid' },
    ...{ totalCents: -20_000, amountDueCents: 0, memo: 'Credit' },
  });
  expect(regularityOf(monthly(8), [...eight, credit])?.deviations).toEqual([]);
});

test('R-100 a memo that names the period of a paid bill is not routine', () => {
  const named = eight.map((bill, at) => ({ ...bill, memo: `Power 2026-0${at + 1}` }));
  expect([
    regularityOf(monthly(8, { memo: 'Power 2026-09' }), named)?.deviations,
    regularityOf(monthly(8, { memo: 'Power 2026-08' }), named)?.deviations,
  ]).toEqual([[], ['memo']]);
});

test('R-100 a number that another organization has for the same day is not routine', () => {
  const elsewhere = createFlagIndex();
  const index = createFlagIndex({
    ...{ today: () => null, limits: () => [], others: () => [['lumen', elsewhere]] },
  });
  for (const bill of [...eight, monthly(8)]) index.put(bill.id, bill);
  const deviationsOf = () => index.regularityOf('bill 8', true, false)?.deviations;
  const before = deviationsOf();
  elsewhere.put('copy', monthly(8, { id: 'copy', ...money(139_100) }));
  expect([before, deviationsOf()]).toEqual([[], ['elsewhere']]);
});

test('R-100 an amount is usual if four of the latest paid bills had it, but several small rises are not routine', () => {
  const priced = (at: number, cents: number): Bill =>
    monthly(at, { totalCents: cents, ...(at === 8 && { amountDueCents: cents }) });
  const paidAt = (prices: readonly number[]) =>
    prices.map((cents, at) => priced(at + 8 - prices.length, cents));
  const [low, high] = [139_000, 150_000];
  const creeping = Array.from({ length: 7 }, (_none, at) => Math.round(low * 1.012 ** (at + 2)));
  const heating = [high, low, low, low, low, low, low, low, low, low, low, high];
  const deviationsOf = (cents: number, prices: readonly number[]) =>
    regularityOf(priced(8, cents), paidAt(prices))?.deviations.filter((each) => each !== 'flagged');
  expect([
    deviationsOf(high, [low, low, low, low, high, high, high]),
    deviationsOf(high, [low, low, low, low, high, high, high, high]),
    deviationsOf(low, [low, low, low, low, high, high, high]),
    deviationsOf(low, [low, high, low, high, low, high, low, high]),
    deviationsOf(low, [low, low, high, low, low]),
    deviationsOf(high, heating),
    deviationsOf(Math.round(low * 1.012 ** 9), creeping),
  ]).toEqual([['amount'], [], ['amount'], ['amount'], [], ['amount'], ['amount', 'creeping']]);
});

test.each<[string, string, object | null, isSameNumber?: boolean]>([
  ['INV-1007', 'INV-1008', { kind: 'counter', by: 1 }],
  ['R202608', 'R202609', { kind: 'dated' }],
  ['08/2026/17', '09/2026/18', { kind: 'counter', by: 1 }],
  ['2608-044', '2609-001', { kind: 'restart', isNewYear: false }],
  ['INV-1008', 'INV-1008', null, true],
  ['23/03-1914', 'Invoice 23/03-1914', null, true],
  ['INV-1008', 'INV-1008A', null],
  ['INV-1008', 'INV-1007', null],
  ['A-1-2', 'B-1-3', null],
])(
  'a bill is compared with the vendor’s previous one: %s, then %s',
  (before, after, step, isSameNumber = false) => {
    const last = monthly(7, { billNumber: before, date: '2026-08-05', totalCents: 137_333 });
    const bill = monthly(8, { billNumber: after, date: '2026-09-04' });
    expect(regularityOf(bill, [last])?.against).toEqual({
      ...{ lastId: 'bill 7', lastDate: '2026-08-05', changeCents: 1_667 },
      ...{ share: 1_667 / 137_333, step, days: 30, isSameNumber },
    });
  },
);

test.each<[string, readonly number[], object | null]>([
  ['a rise', [100_00, 100_00, 101_00, 120_00, 120_00], { beforeCents: 100_00, nowCents: 120_00 }],
  ['a fall', [100_00, 100_00, 100_00, 80_00], { beforeCents: 100_00, nowCents: 80_00 }],
  ['steady', [100_00, 100_00, 101_00, 102_00], null],
  ['varying by 2 %', [448_59, 454_48, 461_03, 455_33, 446_21, 459_00, 458_00, 446_56], null],
  [
    'a rise after a bill near the old price',
    [100_00, 100_00, 100_00, 103_00, 106_00],
    { beforeCents: 100_00, nowCents: 106_00, since: addDays(from, 4 * 30) },
  ],
  ['never steady', [100_00, 130_00, 90_00, 120_00], null],
  [
    'a small rise after equal bills, two bills ago',
    [100_00, 100_00, 100_00, 102_50, 102_50],
    { beforeCents: 100_00, nowCents: 102_50 },
  ],
  ['a rise of cents', [100_00, 100_00, 100_00, 100_40], null],
  ['other totals that happen to be close', [880_00, 1198_90, 1210_00, 1185_50, 1750_50], null],
  [
    'about one price six times',
    [100_00, 101_00, 100_50, 99_80, 100_20, 100_70, 120_00],
    { beforeCents: 100_20, nowCents: 120_00, since: addDays(from, 6 * 30) },
  ],
  ['too few bills at the old price', [100_00, 100_00, 120_00], null],
])('a price change is a new price after three bills at the old one: %s', (_, totals, change) => {
  const index = createFlagIndex();
  for (const [at, totalCents] of totals.entries())
    index.put(`bill ${at}`, monthly(at, { totalCents }));
  const [found = null] = priceChanges(index.latestBills('EUR'), '2026-09-01');
  expect(found).toEqual(
    change && { vendor: 'Lumen Energy', since: addDays(from, 3 * 30), ...change },
  );
});

test('an adjustment a few days after the usual bill is not a new price, and does not hide one', () => {
  const found = (rows: readonly (readonly [day: number, totalCents: number])[]) => {
    const index = createFlagIndex();
    for (const [day, totalCents] of rows)
      index.put(`bill ${day}`, monthly(0, { totalCents, date: addDays(from, day) }));
    return priceChanges(index.latestBills('EUR'), '2026-09-01').map(({ nowCents }) => nowCents);
  };
  const usual = [0, 30, 60, 90].map((day) => [day, 128_400] as const);
  expect([
    found([...usual, [93, 5]]),
    found([...usual, [120, 140_000], [123, 5]]),
    found([...usual, [120, 5]]),
  ]).toEqual([[], [140_000], [5]]);
});
