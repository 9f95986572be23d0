import { CENTS_PER_UNIT } from '../../../../contract/assumptions.ts';
import { oppositeOf } from './search-amounts.ts';
import {
  amountPart,
  bestAt,
  quotedAt,
  statePart,
  textAt,
  textsOf,
  vendorPart,
} from './search-candidates.ts';
import type { SearchCondition } from './search-conditions.ts';
import { currencyAt, otherCurrencyAt } from './search-currencies.ts';
import { type Candidate, sure } from './search-phrases.ts';
import {
  after,
  afterNot,
  endsList,
  type Parsed,
  phraseAt,
  type SearchReader,
  skip,
  wordAt,
} from './search-reader.ts';
import { startsNameIn } from './search-text.ts';
import { hasInitials, isOfVendor, longNameAt } from './search-vendors.ts';

/** Longest phrase with a meaning that begins here; null for a plain word. */
export function partAt(reader: SearchReader, at: number): Parsed<Candidate> | null {
  return negatedAt(reader, at) ?? quotedAt(reader, at) ?? bestAt(reader, at);
}

/** “-gas”, “not overdue”, “without gas”. */
function negatedAt(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const isSign = reader.tokens[at]?.kind === 'minus';
  const marked = isSign ? at + 1 : (afterNot(reader, at) ?? noneAt(reader, at));
  // “Sorrel -0400”, “without -0400”: after a name, a number without decimals is not an amount.
  const [, digits] = /^[-−](\d+)$/u.exec(wordAt(reader, marked ?? at) ?? '') ?? [];
  const isAfterName =
    /\p{L}|^[-−]\d/u.test(reader.tokens[at - 1]?.text ?? '') && statePart(reader, at - 1) === null;
  if (digits !== undefined && digits.length > 2 && (marked !== null || isAfterName))
    return sure({ kind: 'not', any: textsOf(digits) }, (marked ?? at) + 1);
  if (digits !== undefined && at === 0) return creditOrNot(reader, digits);
  if (marked === null || marked >= reader.tokens.length) return null;
  // Skip small words: “not in usd”, “without the gas”, and “not from” before a name that no vendor has.
  const inner = isSign
    ? marked
    : skipSmallWords(reader, skip(reader, marked, reader.words.on, reader.words.vendor));
  const begin = inner < reader.tokens.length && bestAt(reader, marked) === null ? inner : marked;
  const state = statePart(reader, begin);
  const opposed = namedOpposite(reader, at, begin);
  // “Not approved” is a state, but “not approved by me” negates one.
  if (opposed && opposed.next >= (state?.next ?? 0)) return opposed;
  const some = bestAt(reader, begin) ?? longNameAt(reader, begin);
  const any = some?.value.any ?? textAt(reader, begin);
  if (any === null || any.some(({ kind }) => kind === 'order')) return null;
  const text = some?.value.any.filter(({ kind }) => kind === 'text') ?? [];
  const opposite = oppositeOfOnly(any);
  if (opposite) return sure(opposite, some?.next ?? begin + 1);
  // “-april” excludes the word, not due dates in April.
  const first = text.length > 0 ? text : any;
  const more = isSign ? null : alsoNegatedAt(reader, some?.next ?? begin + 1, first);
  return sure(
    { kind: 'not', any: [...first, ...(more?.value ?? [])] },
    more?.next ?? some?.next ?? begin + 1,
  );
}

/** State with a name of its own for its absence: “no due date”, “not approved”, and “hasn’t been approved” as the latter. */
function namedOpposite(reader: SearchReader, at: number, begin: number): Parsed<Candidate> | null {
  const own = statePart(reader, at);
  if (own && own.next > begin) return own;
  const not = phraseAt(reader, at, reader.words.negatedVerbs);
  const token = reader.tokens[at];
  if (not === null || token === undefined) return null;
  const tokens = reader.tokens.toSpliced(at, begin - at, { ...token, key: not.value });
  const state = statePart({ ...reader, tokens }, at);
  const next = (state?.next ?? at) + begin - at - 1;
  return state && next > begin ? { ...state, next } : null;
}

/** “-2025 northwind”: without this number; the chip offers the credit. */
function creditOrNot(reader: SearchReader, digits: string): Parsed<Candidate> | null {
  const { or, and } = reader.words;
  const next = wordAt(reader, 1) ?? '';
  const isAlone = reader.tokens.length < 2 || or.has(next) || and.has(next);
  if (isAlone || amountPart(reader, 0) !== null) return null;
  const cents = -Number(digits) * CENTS_PER_UNIT;
  const not = { kind: 'not', any: textsOf(digits) } as const;
  const amount = { kind: 'amount', fromCents: cents, toCents: cents, currencies: null } as const;
  return { value: { any: [not], choices: [not, amount] }, next: 1 };
}

/**
 * Further excluded vendors, or words after “or”: “except Kestrel and Brightwell”, “not gas or water”.
 */
function alsoNegatedAt(
  reader: SearchReader,
  at: number,
  first: readonly SearchCondition[],
): Parsed<readonly SearchCondition[]> | null {
  const { or, and, nor, none, vendor } = reader.words;
  const either = after(reader, at, or) ?? after(reader, at, nor);
  const isListed = endsList(reader, at - 1);
  const joined = either ?? after(reader, at, and) ?? (isListed ? at : null);
  if (joined === null) return null;
  const marked = afterNot(reader, joined) ?? after(reader, joined, none) ?? joined;
  const begin = skip(reader, marked, vendor);
  const named = vendorPart(reader, marked) ?? longNameAt(reader, marked);
  const any = named?.value.any ?? (bestAt(reader, begin) === null ? textAt(reader, begin) : null);
  if (any === null) return null;
  const areVendors = [first, any].every((each) => each.every((one) => namesVendor(reader, one)));
  const areTexts = either !== null && [...first, ...any].every(({ kind }) => kind === 'text');
  if (!areVendors && !areTexts) return null;
  const next = named?.next ?? begin + 1;
  const more = alsoNegatedAt(reader, next, first);
  return { value: [...any, ...(more?.value ?? [])], next: more?.next ?? next };
}

function namesVendor({ known }: SearchReader, condition: SearchCondition): boolean {
  if (condition.kind === 'vendor') return true;
  if (condition.kind !== 'text') return false;
  const [part] = condition.term;
  return known.vendors.some((vendor) => startsNameIn(vendor, part)) || hasInitials(known, part);
}

/** Position after articles and other fillers, as in “without any notes”; the same one if nothing else follows. */
function skipSmallWords(reader: SearchReader, at: number): number {
  const { tokens, words } = reader;
  const isSmall = words.fillers.has(tokens[at]?.key ?? '') && at + 1 < tokens.length;
  return isSmall && statePart(reader, at) === null ? skipSmallWords(reader, at + 1) : at;
}

/** The opposite if it needs no “not”; null for other conditions. */
function oppositeOfOnly([only, ...others]: readonly SearchCondition[]): SearchCondition | null {
  if (only === undefined || others.length > 0) return null;
  if (only.kind === 'amount') return oppositeOf(only);
  return only.kind === 'not' && only.any.length === 1 ? (only.any[0] ?? null) : null;
}

/**
 * Position after “no” before a state, a vendor, a currency or a word of bills: “no notes”, “no gas”, not “no 43187”.
 */
function noneAt(reader: SearchReader, at: number): number | null {
  const begin = after(reader, at, reader.words.none);
  if (begin === null) return null;
  const word = wordAt(reader, begin) ?? '';
  // “Unit no 2” names a number.
  if (/^\d+$/u.test(word)) return null;
  const isOfBills = /^\p{L}{3,}$/u.test(word) && reader.known.holds(word, false);
  const isNamed = [statePart, vendorPart, currencyAt, otherCurrencyAt].some(
    (read) => read(reader, begin) !== null,
  );
  return isNamed || isOfVendor(reader, begin) || isOfBills ? begin : null;
}
