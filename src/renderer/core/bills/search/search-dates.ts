import { ageBetweenAt, agoRange, comparisonAt } from './search-ages.ts';
import type { SearchCondition } from './search-conditions.ts';
import { currencyAt } from './search-currencies.ts';
import { dayAt } from './search-day.ts';
import { betweenAt, namesBetweenAt } from './search-between.ts';
import {
  backward,
  endOfCountAt,
  type Count,
  countAt,
  countedDayAt,
  forward,
} from './search-count.ts';
import { bounded, type DatesAsked, type Days, EARLIEST, onDay, sureDays } from './search-days.ts';
import { openDays } from './search-month.ts';
import { endAt, placedAt } from './search-period.ts';
import {
  after,
  afterNot,
  endsList,
  type Parsed,
  phraseAt,
  type SearchReader,
  signAt,
  skip,
  wordAt,
} from './search-reader.ts';
import type { AskedDate, DateField, DateWord } from './search-words.ts';

/** Dates that begin here, such as “due by Friday”, “before April” or “older than 90 days”. */
export function datesAt(reader: SearchReader, at: number): Parsed<DatesAsked> | null {
  const field = phraseAt(reader, at, reader.words.fields);
  const asked =
    field &&
    (datesOf(reader, field.next, field.value) ?? dayBegunAt(reader, field.next, field.value));
  if (asked && !isFrom(reader, at, field.next, asked.value)) return asked;
  const shared = listedField(reader, at);
  if (shared !== null) return datesOf(reader, at, shared);
  const dates = datesOf(reader, at, null) ?? looseAt(reader, at);
  if (dates === null || dates.value.field !== null) return dates;
  // The field may follow the date: “today approved”.
  const behind = fieldAfter(reader, dates.next);
  const other = behind === null ? fieldElsewhere(reader, at, dates) : null;
  const named = behind?.value ?? other;
  if (named === null) return dates;
  const reread = datesOf(reader, at, named);
  const { value } = reread?.next === dates.next ? reread : dates;
  if (other !== null && value.ranges.every(({ from }) => from > reader.calendar.today))
    return dates;
  return {
    value: { ...value, field: named, isPlain: false, mayBeText: false },
    next: behind?.next ?? dates.next,
  };
}

/** “Due 3” at the end of a search is the beginning of “due 3rd”. */
function dayBegunAt(reader: SearchReader, at: number, field: DateField): Parsed<DatesAsked> | null {
  const { tokens } = reader;
  const token = tokens[at];
  if (field !== 'due' || !token || at + 1 < tokens.length || !/^\d\d?$/u.test(token.text))
    return null;
  return datesOf(
    { ...reader, tokens: tokens.with(at, { ...token, text: `${token.text}.` }) },
    at,
    field,
  );
}

/** Whether “from” begins a range: “bills from 1 December” if that day is to come, or “vom 1. bis 15. März”. */
function isFrom(reader: SearchReader, at: number, next: number, { ranges }: DatesAsked): boolean {
  const { calendar, words } = reader;
  if (after(reader, next - 1, words.from) !== next) return false;
  const isAlone = next === at + 1;
  return (
    ranges.every(({ from }) => from > calendar.today) ||
    (isAlone && ranges.some(({ from, to }) => from !== to))
  );
}

/** Maximum words of a field and the dates after it. */
const LONGEST_LIST = 12;

/** Field named earlier in a list, so that short names count as days: “due” for “Mon” in “due Fri or Mon”. */
function listedField(reader: SearchReader, at: number): DateField | null {
  const { fields, or, and } = reader.words;
  const joined = (next: number): number =>
    after(reader, next, or) ?? after(reader, next, and) ?? next;
  for (let begin = at - 1; begin >= Math.max(0, at - LONGEST_LIST); begin--) {
    const field = phraseAt(reader, begin, fields);
    if (field === null) continue;
    let dates = datesOf(reader, field.next, field.value);
    while (dates && joined(dates.next) < at)
      dates = datesOf(reader, joined(dates.next), field.value);
    const isList = dates && (joined(dates.next) > dates.next || endsList(reader, at - 1));
    if (dates && isList && joined(dates.next) === at) return field.value;
  }
  return null;
}

/** “2027” of “2027 due”, which is a date only with its field. */
function looseAt(reader: SearchReader, at: number): Parsed<DatesAsked> | null {
  const dates = datesOf(reader, at, 'due');
  if (dates === null || fieldAfter(reader, dates.next) === null) return null;
  return { ...dates, value: { ...dates.value, field: null } };
}

/** Maximum words between a field and its date. */
const FARTHEST_FIELD = 4;

/** The field of “last week” in “approved Sorrel last week”, and of “today” in “today or yesterday approved”. */
function fieldElsewhere(
  reader: SearchReader,
  at: number,
  { next }: Parsed<DatesAsked>,
): DateField | null {
  const { words, tokens } = reader;
  const isOr = (place: number): boolean =>
    tokens[place]?.kind === 'or' || words.or.has(wordAt(reader, place) ?? '');
  const isClear = (from: number, to: number): boolean =>
    tokens
      .slice(from, to)
      .every(
        (_token, place) => !isOr(from + place) && datesOf(reader, from + place, null) === null,
      );
  for (let begin = at - 1; begin >= Math.max(0, at - FARTHEST_FIELD); begin--) {
    const field = phraseAt(reader, begin, words.fields);
    if (field === null || field.next > at || isOfPhrase(reader, begin, field.next)) continue;
    // “Bills from Sorrel last week”.
    if (after(reader, field.next - 1, words.from) !== null) continue;
    return field.value !== 'due' && isClear(field.next, at) ? field.value : null;
  }
  const other = isOr(next) ? datesOf(reader, next + 1, null) : null;
  if (other) return fieldAfter(reader, other.next)?.value ?? null;
  for (let begin = next + 1; begin <= next + FARTHEST_FIELD; begin++) {
    const field = phraseAt(reader, begin, words.fields);
    if (field?.value !== 'approved' || isOfPhrase(reader, begin, field.next)) continue;
    return isClear(next, begin) && datesOf(reader, field.next, 'approved') === null
      ? field.value
      : null;
  }
  return null;
}

/** Whether these words are negated, or part of a longer phrase such as “new vendor” or “not approved”. */
function isOfPhrase(reader: SearchReader, at: number, next: number): boolean {
  const { states, orders, none } = reader.words;
  const begins = [0, 1, 2].map((by) => at - by).filter((begin) => begin >= 0);
  return begins.some(
    (begin) =>
      [states, orders].some((table) => {
        const end = phraseAt<unknown>(reader, begin, table)?.next ?? 0;
        return begin === at ? end > next : end >= next;
      }) ||
      (begin < at && [afterNot(reader, begin), after(reader, begin, none)].includes(at)),
  );
}

/** A field that is not followed by its own date, or by the vendor of “bills from Sorrel”. */
function fieldAfter(reader: SearchReader, at: number): Parsed<DateField> | null {
  const field = reader.tokens[at]?.beginsCell ? null : phraseAt(reader, at, reader.words.fields);
  if (field === null || after(reader, field.next - 1, reader.words.vendor) !== null) return null;
  return datesOf(reader, field.next, field.value) === null ? field : null;
}

/** @param field named before the date, for example by an operator */
export function datesOf(
  asked: SearchReader,
  at: number,
  field: DateField | null,
): Parsed<DatesAsked> | null {
  const isAhead = field === null || field === 'due' || field === 'snoozed';
  const reader = isAhead ? asked : { ...asked, isPast: true };
  const age =
    ageBetweenAt(reader, at, field) ?? ageAt(reader, at, field) ?? olderThanDayAt(reader, at);
  if (age) return age;
  const range = rangeAt(reader, at, field !== null);
  if (range === null) return null;
  const { isPlain, mayBeText, others = [] } = range.value;
  const isBare = field === null;
  // “Due since Monday” is not due later.
  const isSince = field === 'due' && phraseAt(reader, at, reader.words.dates)?.value === 'since';
  const ranges = isSince
    ? range.value.ranges.map(({ from }) => ({ from, to: reader.calendar.today }))
    : range.value.ranges;
  return {
    value: {
      field,
      ranges,
      others: isSince ? [] : others,
      isPlain: isPlain && isBare,
      mayBeText: mayBeText && isBare,
    },
    next: range.next,
  };
}

/** @param isNamed whether the field is named, so that a short day name counts */
function rangeAt(reader: SearchReader, at: number, isNamed: boolean): Parsed<Days> | null {
  return (
    namesBetweenAt(reader, at) ??
    betweenAt(reader, at, isNamed) ??
    boundAt(reader, at, isNamed) ??
    countsAheadAt(reader, at) ??
    periodAt(reader, at, isNamed)
  );
}

/** “before Friday”, “since April”, “by the 15th”, `<2026-12-01`. */
function boundAt(reader: SearchReader, at: number, isNamed: boolean): Parsed<Days> | null {
  const { words } = reader;
  const sign = signAt(reader, at);
  const bound = sign === null ? phraseAt(reader, at, words.dates) : signBound(sign, at);
  if (bound === null) return null;
  const pointsAhead = bound.value === 'until' || bound.value === 'before';
  const isAhead = reader.isPast !== true && pointsAhead;
  const asked = bound.value === 'since' ? { ...reader, isPast: true } : { ...reader, isAhead };
  const begin = skip(reader, bound.next, words.on);
  const day = dayAt(asked, begin, isNamed || sign === null);
  // “<5” is an amount.
  if (day === null || (sign !== null && !isNamed && day.value.isLoose)) return null;
  // “Before the end of the month” includes its last day.
  const isEnd = bound.value === 'before' && endAt(asked, begin)?.next === day.next;
  return openDays(asked, day.value, isEnd ? 'until' : bound.value, day.next);
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

/** “within 14 days”, “in the next 7 days”, “last 30 days”, or a day. */
function periodAt(reader: SearchReader, at: number, isNamed: boolean): Parsed<Days> | null {
  const { words, calendar } = reader;
  const within = after(reader, at, words.within);
  const begin = within ?? skip(reader, at, words.on);
  const coming = after(reader, begin, words.next) ?? after(reader, begin, words.coming) ?? within;
  const ahead = coming === null ? null : countAt(reader, coming);
  if (ahead)
    return sureDays([{ from: calendar.today, to: forward(reader, ahead.value) }], ahead.next);
  const last = after(reader, begin, words.last);
  const past = last === null || placedAt(reader, begin) ? null : countAt(reader, last);
  if (past)
    return sureDays([{ from: backward(reader, past.value), to: calendar.today }], past.next);
  const counted = countedDayAt(reader, at);
  if (counted) return sureDays([counted.value], counted.next);
  const hasPreposition =
    begin > at && within === null && after(reader, at, words.purpose) !== begin;
  const day = dayAt(reader, within === null ? begin : at, isNamed || hasPreposition);
  const end = day && phraseAt(reader, day.next, words.dateEnds);
  if (end && !day.value.isLoose) return openDays(reader, day.value, end.value, end.next);
  if (day === null || !hasPreposition) return day;
  return { value: { ...day.value, isPlain: false, mayBeText: false }, next: day.next };
}

/** Age: “older than 90 days”, “>90 days”, “30 days overdue”, “overdue by more than a week”. */
function ageAt(
  reader: SearchReader,
  at: number,
  field: DateField | null,
): Parsed<DatesAsked> | null {
  const { words } = reader;
  const late = after(reader, at, words.late);
  // “vor mehr als 30 Tagen”.
  const begin = skip(reader, skip(reader, late ?? at, words.by), words.agoBefore);
  const compared = comparisonAt(reader, begin);
  const count =
    countBetweenAt(reader, begin) ??
    countAt(reader, compared?.next ?? begin) ??
    (late === null
      ? unitLateAt(reader, begin)
      : bareDaysAt(reader, compared?.next ?? begin, compared !== null));
  if (count === null) return null;
  const { bound, upTo } = count.value;
  const [lateBehind, oldBehind] = [
    after(reader, count.next, words.late),
    after(reader, count.next, words.old),
  ];
  const behind = lateBehind ?? oldBehind ?? skip(reader, count.next, words.ago);
  const given = compared?.value.how ?? bound;
  // “30 days overdue or more”.
  const end = given === null && upTo === null ? endOfCountAt(reader, behind) : null;
  const comparison = given ?? end?.value ?? null;
  const isOfBill = oldBehind !== null || compared?.value.isAge === true;
  const isLate = late !== null || lateBehind !== null;
  const isOpen = comparison === null && upTo === null && oldBehind === null;
  // “By 30 days” and “30 days” alone are not ages.
  if (!isLate && isOpen) return null;
  const next = end?.next ?? behind;
  const named: AskedDate | null = isLate || field === 'due' ? 'overdue' : isOfBill ? 'date' : field;
  const ofField = (each: AskedDate) => ({
    ...agoRange(reader, count.value, comparison ?? 'atLeast', each),
    field: each,
  });
  const ranges = named === null ? [ofField('date'), ofField('overdue')] : [ofField(named)];
  return { value: { field, ranges, isPlain: false, mayBeText: false }, next };
}

/** “older than October”: the bill's date. */
function olderThanDayAt(reader: SearchReader, at: number): Parsed<DatesAsked> | null {
  const age = phraseAt(reader, at, reader.words.ages);
  const begin = age && skip(reader, age.next, reader.words.on);
  const past = { ...reader, isPast: true };
  const day = begin === null ? null : dayAt(past, begin, true);
  if (!age || !day) return null;
  const open = openDays(past, day.value, age.value === 'over' ? 'before' : 'after', day.next);
  return { ...open, value: { ...open.value, field: 'date' } };
}

/** “in more than 30 days”, “in 30-60 days”. */
function countsAheadAt(reader: SearchReader, at: number): Parsed<Days> | null {
  const begin = after(reader, at, reader.words.ahead);
  if (begin === null) return null;
  const compared = comparisonAt(reader, begin);
  const count = countBetweenAt(reader, begin) ?? countAt(reader, compared?.next ?? begin);
  if (!count) return null;
  const { upTo, bound } = count.value;
  const how = compared?.value.how ?? bound;
  const day = forward(reader, count.value);
  const next = skip(reader, count.next, reader.words.hence);
  if (upTo !== null)
    return sureDays([{ from: day, to: forward(reader, { ...count.value, count: upTo }) }], next);
  if (how === null) return null;
  const { today } = reader.calendar;
  const range = bounded(
    onDay(day),
    ({ over: 'after', under: 'until', atLeast: 'startingOn', atMost: 'until' } as const)[how],
  );
  return sureDays([range.from === EARLIEST ? { ...range, from: today } : range], next);
}

/** A unit without a number counts as one: “week overdue”. “Days overdue” does not match. */
function unitLateAt(reader: SearchReader, at: number): Parsed<Count> | null {
  const unit = phraseAt(reader, at, reader.words.units);
  const isName = /^\p{L}{4,}$/u.test(wordAt(reader, at) ?? '');
  if (unit === null || unit.value === 'day' || !isName) return null;
  if (after(reader, unit.next, reader.words.late) === null) return null;
  return { ...unit, value: { count: 1, upTo: null, bound: null, unit: unit.value } };
}

/** “30” of “overdue > 30”, “30+” of “late 30+”, where amounts are unlikely. */
function bareDaysAt(reader: SearchReader, at: number, isCompared: boolean): Parsed<Count> | null {
  const [, digits, second, plus] =
    /^([369]0|120)(?:[-–]([69]0|120)|(\+))?$/u.exec(wordAt(reader, at) ?? '') ?? [];
  const end = endOfCountAt(reader, at + 1);
  const isMeant = isCompared || second || plus || end;
  if (digits === undefined || !isMeant || currencyAt(reader, at + 1)) return null;
  const upTo = second === undefined ? null : Number(second);
  return {
    value: {
      ...{ count: Number(digits), upTo, unit: 'day' },
      bound: plus === undefined ? (end?.value ?? null) : 'atLeast',
    },
    next: end?.next ?? at + 1,
  };
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
    value: { count: Number(first), upTo: count, bound: null, unit },
    next: second.next,
  };
}

/** Conditions for the dates in a phrase. @param field default when the phrase names none */
export function dateConditions(
  { field, ranges }: Pick<DatesAsked, 'field' | 'ranges'>,
  other: DateField | null,
): readonly SearchCondition[] {
  return ranges.map((range) => ({
    kind: 'date',
    field: range.field ?? field ?? other ?? 'due',
    from: range.from,
    to: range.to,
  }));
}

/** Conditions for the dates that the search only offers. */
export function otherDates(
  { others = [], ...asked }: DatesAsked,
  other: DateField | null,
): readonly SearchCondition[] {
  return dateConditions({ ...asked, ranges: others }, other);
}
