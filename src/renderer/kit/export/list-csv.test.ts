import { expect, test } from 'vitest';
import { readCsv } from '../../../base/testing/read-csv.ts';
import { csvOf, tabRowsOf } from './list-csv.ts';
import { columnsOver, type ListTable } from './list-table.ts';

interface Row {
  readonly who: string | null;
  readonly day: string | null;
  readonly atMs: number | null;
  readonly cents: number | null;
  readonly currency: string;
}

const row = (fields: Partial<Row>): Row => ({
  who: 'Northwind',
  day: '2026-11-20',
  atMs: 1_800_000_000_000,
  cents: 125_000,
  currency: 'EUR',
  ...fields,
});

function tableOf(rows: readonly Row[], fields: Partial<ListTable> = {}): ListTable {
  const column = columnsOver(rows);
  return {
    title: 'Bills',
    facts: [],
    columns: [
      column.text('Vendor', ({ who }) => who),
      column.text('Look', () => 'paper alone', { only: 'print' }),
      column.date('Due', ({ day }) => day),
      column.time('Approved', ({ atMs }) => atMs),
      column.amount('Amount due', ({ cents, currency }) =>
        cents === null ? null : { amountCents: cents, currency },
      ),
      column.count('Bills', () => 3),
    ],
    rowCount: rows.length,
    formatRows: String,
    groups: [],
    totals: null,
    ...fields,
  };
}

function written(table: ListTable): readonly (readonly string[])[] {
  const csv = csvOf(table, 'en-US');
  return readCsv(csv.head + csv.rows(0, table.rowCount));
}

test('amounts are plain decimals after a column with their currency, dates and times are ISO 8601', () => {
  const rows = [
    row({}),
    row({ cents: -5, currency: 'JPY', day: '2026-11-20T23:00:00Z' }),
    row({ cents: 9_007_199_254_740_991, currency: 'HUF', day: 'soon', who: '=1+1' }),
    row({ cents: 8_100_000, currency: 'JPY' }),
    row({ cents: 125_050, currency: 'KWD' }),
    row({ cents: null, atMs: null, day: null, who: null }),
  ];
  expect(written(tableOf(rows))).toEqual([
    ['Vendor', 'Due', 'Approved (UTC)', 'Currency', 'Amount due', 'Bills'],
    ['Northwind', '2026-11-20', '2027-01-15 08:00:00', 'EUR', '1250.00', '3'],
    ['Northwind', '2026-11-20', '2027-01-15 08:00:00', 'JPY', '-0.05', '3'],
    ["'=1+1", 'soon', '2027-01-15 08:00:00', 'HUF', '90071992547409.91', '3'],
    ['Northwind', '2026-11-20', '2027-01-15 08:00:00', 'JPY', '81000.00', '3'],
    ['Northwind', '2026-11-20', '2027-01-15 08:00:00', 'KWD', '1250.500', '3'],
    ['', '', '', '', '', '3'],
  ]);
});

test('in a column, all amounts of a currency have the same number of decimals, even if only some have cents', () => {
  const rows = [12_300, 77_401, 0].map((cents) => row({ cents, currency: 'JPY' }));
  const whole = rows.map(({ cents, ...fields }) => row({ ...fields, cents: cents && 8_100 }));
  const amounts = [rows, whole].map((some) => written(tableOf(some)).map((fields) => fields[4]));
  expect(amounts).toEqual([
    ['Amount due', '123.00', '774.01', '0.00'],
    ['Amount due', '81', '81', '0'],
  ]);
});

test('a second amount in a currency other than the row’s names it', () => {
  const rows = [row({})];
  const column = columnsOver(rows);
  const columns = [
    column.amount('Total', () => ({ amountCents: 100, currency: 'EUR' })),
    column.amount('Balance', () => ({ amountCents: 200, currency: 'USD' })),
    column.amount('Tax', () => ({ amountCents: 300, currency: 'EUR' })),
  ];
  expect(written(tableOf(rows, { columns }))).toEqual([
    ['Currency', 'Total', 'Balance', 'Tax'],
    ['EUR', '1.00', '2.00 USD', '3.00'],
  ]);
});

test.each([
  ['de-DE', '"Northwind";2026-11-20;"2027-01-15 08:00:00";"EUR";1250,00;3'],
  ['de-CH', '"Northwind",2026-11-20,"2027-01-15 08:00:00","EUR",1250.00,3'],
  ['en-DE', '"Northwind";2026-11-20;"2027-01-15 08:00:00";"EUR";1250,00;3'],
])('spreadsheets of the region %s read fields and amounts', (locale, line) => {
  const table = tableOf([row({})]);
  const { head, rows } = csvOf(table, locale);
  const separator = line[11] ?? '';
  expect([
    head.split('"Due"')[1]?.[0],
    rows(0, 1).trimEnd(),
    tabRowsOf(table, locale).split('\t').at(-2),
  ]).toEqual([separator, line, line.includes('1250,00') ? '1250,00' : '1250.00']);
});
