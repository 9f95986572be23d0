import {
  daysBetween,
  readPlainDate,
  utcMidnightMs,
  type PlainDate,
  DAYS_A_WEEK,
} from '../../../base/days.ts';
import { cached } from '../../../base/cached.ts';
import { textLocale } from './locale.ts';

/**
 * First day of the week in the user's region: 1 for Monday … 7 for Sunday. In German it is Monday in every region, as in
 * the number of a week.
 */
export function weekStart(locale: string): number {
  if (locale.startsWith('de')) return 1;
  const info = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?(): { firstDay: number };
  };
  return info.getWeekInfo?.().firstDay ?? 1;
}

/**
 * Order of day and month in "3/4" in the user's region; null when unknown. The United States count as unknown, because
 * a system that was never configured also reports that region.
 */
export function dayOrder(
  locale: string,
  { timeZone }: { readonly timeZone: string } = new Intl.DateTimeFormat().resolvedOptions(),
): 'dayFirst' | 'monthFirst' | null {
  const words = new Intl.Locale(textLocale(locale));
  // Systems elsewhere are often set to American English too.
  const isAmerican = words.language === 'en' && words.region === 'US';
  if (isAmerican && !inAmerica.test(timeZone)) return null;
  const parts = new Intl.DateTimeFormat(words.toString(), { calendar: 'gregory' }).formatToParts(0);
  const [first] = parts.filter(({ type }) => type !== 'literal');
  if (first?.type === 'day') return 'dayFirst';
  return first?.type === 'month' ? 'monthFirst' : null;
}

/** First month of the fiscal year that a region’s companies usually have; null in other regions. */
export function fiscalYearStart(locale: string): 4 | 7 | null {
  const { region } = new Intl.Locale(textLocale(locale));
  return region === 'IN' ? 4 : region === 'AU' ? 7 : null;
}

/** Time zones of the United States, as far as their first letters are unique. */
const inAmerica =
  /^(?:US|America\/(?:New_Y|Det|Ken|Ind|Chic|Men|North|Den|Boi|Pho|Los|Anc|Jun|Sit)|Pacific\/Hon)/;

/** The distance to a day in words, such as "today", "in 3 days" or "8 days ago". */
export function relativeDay(date: PlainDate, today: PlainDate, locale: string): string {
  return relativeFormat(locale).format(daysBetween(today, date), 'day');
}

/** Day and month, such as "12 Nov", with the year if it isn't the current one. */
export function shortDate(date: PlainDate, today: PlainDate, locale: string): string {
  const sameYear = date.slice(0, 4) === today.slice(0, 4);
  return dayFormat(locale, sameYear ? 'short' : 'shortWithYear').format(utcMidnightMs(date));
}

/** A date up to a week from today with its weekday, such as "Fri, 27 Nov"; any other date as `shortDate`. */
export function nearDate(date: PlainDate, today: PlainDate, locale: string): string {
  const isNear = Math.abs(daysBetween(today, date)) <= DAYS_A_WEEK;
  if (!isNear) return shortDate(date, today, locale);
  return dayFormat(locale, 'shortWithWeekday').format(utcMidnightMs(date));
}

/** Name of a month, with the year if it isn't the current one. @param first the month's first day */
export function monthName(first: PlainDate, today: PlainDate, locale: string): string {
  const sameYear = first.slice(0, 4) === today.slice(0, 4);
  return dayFormat(locale, sameYear ? 'month' : 'monthWithYear').format(utcMidnightMs(first));
}

/** Short name of the weekday, such as "Thu". */
export function weekdayName(date: PlainDate, locale: string): string {
  return dayFormat(locale, 'weekday').format(utcMidnightMs(date));
}

/** A date in full, such as "Thursday, 12 November 2026". */
export function longDate(date: PlainDate, locale: string): string {
  return dayFormat(locale, 'long').format(utcMidnightMs(date));
}

/** A date from the service with its year, such as "12 Nov 2026"; other text unchanged. */
export function mediumDay(text: string, locale: string): string {
  const date = readPlainDate(text);
  return date === null ? text : dayFormat(locale, 'shortWithYear').format(utcMidnightMs(date));
}

/** A date from the service in full; other text unchanged, null for none. */
export function longDay(text: string | null | undefined, locale: string): string | null {
  const date = readPlainDate(text);
  return date ? longDate(date, locale) : (text ?? null);
}

const dayStyles = {
  short: { day: 'numeric', month: 'short' },
  shortWithYear: { day: 'numeric', month: 'short', year: 'numeric' },
  shortWithWeekday: { weekday: 'short', day: 'numeric', month: 'short' },
  month: { month: 'long' },
  monthWithYear: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'short' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

/** Cached format for relative times, such as "2 days ago", in the language of the texts. */
export function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  const words = textLocale(locale);
  const make = () => new Intl.RelativeTimeFormat(words, { numeric: 'auto' });
  return cached(relativeFormats, words, make);
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

// Formats in UTC, so that no time zone can shift the day.
function dayFormat(locale: string, style: keyof typeof dayStyles): Intl.DateTimeFormat {
  const words = textLocale(locale);
  const make = () => new Intl.DateTimeFormat(words, { ...dayStyles[style], timeZone: 'UTC' });
  return cached(dayFormats, `${words} ${style}`, make);
}
