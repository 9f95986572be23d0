import { addDays, daysBetween, readPlainDate, type PlainDate } from '../../../../base/days.ts';
import type { FlagEntry } from './flag-entry.ts';
import type {
  FutureDateFlag,
  OtherCurrencyFlag,
  ReturningVendorFlag,
  ShorterTermsFlag,
} from '../../model/flag.ts';

/** Minimum number of earlier bills for a usual currency. */
const MIN_FOR_CURRENCY = 2;
/** Minimum number of earlier bills for usual terms. */
const MIN_FOR_TERMS = 4;
/** Terms count as shorter if they are this many days shorter, and at most this share of the usual ones. */
const MIN_SHORTER_DAYS = 3;
const SHORTER_SHARE = 0.75;
/** One earlier bill in this many may have had terms as short. */
const BILLS_PER_EXCEPTION = 8;
/** Days in a year, and a few more for an annual bill that comes late. */
const YEAR_DAYS = 365;
const LATE_YEAR_DAYS = 400;
/** Shortest interval of a vendor that bills about once a year. */
const ANNUAL_DAYS = 300;
/** Bills that show whether a vendor dates its bills ahead. */
const LATEST_BILLS = 6;

/** @param past the vendor's earlier bills, latest first */
export function otherCurrency(
  { bill: { currency } }: FlagEntry,
  past: readonly FlagEntry[],
): OtherCurrencyFlag | null {
  const [latest] = past;
  if (latest === undefined || past.length < MIN_FOR_CURRENCY) return null;
  if (past.some(({ bill }) => bill.currency === currency)) return null;
  return { kind: 'otherCurrency', usualCurrency: latest.bill.currency, bills: past.length };
}

/** @param past the vendor's earlier bills, latest first */
export function shorterTerms(
  entry: FlagEntry,
  past: readonly FlagEntry[],
): ShorterTermsFlag | null {
  const days = termsOf(entry);
  // A credit has no terms. A due date before the bill date has its own flag.
  if (entry.bill.totalCents < 0 || days === null || days < 0) return null;
  const terms = past.flatMap((each) => termsOf(each) ?? []);
  // Most bills have the usual terms, and sorting takes longest.
  if (!terms.some((each) => each - days >= MIN_SHORTER_DAYS)) return null;
  const usual = terms.toSorted((left, right) => left - right);
  const median = usual[Math.floor(usual.length / 2)];
  const shortest = usual[Math.floor(usual.length / BILLS_PER_EXCEPTION)];
  if (median === undefined || shortest === undefined || usual.length < MIN_FOR_TERMS) return null;
  const isShorter = days <= median * SHORTER_SHARE && median - days >= MIN_SHORTER_DAYS;
  if (!isShorter || days >= shortest || isUsualDueDay(entry, past)) return null;
  return { kind: 'shorterTerms', days, usualDays: median, bills: usual.length };
}

/**
 * Whether the vendor's bills are always due on one day of the month, or at its end, and this one too, as many months
 * after its date. Its terms differ only because it is dated elsewhere in its month.
 *
 * @param past the vendor's earlier bills, latest first
 */
export function isUsualDueDay(entry: FlagEntry, past: readonly FlagEntry[]): boolean {
  const usual = past.flatMap((each) => dueDayOf(each) ?? []);
  const own = dueDayOf(entry);
  if (own === null || usual.length < MIN_FOR_TERMS) return false;
  const isAlways = (is: (day: DueDay) => boolean): boolean => is(own) && usual.every(is);
  const isFixed = isAlways(({ day }) => day === own.day) || isAlways(({ isEnd }) => isEnd);
  const months = usual.map((each) => each.months);
  return isFixed && own.months >= Math.min(...months) && own.months <= Math.max(...months);
}

interface DueDay {
  readonly day: string;
  /** Whether it is the last day of its month. */
  readonly isEnd: boolean;
  /** Months from the bill's date to the due date. */
  readonly months: number;
}

function dueDayOf({ bill, date }: FlagEntry): DueDay | null {
  const due = readPlainDate(bill.dueDate);
  if (due === null || date === null) return null;
  const monthOf = (day: PlainDate): number =>
    Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  const isEnd = addDays(due, 1).endsWith('-01');
  return { day: due.slice(8), isEnd, months: monthOf(due) - monthOf(date) };
}

/** Days from a bill's date to its due date; null when one is missing. */
export function termsOf({ bill, date }: FlagEntry): number | null {
  const due = readPlainDate(bill.dueDate);
  return due === null || date === null ? null : daysBetween(date, due);
}

/** @param past the vendor's earlier bills, latest first */
export function returningVendor(
  { date }: FlagEntry,
  past: readonly FlagEntry[],
): ReturningVendorFlag | null {
  const dates = past.flatMap((each) => each.date ?? []);
  const [latest] = dates;
  if (date === null || latest === undefined) return null;
  const days = daysBetween(latest, date);
  if (days <= YEAR_DAYS) return null;
  const gaps = dates.slice(1).map((older, at) => daysBetween(older, dates[at] ?? older));
  const isAnnual = gaps.some((gap) => gap >= ANNUAL_DAYS);
  // A vendor with one earlier bill may bill once a year.
  const isLong = days > (gaps.length > 1 && !isAnnual ? YEAR_DAYS : LATE_YEAR_DAYS);
  if (!isLong || (isAnnual && days <= Math.max(...gaps) * 1.5)) return null;
  return { kind: 'returningVendor', lastDate: latest, days };
}

/** @param past the vendor's earlier bills, latest first */
export function futureDate(
  { date }: FlagEntry,
  past: readonly FlagEntry[],
  today: PlainDate | null,
): FutureDateFlag | null {
  if (date === null || today === null || date <= today) return null;
  const latest = past.slice(0, LATEST_BILLS);
  const ahead = latest.flatMap(({ bill, date: dated }) => {
    const entered = readPlainDate(bill.createdAt);
    return dated === null || entered === null ? [] : Math.max(0, daysBetween(entered, dated));
  });
  // Rent is often dated the first of the next month but entered earlier.
  const days = daysBetween(today, date);
  const isHabit = ahead.length >= 2 && ahead.every((each) => each > 0);
  return isHabit && days <= Math.max(...ahead) ? null : { kind: 'futureDate', days };
}
