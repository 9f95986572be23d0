import { expect, test } from 'vitest';
import { searchTerms } from '../../core/bills/search-text.ts';
import { highlightAmount, highlightText, type TextPart } from './highlight.ts';

const marked = (parts: readonly TextPart[]): string =>
  parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('');

const inText = (text: string, search: string): string =>
  marked(highlightText(text, searchTerms(search)));

const inAmount = (shown: string, cents: number, search: string): string =>
  marked(highlightAmount(shown, cents, searchTerms(search)));

test('V-7 every place that holds a word of the search is marked, folded as the search folds', () => {
  expect([
    inText('Northwind Timber', 'TIM north'),
    inText('Banana', 'an'),
    inText('Banana', 'ana nan'),
    inText('ÉMILE & Fils', 'émi'),
    inText('E\u0301mile', 'é'),
    inText('Emile', 'é'),
    inText('İstanbul Kebap', 'kebap'),
    inText('Acme', ''),
    inText('Acme', 'zebra'),
    inText('', 'a'),
  ]).toEqual([
    '[North]wind [Tim]ber',
    'B[anan]a',
    'B[anana]',
    '[ÉMI]LE & Fils',
    '[E\u0301]mile',
    'Emile',
    'İstanbul [Kebap]',
    'Acme',
    'Acme',
    '',
  ]);
});

test('V-8 an amount typed in either form is marked in the amount as it is shown', () => {
  expect([
    inAmount('€1,250.00', 125_000, '1,250.00'),
    inAmount('€1,250.00', 125_000, '1250'),
    inAmount('1.250,00 €', 125_000, '1250.00'),
    inAmount('1.250,00 €', 125_000, '250'),
    inAmount('¥1,250', 125_000, '1250.00'),
    inAmount('¥1,250', 125_000, '.00'),
    inAmount('-€12.50', -1_250, '-12.5'),
    inAmount('١٬٢٥٠٫٠٠', 125_000, '1250'),
    inAmount('€1,250.00', 125_000, '1260'),
    inAmount('€1,250.00', 125_000, ','),
  ]).toEqual([
    '€[1,250.00]',
    '€[1,250].00',
    '[1.250,00] €',
    '1.[250],00 €',
    '¥[1,250]',
    '¥1,250',
    '-€[12.5]0',
    '[١٬٢٥٠]٫٠٠',
    '€1,250.00',
    '€1,250.00',
  ]);
});

test('V-7 the marked text reads the same as the text', () => {
  const text = 'Straße İ ŉ e\u0301 🧾 1,250';
  const joined = highlightText(text, searchTerms('ß i e\u0301 1 🧾'))
    .map((part) => part.text)
    .join('');
  expect(joined).toBe(text);
});
