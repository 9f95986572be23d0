import { dayOf, type DayRange, type Days, monthRange, onDay } from './search-days.ts';
import { daysBetween } from '../../../../base/days.ts';
import { phraseKey } from './search-words.ts';
import type { DayOrder, Parsed, SearchReader } from './search-reader.ts';

/**
 * A date in digits: “2026-04-03”, “20260403”, “2026-04”, “4/3/2026”, “3.4.”, “03-04-2026”. With dots the day comes
 * first. The region of the user decides about other separators, or the search offers both readings.
 */
export function numericDaysAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const token = reader.tokens[at];
  if (token?.kind !== 'word') return null;
  const text = token.text.replace(/[,;!?]+$/u, '');
  const ranges = numericRangeIn(text, reader) ?? rangesIn(text, reader);
  if (ranges === null || ranges.length === 0) return null;
  return { value: { ranges, isPlain: true, mayBeText: true, isLoose: false }, next: at + 1 };
}

function rangesIn(text: string, reader: SearchReader): readonly DayRange[] | null {
  return (
    isoRanges(text) ??
    dottedRanges(text, reader) ??
    slashedRanges(text, reader) ??
    namedRanges(text, reader)
  );
}

const between = /\.{2,3}|[–—]|(?<=\/\d{1,2})-(?=\d{1,2}\/)|(?<=\.)-(?=\d{1,2}\.\d)/u;

/** “12/1..12/15”, “24.11.-30.11.”: from the first to the last day, both read in the same order. */
function numericRangeIn(text: string, reader: SearchReader): readonly DayRange[] | null {
  const [first, second, ...more] = text.split(between);
  if (first === undefined || second === undefined || more.length > 0) return null;
  const [from, to] = [rangesIn(first, reader), rangesIn(second, reader)];
  if (!from || !to) return null;
  return closestRanges(from, to);
}

/** Ranges from one reading to another. An unambiguous date decides how the other is read. */
export function closestRanges(
  from: readonly DayRange[],
  to: readonly DayRange[],
): readonly DayRange[] {
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
function namedRanges(text: string, { words, calendar }: SearchReader): readonly DayRange[] | null {
  const dayFirst = /^(\d{1,2})[-./]?(\p{L}{3,})[-./]*(\d\d|(?:19|20)\d\d)?$/u.exec(text);
  const monthFirst = /^(\p{L}{3,})[-./]?(\d{1,2})(?:[-./]((?:19|20)\d\d))?$/u.exec(text);
  const [, day, name = '', year = ''] =
    dayFirst ?? (monthFirst && ['', monthFirst[2], monthFirst[1], monthFirst[3]]) ?? [];
  const month = words.months.get(phraseKey(name));
  if (month === undefined || day === undefined) return null;
  return days(yearOf(year, calendar.today), [[Number(day), month + 1]]);
}

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
  return days(Number(year), [[Number(day), Number(month)]]);
}

function inMonth(year: number, month: number): readonly DayRange[] | null {
  return month < 1 || month > MONTHS_A_YEAR ? null : [monthRange(year, month - 1)];
}

/** “3.4.”, “3.4.26”, “03.04.2026”, and “1.-15.4.”. */
function dottedRanges(text: string, { calendar }: SearchReader): readonly DayRange[] | null {
  const [, first = '', last = first, month = '', year = ''] =
    /^(\d{1,2})\.(?:[-–](\d{1,2})\.)?(\d{1,2})\.(\d{2}|(?:19|20)\d\d)?$/u.exec(text) ?? [];
  if (month === '') return null;
  const inYear = yearOf(year, calendar.today);
  const [from, to] = [first, last].map((day) => dayOf(inYear, Number(month) - 1, Number(day)));
  return from && to && from <= to ? [{ from, to }] : [];
}

function slashedRanges(
  text: string,
  { calendar, dayOrder }: SearchReader,
): readonly DayRange[] | null {
  const [, first, second, year = ''] =
    /^(\d{1,2})[/](\d{1,2})(?:[/](\d{2}|(?:19|20)\d\d))?$/u.exec(text) ??
    /^(\d{1,2})-(\d{1,2})-(\d{2}|(?:19|20)\d\d)$/u.exec(text) ??
    [];
  if (first === undefined || second === undefined) return null;
  return days(yearOf(year, calendar.today), inOrder(Number(first), Number(second), dayOrder));
}

type DayAndMonth = readonly [day: number, month: number];

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

function days(year: number, some: readonly DayAndMonth[]): readonly DayRange[] {
  return some.flatMap(([day, month]) => {
    const date = dayOf(year, month - 1, day);
    return date === null ? [] : [onDay(date)];
  });
}

function yearOf(text: string, today: string): number {
  if (text === '') return Number(today.slice(0, 4));
  return Number(text.length === 2 ? `20${text}` : text);
}
