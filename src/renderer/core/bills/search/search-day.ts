import {
  addDays,
  daysBetween,
  weekdayOf,
  type PlainDate,
  DAYS_A_WEEK,
} from '../../../../base/days.ts';
import { backward, countAt, countedDayAt, forward } from './search-count.ts';
import {
  dayOf,
  type DayRange,
  type Days,
  inOrder,
  LATEST,
  onDay,
  partOfYear,
  shifted,
  unitAround,
} from './search-days.ts';
import { dayNumberAt, isInSome, monthAt, ordinalAt, yearAt } from './search-month.ts';
import { numericDaysAt } from './search-numeric-day.ts';
import { nearUnitAt, periodNameAt } from './search-period.ts';
import { after, type Parsed, phraseAt, type SearchReader, skip, wordAt } from './search-reader.ts';
import type { SearchToken } from './search-tokens.ts';

/** @param isNamed whether a date is expected here, so that short names count */
export function dayAt(reader: SearchReader, at: number, isNamed: boolean): Parsed<Days> | null {
  const day =
    numericDaysAt(reader, at) ??
    monthAt(reader, at, isNamed) ??
    dayOfMonthAt(reader, at) ??
    periodNameAt(reader, at) ??
    weekdayAt(reader, at, isNamed) ??
    namedDaysAt(reader, at) ??
    holidayAt(reader, at) ??
    weekOfAt(reader, at) ??
    countedAt(reader, at) ??
    countedFromAt(reader, at) ??
    looseAt(reader, at, isNamed);
  return day && (restatedAt(reader, day) ?? laterAt(reader, day) ?? day);
}

/** “Dec 2 8 days”, “3. Dez. in 9 Tagen”: a day and its distance, as a row of the list shows them. */
function restatedAt(reader: SearchReader, { value, next }: Parsed<Days>): Parsed<Days> | null {
  const { words, calendar } = reader;
  const begin = skip(reader, next, words.ahead, words.by, words.agoBefore);
  const count = countAt(reader, begin);
  const today = phraseAt(reader, next, words.days);
  const distances = count
    ? [forward(reader, count.value), backward(reader, count.value)]
    : today?.value === 'today'
      ? [calendar.today]
      : [];
  const ranges = value.ranges.filter(({ from, to }) => from === to && distances.includes(from));
  const end = count ? skip(reader, count.next, words.late, words.ago) : today?.next;
  return ranges.length === 0 || end === undefined
    ? null
    : { value: { ...value, ranges }, next: end };
}

/** “Monday in a week”, “Tuesday week”. */
function laterAt(reader: SearchReader, { value, next }: Parsed<Days>): Parsed<Days> | null {
  if (value.ranges.some(({ from, to }) => from !== to)) return null;
  // “3. Dez. in 3 Tagen” is no later day.
  const isWritten =
    /\d/u.test(wordAt(reader, next - 1) ?? '') ||
    reader.words.months.has(wordAt(reader, next - 1) ?? '');
  const ahead = isWritten ? null : after(reader, next, reader.words.ahead);
  const counted = ahead === null ? null : countAt(reader, ahead);
  const isWeekday = phraseAt(reader, next - 1, reader.words.weekdays) !== null;
  const unit = isWeekday ? phraseAt(reader, next, reader.words.units) : null;
  const week =
    unit?.value === 'week' && !/^\d/u.test(wordAt(reader, unit.next) ?? '') ? unit : null;
  const later = counted ?? (week && { value: { count: 1, unit: week.value }, next: week.next });
  if (later === null) return null;
  const { unit: by, count } = later.value;
  const ranges = value.ranges.map(({ from }) => onDay(shifted(from, by, count)));
  return { value: { ranges, ...clear }, next: later.next };
}

const clear = { isPlain: false, mayBeText: false, isLoose: false } as const;
/** Maximum distance from this year at which a number alone counts as a year. */
const FARTHEST_YEARS = 15;

/** “Friday”, “next Friday”: the next Friday after today, or the Friday of next week if that differs. */
function weekdayAt(reader: SearchReader, at: number, isNamed: boolean): Parsed<Days> | null {
  const { words, calendar } = reader;
  const { today } = calendar;
  const [next, last, own, coming] = [words.next, words.last, words.this, words.coming].map((set) =>
    after(reader, at, set),
  );
  const over = after(reader, at, words.afterNext);
  const begin = over ?? next ?? last ?? coming ?? own ?? at;
  const weekday = phraseAt(reader, begin, words.weekdays);
  if (weekday === null) return null;
  const isShort = !words.fullNames.has(
    (wordAt(reader, weekday.next - 1) ?? '').replace(/\.$/u, ''),
  );
  const dated = begin === at ? datedAt(reader, weekday.next, weekday.value + 1) : null;
  if (dated) return dated;
  const isRare = /^\p{L}{4}/u.test(reader.tokens[at]?.text ?? '') && !isInSome(reader, at);
  if (isShort && !isNamed && begin === at && !isRare) return null;
  const wanted = weekday.value + 1;
  const ahead = (wanted - weekdayOf(today) + DAYS_A_WEEK) % DAYS_A_WEEK;
  const inWeek = (by: number): PlainDate => {
    const { from } = unitAround(calendar, 'week', by);
    return addDays(from, (wanted - weekdayOf(from) + DAYS_A_WEEK) % DAYS_A_WEEK);
  };
  const ofWeek = begin === at ? weekAfter(reader, skip(reader, weekday.next, words.on)) : null;
  if (ofWeek)
    return { value: { ranges: [onDay(inWeek(ofWeek.value))], ...clear }, next: ofWeek.next };
  if (begin === at && reader.isPast) {
    const before = ahead === 0 ? today : addDays(today, ahead - DAYS_A_WEEK);
    return { value: { ranges: [onDay(before)], ...clear }, next: weekday.next };
  }
  const soonest = addDays(today, ahead === 0 && begin !== at ? DAYS_A_WEEK : ahead);
  const behind = begin === at ? after(reader, weekday.next, words.afterNext) : null;
  const afterNext = over === null ? behind : weekday.next;
  if (afterNext !== null) {
    // The Friday after “next Friday”, which has two meanings too.
    const weeks = [addDays(today, ahead || DAYS_A_WEEK), inWeek(1)];
    const later = [...new Set(weeks)].map((day) => onDay(addDays(day, DAYS_A_WEEK)));
    return { value: { ranges: later, ...clear }, next: afterNext };
  }
  const days =
    next === null
      ? last === null
        ? [own === null || coming !== null ? soonest : inWeek(0)]
        : [addDays(today, ahead - DAYS_A_WEEK)]
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

/** “15th of next month”, “the first of the month”: the nearest one if no other month is named. */
function dayOfMonthAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const { words, calendar } = reader;
  const day = ordinalAt(reader, at);
  const of = day && skip(reader, day.next, words.on);
  if (!day || of === null || of === day.next) return null;
  const begin = skip(reader, of, words.on);
  const near = nearUnitAt(reader, of) ?? nearUnitAt(reader, begin);
  const own = phraseAt(reader, begin, words.units);
  if ((near?.value.unit ?? own?.value) !== 'month') return null;
  const { from } = unitAround(calendar, 'month', near?.value.by ?? 0);
  const [nearest] = near
    ? [dayOf(Number(from.slice(0, 4)), Number(from.slice(5, 7)) - 1, day.value)]
    : daysNumbered(reader, day.value);
  const next = near?.next ?? own?.next;
  if (!nearest || next === undefined) return null;
  return { value: { ranges: [onDay(nearest)], ...clear }, next };
}

/** Days with this number in this month, the last and the next one, the nearest first. */
function daysNumbered(reader: SearchReader, number: number): readonly PlainDate[] {
  const { calendar } = reader;
  const days = [0, -1, 1].flatMap((by) => {
    const { from } = unitAround(calendar, 'month', by);
    return dayOf(Number(from.slice(0, 4)), Number(from.slice(5, 7)) - 1, number) ?? [];
  });
  return nearestFirst(reader, days);
}

/** The nearest to today first; only past ones if days are in the past, only later ones if they are ahead. */
function nearestFirst(
  { calendar, isPast, isAhead }: SearchReader,
  days: readonly PlainDate[],
): readonly PlainDate[] {
  const distance = (day: PlainDate): number => Math.abs(daysBetween(calendar.today, day));
  return days
    .filter((day) => isPast !== true || day <= calendar.today)
    .filter((day) => isAhead !== true || day >= calendar.today)
    .toSorted((left, right) => distance(left) - distance(right));
}

/** “Friday next week”. */
function weekAfter(reader: SearchReader, at: number): Parsed<number> | null {
  const asked = nearUnitAt(reader, at);
  return asked?.value.unit === 'week' ? { value: asked.value.by, next: asked.next } : null;
}

/** “today”, “tomorrow”, “this weekend”. */
function namedDaysAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const { words, calendar } = reader;
  const next = after(reader, at, words.next);
  const begin = next ?? skip(reader, at, words.this);
  const whole = phraseAt(reader, at, words.days);
  const named = whole ?? phraseAt(reader, begin, words.days);
  if (named === null) return null;
  // “Next soon” is no day, but “in the next few days” is.
  const mayFollow = named.value === 'weekend' || named.value === 'soon';
  if (whole === null && next !== null && !mayFollow) return null;
  const { today } = calendar;
  const offsets = { today: 0, tomorrow: 1, yesterday: -1, afterTomorrow: 2, beforeYesterday: -2 };
  const range = (): DayRange => {
    if (named.value === 'monthToDate')
      return { from: unitAround(calendar, 'month', 0).from, to: today };
    if (named.value === 'yearToDate')
      return { from: unitAround(calendar, 'year', 0).from, to: today };
    if (named.value === 'thisYear') return unitAround(calendar, 'year', 0);
    if (named.value === 'upcoming') return { from: today, to: LATEST };
    if (named.value === 'soon') return { from: today, to: addDays(today, DAYS_A_WEEK) };
    if (named.value !== 'weekend') return onDay(addDays(today, offsets[named.value]));
    const weeks = next === null ? 0 : 1;
    const saturday = addDays(today, 6 - weekdayOf(today) + weeks * DAYS_A_WEEK);
    return { from: saturday, to: addDays(saturday, 1) };
  };
  return { value: { ranges: [range()], ...clear, isPlain: true }, next: named.next };
}

/** “Christmas”: the nearest one, or the last one in the past. */
function holidayAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const holiday = phraseAt(reader, at, reader.words.holidays);
  if (holiday === null) return null;
  const { today } = reader.calendar;
  const [month, day] = holiday.value.split('-').map(Number);
  const days = [0, 1, -1].flatMap(
    (by) => dayOf(Number(today.slice(0, 4)) + by, (month ?? 1) - 1, day ?? 1) ?? [],
  );
  const [nearest] = nearestFirst(reader, days);
  return nearest === undefined
    ? null
    : { value: { ranges: [onDay(nearest)], ...clear, isPlain: true }, next: holiday.next };
}

/** “week of Nov 23”, “week ending 29 Nov”. */
function weekOfAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const week = phraseAt(reader, at, reader.words.weekOf);
  const day = week && dayAt(reader, skip(reader, week.next, reader.words.on), true);
  if (!week || !day || day.value.ranges.some(({ from, to }) => from !== to)) return null;
  const ranges = day.value.ranges.map(({ from }) => {
    if (week.value === 'around') return unitAround({ ...reader.calendar, today: from }, 'week', 0);
    return inOrder(from, addDays(from, (week.value === 'from' ? 1 : -1) * (DAYS_A_WEEK - 1)));
  });
  return { value: { ranges, ...clear }, next: day.next };
}

function countedAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const counted = countedDayAt(reader, at);
  return counted && { value: { ranges: [counted.value], ...clear }, next: counted.next };
}

/** “a week from Friday”, “5 days after Christmas”, “two weeks before the 20th”. */
function countedFromAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const { words } = reader;
  const count = countAt(reader, at);
  if (count === null) return null;
  const from = after(reader, count.next, words.from);
  const bound = phraseAt(reader, count.next, words.dates);
  const isBefore = from === null && bound?.value === 'before';
  // “A week on Monday”.
  const on = count.value.unit === 'week' ? after(reader, count.next, words.on) : null;
  const weekday = on === null ? null : phraseAt(reader, on, words.weekdays);
  const begin =
    from ??
    (weekday ? on : null) ??
    (isBefore || bound?.value === 'after' ? (bound?.next ?? null) : null);
  const day = begin === null ? null : dayAt(reader, skip(reader, begin, words.on), true);
  if (day === null || day.value.ranges.some((range) => range.from !== range.to)) return null;
  const by = isBefore ? -count.value.count : count.value.count;
  const ranges = day.value.ranges.map((range) => onDay(shifted(range.from, count.value.unit, by)));
  return { value: { ranges, ...clear }, next: day.next };
}

/** A year, and “the 15th” where a date is expected or nothing else is searched. */
function looseAt(reader: SearchReader, at: number, isNamed: boolean): Parsed<Days> | null {
  const { calendar, tokens, words, known } = reader;
  const year = yearAt(reader, at);
  // “Up to 2000” is an amount.
  if (year && Math.abs(year.value - Number(calendar.today.slice(0, 4))) > FARTHEST_YEARS)
    return null;
  if (year) {
    const range = partOfYear(year.value, 'year', 0);
    const isOfNumber = [at - 1, at].some((first) => areDigits(tokens.slice(first, first + 2)));
    const isText = isOfNumber || !known.isDueBetween(range.from, range.to);
    if (!isNamed && isText && (tokens.length > 1 || isInSome(reader, at))) return null;
    const mayBeText = !isNamed;
    return {
      value: { ranges: [range], isPlain: mayBeText, mayBeText, isLoose: true },
      next: year.next,
    };
  }
  if (!isNamed && (tokens.length > 1 || isInSome(reader, at))) return null;
  const ordinal = ordinalAt(reader, at);
  // “Due on the first”, but not “from First Bank”.
  const isNumber = /^\d/u.test(tokens[at]?.text ?? '') || after(reader, at - 1, words.on) === at;
  const [nearest] = ordinal && isNumber ? daysNumbered(reader, ordinal.value) : [];
  return ordinal && nearest
    ? { value: { ranges: [onDay(nearest)], ...clear, isLoose: true }, next: ordinal.next }
    : null;
}

/** “2025 3100” of “INV 2025 3100”, but not “2025, 2026”. */
function areDigits(some: readonly SearchToken[]): boolean {
  return some.length === 2 && /^\d+ \d+\D*$/u.test(some.map(({ text }) => text).join(' '));
}
