import { daysBetween, type PlainDate } from '../../../../base/days.ts';
import type { TextRange } from './near-word.ts';
import { type DayRange, type Days, type DaysOfYear, monthRange } from './search-days.ts';
import { daysInMonth, inYears, monthAt } from './search-month.ts';
import { phraseKey } from './search-words.ts';
import { type DayOrder, type Parsed, phraseAt, type SearchReader } from './search-reader.ts';

/**
 * A date in digits: “2026-04-03”, “20260403”, “2026-04”, “4/3/2026”, “3.4.”, “03-04-2026”. With dots the day comes
 * first. The region of the user decides about other separators, or the search offers both readings.
 */
export function numericDaysAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const token = reader.tokens[at];
  if (token?.kind !== 'word') return null;
  const text = token.text.replace(/[,;!?]+$/u, '');
  const days = numericRangeIn(text, reader, at) ?? daysIn(text, reader, at);
  if (days === null || days.ranges.length === 0) return null;
  return { value: { ...days, isPlain: true, mayBeText: true, isLoose: false }, next: at + 1 };
}

function daysIn(text: string, reader: SearchReader, at: number): DaysOfYear | null {
  const ranges = isoRanges(text);
  if (ranges !== null) return { ranges };
  return dottedDays(text, reader, at) ?? slashedDays(text, reader) ?? namedDays(text, reader);
}

const middle = /\.{2,3}|[–—]|(?<=\/\d{1,4})-(?=\d{1,2}\/)|(?<=\.(?:\d\d|\d{4})?)-(?=\d{1,2}\.\d)/u;

/** “12/1..12/15”, “24.11.-30.11.”: from the first to the last day, both read in the same order. */
function numericRangeIn(text: string, reader: SearchReader, at: number): DaysOfYear | null {
  const [first, second, ...more] = text.split(middle);
  if (first === undefined || second === undefined || more.length > 0) return null;
  const [from, to] = [daysIn(first, reader, at), daysIn(second, reader, at)];
  return from && to && { ranges: rangesBetween(reader, from, to) };
}

/**
 * Ranges from a first to a last day. A day without a year is in the year of the other one, or beyond the year’s end.
 * Without any year, the whole range is in the nearest year, as a single day is.
 */
export function rangesBetween(
  reader: SearchReader,
  first: DaysOfYear,
  last: DaysOfYear,
): readonly DayRange[] {
  const between = (from: number, to: number): readonly DayRange[] =>
    closestRanges(first.inYear?.(from) ?? first.ranges, last.inYear?.(to) ?? last.ranges);
  const inYear = (year: number): readonly DayRange[] => {
    const own = between(year, year);
    if (own.length > 0) return own;
    return last.inYear ? between(year, year + 1) : between(year - 1, year);
  };
  if (first.inYear && last.inYear) return inYears(reader, null, inYear).ranges;
  const [day] = (first.inYear ? last : first).ranges;
  return inYear(Number(day?.from.slice(0, 4)));
}

/** Ranges from one reading to another. An unambiguous date decides how the other is read. */
function closestRanges(from: readonly DayRange[], to: readonly DayRange[]): readonly DayRange[] {
  const pairs =
    from.length === to.length
      ? from.map((start, at) => ({ from: start.from, to: to[at]?.to ?? start.to }))
      : from.flatMap((start) => to.map((end) => ({ from: start.from, to: end.to })));
  const rising = pairs.filter((pair) => pair.from <= pair.to);
  if (from.length === to.length) return rising;
  const [shortest] = rising.toSorted(
    (left, right) => daysBetween(left.from, left.to) - daysBetween(right.from, right.to),
  );
  return shortest === undefined ? [] : [shortest];
}

/** “3apr”, “3-apr-2026”, “25-Nov-26”, “apr3”, “3.April”. */
function namedDays(text: string, reader: SearchReader): DaysOfYear | null {
  const dayFirst = /^(\d{1,2})[-./]?(\p{L}{3,})[-./]*(\d\d|(?:19|20)\d\d)?$/u.exec(text);
  const monthFirst = /^(\p{L}{3,})[-./]?(\d{1,2})(?:[-./]((?:19|20)\d\d))?$/u.exec(text);
  const [, day, name = '', year = ''] =
    dayFirst ?? (monthFirst && ['', monthFirst[2], monthFirst[1], monthFirst[3]]) ?? [];
  const month = reader.words.months.get(phraseKey(name));
  if (month === undefined || day === undefined) return null;
  return daysOf(reader, year, [[Number(day), month + 1]]);
}

/** A date with a day that its month does not have, and the month's last day, as which it was read. */
export interface CutDate {
  readonly typed: string;
  readonly day: PlainDate;
  readonly range: TextRange;
}

/** Dates in this part of the search with a day that their month does not have. */
export function cutDatesIn(reader: SearchReader, [start, end]: TextRange): readonly CutDate[] {
  const dates: CutDate[] = [];
  for (let at = 0; at < reader.tokens.length;) {
    const month = monthAt(reader, at, true);
    const words = reader.tokens.slice(at, month?.next ?? at + 1);
    const range: TextRange = [words[0]?.range[0] ?? 0, words.at(-1)?.range[1] ?? 0];
    const typed = words.map(({ text, kind }) => (kind === 'word' ? text : '')).join(' ');
    const texts = month ? [typed] : typed.split(middle);
    for (const text of start <= range[0] && range[1] <= end ? texts : []) {
      const written = text.replace(/[,;!?]+$/u, '');
      const days = month?.value ?? daysIn(written, reader, at);
      const cut = days?.ranges.find(({ isCut }) => isCut);
      const last = cut?.from === cut?.to ? written : written.replace(firstDay, '');
      if (cut) dates.push({ typed: last, day: cut.to, range });
    }
    at += words.length;
  }
  return dates;
}

/** “1-” of “Nov 1-31”. */
const firstDay = /\d{1,2}(?:st|nd|rd|th|\.)?[-–](?=\d)/u;

const MONTHS_A_YEAR = 12;

function isoRanges(text: string): readonly DayRange[] | null {
  const [, year, month, day] =
    /^((?:19|20)\d\d)[-./](\d{1,2})(?:[-./](\d{1,2}))?$/u.exec(text) ??
    /^(20\d\d)([01]\d)([0-3]\d)$/u.exec(text) ??
    [];
  if (year === undefined) {
    const [, first, last] = /^(\d{1,2})[-./]((?:19|20)\d\d)$/u.exec(text) ?? [];
    return first === undefined ? null : inMonth(Number(last), Number(first));
  }
  // “2026-1” may become “2026-12”.
  if (day === undefined) return month?.length === 2 ? inMonth(Number(year), Number(month)) : null;
  const days = daysInMonth(Number(year), Number(month) - 1, Number(day), Number(day));
  // “20260231” is a number.
  return text.length === 8 && /^\d+$/u.test(text) && days.some(({ isCut }) => isCut) ? [] : days;
}

function inMonth(year: number, month: number): readonly DayRange[] | null {
  return month < 1 || month > MONTHS_A_YEAR ? null : [monthRange(year, month - 1)];
}

/** “3.4.”, “3.4.26”, “03.04.2026”, and “1.-15.4.”. */
function dottedDays(text: string, reader: SearchReader, at: number): DaysOfYear | null {
  // “15.10” may be an amount, too, and is one in “über 15.10”.
  const [, day, monthOnly] =
    (reader.dayOrder === 'dayFirst' && /^(\d{1,2})\.(\d{1,2})$/u.exec(text)) || [];
  if (day !== undefined && monthOnly !== undefined && !isAfterAmountWord(reader, at))
    return daysOf(reader, '', [[Number(day), Number(monthOnly)]]);
  const [, first = '', last = first, month = '', year = ''] =
    /^(\d{1,2})\.(?:[-–](\d{1,2})\.)?(\d{1,2})\.(\d{2}|(?:19|20)\d\d)?$/u.exec(text) ?? [];
  if (month === '') return null;
  return daysOf(reader, year, [[Number(first), Number(month), Number(last)]]);
}

function isAfterAmountWord(reader: SearchReader, at: number): boolean {
  return [1, 2, 3].some(
    (length) => phraseAt(reader, at - length, reader.words.amounts)?.next === at,
  );
}

function slashedDays(text: string, reader: SearchReader): DaysOfYear | null {
  const [, first, second, year = ''] =
    /^(\d{1,2})[/](\d{1,2})(?:[/](\d{2}|(?:19|20)\d\d))?$/u.exec(text) ??
    /^(\d{1,2})-(\d{1,2})-(\d{2}|(?:19|20)\d\d)$/u.exec(text) ??
    [];
  if (first === undefined || second === undefined) return null;
  return daysOf(reader, year, inOrder(Number(first), Number(second), reader.dayOrder));
}

type DayAndMonth = readonly [day: number, month: number, lastDay?: number];

function inOrder(first: number, second: number, order: DayOrder | null): readonly DayAndMonth[] {
  const both: readonly DayAndMonth[] = [
    [second, first],
    [first, second],
  ];
  const possible = both.filter(([, month]) => month <= MONTHS_A_YEAR);
  if (possible.length < 2 || first === second) return possible.slice(0, 1);
  if (order === null) return possible;
  return possible.filter(([day]) => day === (order === 'dayFirst' ? first : second));
}

/** @param written digits of the year; empty for none */
function daysOf(reader: SearchReader, written: string, some: readonly DayAndMonth[]): DaysOfYear {
  const year = written === '' ? null : Number(written.length === 2 ? `20${written}` : written);
  return inYears(reader, year, (each) =>
    some.flatMap(([first, month, last = first]) => daysInMonth(each, month - 1, first, last)),
  );
}
