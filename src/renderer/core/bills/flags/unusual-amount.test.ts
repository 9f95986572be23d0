import { expect, test } from 'vitest';
import { unusualAmount } from './unusual-amount.ts';

const around = (cents: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_none, at) => cents + ((at % 5) - 2) * (cents / 100));
/** From 100.00 to 900.00, as likely up as down. */
const wide = Array.from({ length: 24 }, (_none, at) => Math.round(10_000 * 9 ** (at / 23)));

test('F-6 a total is unusual when it is far from the middle of the vendor’s own earlier bills', () => {
  expect({
    slippedUp: unusualAmount(1_000_000, around(100_000, 14)),
    slippedDown: unusualAmount(10_000, around(100_000, 7)),
    dearer: unusualAmount(140_000, around(100_000, 14)),
    wideVendor: unusualAmount(90_000, wide),
    beyondWide: unusualAmount(200_000, wide),
    fewBills: unusualAmount(1_000_000, around(100_000, 5)),
    noPast: unusualAmount(1_000_000, []),
    credit: unusualAmount(-1_000_000, around(100_000, 14)),
    creditsInPast: unusualAmount(1_000_000, [...around(100_000, 5), -5_000, 0]),
  }).toEqual({
    slippedUp: { kind: 'unusualAmount', direction: 'high', medianCents: 100_000, bills: 14 },
    slippedDown: { kind: 'unusualAmount', direction: 'low', medianCents: 99_000, bills: 7 },
    dearer: null,
    wideVendor: null,
    beyondWide: { kind: 'unusualAmount', direction: 'high', medianCents: 30_035, bills: 24 },
    fewBills: null,
    noPast: null,
    credit: null,
    creditsInPast: null,
  });
});
