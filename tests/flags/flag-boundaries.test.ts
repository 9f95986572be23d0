import { expect, test } from 'vitest';
import type { Bill } from '../../src/contract/bill.ts';
import { createFlagIndex } from '../../src/renderer/core/bills/flags/flag-index.ts';
import { unusualAmount } from '../../src/renderer/core/bills/flags/unusual-amount.ts';
import { sampleBill } from '../../src/renderer/kit/testing/samples.ts';

const first = sampleBill({ id: 'first', billNumber: 'INV-0042', date: '2026-11-02' });

test.each<[string, Partial<Bill>]>([
  ['vendor and number', { date: '2026-12-02', totalCents: 1 }],
  ['date and total', { billNumber: '7', vendor: { id: null, name: 'Somebody' } }],
  ['vendor and total, as monthly bills do', { billNumber: 'INV-0043', date: '2026-12-02' }],
  ['date and total, without vendors', { billNumber: '7', vendor: null }],
  ['vendor and number, without dates', { date: null, totalCents: 1 }],
])('two bills that share only %s are no duplicates', (_name, fields) => {
  // Fields missing in the second bill are missing in the first too: missing fields are never the same.
  const lacking = Object.entries(fields).filter(([, value]) => value === null);
  const bills = [
    { ...first, ...Object.fromEntries(lacking) },
    { ...first, ...fields, id: 'second' },
  ];
  const index = createFlagIndex();
  for (const bill of bills) index.put(bill.id, bill);
  expect(
    bills.map(({ id }) => index.flagsOf(id, false).map(({ kind }) => kind)),
  ).not.toContainEqual(expect.arrayContaining(['duplicate']));
});

/** Half of them 80.00, half 125.00: 3.5 spreads reach from 32.20 to 326.00. */
const split = [8_000, 12_500, 8_000, 12_500, 8_000, 12_500];
/** From 100.00 to 900.00, with a spread that reaches far beyond both. */
const wide = Array.from({ length: 24 }, (_none, at) => Math.round(10_000 * 9 ** (at / 23)));

/** Few, with a wide spread. */
const varied = [15_300, 37_100, 49_000, 88_200, 150_000, 320_000, 610_000];

test.each<[string, number, readonly number[], string | null]>([
  ['within 3.5 spreads above', 31_000, split, null],
  ['beyond 3.5 spreads above', 34_000, split, 'high'],
  ['within 3.5 spreads below', 3_400, split, null],
  ['beyond 3.5 spreads below', 3_000, split, 'low'],
  ['less than twice the largest of many', 179_000, wide, null],
  ['more than twice the largest of many', 181_000, wide, 'high'],
  ['more than half the smallest of many', 5_100, wide, null],
  ['less than half the smallest of many', 4_900, wide, 'low'],
  ['less than five times the largest of few varied ones', 3_040_000, varied, null],
  ['more than five times the largest of few varied ones', 3_060_000, varied, 'high'],
])(
  'a total is unusual from 3.5 spreads on, or beyond the extremes: %s',
  (_name, cents, past, direction) => {
    expect(unusualAmount(cents, past)?.direction ?? null).toBe(direction);
  },
);
