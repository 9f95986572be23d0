import { expect, test } from 'vitest';
import { numberLocale, usableLocale } from './locale.ts';

test('numbers follow a language that was chosen by hand, else the user’s own locale', () => {
  expect([
    numberLocale('fr-FR', 'system'),
    numberLocale('en-US', 'de'),
    numberLocale('de', 'en'),
    new Intl.NumberFormat(numberLocale('en-US', 'de')).format(1_000.5),
  ]).toEqual(['fr-FR', 'de-US', 'en-DE', '1.000,5']);
});

test.each([
  ['en-US@posix', 'en-US'],
  ['de-DE.UTF-8@euro', 'de-DE'],
  ['zh-Hant-TW', 'zh-Hant-TW'],
  ['und', 'en-US'],
  ['C', 'en-US'],
  ['C.UTF-8', 'en-US'],
  ['', 'en-US'],
])('the locale %j is read as %s', (given, usable) => {
  expect([usableLocale(given), new Intl.NumberFormat(usable).format(0)]).toEqual([usable, '0']);
});
