import { expect, test } from 'vitest';
import { sampleBill } from '../../../kit/testing/samples.ts';
import { compareBills } from './compare-bills.ts';

test('F-17 two bills stand side by side field by field, with what differs marked', () => {
  const one = sampleBill({ bill_number: 'INV-0042', memo: '', created_at: '2026-11-02T10:00:00Z' });
  const other = sampleBill({
    id: 'other',
    vendor: { name: 'NORTHWIND Ltd' },
    bill_number: 'inv 42',
    currency: 'USD',
    status: 'paid',
  });
  expect(
    compareBills(one, other).map(({ field, one: left, other: right, verdict }) => [
      field,
      left,
      right,
      verdict,
    ]),
  ).toEqual([
    ['vendor', 'Northwind', 'NORTHWIND Ltd', 'written'],
    ['number', 'INV-0042', 'inv 42', 'written'],
    ['date', null, null, 'same'],
    ['dueDate', '2026-11-20', '2026-11-20', 'same'],
    ['total', 1_000, 1_000, 'different'],
    ['amountDue', 1_000, 1_000, 'different'],
    ['status', 'open', 'paid', 'different'],
    ['memo', null, null, 'same'],
    ['created', '2026-11-02T10:00:00Z', null, 'different'],
  ]);
});
