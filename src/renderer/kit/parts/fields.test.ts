import { expect, test } from 'vitest';
import type { Invoice } from '../../../contract/invoice.ts';
import { chooseColumns, newestFirst } from '../../screens/invoices/invoice-columns.ts';
import { readField } from '../../../contract/items/fields.ts';
import { describeFields, formatCell, type FieldLine } from './format-field.ts';

const today = '2026-03-10';
const usd = { currency: 'USD' };

test.each<[string, string, unknown, Record<string, unknown>, string]>([
  ['text', 'memo', 'Stairs', {}, 'Stairs'],
  ['nothing', 'memo', null, {}, '–'],
  ['a plain date', 'due_date', '2026-03-31', {}, 'Mar 31'],
  ['a date of another year', 'due_date', '2025-03-31', {}, 'Mar 31, 2025'],
  ['an invalid day', 'due_date', '2026-02-31', {}, '2026-02-31'],
  ['cents beside a currency', 'total_cents', 125_050, usd, '$1,250.50'],
  ['cents without a currency', 'total_cents', 125_050, {}, '1,250.50'],
  ['cents in camel case', 'totalCents', 125_050, { currencyCode: 'USD' }, '$1,250.50'],
  ['invalid cents', 'total_cents', 12.5, usd, '12.5'],
  ['an amount of its own', 'total', { amount_cents: 100, currency: 'EUR' }, usd, '€1.00'],
  ['a number', 'hours', 1_234.5, {}, '1,234.5'],
  ['a yes', 'sent', true, {}, 'Yes'],
  ['a party with a name', 'customer', { id: 'c', name: 'Whitcombe' }, {}, 'Whitcombe'],
  ['a list', 'lines', [1, 2, 3], {}, '3'],
])('a field’s kind is inferred from its name and value: %s', (_, name, value, within, shown) => {
  expect(formatCell(readField(name, value, within), today, 'en-US')).toBe(shown);
});

const titles = (invoices: readonly Invoice[]): string[] =>
  chooseColumns(invoices).map(({ label }) => label);

test('columns come from the invoices’ fields: customer, number, dates, status, amounts', () => {
  const invoices = Array.from({ length: 12 }, (_none, at) => ({
    id: `00000000-0000-4000-8000-00000000000${at}`,
    object: 'invoice',
    invoice_number: `S-${at}`,
    status: at % 2 ? 'sent' : 'paid',
    customer: { id: 'c', name: `Customer ${at}` },
    issue_date: '2026-03-01',
    due_date: '2026-03-31',
    currency: 'USD',
    total_cents: at,
    balance_cents: at,
    reference: `Staircase ${at}`,
    created_at: '2026-03-01T09:00:00.000Z',
  }));
  expect(titles(invoices)).toEqual([
    'Customer',
    'Invoice no.',
    'Issue date',
    'Due date',
    'Status',
    'Total',
    'Balance',
  ]);
});

test.each<[string, readonly Invoice[], string[]]>([
  ['nothing but ids', [{ id: '1' }, { id: '2' }], ['ID']],
  ['no invoices at all', [], ['ID']],
  [
    'other field names',
    [
      { id: '1', clientName: 'Ada', no: 7, postedOn: '2026-01-01', amount: { value_cents: 5 } },
      { id: '2', clientName: 'Ben', no: 8, postedOn: '2026-01-02', amount: { value_cents: 6 } },
    ],
    ['Client name', 'No', 'Posted on', 'Amount'],
  ],
  [
    'persons with a first and a last name',
    [
      {
        id: '1',
        created_by: { first_name: 'Al' },
        customer: { first_name: 'Ann', last_name: 'Lee' },
      },
      {
        id: '2',
        created_by: { first_name: 'Al' },
        customer: { first_name: 'Bob', last_name: 'Ray' },
      },
    ],
    ['Customer'],
  ],
  [
    'a field that few have, one that is the same in all, and one for machines',
    [
      { id: '1', memo: 'a', kind: 'x', vendor_id: '9', note: 'only here' },
      { id: '2', memo: 'b', kind: 'x', vendor_id: '8' },
      { id: '3', memo: 'c', kind: 'x', vendor_id: '7' },
      { id: '4', memo: 'd', kind: 'x', vendor_id: '7' },
    ],
    ['Memo'],
  ],
])('columns for %s', (_, invoices, expected) => {
  expect(titles(invoices)).toEqual(expected);
});

test('the newest invoice comes first', () => {
  const rows = ['2026-01-01', '2026-03-01', '2026-02-01'].map((issue_date, at) => ({
    invoice: { id: `${at}`, issue_date, due_date: '2026-05-01' },
  }));
  const columns = chooseColumns(rows.map(({ invoice }) => invoice));
  expect(newestFirst(rows, columns).map(({ invoice }) => invoice.id)).toEqual(['1', '2', '0']);
});

test('days in words are ordered as days', () => {
  const rows = ['1 Feb 2026', '2026-03-01T00:00:00Z', '2 Jan 2026'].map((date, at) => ({
    invoice: { id: `${at}`, date },
  }));
  const columns = chooseColumns(rows.map(({ invoice }) => invoice));
  expect(newestFirst(rows, columns).map(({ invoice }) => invoice.id)).toEqual(['1', '0', '2']);
});

/** Lines as "Label: text", with nested lines indented below. */
const outline = (lines: readonly FieldLine[], indent = ''): string[] =>
  lines.flatMap(({ label, text, inner }) => [
    `${indent}${label}: ${text ?? 'none'}`,
    ...outline(inner, `${indent}  `),
  ]);

test('every field is shown, including nested ones, with the currency around it', () => {
  const invoice = {
    id: 'i-1',
    currency: 'EUR',
    memo: null,
    customer: { name: 'Whitcombe', address: { city: 'Bath' } },
    tags: ['a', 'b'],
    empty: [],
    lines: [{ text: 'Oak', total_cents: 500 }, 'plain'],
    total: { amount_cents: 100, currency: 'USD' },
  };
  expect(outline(describeFields(invoice, 'en-US'))).toEqual([
    'Currency: EUR',
    'Memo: none',
    'Customer: ',
    '  Name: Whitcombe',
    '  Address: ',
    '    City: Bath',
    'Tags: a, b',
    'Empty: none',
    'Lines: ',
    '  Item 1: ',
    '    Text: Oak',
    '    Total: €5.00',
    '  Item 2: plain',
    'Total: $1.00',
    'ID: i-1',
  ]);
});
