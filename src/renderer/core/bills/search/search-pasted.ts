import { CENTS_PER_UNIT } from '../../../../contract/assumptions.ts';
import type { Bill } from '../../../../contract/bill.ts';
import type { SearchCondition } from './search-conditions.ts';
import { billsNumbered, MOST_TRIED } from './search-names.ts';
import type { KnownBills } from './search-reader.ts';
import type { SearchPart, SearchProblem, SearchReading } from './search-reading.ts';
import { centsIn, holdsTerm, searchTerms } from './search-terms.ts';
import { searchTextOf, sortKeyOf, startsNameIn, WHOLE, withoutSeparators } from './search-text.ts';
import { phraseKey, type WordTables } from './search-words.ts';

type AmountCondition = Extract<SearchCondition, { readonly kind: 'amount' }>;

interface PastedContext {
  readonly search: string;
  readonly words: WordTables;
  readonly known: KnownBills;
  /** Whether any bill has these words. */
  readonly finds: (text: string) => boolean;
}

/**
 * Leaves out the other words of a pasted line that names a bill by its number or amount: “can you check TW-31 thx”, and
 * the booking date of a bank line. Leaves out nothing if some bill has all words. Keeps the name of another vendor.
 */
export function withoutStray(typed: SearchReading, context: PastedContext): SearchReading {
  const { known, finds } = context;
  const list = pastedList(typed, context);
  if (list !== null) return list;
  const reading = withDebits(typed, known);
  const words = wordsOf(reading);
  const dates = reading.parts.filter((part) => isBareDate(part, context));
  const named = [...fieldsOf(reading, 'number'), ...fieldsOf(reading, 'vendor')];
  const isAlone = words.length + dates.length + named.length < 2;
  if (isAlone || !mayNameBill(reading)) return reading;
  if (dates.length === 0 && finds(reading.text)) return reading;
  const [stray] = [billsNumberedIn, billsWorth].flatMap((billsIn) => {
    const strays = billsIn(reading, known).map((bill) => strayFor(bill, words, dates));
    const [least] = strays.toSorted((left, right) => left.words.length - right.words.length);
    return !least || isMeantBeside(least, context) ? [] : least;
  });
  if (!stray || stray.words.length + stray.parts.length === 0) return reading;
  const names = [
    ...leftOutOf(reading),
    ...stray.words,
    ...stray.parts.map(({ range }) => context.search.slice(...range)),
  ];
  return {
    text: words.filter((word) => !stray.words.includes(word)).join(' '),
    parts: reading.parts.filter((part) => !stray.parts.includes(part)),
    problems: problemsWith(names, reading, context),
  };
}

const isLeftOut = ({ kind }: SearchProblem): boolean => kind === 'notSearched';

/** Problems of the reading, with one note for all words left out. */
function problemsWith(
  names: readonly string[],
  { problems }: SearchReading,
  { search }: PastedContext,
): readonly SearchProblem[] {
  const others = problems.filter((each) => !isLeftOut(each));
  if (names.length === 0) return others;
  const ordered = names.toSorted((left, right) => search.indexOf(left) - search.indexOf(right));
  const name = ordered.join(' ');
  const range = [0, search.length] as const;
  return [...others, { kind: 'notSearched', range, operator: null, name, value: '' }];
}

/** A bullet, the number of a list item, or the space between cells or lines. */
const itemMark = /[\t\n]|(?:^|\s)(?:[-–—*•·]|\d{1,2}[.)])\s/u;

/**
 * Several bill numbers among the bullets, words and cells of a mail or a sheet. Null if the reading finds these bills,
 * or some of them by other words in one line, as in “Sorrel 4711, 4712”.
 */
function pastedList(reading: SearchReading, context: PastedContext): SearchReading | null {
  const { search, known } = context;
  const typed = search.split(/\s+/u).map((word) => word.replaceAll(/^[(]+|[.,;:!?)]+$/gu, ''));
  const codes = typed.flatMap((word, at) => (isCode(word) && !/^[-−]/u.test(word) ? at : []));
  const [list, ...others] = reading.parts;
  const isList = list?.any.length === codes.length && others.length === 0 && reading.text === '';
  const isPlain = reading.parts.every((part) => isOfRow(part, context));
  if (codes.length < 2 || isList || !isPlain) return null;
  const tried = codes.slice(0, MOST_TRIED).map((at) => numberAt(typed, at, known));
  const bills = tried.flatMap((each) => each.bills);
  const found = bills.filter((bill) => meets(bill, reading)).length;
  const isWanted = found > 0 && !itemMark.test(search);
  if (new Set(bills).size < 2 || found === bills.length || isWanted) return null;
  const isStray = (word: string): boolean => !bills.some((bill) => hasWord(bill, word));
  const words = [...wordsOf(reading), ...leftOutOf(reading), ...tried.map(({ name }) => name)];
  const strays = [...new Set(words)].filter((word) => /\p{L}|\d{3}/u.test(word) && isStray(word));
  if (strays.some((word) => isMeant(word, known))) return null;
  const numbers = [
    ...tried.flatMap(({ name, bills: own }) => (own.length > 0 ? name : [])),
    ...codes.slice(MOST_TRIED).map((at) => typed[at] ?? ''),
  ];
  const any = [...new Set(numbers)].map(numberCondition);
  return {
    text: '',
    parts: [{ range: [0, search.length], any, choices: [] }],
    problems: problemsWith(strays, reading, context),
  };
}

/** Bills with the number at this word: “RE-4711”, or “VK 0099” in two words. */
function numberAt(words: readonly string[], at: number, known: KnownBills) {
  const names = [at, Math.max(0, at - 1)].map((from) => words.slice(from, at + 1).join(' '));
  const all = names.map((name) => ({ name, bills: billsNumbered(known, name) }));
  return all.find(({ bills }) => bills.length > 0) ?? { name: words[at] ?? '', bills: [] };
}

function wordsOf({ text }: SearchReading): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

function leftOutOf({ problems }: SearchReading): readonly string[] {
  return problems.filter(isLeftOut).flatMap(({ name }) => name.split(' '));
}

function numberCondition(typed: string): SearchCondition {
  const [term, ...also] = searchTerms(typed);
  const own = { kind: 'text', term: term ?? [sortKeyOf(typed)], typed, match: 'alone' } as const;
  return also.length > 0 ? { ...own, also } : own;
}

/** Whether a row of bills may have this part: a number, words, a vendor, an amount or a date, but no state. */
function isOfRow(part: SearchPart, context: PastedContext): boolean {
  const isCell = (each: SearchCondition): boolean =>
    each.kind === 'text' ||
    each.kind === 'vendor' ||
    (each.kind === 'field' && each.field === 'number');
  return part.any.every(isCell) || oneAmount(part) !== null || isBareDate(part, context);
}

/** Whether a bill has all words and cells of a row. */
function meets(bill: Bill, reading: SearchReading): boolean {
  return (
    wordsOf(reading).every((word) => hasWord(bill, word)) &&
    reading.parts.every(({ any }) => any.some(isMet))
  );
  function isMet(each: SearchCondition): boolean {
    if (each.kind === 'text')
      return [each.term, ...(each.also ?? [])].every((term) => holdsTerm(searchTextOf(bill), term));
    if (each.kind === 'vendor' || each.kind === 'field') return hasWord(bill, each.part);
    return each.kind === 'amount' ? isWorth(bill, each) : isDateOf(bill, each);
  }
}

/** Whether the line has a bill number, an amount, or a word like one. Saves other searches a pass over all bills. */
function mayNameBill(reading: SearchReading): boolean {
  const isNamed = fieldsOf(reading, 'number').length > 0 || reading.parts.some(oneAmount);
  return isNamed || wordsOf(reading).some((word) => isCode(word) || isAmount(word));
}

/** Bill numbers or vendors among the parts: “invoice TW-31”. */
function fieldsOf({ parts }: SearchReading, name: 'number' | 'vendor'): readonly string[] {
  return parts.flatMap(({ any }) =>
    any.flatMap((each) => {
      const field = each.kind === 'field' ? each.field : each.kind;
      return field === name && 'part' in each ? [each.part] : [];
    }),
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
  return amountIn(word) !== null;
}

/** The amount with cents that a word is. */
function amountIn(word: string): AmountCondition | null {
  const cents = /[.,]\d\d$/u.test(word) ? centsIn(word) : null;
  return cents === null
    ? null
    : { kind: 'amount', fromCents: cents, toCents: cents, currencies: null };
}

function oneAmount({ any: [only, ...others] }: SearchPart) {
  const isOne = only?.kind === 'amount' && others.length === 0 && isFinite(only.toCents);
  return isOne && only.toCents - only.fromCents < 100 ? only : null;
}

type BillsNamed = (reading: SearchReading, known: KnownBills) => readonly Bill[];

/** Bills with a number in the line. */
const billsNumberedIn: BillsNamed = (reading, known) => {
  const words = wordsOf(reading);
  const codes = words.flatMap((word, at) => (isCode(word) ? at : [])).slice(0, MOST_TRIED);
  return [
    ...fieldsOf(reading, 'number').flatMap((number) => billsNumbered(known, number)),
    ...codes.flatMap((at) => numberAt(words, at, known).bills),
  ];
};

/** Bills with an amount in the line and some word of it. */
const billsWorth: BillsNamed = (reading, known) => {
  const inParts = reading.parts.flatMap((part) => oneAmount(part) ?? []);
  const inText = wordsOf(reading).flatMap((word) => amountIn(word) ?? []);
  return [...inParts, ...inText]
    .flatMap((amount) => billsOf(amount, known))
    .filter((bill) => isNamedIn(reading, bill));
};

function billsOf(amount: AmountCondition, known: KnownBills): readonly Bill[] {
  const cents = Math.min(Math.abs(amount.fromCents), Math.abs(amount.toCents));
  const digits = (cents / CENTS_PER_UNIT).toFixed(2);
  return known.having(digits).filter((bill) => isWorth(bill, amount));
}

/** Whether the line has a word or a vendor of the bill. */
function isNamedIn(reading: SearchReading, bill: Bill): boolean {
  const names = [...wordsOf(reading).filter(isName), ...fieldsOf(reading, 'vendor')];
  return names.some((name) => hasWord(bill, name));
}

/** Bank lines write payments below zero: “COMCAST -$261.95” means the bill, unless there is such a credit. */
function withDebits(reading: SearchReading, known: KnownBills): SearchReading {
  const isPaid = (amount: AmountCondition): boolean =>
    amount.toCents < 0 &&
    billsOf(amount, known).length === 0 &&
    billsOf(positive(amount), known).some((bill) => isNamedIn(reading, bill));
  const parts = reading.parts.map((part) => {
    const amount = oneAmount(part);
    return amount && isPaid(amount) ? { ...part, any: [positive(amount)], choices: [] } : part;
  });
  const words = wordsOf(reading).map((word) => {
    const amount = amountIn(word);
    return amount && isPaid(amount) ? word.replace(/^[-−]/u, '') : word;
  });
  return { ...reading, parts, text: words.join(' ') };
}

function positive(amount: AmountCondition): AmountCondition {
  return { ...amount, fromCents: -amount.toCents, toCents: -amount.fromCents };
}

function isWorth(
  { totalCents, amountDueCents, currency }: Bill,
  { fromCents, toCents, currencies }: AmountCondition,
): boolean {
  const isInRange = (cents: number): boolean => fromCents <= cents && cents <= toCents;
  return [totalCents, amountDueCents].some(isInRange) && (currencies?.includes(currency) ?? true);
}

const isName = (word: string): boolean => /\p{L}{4}/u.test(word);

/** Words and dates of the line that the bill lacks. */
function strayFor(bill: Bill, words: readonly string[], dates: readonly SearchPart[]) {
  return {
    bill,
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

/**
 * Whether a stray word is meant. A place in a bank line may begin like a vendor, so it does not count if the line has
 * the whole name of the bill’s vendor.
 */
function isMeantBeside(
  { bill, words }: ReturnType<typeof strayFor>,
  { search, known }: PastedContext,
): boolean {
  const line = sortKeyOf(search).split(/[^\p{L}\d]+/u);
  const names = sortKeyOf(bill.vendor?.name ?? '').split(/[^\p{L}\d]+/u);
  const own = names.filter((name) => isName(name));
  const isWhole = own.length > 1 && own.every((name) => line.includes(name));
  const isNamed = own.some((name) => line.includes(name));
  return words.some((word) => {
    const isPlace = !isAmount(word) && (isWhole || (isNamed && !isName(word)));
    return !isPlace && isMeant(word, known);
  });
}

/** Whether the word names another vendor, or another amount. */
function isMeant(word: string, { vendors }: KnownBills): boolean {
  const part = sortKeyOf(word);
  const isOfVendor = /\p{L}/u.test(part) && vendors.some((vendor) => startsNameIn(vendor, part));
  return isAmount(word) || isOfVendor;
}
