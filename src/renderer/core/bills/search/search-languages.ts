import { withTabs } from './search-cells.ts';
import { mayFind, withoutStray } from './search-pasted.ts';
import { readSearch } from './search-query.ts';
import type { SearchContext } from './search-reader.ts';
import type { SearchReading } from './search-reading.ts';
import type { WeekCalendar } from '../../../../base/days.ts';
import { sortKeyOf } from './search-text.ts';
import { phraseKey, type SearchWords, wordTables } from './search-words.ts';

/**
 * Parses a search in the user's language. Tries the other language if bills lack words of its text, or if these are
 * dates or amounts there: “Oktober”, “KW 45”, “ab 1.12.”. Leaves out the stray words of a pasted line.
 * @param other null for none @param finds whether any bill has these words
 */
export function readInEither(
  typed: string,
  own: SearchWords,
  other: SearchWords | null,
  context: SearchContext,
  finds: (text: string) => boolean,
): SearchReading {
  const { known, calendar } = context;
  const facts = { words: wordTables(own), today: calendar.today, known, finds } as const;
  const read = (search: string): SearchReading =>
    withoutStray(inEither(search, own, other, context, finds), { ...facts, search });
  const row = withTabs(typed);
  const reading = read(row);
  // “Overdue | £725.00” is no row of a bill.
  return row === typed || mayFind(reading, facts) ? reading : read(typed);
}

/** Reads a letter without any bills, so that the first one typed doesn't wait for the parser to be compiled. */
export function prepareReader(words: SearchWords, calendar: WeekCalendar): void {
  const known = {
    ...{ vendors: [], currencies: [], usualCurrency: () => null, having: () => [] },
    ...{ holds: () => false, isDueBetween: () => false, isDatedBetween: () => false },
  };
  readInEither('t', words, null, { calendar, dayOrder: null, known }, () => false);
}

function inEither(
  search: string,
  own: SearchWords,
  other: SearchWords | null,
  context: SearchContext,
  finds: (text: string) => boolean,
): SearchReading {
  const reading = readSearch(search, own, context);
  if (other === null || reading.text === '') return reading;
  const foreign = readSearch(search, other, context);
  if (foreign.text === reading.text) return reading;
  if (areKeywords(search, reading, foreign, other, context)) return foreign;
  if (finds(reading.text)) return reading;
  const isUnderstood = foreign.text === '' ? foreign.parts.length > 0 : finds(foreign.text);
  return isUnderstood ? foreign : reading;
}

/** Words before a date or an amount, and in a date. */
const dateWords = ['dates', 'months', 'weekdays', 'weekNumber', 'from', 'to', 'on'] as const;

/** Whether the other language reads all words of the text that it understands as parts of dates or amounts. */
function areKeywords(
  search: string,
  own: SearchReading,
  foreign: SearchReading,
  words: SearchWords,
  { known }: SearchContext,
): boolean {
  const left = new Set(foreign.text.split(/\s+/u));
  const read = own.text.split(/\s+/u).filter((word) => !left.has(word));
  const tables = wordTables(words);
  const isKeyword = (word: string): boolean =>
    /^\d/u.test(word) ||
    [...dateWords, 'amounts' as const].some((name) => tables[name].has(phraseKey(word)));
  // “AB” of “AB Foods” is no “from”.
  const isName = (word: string): boolean =>
    known.vendors.some((vendor) => vendor.split(/\s/u).includes(sortKeyOf(word)));
  const inParts = foreign.parts
    .filter(({ any }) => any.some(({ kind }) => kind === 'date' || kind === 'amount'))
    .flatMap(({ range }) => search.slice(...range).split(/\s+/u));
  return (
    read.length > 0 &&
    read.every((word) => isKeyword(word) && inParts.includes(word) && !isName(word))
  );
}
