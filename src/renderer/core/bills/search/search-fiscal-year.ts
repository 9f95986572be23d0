import { type DayRange, partOfYear } from './search-days.ts';
import { ordinalAt } from './search-month.ts';
import { after, type Parsed, phraseAt, type SearchReader, skip, wordAt } from './search-reader.ts';

/** A quarter or a half of a year. */
interface PartOfYear {
  readonly unit: 'quarter' | 'halfYear';
  /** 1 for the first. */
  readonly place: number;
  /** Last two digits of the year in “Q4/26”; missing for none. */
  readonly short: string | undefined;
}

/** “Q1”, “H2”, “Q4/2026”, “third quarter”. */
export function partNameAt(reader: SearchReader, at: number): Parsed<PartOfYear> | null {
  const [, letter, digit, short] =
    /^([hq])([1-4])(?:\/(?:20)?(\d\d))?$/u.exec(wordAt(reader, at) ?? '') ?? [];
  const named = letter === undefined ? ordinalAt(reader, at) : null;
  const own = named && phraseAt(reader, named.next, reader.words.units);
  if (letter === undefined && own === null) return null;
  const unit = own?.value ?? (letter === 'h' ? 'halfYear' : 'quarter');
  const place = named?.value ?? Number(digit);
  const isPart = unit === 'quarter' || unit === 'halfYear';
  if (!isPart || place > (unit === 'quarter' ? 4 : 2)) return null;
  return { value: { unit, place, short }, next: own?.next ?? at + 1 };
}

/** “FY27”, “FY 2026-27”: the calendar year in which it ends. */
function fiscalYearAt(reader: SearchReader, at: number): Parsed<number> | null {
  const { fiscalYear } = reader.words;
  const aYear = String.raw`(?:20)?(\d\d)(?:[-–/](?:20)?(\d\d))?`;
  const [, name = '', ...joined] =
    new RegExp(String.raw`^(\p{L}+)['’]?${aYear}$`, 'u').exec(wordAt(reader, at) ?? '') ?? [];
  const named = after(reader, at, fiscalYear);
  const apart = new RegExp(`^${aYear}$`, 'u').exec(wordAt(reader, named ?? at) ?? '') ?? [];
  const [first, last] = fiscalYear.has(name) ? joined : named === null ? [] : apart.slice(1);
  const next = fiscalYear.has(name) ? at + 1 : (named ?? at) + 1;
  return first === undefined ? null : { value: Number(`20${last ?? first}`), next };
}

const LONGEST_NAME = 3;

/** Whether a fiscal year is before or after these words, so that they are no part of a calendar year. */
export function isOfFiscalYear(reader: SearchReader, at: number, next: number): boolean {
  const begins = Array.from({ length: LONGEST_NAME }, (_none, by) => at - 1 - by);
  return (
    fiscalYearAt(reader, skip(reader, next, reader.words.on)) !== null ||
    begins.some((begin) => fiscalYearAt(reader, begin)?.next === at)
  );
}

const [MONTHS_A_QUARTER, QUARTERS_A_YEAR, QUARTERS_A_HALF] = [3, 4, 2];

/** “Q3 FY27”, “FY26-27 Q3”, “FY27”. Null if the user’s region has no usual fiscal year. */
export function fiscalPartAt(reader: SearchReader, at: number): Parsed<DayRange> | null {
  const { fiscalYearStart: start = null } = reader;
  const before = partNameAt(reader, at);
  const year = fiscalYearAt(reader, before ? skip(reader, before.next, reader.words.on) : at);
  if (start === null || year === null) return null;
  const part = before ?? partNameAt(reader, year.next);
  const { unit, place = 1 } = part?.value ?? {};
  const count = unit === 'quarter' ? 1 : unit === 'halfYear' ? QUARTERS_A_HALF : QUARTERS_A_YEAR;
  const first = (start - 1) / MONTHS_A_QUARTER + (place - 1) * count;
  const quarterOf = (by: number): DayRange => partOfYear(year.value - 1, 'quarter', first + by);
  const { from } = quarterOf(0);
  const { to } = quarterOf(count - 1);
  return { value: { from, to }, next: Math.max(year.next, part?.next ?? 0) };
}
