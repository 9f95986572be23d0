import { expect, test } from 'vitest';
import { createWidestAmounts } from '../../../core/bills/index/widest-amounts.ts';
import { amountWidthPx } from './amount-width.ts';

test('the widest amount of each currency is that with the most digits, a sign or cents', () => {
  const widest = createWidestAmounts();
  const amounts = [90_000, 90_050, -5_00, 12_00, 3_50].map((amountCents) => ({
    amountCents,
    currency: 'JPY',
  }));
  for (const amount of [...amounts, { amountCents: 1, currency: 'KWD' }]) widest.add(amount);
  expect(widest.all()).toEqual([
    { currency: 'JPY', amountCents: 90_000 },
    { currency: 'JPY', amountCents: 90_050 },
    { currency: 'JPY', amountCents: -5_00 },
    { currency: 'KWD', amountCents: 1 },
  ]);
});

test('the width of amounts grows with the digits, the currency’s decimals and its name', () => {
  const widthOf = (amountCents: number, currency: string, locale = 'en-US') =>
    amountWidthPx([{ amountCents, currency }], locale);
  const rising = [
    widthOf(1_00, 'USD'),
    widthOf(19_853_332, 'USD'),
    widthOf(-19_853_332, 'USD'),
    widthOf(19_853_332, 'KWD'),
  ];
  expect([rising.toSorted((left, right) => left - right), new Set(rising).size]).toEqual([
    rising,
    rising.length,
  ]);
  expect([amountWidthPx([], 'en-US'), widthOf(19_853_332, 'KWD', 'de-DE') > 112]).toEqual([
    0,
    true,
  ]);
});
