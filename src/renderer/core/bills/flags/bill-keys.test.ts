import { expect, test } from 'vitest';
import { numberForms, vendorForm } from './bill-keys.ts';

const isSameNumber = (one: string, other: string): boolean =>
  numberForms(one).some((form) => numberForms(other).includes(form));

test('F-1 a number is the same however it is written', () => {
  const pairs: readonly (readonly [string, string])[] = [
    ['INV-00123', 'inv 123'],
    ['INV-00123', '123'],
    ['Invoice No. 123', '0123'],
    ['2026-0042', '2026/42'],
    ['2026-0042', '20260042'],
    ['Invoice R/2026/057', 'R 2026 57'],
    ['A０１２', 'a12'],
  ];
  expect(pairs.filter(([one, other]) => !isSameNumber(one, other))).toEqual([]);
});

test('F-1 two numbers are not taken for one', () => {
  const pairs: readonly (readonly [string, string])[] = [
    ['1-12', '11-2'],
    ['INV-10', 'INV-100'],
    ['A-12', 'B-12'],
    ['2026-01', '2026-10'],
    ['01/2026', '10/2026'],
    ['', ''],
    ['--', '–'],
  ];
  expect(pairs.filter(([one, other]) => isSameNumber(one, other))).toEqual([]);
});

test('F-2 a vendor is the same without case, accents, punctuation and legal form', () => {
  expect(
    [
      'Lumen Energy Ltd.',
      'LUMEN ENERGY  Limited',
      'Café Ligne',
      'cafe-ligne SAS',
      'Co.',
      ' ',
      null,
    ].map(vendorForm),
  ).toEqual(['lumen energy', 'lumen energy', 'cafe ligne', 'cafe ligne', 'co', null, null]);
});
