import { expect, test } from 'vitest';
import { sampleRow } from '../../../kit/testing/samples.ts';
import { allSteps } from '../../../../base/testing/all-steps.ts';
import { vendorOfNumbers } from './match-statement.ts';
import { billsOfVendor, namedVendors } from './statement-vendor.ts';

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

test('most bill numbers decide the vendor of a statement, and its name only among equals', () => {
  const rows = [
    ...['A-1', 'A-2', 'A-3'].map((number) => bill(number, 'v1', 'Boundary Vendor')),
    ...['A-1', 'A-2'].map((number) => bill(number, 'v2', 'Acme Corp')),
  ];
  const vendor = (numbers: string, named: readonly string[]): string | null =>
    allSteps(vendorOfNumbers(numbers.split(' '), rows, named));
  expect([
    vendor('A-1 A-2 A-3', ['Acme Corp']),
    vendor('A-1 A-2 A-9', ['Acme Corp']),
    vendor('A-1 A-2 A-9', []),
    vendor('A-3 A-9', ['Acme Corp']),
    vendor('A-3 A-9', []),
  ]).toEqual(['Boundary Vendor', 'Acme Corp', 'Boundary Vendor', 'Acme Corp', null]);
});
