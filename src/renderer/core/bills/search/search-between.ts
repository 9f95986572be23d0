import { addDays, type PlainDate, DAYS_A_WEEK } from '../../../../base/days.ts';
import { dayAt } from './search-day.ts';
import {
  dayOf,
  type DayRange,
  type Days,
  type DaysOfYear,
  onDay,
  sureDays,
  unitAround,
} from './search-days.ts';
import { openDays, ordinalAt } from './search-month.ts';
import { rangesBetween } from './search-numeric-day.ts';
import {
  after,
  dividedAt,
  type Parsed,
  phraseAt,
  type SearchReader,
  skip,
  wordAt,
} from './search-reader.ts';
import { phraseKey } from './search-words.ts';

/** “Mon-Wed”, “Nov-Dec”, “Nov/Dec”: one word. */
export function namesBetweenAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const { words, tokens, known } = reader;
  const begin = skip(reader, at, words.on);
  const days = daysBetweenAt(reader, begin);
  if (days) return days;
  const { text = '', folded = '' } = tokens[begin] ?? {};
  const [, first, sign, last] =
    /^(\p{L}+[1-4]?)\.?([-–/])(\p{L}+[1-4]?)\.?[,;]?$/u.exec(text.toLowerCase()) ?? [];
  if (!first || !sign || !last || known.holds(folded, false)) return null;
  const isOfMonths = [first, last].every((name) => words.months.has(phraseKey(name)));
  if (sign === '/' && !isOfMonths) return null;
  const range = betweenAt(dividedAt(reader, begin, [first, '-', last]), begin, true);
  return range && { ...range, next: range.next - 2 };
}

/** “Dec 1-Dec 5”, “1. Dez-5. Dez”: the middle is one word, of a day and a month. */
function daysBetweenAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const { tokens } = reader;
  const day = /^\d{1,2}(?:st|nd|rd|th|\.)?$/u;
  const [first = '', second = '', ...others] = tokens[at + 1]?.text.split(/[-–]/u) ?? [];
  const isMonth = (text: string): boolean =>
    reader.words.months.has(phraseKey(text.replace(/\.$/u, '')));
  const begin = tokens[at]?.text ?? '';
  const isMonthFirst = isMonth(begin) && day.test(first) && isMonth(second);
  const isDayFirst = day.test(begin) && isMonth(first) && day.test(second);
  if (others.length > 0 || (!isMonthFirst && !isDayFirst)) return null;
  const range = betweenAt(dividedAt(reader, at + 1, [first, '-', second]), at, true);
  return range && { ...range, next: range.next - 2 };
}

/** “from Monday to Friday”, “between Apr 1 and Apr 15”; “from Monday” alone has no end. */
export function betweenAt(reader: SearchReader, at: number, isNamed: boolean): Parsed<Days> | null {
  const { words } = reader;
  const opened = after(reader, at, words.between) ?? after(reader, at, words.from);
  const isOpen = opened !== null;
  const begin = skip(reader, opened ?? at, words.on);
  const numbered = daysOfMonthAt(reader, begin, isOpen);
  if (numbered) return numbered;
  const first = dayAt(reader, begin, true);
  if (first === null || (first.value.isLoose && !isNamed && !isOpen)) return null;
  const last =
    lastDayAt(reader, first.next, isOpen, first.value) ??
    (isOpen ? null : followingDayAt(reader, first));
  if (last === null) return isOpen ? openAt(reader, at, first) : null;
  const rising = rangesBetween(reader, first.value, last.value);
  if (rising.length > 0) return sureDays(rising, last.next);
  const [from] = first.value.ranges;
  const [to] = last.value.ranges;
  if (!from || !to) return null;
  // “Monday to Friday” on a Tuesday begins on the previous Monday. Other reversed ranges are swapped.
  const before = addDays(from.from, -DAYS_A_WEEK);
  const isWeekday = phraseAt(reader, first.next - 1, words.weekdays) !== null;
  const range =
    isWeekday && before <= to.to ? { from: before, to: to.to } : { from: to.from, to: from.to };
  return sureDays([range], last.next);
}

/** “to Friday”, and “to 25” after “November 20”. */
function lastDayAt(
  reader: SearchReader,
  at: number,
  isOpen: boolean,
  { ranges, inYear }: DaysOfYear,
): Parsed<DaysOfYear> | null {
  const begin = middleAt(reader, at, isOpen);
  if (begin === null) return null;
  const day = dayAt(reader, begin, true);
  if (day && !day.value.isLoose) return day;
  const number = numberOfDay(reader, begin);
  const lastOf = (some: readonly DayRange[]): readonly DayRange[] =>
    some.flatMap(({ from, to }) => {
      const last = number && from === to ? inMonthOf(from, number.value) : null;
      return last === null || last < from ? [] : [onDay(last)];
    });
  const days = {
    ranges: lastOf(ranges),
    inYear: inYear && ((year: number) => lastOf(inYear(year))),
  };
  return number && days.ranges.length > 0 ? { value: days, next: number.next } : day;
}

/** “and tomorrow” after “today”: only the next day or period, since two others are no range. */
function followingDayAt(reader: SearchReader, { value, next }: Parsed<Days>): Parsed<Days> | null {
  const begin = after(reader, next, reader.words.and);
  const day = begin === null ? null : dayAt(reader, skip(reader, begin, reader.words.on), true);
  const [first] = value.ranges;
  const [second] = day?.value.ranges ?? [];
  return first && second && second.from === addDays(first.to, 1) ? day : null;
}

/** Position after “to”, “-”, or “and” after “between”. */
function middleAt(reader: SearchReader, at: number, isOpen: boolean): number | null {
  const { words } = reader;
  const middle =
    after(reader, at, words.to) ??
    (isOpen ? after(reader, at, words.and) : null) ??
    (/^(?:[-–—]|\.\.)$/u.test(wordAt(reader, at) ?? '') ? at + 1 : null);
  return middle === null ? null : skip(reader, middle, words.on);
}

/** @param first after “from” or “between” */
function openAt(reader: SearchReader, at: number, first: Parsed<Days>): Parsed<Days> | null {
  const { words } = reader;
  if (after(reader, at, words.from) === null) return null;
  const onward = after(reader, first.next, words.onward);
  if (onward !== null) return openDays(reader, first.value, 'startingOn', onward);
  const end = phraseAt(reader, first.next, words.dateEnds);
  if (end) return openDays(reader, first.value, end.value, end.next);
  const { value, next } = openDays(reader, first.value, 'startingOn', first.next);
  // “Bills from today” may mean only today's bills.
  return sureDays(value.ranges, next, [...(value.others ?? []), ...first.value.ranges]);
}

/** “1 to 15 December”, where only the last day has a month; “1st to 15th”, “1.-15.” have none. */
function daysOfMonthAt(reader: SearchReader, at: number, isOpen: boolean): Parsed<Days> | null {
  const [, begin, end] =
    /^(\d{1,2})(?:st|nd|rd|th|\.)[-–](\d{1,2})(?:st|nd|rd|th|\.)$/u.exec(
      reader.tokens[at]?.text ?? '',
    ) ?? [];
  if (begin && end) {
    const ranges = inNearestMonth(reader, Number(begin), Number(end));
    return phraseAt(reader, at + 1, reader.words.months) || ranges.length === 0
      ? null
      : sureDays(ranges, at + 1);
  }
  const first = numberOfDay(reader, at);
  const middle = first && middleAt(reader, first.next, isOpen);
  if (!first || middle === null) return null;
  const last = dayAt(reader, middle, true);
  const isMarked = ordinalAt(reader, at) !== null;
  if (last && !last.value.isLoose) {
    if (last.value.isPlain && !(isMarked && /^\d/u.test(wordAt(reader, middle) ?? ''))) return null;
    const ranges = last.value.ranges.flatMap(({ from, to }) => {
      const day = from === to ? inMonthOf(from, first.value) : null;
      return day !== null && day < to ? [{ from: day, to }] : [];
    });
    return ranges.length === 0 ? null : sureDays(ranges, last.next);
  }
  const number = isMarked ? numberOfDay(reader, middle) : null;
  const ranges = number ? inNearestMonth(reader, first.value, number.value) : [];
  return number && ranges.length > 0 ? sureDays(ranges, number.next) : null;
}

/** “20”, “20.”, “20th”, “twentieth”. */
function numberOfDay(reader: SearchReader, at: number): Parsed<number> | null {
  const ordinal = ordinalAt(reader, at);
  if (ordinal) return ordinal;
  const digits = wordAt(reader, at) ?? '';
  return /^\d{1,2}$/u.test(digits) ? { value: Number(digits), next: at + 1 } : null;
}

function inMonthOf(day: PlainDate, number: number): PlainDate | null {
  return dayOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, number);
}

/** The range of days that ends next, or the last one that has begun if days are in the past. */
function inNearestMonth(
  { calendar, isPast }: SearchReader,
  first: number,
  last: number,
): readonly DayRange[] {
  const ranges = [-1, 0, 1, 2].flatMap((by) => {
    const [month, following] = [by, by + 1].map((each) => unitAround(calendar, 'month', each).from);
    const end = first > last ? following : month;
    const from = month ? inMonthOf(month, first) : null;
    const to = end ? inMonthOf(end, last) : null;
    return from && to ? [{ from, to }] : [];
  });
  const range =
    isPast === true
      ? ranges.findLast(({ from }) => from <= calendar.today)
      : ranges.find(({ to }) => to >= calendar.today);
  return range ? [range] : [];
}
