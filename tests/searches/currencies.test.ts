import { expect, test } from 'vitest';
import {
  formatCondition,
  formatSearchPart,
} from '../../src/renderer/screens/review/filters/format-search.ts';
import { searchWords as german } from '../../src/renderer/kit/text/de/search-words.ts';
import { messages } from '../../src/renderer/kit/text/messages.ts';
import { createCompany, rowsOf } from './create-company.ts';

const mine = createCompany({
  rows: [
    ['power', 'Eskom Holdings', 'ES-1', 'Power', 56_148.83, 'ZAR', '2026-11-01', '2026-12-01'],
    ['rail', 'Transnet', 'R 1234', 'Rail', 3665.22, 'ZAR', '2026-11-01', '2026-12-02'],
    ['sea', 'Transnet', 'R4471', 'Sea', 5000, 'ZAR', '2026-11-01', '2026-12-03'],
    ['oil', 'Petrobras', 'PB-1', 'Oil', 700, 'BRL', '2026-11-01', '2026-12-04'],
    ['wool', 'Merino Farms', 'MF-1', 'Wool', 100, 'AUD', '2026-11-01', '2026-12-05'],
  ],
});

test.each([
  ['R 56 148,83', 'power', 'Amount ZAR 56,148.83'],
  ['R56\u00A0148,83', 'power', 'Amount ZAR 56,148.83'],
  ['R56148.83', 'power', 'Amount ZAR 56,148.83'],
  ['R 56,148.83', 'power', 'Amount ZAR 56,148.83'],
  ['over R5000', 'power', 'Amount over ZAR 5,000.00'],
  ['over R 5 000', 'power', 'Amount over ZAR 5,000.00'],
  ['R5 000', 'sea', 'Amount ZAR 5,000.00 – ZAR 5,000.99'],
  ['eskom over R50k', 'power', 'Amount over ZAR 50,000.00'],
  ['between R500 and R6000', 'rail sea', 'Amount ZAR 500.00 – ZAR 6,000.00'],
  ['R over 20k', 'power', 'Amount over ZAR 20,000.00'],
  ['rand', 'power rail sea', 'Currency: ZAR'],
  ['south african rand', 'power rail sea', 'Currency: ZAR'],
  ['südafrikanische Rand', 'power rail sea', 'Currency: ZAR'],
  ['rand over 20k', 'power', 'Currency: ZAR | Amount over 20,000'],
  ['Transnet R 1234 Dec 2 R 3 665,22', 'rail', 'Due Dec 2 | Amount ZAR 3,665.22'],
  ['R 1234', 'rail', ''],
  ['R 1234, R4471', 'rail sea', '“R 1234” or “R4471”'],
  ['R 1234, R 4471', 'rail sea', '“R 1234” or “R 4471”'],
  ['no. R 1234', 'rail', 'Bill no.: “r 1234”'],
  ['R44', 'sea', ''],
  ['R-4471', 'sea', ''],
  ['R$ 700', 'oil', ''],
  ['R$700', 'oil', ''],
  ['aussie dollars', 'wool', 'Currency: AUD'],
  ['over 50 aussie dollars', 'wool', 'Amount over A$50.00'],
  ['australischen Dollar', 'wool', 'Currency: AUD'],
])('V-20 in a company with rand, “%s” finds %s with the chips “%s”', (search, ...expected) => {
  const { searchWords } = messages.review;
  const { reading, exact } = mine.search(search, searchWords, 'monthFirst', german);
  const chips = reading.parts.map((part) =>
    formatSearchPart(part, { ...mine.names, locale: 'en' }),
  );
  expect([exact.join(' '), chips.join(' | ').replaceAll('\u00A0', ' ')]).toEqual(expected);
});

test.each([
  ['kiwi dollars', 'Currency: NZD'],
  ['Canadian dollars', 'Currency: CAD'],
  ['american dollar', 'Currency: USD'],
  ['Hong Kong dollars', 'Currency: HKD'],
  ['kanadische Dollar', 'Currency: CAD'],
  ['amerikanischer Dollar', 'Currency: USD'],
  ['Hongkong-Dollar', 'Currency: HKD'],
  ['Singapur-Dollar', 'Currency: SGD'],
])('V-20 “%s” names one currency, although no bill has it: “%s”', (search, chip) => {
  const { searchWords } = messages.review;
  const { reading } = mine.search(search, searchWords, 'monthFirst', german);
  const chips = reading.parts.map((part) =>
    formatSearchPart(part, { ...mine.names, locale: 'en' }),
  );
  expect(chips).toEqual([chip]);
});

const coins = createCompany({
  rows: rowsOf(`
    gold | Joburg Mines | R50017 | Gold | 500 | ZAR | 2026-11-01 | 2026-12-01
    ore | Joburg Mines | JM-2 | Ore | -500 | ZAR | 2026-11-01 | 2026-12-02
    coal | Joburg Mines | JM-3 | Coal | 600 | ZAR | 2026-11-01 | 2026-12-03
    iron | Joburg Mines | JM-4 | Iron | 6000 | ZAR | 2026-11-01 | 2026-12-04
    maps | Rand McNally | RM-5 | Maps | 650 | USD | 2026-11-01 | 2026-12-05
    fence | Aussie Dollar Store | AD-6 | Fence | 985 | USD | 2026-11-01 | 2026-12-06
    lamb | Merino Farms | MF-7 | Lamb | 900 | AUD | 2026-11-01 | 2026-12-07
  `),
});

test.each([
  ['R5k-R9k', 'iron', 'Amount ZAR 5,000.00 – ZAR 9,000.00'],
  ['-R500', 'ore', 'Amount -ZAR 500.99 – -ZAR 500.00'],
  ['R500-', 'ore', 'Amount -ZAR 500.99 – -ZAR 500.00'],
  ['(R500)', 'ore', 'Amount -ZAR 500.00'],
  ['(R500.00)', 'ore', 'Amount -ZAR 500.00'],
  ['-R 500', 'ore', 'Amount -ZAR 500.99 – -ZAR 500.00'],
  ['-max 600', 'iron maps fence lamb', 'Amount over 600'],
  ['R500', 'gold', 'Amount ZAR 500.00 – ZAR 500.99'],
  ['R5001', 'gold', ''],
  ['R 500, 600', 'gold coal', 'Amount ZAR 500.00 – ZAR 500.99 or Amount ZAR 600.00 – ZAR 600.99'],
  ['R 500, R 600', 'gold coal', 'Amount ZAR 500.00 – ZAR 500.99 or Amount ZAR 600.00 – ZAR 600.99'],
  ['R over 5000', 'iron', 'Amount over ZAR 5,000.00'],
  ['600 rand', 'coal', 'Amount ZAR 600.00 – ZAR 600.99'],
  ['in rand', 'gold ore coal iron', 'Currency: ZAR'],
  ['rand', 'maps', '“rand” / Currency: ZAR'],
  ['rand mcnally', 'maps', ''],
  ['rand mc', 'maps', ''],
  ['rand over 500', 'coal iron', 'Currency: ZAR / “rand” | Amount over 500'],
  ['rand unpaid', 'gold ore coal iron', 'Currency: ZAR / “rand” | Unpaid'],
  ['joburg rand', 'gold ore coal iron', 'Currency: ZAR / “rand”'],
  ['all rand bills', 'gold ore coal iron', 'Currency: ZAR / “rand”'],
  ['not rand', 'maps fence lamb', 'Not: Currency: ZAR'],
  ['no rand', 'maps fence lamb', 'Not: Currency: ZAR'],
  ['rand or usd', 'gold ore coal iron maps fence', 'Currency: ZAR or Currency: USD'],
  ['aussie dollar', 'fence', '“aussie dollar” / Currency: AUD'],
  ['985 aussie dollar store', 'fence', ''],
  ['over 500 aussie dollars', 'lamb', 'Amount over A$500.00'],
])(
  'V-20 among vendors named like currencies, “%s” finds %s and offers “%s”',
  (search, ...expected) => {
    const { searchWords } = messages.review;
    const { reading, exact } = coins.search(search, searchWords, 'monthFirst', german);
    const names = { ...coins.names, locale: 'en' };
    const chips = reading.parts.map((part) => {
      const others = part.choices
        .slice(1)
        .map(({ condition }) => formatCondition(condition, names));
      return [formatSearchPart(part, names), ...others].join(' / ');
    });
    expect([exact.join(' '), chips.join(' | ').replaceAll('\u00A0', ' ')]).toEqual(expected);
  },
);

const stores = createCompany({
  rows: [
    ['fence', 'Aussie Dollar Store', 'AD-1', 'Fence', 985, 'USD', '2026-11-01', '2026-12-01'],
    ['lamb', 'Merino Farms', 'MF-1', 'Lamb', 900, 'AUD', '2026-11-01', '2026-12-05'],
  ],
});

test.each([
  ['over 500 aussie dollar store', 'fence', 'Amount over 500'],
  ['over 500 aussie dollars', 'lamb', 'Amount over A$500.00'],
  ['open bills', 'fence lamb', 'Unpaid'],
  ['not open bills', '', 'Not: Status: Open'],
  ['bills -open', '', 'Not: Status: Open'],
  ['open waybill', '', 'Status: Open'],
  ['open -bills', 'fence lamb', 'Status: Open | Not: “bills”'],
])('V-20 “%s” finds %s with the chips “%s”', (search, ...expected) => {
  const { reading, exact } = stores.search(
    search,
    messages.review.searchWords,
    'monthFirst',
    german,
  );
  const chips = reading.parts.map((part) =>
    formatSearchPart(part, { ...stores.names, locale: 'en' }),
  );
  expect([exact.join(' '), chips.join(' | ').replaceAll('\u00A0', ' ')]).toEqual(expected);
});
