import { expect, test } from 'vitest';
import { readMoney } from './amount-input.ts';

test.each<[currency: string, locale: string, cents: number, texts: readonly string[]]>([
  [
    'EUR',
    'en-US',
    100_000,
    [
      '1000',
      '€1000',
      '€ 1,000.00',
      '1000 €',
      '1000€',
      'EUR 1000',
      '1000 eur',
      'EUR1000',
      'EUR 1000 €',
    ],
  ],
  ['EUR', 'de-DE', 100_000, ['1.000 €', '€ 1.000,00', 'EUR 1000']],
  ['USD', 'de-DE', 100_000, ['1.000 $', 'US$ 1000', 'USD 1000']],
  ['usd', 'en-US', 5_000, ['$50', 'USD 50', '50.00 usd']],
  ['CAD', 'en-US', 5_000, ['CA$50', '$50', '50 CAD']],
  ['JPY', 'ja-JP', 100_000, ['￥1,000', '¥1000', 'JPY 1000']],
  ['CHF', 'de-CH', 100_000, ['CHF 1’000.00', '1000 chf', 'CHF. 1000']],
  ['SEK', 'sv-SE', 100_000, ['1 000 kr', '1000 kr.', 'kr 1000']],
  ['EGP', 'ar-EG', 125_050, ['ج.م.\u200F ١٬٢٥٠٫٥٠', '١٬٢٥٠٫٥٠ ج.م', 'EGP 1250.50']],
  ['POINTS', 'en-US', 500, ['5', '5 points']],
])(
  'an amount in %s may have the code or the symbol on either side, in %s',
  (currency, locale, cents, texts) => {
    expect(texts.map((text) => [text, readMoney(text, currency, locale)])).toEqual(
      texts.map((text) => [text, cents]),
    );
  },
);

test.each<[text: string, currency: string, problem: string]>([
  ['$1000', 'EUR', 'otherCurrency'],
  ['1000 USD', 'EUR', 'otherCurrency'],
  ['GBP 1000 €', 'EUR', 'otherCurrency'],
  ['A$5', 'USD', 'otherCurrency'],
  ['1000 k', 'EUR', 'notAmount'],
  ['EUR', 'EUR', 'notAmount'],
  ['€', 'EUR', 'notAmount'],
  ['€.50', 'EUR', 'notAmount'],
  ['EUR.50', 'EUR', 'notAmount'],
  ['€1.000', 'EUR', 'notAmount'],
  ['10 € 20', 'EUR', 'notAmount'],
])('%s in a field for %s is not read: %s', (text, currency, problem) => {
  expect(readMoney(text, currency, 'en-US')).toBe(problem);
});
