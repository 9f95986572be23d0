import { expect, test } from 'vitest';
import type { Bill } from '../../../../contract/bill.ts';
import { sampleRow } from '../../../kit/testing/samples.ts';
import { compareStatement, differentDates, matchStatement } from './match-statement.ts';
import { openStatement } from './statement-file.ts';
import { bareLayout, recognizeLayout } from './statement-columns.ts';
import { readLines } from './statement-lines.ts';
import { allSteps } from '../../../../base/testing/all-steps.ts';

const bill = (billNumber: string, totalCents: number, fields: Partial<Bill> = {}) =>
  sampleRow({
    ...{ id: billNumber, billNumber, totalCents, amountDueCents: totalCents, date: '2026-05-01' },
    ...fields,
  });
const paid = { status: 'paid', amountDueCents: 0 };

type Rows = Parameters<typeof matchStatement>[1];

function resultOf(csv: string, rows: Rows) {
  const opened = allSteps(openStatement(new TextEncoder().encode(`No;Date;Amount;Curr\n${csv}`)));
  const records = opened.kind === 'opened' ? opened.records : [];
  const layout = recognizeLayout(records, null);
  if (layout === null) throw new Error('no layout');
  return allSteps(compareStatement(records, layout, null, rows));
}

/** Results for these lines: kind, number and cents on the statement, cents here, number of the bill or likely bill. */
function match(csv: string, rows: Rows): readonly string[] {
  const { lines, result } = resultOf(csv, rows);
  const { matches, payments } = result;
  return [
    ...(lines.isReversed ? ['reversed'] : []),
    ...matches.map(({ kind, line, hereCents, row, likely }) => {
      const here = row?.bill.billNumber ?? (likely && `likely ${likely.bill.billNumber}`);
      return `${kind}: ${line?.number ?? ''} ${line?.cents ?? null} ${hereCents} ${here}`;
    }),
    ...payments.map(({ number }) => `payment: ${number}`),
  ];
}

test('B-3 amounts distinguish bills that are the same, different, or open only there', () => {
  const rows = [
    bill('SI-3390', 100),
    bill('SI-3391', 200),
    bill('SI-3392', 300, paid),
    bill('SI-3393', 400, { status: 'void' }),
    bill('SI-3394', 500, { status: 'partially_paid', amountDueCents: 200 }),
    bill('SI-3395', 600, { status: 'partially_paid', amountDueCents: 200 }),
    bill('SI-3396', 700, { status: 'in dispute' }),
    bill('SI-3397', 800),
  ];
  expect(
    match(
      'si 3390;;1,00;\nSI-3391;;2,01;\n3392;;3,00;\nSI3392;;3,00;\nInvoice SI-3393 of May;;4,00;\nSI-3394;;5,00;\nSI-3395;;2,00;\nSI-3396;;7,00;\nSI-9999;;9,00;\n3397;;8,00;\n',
      rows,
    ),
  ).toEqual([
    'same: si 3390 100 100 SI-3390',
    'different: SI-3391 201 200 SI-3391',
    'missing: 3392 300 null null',
    'openThere: SI3392 300 300 SI-3392',
    'openThere: Invoice SI-3393 of May 400 400 SI-3393',
    'partPaid: SI-3394 500 200 SI-3394',
    'same: SI-3395 200 200 SI-3395',
    'openThere: SI-3396 700 700 SI-3396',
    'missing: SI-9999 900 null null',
    'missing: 3397 800 null likely SI-3397',
  ]);
});

test('B-3 payments and credits are listed with the bill of their number, and other payments separately', () => {
  const rows = [bill('A-10', 1_000, paid), bill('A-11', 1_000), bill('A-12', -300)];
  const csv =
    'A-10;;10,00;\nA-10;;-10,00;\nA-11;;10,00;\nA-11;;-4,00;\nA-12;;(3,00);\nA-13;;5,00;\nPayment A-13;;-5,00;\nPayment 77;;-8,00;\n';
  expect(match(csv, rows)).toEqual([
    'further: A-10 1000 1000 A-10',
    'further: A-10 -1000 null A-10',
    'further: A-11 1000 1000 A-11',
    'further: A-11 -400 null A-11',
    'same: A-12 -300 -300 A-12',
    'missing: A-13 500 null null',
    'payment: Payment A-13',
    'payment: Payment 77',
  ]);
});

test('B-3 a bill with a line of its number is not missing from the statement', () => {
  const rows = [bill('A-210', 1_000), bill('A-211', 2_000), bill('A-211', 3_000, { id: 'twice' })];
  expect(match('Payment A-210;;-10,00;\nA-211;;20,00;\n', [...rows, bill('A-213', 1)])).toEqual([
    'further: Payment A-210 -1000 null A-210',
    'same: A-211 2000 2000 A-211',
    'further:  null 3000 A-211',
    'notThere:  null 1 A-213',
  ]);
});

test('B-3 a ledger from the customer’s side is read with reversed signs', () => {
  const rows = [bill('A-210', 1_000), bill('A-211', 2_000), bill('A-212', -500)];
  const negative =
    'A-210;;-10,00;\nA-211;;-20,00;\nPayment A-211;;5,00;\nA-212;;5,00;\nB-1;;-1,00;\n';
  expect(match(negative, rows)).toEqual([
    'reversed',
    'same: A-210 1000 1000 A-210',
    'further: A-211 2000 2000 A-211',
    'further: Payment A-211 -500 null A-211',
    'same: A-212 -500 -500 A-212',
    'missing: B-1 100 null null',
  ]);
  const settled = ['A-214', 'A-215'].map((number) => bill(number, 100, paid));
  const mostlyReversed = (csv: string) => match(csv, [...rows, ...settled])[0] === 'reversed';
  expect([
    mostlyReversed('A-210;;-10,00;\n'),
    mostlyReversed('A-214;;0,00;\nA-215;;0,00;\nB-1;;10,00;\n'),
    mostlyReversed('Credit A-210;;-3,00;\nCredit A-211;;-4,00;\nA-210;;10,00;\n'),
    mostlyReversed('A-210;;10,00;\nA-211;;20,00;\nA-210;;-10,00;\nA-211;;-20,00;\n'),
    mostlyReversed('Payment A-210;;-10,00;\nPayment A-211;;-20,00;\n'),
  ]).toEqual([false, false, false, false, false]);
});

test('B-3 lines of one number are never added up to a bill', () => {
  const rows = [bill('QS-101', 50_000), bill('QS-102', 50_000), bill('QS-103', 50_000)];
  const csv =
    'QS-101;;9600,00;\nQS-101;;-9100,00;\nQS-102;;200,00;\nQS-102;;300,00;\nQS-103;;500,00;\nQS-103;;500,00;\nX-1;;5,00;\nX-1;;-5,00;\n';
  expect(match(csv, rows)).toEqual([
    'different: QS-101 960000 50000 QS-101',
    'further: QS-101 -910000 null QS-101',
    'different: QS-102 20000 50000 QS-102',
    'further: QS-102 30000 null QS-102',
    'further: QS-103 50000 50000 QS-103',
    'further: QS-103 50000 null QS-103',
    'further: X-1 500 null null',
    'further: X-1 -500 null null',
  ]);
});

test('B-3 a bill whose number only looks alike is a guess, even with the same amount', () => {
  const rows = [bill('QS-100', 100), bill('00102', 200), bill('INV-7', 300), bill('qs/104', 400)];
  expect(match('QЅ-100;;1,00;\n0102;;2,00;\n7;;3,00;\n QS 104 ;;4,00;\n', rows)).toEqual([
    'missing: QЅ-100 100 null likely QS-100',
    'same: 0102 200 200 00102',
    'missing: 7 300 null likely INV-7',
    'same: QS 104 400 400 qs/104',
  ]);
});

test('B-3 a number that lacks only separators or filler zeros matches the only such bill without another line', () => {
  const rows = [bill('RE-2026-0201', 100), bill('RE-2026-0202', 200), bill('RE-2026-0203', 300)];
  const twins = [bill('K-1-123', 400), bill('K-11-23', 500), bill('1-12', 600)];
  const csv =
    'RE20260201;;1,00;\nRE-2026-202;;2,50;\nRE20260203;;3,00;\nRE-2026-203;;3,00;\nK1123;;4,00;\n112;;6,00;\nRE-2026-999;;7,00;\n';
  expect(match(csv, [...rows, ...twins])).toEqual([
    'same: RE20260201 100 100 RE-2026-0201',
    'different: RE-2026-202 250 200 RE-2026-0202',
    'missing: RE20260203 300 null likely RE-2026-0203',
    'missing: RE-2026-203 300 null null',
    'missing: K1123 400 null likely K-1-123',
    'missing: 112 600 null likely 1-12',
    'missing: RE-2026-999 700 null null',
    'notThere:  null 500 K-11-23',
  ]);
  expect(match('RE20260201;;-1,00;\nRE-2026-202;;-2,00;\n', rows)).toEqual([
    'reversed',
    'same: RE20260201 100 100 RE-2026-0201',
    'same: RE-2026-202 200 200 RE-2026-0202',
    'notThere:  null 300 RE-2026-0203',
  ]);
});

test('B-3 each line matches one bill, and the surest pairs match first', () => {
  const rows = [
    bill('QS-108', 11_100, { id: 'first', date: '2026-05-01' }),
    bill('QS-108', 11_100, { id: 'second', date: '2026-05-09' }),
    bill('00102', 100),
    bill('102', 200),
    bill('QS-109', 300, { id: 'void', status: 'void' }),
    bill('QS-109', 300, { id: 'live' }),
  ];
  const csv =
    'QS-108;09.05.2026;111,00;\nQS-108;13.05.2026;111,00;\n102;;2,00;\n00102;;1,00;\nQS-109;;3,00;\n';
  expect(match(csv, rows)).toEqual([
    'same: QS-108 11100 11100 QS-108',
    'same: QS-108 11100 11100 QS-108',
    'same: 102 200 200 102',
    'same: 00102 100 100 00102',
    'same: QS-109 300 300 QS-109',
  ]);
  // A line about payment terms is not a payment.
  expect(match('QS-1;;1,00;Payment terms net\n', [bill('QS-1', 100)])).toEqual([
    'same: QS-1 100 100 QS-1',
  ]);
  // The line with the bill's amount gets the bill, even after another line with its number.
  expect(match('QS-1;;2,00;\nQS-1;;1,00;\n', [bill('QS-1', 100)])).toEqual([
    'further: QS-1 200 null QS-1',
    'further: QS-1 100 100 QS-1',
  ]);
});

test('B-3 a line matches the bill with exactly its number before one with another spelling', () => {
  const rows = [
    bill('RE2026/0421', 88_000),
    bill('RE-2026/0421', 88_000, { date: '2026-05-02' }),
    bill('INV 0031', 500),
    bill('INV-31', 500),
    bill('K-7001', 600),
  ];
  const match3 = (csv: string) => match(csv, rows).slice(0, 3);
  expect(match3('re-2026/0421;01.05.2026;880,00;\n')[0]).toBe(
    'same: re-2026/0421 88000 88000 RE-2026/0421',
  );
  expect(match3('RE 2026 0421;;880,00;\nInvoice RE2026/0421;;1,00;\n')).toEqual([
    'same: RE 2026 0421 88000 88000 RE-2026/0421',
    'different: RE2026/0421 100 88000 RE2026/0421',
    'notThere:  null 500 INV 0031',
  ]);
  expect(match3('RE-2026/0421;;-880,00;\n')[0]).toBe(
    'further: RE-2026/0421 -88000 null RE-2026/0421',
  );
  // A bill of the same amount goes to the line whose number looks alike, also when that line is the later one.
  expect(match3('X-9;01.05.2026;6,00;\nK-07001;;7,00;\nINV31;01.05.2026;5,00;\n')).toEqual([
    'missing: X-9 600 null null',
    'different: K-07001 700 600 K-7001',
    'same: INV31 500 500 INV-31',
  ]);
});

test('B-3 amounts of different currencies are never the same, and never added', () => {
  const rows = [bill('A-10', 1_000), bill('A-11', 1_000, { currency: 'USD' })];
  expect(match('A-10;;10,00;USD\nA-11;;10,00;USD\nA-11;;10,00;EUR\n', rows)).toEqual([
    'different: A-10 1000 1000 A-10',
    'further: A-11 1000 1000 A-11',
    'further: A-11 1000 null A-11',
  ]);
});

test('B-3 if no bill has its number, a line finds the only bill with its amount and day', () => {
  const rows = [
    bill('A-10', 1_000),
    bill('A-11', 2_000),
    bill('A-12', 3_000, { date: '2026-05-02' }),
    bill('A-13', 3_000, { date: '2026-05-03' }),
    bill('A-14', 4_000, { date: '2026-09-01' }),
  ];
  const csv =
    ';2026-05-02;10,00;\nB-1;2026-05-02;20,00;\nB-2;2026-05-02;30,00;\nB-3;2026-05-02;40,00;\n';
  expect(match(csv, rows)).toEqual([
    'same:  1000 1000 A-10',
    'missing: B-1 2000 null likely A-11',
    'missing: B-2 3000 null null',
    'missing: B-3 4000 null null',
    'notThere:  null 3000 A-12',
  ]);
});

test('B-3 without currencies, the only one of the bills is taken and named, and among several nothing is the same', () => {
  const csv = 'A-10;;10,00;\n;2026-05-02;20,00;\nA-12;;30,00;USD\nB-9;;1,00;\n';
  const rows = [bill('A-10', 1_000), bill('A-11', 2_000, { currency: 'USD' })];
  expect(match(csv, [...rows, bill('A-12', 3_000, { currency: 'USD' })])).toEqual([
    'unknownCurrency: A-10 1000 1000 A-10',
    'unknownCurrency:  2000 2000 A-11',
    'same: A-12 3000 3000 A-12',
    'missing: B-9 100 null null',
  ]);
  const assumed = (text: string) => resultOf(text, rows.slice(0, 1)).result.assumed;
  expect([assumed('A-10;;10,00;\n'), assumed('A-10;;10,00;EUR\n')]).toEqual([
    { currency: 'EUR', from: 'vendor' },
    null,
  ]);
  expect(resultOf(csv, rows).result.assumed).toBeNull();
});

test('B-3 a file without currencies is in the only one of the bills with its numbers', () => {
  const csv = 'A-10;;10,00;\nA-11;;25,00;\nA-12;;5,00;\nB-9;;1,00;\n';
  const usd = { currency: 'USD' };
  const rows = [
    ...[bill('A-10', 1_000, usd), bill('A-11', 2_000, usd), bill('A-12', 500, { ...usd, ...paid })],
    ...[bill('E-1', 700), bill('U-1', 800, usd), bill('E-2', 100)],
  ];
  expect([match(csv, rows), resultOf(csv, rows).result.assumed]).toEqual([
    [
      'same: A-10 1000 1000 A-10',
      'different: A-11 2500 2000 A-11',
      'openThere: A-12 500 500 A-12',
      'missing: B-9 100 null null',
      'notThere:  null 800 U-1',
    ],
    { currency: 'USD', from: 'numbers' },
  ]);
  const kinds = (text: string, some: Rows) =>
    resultOf(text, some).result.matches.map(({ kind }) => kind);
  const twice = [
    ...rows.slice(0, 2),
    bill('A-12', 500),
    bill('A-12', 500, { ...usd, id: 'twice' }),
  ];
  expect([kinds('A-10;;10,00;\nA-11;;20,00;\nA-12;;5,00;\n', twice).slice(0, 3)]).toEqual([
    ['unknownCurrency', 'unknownCurrency', 'unknownCurrency'],
  ]);
  expect(kinds('A-10;;10,00;\nB-9;;1,00;EUR\n', rows)[0]).toBe('unknownCurrency');
});

test('B-3 a bill with another date is still the same, and the other date is shown', () => {
  const rows = [bill('A-10', 1_000), bill('A-11', 1_000), bill('A-12', 1_000)];
  const csv =
    'A-10;2026-04-03;10,00;\nA-11;2026-05-01;10,00;\nA-12;;10,00;\nPayment A-11;2026-05-20;-10,00;\n';
  const { matches } = resultOf(csv, rows).result;
  expect(matches.map((each) => [each.kind, differentDates(each)])).toEqual([
    ['same', { there: '2026-04-03', here: '2026-05-01' }],
    ['same', null],
    ['same', null],
  ]);
});

test('B-3 direction marks in a file change neither its numbers nor their display', () => {
  const [line] = resultOf('\u202eA-10\u202c;;10,00;\n', [bill('A-10', 1_000)]).result.matches;
  expect([line?.kind, line?.line?.number]).toEqual(['same', 'A-10']);
});

test('10,000 lines are read and matched in short steps', () => {
  const csv = Array.from({ length: 10_000 }, (_none, at) => `A-${at};2026-05-01;1,00`).join('\n');
  const steps = openStatement(new TextEncoder().encode(`No;Date;Amount\n${csv}`));
  const opened = allSteps(steps);
  const records = opened.kind === 'opened' ? opened.records : [];
  const layout = recognizeLayout(records, null);
  if (layout === null) throw new Error('no layout');
  const { lines } = allSteps(readLines(records, layout, null));
  const rows = lines.slice(0, 5_000).map(({ number }) => bill(number ?? '', 100));
  const matching = matchStatement(lines, rows);
  let count = 1;
  while (matching.next().done !== true) count++;
  expect([lines.length, count > 120]).toEqual([10_000, true]);
});

/** Cents of each line of a statement with a type. */
function centsOf(csv: string): readonly number[] {
  const file = new TextEncoder().encode(`Type,Number,Date,Amount\n${csv}`);
  const opened = allSteps(openStatement(file));
  const records = opened.kind === 'opened' ? opened.records : [];
  const layout = recognizeLayout(records, null);
  if (layout === null) throw new Error('no layout');
  return allSteps(readLines(records, layout, null)).lines.map(({ cents }) => cents);
}

test('B-3 a line called a credit needs no sign to be one, unless the file writes credits with a sign', () => {
  const unsigned = 'Invoice,A-1,2026-05-01,50.00\nCredit memo,A-2,2026-05-02,20.00\n';
  const german = 'Rechnung,A-1,2026-05-01,50.00\nGutschrift,A-2,2026-05-02,20.00\n';
  const signed = 'Credit note,A-3,2026-05-01,-7.00\nCredit note,A-4,2026-05-02,20.00\n';
  expect([centsOf(unsigned), centsOf(german), centsOf(signed)]).toEqual([
    [5_000, -2_000],
    [5_000, -2_000],
    [-700, 2_000],
  ]);
});

test('B-3 the day a bill is due is not proposed as its date', () => {
  const columns = (heading: string) => {
    const csv = `Was;${heading};Wann;Preis\nA-1;2026-05-31;2026-05-01;5,00\nA-2;2026-06-30;2026-06-01;6,00\n`;
    const opened = allSteps(openStatement(new TextEncoder().encode(csv)));
    return bareLayout(opened.kind === 'opened' ? opened.records : []).columns.date;
  };
  expect([columns('Fälligkeit'), columns('Due date'), columns('Tag')]).toEqual([2, 2, 1]);
});
