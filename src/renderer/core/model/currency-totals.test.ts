import { expect, test } from 'vitest';
import { totalsPerCurrency } from './currency-totals.ts';

test('totals are kept per currency and never added across', () => {
  expect(
    totalsPerCurrency([
      { currency: 'JPY', amountCents: 100 },
      { currency: 'EUR', amountCents: 5 },
      { currency: 'JPY', amountCents: -30 },
    ]),
  ).toEqual([
    { currency: 'EUR', amountCents: 5 },
    { currency: 'JPY', amountCents: 70 },
  ]);
});
