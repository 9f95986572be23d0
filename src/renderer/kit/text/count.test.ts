import { afterEach, expect, test } from 'vitest';
import { formatCount, writeCountsIn, plural } from './count.ts';

afterEach(() => writeCountsIn('en'));

test('K-12 counts in sentences are written as the reader writes numbers', () => {
  const readers = ['en-US', 'de-DE', 'ar-EG'];
  const said = readers.map((reader) => {
    writeCountsIn(reader);
    return [formatCount(2400), plural(2400, 'bill', 'bills'), plural(1, 'bill', 'bills')];
  });
  expect(said).toEqual([
    ['2,400', '2,400 bills', '1 bill'],
    ['2.400', '2.400 bills', '1 bill'],
    ['٢٬٤٠٠', '٢٬٤٠٠ bills', '١ bill'],
  ]);
});
