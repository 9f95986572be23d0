import { expect, test } from 'vitest';
import { usableLocale } from './locale.ts';

test.each([
  ['en-US@posix', 'en-US'],
  ['de-DE.UTF-8@euro', 'de-DE'],
  ['zh-Hant-TW', 'zh-Hant-TW'],
  ['und', 'en-US'],
  ['C', 'en-US'],
  ['C.UTF-8', 'en-US'],
  ['', 'en-US'],
])('K-18 the locale %j is read as %s', (given, usable) => {
  expect([usableLocale(given), new Intl.NumberFormat(usable).format(0)]).toEqual([usable, '0']);
});
