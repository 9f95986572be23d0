import { expect, test } from 'vitest';
import { formatMoney } from './money.ts';

test.each([
  ['amounts are hundredths of the unit', 125_000, 'EUR', 'en-US', '€1,250.00'],
  ['shown with the digits of ISO 4217', 125_000, 'JPY', 'en-US', '¥1,250'],
  ['a dinar has three', 125_050, 'KWD', 'en-US', 'KWD 1,250.500'],
  ['a forint has two', 125_050, 'HUF', 'en-US', 'HUF 1,250.50'],
  ['in the locale of the reader', 125_000_00, 'EUR', 'de-DE', '125.000,00 €'],
  ['in the locale of the reader', 125_000_00, 'HUF', 'hu-HU', '125 000,00 Ft'],
  ['no amount loses its cents', -5, 'USD', 'en-US', '-$0.05'],
  ['no amount loses its cents', 125_050, 'JPY', 'en-US', '¥1,250.50'],
  ['no amount loses its cents', -125_001, 'KRW', 'en-US', '-₩1,250.01'],
  ['no amount loses its size', 9_007_199_254_740_991, 'USD', 'en-US', '$90,071,992,547,409.91'],
  ['an unknown currency is shown unchanged', 100, 'points', 'en-US', '1.00 points'],
  ['an unknown currency is shown unchanged', 100, 'xx', 'en-US', '1.00 xx'],
  ['a lower-case code is known', 100, 'eur', 'en-US', '€1.00'],
])(
  'R-1 amounts are shown with their digits (%s): %i %s in %s is %s',
  (_, cents, currency, locale, expected) => {
    expect(formatMoney(cents, currency, locale).replaceAll('\u00a0', ' ')).toBe(expected);
  },
);
