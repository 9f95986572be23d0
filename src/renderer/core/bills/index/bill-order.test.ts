import { expect, test } from 'vitest';
import { aBill, cachedBill } from '../../testing/fake-bridge.ts';
import { createBillIndex } from './bill-index.ts';

/** Amounts small enough to be their own rank, and amounts too large for it. */
test.each([1, 10_000_000_000])(
  'sorting by amount keeps currencies apart, in either direction: amounts × %d',
  (factor) => {
    const amounts = { a: [300, 'EUR'], b: [100, 'USD'], c: [-50, 'EUR'], d: [200, 'USD'] } as const;
    const index = createBillIndex();
    index.reset('acme');
    index.load(
      Object.entries(amounts).map(([id, [cents, currency]]) =>
        cachedBill(aBill(id, { amountDueCents: cents * factor, currency })),
      ),
    );
    index.loaded('all');
    const sorted = [false, true].map((descending) =>
      index
        .query({ status: null, search: '', sort: 'amount', descending })
        .map(({ bill }) => bill.id)
        .join(''),
    );
    expect(sorted).toEqual(['cabd', 'acdb']);
  },
);

test('the currency of most bills comes first, the others by code, even after new ones arrived', () => {
  const index = createBillIndex();
  index.reset('acme');
  const bills = (currency: string, count: number) =>
    Array.from({ length: count }, (_none, at) =>
      cachedBill(aBill(`${currency}${at}`, { amountDueCents: 100 + at, currency })),
    );
  index.load([...bills('CHF', 2), ...bills('EUR', 10), ...bills('USD', 2)]);
  index.loaded('all');
  const currencies = () => {
    const query = { status: null, search: '', sort: 'amount', descending: true } as const;
    return [...new Set(index.query(query).map(({ bill }) => bill.currency))].join(' ');
  };
  const first = currencies();
  index.load(bills('USD', 4));
  const second = currencies();
  index.load(bills('USD', 14));
  expect([first, second, currencies()]).toEqual(['EUR CHF USD', 'EUR CHF USD', 'USD CHF EUR']);
});
