import {
  addDays,
  daysBetween,
  weekdayOf,
  type PlainDate,
  DAYS_A_WEEK,
} from '../../../../base/days.ts';
import { countAt } from './search-count.ts';
import {
  type DayRange,
  type Days,
  monthRange,
  onDay,
  partOfYear,
  shifted,
  unitAround,
  weekRange,
} from './search-days.ts';
import { fiscalPartAt, isOfFiscalYear, partNameAt } from './search-fiscal-year.ts';
import { inYears, monthAt, ordinalAt, yearAt } from './search-month.ts';
import {
  after,
  dividedAt,
  type Parsed,
  phraseAt,
  type SearchReader,
  skip,
  wordAt,
} from './search-reader.ts';
import type { DayUnit } from './search-words.ts';

/** A named range of days, such as “this week”, “second half of December” or “week 49”. */
export function periodNameAt(reader: SearchReader, at: number): Parsed<Days> | null {
  return (
    weekNumberAt(reader, at) ??
    placedAt(reader, at) ??
    nearMonthAt(reader, at) ??
    unitAt(reader, at) ??
    partOfYearAt(reader, at) ??
    monthPartAt(reader, at) ??
    restAt(reader, at) ??
    endAt(reader, at)
  );
}

function period(
  ranges: readonly DayRange[],
  next: number,
  inYear?: Days['inYear'],
): Parsed<Days> | null {
  return ranges.length === 0
    ? null
    : { value: { ranges, inYear, isPlain: true, mayBeText: false, isLoose: false }, next };
}

/** “next”, “last”, “after next”: the distance from the present period. */
function distanceAt({ words, ...reader }: SearchReader, at: number): Parsed<number> | null {
  const sets = [
    [words.this, 0],
    [words.next, 1],
    [words.coming, 1],
    [words.last, -1],
    [words.afterNext, 2],
    [words.beforeLast, -2],
  ] as const;
  const found = sets.flatMap(([set, value]) => {
    const next = after(reader, at, set);
    return next === null ? [] : [{ value, next }];
  });
  return found.toSorted((left, right) => right.next - left.next)[0] ?? null;
}

/** “this week”, “last month”, “week after next”: the unit, and its distance from the present one. */
export function nearUnitAt(
  reader: SearchReader,
  at: number,
): Parsed<{ readonly unit: DayUnit; readonly by: number }> | null {
  const { words } = reader;
  const before = distanceAt(reader, at);
  const own = phraseAt(reader, before?.next ?? at, words.units);
  const distance = before ?? (own && distanceAt(reader, own.next));
  // “Week next” is no phrase.
  if (own && distance && (before || Math.abs(distance.value) > 1))
    return {
      value: { unit: own.value, by: distance.value },
      next: Math.max(own.next, distance.next),
    };
  const word = wordAt(reader, at) ?? '';
  for (const [begin, place] of words.unitBeginnings) {
    const unit = word.startsWith(begin) ? words.units.get(word.slice(begin.length)) : undefined;
    if (unit) return { value: { unit, by: place === 'last' ? -1 : 1 }, next: at + 1 };
  }
  return null;
}

/** “next December”, “last October”, “this May”: the nearest one after, before or in this year’s months. */
function nearMonthAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const distance = distanceAt(reader, at);
  const month = distance && phraseAt(reader, distance.next, reader.words.months);
  if (!month || Math.abs(distance.value) > 1) return null;
  const { today } = reader.calendar;
  const ranges = [-1, 0, 1].map((by) => monthRange(Number(today.slice(0, 4)) + by, month.value));
  const range =
    distance.value === 0
      ? ranges[1]
      : distance.value > 0
        ? ranges.find(({ from }) => from > today)
        : ranges.findLast(({ to }) => to < today);
  return range ? period([range], month.next) : null;
}

/** “this week”, “last month”, “next quarter”. */
function unitAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const both = unitsAt(reader, at);
  if (both) return both;
  const asked = nearUnitAt(reader, at);
  if (asked === null || asked.value.unit === 'day') return null;
  return period([unitAround(reader.calendar, asked.value.unit, asked.value.by)], asked.next);
}

/** “this and next week”, “this week or next”: the unit is named once. */
function unitsAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const { calendar, words } = reader;
  const named = nearUnitAt(reader, at);
  const first = named ? { value: named.value.by, next: named.next } : distanceAt(reader, at);
  const begin = first && skip(reader, first.next, words.and, words.or);
  if (begin === null || begin === first?.next) return null;
  const other = nearUnitAt(reader, begin);
  const second = other ? { value: other.value.by, next: other.next } : distanceAt(reader, begin);
  const unit = (named ?? other)?.value.unit;
  if ((named && other) || !unit || !first || second?.value !== first.value + 1) return null;
  const [{ from }, { to }] = [
    unitAround(calendar, unit, first.value),
    unitAround(calendar, unit, second.value),
  ];
  return period([{ from, to }], second.next);
}

/** “month” of “beginning of the month”. */
function thisUnitAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const unit = phraseAt(reader, at, reader.words.units);
  return unit && period([unitAround(reader.calendar, unit.value, 0)], unit.next);
}

/** A period that has parts: “December”, “next week”, “Q3”, “the month”, “2026”. */
function wholeAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const year = yearAt(reader, at);
  return (
    unitAt(reader, at) ??
    monthAt(reader, at, true) ??
    partOfYearAt(reader, at) ??
    thisUnitAt(reader, at) ??
    (year && period([partOfYear(year.value, 'year', 0)], year.next))
  );
}

/** “Q1”, “H2 2026”, “Q4/2026”, “third quarter”, “Q3 FY27”. */
function partOfYearAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const fiscal = fiscalPartAt(reader, at);
  if (fiscal) return period([fiscal.value], fiscal.next);
  const part = partNameAt(reader, at);
  if (part === null || isOfFiscalYear(reader, at, part.next)) return null;
  const { unit, place, short } = part.value;
  const year = yearAt(reader, skip(reader, part.next, reader.words.on));
  const inYear = year?.value ?? (short === undefined ? null : Number(`20${short}`));
  const days = inYears(reader, inYear, (each) => [partOfYear(each, unit, place - 1)]);
  return period(days.ranges, year?.next ?? part.next, days.inYear);
}

/** “week 49”, “KW 49”, “KW49/2026”, “49. KW”, “KW 48-49”: calendar weeks of ISO 8601. */
function weekNumberAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const { words } = reader;
  const numbersIn = (text: string | null, form: RegExp): readonly number[] =>
    (form.exec(text ?? '')?.slice(1) ?? []).flatMap((part) => (part ? [Number(part)] : []));
  const named = after(reader, at, words.weekNumber);
  const following = after(reader, at + 1, words.weekNumber);
  const [[week = 0, second], next] =
    named !== null
      ? [numbersIn(wordAt(reader, named), /^(\d{1,2})(?:[-–/](\d{1,4}))?$/u), named + 1]
      : following !== null
        ? [numbersIn(reader.tokens[at]?.text ?? null, /^(\d{1,2})\.$/u), following]
        : [numbersIn(wordAt(reader, at), /^[ck]w(\d{1,2})(?:[-–/](\d{1,4}))?$/u), at + 1];
  if (week === 0) return null;
  const own = Number(reader.calendar.today.slice(0, 4));
  // “48/26” has a year, “48/49” another week.
  const inYear = [second ?? 0, (second ?? 0) + 2000].find((year) => Math.abs(year - own) <= 1);
  const middle = second === undefined ? skip(reader, next, words.to, words.and) : next;
  const [other] = middle > next ? numbersIn(wordAt(reader, middle), /^(\d{1,2})$/u) : [];
  const last = other ?? (inYear === undefined ? second : undefined) ?? week;
  const end = other === undefined ? next : middle + 1;
  const year = yearAt(reader, end);
  const days = inYears(reader, year?.value ?? inYear ?? null, (each) => {
    const [from, to] = [weekRange(each, week), weekRange(each, last)];
    return from && to && from.from <= to.from ? [{ from: from.from, to: to.to }] : [];
  });
  return period(days.ranges, year?.next ?? end, days.inYear);
}

/** “first week of December”, “last Friday of November”, “second half of the year”, “first 10 days of May”. */
export function placedAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const ordinal = ordinalAt(reader, at);
  const begin = ordinal?.next ?? after(reader, at, reader.words.last);
  if (begin === null) return null;
  const place = ordinal?.value ?? null;
  // “Dezemberwoche”.
  const { months, units, halves } = reader.words;
  const word = wordAt(reader, begin) ?? '';
  const whole = [...months.keys(), ...units.keys()].find(
    (name) =>
      word.startsWith(name) && [units, halves].some((ends) => ends.has(word.slice(name.length))),
  );
  if (whole === undefined) return placedIn(reader, begin, place);
  const divided = dividedAt(reader, begin, [word.slice(whole.length), whole]);
  const found = placedIn(divided, begin, place ?? 'last');
  return found && { ...found, next: found.next - 1 };
}

/** @param place null for the last one, which needs a word such as “of” after it */
function placedIn(
  reader: SearchReader,
  at: number,
  place: number | 'last' | null,
): Parsed<Days> | null {
  const { words } = reader;
  const half = after(reader, at, words.halves);
  const weekday = phraseAt(reader, at, words.weekdays);
  const unit = phraseAt(reader, at, words.units);
  const counted =
    countAt(reader, at) ?? (unit && { ...unit, value: { count: 1, unit: unit.value } });
  const next = half ?? weekday?.next ?? counted?.next;
  if (next === undefined) return null;
  const of = skip(reader, next, words.on);
  const whole = of === next && place === null ? null : wholeAt(reader, skip(reader, of, words.on));
  if (whole === null) return null;
  const nth = typeof place === 'number' ? place : null;
  const ranges = whole.value.ranges.flatMap((range) => {
    if (range.from === range.to) return [];
    if (half !== null) return halfOf(range, nth);
    if (weekday) return weekdayIn(range, weekday.value + 1, nth);
    return counted ? partOf(range, counted.value, nth) : [];
  });
  return period(ranges, whole.next);
}

/** @param nth null for the last; a fifth week ends with its month */
function partOf(
  { from, to }: DayRange,
  { count, unit }: { readonly count: number; readonly unit: DayUnit },
  nth: number | null,
): readonly DayRange[] {
  const end = addDays(to, 1);
  const begin = nth === null ? shifted(end, unit, -count) : shifted(from, unit, (nth - 1) * count);
  const last = nth === null ? to : addDays(shifted(from, unit, nth * count), -1);
  return begin < from || begin > to ? [] : [{ from: begin, to: last < to ? last : to }];
}

function weekdayIn(
  { from, to }: DayRange,
  weekday: number,
  nth: number | null,
): readonly DayRange[] {
  const until = (day: PlainDate): number => (weekday - weekdayOf(day) + DAYS_A_WEEK) % DAYS_A_WEEK;
  const day =
    nth === null
      ? addDays(to, (until(to) || DAYS_A_WEEK) - DAYS_A_WEEK)
      : addDays(from, until(from) + (nth - 1) * DAYS_A_WEEK);
  return day < from || day > to ? [] : [onDay(day)];
}

/** @param nth 1 for the first half; any other, and null, for the second */
function halfOf({ from, to }: DayRange, nth: number | null): DayRange {
  const days = daysBetween(from, to) + 1;
  const months = Math.round(days / DAYS_A_MONTH);
  const middle =
    months > 0 && months % 2 === 0
      ? shifted(from, 'month', months / 2)
      : addDays(from, Math.floor(days / 2));
  return nth === 1 ? { from, to: addDays(middle, -1) } : { from: middle, to };
}

/** “early December”, “mid next month”: the first ten days, the next ten, or the rest. */
function monthPartAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const part = phraseAt(reader, at, reader.words.monthParts);
  const month = part && wholeAt(reader, part.next);
  // “Ende Monat” is its last day.
  if (!part || !month || after(reader, at, reader.words.endOfMonth) !== null) return null;
  const [first, last] = ({ early: [0, 9], middle: [10, 19], late: [20, null] } as const)[
    part.value
  ];
  const ranges = month.value.ranges
    .filter(({ from, to }) => Math.round((daysBetween(from, to) + 1) / DAYS_A_MONTH) === 1)
    .map(({ from, to }) => ({
      from: addDays(from, first),
      to: last === null ? to : addDays(from, last),
    }));
  return period(ranges, month.next);
}

const DAYS_A_MONTH = 30.4;

/** “rest of the month”, “later this week”: from today. */
function restAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const begin = after(reader, at, reader.words.rest);
  const whole = begin === null ? null : wholeAt(reader, begin);
  const { today } = reader.calendar;
  const ranges = whole?.value.ranges.filter(({ to }) => to >= today) ?? [];
  return (
    whole &&
    period(
      ranges.map(({ from, to }) => ({ from: from < today ? today : from, to })),
      whole.next,
    )
  );
}

/** “end of month”, “end of next week”: its last day. */
export function endAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const { words, calendar } = reader;
  const units = [
    [words.endOfMonth, 'month'],
    [words.endOfWeek, 'week'],
    [words.endOfQuarter, 'quarter'],
    [words.endOfYear, 'year'],
  ] as const;
  const last = (range: DayRange, next: number): Parsed<Days> => ({
    value: { ranges: [onDay(range.to)], isPlain: false, mayBeText: false, isLoose: false },
    next,
  });
  for (const [set, unit] of units) {
    const whole = after(reader, at, set);
    if (whole !== null) return last(unitAround(calendar, unit, 0), whole);
  }
  const begin = after(reader, at, words.endOf);
  const day = begin === null ? null : wholeAt(reader, begin);
  const [first] = day?.value.ranges ?? [];
  return day && first ? last(first, day.next) : null;
}
