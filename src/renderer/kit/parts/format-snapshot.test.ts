import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import {
  formatChange,
  formatField,
  formatFields,
  formatFieldValue,
  formatSnapshot,
} from './format-snapshot.ts';
import { sampleBill } from '../testing/samples.ts';

test.each([
  ['totalCents', 'Total'],
  ['createdAt', 'Entered'],
  ['vendorId', 'Vendor ID'],
  ['/po_number', 'PO number'],
  ['/totalCents', 'Total'],
  ['vendor/bank/iban', 'Vendor › Bank › IBAN'],
  ['/delivery/city', 'Delivery › City'],
  // Forms that earlier versions saved in a history.
  ['created_at', 'Entered'],
  ['vendor.id', 'Vendor ID'],
  ['vendor.bank.iban', 'Vendor › Bank › IBAN'],
  ['po_number', 'PO number'],
])('the field %s reads as %s', (field, label) => {
  expect(formatField(field)).toBe(label);
});

test('fields in a history are formatted one by one', () => {
  expect(formatFields('amountDueCents, vendor/iban, /po_number, memo')).toBe(
    'Amount due, Vendor › IBAN, PO number, Memo',
  );
});

test('values are formatted by field, the service’s own by their names', () => {
  const values = [
    formatFieldValue('totalCents', 1_200, 'EUR', 'en-US'),
    formatFieldValue('/tax_cents', 50, 'EUR', 'en-US'),
    formatFieldValue('dueDate', null, 'EUR', 'en-US'),
    formatFieldValue('date', '2026-11-02', 'EUR', 'en-US'),
    formatFieldValue('vendor/iban', 'XX01', 'EUR', 'en-US'),
  ];
  expect(values).toEqual(['€12.00', '€0.50', '–', 'Nov 2, 2026', 'XX01']);
});

test('line items read as fields, not as JSON', () => {
  const others = {
    line_items: [
      { description: 'Paper [A4]', amount_cents: 900, tags: ['office', 'paper'] },
      { description: 'Ink', amount_cents: 100, account: { code: '4100' } },
    ],
    memo_2: '[draft',
  };
  const lines = formatSnapshot(snapshotOf(sampleBill({ others })), 'en-US');
  expect(lines.slice(-3, -1).map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Line items: Item 1: Account: Code: 4100, Amount: €1.00, Description: Ink; Item 2: Amount: €9.00, Description: Paper [A4], Tags: office, paper',
    'Memo 2: [draft',
  ]);
});

test('a change that is invisible on screen is shown with codes, or as the service wrote it', () => {
  const shown = (before: string | number, after: string | number) =>
    formatChange({ field: 'vendor/iban', before, after }, ['EUR', 'EUR'], 'en-US');
  expect(shown('XX01', 'XX01 ')).toEqual(['XX01', 'XX01⟨U+0020⟩']);
  expect(shown(10, '10')).toEqual(['10', '"10"']);
  expect(shown('XX01', 'XX02')).toEqual(['XX01', 'XX02']);
});

test('a snapshot lists the deciding fields even if the bill lacks them, then all other fields, then its id', () => {
  const vendor = { id: 'v-1', name: 'Northwind', others: { iban: 'XX01' } };
  const bill = sampleBill({ billNumber: null, vendor, others: { po_number: 'PO-7' } });
  const lines = formatSnapshot(snapshotOf(bill), 'en-US');
  expect(lines.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Bill number: –',
    'Vendor: Northwind',
    'Currency: EUR',
    'Total: €10.00',
    'Amount due: €10.00',
    'Due date: Nov 20, 2026',
    'Status: Open',
    'Vendor ID: v-1',
    'Vendor › IBAN: XX01',
    'PO number: PO-7',
    'Bill ID: bill-1',
  ]);
});
