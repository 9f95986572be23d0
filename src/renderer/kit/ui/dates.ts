import { wordsLocale } from './locale.ts';

/** A day without a time or a zone, `YYYY-MM-DD`. Compares as text. */
export type PlainDate = `${number}-${number}-${number}`;

/** Where a due date stands, in the order of the list. */
export const dueGroups = ['past', 'today', 'thisWeek', 'later', 'none'] as const;
export type DueGroup = (typeof dueGroups)[number];

const DAY_MS = 86_400_000;
const DAYS_A_WEEK = 7;

/**
 * The day a text of the service names: its first ten characters, whatever time or zone follows. A
 * date taken through UTC midnight would be the day before for half the world.
 * @returns null when the text does not begin with a day of the calendar
 */
export function readPlainDate(text: string | null | undefined): PlainDate | null {
  const found = text ? /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/u.exec(text)?.[1] : undefined;
  if (found === undefined) return null;
  const date = found as PlainDate;
  return fromDayNumber(dayNumber(date)) === date ? date : null;
}

/** The local day of a moment. @param atMs epoch milliseconds */
export function plainDateAt(atMs: number): PlainDate {
  const at = new Date(atMs);
  return plainDate(at.getFullYear(), at.getMonth() + 1, at.getDate());
}

/** The moment, epoch milliseconds, at which the local day after `atMs` begins. */
export function nextMidnightMs(atMs: number): number {
  const at = new Date(atMs);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1).getTime();
}

/** Whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: PlainDate, to: PlainDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** The day that many days later; earlier when `days` is negative. */
export function addDays(date: PlainDate, days: number): PlainDate {
  return fromDayNumber(dayNumber(date) + days);
}

/** The last day of the week `today` is in. @param weekStartsOn 1 for Monday … 7 for Sunday */
export function endOfWeek(today: PlainDate, weekStartsOn: number): PlainDate {
  // Day 0 of the epoch was a Thursday, the fourth day from Monday.
  const isoWeekday = ((dayNumber(today) + 3) % DAYS_A_WEEK) + 1;
  const intoWeek = (isoWeekday - weekStartsOn + DAYS_A_WEEK) % DAYS_A_WEEK;
  return fromDayNumber(dayNumber(today) + DAYS_A_WEEK - 1 - intoWeek);
}

/** Which group of the list a due date belongs to. @param weekEnd from `endOfWeek` */
export function dueGroup(due: PlainDate | null, today: PlainDate, weekEnd: PlainDate): DueGroup {
  if (due === null) return 'none';
  if (due < today) return 'past';
  if (due === today) return 'today';
  return due <= weekEnd ? 'thisWeek' : 'later';
}

/** First day of the week where the reader lives: 1 for Monday … 7 for Sunday. */
export function weekStart(locale: string): number {
  const info = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?(): { firstDay: number };
  };
  return info.getWeekInfo?.().firstDay ?? 1;
}

/** "today", "tomorrow", "in 3 days", "8 days ago". */
export function relativeDay(date: PlainDate, today: PlainDate, locale: string): string {
  return relativeFormat(locale).format(daysBetween(today, date), 'day');
}

/** "12 Nov", or with the year when it is not this year's. */
export function shortDate(date: PlainDate, today: PlainDate, locale: string): string {
  const sameYear = date.slice(0, 4) === today.slice(0, 4);
  return dayFormat(locale, sameYear ? 'short' : 'shortWithYear').format(dayNumber(date) * DAY_MS);
}

/** "Thursday, 12 November 2026". */
export function longDate(date: PlainDate, locale: string): string {
  return dayFormat(locale, 'long').format(dayNumber(date) * DAY_MS);
}

function plainDate(year: number, month: number, day: number): PlainDate {
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` as PlainDate;
}

function pad(part: number, width: number): string {
  return String(part).padStart(width, '0');
}

function dayNumber(date: PlainDate): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

function fromDayNumber(days: number): PlainDate {
  const at = new Date(days * DAY_MS);
  return plainDate(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate());
}

const dayStyles = {
  short: { day: 'numeric', month: 'short' },
  shortWithYear: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  const known = relativeFormats.get(locale);
  if (known) return known;
  const made = new Intl.RelativeTimeFormat(wordsLocale(locale), { numeric: 'auto' });
  relativeFormats.set(locale, made);
  return made;
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

// The day number is written in UTC and read in UTC: no zone can move it.
function dayFormat(locale: string, style: keyof typeof dayStyles): Intl.DateTimeFormat {
  const key = `${locale} ${style}`;
  const known = dayFormats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(wordsLocale(locale), {
    ...dayStyles[style],
    timeZone: 'UTC',
  });
  dayFormats.set(key, made);
  return made;
}
