import type { PlainDate, WeekCalendar } from '../../../../base/days.ts';
import type { Bill } from '../../../../contract/bill.ts';
import type { SearchToken } from './search-tokens.ts';
import { phraseKey, type WordTables } from './search-words.ts';

/** Facts about the bills that help to choose between readings of a search. */
export interface KnownBills {
  /** Names of vendors, folded. */
  readonly vendors: readonly string[];
  /** ISO 4217 codes of the bills. */
  readonly currencies: readonly string[];
  /** Currency of most bills; null without bills. */
  usualCurrency(): string | null;
  /**
   * Whether any bill's text has this at the start of a word.
   * @param text folded @param isWhole it must also end with a word
   */
  holds(text: string, isWhole: boolean): boolean;
  /** Bills whose texts have these words; none if these are too many for a pasted line to mean one of them. */
  having(words: string): readonly Bill[];
  /** Whether a bill is due on one of these days, both included. */
  isDueBetween(from: PlainDate, to: PlainDate): boolean;
  /** Whether a bill has one of these dates, both included; without a date, its creation counts. */
  isDatedBetween(from: PlainDate, to: PlainDate): boolean;
}

/** Order of day and month in a date of digits, as in “3/4” or 03/04/2026. */
export type DayOrder = 'dayFirst' | 'monthFirst';

/** Facts that the parser needs besides the search. */
export interface SearchContext {
  readonly calendar: WeekCalendar;
  /** Null if the user’s region does not determine it. */
  readonly dayOrder: DayOrder | null;
  /** First month of the usual fiscal year in the user’s region, 4 for April. Missing and null for none. */
  readonly fiscalYearStart?: 4 | 7 | null;
  readonly known: KnownBills;
}

/** A search being parsed. Positions are indexes in `tokens`. */
export interface SearchReader extends SearchContext {
  readonly tokens: readonly SearchToken[];
  readonly words: WordTables;
  /** Whether days are in the past: “Friday” is then the last one. */
  readonly isPast?: boolean;
  /** Whether a day without a month is not in the past: “by the 15th”. */
  readonly isAhead?: boolean;
}

/** Value of some tokens, and the position after them. */
export interface Parsed<Value> {
  readonly value: Value;
  readonly next: number;
}

const LONGEST_PHRASE = 5;

/** Longest phrase of a table that begins here. */
export function phraseAt<Value>(
  { tokens }: Pick<SearchReader, 'tokens'>,
  at: number,
  table: ReadonlyMap<string, Value>,
): Parsed<Value> | null {
  let [key, found] = ['', null as Parsed<Value> | null];
  for (let to = at; to < at + LONGEST_PHRASE; to++) {
    const token = tokens[to];
    // “GST Q3⇥New vendor” has no “Q3 new”.
    if (token?.kind !== 'word' || (to > at && token.beginsCell)) break;
    key = key === '' ? token.key : `${key} ${token.key}`;
    const value = table.get(key) ?? table.get(key.replace(/\.$/u, ''));
    if (value !== undefined) found = { value, next: to + 1 };
  }
  return found;
}

const sets = new WeakMap<ReadonlySet<string>, ReadonlyMap<string, true>>();

/** Position after the longest phrase of the set that begins here; null for none. */
export function after(
  reader: Pick<SearchReader, 'tokens'>,
  at: number,
  set: ReadonlySet<string>,
): number | null {
  const table = sets.get(set) ?? new Map([...set].map((phrase) => [phrase, true] as const));
  sets.set(set, table);
  return phraseAt(reader, at, table)?.next ?? null;
}

/** Position after an optional phrase. */
export function skip(
  reader: Pick<SearchReader, 'tokens'>,
  at: number,
  ...some: readonly ReadonlySet<string>[]
): number {
  for (const set of some) {
    const next = after(reader, at, set);
    if (next !== null) return next;
  }
  return at;
}

/** Position after a word that negates what follows: “not”, “without”, “isn’t”; null for none. */
export function afterNot(reader: SearchReader, at: number): number | null {
  const { not, negatedVerbs } = reader.words;
  const verb = phraseAt(reader, at, negatedVerbs)?.next ?? at;
  const next = Math.max(after(reader, at, not) ?? at, verb);
  return next > at ? next : null;
}

/** “two”, “fourteen”, “fifty”. */
export function numberWordAt(
  reader: Pick<SearchReader, 'tokens' | 'words'>,
  at: number,
): Parsed<number> | null {
  const { numbers, tens } = reader.words;
  const [number, ten] = [phraseAt(reader, at, numbers), phraseAt(reader, at, tens)];
  if (number) return { value: number.value + 1, next: number.next };
  return ten && { value: (ten.value + 1) * 10, next: ten.next };
}

/** Key of the token here; null if it is no word. */
export function wordAt({ tokens }: Pick<SearchReader, 'tokens'>, at: number): string | null {
  const token = tokens[at];
  return token?.kind === 'word' ? token.key : null;
}

/** Comparison sign here; null for none. */
export function signAt({ tokens }: Pick<SearchReader, 'tokens'>, at: number): string | null {
  const token = tokens[at];
  return token?.kind === 'compare' ? token.text : null;
}

/** The reader with the token here divided into several. */
export function dividedAt(
  reader: SearchReader,
  at: number,
  parts: readonly string[],
): SearchReader {
  const tokens = reader.tokens.flatMap((token, place) =>
    place === at
      ? parts.map((text) => ({ ...token, text, folded: text, key: phraseKey(text) }))
      : [token],
  );
  return { ...reader, tokens };
}

/** Whether a comma, a semicolon or a slash ends the token, as between the things of a list. */
export function endsList({ tokens }: Pick<SearchReader, 'tokens'>, at: number): boolean {
  return /[,;/]$/u.test(tokens[at]?.text ?? '');
}
