import { expect, test } from 'vitest';
import { searchTerms } from '../../../core/bills/search/search-terms.ts';
import { withKnownName } from '../../../../contract/party.ts';
import { aBill } from '../../../core/testing/fake-bridge.ts';
import {
  highlightAmount,
  highlightNumber,
  highlightText,
  matchElsewhere,
  type TextPart,
} from './highlight.ts';

const marked = (parts: readonly TextPart[]): string =>
  parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('');

test.each([
  ['Northwind Timber', 'TIM north', '[North]wind [Tim]ber'],
  ['Banana', 'an', 'B[anan]a'],
  ['Banana', 'ana nan', 'B[anana]'],
  ['ÉMILE & Fils', 'émi', '[ÉMI]LE & Fils'],
  ['E\u0301mile', 'é', '[E\u0301]mile'],
  ['Emile', 'é', '[E]mile'],
  ['Project A, area 4a', 'project a', '[Project] [A], [a]rea 4a'],
  ['北京办公用品', '京', '北[京]办公用品'],
  ['İstanbul Kebap', 'kebap', 'İstanbul [Kebap]'],
  ['Acme', '', 'Acme'],
  ['Acme', 'zebra', 'Acme'],
  ['', 'a', ''],
  ['To approve: xHollin', 'aprove hollin', 'To [approve]: x[Hollin]'],
  ['Hollin & Breck', 'holin', '[Hollin] & Breck'],
  ['Gulf Meridian', 'meridain', 'Gulf [Meridian]'],
  ['Bürobedarf Müller', 'mueller', 'Bürobedarf [Müller]'],
  ['Straße İ ŉ 🧾', 'ße i 🧾', 'Stra[ße] [İ] ŉ [🧾]'],
  ['O’Brien & Sons', "o'brien", '[O’Brien] & Sons'],
  ['Bill INV 00012', 'inv-12', 'Bill [INV 00012]'],
  ['Unit 2, door 12', 'unit 2', '[Unit] [2], door 12'],
  ['Oct rent', 'october rent', '[Oct] [rent]'],
  ['Amazon Web Services', 'aws', '[Amazon Web S]ervices'],
])('in %j every match of %j is highlighted', (text, search, expected) => {
  expect(marked(highlightText(text, searchTerms(search)))).toBe(expected);
});

test.each([
  ['€1,250.00', 125_000, '1,250.00', '€[1,250.00]'],
  ['€1,250.00', 125_000, '1250', '€[1,250].00'],
  ['$1,250.00', 125_000, '$1.250,00', '$[1,250.00]'],
  ['1.250,00 €', 125_000, '1250.00', '[1.250,00] €'],
  ['1.250,00 €', 125_000, '250', '1.[250],00 €'],
  ['¥1,250', 125_000, '1250.00', '¥[1,250]'],
  ['¥1,250', 125_000, '.00', '¥1,250'],
  ['-€12.50', -1_250, '-12.5', '-€[12.50]'],
  ['١٬٢٥٠٫٠٠', 125_000, '1250', '[١٬٢٥٠]٫٠٠'],
  ['€1,250.00', 125_000, '1260', '€1,250.00'],
  ['€1,250.00', 125_000, ',', '€1,250.00'],
])('in the amount %s (%i) the typed %j is highlighted', (shown, cents, search, expected) => {
  expect(marked(highlightAmount(shown, cents, searchTerms(search)))).toBe(expected);
});

test.each([
  ['INV-2026-3724', 'inv20263', '[INV-2026-3]724'],
  ['23/03-1914', '23 1914', '[23]/03-[1914]'],
  ['SI-0042', '9', 'SI-0042'],
])('in the number %s separators may be left out: %s', (text, search, expected) => {
  expect(marked(highlightNumber(text, searchTerms(search)))).toBe(expected);
});

test.each([
  ['timber', 'Timber and boards'],
  ['acme timber', 'Timber and boards'],
  ['po77', 'PO 77'],
  ['acme 12.50 chairs', null],
  ['oak', null],
  ['', null],
])('a search for %j shows the text %j of a field without a column', (search, expected) => {
  const bill = aBill('b1', {
    ...{ memo: 'Chairs', totalCents: 1_250, amountDueCents: 1_250 },
    vendor: { id: 'v1', name: 'Acme', others: { category: 'Timber and boards' } },
    others: { reference: 'PO 77' },
  });
  expect(matchElsewhere(bill, searchTerms(search))).toBe(expected);
});

test('a search for a vendor’s id shows the id on a bill without the vendor’s name', () => {
  const vendor = withKnownName({ id: 'v-77', name: null }, 'Paper');
  const found = ['v-77', 'paper'].map((search) =>
    matchElsewhere(aBill('b1', { vendor }), searchTerms(search)),
  );
  expect(found).toEqual(['v-77', null]);
});
