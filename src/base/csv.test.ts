import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvField, csvLine } from './csv.ts';
import { readCsv } from './testing/read-csv.ts';

/** Quotes, line ends, what starts a formula, more than one unit a character, right to left. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('"', ',', '\r', '\n', '=', '+', '-', '@', '\t', "'", ' ', 'a'),
  }),
  fc.constantFrom('شركة الخليج', '‏חברת המים', '👩‍👩‍👧 GmbH', 'a\uD83D', '=HYPERLINK("http://x","y")'),
);

test('X-2 what a spreadsheet reads is what was written, with formulas made text', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyText, { minLength: 1 })), (records) => {
      const file = records.map((fields) => csvLine(fields.map(csvField))).join('');
      expect(readCsv(file)).toEqual(
        records.map((fields) =>
          fields.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)),
        ),
      );
    }),
    { seed: 7 },
  );
});

test('X-2 no field begins with what a spreadsheet runs, quoted or not', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(csvField(text)).not.toMatch(/^"?[=+\-@\t\r]/);
    }),
    { seed: 11 },
  );
});
