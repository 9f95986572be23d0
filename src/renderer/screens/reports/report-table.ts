import { agingOf } from '../../core/bills/figures/aging.ts';
import { type CashFigure, cashByDay, cashNeeded } from '../../core/bills/figures/cash-needed.ts';
import { expectedBills } from '../../core/bills/figures/expected-bills.ts';
import type { Sum } from '../../core/bills/figures/figures.ts';
import type { PriceChange } from '../../core/bills/flags/price-changes.ts';
import { topVendors } from '../../core/bills/figures/top-vendors.ts';
import { messages } from '../../kit/text/messages.ts';
import { longDate, shortDate, weekStart } from '../../kit/ui/dates.ts';
import type { PlainDate } from '../../../base/days.ts';
import type { CurrencyDues } from '../../core/bills/figures/dues.ts';
import type { FoundBills } from '../../core/bills/index/bill-columns.ts';
import {
  columnsOver,
  joinWarnings,
  type ListGroup,
  type ListTable,
} from '../../kit/export/list-table.ts';
import { agingColumns, printedReports, type ReportPart, type Line } from './printed-reports.ts';

export interface ReportTableParts {
  readonly groups: ReadonlyMap<string, CurrencyDues>;
  /** All bills on screen, from which the expected bills are computed; null before all are read. */
  readonly all: FoundBills | null;
  /** Which bills: all unpaid ones, or only those that need approval. */
  readonly list: 'payable' | 'inbox';
  /** Whether all unpaid bills have been read. */
  readonly isWhole: boolean;
  /** See `useNotShown`. */
  readonly notShown: string | null;
  /** The organization on screen; null for all of them. */
  readonly organization: string | null;
  readonly today: PlainDate;
  readonly locale: string;
  /** Price changes in a currency, largest first. */
  readonly priceChanges?: (currency: string) => readonly PriceChange[];
}

/** Lines without currency. Only periods have dates. */
type Figures = readonly (Sum & { readonly label: string } & Partial<
    Pick<Line, 'from' | 'to' | 'aging' | 'isOverdue' | 'beforeCents' | 'lastDate'>
  >)[];

/**
 * The tables of the charts one after another, each currency separately, with all vendors instead of the first
 * ten.
 */
export function reportTable({
  all,
  groups,
  list,
  isWhole,
  notShown,
  organization,
  today,
  locale,
  priceChanges = () => [],
}: ReportTableParts): ListTable {
  const text = messages.reports;
  const lines: Line[] = [];
  const headings: ListGroup[] = [];
  const report: ReportPart[] = [];
  const add = (
    kind: ReportPart['kind'],
    name: string,
    currency: string,
    figures: Figures,
  ): void => {
    const amountCents = figures.reduce((sum, figure) => sum + figure.amountCents, 0);
    const bills = figures.reduce((sum, figure) => sum + figure.bills, 0);
    const totals = [{ currency, amountCents }];
    headings.push({ from: lines.length, name, note: text.bills(bills), totals });
    const own = figures.map((figure) => ({
      from: null,
      to: null,
      aging: null,
      ...figure,
      currency,
    }));
    lines.push(...own);
    report.push({ kind, name, currency, lines: own });
  };
  for (const [currency, dues] of groups) {
    const titles = messages.export.reports;
    add('periods', titles.aging(currency), currency, agingLines(dues, currency, today));
    add('periods', titles.weeks(currency), currency, weekLines(dues, currency, today, locale));
    add('days', titles.calendar(currency), currency, dayLines(dues, currency, today, locale));
    add('vendors', titles.vendors(currency), currency, vendorLines(dues, currency, today));
    const expected = all === null ? [] : expectedLines(all, currency, today);
    if (expected.length > 0) add('expected', titles.expected(currency), currency, expected);
    const prices = priceChanges(currency).map(priceLine);
    if (prices.length > 0) add('prices', titles.prices(currency), currency, prices);
  }
  const column = columnsOver<Line>(lines);
  return {
    title: text.title,
    facts: [
      organization ?? messages.export.facts.allOrganizations,
      text.asOf(longDate(today, locale)),
      text.leads[list],
    ],
    warning: joinWarnings(isWhole ? null : text.notWhole, notShown),
    columns: [
      column.text(messages.export.reports.line, ({ label }) => label),
      column.date(messages.export.reports.from, ({ from }) => from, { only: 'csv' }),
      column.date(messages.export.reports.to, ({ to }) => to, { only: 'csv' }),
      column.count(text.billsColumn, ({ bills }) => bills),
      column.amount(text.amount, ({ amountCents, currency }) => ({ amountCents, currency })),
      ...(lines.some(({ beforeCents }) => beforeCents !== undefined)
        ? [
            column.amount(
              text.priceChanges.before,
              ({ beforeCents, currency }) =>
                beforeCents === undefined ? null : { amountCents: beforeCents, currency },
              { only: 'csv' },
            ),
          ]
        : []),
      ...agingColumns().map(({ label, sumOf }) =>
        column.amount(
          label,
          ({ aging, currency }) => aging && { amountCents: sumOf(aging).amountCents, currency },
          { only: 'csv' },
        ),
      ),
    ],
    rowCount: lines.length,
    formatRows: messages.export.reports.rows,
    groups: headings,
    report: () => printedReports(report, { today, locale }),
    // No grand total: every bill is in each of the three tables.
    totals: null,
  };
}

function agingLines(dues: CurrencyDues, currency: string, today: PlainDate) {
  const { buckets, noDueDate } = agingOf(dues, currency, today);
  const lines = buckets.map((bucket) => ({
    ...bucket,
    label: messages.reports.aging.buckets[bucket.name],
    isOverdue: bucket.name !== 'current',
  }));
  return [...lines, ...apart(noDueDate, currency)];
}

export function formatWeek(
  { name, from, to }: CashFigure,
  today: PlainDate,
  locale: string,
): string {
  const text = messages.reports.weeks;
  if (name === 'later' || to === null || from === null) {
    return name === 'overdue' ? text.overdue : text.later;
  }
  if (name === 'thisWeek') return text.thisWeek;
  return text.week(shortDate(from, today, locale), shortDate(to, today, locale));
}

function weekLines(dues: CurrencyDues, currency: string, today: PlainDate, locale: string) {
  const { weeks, noDueDate } = cashNeeded(dues, currency, {
    today,
    weekStartsOn: weekStart(locale),
  });
  const lines = weeks.map((week) => ({
    ...week,
    label: formatWeek(week, today, locale),
    isOverdue: week.name === 'overdue',
  }));
  return [...lines, ...apart(noDueDate, currency)];
}

/** All days of the calendar, including those without bills, so that the series can be plotted. */
function dayLines(dues: CurrencyDues, currency: string, today: PlainDate, locale: string) {
  return cashByDay(dues, currency, today).map(({ name, ...sum }) => ({
    ...sum,
    label: shortDate(name, today, locale),
    from: name,
    to: name,
  }));
}

function vendorLines(dues: CurrencyDues, currency: string, today: PlainDate) {
  return topVendors(dues, currency, Number.POSITIVE_INFINITY).vendors.map((figure) => ({
    ...figure,
    label: figure.vendor ?? messages.review.noVendor,
    aging: agingOf(figure, currency, today),
  }));
}

/** Expected bills: no bills yet, with the vendor's usual amount. */
function expectedLines(all: FoundBills, currency: string, today: PlainDate) {
  return expectedBills(all, currency, today).map(
    ({ vendor, expectedOn, lastDate, usualCents }) => ({
      label: vendor,
      bills: 0,
      amountCents: usualCents,
      from: expectedOn,
      to: expectedOn,
      lastDate,
    }),
  );
}

/** A vendor's new price, with the date of the first bill at it. */
function priceLine({ vendor, since, beforeCents, nowCents }: PriceChange) {
  return {
    label: vendor,
    bills: 0,
    amountCents: nowCents,
    beforeCents,
    from: since,
    to: null,
  };
}

/** Bills without a due date belong to no period, but they are owed. */
export function apart(sum: Sum, currency: string) {
  if (sum.bills === 0) return [];
  const { filter, which } = undated(currency);
  const show = messages.reports.show(sum.bills, which, currency);
  return [{ ...sum, key: 'none', label: messages.review.groups.none, filter, show }];
}

/** Filter for the bills without a due date, and words for them in the text of a link. */
export function undated(currency: string) {
  const filter = { currency, vendor: null, dueFrom: null, dueTo: null };
  const search = messages.review.groups.none;
  return { filter: { ...filter, search }, which: messages.reports.withoutDueDate };
}
