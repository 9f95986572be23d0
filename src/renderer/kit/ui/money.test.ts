import { expect, test } from 'vitest';
import { formatMoney } from './money.ts';
import { totalsPerCurrency } from '../../core/bills/currency-totals.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const english = (amountCents: number, currency: string): string =>
  plain(formatMoney(amountCents, currency, 'en-US'));

test('R-1 amounts are hundredths of the unit, shown with the digits of ISO 4217', () => {
  expect([
    english(125_000, 'EUR'),
    english(125_000, 'JPY'),
    english(125_050, 'KWD'),
    english(125_050, 'HUF'),
    english(-5, 'USD'),
  ]).toEqual(['€1,250.00', '¥1,250', 'KWD 1,250.500', 'HUF 1,250.50', '-$0.05']);
});

test('R-2 an amount never loses its cents', () => {
  expect([
    english(125_050, 'JPY'),
    english(-125_001, 'KRW'),
    english(9_007_199_254_740_991, 'USD'),
  ]).toEqual(['¥1,250.50', '-₩1,250.01', '$90,071,992,547,409.91']);
});

test('R-3 a currency nobody knows is written as the service sent it', () => {
  expect([english(100, 'points'), english(100, 'xx'), english(100, 'eur')]).toEqual([
    '1.00 points',
    '1.00 xx',
    '€1.00',
  ]);
});

test('R-1 amounts follow the locale of the reader', () => {
  expect([
    plain(formatMoney(125_000_00, 'EUR', 'de-DE')),
    plain(formatMoney(125_000_00, 'HUF', 'hu-HU')),
  ]).toEqual(['125.000,00 €', '125 000,00 Ft']);
});

test('R-4 totals are kept per currency and never added across', () => {
  expect(
    totalsPerCurrency([
      { currency: 'JPY', amountCents: 100 },
      { currency: 'EUR', amountCents: 5 },
      { currency: 'JPY', amountCents: -30 },
    ]),
  ).toEqual([
    { currency: 'EUR', amountCents: 5 },
    { currency: 'JPY', amountCents: 70 },
  ]);
});
