import { expect, test } from 'vitest';
import {
  asFields,
  currencyIn,
  fieldLabel,
  isForMachines,
  readField,
  searchableTexts,
  type FieldValue,
} from './fields.ts';

test.each<[unknown, FieldValue]>([
  [undefined, { kind: 'none' }],
  ['', { kind: 'none' }],
  ['2026-03-31', { kind: 'date', date: '2026-03-31' }],
  ['2026-03-31 or so', { kind: 'text', text: '2026-03-31 or so' }],
  ['2026-03-31T09:00:00Z', { kind: 'time', atMs: Date.UTC(2026, 2, 31, 9) }],
  [
    { amount_cents: 5, currency_code: 'USD' },
    { kind: 'money', amountCents: 5, currency: 'USD' },
  ],
  [{ amount_cents: 5 }, { kind: 'money', amountCents: 5, currency: 'EUR' }],
  [
    { a_cents: 5, b_cents: 6 },
    { kind: 'object', fields: { a_cents: 5, b_cents: 6 } },
  ],
  [{ hours: 5 }, { kind: 'object', fields: { hours: 5 } }],
  [{}, { kind: 'object', fields: {} }],
  [
    { name: 'Kiln', city: 'Bath' },
    { kind: 'named', name: 'Kiln' },
  ],
  [
    { id: '8', first_name: 'Ann', last_name: 'Lee', email: 'ann@x.y' },
    { kind: 'named', name: 'Ann Lee' },
  ],
])('a value of an unknown field is read by its appearance: %j', (value, read) => {
  expect(readField('field', value, {}, 'EUR')).toEqual(read);
});

test.each([
  ['due_date', '2026-12-01T00:00:00Z', '2026-12-01'],
  ['due_date', '2026-12-01T00:00:00.000+1300', '2026-12-01'],
  ['dueDate', '2026-12-01T23:30:00-11:00', '2026-12-01'],
  ['date', '2026-12-01 00:00:00', '2026-12-01'],
  ['invoicedate', '2026-12-01T00:00:00Z', '2026-12-01'],
  ['date_issued', '2026-12-01T00:00:00Z', '2026-12-01'],
  ['paid_on', '2026-12-01T00:00:00Z', '2026-12-01'],
  ['due_at', '2026-12-01T00:00:00Z', '2026-12-01'],
  ['due', '2026-12-01T00:00:00Z', '2026-12-01'],
  ['invoice_date', '1 Dec 2026', '2026-12-01'],
])('a day is the one written: %s %s', (name, value, date) => {
  expect(readField(name, value, {})).toEqual({ kind: 'date', date });
});

test.each(['vendor_id', 'vendorId', 'po_number', 'orderNo'])(
  'a number in %s is an identifier, shown without separators',
  (name) => {
    expect(readField(name, 12_005, {})).toEqual({ kind: 'text', text: '12005' });
  },
);

test.each(['created_at', 'updated_on', 'last_update', 'dateCreated', 'sent_at', 'modified_date'])(
  'a field about a change holds a time, not a day: %s',
  (name) => {
    const atMs = Date.UTC(2026, 11, 1);
    expect(readField(name, '2026-12-01T00:00:00Z', {})).toEqual({ kind: 'time', atMs });
  },
);

test.each<[string, unknown, number]>([
  ['total', '300.50', 30_050],
  ['amount_due', '-0.05', -5],
  ['AmountDue', 1500.5, 150_050],
  ['balance', 19.99, 1999],
  ['subtotal', '1.00', 100],
  ['tax_amount', '1.15', 115],
  ['field', { amount: '99.95', currency: 'EUR' }, 9995],
])('decimals are an amount in the main unit: %s %j', (name, value, amountCents) => {
  const money = { kind: 'money', amountCents, currency: 'EUR' };
  expect(readField(name, value, { currency: 'EUR' })).toEqual(money);
  expect(readField(name, value, {}, 'EUR')).toEqual(money);
});

test.each([
  ['total', 300, 'number'],
  ['total', '300', 'text'],
  ['total', '300.5', 'text'],
  ['total', 1.125, 'number'],
  ['total', '99999999999999999.00', 'text'],
  ['total_cents', 300.5, 'number'],
  ['amount_minor', '300.50', 'text'],
  ['total_hours', 7.5, 'number'],
  ['quantity', 7.5, 'number'],
  ['total', { amount: { amount_cents: 5 } }, 'object'],
])('a number without a clear unit stays as sent: %s %j', (name, value, kind) => {
  expect(readField(name, value, { currency: 'EUR' }).kind).toBe(kind);
});

test('decimals without a currency stay as sent', () => {
  expect(readField('total', '300.50', {})).toEqual({ kind: 'text', text: '300.50' });
});

test.each([
  ['due_date', 'on receipt', { kind: 'text', text: 'on receipt' }],
  ['due_date', '3/4/2026', { kind: 'text', text: '3/4/2026' }],
  ['due_date', '0001-01-01T00:00:00Z', { kind: 'none' }],
])('a day field without a readable day: %s %s', (name, value, read) => {
  expect(readField(name, value, {})).toEqual(read);
});

test.each([
  [{}, ''],
  [{ currency: ' ', currency_code: 'USD' }, 'USD'],
  [{ currency: 7, currency_code: 'USD' }, 'USD'],
  [{ currency: ' ' }, ''],
])('an object’s currency is its first nonempty text: %j', (fields, currency) => {
  expect(currencyIn(fields)).toBe(currency);
});

test.each([
  ['invoice_number', 'Invoice number'],
  ['total_cents', 'Total'],
  ['created_at', 'Created'],
  ['dueDate', 'Due date'],
  ['amountDueCents', 'Amount due'],
  ['createdAt', 'Created'],
  ['id', 'ID'],
  ['vat_id', 'VAT ID'],
  ['___', '___'],
  ['paid_at_bank', 'Paid at bank'],
  ['total2Cents', 'Total2'],
  ['_Cents', 'Cents'],
  ['taxCents', 'Tax'],
  ['line2Total', 'Line2 total'],
  ['net_USD', 'Net USD'],
  ['tax#US', 'Tax#us'],
])('a field gets a readable label: %s is %s', (name, label) => {
  expect(fieldLabel(name)).toBe(label);
});

test('a text and null have no fields', () => {
  expect(['ab', null].map(asFields)).toEqual([{}, {}]);
});

test('only fields that a person reads are searched', () => {
  const unread = [
    ...['object', 'type', 'currency', 'currency_code', 'id', 'ID', 'uuid', 'url', 'sync_token'],
    ...['vendor_id', 'pdf_url', 'file_hash', 'etag', 'signature', 'customerId', 'customerID'],
    ...['fileUuid', 'pdfUrl', 'syncToken', 'fileHash'],
  ];
  expect(unread.filter((name) => !isForMachines(name))).toEqual([]);
  const read = ['grid', 'paid', 'object_name', 'my_type', 'currencies', 'token_count', 'idea'];
  expect(read.filter(isForMachines)).toEqual([]);
  expect(searchableTexts({ vendor_id: 'Oak', project: { syncToken: 'Oak' } })).toEqual([]);
});

test.each([
  [{ department: 'Facilities' }, ['Facilities']],
  [{ department: 'IT 2' }, ['IT 2']],
  [
    { po_number: 45012, no: 0, po: 7, billNumber: 8, orderNo: 9, your_reference: 1 },
    '45012 0 7 8 9 1',
  ],
  [{ piano: 45012, quantity: 7, pos: 8, total_cents: 9 }, []],
  [
    ['Delivery note.pdf', { name: 'Boards' }],
    ['Delivery note.pdf', 'Boards'],
  ],
  [{ one: { two: { name: 'Oak', three: { name: 'Elm' } } } }, ['Oak']],
  [{ note: '' }, []],
  [{ note: 'A'.repeat(200) }, ['A'.repeat(200)]],
  [{ note: 'A'.repeat(201) }, []],
  [{ paid: true, by: null, on: undefined }, []],
  ['Oak', []],
  [null, []],
])('%j has searchable texts: %j', (fields, texts) => {
  expect(searchableTexts(fields)).toEqual(typeof texts === 'string' ? texts.split(' ') : texts);
});

test('codes, amounts, days and links are not searched', () => {
  const codes = [
    ...['pending', 'not_yet_paid', 'net-amount', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
    ...['771.50', '-3.5', '2026-10-15', '2026-10-15T09:00:00Z', 'https://bills.example/oak'],
  ];
  expect(searchableTexts(codes)).toEqual([]);
  const texts = ['Pending', 'pending now', '3f2504e0', '771', '1.2.3', 'PO 2026-10-15', '45-oak'];
  expect(searchableTexts(texts)).toEqual(texts);
});
