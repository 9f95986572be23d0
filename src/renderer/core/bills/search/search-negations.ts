import { CENTS_PER_UNIT } from '../../../../contract/assumptions.ts';
import { areExclusive, isOneAmount } from './search-alternatives.ts';
import { approvalAt } from './search-approvals.ts';
import { oppositeOf } from './search-amounts.ts';
import {
  amountPart,
  bestAt,
  numberInTwoWords,
  quotedAt,
  statePart,
  textAt,
  textsOf,
  vendorPart,
} from './search-candidates.ts';
import type { SearchCondition } from './search-conditions.ts';
import { currencyAt, otherCurrencyAt } from './search-currencies.ts';
import { billsNumbered, pauses } from './search-names.ts';
import { type Candidate, sure, typedText } from './search-phrases.ts';
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
import { sortKeyOf, startsNameIn, WHOLE } from './search-text.ts';
import { hasInitials, isOfVendor, longNameAt, vendorAt } from './search-vendors.ts';

/** Longest phrase with a meaning that begins here; null for a plain word. */
export function partAt(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const negated = beginsVendor(reader, at)
    ? null
    : (approvalAt(reader, at) ?? negationAt(reader, at));
  return negated ?? quotedAt(reader, at) ?? bestAt(reader, at);
}

/** Whether a negation begins the name of a vendor: “No One Left Behind”, but not “no one has approved”. */
function beginsVendor(reader: SearchReader, at: number): boolean {
  const negated = afterNot(reader, at) ?? after(reader, at, reader.words.none);
  const vendor = negated === null ? null : vendorAt(reader, at);
  if (negated === null || vendor === null) return false;
  const { part } = vendor.value;
  return reader.known.vendors.some((name) =>
    vendor.next > negated ? name.startsWith(part) : name.split('\n').includes(part),
  );
}

/**
 * “No parking”, and “no PO” or “isn’t working” as text if a bill has these words side by side. The chip offers the other
 * reading. A row of cells names one bill, so it needs no chip for words of a memo.
 */
function negationAt(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const { tokens, known, words } = reader;
  const negated = negatedAt(reader, at);
  const begin = afterNot(reader, at) ?? after(reader, at, words.none);
  const excluded = begin === null ? null : wordsAt(reader, begin);
  if (begin === null || excluded === null || tokens.some(({ beginsCell }) => beginsCell))
    return negated;
  const { next, value } = excluded;
  const isVerb = [words.not, words.none].every((set) => after(reader, at, set) === null);
  const isText = isVerb || after(reader, begin, words.purchaseOrder) !== null;
  // Each of several negations would read all texts.
  const isAlone = at === 0 && next === tokens.length && negated !== null;
  if (!(isText || isAlone) || negatesPhrase(reader, at, begin)) return negated;
  const held = tokens.slice(at, next).map(({ folded }) => folded.replace(/[,;]+$/u, ''));
  const phrase = held.join(' ');
  if (!known.holds(phrase, true)) return negated;
  const typed = typedText(reader, at, next).replace(/[,;]+$/u, '');
  const text = { kind: 'text', term: [`${WHOLE}${phrase}`], typed } as const;
  const not = { kind: 'not', any: value } as const;
  const choices = isText ? [text, not] : [not, text];
  return { value: { any: choices.slice(0, 1), choices }, next };
}

/** A word that a negation excludes, or the words of a purchase order. */
function wordsAt(reader: SearchReader, at: number): Parsed<readonly SearchCondition[]> | null {
  const word = textAt(reader, at);
  const next = after(reader, at, reader.words.purchaseOrder);
  if (word === null || next === null || next <= at + 1)
    return word && { value: word, next: at + 1 };
  const typed = typedText(reader, at, next).replace(/[,;]+$/u, '');
  return { value: [{ kind: 'text', term: [sortKeyOf(typed)], typed }], next };
}

/** “-gas”, “not overdue”, “without gas”. */
function negatedAt(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const isSign = reader.tokens[at]?.kind === 'minus';
  const marked = isSign ? at + 1 : (notAt(reader, at) ?? noneAt(reader, at));
  // “Sorrel -0400”, “without -0400”: after a name, a number without decimals is not an amount.
  const [, digits] = /^[-−](\d+)$/u.exec(wordAt(reader, marked ?? at) ?? '') ?? [];
  const isAfterName =
    /\p{L}|^[-−]\d/u.test(reader.tokens[at - 1]?.text ?? '') && statePart(reader, at - 1) === null;
  if (digits !== undefined && digits.length > 2 && (marked !== null || isAfterName))
    return sure({ kind: 'not', any: textsOf(digits) }, (marked ?? at) + 1);
  if (digits !== undefined && at === 0) return creditOrNot(reader, digits);
  const credit = isSign ? creditAt(reader, at + 1) : null;
  if (credit) return credit;
  if (marked === null || marked >= reader.tokens.length) return null;
  const begin = isSign ? marked : negatedThingAt(reader, marked);
  const excluded = excludedAt(reader, begin);
  const isMixed = after(reader, at, reader.words.exceptions) === marked;
  const more =
    excluded && !isSign ? alsoExcludedAt(reader, excluded.next, excluded.value, isMixed) : null;
  const state = statePart(reader, begin);
  const opposed = isSign ? null : oppositeAt(reader, at, marked);
  // “Not approved” is a state, but “not approved by me”, “not paid or void” and “no one approved or paid” negate some.
  const isVerb = after(reader, at, reader.words.not) === null;
  const isNor = excluded !== null && after(reader, excluded.next, reader.words.nor) !== null;
  const isListed =
    excluded && more && (isVerb || isNor || areExclusive(excluded.value, more.value, reader));
  if (opposed && !isListed && opposed.next >= (state?.next ?? 0)) return opposed;
  if (excluded === null) return null;
  const opposite = more === null ? oppositeOfOnly(excluded.value) : null;
  if (opposite) return sure(opposite, excluded.next);
  const any = [...excluded.value, ...(more?.value ?? [])];
  return sure({ kind: 'not', any }, more?.next ?? excluded.next);
}

/** Whether a negation from `at` to `begin` excludes a state or another phrase with a meaning. */
function negatesPhrase(reader: SearchReader, at: number, begin: number): boolean {
  return (
    bestAt(reader, negatedThingAt(reader, begin)) !== null || oppositeAt(reader, at, begin) !== null
  );
}

/**
 * Position after a negation. A verb such as “isn’t” negates only known words, so that “isn’t clear” finds nothing.
 */
function notAt(reader: SearchReader, at: number): number | null {
  const begin = afterNot(reader, at);
  if (begin === null) return null;
  const { tokens, known, words } = reader;
  const isVerb = after(reader, at, words.not) === null;
  const word = tokens[negatedThingAt(reader, begin)];
  const isKnown = word?.kind !== 'word' || known.holds(word.folded.replace(/[,;]+$/u, ''), false);
  return isVerb && !negatesPhrase(reader, at, begin) && !isKnown ? null : begin;
}

/** Position after small words: “not in usd”, “without the gas”, and “not from” before a name that no vendor has. */
function negatedThingAt(reader: SearchReader, at: number): number {
  const { on, vendor } = reader.words;
  const inner = skipSmallWords(reader, skip(reader, at, on, vendor));
  return inner < reader.tokens.length && bestAt(reader, at) === null ? inner : at;
}

/** Conditions that a negation before this position excludes; null for an order. */
function excludedAt(reader: SearchReader, at: number): Parsed<readonly SearchCondition[]> | null {
  const some = bestAt(reader, at) ?? longNameAt(reader, at);
  const text = some ? null : wordsAt(reader, at);
  const any = some?.value.any ?? text?.value ?? null;
  if (any === null || any.some(({ kind }) => kind === 'order')) return null;
  // “-april” excludes the word, not due dates in April.
  const texts = any.filter(({ kind }) => kind === 'text');
  return { value: texts.length > 0 ? texts : any, next: (some ?? text)?.next ?? at + 1 };
}

/** State that names an absence: “no due date”, “not approved”, and in other words “hasn’t been approved”. */
function oppositeAt(reader: SearchReader, at: number, begin: number): Parsed<Candidate> | null {
  const own = statePart(reader, at);
  if (own && own.next > begin) return own;
  const not = phraseAt(reader, at, reader.words.negatedVerbs);
  const token = reader.tokens[at];
  if (not === null || token === undefined) return null;
  // “Didn’t we pay” is “not pay”, and “doesn’t have a due date” is “no due date”.
  const states = [not.value, ...reader.words.none].flatMap((key) => {
    const tokens = reader.tokens.toSpliced(at, begin - at, { ...token, key });
    const state = statePart({ ...reader, tokens }, at);
    const next = (state?.next ?? at) + begin - at - 1;
    return state && next > begin ? { ...state, next } : [];
  });
  const [longest] = states.toSorted((left, right) => right.next - left.next);
  if (longest) return longest;
  const isSmall = reader.words.fillers.has(wordAt(reader, begin) ?? '');
  return isSmall ? oppositeAt(reader, at, begin + 1) : null;
}

/** “-R500”, “-R 500”: an amount after a currency in letters. */
function creditAt(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const isNamed = /^\p{L}{1,3}(?:\d|$)/u.test(wordAt(reader, at) ?? '');
  const amount = isNamed ? amountPart(reader, at) : null;
  const [only, ...others] = amount?.value.any ?? [];
  if (only?.kind !== 'amount' || !isOneAmount(only) || !amount || others.length > 0) return null;
  return sure({ ...only, fromCents: -only.toCents, toCents: -only.fromCents }, amount.next);
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
 * Further excluded things: “except Kestrel and overdue”, “not gas or water”, “not euros, pounds”. “Not overdue and over
 * 1000” excludes only the first.
 * @param isMixed whether the things may differ in kind, as after “except”
 */
function alsoExcludedAt(
  reader: SearchReader,
  at: number,
  first: readonly SearchCondition[],
  isMixed: boolean,
): Parsed<readonly SearchCondition[]> | null {
  const { or, and, nor, none } = reader.words;
  const either = after(reader, at, or);
  const both = after(reader, at, nor) ?? after(reader, at, and);
  const areNumbers = isOfBill(reader, at - 1) && isOfBill(reader, at);
  const joined = either ?? both ?? (areNumbers || endsList(reader, at - 1) ? at : null);
  if (joined === null) return null;
  const marked = afterNot(reader, joined) ?? after(reader, joined, none) ?? joined;
  // “Except overdue and no due date” also excludes bills without a due date.
  const isNone = isMixed && after(reader, joined, none) !== null;
  const absent = isNone ? statePart(reader, joined) : null;
  const other = absent
    ? { value: absent.value.any, next: absent.next }
    : excludedAt(reader, negatedThingAt(reader, marked));
  if (other === null) return null;
  const areIn = (kinds: readonly SearchCondition['kind'][]): boolean =>
    [...first, ...other.value].every(({ kind }) => kinds.includes(kind));
  const isSame = (): boolean => {
    if (areIn(['text', 'vendor']))
      return areNumbers || either !== null || isMixed || endsWords(reader, other.next);
    return (
      areIn(first.slice(0, 1).map(({ kind }) => kind)) &&
      (either !== null || areExclusive(first, other.value, reader))
    );
  };
  const isAny =
    // „Nicht fällig, noch offen“ lists nothing.
    (after(reader, at, nor) !== null && !endsList(reader, at - 1)) ||
    (isMixed &&
      (either !== null || both !== null || areIn(['text', 'vendor', 'currency', 'state'])));
  const areVendors = [...first, ...other.value].every((each) => namesVendor(reader, each));
  // “Not overdue and not flagged” negates each by itself.
  if (!areVendors && ((marked !== joined && !absent) || !(isAny || isSame()))) return null;
  const more = alsoExcludedAt(reader, other.next, first, isMixed);
  return { value: [...other.value, ...(more?.value ?? [])], next: more?.next ?? other.next };
}

/** Whether this is the whole number of a bill. */
function isOfBill(reader: SearchReader, at: number): boolean {
  const word = wordAt(reader, at) ?? '';
  return /\d{3}/u.test(word) && billsNumbered(reader.known, word.replace(pauses, '')).length > 0;
}

/** Whether no further word of a text is here: the “meters” of “not gas and water meters” are searched. */
function endsWords(reader: SearchReader, at: number): boolean {
  const { or, and, nor } = reader.words;
  return (
    textAt(reader, at) === null ||
    bestAt(reader, at) !== null ||
    [or, and, nor].some((set) => after(reader, at, set) !== null)
  );
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

/** The opposite as a condition without “not”; null for other conditions. */
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
  // “Unit no 2” and “no. R 1234” name numbers.
  if (/^\d+$/u.test(word) || numberInTwoWords(reader, begin) !== null) return null;
  const isOfBills = /^\p{L}{3,}$/u.test(word) && reader.known.holds(word, false);
  const isNamed = [statePart, vendorPart, currencyAt, otherCurrencyAt].some(
    (read) => read(reader, begin) !== null,
  );
  return isNamed || isOfVendor(reader, begin) || isOfBills ? begin : null;
}
