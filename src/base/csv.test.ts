import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvField, csvLine, tabCell } from './csv.ts';
import { readCsv } from './testing/read-csv.ts';

/**
 * Quotes, separators, starts of formulas, invisible characters, characters of several code units, right-to-left text.
 */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom(
      ...Array.from('",;|\r\n\t=+-@＝＋－＠\'a \u00a0\u200b\u202e\ufeff\u0000'),
    ),
  }),
  fc.constantFrom('شركة الخليج', '‏חברת המים', '👩‍👩‍👧 GmbH', 'a\uD83D', '=HYPERLINK("http://x","y")'),
);

test('X-2 a spreadsheet reads the written texts, with any separator, and runs none of them', () => {
  const apart = /[;|\t\r\n]/;
  fc.assert(
    fc.property(fc.array(fc.array(anyText, { minLength: 1 })), (records) => {
      const read = readCsv(records.map((fields) => csvLine(fields.map(csvField))).join(''));
      const plain = (rows: readonly (readonly string[])[]) =>
        rows.map((row) => row.map((text) => text.replaceAll("'", '')));
      expect(plain(read)).toEqual(plain(records));
      const cells = read.flat().flatMap((text) => [text, ...text.split(apart)]);
      expect(cells.filter((cell) => /^[\p{C}\p{Z}"]*[=+\-@＝＋－＠]/u.test(cell))).toEqual([]);
    }),
    { seed: 7, numRuns: 1_000 },
  );
});

test('X-2 every text is quoted, numbers are not, and only formulas get an apostrophe', () => {
  const texts = ['a, -b', '-5', 'x;\u200b=1', '\t\t＝1', '\tx', 'a=b'];
  expect([...texts, -5].map(csvField).join(' ')).toBe(
    `"a, -b" "'-5" "x;\u200b'=1" "\t\t'＝1" "'\tx" "a=b" -5`,
  );
});

test('X-2 a cell between tabs keeps its text on one line, and no spreadsheet runs it', () => {
  const texts = ['Northwind, Ltd', '=1+1', 'a\tb\r\n=c', '-5', '6" pipe', '@x "y"'];
  expect([...texts, -5].map(tabCell)).toEqual([
    'Northwind, Ltd',
    "'=1+1",
    'a b =c',
    "'-5",
    '"6"" pipe"',
    `"'@x ""y"""`,
    '-5',
  ]);
});
