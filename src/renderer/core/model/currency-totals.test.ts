import { expect, test } from 'vitest';
import { setUsualCurrency } from './currency-order.ts';
import { totalsPerCurrency, totalsToConfirm } from './currency-totals.ts';

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

test('the order of currencies does not depend on the bills shown', () => {
  const amounts = ['USD', 'USD', 'CHF', 'EUR'].map((currency) => ({ currency, amountCents: 100 }));
  const orders = () =>
    [totalsPerCurrency, totalsToConfirm].map((add) =>
      add(amounts)
        .map(({ currency }) => currency)
        .join(' '),
    );
  const before = orders();
  setUsualCurrency('EUR');
  expect([before, orders()]).toEqual([
    ['CHF EUR USD', 'CHF EUR USD'],
    ['EUR CHF USD', 'EUR CHF USD'],
  ]);
});
