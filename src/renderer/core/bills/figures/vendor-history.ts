import { upperMedian } from '../../../../base/upper-median.ts';
import { compareValues } from '../../../../base/compare-values.ts';
import { addDays, daysBetween, readPlainDate, type PlainDate } from '../../../../base/days.ts';
import type { BillRow } from '../../model/bill-row.ts';

/** Totals of a vendor's bills in one currency, by the year of their dates. */
export interface VendorYear {
  readonly currency: string;
  readonly bills: number;
  readonly thisYearCents: number;
  /** Total of last year up to the same day. */
  readonly lastYearCents: number;
}

/** Days between the vendor's latest bills. */
export interface VendorRhythm {
  /** Median of the intervals, days. */
  readonly days: number;
  /** Day of the next bill; null for an irregular vendor. */
  readonly nextOn: PlainDate | null;
}

/** A vendor's latest price in one currency, against the bill nearest to a year before. */
export interface VendorPrice {
  readonly currency: string;
  readonly now: DatedTotal;
  /** Null when no bill is from about a year before. */
  readonly before: DatedTotal | null;
  /** Latest totals, oldest first. */
  readonly latest: readonly DatedTotal[];
}

interface DatedTotal {
  readonly date: PlainDate;
  readonly cents: number;
}

const YEAR_DAYS = 365;
/** The earlier price is of a bill within this many days of a year before the latest bill. */
const MAX_OFF_DAYS = 45;
/** Maximum bill dates for the rhythm, and maximum bills for the price. */
const MAX_LATEST = 24;
/** Minimum number of intervals for a rhythm. */
const MIN_GAPS = 3;
const REGULAR_SHARE = 0.6;
/** An interval is near the median within a quarter of it, and at least three days. */
const NEAR = { share: 0.25, days: 3 } as const;

/** @param rows all bills of the vendor. Void bills do not count. */
export function vendorYears(rows: readonly BillRow[], today: PlainDate): readonly VendorYear[] {
  const year = Number(today.slice(0, 4));
  const [thisYear, lastYear] = [`${year}-`, `${year - 1}-`];
  const sameDay = `${year - 1}${today.slice(4)}`;
  return [...byCurrency(rows)].flatMap(([currency, totals]) => {
    const now = totals.filter(({ date }) => date.startsWith(thisYear) && date <= today);
    const before = totals.filter(({ date }) => date.startsWith(lastYear) && date <= sameDay);
    if (now.length + before.length === 0) return [];
    const sums = { thisYearCents: sumOf(now), lastYearCents: sumOf(before) };
    return { currency, bills: now.length, ...sums };
  });
}

/** Null with fewer than four days on which the vendor dated bills. */
export function vendorRhythm(rows: readonly BillRow[]): VendorRhythm | null {
  const dates = [...new Set(dated(rows).map(({ date }) => date))].toSorted().slice(-MAX_LATEST);
  const gaps = dates.slice(1).map((date, at) => daysBetween(dates[at] ?? date, date));
  const newest = dates.at(-1);
  if (gaps.length < MIN_GAPS || newest === undefined) return null;
  const days = upperMedian(gaps);
  const most = Math.max(NEAR.days, days * NEAR.share);
  const near = gaps.filter((gap) => Math.abs(gap - days) <= most).length;
  const isRegular = near >= gaps.length * REGULAR_SHARE;
  return {
    days,
    nextOn: isRegular ? nextDate(dates.slice(-MIN_GAPS - 1), newest, days) : null,
  };
}

/**
 * Day of the next bill: `days` after the newest. If all bills have the same day of the month, that day if it is near.
 * @param newest date of the latest bill @param days usual interval
 */
export function nextDate(dates: readonly PlainDate[], newest: PlainDate, days: number): PlainDate {
  const usual = addDays(newest, days);
  const ends = new Set(dates.map((date) => date.slice(-2)));
  const near = [-3, -2, -1, 0, 1, 2, 3].map((by) => addDays(usual, by));
  const same = near.find((date) => ends.has(date.slice(-2)));
  return ends.size === 1 && same !== undefined ? same : usual;
}

/** Prices per currency, without credits. */
export function vendorPrices(rows: readonly BillRow[]): readonly VendorPrice[] {
  return [...byCurrency(rows)].flatMap(([currency, totals]) => {
    const prices = totals
      .filter(({ cents }) => cents > 0)
      .toSorted((left, right) => compareValues(left.date, right.date));
    const now = prices.at(-1);
    if (now === undefined) return [];
    const offOf = ({ date }: DatedTotal): number =>
      Math.abs(daysBetween(date, now.date) - YEAR_DAYS);
    const [nearest] = prices.toSorted((left, right) => offOf(left) - offOf(right));
    const before = nearest && offOf(nearest) <= MAX_OFF_DAYS ? nearest : null;
    return { currency, now, before, latest: prices.slice(-MAX_LATEST) };
  });
}

function byCurrency(rows: readonly BillRow[]): ReadonlyMap<string, readonly DatedTotal[]> {
  const bills = rows.filter(({ bill }) => bill.status !== 'void');
  const groups = Map.groupBy(bills, ({ bill }) => bill.currency);
  return new Map([...groups].map(([currency, own]) => [currency, dated(own)]));
}

/** Totals with the bill date, or the creation date without one. */
function dated(rows: readonly BillRow[]): readonly DatedTotal[] {
  return rows.flatMap(({ bill }) => {
    const date = readPlainDate(bill.date) ?? readPlainDate(bill.createdAt);
    return date === null ? [] : { date, cents: bill.totalCents };
  });
}

function sumOf(totals: readonly DatedTotal[]): number {
  return totals.reduce((sum, { cents }) => sum + cents, 0);
}
