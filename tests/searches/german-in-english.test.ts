import { expect, test } from 'vitest';
import { searchWords as german } from '../../src/renderer/kit/text/de/search-words.ts';
import { searchWords as english } from '../../src/renderer/kit/text/en/search-words.ts';
import { company } from './company.ts';
import { cases } from './show.ts';

const found = (search: string, dayOrder: 'dayFirst' | null): string => {
  const { exact, similar } = company.search(search, english, dayOrder, german);
  return [...exact.toSorted(), ...(similar.length > 0 ? ['~', ...similar.toSorted()] : [])].join(
    ' ',
  );
};

test('V-20 the English screen understands nearly all German searches, and English ones as before', () => {
  const others = cases('de').filter(([typed, { finds }]) => found(typed, 'dayFirst') !== finds);
  // They mean something in English too, or their words are in bills.
  const misread = ['gas im april', '-überfällig', 'am 3.'];
  expect(others.map(([typed]) => typed)).toEqual([...misread, 'november und dezember']);
  const changed = cases('en').filter(([typed, { finds }]) => found(typed, null) !== finds);
  expect(changed.map(([typed]) => typed)).toEqual([]);
});
