import { expect, test } from 'vitest';
import { billSchema } from '../contract/bill.ts';
import { billOfAnswer, differences, fingerprint, snapshotOf } from './snapshot.ts';

const bill = billSchema.parse({
  id: 'b-1',
  bill_number: 'INV-7',
  status: 'open',
  date: '2026-01-05',
  due_date: '2026-02-04',
  currency: 'EUR',
  total_cents: 125_000,
  amount_due_cents: 125_000,
  memo: 'Windows, 2nd floor',
  vendor: { id: 'v-1', name: 'Harbour Glass', bank: { iban: 'XX01' } },
  po_number: 'PO-7',
  updated_at: '2026-01-06T10:00:00Z',
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
    rest: {
      date: '2026-01-05',
      memo: 'Windows, 2nd floor',
      vendor: { id: 'v-1', name: 'Harbour Glass', bank: { iban: 'XX01' } },
      po_number: 'PO-7',
    },
  });
});

test.each([
  ['total_cents', 130_000, 'totalCents'],
  ['amount_due_cents', 1, 'amountDueCents'],
  ['currency', 'USD', 'currency'],
  ['due_date', null, 'dueDate'],
  ['status', 'void', 'status'],
  ['bill_number', 'INV-8', 'billNumber'],
  ['vendor', { id: 'v-1', name: 'Harbor', bank: { iban: 'XX01' } }, 'vendorName'],
  ['vendor', { id: 'v-2', name: 'Harbour Glass', bank: { iban: 'XX01' } }, 'vendor.id'],
  ['vendor', { id: 'v-1', name: 'Harbour Glass', bank: { iban: 'XX02' } }, 'vendor.bank.iban'],
  ['date', '2026-01-04', 'date'],
  ['memo', null, 'memo'],
  ['po_number', 'PO-8', 'po_number'],
  ['lines', [{ sku: 1 }], 'lines'],
] as const)('a change of %s changes the fingerprint and is named', (field, value, named) => {
  const before = snapshotOf(bill);
  const after = snapshotOf({ ...bill, [field]: value });
  expect(fingerprint(after)).not.toBe(fingerprint(before));
  expect(differences(before, after).map((change) => change.field)).toEqual([named]);
});

test.each([
  ['a field that keeps records', { updated_at: '2026-03-01T00:00:00Z' }],
  ['the day that came', { status: 'overdue' }],
  ['a field without a value', { approved_by: null, custom: {}, rate: Infinity }],
])('%s is no change', (_what, fields) => {
  const [before, after] = [snapshotOf(bill), snapshotOf({ ...bill, ...fields })];
  expect(fingerprint(after)).toBe(fingerprint(before));
  expect(differences(before, after)).toEqual([]);
});

test('an approval that kept less says what it did not keep', () => {
  const changes = differences({ ...snapshotOf(bill), rest: null }, snapshotOf(bill));
  expect(changes.at(0)).toEqual({ field: 'date', before: null, after: '2026-01-05' });
});

test('a bill whose answer was kept in short differs from what was approved where the answer does, and nowhere else', () => {
  const short = { id: 'b-1', status: 'open', currency: 'EUR', total_cents: 125_000 };
  const differing = (amount_due_cents: number): unknown =>
    differences(
      snapshotOf(bill),
      snapshotOf(billOfAnswer(snapshotOf(bill), { ...short, amount_due_cents })),
    ).map(({ field }) => field);
  expect([differing(125_000), differing(1)]).toEqual([[], ['amountDueCents']]);
});
