import { expect, test } from 'vitest';
import type { Bill } from '../../../../contract/bill.ts';
import { sampleRow } from '../../../kit/testing/samples.ts';
import { allSteps } from '../../../../base/testing/all-steps.ts';
import { openStatement } from './statement-file.ts';
import { billsOfVendor, guessVendor, namedVendors, vendorOfLines } from './statement-vendor.ts';

const bill = (billNumber: string, id: string | null, name: string, organizationId?: string) => ({
  ...sampleRow({ id: billNumber, billNumber, vendor: { id, name } }),
  ...(organizationId !== undefined && { organizationId }),
});

function numbersOf(vendor: string, rows: readonly ReturnType<typeof bill>[]): string {
  const names = [...new Set(rows.map((row) => row.bill.vendor?.name ?? ''))];
  return billsOfVendor(vendor, rows, names)
    .map((row) => row.bill.billNumber)
    .join(' ');
}

test('a statement is compared with the bills of the chosen vendor record, not with a namesake’s', () => {
  const rows = [
    bill('1', 'v13', 'Acme Corp'),
    bill('2', 'v13', 'Acme Corp'),
    bill('3', 'v13', 'Acme'),
    bill('4', 'v14', 'ACME Corporation'),
    bill('5', 'v14', 'ACME Corporation'),
    bill('6', 'w1', 'ACME Corporation', 'other'),
  ];
  expect(
    ['Acme Corp', 'acme corp.', 'Acme', 'ACME Corporation', 'Acme Ltd'].map((vendor) =>
      numbersOf(vendor, rows),
    ),
  ).toEqual(['1 2 3 6', '1 2 3 6', '1 2 3 6', '4 5 6', '1 2 3 4 5 6']);
});

test.each<[string, readonly (string | null)[]]>([
  ['no ids', [null, null, null, null]],
  ['a new id with each bill', ['a', 'b', 'c', 'd']],
  ['one vendor record', ['a', 'a', 'a', 'a']],
  ['a bill without an id', ['a', 'a', 'b', null]],
])('all spellings of a name are one vendor: %s', (_, ids) => {
  const names = ['Acme Corp', 'Acme Corp', 'ACME Corporation', 'ACME Corporation'];
  const rows = names.map((name, at) => bill(`${at}`, ids[at] ?? null, name));
  expect(numbersOf('Acme Corp', rows)).toBe('0 1 2 3');
});

test('the vendor of a statement is the one in its own spelling, else the longest name', () => {
  const names = ['ACME Corporation', 'Acme Corp', 'Acme', 'Acme Tools', 'ACME Tools GmbH'];
  const named = (text: string): readonly string[] => namedVendors(['st1.csv', text], names);
  expect([
    named('Statement of account Acme Corp'),
    named('Statement of ACME CORPORATION'),
    named('Statement of Acme'),
    named('Acme Tools GmbH'),
    named('Acme Tools Ltd'),
    named('Acme Ltd'),
    named('Nobody'),
    namedVendors(['Acme Inc'], names.slice(0, 2)),
  ]).toEqual([
    ['Acme Corp'],
    ['ACME Corporation'],
    ['Acme'],
    ['ACME Tools GmbH'],
    ['Acme Tools'],
    ['Acme'],
    [],
    ['ACME Corporation', 'Acme Corp'],
  ]);
});

const lineOf = (number: string) =>
  ({ ...{ line: 1, number, date: null, cents: 1, currency: null }, isPayment: false }) as const;

test('the vendor with most bill numbers is the vendor of a statement; its name decides only a tie', () => {
  const own = { totalCents: 1, amountDueCents: 1 };
  const owned = (number: string, id: string, name: string) =>
    sampleRow({ ...own, id: `${id} ${number}`, billNumber: number, vendor: { id, name } });
  const rows = [
    ...['A-1', 'A-2', 'A-3'].map((number) => owned(number, 'v1', 'Boundary Vendor')),
    ...['A-1', 'A-2'].map((number) => owned(number, 'v2', 'Acme Corp')),
  ];
  const vendor = (numbers: string, named: readonly string[]): string | null =>
    allSteps(vendorOfLines(numbers.split(' ').map(lineOf), rows, named));
  expect([
    vendor('A-1 A-2 A-3', ['Acme Corp']),
    vendor('A-1 A-2 A-9', ['Acme Corp']),
    vendor('A-1 A-2 A-9', []),
    vendor('A-3 A-9', ['Acme Corp']),
    vendor('A-3 A-9', []),
    vendor('B-3 B-9', []),
  ]).toEqual([
    ...['Boundary Vendor', 'Acme Corp', 'Boundary Vendor', 'Acme Corp', 'Boundary Vendor'],
    null,
  ]);
});

test('lines that agree in number, amount, currency and date outweigh numbers that look alike', () => {
  const owned = (
    vendor: string,
    billNumber: string,
    totalCents: number,
    fields: Partial<Bill> = {},
  ) =>
    sampleRow({
      ...{ id: `${vendor} ${billNumber}`, billNumber, totalCents, amountDueCents: totalCents },
      ...{ vendor: { id: vendor, name: vendor }, currency: 'EUR', date: '2026-05-01', ...fields },
    });
  const rows = [
    owned('Spedition', 'INV 4054', 1_700),
    owned('Spedition', 'INV-4054', 1_800),
    owned('Spedition', 'INV 4055', 1_900),
    owned('Spedition', 'INV 4057', 2_000),
    owned('Dollar', '4057', 300, { currency: 'USD' }),
    owned('Dollar', '4058', 400, { currency: 'USD' }),
    owned('Bakery', '004054', 100),
    owned('Bakery', '004055', 200),
    owned('Printer', '4057', 300, { date: '2026-04-30' }),
    owned('Printer', '4058', 400),
  ];
  const names = ['Bakery', 'Dollar', 'Printer', 'Spedition'];
  const guess = (csv: string, fileName = 'st.csv') => {
    const opened = allSteps(
      openStatement(new TextEncoder().encode(`No;Date;Amount;Currency\n${csv}`)),
    );
    const records = opened.kind === 'opened' ? opened.records : [];
    return allSteps(guessVendor(fileName, records, rows, names));
  };
  const bakery = '004054;01.05.2026;1,00;EUR\n004055;01.05.2026;2,00;EUR\n';
  const loose = 'INV-4054;13.05.2026;7,00;EUR\nINV-4057;13.05.2026;8,00;EUR\n';
  expect([
    guess(bakery),
    guess(`${bakery}4057;13.05.2026;9,00;EUR\n`),
    guess('004054;01.05.2026;-1,00;EUR\n'),
    guess('4057;13.05.2026;3,00;EUR\n4058;13.05.2026;4,00;EUR\n'),
    guess('4057;01.05.2026;3,00;USD\n4058;01.05.2026;4,00;USD\n'),
    guess(bakery, 'Bakery.csv'),
    guess(bakery, 'Printer.csv'),
    guess(loose),
    guess(loose, 'Printer.csv'),
    guess('9;01.05.2026;3,00;USD\n'),
  ]).toEqual([
    { vendor: 'Bakery', isFromLines: true },
    { vendor: 'Bakery', isFromLines: true },
    { vendor: 'Bakery', isFromLines: true },
    { vendor: 'Printer', isFromLines: true },
    { vendor: 'Dollar', isFromLines: true },
    { vendor: 'Bakery', isFromLines: false },
    { vendor: 'Bakery', isFromLines: true },
    { vendor: 'Spedition', isFromLines: true },
    { vendor: 'Printer', isFromLines: false },
    null,
  ]);
});
