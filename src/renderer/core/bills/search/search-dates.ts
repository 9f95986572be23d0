import { addDays } from '../../../../base/days.ts';
import { comparingWordAt } from './search-amounts.ts';
import { dayAt } from './search-day.ts';
import { closestRanges } from './search-numeric-day.ts';
import { backward, type Count, countAt, countedDayAt, forward } from './search-count.ts';
import { dayOf, type DayRange, type Days, EARLIEST, LATEST } from './search-days.ts';
import {
  after,
  type Parsed,
  phraseAt,
  type SearchReader,
  signAt,
  skip,
  wordAt,
} from './search-reader.ts';
import type { AmountWord, AskedDate, DateField, DateWord } from './search-words.ts';

export interface DatesAsked extends Pick<Days, 'isPlain' | 'mayBeText'> {
  /** Field named; null for none. */
  readonly field: DateField | null;
  /** Readings; several when the phrase is ambiguous. */
  readonly ranges: readonly (DayRange & { readonly field?: AskedDate })[];
}

/** Dates that begin here, such as “due by Friday”, “before April” or “older than 90 days”. */
export function datesAt(reader: SearchReader, at: number): Parsed<DatesAsked> | null {
  const field = phraseAt(reader, at, reader.words.fields);
  const asked = field && datesOf(reader, field.next, field.value);
  if (asked) return asked;
  const dates = datesOf(reader, at, null);
  // The field may follow the date: “today approved”.
  const following = dates && dates.value.field === null ? fieldAfter(reader, dates.next) : null;
  if (dates === null || following === null) return dates;
  return {
    value: { ...dates.value, field: following.value, isPlain: false, mayBeText: false },
    next: following.next,
  };
}

/** A field that is not followed by its own date. */
function fieldAfter(reader: SearchReader, at: number): Parsed<DateField> | null {
  const field = phraseAt(reader, at, reader.words.fields);
  return field && datesOf(reader, field.next, field.value) === null ? field : null;
}

/** @param field named before the date, for example by an operator */
export function datesOf(
  asked: SearchReader,
  at: number,
  field: DateField | null,
): Parsed<DatesAsked> | null {
  const isAhead = field === null || field === 'due' || field === 'snoozed';
  const reader = isAhead ? asked : { ...asked, isPast: true };
  const age = ageAt(reader, at, field);
  if (age) return age;
  const range = rangeAt(reader, at, field !== null);
  if (range === null) return null;
  const { ranges, isPlain, mayBeText } = range.value;
  const isBare = field === null;
  return {
    value: { field, ranges, isPlain: isPlain && isBare, mayBeText: mayBeText && isBare },
    next: range.next,
  };
}

/** @param isNamed whether the field is named, so that a short day name counts */
function rangeAt(reader: SearchReader, at: number, isNamed: boolean): Parsed<Days> | null {
  return (
    betweenAt(reader, at, isNamed) ?? boundAt(reader, at, isNamed) ?? periodAt(reader, at, isNamed)
  );
}

/** “from Monday to Friday”, “between Apr 1 and Apr 15”; “from Monday” alone has no end. */
function betweenAt(reader: SearchReader, at: number, isNamed: boolean): Parsed<Days> | null {
  const { words } = reader;
  const opened = after(reader, at, words.between) ?? after(reader, at, words.from);
  const isOpen = opened !== null;
  const begin = skip(reader, opened ?? at, words.on);
  const inMonth = daysOfMonthAt(reader, begin, isOpen);
  if (inMonth) return inMonth;
  const first = dayAt(reader, begin, isNamed || isOpen);
  if (first === null) return null;
  const middle =
    after(reader, first.next, words.to) ??
    (isOpen ? after(reader, first.next, words.and) : null) ??
    dashAt(reader, first.next);
  const second = middle === null ? null : dayAt(reader, skip(reader, middle, words.on), true);
  if (second === null) {
    if (!isOpen || after(reader, at, words.from) === null) return null;
    const end = phraseAt(reader, first.next, words.dateEnds);
    if (end)
      return parsed(
        first.value.ranges.map((day) => bounded(day, end.value)),
        end.next,
      );
    return parsed(
      // “Bills from today” may mean only today's bills.
      first.value.ranges.flatMap(({ from, to }) => [
        { from, to: LATEST },
        { from, to },
      ]),
      first.next,
    );
  }
  const rising = closestRanges(first.value.ranges, second.value.ranges);
  const [from] = first.value.ranges;
  const [to] = second.value.ranges;
  const others = from && to ? [inOrder({ from: from.from, to: to.to })] : [];
  return parsed(rising.length > 0 ? rising : others, second.next);
}

/** “1 to 15 December”: only the last day has a month. */
function daysOfMonthAt(reader: SearchReader, at: number, isOpen: boolean): Parsed<Days> | null {
  const { words } = reader;
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th|\.)?$/u.exec(wordAt(reader, at) ?? '') ?? [];
  if (digits === undefined) return null;
  const middle =
    after(reader, at + 1, words.to) ??
    (isOpen ? after(reader, at + 1, words.and) : null) ??
    dashAt(reader, at + 1);
  const last = middle === null ? null : dayAt(reader, skip(reader, middle, words.on), true);
  if (!last || last.value.isLoose || last.value.isPlain) return null;
  const ranges = last.value.ranges.flatMap(({ from, to }) => {
    const day = dayOf(Number(from.slice(0, 4)), Number(from.slice(5, 7)) - 1, Number(digits));
    return from === to && day !== null && day < to ? [{ from: day, to }] : [];
  });
  return ranges.length === 0 ? null : parsed(ranges, last.next);
}

/** “Monday to Friday” on a Tuesday begins on the previous Monday. Other reversed ranges are swapped. */
function inOrder({ from, to }: DayRange): DayRange {
  const before = addDays(from, -DAYS_A_WEEK);
  return before <= to ? { from: before, to } : { from: to, to: from };
}

const DAYS_A_WEEK = 7;

function dashAt(reader: SearchReader, at: number): number | null {
  return /^(?:[-–—]|\.\.)$/u.test(wordAt(reader, at) ?? '') ? at + 1 : null;
}

/** “before Friday”, “since April”, “by the 15th”, `<2026-12-01`. */
function boundAt(reader: SearchReader, at: number, isNamed: boolean): Parsed<Days> | null {
  const { words } = reader;
  const sign = signAt(reader, at);
  const bound = sign === null ? phraseAt(reader, at, words.dates) : signBound(sign, at);
  if (bound === null) return null;
  const asked = bound.value === 'since' ? { ...reader, isPast: true } : reader;
  const day = dayAt(asked, skip(reader, bound.next, words.on), isNamed || sign === null);
  // “<5” is an amount.
  if (day === null || (sign !== null && !isNamed && day.value.isLoose)) return null;
  return parsed(
    day.value.ranges.map((range) => bounded(range, bound.value)),
    day.next,
  );
}

function signBound(sign: string, at: number): Parsed<DateWord> | null {
  const value = (
    {
      '<': 'before',
      '<=': 'until',
      '≤': 'until',
      '>': 'after',
      '>=': 'startingOn',
      '≥': 'startingOn',
    } as const
  )[sign];
  return value === undefined ? null : { value, next: at + 1 };
}

function bounded({ from, to }: DayRange, bound: DateWord): DayRange {
  if (bound === 'before') return { from: EARLIEST, to: addDays(from, -1) };
  if (bound === 'after') return { from: addDays(to, 1), to: LATEST };
  return bound === 'until' ? { from: EARLIEST, to } : { from, to: LATEST };
}

/** “within 14 days”, “in the next 7 days”, “last 30 days”, or a day. */
function periodAt(reader: SearchReader, at: number, isNamed: boolean): Parsed<Days> | null {
  const { words, calendar } = reader;
  const within = after(reader, at, words.within);
  const begin = within ?? skip(reader, at, words.on);
  const coming = after(reader, begin, words.next) ?? after(reader, begin, words.coming) ?? within;
  const ahead = coming === null ? null : countAt(reader, coming);
  if (ahead)
    return parsed([{ from: calendar.today, to: forward(reader, ahead.value) }], ahead.next);
  const last = after(reader, begin, words.last);
  const past = last === null ? null : countAt(reader, last);
  if (past) return parsed([{ from: backward(reader, past.value), to: calendar.today }], past.next);
  const counted = countedDayAt(reader, at);
  if (counted) return parsed([counted.value], counted.next);
  const hasPreposition = begin > at && within === null;
  const day = dayAt(reader, within === null ? begin : at, isNamed || hasPreposition);
  const end = day && phraseAt(reader, day.next, words.dateEnds);
  if (end && !day.value.isLoose)
    return parsed(
      day.value.ranges.map((each) => bounded(each, end.value)),
      end.next,
    );
  if (day === null || !hasPreposition) return day;
  return { value: { ...day.value, isPlain: false, mayBeText: false }, next: day.next };
}

type Comparison = Exclude<AmountWord, 'about' | 'exactly'>;

/** Age: “older than 90 days”, “>90 days”, “30 days overdue”, “overdue by more than a week”. */
function ageAt(
  reader: SearchReader,
  at: number,
  field: DateField | null,
): Parsed<DatesAsked> | null {
  const { words } = reader;
  const late = after(reader, at, words.late);
  const begin = skip(reader, late ?? at, words.by);
  const compared = comparisonAt(reader, begin);
  const count = countBetweenAt(reader, begin) ?? countAt(reader, compared?.next ?? begin);
  if (count === null) return null;
  const { isAtLeast, upTo } = count.value;
  const [lateBehind, oldBehind] = [
    after(reader, count.next, words.late),
    after(reader, count.next, words.old),
  ];
  const comparison = compared?.value.how ?? (isAtLeast ? 'atLeast' : null);
  const isOfBill = oldBehind !== null || compared?.value.isAge === true;
  const isLate = late !== null || lateBehind !== null;
  const isOpen = comparison === null && upTo === null && oldBehind === null;
  // “By 30 days” and “30 days” alone are not ages.
  if (!isLate && (isOpen || begin > at)) return null;
  const next = lateBehind ?? oldBehind ?? skip(reader, count.next, words.ago);
  const named: AskedDate | null = isLate || field === 'due' ? 'overdue' : isOfBill ? 'date' : field;
  const ofField = (each: AskedDate) => ({
    ...agoRange(reader, count.value, comparison ?? 'atLeast', each),
    field: each,
  });
  const ranges = named === null ? [ofField('date'), ofField('overdue')] : [ofField(named)];
  return { value: { field, ranges, isPlain: false, mayBeText: false }, next };
}

/** “between 30 and 60 days”, “30 to 60 days”. */
function countBetweenAt(reader: SearchReader, at: number): Parsed<Count> | null {
  const { words } = reader;
  const opened = after(reader, at, words.between) ?? after(reader, at, words.from);
  const first = wordAt(reader, opened ?? at);
  if (first === null || !/^\d{1,4}$/u.test(first)) return null;
  const begin = (opened ?? at) + 1;
  const middle =
    after(reader, begin, words.to) ?? (opened === null ? null : after(reader, begin, words.and));
  const second = middle === null ? null : countAt(reader, middle);
  if (second === null) return null;
  const { count, unit } = second.value;
  return {
    value: { count: Number(first), upTo: count, isAtLeast: false, unit },
    next: second.next,
  };
}

function comparisonAt(
  reader: SearchReader,
  at: number,
): Parsed<{ readonly how: Comparison; readonly isAge: boolean }> | null {
  const age = phraseAt(reader, at, reader.words.ages);
  if (age) return { value: { how: age.value, isAge: true }, next: age.next };
  const bound = comparingWordAt(reader, at);
  if (bound === null || bound.value === 'about' || bound.value === 'exactly') return null;
  return { value: { how: bound.value, isAge: false }, next: bound.next };
}

function agoRange(reader: SearchReader, count: Count, how: Comparison, field: AskedDate): DayRange {
  const day = backward(reader, count);
  const yesterday = addDays(reader.calendar.today, -1);
  if (count.upTo !== null)
    return { from: backward(reader, { ...count, count: count.upTo }), to: day };
  const to = field === 'overdue' ? yesterday : LATEST;
  if (how === 'over') return { from: EARLIEST, to: addDays(day, -1) };
  if (how === 'atLeast') return { from: EARLIEST, to: day };
  return { from: how === 'under' ? addDays(day, 1) : day, to };
}

function parsed(ranges: readonly DayRange[], next: number): Parsed<Days> {
  return { value: { ranges, isPlain: false, mayBeText: false, isLoose: false }, next };
}
