import { expect, test } from 'vitest';
import { formatMoney } from '../../../bridge/money.ts';
import { numberLocale, usableLocale } from './locale.ts';

test('numbers follow the language that the user chose, else the user’s own locale', () => {
  expect([
    numberLocale('fr-FR', 'system'),
    numberLocale('en-US', 'de'),
    numberLocale('de', 'en'),
    new Intl.NumberFormat(numberLocale('en-US', 'de')).format(1_000.5),
  ]).toEqual(['fr-FR', 'de-US', 'en-GB', '1.000,5']);
});

test('amounts beside English words run from left to right in every region', () => {
  const amounts = ['ar-EG', 'he-IL', 'fa-IR', 'ur-PK'].map((locale) =>
    formatMoney(-123_450, 'USD', numberLocale(locale, 'system')),
  );
  expect(amounts.map((each) => each.replace('US', ''))).toEqual(Array(4).fill('-$1,234.50'));
});

test('numbers and amounts in English have one notation in every region', () => {
  const regions = ['DE', 'FR', 'NL', 'US', 'GB', 'CH', 'ZA', 'IN'];
  const locales = regions.flatMap((region) => [
    numberLocale(`en-${region}`, 'system'),
    numberLocale(`de-${region}`, 'en'),
  ]);
  for (const locale of locales) {
    const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(1_234.5);
    expect(formatMoney(123_450, 'USD', locale)).toContain(number);
  }
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
