import { addDays, daysBetween, type PlainDate } from '../../../../base/days.ts';
import { countAt } from './search-count.ts';
import { currencyAt } from './search-currencies.ts';
import {
  bounded,
  dayOf,
  type DayRange,
  type Days,
  type DaysOfYear,
  EARLIEST,
  LATEST,
  monthRange,
  sureDays,
} from './search-days.ts';
import { startsNameIn } from './search-text.ts';
import {
  endsList,
  type Parsed,
  phraseAt,
  type SearchReader,
  skip,
  wordAt,
} from './search-reader.ts';
import { isOfVendor } from './search-vendors.ts';
import type { DateWord } from './search-words.ts';

const HALF_A_YEAR = 183;
const clear = { isPlain: false, mayBeText: false, isLoose: false } as const;

/** “Apr 3”, “3rd of April 2026”, “Apr 1-15”, “April”. */
export function monthAt(reader: SearchReader, at: number, isNamed: boolean): Parsed<Days> | null {
  const before = dayNumberAt(reader, at);
  const month = phraseAt(
    reader,
    before ? skip(reader, before.next, reader.words.on) : at,
    reader.words.months,
  );
  if (month === null) return null;
  // “December the 1st”.
  const days = before ?? dayNumberAt(reader, skip(reader, month.next, reader.words.on));
  const end = before ? month.next : (days?.next ?? month.next);
  const american = before
    ? null
    : (each: number): PlainDate | null => dayOf(each, month.value, days?.value.first ?? 1);
  const year = yearAt(reader, end) ?? (days === null ? null : shortYearAt(reader, end, american));
  const next = year?.next ?? end;
  const isShort = !reader.words.fullNames.has(
    (wordAt(reader, month.next - 1) ?? '').replace(/\.$/u, ''),
  );
  if (days === null) {
    // “May” may be a name, and “nov” its beginning, if a bill has such a word.
    const isAlone = reader.tokens.length === 1;
    const mayBeginWord = isShort && !isAlone && !isNamed && year === null && isInSome(reader, at);
    if (mayBeginWord && !isAfterVendor(reader, at)) return null;
    const all = inYears(reader, year?.value ?? null, (each) => [monthRange(each, month.value)]);
    return { value: { ...all, isPlain: !isNamed, mayBeText: !isNamed, isLoose: false }, next };
  }
  const { first, last } = days.value;
  const found = inYears(reader, year?.value ?? null, (each) =>
    daysInMonth(each, month.value, first, last),
  );
  return found.ranges.length === 0 ? null : { value: { ...found, ...clear }, next };
}

const LONGEST_MONTH = 31;

/**
 * Reads a day that the month lacks, up to the 31st, as its last day: Nov 31 is Nov 30.
 * @param month 0 for January @returns none for days beyond the 31st
 */
export function daysInMonth(
  year: number,
  month: number,
  first: number,
  last: number,
): readonly DayRange[] {
  const isDay = 0 < first && first <= last && last <= LONGEST_MONTH;
  if (!isDay || dayOf(year, month, 1) === null) return [];
  const { to: end } = monthRange(year, month);
  const [from, to] = [first, last].map((day) => dayOf(year, month, day));
  return [{ from: from ?? end, to: to ?? end, ...(!to && { isCut: true }) }];
}

/**
 * Ranges in the given year, else in this year. If one is over half a year away, the bills' due dates decide between
 * this year and the adjacent year that is nearer.
 */
export function inYears(
  { calendar: { today }, known }: SearchReader,
  year: number | null,
  inYear: (year: number) => readonly DayRange[],
): DaysOfYear {
  if (year !== null) return { ranges: inYear(year) };
  const readings = inNearYears(today, inYear);
  const [isDue, isDueInOther] = ([0, 1] as const).map((place) =>
    readings.some(({ [place]: range }) => range && known.isDueBetween(range.from, range.to)),
  );
  const ranges = readings.flatMap(([first, other]) => {
    if (!other) return first;
    return isDue === isDueInOther ? [first, other] : isDue ? first : other;
  });
  return { ranges, inYear };
}

/** Each range in this year, and in the adjacent year if that is nearer. */
function inNearYears(
  today: PlainDate,
  inYear: (year: number) => readonly DayRange[],
): readonly (readonly [own: DayRange, nearer: DayRange | null])[] {
  const own = Number(today.slice(0, 4));
  return inYear(own).map((first, at) => {
    const ahead = daysBetween(today, first.from);
    const isFar = Math.max(ahead, daysBetween(first.to, today)) >= HALF_A_YEAR;
    return [first, isFar ? (inYear(own + (ahead > 0 ? -1 : 1))[at] ?? null) : null];
  });
}

/**
 * An open range before or after days. If they name no year, chooses one: in the past the last one, else the nearest
 * whose range contains bills, if possible not all of them. The longer of two ranges would contain the other.
 */
export function openDays(
  { calendar: { today }, isPast, known }: SearchReader,
  { ranges, inYear }: DaysOfYear,
  bound: DateWord,
  next: number,
): Parsed<Days> {
  const open = (days: readonly DayRange[]): readonly DayRange[] =>
    days.map((range) => bounded(range, bound));
  const years = inYear ? inNearYears(today, inYear) : [];
  if (years.every(([, other]) => other === null)) return sureDays(open(ranges), next);
  const [own, nearer] = [
    years.map(([first]) => first),
    years.map(([first, other]) => other ?? first),
  ];
  const hasBills = (days: readonly DayRange[]): boolean =>
    open(days).some(({ from, to }) => known.isDueBetween(from, to));
  /** Whether bills are due in the range, and others outside it. */
  const divides = (days: readonly DayRange[]): boolean =>
    open(days).some(({ from, to }) => {
      const [first, last] =
        from === EARLIEST ? [addDays(to, 1), LATEST] : [EARLIEST, addDays(from, -1)];
      return known.isDueBetween(from, to) && known.isDueBetween(first, last);
    });
  const fits = divides(own) === divides(nearer) ? hasBills : divides;
  const isOwn =
    isPast === true ? nearer.some(({ from }) => from > today) : !fits(nearer) && fits(own);
  const [chosen, others] = isOwn ? [own, nearer] : [nearer, own];
  return sureDays(open(chosen), next, open(others.filter((day) => !chosen.includes(day))));
}

/** Whether a vendor precedes the word, as in “acme nov”, and no text has both. */
function isAfterVendor({ tokens, known }: SearchReader, at: number): boolean {
  const [before, own] = [tokens[at - 1], tokens[at]];
  if (before?.kind !== 'word' || before.folded.length < SHORTEST_VENDOR) return false;
  const isVendor = known.vendors.some((vendor) => startsNameIn(vendor, before.folded));
  return isVendor && !known.holds(`${before.folded} ${own?.folded ?? ''}`, false);
}
const SHORTEST_VENDOR = 3;

/** Whether a bill has this word. */
export function isInSome({ tokens, known }: SearchReader, at: number): boolean {
  return known.holds(tokens[at]?.folded ?? '', false);
}

/** “3”, “3.”, “3rd”, “third”, “1-15”, “1.-15.”. */
export function dayNumberAt(
  reader: SearchReader,
  at: number,
): Parsed<{ readonly first: number; readonly last: number }> | null {
  const text = wordAt(reader, at);
  // “’26” is a year.
  if (/^['’]/u.test(reader.tokens[at]?.text ?? '')) return null;
  const [, first, last] =
    /^(\d{1,2})(?:st|nd|rd|th|\.)?(?:[-–](\d{1,2})(?:st|nd|rd|th|\.)?)?$/u.exec(text ?? '') ?? [];
  const named = ordinalAt(reader, at);
  if (first === undefined)
    return named && { value: { first: named.value, last: named.value }, next: named.next };
  const days = { first: Number(first), last: Number(last ?? first) };
  return days.first < 1 || days.last > 31 ? null : { value: days, next: at + 1 };
}

/** “1st”, “1.”, “first”, “twenty-first”. */
export function ordinalAt(reader: SearchReader, at: number): Parsed<number> | null {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th|\.)$/u.exec(reader.tokens[at]?.text ?? '') ?? [];
  if (digits !== undefined) return { value: Number(digits), next: at + 1 };
  const named = phraseAt(reader, at, reader.words.ordinals);
  return named && { value: named.value + 1, next: named.next };
}

/** Maximum distance from this year at which two digits after a day and a month count as a year. */
const FARTHEST_YEARS = 2;

/**
 * “26” of “4 Dec 26”, but not of “4 Dec 26 days”, “4 Dec 26 EUR”, “4 Dec, 26 Dec” or “Dec 4, 26, 31”.
 * @param american the day of “Dec 4, 26”, the only one with a comma before its year; null in another order
 */
function shortYearAt(
  reader: SearchReader,
  at: number,
  american: ((year: number) => PlainDate | null) | null,
): Parsed<number> | null {
  const typed = wordAt(reader, at) ?? '';
  const { today } = reader.calendar;
  const year = Number(`20${typed}`);
  const distance = Math.abs(year - Number(today.slice(0, 4)));
  if (!/^\d\d$/u.test(typed) || distance > FARTHEST_YEARS) return null;
  const day = american?.(year);
  const isNear = day && Math.abs(daysBetween(today, day)) < HALF_A_YEAR;
  const isYear = isNear || !endsList(reader, at - 1);
  const isOther = isCounted(reader, at, distance) || isDayOfList(reader, at);
  return isYear && !isOther ? { value: year, next: at + 1 } : null;
}

/** Whether a day follows the number, as in “4, 26, 31”, or its own month. */
function isDayOfList(reader: SearchReader, at: number): boolean {
  const { months, and, or } = reader.words;
  const following = dayNumberAt(reader, skip(reader, at + 1, and, or));
  return following === null
    ? !endsList(reader, at) && phraseAt(reader, at + 1, months) !== null
    : phraseAt(reader, following.next, months) === null;
}

/** Whether the number counts the word after it: days, a currency, a word of a bill, or a word unknown to the search. */
function isCounted(reader: SearchReader, at: number, distance: number): boolean {
  const following = wordAt(reader, at + 1) ?? '';
  if (countAt(reader, at) || currencyAt(reader, at + 1)) return true;
  if (endsList(reader, at) || !/^\p{L}+$/u.test(following)) return false;
  const isOfSearch = Object.values(reader.words).some((table) => table.has(following));
  if (isOfSearch || isOfVendor(reader, at + 1)) return false;
  return distance > 0 || reader.known.holds(`${wordAt(reader, at) ?? ''} ${following}`, false);
}

/** “2026”, “’26”. */
export function yearAt(reader: SearchReader, at: number): Parsed<number> | null {
  const [, full, short] =
    /^(?:(19\d\d|20\d\d)|['’](\d\d))$/u.exec(reader.tokens[at]?.text.replace(/[.,]$/u, '') ?? '') ??
    [];
  const year = full ?? (short && `20${short}`);
  return year === undefined ? null : { value: Number(year), next: at + 1 };
}
