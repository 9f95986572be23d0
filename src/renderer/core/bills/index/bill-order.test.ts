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
