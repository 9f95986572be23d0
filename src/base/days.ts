/** A day without time and zone, `YYYY-MM-DD`. It compares as text. */
export type PlainDate = `${number}-${number}-${number}`;

export interface WeekCalendar {
  readonly today: PlainDate;
  /** 1 for Monday … 7 for Sunday. */
  readonly weekStartsOn: number;
}

/** Groups of due dates, in the order of the list. */
export const dueGroups = ['past', 'today', 'thisWeek', 'later', 'none'] as const;

export type DueGroup = (typeof dueGroups)[number];

const DAY_MS = 86_400_000;
export const DAYS_A_WEEK = 7;

/**
 * Reads the day that a text of the service names: its first ten characters, with any time or zone after it. Converting
 * a date through UTC midnight would yield the day before for half the world.
 * @returns null when the text does not begin with a valid day
 */
export function readPlainDate(text: string | null | undefined): PlainDate | null {
  if (!text || (text.length > DAY_LENGTH && !' T'.includes(text.charAt(DAY_LENGTH)))) return null;
  const day = text.slice(0, DAY_LENGTH);
  const known = readDays.get(day);
  if (known !== undefined) return known;
  if (readDays.size === MAX_DAYS) readDays.clear();
  const date = /^\d{4}-\d{2}-\d{2}$/.test(day) ? (day as PlainDate) : null;
  const read = date !== null && fromDayNumber(dayNumber(date)) === date ? date : null;
  readDays.set(day, read);
  return read;
}

/** Cache of parsed days: 100,000 bills contain only a few hundred different days. */
const readDays = new Map<string, PlainDate | null>();
const MAX_DAYS = 10_000;
const DAY_LENGTH = 10;

/** Local day of a time. @param atMs epoch milliseconds */
export function plainDateAt(atMs: number): PlainDate {
  const at = new Date(atMs);
  return plainDate(at.getFullYear(), at.getMonth() + 1, at.getDate());
}

/** Start of the local day after `atMs`, epoch milliseconds. */
export function nextMidnightMs(atMs: number): number {
  const at = new Date(atMs);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1).getTime();
}

/** Whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: PlainDate, to: PlainDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** 1 for Monday … 7 for Sunday. */
export function weekdayOf(day: PlainDate): number {
  // 1970-01-05 was a Monday.
  const sinceMonday = daysBetween('1970-01-05', day) % DAYS_A_WEEK;
  return ((sinceMonday + DAYS_A_WEEK) % DAYS_A_WEEK) + 1;
}

/** Monday of a week of ISO 8601; null for a week that the year does not have. @param year from 100 to 9999 */
export function mondayOf(year: number, week: number): PlainDate | null {
  const first = plainDate(year, 1, 4);
  const monday = addDays(first, 1 - weekdayOf(first) + (week - 1) * DAYS_A_WEEK);
  return week < 1 || monday > plainDate(year, 12, 28) ? null : monday;
}

/** The day `days` later, or earlier when `days` is negative. */
export function addDays(date: PlainDate, days: number): PlainDate {
  return fromDayNumber(dayNumber(date) + days);
}

/** Last day of the week of `today`. @param weekStartsOn 1 for Monday … 7 for Sunday */
export function endOfWeek(today: PlainDate, weekStartsOn: number): PlainDate {
  const intoWeek = (weekdayOf(today) - weekStartsOn + DAYS_A_WEEK) % DAYS_A_WEEK;
  return addDays(today, DAYS_A_WEEK - 1 - intoWeek);
}

/** Group of a due date in the list. @param weekEnd from `endOfWeek` */
export function dueGroup(due: PlainDate | null, today: PlainDate, weekEnd: PlainDate): DueGroup {
  if (due === null) return 'none';
  if (due < today) return 'past';
  if (due === today) return 'today';
  return due <= weekEnd ? 'thisWeek' : 'later';
}

/** Start of the day in UTC, epoch milliseconds, for formatters set to UTC. */
export function utcMidnightMs(date: PlainDate): number {
  return dayNumber(date) * DAY_MS;
}

function plainDate(year: number, month: number, day: number): PlainDate {
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` as PlainDate;
}

/** Digits of a part of a date, with zeros before them. */
export function pad(part: number, width: number): string {
  return String(part).padStart(width, '0');
}

function dayNumber(date: PlainDate): number {
  const known = dayNumbers.get(date);
  if (known !== undefined) return known;
  if (dayNumbers.size === MAX_DAYS) dayNumbers.clear();
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const days = Date.UTC(year, month - 1, day) / DAY_MS;
  dayNumbers.set(date, days);
  return days;
}

/** Cache of day numbers: the flags of 100,000 bills compare millions of days. */
const dayNumbers = new Map<PlainDate, number>();

function fromDayNumber(days: number): PlainDate {
  const at = new Date(days * DAY_MS);
  return plainDate(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate());
}
