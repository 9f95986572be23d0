import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Bill } from '../../../contract/bill.ts';
import { ReviewContext, type ReviewServices } from '../../kit/services/review.ts';
import { ShellContext, type ShellServices } from '../../kit/services/shell.ts';
import { sampleRow, sampleFound } from '../../kit/testing/samples.ts';
import { agingOf } from '../../core/bills/figures/aging.ts';
import { cashByDay, cashNeeded } from '../../core/bills/figures/cash-needed.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import { filterBills } from '../../core/bills/lists/bill-filter.ts';
import { setUsualCurrency } from '../../core/model/currency-order.ts';
import { noFilter } from '../../core/model/list-choice.ts';
import { duesByCurrency, type CurrencyDues } from '../../core/bills/figures/dues.ts';
import { totalOf } from '../../core/bills/figures/figures.ts';
import { reviewChoiceOf } from '../../core/bills/figures/report-filter.ts';
import { expectedBills } from '../../core/bills/figures/expected-bills.ts';
import { ColumnChart } from './ColumnChart.tsx';
import { FigureTable, formatShare, shortAmount } from './DueCards.tsx';
import { apart, reportTable } from './report-table.ts';
import { VendorAging } from './VendorAging.tsx';
import { topVendors } from '../../core/bills/figures/top-vendors.ts';

const FRIDAY = '2026-11-20';
const MONDAY_FIRST = 1;

const due = (dueDate: string | null, amountDueCents: number, fields: Partial<Bill> = {}) =>
  sampleRow({ id: `${dueDate} ${amountDueCents}`, dueDate, amountDueCents, ...fields });

function duesOf(rows: readonly BillRow[]): CurrencyDues {
  const euros = duesByCurrency(sampleFound(rows), FRIDAY).get('EUR');
  if (euros === undefined) throw new Error('no bill in euros');
  return euros;
}

test('aging counts from the day after the due date: 1–30, 31–60, 61–90 and over 90 days', () => {
  const { buckets, noDueDate } = agingOf(
    duesOf([
      due('2026-12-24', 1),
      due(FRIDAY, 2),
      due('2026-11-19', 4),
      due('2026-10-21T00:00:00Z', 8),
      due('2026-10-20', 16),
      due('2026-09-21', 32),
      due('2026-09-20', 64),
      due('2026-08-22', 128),
      due('2026-08-21', 256),
      due('2020-01-01', 512),
      due(null, 1_024),
      due('soon', 2_048),
    ]),
    'EUR',
    FRIDAY,
  );
  const range = (dueFrom: string | null, dueTo: string | null) => ({
    filter: { currency: 'EUR', vendor: null, dueFrom, dueTo },
  });
  expect({ buckets, noDueDate }).toEqual({
    buckets: [
      { name: 'current', bills: 2, amountCents: 3, ...range(FRIDAY, null) },
      { name: 'days30', bills: 2, amountCents: 12, ...range('2026-10-21', '2026-11-19') },
      { name: 'days60', bills: 2, amountCents: 48, ...range('2026-09-21', '2026-10-20') },
      { name: 'days90', bills: 2, amountCents: 192, ...range('2026-08-22', '2026-09-20') },
      { name: 'older', bills: 2, amountCents: 768, ...range(null, '2026-08-21') },
    ],
    noDueDate: { bills: 2, amountCents: 3_072 },
  });
});

test('cash needed is grouped into overdue, the rest of this week, five whole weeks, and later', () => {
  const { weeks, noDueDate } = cashNeeded(
    duesOf([
      due('2026-11-19', 1),
      due(FRIDAY, 2),
      due('2026-11-22', 4),
      due('2026-11-23', 8),
      due('2026-12-27', 16),
      due('2026-12-28', 32),
      due(null, 64),
    ]),
    'EUR',
    { today: FRIDAY, weekStartsOn: MONDAY_FIRST },
  );
  expect({
    weeks: weeks.map(({ name, from, to, bills, amountCents }) => [
      name,
      from,
      to,
      bills,
      amountCents,
    ]),
    filters: weeks.every(({ from, to, filter }) => filter.dueFrom === from && filter.dueTo === to),
    noDueDate,
  }).toEqual({
    weeks: [
      ['overdue', null, '2026-11-19', 1, 1],
      ['thisWeek', FRIDAY, '2026-11-22', 2, 6],
      ['week', '2026-11-23', '2026-11-29', 1, 8],
      ['week', '2026-11-30', '2026-12-06', 0, 0],
      ['week', '2026-12-07', '2026-12-13', 0, 0],
      ['week', '2026-12-14', '2026-12-20', 0, 0],
      ['week', '2026-12-21', '2026-12-27', 1, 16],
      ['later', '2026-12-28', null, 1, 32],
    ],
    filters: true,
    noDueDate: { bills: 1, amountCents: 64 },
  });
});

test('currencies are separate, the usual one first, and never added together', () => {
  const found = sampleFound([
    due(FRIDAY, 1, { currency: 'USD' }),
    due(FRIDAY, 2),
    due(FRIDAY, 4, { currency: 'CHF' }),
    due(FRIDAY, 8),
  ]);
  setUsualCurrency('EUR');
  const groups = duesByCurrency(found, FRIDAY);
  const totals = [...groups].map(([currency, { amountCents }]) => [currency, amountCents]);
  expect(totals).toEqual([
    ['EUR', 10],
    ['CHF', 4],
    ['USD', 1],
  ]);
});

test('vendors are sorted by amount due, as many as fit, including bills without a vendor', () => {
  const { vendors, count } = topVendors(
    duesOf([
      due(FRIDAY, 5, { vendor: { id: null, name: 'Zebra' } }),
      due(FRIDAY, 5, { vendor: { id: null, name: 'Alder' } }),
      due(FRIDAY, 4, { vendor: { id: null, name: 'Lumen' } }),
      due(FRIDAY, 4, { vendor: { id: null, name: 'Lumen' } }),
      due(FRIDAY, 7, { vendor: null }),
      due(FRIDAY, -9, { vendor: { id: null, name: 'Credit' } }),
    ]),
    'EUR',
    4,
  );
  expect({
    vendors: vendors.map(({ vendor, bills, amountCents }) => [vendor, bills, amountCents]),
    count,
  }).toEqual({
    vendors: [
      ['Lumen', 2, 8],
      [null, 1, 7],
      ['Alder', 1, 5],
      ['Zebra', 1, 5],
    ],
    count: 5,
  });
});

test('the list behind a figure has the same number of bills and the same total', () => {
  const rows = [
    due('2026-11-19', 1),
    due('2026-11-01T10:00:00Z', 2, { vendor: { id: null, name: 'Lumen' } }),
    due(FRIDAY, 4, { vendor: null }),
    due('2026-11-24', 8, { vendor: { id: null, name: 'lumen' } }),
    due('2026-11-29', 16, { vendor: { id: null, name: 'Lumen' } }),
    due('2027-03-01', 32, { vendor: { id: '7', name: null } }),
    due('2026-11-25', 64, { currency: 'USD', vendor: { id: null, name: 'Lumen' } }),
    due(null, 128, { vendor: { id: null, name: 'Lumen' } }),
    due('soon', 256),
    due('2026-07-01', -512, { vendor: { id: null, name: 'Lumen' } }),
  ];
  const euros = duesOf(rows);
  const calendar = { today: FRIDAY, weekStartsOn: MONDAY_FIRST } as const;
  const figures = [
    ...agingOf(euros, 'EUR', FRIDAY).buckets,
    ...cashNeeded(euros, 'EUR', calendar).weeks,
    ...cashByDay(euros, 'EUR', FRIDAY),
    ...topVendors(euros, 'EUR', 99).vendors,
  ];
  const decided = {
    approved: new Map(rows.map(({ bill }) => [bill.id, null])),
    outOfInboxOf: () => 'snoozed' as const,
    today: '2026-11-22' as const,
    flagsOf: () => [],
    isRoutine: () => false,
    leftUnapproved: () => false,
  };
  const listed = figures.map((figure) => {
    const { list = 'inbox', filter = noFilter } = reviewChoiceOf(figure.filter, 'payable');
    const { rows: left } = filterBills(sampleFound(rows), list, filter, decided);
    return totalOf(left.map(({ bill }) => ({ bills: 1, amountCents: bill.amountDueCents })));
  });
  expect(listed).toEqual(figures.map(({ bills, amountCents }) => ({ bills, amountCents })));
});

test('a figure opens a list without earlier choices of the user', () => {
  const filter = { currency: 'EUR', vendor: null, dueFrom: FRIDAY, dueTo: null } as const;
  expect(reviewChoiceOf(filter, 'payable')).toEqual({
    list: 'payable',
    search: '',
    sort: 'dueDate',
    descending: false,
    grouping: 'dueDate',
    filter: { ...noFilter, currency: 'EUR', dueFrom: FRIDAY },
    billId: null,
    position: 0,
    detailOpen: false,
  });
});

test('a bill is expected from a late vendor that billed four months in a row, not from one that stopped, is on time or bills irregularly', () => {
  const billed = (name: string, dates: readonly string[], fields: Partial<Bill> = {}) =>
    dates.map((date, at) =>
      sampleRow({
        id: `${name} ${at}`,
        date,
        vendor: { id: null, name },
        totalCents: 100 + at,
        ...fields,
      }),
    );
  const rows = [
    ...billed('Water', ['2026-06-12', '2026-07-12', '2026-08-12', '2026-09-12']),
    ...billed('Rent', ['2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01']),
    ...billed('Power', ['2026-07-15', '2026-08-14', '2026-09-15', '2026-10-14'], {
      status: 'paid',
    }),
    ...billed('On time', ['2026-07-20', '2026-08-20', '2026-09-20', '2026-10-20']),
    ...billed('Stopped', ['2026-04-01', '2026-05-01', '2026-06-01', '2026-07-01']),
    ...billed('At will', ['2026-07-01', '2026-07-09', '2026-09-01', '2026-10-01']),
    ...billed('New', ['2026-08-01', '2026-09-01', '2026-10-01']),
    ...billed('Voided', ['2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01'], {
      status: 'void',
    }),
  ];
  expect(expectedBills(sampleFound(rows), 'EUR', FRIDAY)).toEqual([
    {
      vendor: 'Water',
      lastDate: '2026-09-12',
      expectedOn: '2026-10-12',
      usualCents: 102,
      filter: { currency: 'EUR', vendor: 'Water', dueFrom: null, dueTo: null },
    },
    {
      vendor: 'Rent',
      lastDate: '2026-10-01',
      expectedOn: '2026-11-01',
      usualCents: 102,
      filter: { currency: 'EUR', vendor: 'Rent', dueFrom: null, dueTo: null },
    },
    {
      vendor: 'Power',
      lastDate: '2026-10-14',
      expectedOn: '2026-11-13',
      usualCents: 102,
      filter: { currency: 'EUR', vendor: 'Power', dueFrom: null, dueTo: null },
    },
  ]);
});

test('a credit does not count as a vendor’s last bill, but a void bill does', () => {
  const months = ['2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01'];
  const billed = (name: string, date: string, fields: Partial<Bill> = {}) =>
    sampleRow({ id: `${name} ${date}`, date, vendor: { id: null, name }, ...fields });
  const expectedFor = (...more: readonly BillRow[]) => {
    const rows = [...months.map((date) => billed('Rent', date)), ...more];
    return expectedBills(sampleFound(rows), 'EUR', FRIDAY).map(
      ({ lastDate, expectedOn }) => `${lastDate} ${expectedOn}`,
    );
  };
  expect([
    expectedFor(),
    expectedFor(billed('Rent', '2026-10-15', { totalCents: -100 })),
    expectedFor(billed('Rent', '2026-10-31', { totalCents: -100, status: 'void' })),
    expectedFor(billed('Rent', '2026-11-02', { status: 'void' })),
    expectedFor(billed('Rent', '2026-10-02', { status: 'void' })),
    expectedFor(billed('Other', '2026-11-02', { status: 'void' })),
  ]).toEqual([
    ['2026-10-01 2026-11-01'],
    ['2026-10-01 2026-11-01'],
    ['2026-10-01 2026-11-01'],
    [],
    ['2026-10-01 2026-11-01'],
    ['2026-10-01 2026-11-01'],
  ]);
});

test('the print has the dates of an expected bill', () => {
  const rows = ['2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01'].map((date) =>
    sampleRow({ id: date, date, totalCents: 100 }),
  );
  const found = sampleFound(rows);
  const sections = reportTable({
    ...{ groups: duesByCurrency(found, FRIDAY), all: found, list: 'payable', isWhole: true },
    ...{ notShown: null, organization: null, today: FRIDAY, locale: 'en-US' },
  }).report?.();
  const { head, rows: lines, total } = sections?.at(-1) ?? {};
  expect([head, lines, total]).toEqual([
    ['Vendor', 'Expected', 'Last bill', 'Usual total'],
    [['Northwind', 'Nov 1', 'Oct 1', '€1.00']],
    ['Total', '', '', '€1.00'],
  ]);
});

const drawnIn = (element: ReactElement): string => {
  const shell = createElement(
    ShellContext,
    { value: { locale: 'en-US' } as ShellServices },
    element,
  );
  const value = {} as ReviewServices;
  return renderToStaticMarkup(createElement(ReviewContext, { value }, shell));
};

test('a table on screen includes the bills without a due date, as the print does, and links to them', () => {
  const lines = apart({ bills: 2, amountCents: 300 }, 'EUR');
  const drawn = drawnIn(
    createElement(FigureTable, { caption: '', heading: '', currency: 'EUR', lines }),
  );
  const texts = drawn.replaceAll(/<[^>]*>/gu, ' ').split(/\s{2,}/u);
  expect(texts.slice(-7)).toEqual(['No due date', '2', '€3.00', 'Total', '2', '€3.00', '']);
  expect(drawn).toContain('aria-label="View 2 bills without a due date in EUR"');
  expect(lines.map(({ filter }) => reviewChoiceOf(filter, 'payable'))).toMatchObject([
    { search: 'No due date', filter: { ...noFilter, currency: 'EUR' } },
  ]);
});

test('aging by vendor links to a vendor’s bills without a due date', () => {
  const dues = duesOf([due(null, 300, { vendor: { id: null, name: 'Northwind' } })]);
  const { vendors } = topVendors(dues, 'EUR', 10);
  const props = { dues, vendors, others: 0, currency: 'EUR', today: FRIDAY } as const;
  expect(drawnIn(createElement(VendorAging, props))).toContain(
    'aria-label="€3.00, View 1 bill without a due date in EUR from Northwind"',
  );
});

test('amounts on a chart have the usual separators, and one font size', () => {
  const short = (cents: number) => shortAmount(cents, 'EUR', 'de-DE');
  const column = { label: '', title: '', tone: 'ahead', link: null } as const;
  const columns = [546_000, 1_132_300].map((amountCents) => ({
    ...{ ...column, amountCents, key: String(amountCents), value: short(amountCents) },
  }));
  const chart = createElement(ColumnChart, { summary: '', columns, formatAxis: short });
  const values = renderToStaticMarkup(chart).match(/chart__value[^>]*>[^<]*/gu);
  expect(values?.map((value) => value.replace(/style=".*"/u, ''))).toEqual([
    'chart__value chart__value--long" >5.460 €',
    'chart__value chart__value--long" >11.323 €',
  ]);
});

test.each([
  ['credits only', [-10_000, 0], []],
  ['one cent', [1, -10_000], ['€1', '€2']],
  ['three cents', [3], ['€1', '€2']],
  ['large amounts', [546_000], ['€3K', '€6K']],
])('the axis of a chart has no fractions of a cent: %s', (_, amounts, expected) => {
  const short = (cents: number) => shortAmount(cents, 'EUR', 'en-US');
  const column = { label: '', title: '', tone: 'ahead', link: null } as const;
  const columns = amounts.map((amountCents, at) => ({
    ...{ ...column, amountCents, key: String(at), value: '' },
  }));
  const chart = createElement(ColumnChart, { summary: '', columns, formatAxis: short });
  const axis = /chart-axis[^>]*>(.*?)<\/ul>/u.exec(renderToStaticMarkup(chart))?.[1] ?? '';
  expect(axis.split(/<[^>]*>/u).filter((text) => text !== '')).toEqual(expected);
});

test('sums for reports read only columns of numbers, not bills', () => {
  const found = sampleFound([due(FRIDAY, 1), due('2026-11-01', 2), due(null, 4)]);
  const { columns } = found;
  const withoutBills = { ...found, columns: { ...columns, rows: [] } };
  expect(duesByCurrency(withoutBills, FRIDAY)).toEqual(duesByCurrency(found, FRIDAY));
});

test('a partial share is never rounded to 0% or 100%, and a total of nothing has no shares', () => {
  const shares = [0, 1, 34_00, 99_99, 100_00].map((part) => formatShare(part, 100_00, 'en-US'));
  expect([...shares, formatShare(5, 0, 'en-US'), formatShare(-5, 100, 'en-US')]).toEqual([
    '0%',
    '<1%',
    '34%',
    '>99%',
    '100%',
    null,
    null,
  ]);
});
