import { expect, test } from 'vitest';
import { de } from '../../../kit/text/de/de.ts';
import { en } from '../../../kit/text/en/en.ts';
import type { SearchCondition } from './search-conditions.ts';
import { readInEither } from './search-languages.ts';
import { readSearch } from './search-query.ts';
import type { SearchContext } from './search-reader.ts';
import { searchTextOf } from './search-text.ts';
import { centsIn } from './search-terms.ts';

const texts = [
  ...[
    'fuel cards april',
    'late fee',
    'march rent',
    'hollin & breck',
    'overtime',
    'inv 00012',
    '12 mill lane',
    'wire fence',
    'balance beam',
    'ab-701',
    'ab-702',
  ],
  ...['re-2026/0415', 'strom dez 2025', 'power dec 2025', 'novel', '3m company'],
];

// A Sunday; weeks begin on Monday.
const context: SearchContext = {
  calendar: { today: '2026-11-22', weekStartsOn: 1 },
  dayOrder: null,
  known: {
    vendors: ['elder valley sawmill', 'emile', 'heldt gmbh'],
    currencies: ['USD', 'EUR'],
    usualCurrency: () => 'USD',
    holds: (text, isWhole) =>
      texts.some((each) =>
        isWhole ? ` ${each} `.includes(` ${text} `) : ` ${each}`.includes(` ${text}`),
      ),
    having: () => [],
    isDueBetween: () => false,
    isDatedBetween: (from, to) => from <= '2026-11-15' && '2026-11-15' <= to,
  },
};

function said(condition: SearchCondition): string {
  const { kind, ...rest } = condition;
  return [
    kind,
    ...Object.entries(rest)
      .flatMap(([name, value]) => (name === 'match' ? [] : value))
      .map((each) => (each !== null && typeof each === 'object' ? said(each) : each)),
  ].join(' ');
}

/** Summary of a parsed search. */
function read(search: string, words = en.review.searchWords, facts = context): string {
  const { text, parts, problems } = readSearch(search, words, facts);
  return [
    `[${text}]`,
    ...parts.map(({ any }) => any.map(said).join(' or ')),
    ...problems.map(({ kind, operator, name, value }) =>
      `${kind} ${operator ?? '-'} ${name} ${value}`.trim(),
    ),
  ].join(', ');
}

test.each([
  [4, 'due in Q3 FY27', '[], date due 2026-10-01 2026-12-31'],
  [4, 'FY26-27 Q3', '[], date due 2026-10-01 2026-12-31'],
  [4, 'h1 fy2027', '[], date due 2026-04-01 2026-09-30'],
  [7, 'Q3 FY27', '[], date due 2027-01-01 2027-03-31'],
  [7, 'due in FY 27', '[], date due 2026-07-01 2027-06-30'],
  [null, 'Q3 FY27', '[Q3 FY27]'],
  [null, 'FY27 Q3', '[FY27 Q3]'],
  [null, 'Q3 FY 2027', '[Q3 FY 2027]'],
  [4, 'Q3', '[], date due 2026-07-01 2026-09-30'],
] as const)(
  'V-20 if a fiscal year begins in month %s, “%s” means %s',
  (start, search, expected) => {
    expect(read(search, en.review.searchWords, { ...context, fiscalYearStart: start })).toBe(
      expected,
    );
  },
);

test.each([
  ['oak >1,000', '[oak], amount 100001 Infinity '],
  ['the 5 largest oak', '[oak], order amountDown 5, notLimited - 5'],
  ['gmbh -emile', '[gmbh], not text emile emile'],
  ['llc overdue', '[llc], state overdue'],
  ['ach over 1000', '[ach], amount 100001 Infinity '],
  ['emile incorporated over 1000', '[emile], amount 100001 Infinity , notSearched - incorporated'],
  ['bank transfer from elder', '[bank], vendor elder , notSearched - transfer'],
  ['2. reminder', '[2 reminder]'],
  ['paid last week', '[], state paid, date due 2026-11-09 2026-11-15, paidWhen - last week'],
  ['last week paid', '[], date due 2026-11-09 2026-11-15, state paid, paidWhen - last week'],
  ['paid due last week', '[], state paid, date due 2026-11-09 2026-11-15'],
  ['emile account', '[emile], notSearched - account'],
  ['overdue payments', '[], state overdue'],
  ['payment', '[], notSearched - payment'],
  ['have my', '[], notSearched - have my'],
  ['show all', '[]'],
  ['notice', '[notice]'],
  ['elder valley or emile', '[], vendor elder valley  or vendor emile '],
  ['emile, elder valley', '[], text emile emile or vendor elder valley '],
  ['elder valley, heldt gmbh', '[], vendor elder valley  or vendor heldt gmbh '],
  ['elder valley and heldt gmbh', '[], vendor elder valley  or vendor heldt gmbh '],
  ['elder valley sawmill', '[elder valley sawmill]'],
  ['not elder valley', '[], not vendor elder valley '],
  ['emile but not elder valley sawmill', '[emile], not vendor elder valley sawmill '],
  ['$500-1k', '[], amount 50000 100000 USD CAD AUD NZD HKD SGD MXN'],
  ['emile debit', '[emile], notSearched - debit'],
  ['emile wire', '[emile wire]'],
  ['emile balance', '[emile balance]'],
  ['po# 00012', '[], text 00012 00012'],
  ['00012,re-2026/0415', '[], text 00012 00012 or text re-2026/0415 re20260415 re-2026/0415'],
  [
    'inv-00012; inv-00013',
    '[], text inv-00012 inv00012 inv-00012 or text inv-00013 inv00013 inv-00013',
  ],
  ['ab-701 ab-702', '[], text ab-701 ab701 ab-701 or text ab-702 ab702 ab-702'],
  ['ab-701 ab-799', '[ab-701 ab-799]'],
  ['500-1k', '[], amount 50000 100000 '],
  ['12 mill ln', '[12 mill ln]'],
  ['12 mill', '[12 mill]'],
  ['13 mill', '[], amount 1300000000 1300000000 '],
  ['3m', '[], amount 300000000 300000000  or text 3m 3m'],
  ['3m company', '[3m company]'],
  ['2m', '[], amount 200000000 200000000 '],
  ['oldest first', '[], order ageDown '],
  ['hold', '[], state onHold or state stoppedElsewhere'],
  ['held', '[held]'],
  ['invoice no. INV 00012', '[], field number inv 00012'],
  ['invoice no.: INV 00012', '[], field number inv 00012'],
  ['number:INV 00012', '[], field number inv 00012'],
  ['power dec 2025', '[power dec 2025]'],
  ['power dec 2026', '[power], date due 2026-12-01 2026-12-31'],
  ['nov 15', '[], date date 2026-11-15 2026-11-15'],
  ['2026-11-15', '[], date date 2026-11-15 2026-11-15'],
  ['nov 14', '[], date due 2026-11-14 2026-11-14'],
  ['oak +kiln', '[oak kiln]'],
  ['without elder and without emile', '[], not text elder elder text emile emile'],
  ['nov', '[], date due 2026-11-01 2026-11-30 or text nov nov'],
  ['emile nov', '[emile], date due 2026-11-01 2026-11-30'],
  ['last sunday', '[], date due 2026-11-15 2026-11-15'],
  ['round about 1200', '[], amount 108000 132000 '],
  ['due nov 15', '[], date due 2026-11-15 2026-11-15'],
  ['this month', '[], date due 2026-11-01 2026-11-30'],
  ['-sort:largest', '[], order amountDown '],
  ['snoozed until monday', '[], date snoozed 2026-11-23 2026-11-23'],
  ['rejected oak', '[rejected oak], elsewhere - rejected'],
  ['>= 1000 <2.000,50 oak', '[oak], amount 100000 Infinity , amount 0 200049 '],
  ['due:this week', '[], date due 2026-11-16 2026-11-22'],
  ['due: Next Week oak', '[oak], date due 2026-11-23 2026-11-29'],
  ['due:tomorrow', '[], date due 2026-11-23 2026-11-23'],
  ['due:2026-02', '[], date due 2026-02-01 2026-02-28'],
  [
    'due:<2026-12-01 due:>=2026-11',
    '[], date due 0000-01-01 2026-11-30, date due 2026-11-01 9999-12-31',
  ],
  ['IS:Overdue is:flagged', '[], state overdue, state flagged'],
  [
    'vendor:"Elder Valley" march',
    '[], vendor elder valley , date due 2026-03-01 2026-03-31 or date due 2027-03-01 2027-03-31 or text march march',
  ],
  ['vendor:émile', '[], vendor emile '],
  ['-paid', '[], not state paid'],
])('V-21 the search %s means %s', (search, expected) => {
  expect(read(search)).toBe(expected);
});

test.each([
  ['oak due:', '[oak], unfinished due due'],
  ['due:next w', '[], date due 2026-11-23 2026-11-29'],
  ['due:a', '[], unfinished due due a'],
  ['due:2026-1', '[], unfinished due due 2026-1'],
  ['is:f', '[], unfinished is is f'],
  ['>', '[], unfinished - >'],
  ['oak under', '[oak], unfinished - under'],
  ['oak older than 90', '[oak], unfinished - older than 90'],
  ['between 10 and', '[], unfinished - between 10 and'],
  // Bills have words that begin like this.
  ['over', '[over]'],
])('V-21 an unfinished phrase has no effect, and the search says so: %s', (search, expected) => {
  expect(read(search)).toBe(expected);
});

test.each([
  ['due:whenever', '[due:whenever], unknownValue due due whenever'],
  ['is:green', '[is:green], unknownValue is is green'],
  ['amount:much', '[amount:much], unknownValue amount amount much'],
  ['color:red oak', '[color:red oak], unknownOperator - color red'],
])(
  'V-21 an unknown operator is searched as text, and the search says so: %s',
  (search, expected) => {
    expect(read(search)).toBe(expected);
  },
);

test.each(['fuel cards april', 'late fee', 'March rent', 'Hollin & Breck', 'http://x.y'])(
  'V-21 words that a bill has side by side are read as text only: %s',
  (search) => {
    const { parts, problems } = readSearch(search, en.review.searchWords, context);
    expect([parts, problems]).toEqual([[], []]);
  },
);

test('V-21 each part knows its range in the search, and each choice is written unambiguously', () => {
  const search = 'oak 03/04/2026 overdue';
  const { parts } = readSearch(search, en.review.searchWords, context);
  expect(parts.map(({ range }) => search.slice(...range))).toEqual(['03/04/2026', 'overdue']);
  const choices = parts.flatMap((part) => part.choices);
  expect(choices.map(({ text }) => read(text))).toEqual([
    '[], date due 2026-03-04 2026-03-04',
    '[], date due 2026-04-03 2026-04-03',
  ]);
});

test.each(['march', 'april or may', '500-600', 'next friday', 'late'])(
  'V-21 every choice of “%s” is read as it says, in both languages',
  (search) => {
    for (const words of [en.review.searchWords, de.review.searchWords]) {
      const { parts } = readSearch(search, words, context);
      const choices = parts.flatMap((part) => part.choices);
      const again = choices.map(({ text }) =>
        readSearch(text, words, context).parts.map(({ any }) => any),
      );
      const term = (condition: SearchCondition) =>
        condition.kind === 'text' ? condition.term.slice(0, 1) : condition;
      expect(again.map((each) => each.map((any) => any.map(term)))).toEqual(
        choices.map(({ condition }) => [[term(condition)]]),
      );
    }
  },
);

test('V-21 if a whole sheet is pasted, its beginning is searched and the list still responds', () => {
  const { text, parts } = readSearch('oak >1 '.repeat(100_000), en.review.searchWords, context);
  expect([text.length, parts.length]).toEqual([571, 143]);
});

test('V-21 at most ten of a pasted column of numbers are looked up in the bills', () => {
  const numbers = Array.from({ length: 40 }, (_none, at) => String(90_000 + at));
  const looked = new Set<string>();
  const having = (words: string) => (looked.add(words), []);
  const known = { ...context.known, having };
  const { searchWords } = en.review;
  readInEither(numbers.join(' '), searchWords, null, { ...context, known }, () => false);
  expect([...looked].filter((words) => !words.includes(' '))).toEqual(numbers.slice(0, 10));
});

test('V-21 “GmbH” and “Mahnung” are left out beside a name only', () => {
  const searches = ['gmbh -emile', 'Emile GmbH', 'KG', 'Mahnung', 'Mahnungen', 'Mahnung emile'];
  expect(searches.map((search) => read(search, de.review.searchWords))).toEqual([
    ...['[gmbh], not text emile emile', '[Emile], notSearched - GmbH', '[KG]'],
    ...['[Mahnung]', '[Mahnungen]', '[emile], notSearched - Mahnung'],
  ]);
});

test.each([
  ['aus 2025', '[], date due 2025-01-01 2025-12-31'],
  ['aus dem Oktober', '[], date due 2026-10-01 2026-10-31'],
  ['ohne Verwendungszweck', '[], state noMemo'],
  ['SEPA-Lastschrift Emile', '[Emile], notSearched - SEPA-Lastschrift'],
  ['Verwendungszweck RE-2026/0415', '[RE-2026/0415], notSearched - Verwendungszweck'],
])('V-21 German words: %s', (search, expected) => {
  expect(read(search, de.review.searchWords)).toBe(expected);
});

test('V-21 operators have names in the user’s language, and in English', () => {
  const german = ['fällig:nächste Woche', 'due:heute', 'ist:überfällig', 'Lieferant:elder'];
  expect(german.map((search) => read(search, de.review.searchWords))).toEqual([
    '[], date due 2026-11-23 2026-11-29',
    '[], date due 2026-11-22 2026-11-22',
    '[], state overdue',
    '[], vendor elder ',
  ]);
});

test.each([
  ['1.000,00-2.000,00', 'amount 100000 200000 '],
  ['1.234,56-2.000,00', 'amount 123456 200000 '],
  ['1000,50-2000', 'amount 100050 200000 '],
  ['100,00–200,00,', 'amount 10000 20000 '],
  ['100,000-200,000', 'amount 10000000 20000000 '],
  ['1.000,--2.000,-', 'amount 100000 200000 '],
  ["1'000.00-2'000.00", 'amount 100000 200000 '],
  ['-200,00--100,00', 'amount -20000 -10000 '],
  ['1.000,00..2.000,00', 'amount 100000 200000 '],
  ['1 000-2 000 €', 'amount 100000 200000 EUR'],
  ['1.000,00-2.000,00 EUR', 'amount 100000 200000 EUR'],
  ['€1.000,00-€2.000,00', 'amount 100000 200000 EUR'],
  ['€ 1.000,00-2.000,00', 'amount 100000 200000 EUR'],
  ['EUR 1.000,00-EUR 2.000,00', 'amount 100000 200000 EUR'],
  ['1.000,00 €-2.000,00 €', 'amount 100000 200000 EUR'],
  ['1000 EUR-2000 EUR', 'amount 100000 200000 EUR'],
])('V-21 the range %s has both its amounts in either language', (search, expected) => {
  for (const words of [en.review.searchWords, de.review.searchWords])
    expect(read(search, words)).toBe(`[], ${expected}`);
});

test.each([
  ['$1,234.50 CAD', 'amount 123450 123450 CAD'],
  ['$1234.56 USD', 'amount 123456 123456 USD'],
  ['$1234.56USD', 'amount 123456 123456 USD'],
  ['CAD $1,234.50', 'amount 123450 123450 CAD'],
  ['$ 1,234.50 CAD', 'amount 123450 123450 CAD'],
  ['over $5,000 CAD', 'amount 500001 Infinity CAD'],
  ['$5,000+ USD', 'amount 500000 Infinity USD'],
  ['$5k USD', 'amount 500000 500099 USD'],
  ['over $5,000 NZD', 'amount 500001 Infinity NZD'],
  ['between $5,000 and $6,000 CAD', 'amount 500000 600000 CAD'],
  ['between CAD $5,000 and $6,000', 'amount 500000 600000 CAD'],
  ['CAD $5,000-$6,000', 'amount 500000 600000 CAD'],
  ['amount:$500 USD', 'amount 50000 50099 USD'],
])('V-21 a currency code beside the sign in “%s” decides', (search, expected) => {
  for (const words of [en.review.searchWords, de.review.searchWords])
    expect(read(search, words)).toBe(`[], ${expected}`);
});

test.each([
  ['2.000,00-1.000,00', '[2.000,00-1.000,00]'],
  ['1,00-2,000-3,000', '[1,00-2,000-3,000]'],
  ['€ -2000', '[], amount -200099 -200000 EUR'],
  ['1000 -INV 2000', '[1000 2000], not text inv INV'],
])('V-21 “%s” is no range of amounts', (search, expected) => {
  expect(read(search)).toBe(expected);
});

test.each([
  ['Rechnung vom 16.11.2026 über 50 EUR', 'amount 5000 5000 EUR'],
  ['RE-2026/0415 über 50 EUR', 'amount 5000 5000 EUR'],
  ['Rechnungen über 50 EUR', 'amount 5001 Infinity EUR'],
])('V-21 in German, “%s” is %s', (search, amount) => {
  expect(read(search, de.review.searchWords)).toContain(amount);
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
  ['13424,770', 13_424_77],
])('V-21 the amount %s is %j cents', (text, cents) => {
  expect(centsIn(text)).toBe(cents);
});

test('F-22 a vendor name of thousands of letters makes a text that a window can hold', () => {
  const textOf = (name: string): string =>
    searchTextOf({
      ...{ billNumber: null, memo: null, totalCents: 1, amountDueCents: 1, currency: 'EUR' },
      vendor: { id: null, name },
    });
  expect(textOf('rn'.repeat(14_000)).length).toBeLessThan(100_000);
  expect(textOf('Bernhard Turner')).toContain('bemhard');
});

test('a search of a thousand characters and more ends with a whole word, and says so', () => {
  const { text, parts, problems } = readSearch(
    `${'4711\n'.repeat(199)}ab-701 4711`,
    en.review.searchWords,
    context,
  );
  expect(problems).toMatchObject([{ kind: 'tooLong', range: [0, 994] }]);
  expect([text, parts.map(({ any }) => any.length)].join(' ')).not.toContain('ab');
  expect(readSearch('z'.repeat(1_001), en.review.searchWords, context)).toMatchObject({
    text: 'z'.repeat(1_000),
    problems: [{ kind: 'tooLong', range: [0, 1_000] }],
  });
});

test.each([en, de])('the name of the bills without a due date finds them: %#', ({ review }) => {
  expect(read(review.groups.none, review.searchWords)).toBe(read('no due date'));
});
