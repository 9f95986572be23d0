import type { Bill } from '../../../../contract/bill.ts';
import type { SearchCondition } from './search-conditions.ts';
import { billsNumbered, MOST_TRIED } from './search-names.ts';
import type { KnownBills } from './search-reader.ts';
import type { SearchPart, SearchProblem, SearchReading } from './search-reading.ts';
import { centsIn, holdsTerm, searchTerms } from './search-terms.ts';
import { searchTextOf, sortKeyOf, startsNameIn, WHOLE, withoutSeparators } from './search-text.ts';
import { phraseKey, type WordTables } from './search-words.ts';

interface PastedContext {
  readonly search: string;
  readonly words: WordTables;
  readonly known: KnownBills;
  /** Whether any bill has these words. */
  readonly finds: (text: string) => boolean;
}

/**
 * Leaves out the other words of a pasted line that names a bill by its number or amount: “can you check TW-31 thx”, and
 * the booking date of a bank line. Nothing is left out if some bill has all words. A name of another vendor stays.
 */
export function withoutStray(reading: SearchReading, context: PastedContext): SearchReading {
  const { known, finds } = context;
  const words = reading.text.split(' ').filter((word) => word !== '');
  const dates = reading.parts.filter((part) => isBareDate(part, context));
  const named = [...numbersOf(reading.parts), ...vendorsOf(reading.parts)];
  const isAlone = words.length + dates.length + named.length < 2;
  if (isAlone || !mayNameBill(words, reading.parts)) return reading;
  if (dates.length === 0 && finds(reading.text)) return reading;
  const strays = billsNamed(words, reading.parts, known)
    .map((bill) => strayFor(bill, words, dates))
    .toSorted((left, right) => left.words.length - right.words.length);
  const [stray] = strays;
  if (!stray || stray.words.length + stray.parts.length === 0) return reading;
  if (stray.words.some((word) => isMeant(word, known))) return reading;
  const kept = words.filter((word) => !stray.words.includes(word));
  const isLeftOut = ({ kind }: SearchProblem): boolean => kind === 'notSearched';
  const before = reading.problems.filter(isLeftOut);
  const names = [
    ...before.map(({ name }) => name),
    ...stray.words,
    ...stray.parts.map(({ range }) => context.search.slice(...range)),
  ].toSorted((left, right) => context.search.indexOf(left) - context.search.indexOf(right));
  const problem = {
    ...({ kind: 'notSearched', range: [0, context.search.length], operator: null } as const),
    ...{ name: names.join(' '), value: '' },
  };
  return {
    text: kept.join(' '),
    parts: reading.parts.filter((part) => !stray.parts.includes(part)),
    problems: [...reading.problems.filter((each) => !isLeftOut(each)), problem],
  };
}

/** Whether a word looks like the number of a bill, or a part is one or one amount. */
function mayNameBill(words: readonly string[], parts: readonly SearchPart[]): boolean {
  const isNamed = numbersOf(parts).length > 0 || parts.some((part) => oneAmount(part));
  return isNamed || words.some(isCode) || words.some(isAmount);
}

/** Bill numbers among the parts: “invoice TW-31”. */
function numbersOf(parts: readonly SearchPart[]): readonly string[] {
  return parts.flatMap(({ any }) =>
    any.flatMap((each) => (each.kind === 'field' && each.field === 'number' ? [each.part] : [])),
  );
}

/** Shorter numbers are in too many lines. */
const SHORTEST_NUMBER = 4;
const SHORTEST_CODE = 3;

function isCode(word: string): boolean {
  const bare = withoutSeparators(word);
  const shortest = /\p{L}/u.test(bare) ? SHORTEST_CODE : SHORTEST_NUMBER;
  return /\d/u.test(bare) && bare.length >= shortest && !isAmount(word);
}

function isAmount(word: string): boolean {
  return /[.,]\d\d$/u.test(word) && centsIn(word) !== null;
}

function oneAmount({ any: [only, ...others] }: SearchPart) {
  const isOne = only?.kind === 'amount' && others.length === 0 && isFinite(only.toCents);
  return isOne && only.toCents - only.fromCents < 100 ? only : null;
}

function vendorsOf(parts: readonly SearchPart[]): readonly string[] {
  return parts.flatMap(({ any }) =>
    any.flatMap((each) => (each.kind === 'vendor' ? [each.part] : [])),
  );
}

/** Bills with a number in the line; else those with an amount and some word of it. */
function billsNamed(
  words: readonly string[],
  parts: readonly SearchPart[],
  known: KnownBills,
): readonly Bill[] {
  // “VK 0099” is one number in two words.
  const codes = words.flatMap((word, at) => (isCode(word) ? at : [])).slice(0, MOST_TRIED);
  const numbers = codes.flatMap((at) =>
    [at, Math.max(0, at - 1)].map((from) => words.slice(from, at + 1).join(' ')),
  );
  const numbered = [...numbersOf(parts), ...numbers].flatMap((number) =>
    billsNumbered(known, number),
  );
  if (numbered.length > 0) return numbered;
  const amounts = parts.flatMap((part) => oneAmount(part) ?? []);
  const isWorth = ({ totalCents, amountDueCents, currency }: Bill): boolean =>
    amounts.some(
      ({ fromCents, toCents, currencies }) =>
        [totalCents, amountDueCents].some((cents) => fromCents <= cents && cents <= toCents) &&
        (currencies?.includes(currency) ?? true),
    );
  const written = amounts.map(({ fromCents }) => (fromCents / 100).toFixed(2));
  const names = [...words.filter(isName), ...vendorsOf(parts)];
  return written
    .flatMap((amount) => known.having(amount))
    .filter((bill) => isWorth(bill) && names.some((name) => hasWord(bill, name)));
}

const isName = (word: string): boolean => /\p{L}{4}/u.test(word);

/** Words and dates of the line that the bill does not have. */
function strayFor(bill: Bill, words: readonly string[], dates: readonly SearchPart[]) {
  return {
    words: words.filter((word) => !hasWord(bill, word)),
    parts: dates.filter(({ any }) => !any.some((each) => isDateOf(bill, each))),
  };
}

function hasWord(bill: Bill, word: string): boolean {
  const text = searchTextOf(bill);
  const terms = /^\d{1,2}$/u.test(word) ? [[`${WHOLE}${word}`] as const] : searchTerms(word);
  return terms.every((term) => holdsTerm(text, term));
}

function isDateOf({ date, dueDate }: Bill, condition: SearchCondition): boolean {
  return (
    condition.kind === 'date' &&
    [date, dueDate].some((day) => day !== null && condition.from <= day && day <= condition.to)
  );
}

/** “11/12” or “Dec 2”, without “due” or “before”. */
function isBareDate({ any, range }: SearchPart, { search, words }: PastedContext): boolean {
  const [first = ''] = search.slice(...range).split(/\s/u);
  const isDay = /^\d/u.test(first) || words.months.has(phraseKey(first).replace(/\.$/u, ''));
  return isDay && any.some(({ kind }) => kind === 'date');
}

/** Whether the word names another vendor, or another amount. */
function isMeant(word: string, { vendors }: KnownBills): boolean {
  const part = sortKeyOf(word);
  const isOfVendor = /\p{L}/u.test(part) && vendors.some((vendor) => startsNameIn(vendor, part));
  return isAmount(word) || isOfVendor;
}
