import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import { sampleBill } from '../testing/samples.ts';
import { formatField, formatFields, formatSnapshot } from './format-snapshot.ts';

test('R-44 the bill as it was approved is kept to read in full, fields the service’s page does not name too', () => {
  const bill = sampleBill({
    memo: 'Chairs',
    date: '2026-11-01',
    vendor: { id: 'v-1', name: 'Northwind', bank: { iban: 'DE02 1203' } },
    discount_cents: 250,
  });
  const lines = formatSnapshot(snapshotOf(bill), 'en-US');
  expect(lines.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Bill number: INV-1',
    'Vendor: Northwind',
    'Currency: EUR',
    'Total: €10.00',
    'Amount due: €10.00',
    'Due date: Friday, November 20, 2026',
    'Status: Open',
    'Vendor ID: v-1',
    'Vendor › Bank › IBAN: DE02 1203',
    'Memo: Chairs',
    'Bill date: Sunday, November 1, 2026',
    'Discount: €2.50',
    'ID: bill-1',
  ]);
});

test('R-44 a changed field is called by its name, what is nested by the way to it', () => {
  expect([
    formatField('totalCents'),
    formatField('vendor.bank_account'),
    formatField('lines.toString'),
    formatFields('memo, vendor.bank.iban'),
  ]).toEqual(['Total', 'Vendor › Bank account', 'Lines › To string', 'Memo, Vendor › Bank › IBAN']);
});
