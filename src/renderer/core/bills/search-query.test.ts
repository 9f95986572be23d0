import { expect, test } from 'vitest';
import { de } from '../../kit/text/de/de.ts';
import { en } from '../../kit/text/en/en.ts';
import { readSearch } from './search-query.ts';
import { centsIn } from './search-terms.ts';

// A Sunday; weeks begin on Monday.
const calendar = { today: '2026-11-22', weekStartsOn: 1 } as const;

/** What a search asks for, in a line. */
function read(search: string, words = en.review.searchWords): string {
  const { text, conditions } = readSearch(search, words, calendar);
  const said = conditions.map(({ kind, ...bounds }) => [kind, ...Object.values(bounds)].join(' '));
  return [`[${text}]`, ...said].join(', ');
}

test.each([
  ['oak >1,000', '[oak], amount 100001 Infinity'],
  ['>= 1000 <2.000,50 oak', '[oak], amount 100000 Infinity, amount -Infinity 200049'],
  ['due:this week', '[], due 2026-11-16 2026-11-22'],
  ['due: Next Week oak', '[oak], due 2026-11-23 2026-11-29'],
  ['due:tomorrow', '[], due 2026-11-23 2026-11-23'],
  ['due:next month', '[], due 2026-12-01 2026-12-31'],
  ['due:2026-02', '[], due 2026-02-01 2026-02-28'],
  ['due:2026-12-01', '[], due 2026-12-01 2026-12-01'],
  ['due:<2026-12-01 due:>=2026-11', '[], due 0000-01-01 2026-11-30, due 2026-11-01 9999-12-31'],
  ['IS:Overdue is:flagged', '[], overdue, flagged'],
  ['vendor:"Elder Valley" march', '[march], vendor elder valley'],
  ['vendor:émile', '[], vendor emile'],
  // Not typed to its end: the list stays as it is.
  ['oak due:', '[oak]'],
  ['due:next w', '[]'],
  ['due:2026-1', '[]'],
  ['is:f', '[]'],
  ['>', '[]'],
  // Nothing that is known: words.
  ['due:soon re:roof >x is:new', '[due:soon re:roof >x is:new]'],
])('V-21 in the search %s the operators are %s', (search, expected) => {
  expect(read(search)).toBe(expected);
});

test('V-21 of a sheet pasted into the search its beginning is looked for, and the list goes on answering', () => {
  const { text, conditions } = readSearch(
    'oak >1 '.repeat(100_000),
    en.review.searchWords,
    calendar,
  );
  expect([text.length, conditions.length]).toEqual([571, 143]);
});

test('V-21 operators are called as the language calls them, and in English', () => {
  const german = ['fällig:nächste Woche', 'due:heute', 'ist:überfällig', 'Lieferant:wasser'];
  expect(german.map((search) => read(search, de.review.searchWords))).toEqual([
    '[], due 2026-11-23 2026-11-29',
    '[], due 2026-11-22 2026-11-22',
    '[], overdue',
    '[], vendor wasser',
  ]);
});

test.each([
  ['1250', 125_000],
  ['1,250.00', 125_000],
  ['1.250,00', 125_000],
  ['1.250', 125_000],
  ['12,34,567.50', 123_456_750],
  ['1,659.660', 165_966],
  ['$1\u2019250.5', 125_050],
  ['١٬٢٥٠٫٠٠', 125_000],
  ['-12.5', -1_250],
  ['ten', null],
  ['1-2', null],
])('V-21 the amount %s is %j hundredths', (text, cents) => {
  expect(centsIn(text)).toBe(cents);
});
