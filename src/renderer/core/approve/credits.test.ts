import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import { aBill } from '../testing/fake-bridge.ts';
import { bulkRefusal, type ApproveOptions } from './limits.ts';

const limits = [{ currency: 'EUR', askAboveCents: 600, bulkMostCents: 400, batchMostCents: 100 }];

const whyNot = (
  amountDueCents: number,
  billCount: number,
  options: ApproveOptions = {},
  currency = 'EUR',
) =>
  bulkRefusal(
    snapshotOf(aBill('b1', { totalCents: amountDueCents, amountDueCents, currency })),
    { limits, options, billCount },
    false,
  )?.why ?? null;

test.each([
  ['in bulk', 400, 2, {}, 'notInBulk'],
  ['in a batch of unflagged bills', 100, 2, { isUnflaggedBatch: true }, 'notInBatch'],
] as const)(
  'W-30 a credit counts by its absolute amount: %s',
  (_name, maxCents, billCount, options, why) => {
    const amounts = [maxCents, maxCents + 1, -maxCents, -maxCents - 1];
    expect(amounts.map((cents) => whyNot(cents, billCount, options))).toEqual([
      null,
      why,
      null,
      why,
    ]);
  },
);

test('W-30 the bulk limit is for several bills; a currency without limits has none in bulk, and no batch', () => {
  const batch = { isUnflaggedBatch: true };
  expect([
    whyNot(401, 1),
    whyNot(401, 2, {}, 'USD'),
    whyNot(0, 2, batch, 'USD'),
    whyNot(0, 2, batch),
  ]).toEqual([null, null, 'notInBatch', null]);
});
