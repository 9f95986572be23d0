import { CENTS_PER_UNIT } from '../../../../contract/assumptions.ts';
import type { Bill } from '../../../../contract/bill.ts';
import type { SearchCondition } from './search-conditions.ts';
import { dateFieldOf, fits, hasWord, isWorth } from './search-fit.ts';
import {
  datedAsBill,
  isBareDate,
  namesOtherVendor,
  type PartOfBill,
  type PastedContext,
  partOfNumbered,
  wordsIn,
} from './search-numbered.ts';
import { billsNumbered, MOST_TRIED } from './search-names.ts';
import type { KnownBills } from './search-reader.ts';
import type { SearchPart, SearchProblem, SearchReading } from './search-reading.ts';
import { centsIn, holdsTerm, joinDigits, joinedWords, searchTerms } from './search-terms.ts';
import { searchTextOf, sortKeyOf, startsNameIn, withoutSeparators } from './search-text.ts';

type AmountCondition = Extract<SearchCondition, { readonly kind: 'amount' }>;

/**
 * Leaves out the other words of a pasted line that names a bill by its number, or by its amount and vendor: “can you
 * check TW-31 thx”, and the booking date of a bank line. A date of the bill is its due date or its bill date.
 */
export function withoutStray(typed: SearchReading, context: PastedContext): SearchReading {
  const list = pastedList(typed, context);
  if (list !== null) return list;
  const reading = withDebits(typed, context.known);
  const isAlone = wordsOf(reading).length + reading.parts.length < 2;
  if (isAlone || !mayNameBill(reading)) return reading;
  return numberedLine(reading, context) ?? worthLine(reading, context) ?? reading;
}

/** A line as it applies to one bill. */
interface LineOfBill {
  readonly bill: Bill;
  readonly parts: readonly SearchPart[];
  /** Words of the bill, and words that it lacks. */
  readonly words: readonly string[];
  readonly strays: readonly string[];
  readonly leftOut: readonly SearchPart[];
  readonly isChanged: boolean;
}

/** The line that names a bill by its number; null for none, or if it names another amount, vendor or bill. */
function numberedLine(reading: SearchReading, context: PastedContext): SearchReading | null {
  const numbers = numbersIn(reading, context.known);
  if (numbers.length > 0 && mayFind(reading, context)) return reading;
  const bills = new Set(numbers.flatMap((each) => each.bills));
  const lines = [...bills].flatMap((bill) => lineOfNumbered(bill, reading, context) ?? []);
  const least = leastStray(lines);
  if (!least || namesOtherBill(least, numbers)) return null;
  // If some bill has all words, none of them is stray.
  const inParts = fieldsOf(reading, 'number');
  if (least.strays.length > 0 && context.finds(joinedWords([reading.text, ...inParts])))
    return null;
  if (least.strays.some(isAmount)) return null;
  const namesOther = (): boolean => namesOtherVendor(strayNames(least, context), context);
  if (!hasWholeVendor(least.bill, context) && namesOther()) return null;
  return readingOf(least, reading, context);
}

/** Whether a bill with the words, or else with a number or an amount of the reading, may meet all its conditions. */
export function mayFind(
  reading: SearchReading,
  { known, today, finds }: Pick<PastedContext, 'known' | 'today' | 'finds'>,
): boolean {
  const { text, parts } = reading;
  const having = text === '' ? billsInParts(reading, known) : known.having(text);
  if (having.length === 0) return text !== '' && finds(text);
  // Some states are not known here.
  const isMet = (bill: Bill, { any }: SearchPart): boolean =>
    any.length === 0 || any.some((each) => fits(bill, each, today) !== false);
  return having.some((bill) => parts.every((part) => isMet(bill, part)));
}

function billsInParts({ parts }: SearchReading, known: KnownBills): readonly Bill[] {
  return parts.flatMap(({ any }) =>
    any.flatMap((each) => {
      if (each.kind === 'text') return known.having(each.typed);
      if (each.kind === 'vendor' || each.kind === 'field') return known.having(each.part);
      return each.kind === 'amount' ? billsOf(each, known) : [];
    }),
  );
}

/** Whether the line has the number of another bill. */
function namesOtherBill({ bill }: LineOfBill, numbers: ReturnType<typeof numbersIn>): boolean {
  return numbers.some(
    ({ name, bills }) => bills.length > 0 && !bills.includes(bill) && !hasWord(bill, name),
  );
}

function lineOfNumbered(
  bill: Bill,
  reading: SearchReading,
  context: PastedContext,
): LineOfBill | null {
  const typed = wordsOf(reading);
  const strays = typed.filter((word) => !hasWord(bill, word));
  const all = reading.parts
    .map((part) => partOfNumbered(bill, part, context))
    .map((each): PartOfBill => {
      if (each.kind !== 'unknown') return each;
      // “Query about GV-62”, unlike “GV-62 on hold”, is a mail.
      const isMail = strays.length > 0;
      return isMail ? { ...each, kind: 'leftOut' } : { ...each, kind: 'kept', isChanged: false };
    });
  if (all.some(({ kind }) => kind === 'contradicts')) return null;
  const inRow = all.flatMap((each) => (each.kind === 'words' ? each.words : []));
  return {
    bill,
    parts: all.flatMap((each) => (each.kind === 'kept' ? each.part : [])),
    words: [...typed.filter((word) => hasWord(bill, word)), ...inRow],
    strays,
    leftOut: all.flatMap((each) => (each.kind === 'leftOut' ? each.part : [])),
    isChanged: all.some((each) => each.kind !== 'kept' || each.isChanged),
  };
}

/** The line that names a bill by its amount and a word of it; null for none. */
function worthLine(reading: SearchReading, context: PastedContext): SearchReading | null {
  const typed = wordsOf(reading);
  const dates = reading.parts.filter((part) => isBareDate(part, context));
  const vendors = fieldsOf(reading, 'vendor');
  if (typed.length + dates.length + vendors.length < 2) return null;
  if (dates.length === 0 && context.finds(reading.text)) return null;
  const lines = billsWorth(reading, context.known).map((bill): LineOfBill => {
    const parts = reading.parts.flatMap((part) =>
      dates.includes(part) ? (datedAsBill(bill, part, context) ?? []) : part,
    );
    return {
      bill,
      parts,
      words: typed.filter((word) => hasWord(bill, word)),
      strays: typed.filter((word) => !hasWord(bill, word)),
      leftOut: dates.filter((part) => datedAsBill(bill, part, context) === null),
      isChanged: parts.some((part) => !reading.parts.includes(part)),
    };
  });
  const least = leastStray(lines);
  if (!least || namesOtherBill(least, numbersIn(reading, context.known))) return null;
  return isMeantBeside(least, context) ? null : readingOf(least, reading, context);
}

/** The line with the fewest words, then parts, that its bill lacks. */
function leastStray(lines: readonly LineOfBill[]): LineOfBill | undefined {
  const [least] = lines.toSorted(
    (left, right) =>
      left.strays.length - right.strays.length ||
      left.leftOut.length - right.leftOut.length ||
      Number(left.isChanged) - Number(right.isChanged),
  );
  return least;
}

/** Words that the bill lacks, also those of parts that are left out. */
function strayNames({ strays, leftOut }: LineOfBill, { search }: PastedContext): readonly string[] {
  const typed = leftOut.map(({ range }) => search.slice(...range).replace(/[.,;:!?]+$/u, ''));
  return [...strays, ...typed];
}

function readingOf(
  line: LineOfBill,
  reading: SearchReading,
  context: PastedContext,
): SearchReading {
  const strays = strayNames(line, context);
  if (strays.length === 0 && !line.isChanged) return reading;
  const names = [...leftOutOf(reading), ...strays];
  return {
    text: joinedWords(line.words),
    parts: line.parts,
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
  const name = ordered.join(' ').replaceAll(/\s+/gu, ' ');
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
  const typed = search
    .split(/\s+/u)
    .map((word) => word.replaceAll(/^[("“„]+|[.,;:!?)"“”]+$/gu, ''));
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
  return joinDigits(text)
    .split(' ')
    .filter((word) => word !== '');
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
    if (each.kind === 'amount') return isWorth(bill, each);
    return each.kind === 'date' && dateFieldOf(bill, each) !== null;
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

/** Numbers in the line, each with its bills. */
function numbersIn(reading: SearchReading, known: KnownBills) {
  const words = wordsOf(reading);
  const codes = words.flatMap((word, at) => (isCode(word) ? at : [])).slice(0, MOST_TRIED);
  const named = [...fieldsOf(reading, 'number'), ...textsOf(reading)];
  return [
    ...named.map((name) => ({ name, bills: billsNumbered(known, name) })),
    ...codes.map((at) => numberAt(words, at, known)),
  ];
}

/** Words with digits that are parts of their own: “"BC-5199"”. */
function textsOf({ parts }: SearchReading): readonly string[] {
  return parts.flatMap(({ any: [only, ...others] }) =>
    only?.kind === 'text' && others.length === 0 && isCode(only.typed) ? only.typed : [],
  );
}

/** Bills with an amount in the line and some word of it. */
function billsWorth(reading: SearchReading, known: KnownBills): readonly Bill[] {
  const inParts = reading.parts.flatMap((part) => oneAmount(part) ?? []);
  const inText = wordsOf(reading).flatMap((word) => amountIn(word) ?? []);
  return [...inParts, ...inText]
    .flatMap((amount) => billsOf(amount, known))
    .filter((bill) => isNamedIn(reading, bill));
}

function billsOf(amount: AmountCondition, known: KnownBills): readonly Bill[] {
  const cents = Math.min(Math.abs(amount.fromCents), Math.abs(amount.toCents));
  const digits = (cents / CENTS_PER_UNIT).toFixed(2);
  return known.having(digits).filter((bill) => isWorth(bill, amount));
}

/** Whether the line has a word or the vendor of the bill. Shorter words count together: “TÜV Süd”. */
function isNamedIn(reading: SearchReading, bill: Bill): boolean {
  const words = wordsOf(reading);
  const names = [...words.filter(isName), ...fieldsOf(reading, 'vendor')];
  const vendor = wordsIn(sortKeyOf(bill.vendor?.name ?? ''));
  const typed = words.map(sortKeyOf);
  const isWhole = vendor.length > 1 && vendor.every((word) => typed.includes(word));
  return isWhole || names.some((name) => hasWord(bill, name));
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
  return { ...reading, parts, text: joinedWords(words) };
}

function positive(amount: AmountCondition): AmountCondition {
  return { ...amount, fromCents: -amount.toCents, toCents: -amount.fromCents };
}

const isName = (word: string): boolean => /\p{L}{4}/u.test(word);

/** Whether a stray word is meant, apart from places in a bank line. */
function isMeantBeside({ bill, strays }: LineOfBill, context: PastedContext): boolean {
  const line = wordsIn(sortKeyOf(context.search));
  const isNamed = longNamesOf(bill).some((name) => line.includes(name));
  const isWhole = hasWholeVendor(bill, context);
  return strays.some((word) => {
    const isPlace = !isAmount(word) && (isWhole || (isNamed && !isName(word)));
    return !isPlace && isMeant(word, context.known);
  });
}

/** Whether the line has the whole name of the bill’s vendor. A place may then begin like another vendor. */
function hasWholeVendor(bill: Bill, { search }: PastedContext): boolean {
  const line = wordsIn(sortKeyOf(search));
  const names = longNamesOf(bill);
  return names.length > 1 && names.every((name) => line.includes(name));
}

function longNamesOf({ vendor }: Bill): readonly string[] {
  return wordsIn(sortKeyOf(vendor?.name ?? '')).filter((name) => isName(name));
}

/** Whether the word names another vendor, or another amount. */
function isMeant(word: string, { vendors }: KnownBills): boolean {
  const part = sortKeyOf(word);
  const isOfVendor = /\p{L}/u.test(part) && vendors.some((vendor) => startsNameIn(vendor, part));
  return isAmount(word) || isOfVendor;
}
