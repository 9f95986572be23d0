import {
  addDays,
  endOfWeek,
  type PlainDate,
  readPlainDate,
  type WeekCalendar,
  mondayOf,
  pad,
  DAYS_A_WEEK,
} from '../../../../base/days.ts';
import type { Parsed } from './search-reader.ts';
import type { AskedDate, DateField, DateWord, DayUnit } from './search-words.ts';

/** First and last day of a range, both included. */
export interface DayRange {
  readonly from: PlainDate;
  readonly to: PlainDate;
  /** Whether the last day stands for a later one that the month does not have. */
  readonly isCut?: boolean;
}

/** A day, or a named range of days. */
export interface Days {
  /** Possible readings, the most likely first. */
  readonly ranges: readonly DayRange[];
  /** Whether it has only words, which may be part of a memo or a name. */
  readonly isPlain: boolean;
  /** Whether it could also be text, such as “April”. */
  readonly mayBeText: boolean;
  /** Whether it is a number that means a day only where a date is expected. */
  readonly isLoose: boolean;
  /** Its readings in a year; only for days and periods that name no year. */
  readonly inYear?: ((year: number) => readonly DayRange[]) | undefined;
  /** Less likely readings, which the search only offers. */
  readonly others?: readonly DayRange[];
}

/** Days of a phrase, and the date of a bill that they are about. */
export interface DatesAsked extends Pick<Days, 'isPlain' | 'mayBeText' | 'others'> {
  /** Field named; null for none. */
  readonly field: DateField | null;
  /** Readings; several when the phrase is ambiguous. */
  readonly ranges: readonly (DayRange & { readonly field?: AskedDate })[];
}

export type DaysOfYear = Pick<Days, 'ranges' | 'inYear'>;

export const EARLIEST: PlainDate = '0000-01-01';
export const LATEST: PlainDate = '9999-12-31';

const MONTHS_A_YEAR = 12;
const daysOf = { day: 1, week: DAYS_A_WEEK, fortnight: 2 * DAYS_A_WEEK } as const;
const monthsOf = { month: 1, quarter: 3, halfYear: 6, year: MONTHS_A_YEAR } as const;

/** One day as a range. */
export function onDay(day: PlainDate): DayRange {
  return { from: day, to: day };
}

/** A range before, after, from or until another one. */
export function bounded({ from, to }: DayRange, bound: DateWord): DayRange {
  if (bound === 'before') return { from: EARLIEST, to: addDays(from, -1) };
  if (bound === 'after') return { from: addDays(to, 1), to: LATEST };
  return bound === 'until' ? { from: EARLIEST, to } : { from, to: LATEST };
}

/** Days that are no part of a text. */
export function sureDays(
  ranges: readonly DayRange[],
  next: number,
  others: readonly DayRange[] = [],
): Parsed<Days> {
  return { value: { ranges, others, isPlain: false, mayBeText: false, isLoose: false }, next };
}

/** Whole week, month, quarter or year around a day. @param by offset, negative for earlier ones */
export function unitAround(
  { today, weekStartsOn }: WeekCalendar,
  unit: DayUnit,
  by: number,
): DayRange {
  if (unit === 'day') return onDay(addDays(today, by));
  if (unit === 'fortnight')
    return inOrder(today, addDays(today, by < 0 ? -daysOf.fortnight : daysOf.fortnight));
  if (unit === 'week') {
    const to = addDays(endOfWeek(today, weekStartsOn), by * DAYS_A_WEEK);
    return { from: addDays(to, 1 - DAYS_A_WEEK), to };
  }
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
  return partOfYear(year, unit, Math.floor(month / monthsOf[unit]) + by);
}

/** The range between two days, whichever comes first. */
export function inOrder(one: PlainDate, other: PlainDate): DayRange {
  return one <= other ? { from: one, to: other } : { from: other, to: one };
}

/** A quarter, half or month of a year. @param place 0 for the year's first; may be outside of the year */
export function partOfYear(year: number, unit: keyof typeof monthsOf, place: number): DayRange {
  return monthsFrom(year, place * monthsOf[unit], monthsOf[unit]);
}

/** Whether a unit is a number of months. */
function hasMonths(unit: DayUnit): unit is keyof typeof monthsOf {
  return unit in monthsOf;
}

/** @param month 0 for January */
export function monthRange(year: number, month: number): DayRange {
  return monthsFrom(year, month, 1);
}

function monthsFrom(year: number, month: number, count: number): DayRange {
  return { from: firstOf(year, month), to: addDays(firstOf(year, month + count), -1) };
}

function firstOf(year: number, month: number): PlainDate {
  const whole = Math.floor(month / MONTHS_A_YEAR);
  return `${pad(year + whole, 4)}-${pad(month - whole * MONTHS_A_YEAR + 1, 2)}-01` as PlainDate;
}

/** @param month 0 for January @returns null for a day that does not exist */
export function dayOf(year: number, month: number, day: number): PlainDate | null {
  return readPlainDate(`${pad(year, 4)}-${pad(month + 1, 2)}-${pad(day, 2)}`);
}

/**
 * The day that many units later, or earlier when `count` is negative. A day beyond the month's end becomes its
 * last day.
 */
export function shifted(day: PlainDate, unit: DayUnit, count: number): PlainDate {
  if (!hasMonths(unit)) return addDays(day, count * daysOf[unit]);
  const months = count * monthsOf[unit];
  const { from, to } = monthRange(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months);
  const date = addDays(from, Number(day.slice(8, 10)) - 1);
  return date < to ? date : to;
}

/** @param week number in ISO 8601 @returns null for a week that the year does not have */
export function weekRange(year: number, week: number): DayRange | null {
  const from = dayOf(year, 0, 1) && mondayOf(year, week);
  return from && { from, to: addDays(from, DAYS_A_WEEK - 1) };
}
