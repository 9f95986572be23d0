import { expect, test } from 'vitest';
import { csvOf } from '../../kit/export/list-csv.ts';
import { sampleRow } from '../../kit/testing/samples.ts';
import type { StatementMatch } from '../../core/bills/statements/match-statement.ts';
import { formatDifference, matchNotes, statementTable } from './statement-table.ts';

const fields = { line: 7, number: '=cmd()', date: '2026-05-01', isPayment: false } as const;
const none = { line: null, hereCents: null, row: null, likely: null } as const;
const row = sampleRow({ billNumber: 'SI-1', date: '2026-05-02', totalCents: 500 });

const matches: readonly StatementMatch[] = [
  { ...none, kind: 'notThere', currency: 'EUR', hereCents: 500, row },
  {
    ...{ ...none, kind: 'missing', currency: 'EUR', likely: row },
    line: { ...fields, cents: 300, currency: null },
  },
  {
    ...{ ...none, kind: 'different', currency: 'USD', hereCents: 500, row },
    line: { ...fields, number: 'SI 1', cents: 400, currency: 'USD' },
  },
];

test('the comparison is exported by result, with amounts in their own currencies and without formulas', () => {
  const statement = {
    name: 'may.csv',
    records: [],
    isGuessed: false,
    vendor: 'Northwind',

    layout: null,
  };
  const context = {
    notShown: 'Not shown.',
    organization: null,
    today: '2026-05-20',
    locale: 'en-US',
  } as const;
  const result = { matches, payments: [], assumed: { currency: 'EUR', from: 'vendor' } } as const;
  const table = statementTable({ statement, lines: { isReversed: true }, result, ...context });
  expect(table.facts.slice(-2)).toEqual([
    'Most bills have the opposite sign in this file, so Billfold reads it with reversed signs.',
    expect.stringContaining('EUR, the only currency'),
  ]);
  expect(table.warning).toBe('Not shown.');
  expect([
    csvOf(table, 'en-US').rows(0, 3).split('\r\n'),
    table.groups.map(({ totals }) => totals),
  ]).toEqual([
    [
      '"Missing here","\'=cmd()",2026-05-01,"EUR",3.00,,,"Perhaps SI-1","","","7"',
      '"Different amount","SI 1",2026-05-01,"USD",4.00,"5.00 EUR",,"SI-1","Open","Dated May 1 there, May 2 here","7"',
      '"Not on the statement","SI-1",2026-05-02,"EUR",,5.00,,"SI-1","Open","",""',
      '',
    ],
    [
      [{ currency: 'EUR', amountCents: 300 }],
      [{ currency: 'USD', amountCents: 400 }],
      [{ currency: 'EUR', amountCents: 500 }],
    ],
  ]);
});

test('a difference has its sign, so that it says which side is higher', () => {
  const texts = [2_000, -2_000, 0].map((amountCents) =>
    formatDifference({ currency: 'EUR', amountCents }, 'en-US'),
  );
  expect([...texts, formatDifference(null, 'en-US')]).toEqual(['+€20.00', '-€20.00', '€0.00', '']);
});

test('a partly paid bill says that its total agrees, and how much is paid here', () => {
  const own = sampleRow({ status: 'partially_paid', totalCents: 80_000, amountDueCents: 30_000 });
  const line = { ...fields, cents: 80_000, currency: 'EUR', date: null };
  const match = { ...none, kind: 'partPaid', currency: 'EUR', hereCents: 30_000 } as const;
  expect(matchNotes({ ...match, row: own, line }, '2026-05-20', 'en-US')).toEqual([
    'Same total, €500.00 paid here',
  ]);
});
