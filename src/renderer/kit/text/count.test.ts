import { afterEach, expect, test } from 'vitest';
import { formatCount, pluralIn, writeCountsIn } from './count.ts';

afterEach(() => writeCountsIn('en'));

const bills = pluralIn('en', ['one', 'other']);

test('counts in sentences are formatted in the user’s locale', () => {
  const readers = ['en-US', 'de-DE', 'ar-EG'];
  const said = readers.map((reader) => {
    writeCountsIn(reader);
    return [formatCount(2400), bills(2400, 'bill', 'bills'), bills(1, 'bill', 'bills')];
  });
  expect(said).toEqual([
    ['2,400', '2,400 bills', '1 bill'],
    ['2.400', '2.400 bills', '1 bill'],
    ['٢٬٤٠٠', '٢٬٤٠٠ bills', '١ bill'],
  ]);
});

test('a language has as many plural forms as CLDR says', () => {
  const invoices = pluralIn('pl', ['one', 'few', 'many', 'other']);
  const said = [1, 2, 5, 22].map((count) =>
    invoices(count, 'faktura', 'faktury', 'faktur', 'faktury'),
  );
  expect(said).toEqual(['1 faktura', '2 faktury', '5 faktur', '22 faktury']);
});
