import { expect, test } from 'vitest';
import { longDate } from './dates.ts';
import { textLocale } from './locale.ts';
import { clockTime } from './relative-time.ts';

test('R-36 words in a sentence are in its language, their order and clock in the reader’s region', () => {
  const afternoon = new Date(2026, 10, 20, 15, 4).getTime();
  const readers = ['de-DE', 'ar-EG', 'en-US', 'ja'].map(textLocale);
  const plain = (text: string): string => text.replaceAll('\u202f', ' ').replace(',', '');
  expect({
    readers,
    german: [longDate('2026-03-01', 'de-DE'), clockTime(afternoon, 'de-DE')].map(plain),
    american: [longDate('2026-03-01', 'en-US'), clockTime(afternoon, 'en-US')].map(plain),
  }).toEqual({
    readers: ['en-DE', 'en-EG', 'en-US', 'en-JP'],
    german: ['Sunday 1 March 2026', '15:04'],
    american: ['Sunday March 1, 2026', '3:04 PM'],
  });
});
