/** A day without a time or a zone, `YYYY-MM-DD`. Compares as text. */
export type PlainDate = `${number}-${number}-${number}`;

/** What weeks are counted from. */
export interface WeekCalendar {
  readonly today: PlainDate;
  /** 1 for Monday … 7 for Sunday. */
  readonly weekStartsOn: number;
}

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
  if (!text || (text.length > DAY_LENGTH && !' T'.includes(text.charAt(DAY_LENGTH)))) return null;
  const day = text.slice(0, DAY_LENGTH);
  const known = readDays.get(day);
  if (known !== undefined) return known;
  if (readDays.size === MOST_DAYS) readDays.clear();
  const date = /^\d{4}-\d{2}-\d{2}$/.test(day) ? (day as PlainDate) : null;
  const read = date !== null && fromDayNumber(dayNumber(date)) === date ? date : null;
  readDays.set(day, read);
  return read;
}

/** What was read: 100,000 bills name a few hundred days, and each is asked for again and again. */
const readDays = new Map<string, PlainDate | null>();
const MOST_DAYS = 10_000;
const DAY_LENGTH = 10;

/** The local day of a time. @param atMs epoch milliseconds */
export function plainDateAt(atMs: number): PlainDate {
  const at = new Date(atMs);
  return plainDate(at.getFullYear(), at.getMonth() + 1, at.getDate());
}

/** When, epoch milliseconds, the local day after `atMs` begins. */
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

/** The day's beginning in UTC, epoch milliseconds: for formatters that are set to UTC. */
export function utcMidnightMs(date: PlainDate): number {
  return dayNumber(date) * DAY_MS;
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
