import { expect, test } from 'vitest';
import { readAmount, writeAmount } from './amount-input.ts';

const read = (locale: string, texts: readonly string[]) =>
  texts.map((text) => readAmount(text, locale));

test('V-9 amounts are read as people write them where they live, and in the other form when it is plain', () => {
  expect({
    american: read('en-US', ['1,250.00', '1250', '1.250,00', '1,250', '12.5', '12,5', '.50', '-3']),
    german: read('de-DE', ['1,250.00', '1250', '1.250,00', '1.250', '12,5', '12.5', '1.234.567']),
    swiss: read('de-CH', ['1’250.00', "1'250", '1 250.5']),
    french: read('fr-FR', ['1\u202F250,00', '1 250,00 ', '1250,5']),
    arabic: read('ar-EG', ['١٬٢٥٠٫٥٠', '١٢٥٠', '1250']),
  }).toEqual({
    american: [125_000, 125_000, 125_000, 125_000, 1_250, 1_250, null, -300],
    german: [125_000, 125_000, 125_000, 125_000, 1_250, 1_250, 123_456_700],
    swiss: [125_000, 125_000, 125_050],
    french: [125_000, 125_000, 125_050],
    arabic: [125_050, 125_000, 125_000],
  });
});

test('V-9 what is no amount, or could be two, is not guessed', () => {
  expect([
    read('en-US', ['', 'abc', '1.250', '1,25,0', '12.345', '1.2.3', '1,250.00.1', '12e3', '--1']),
    read('de-DE', ['1,250', '€ 5', '9'.repeat(20), '1,250,00']),
  ]).toEqual([Array(9).fill(null), Array(4).fill(null)]);
});

test('V-9 what is written can be read', () => {
  const cents = [0, 5, 125_000, 123_456_789, -99, 9_007_199_254_740_99];
  const locales = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'ar-EG', 'hi-IN'];
  const again = locales.map((locale) =>
    cents.map((each) => readAmount(writeAmount(each, locale), locale)),
  );
  expect(again).toEqual(locales.map(() => cents));
});
