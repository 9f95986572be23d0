import { expect, test } from 'vitest';
import { billSchema } from '../contract/bill.ts';
import { differences, fingerprint, snapshotOf } from './snapshot.ts';

const bill = billSchema.parse({
  id: 'b-1',
  bill_number: 'INV-7',
  status: 'open',
  date: '2026-01-05',
  due_date: '2026-02-04',
  currency: 'EUR',
  total_cents: 125_000,
  amount_due_cents: 125_000,
  vendor: { name: 'Harbour Glass' },
});

test('a snapshot holds what was on the screen', () => {
  expect(snapshotOf(bill)).toEqual({
    billId: 'b-1',
    billNumber: 'INV-7',
    vendorName: 'Harbour Glass',
    currency: 'EUR',
    totalCents: 125_000,
    amountDueCents: 125_000,
    dueDate: '2026-02-04',
    status: 'open',
  });
});

test.each([
  ['total_cents', 130_000, 'totalCents'],
  ['amount_due_cents', 1, 'amountDueCents'],
  ['currency', 'USD', 'currency'],
  ['due_date', null, 'dueDate'],
  ['status', 'void', 'status'],
  ['bill_number', 'INV-8', 'billNumber'],
  ['vendor', { name: 'Harbor Glass' }, 'vendorName'],
] as const)('a change of %s changes the fingerprint and is named', (field, value, named) => {
  const before = snapshotOf(bill);
  const after = snapshotOf({ ...bill, [field]: value });
  expect(fingerprint(after)).not.toBe(fingerprint(before));
  expect(differences(before, after).map((change) => change.field)).toEqual([named]);
});

test('a change of memo or of an unknown field is none of the snapshot', () => {
  const after = snapshotOf({ ...bill, memo: 'new', po_number: 'PO-9' });
  expect(fingerprint(after)).toBe(fingerprint(snapshotOf(bill)));
  expect(differences(snapshotOf(bill), after)).toEqual([]);
});
