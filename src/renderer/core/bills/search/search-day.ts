import { addDays, daysBetween, type PlainDate } from '../../../../base/days.ts';
import { countedDayAt } from './search-count.ts';
import {
  dayOf,
  type DayRange,
  type Days,
  monthRange,
  onDay,
  quarterRange,
  unitAround,
  weekdayOf,
  weekRange,
} from './search-days.ts';
import { numericDaysAt } from './search-numeric-day.ts';
import { after, type Parsed, phraseAt, type SearchReader, skip, wordAt } from './search-reader.ts';

/** @param isNamed whether a date is expected here, so that short names count */
export function dayAt(reader: SearchReader, at: number, isNamed: boolean): Parsed<Days> | null {
  return (
    numericDaysAt(reader, at) ??
    monthAt(reader, at, isNamed) ??
    weekdayAt(reader, at, isNamed) ??
    namedDaysAt(reader, at) ??
    unitAt(reader, at) ??
    quarterAt(reader, at) ??
    weekNumberAt(reader, at) ??
    monthPartAt(reader, at) ??
    endAt(reader, at) ??
    countedAt(reader, at) ??
    looseAt(reader, at, isNamed)
  );
}

const clear = { isPlain: false, mayBeText: false, isLoose: false } as const;
const HALF_A_YEAR = 183;
const DAYS_A_WEEK = 7;
/** Farthest from this year that a number counts as a year without other words. */
const FARTHEST_YEARS = 15;

/** “Apr 3”, “3rd of April 2026”, “Apr 1-15”, “April”. */
function monthAt(reader: SearchReader, at: number, isNamed: boolean): Parsed<Days> | null {
  const before = dayNumberAt(reader, at);
  const month = phraseAt(
    reader,
    before ? skip(reader, before.next, reader.words.on) : at,
    reader.words.months,
  );
  if (month === null) return null;
  const days = before ?? dayNumberAt(reader, month.next);
  const year = yearAt(reader, before ? month.next : (days?.next ?? month.next));
  const next = year?.next ?? (before ? month.next : (days?.next ?? month.next));
  const isShort = !reader.words.fullNames.has(
    (wordAt(reader, month.next - 1) ?? '').replace(/\.$/u, ''),
  );
  if (days === null) {
    // “May” may be a name, and “nov” its beginning, if a bill has such a word.
    if (isShort && !isNamed && year === null && isInSome(reader, at)) return null;
    const ranges = inYears(reader, year?.value ?? null, (each) => monthRange(each, month.value));
    const isBare = year === null && !isNamed;
    return { value: { ranges, isPlain: isBare, mayBeText: isBare, isLoose: false }, next };
  }
  const ranges = inYears(reader, year?.value ?? null, (each) => {
    const [first, last] = [days.value.first, days.value.last].map((day) =>
      dayOf(each, month.value, day),
    );
    return first && last && first <= last ? { from: first, to: last } : null;
  });
  return ranges.length === 0 ? null : { value: { ranges, ...clear }, next };
}

/** A range in the year named, else in this year, or in the next or last year if that is nearer. */
function inYears(
  { calendar, known }: SearchReader,
  year: number | null,
  rangeIn: (year: number) => DayRange | null,
): readonly DayRange[] {
  const { today } = calendar;
  const own = Number(today.slice(0, 4));
  const first = rangeIn(year ?? own);
  if (year !== null || first === null) return first === null ? [] : [first];
  const ahead = daysBetween(today, first.from);
  const following = daysBetween(first.to, today);
  if (Math.max(ahead, following) < HALF_A_YEAR) return [first];
  const other = rangeIn(ahead > 0 ? own - 1 : own + 1);
  const both = other === null ? [first] : [first, other];
  const due = both.filter(({ from, to }) => known.isDueBetween(from, to));
  return due.length === 1 ? due : both;
}

function isInSome({ tokens, known }: SearchReader, at: number): boolean {
  return known.holds(tokens[at]?.folded ?? '', false);
}

/** “3”, “3.”, “3rd”, “1-15”, “1.-15.”. */
function dayNumberAt(
  reader: SearchReader,
  at: number,
): Parsed<{ readonly first: number; readonly last: number }> | null {
  const text = wordAt(reader, at);
  // “’26” is a year.
  if (/^['’]/u.test(reader.tokens[at]?.text ?? '')) return null;
  const [, first, last] =
    /^(\d{1,2})(?:st|nd|rd|th|\.)?(?:[-–](\d{1,2})(?:st|nd|rd|th|\.)?)?$/u.exec(text ?? '') ?? [];
  if (first === undefined) return null;
  const days = { first: Number(first), last: Number(last ?? first) };
  return days.first < 1 || days.last > 31 ? null : { value: days, next: at + 1 };
}

function yearAt(reader: SearchReader, at: number): Parsed<number> | null {
  const [, full, short] =
    /^(?:(19\d\d|20\d\d)|['’](\d\d))$/u.exec(reader.tokens[at]?.text.replace(/[.,]$/u, '') ?? '') ??
    [];
  const year = full ?? (short && `20${short}`);
  return year === undefined ? null : { value: Number(year), next: at + 1 };
}

/** “Friday”, “next Friday”: the next Friday after today, or the Friday of next week if that differs. */
function weekdayAt(reader: SearchReader, at: number, isNamed: boolean): Parsed<Days> | null {
  const { words, calendar } = reader;
  const { today } = calendar;
  const [next, last, own, coming] = [words.next, words.last, words.this, words.coming].map((set) =>
    after(reader, at, set),
  );
  const begin = next ?? last ?? coming ?? own ?? at;
  const weekday = phraseAt(reader, begin, words.weekdays);
  if (weekday === null) return null;
  const isShort = !words.fullNames.has(
    (wordAt(reader, weekday.next - 1) ?? '').replace(/\.$/u, ''),
  );
  const dated = begin === at ? datedAt(reader, weekday.next, weekday.value + 1) : null;
  if (dated) return dated;
  if (isShort && !isNamed && begin === at) return null;
  const wanted = weekday.value + 1;
  const ahead = (wanted - weekdayOf(today) + DAYS_A_WEEK) % DAYS_A_WEEK;
  const inWeek = (by: number): PlainDate => {
    const { from } = unitAround(calendar, 'week', by);
    return addDays(from, (wanted - weekdayOf(from) + DAYS_A_WEEK) % DAYS_A_WEEK);
  };
  const ofWeek = begin === at ? weekAfter(reader, weekday.next) : null;
  if (ofWeek)
    return { value: { ranges: [onDay(inWeek(ofWeek.value))], ...clear }, next: ofWeek.next };
  if (begin === at && reader.isPast) {
    const before = ahead === 0 ? today : addDays(today, ahead - DAYS_A_WEEK);
    return { value: { ranges: [onDay(before)], ...clear }, next: weekday.next };
  }
  const soonest = addDays(today, ahead === 0 && begin !== at ? DAYS_A_WEEK : ahead);
  const days =
    next === null
      ? last === null
        ? [own === null || coming !== null ? soonest : inWeek(0)]
        : [addDays(today, (ahead || DAYS_A_WEEK) - DAYS_A_WEEK)]
      : [...new Set([soonest, inWeek(1)])];
  const isBare = begin === at && !isNamed;
  return {
    value: { ranges: days.map(onDay), isPlain: isBare, mayBeText: isBare, isLoose: false },
    next: weekday.next,
  };
}

/** A date after its weekday, which decides: “Fri, Nov 27”, “Fr 27.11.”, “Friday the 27th”. */
function datedAt(reader: SearchReader, at: number, weekday: number): Parsed<Days> | null {
  const begin = skip(reader, at, reader.words.on);
  const dated = numericDaysAt(reader, begin) ?? monthAt(reader, begin, true);
  if (dated?.value.ranges.some(({ from, to }) => from === to)) return dated;
  const days = dayNumberAt(reader, begin);
  if (days === null || days.value.first !== days.value.last) return null;
  const [first] = daysNumbered(reader, days.value.first).filter(
    (day) => weekdayOf(day) === weekday,
  );
  return first === undefined
    ? null
    : { value: { ranges: [onDay(first)], ...clear }, next: days.next };
}

/** Days with this number in this month, the last and the next one, the nearest first. */
function daysNumbered({ calendar }: SearchReader, number: number): readonly PlainDate[] {
  const days = [0, -1, 1].flatMap((by) => {
    const { from } = unitAround(calendar, 'month', by);
    return dayOf(Number(from.slice(0, 4)), Number(from.slice(5, 7)) - 1, number) ?? [];
  });
  const distance = (day: PlainDate): number => Math.abs(daysBetween(calendar.today, day));
  return days.toSorted((left, right) => distance(left) - distance(right));
}

/** “Friday next week”. */
function weekAfter(reader: SearchReader, at: number): Parsed<number> | null {
  const asked = nearUnitAt(reader, at);
  return asked?.value.unit === 'week' ? { value: asked.value.by, next: asked.next } : null;
}

/** “this week”, “last month”: the unit, and its distance from the present one. */
function nearUnitAt(reader: SearchReader, at: number) {
  const { words } = reader;
  const sets = [
    [words.this, 0],
    [words.next, 1],
    [words.coming, 1],
    [words.last, -1],
  ] as const;
  for (const [set, by] of sets) {
    const begin = after(reader, at, set);
    const unit = begin === null ? null : phraseAt(reader, begin, words.units);
    if (unit) return { value: { unit: unit.value, by }, next: unit.next };
  }
  return null;
}

/** “today”, “tomorrow”, “this weekend”. */
function namedDaysAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const { words, calendar } = reader;
  const next = after(reader, at, words.next);
  const begin = next ?? skip(reader, at, words.this);
  const named = phraseAt(reader, at, words.days) ?? phraseAt(reader, begin, words.days);
  if (named === null || (next !== null && named.value !== 'weekend')) return null;
  const { today } = calendar;
  const offsets = { today: 0, tomorrow: 1, yesterday: -1, afterTomorrow: 2, beforeYesterday: -2 };
  const range = (): DayRange => {
    if (named.value === 'monthToDate')
      return { from: unitAround(calendar, 'month', 0).from, to: today };
    if (named.value === 'yearToDate')
      return { from: unitAround(calendar, 'year', 0).from, to: today };
    if (named.value === 'soon') return { from: today, to: addDays(today, DAYS_A_WEEK) };
    if (named.value !== 'weekend') return onDay(addDays(today, offsets[named.value]));
    const weeks = next === null ? 0 : 1;
    const saturday = addDays(today, 6 - weekdayOf(today) + weeks * DAYS_A_WEEK);
    return { from: saturday, to: addDays(saturday, 1) };
  };
  return { value: { ranges: [range()], ...clear, isPlain: true }, next: named.next };
}

/** “this week”, “last month”, “next quarter”. */
function unitAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const asked = nearUnitAt(reader, at);
  if (asked === null || asked.value.unit === 'day') return null;
  const range = unitAround(reader.calendar, asked.value.unit, asked.value.by);
  return { value: { ranges: [range], ...clear, isPlain: true }, next: asked.next };
}

/** “Q1”, “Q2 2026”, “third quarter”. */
function quarterAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const { ordinals, units } = reader.words;
  const [, digit] = /^q([1-4])$/u.exec(wordAt(reader, at) ?? '') ?? [];
  // “1.” has its point in the text only.
  const named =
    phraseAt(reader, at, ordinals)?.value ?? ordinals.get(reader.tokens[at]?.text ?? '');
  const unit = named === undefined ? null : phraseAt(reader, at + 1, units);
  const quarter = digit === undefined ? named : Number(digit) - 1;
  if (quarter === undefined || (digit === undefined && unit?.value !== 'quarter')) return null;
  const next = unit?.next ?? at + 1;
  const year = yearAt(reader, next);
  const ranges = inYears(reader, year?.value ?? Number(reader.calendar.today.slice(0, 4)), (each) =>
    quarterRange(each, quarter),
  );
  return { value: { ranges, ...clear, isPlain: true }, next: year?.next ?? next };
}

/** “week 49”, “KW 49”, “KW49”, “49. KW”: a calendar week of ISO 8601. */
function weekNumberAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const { words } = reader;
  const numberIn = (text: string | null, form: RegExp): number =>
    Number(form.exec(text ?? '')?.[1] ?? 0);
  const named = after(reader, at, words.weekNumber);
  const following = after(reader, at + 1, words.weekNumber);
  const [week, next] =
    named !== null
      ? [numberIn(wordAt(reader, named), /^(\d{1,2})$/u), named + 1]
      : following !== null
        ? [numberIn(reader.tokens[at]?.text ?? null, /^(\d{1,2})\.$/u), following]
        : [numberIn(wordAt(reader, at), /^[ck]w(\d{1,2})$/u), at + 1];
  if (week === 0) return null;
  const year = yearAt(reader, next);
  const ranges = inYears(reader, year?.value ?? null, (each) => weekRange(each, week));
  return ranges.length === 0
    ? null
    : { value: { ranges, ...clear, isPlain: true }, next: year?.next ?? next };
}

/** “early December”, “mid next month”: the first ten days, the next ten, or the rest. */
function monthPartAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const part = phraseAt(reader, at, reader.words.monthParts);
  const month =
    part &&
    (monthAt(reader, part.next, true) ??
      unitAt(reader, part.next) ??
      thisUnitAt(reader, part.next));
  if (!part || !month) return null;
  const [first, last] = ({ early: [0, 9], middle: [10, 19], late: [20, null] } as const)[
    part.value
  ];
  const ranges = month.value.ranges
    .filter(({ from, to }) => daysBetween(from, to) >= SHORTEST_MONTH)
    .map(({ from, to }) => ({
      from: addDays(from, first),
      to: last === null ? to : addDays(from, last),
    }));
  return ranges.length === 0
    ? null
    : { value: { ranges, ...clear, isPlain: true }, next: month.next };
}

/** “month” of “beginning of the month”. */
function thisUnitAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const unit = phraseAt(reader, at, reader.words.units);
  return (
    unit && {
      value: { ranges: [unitAround(reader.calendar, unit.value, 0)], ...clear },
      next: unit.next,
    }
  );
}

/** Days from the first to the last of a month, at least. */
const SHORTEST_MONTH = 27;

/** “end of month”, “end of next week”: its last day. */
function endAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const { words, calendar } = reader;
  const units = [
    [words.endOfMonth, 'month'],
    [words.endOfWeek, 'week'],
    [words.endOfQuarter, 'quarter'],
    [words.endOfYear, 'year'],
  ] as const;
  const last = (range: DayRange, next: number): Parsed<Days> => ({
    value: { ranges: [onDay(range.to)], ...clear },
    next,
  });
  for (const [set, unit] of units) {
    const whole = after(reader, at, set);
    if (whole !== null) return last(unitAround(calendar, unit, 0), whole);
  }
  const begin = after(reader, at, words.endOf);
  if (begin === null) return null;
  const day =
    unitAt(reader, begin) ??
    monthAt(reader, begin, true) ??
    quarterAt(reader, begin) ??
    thisUnitAt(reader, begin);
  const [first] = day?.value.ranges ?? [];
  return day && first ? last(first, day.next) : null;
}

function countedAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const counted = countedDayAt(reader, at);
  return counted && { value: { ranges: [counted.value], ...clear }, next: counted.next };
}

/** “the 15th”, and a year, which is the whole search unless a date is expected here. */
function looseAt(reader: SearchReader, at: number, isNamed: boolean): Parsed<Days> | null {
  const { calendar, tokens } = reader;
  const year = yearAt(reader, at);
  if (!isNamed && (tokens.length > 1 || isInSome(reader, at))) return null;
  // “Up to 2000” is an amount.
  if (year && Math.abs(year.value - Number(calendar.today.slice(0, 4))) > FARTHEST_YEARS)
    return null;
  if (year) {
    const range = { from: dayOf(year.value, 0, 1), to: dayOf(year.value, 11, 31) };
    return range.from && range.to
      ? {
          value: { ranges: [{ from: range.from, to: range.to }], ...clear, isLoose: true },
          next: year.next,
        }
      : null;
  }
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th|\.)$/u.exec(tokens[at]?.text ?? '') ?? [];
  if (digits === undefined) return null;
  const days = daysNumbered(reader, Number(digits));
  const [nearest] = reader.isPast ? days.filter((day) => day <= calendar.today) : days;
  return nearest === undefined
    ? null
    : { value: { ranges: [onDay(nearest)], ...clear, isLoose: true }, next: at + 1 };
}
