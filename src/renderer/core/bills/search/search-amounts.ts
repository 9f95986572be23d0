import { moneyDigits } from '../../../../bridge/money.ts';
import type { SearchCondition } from './search-conditions.ts';
import { pauses } from './search-names.ts';
import {
  currenciesOf,
  currencyAt,
  currencyBehind,
  currencyNameAt,
  isInRupees,
  narrowed,
} from './search-currencies.ts';
import {
  after,
  endsList,
  type Parsed,
  phraseAt,
  type SearchReader,
  signAt,
  wordAt,
} from './search-reader.ts';
import { isOfVendor } from './search-vendors.ts';
import { numberWordsAt } from './search-number-words.ts';
import { centsIn } from './search-terms.ts';
import { amountSpellings } from './search-text.ts';
import type { SearchToken } from './search-tokens.ts';
import type { AmountWord } from './search-words.ts';

/** Range of amounts in a phrase, cents, both included. */
export interface AmountsAsked {
  readonly fromCents: number;
  readonly toCents: number;
  /** Currencies named; null for any. */
  readonly currencies: readonly string[] | null;
  /** Whether it has only digits, which may be part of a number. */
  readonly mayBeText: boolean;
}

type AmountCondition = Extract<SearchCondition, { readonly kind: 'amount' }>;

interface Amount {
  readonly cents: number;
  readonly currencies: readonly string[] | null;
  /** Meaning of the letters or the sign after it: “500+”, “400ish”. */
  readonly end: AmountEnd | null;
  /** Whether it cannot be a bill number: it has a currency, or is written like “5k”. */
  readonly isCertain: boolean;
  /** Whether it is an amount without other words: “5k”, “five hundred”, “500 dollars”. */
  readonly isAlone: boolean;
  /** 1,000 for “2k”; 1 without a word for thousands or millions. */
  readonly scale: number;
  /** Cents that the last digit of “1.2k” stands for: 10,000. 0 or missing without decimals. */
  readonly roundedTo?: number;
}

export type AmountEnd = 'atLeast' | 'atMost' | 'about';

const HUNDREDTHS_PER_UNIT = 100;
/** Tolerance of “about” around an amount. */
const ABOUT = 0.1;

/** Amount range that begins here, such as “over 5,000”, “$500+” or “1000-2000”. */
export function amountsAt(reader: SearchReader, at: number): Parsed<AmountsAsked> | null {
  const { words } = reader;
  const named = after(reader, at, words.amountNames);
  const asked = named === null ? null : amountsOf(reader, named);
  return asked ?? boundedAt(reader, at) ?? betweenAt(reader, at) ?? openAt(reader, at);
}

/** Amount range after the name of an amount. A single amount means exactly that one. */
export function amountsOf(reader: SearchReader, at: number): Parsed<AmountsAsked> | null {
  const asked = boundedAt(reader, at) ?? betweenAt(reader, at) ?? openAt(reader, at);
  if (asked) return { ...asked, value: { ...asked.value, mayBeText: false } };
  const amount = amountAt(reader, at);
  return amount && result(amount.value, rangeOf('exactly', amount.value.cents), amount.next);
}

/** “Not over $200” is at most $200, and “not under 200” at least 200; null for other ranges. */
export function oppositeOf({
  fromCents,
  toCents,
  ...others
}: AmountCondition): AmountCondition | null {
  if (fromCents > 0 && !isFinite(toCents)) {
    const [least, most] = rangeOf('under', fromCents);
    return { ...others, fromCents: least, toCents: most };
  }
  return fromCents <= 0 && isFinite(toCents)
    ? { ...others, fromCents: toCents + 1, toCents: Infinity }
    : null;
}

const signs: Readonly<Record<string, AmountWord>> = {
  '>': 'over',
  '>=': 'atLeast',
  '≥': 'atLeast',
  '<': 'under',
  '<=': 'atMost',
  '≤': 'atMost',
  '=': 'exactly',
  '~': 'about',
  '±': 'about',
};

/** “>”, “at least”, “more than or equal to”. */
export function comparingWordAt(reader: SearchReader, at: number): Parsed<AmountWord> | null {
  const sign = signs[signAt(reader, at) ?? ''];
  if (sign !== undefined) return { value: sign, next: at + 1 };
  const word = phraseAt(reader, at, reader.words.amounts) ?? hastyWordAt(reader, at);
  const equal = word && after(reader, word.next, reader.words.orEqual);
  if (word?.value === 'over' && equal !== null) return { value: 'atLeast', next: equal };
  return word?.value === 'under' && equal !== null ? { value: 'atMost', next: equal } : word;
}

/** “ovr 5000”: a letter is missing after the first one. */
function hastyWordAt(reader: SearchReader, at: number): Parsed<AmountWord> | null {
  const typed = wordAt(reader, at) ?? '';
  const isBeforeNumber = /^\p{Sc}?\d/u.test(wordAt(reader, at + 1) ?? '');
  if (!isBeforeNumber || !/^\p{L}{3,5}$/u.test(typed) || reader.known.holds(typed, false))
    return null;
  const isMeant = (name: string): boolean => {
    let same = 0;
    while (same < typed.length && name[same] === typed[same]) same++;
    return same > 0 && name.length > typed.length && name.slice(same + 1) === typed.slice(same);
  };
  const meant = [...reader.words.amounts].find(([name]) => isMeant(name));
  return meant ? { value: meant[1], next: at + 1 } : null;
}

/** “max.145”, “over500”: a word and an amount without a space. */
function joinedBoundAt(
  reader: SearchReader,
  at: number,
): { readonly word: AmountWord; readonly amount: Parsed<Amount> } | null {
  const [, name = '', point = '', number = ''] =
    /^(\p{L}+)(\.?)(\d.*)$/u.exec(wordAt(reader, at) ?? '') ?? [];
  const word = reader.words.amounts.get(name);
  const isShort = point === '' && name.length < 3;
  const token = reader.tokens[at];
  if (!word || !token || isShort || reader.known.holds(token.folded, false)) return null;
  const tokens = reader.tokens.with(at, { ...token, key: number });
  const amount = amountAt({ ...reader, tokens }, at);
  return amount && { word, amount };
}

function boundedAt(reader: SearchReader, at: number): Parsed<AmountsAsked> | null {
  const currency = shortNameAt(reader, at);
  const bound = comparingWordAt(reader, currency?.next ?? at);
  const following = bound && amountAt(reader, bound.next);
  const { word, amount } =
    (bound && following ? { word: bound.value, amount: following } : joinedBoundAt(reader, at)) ??
    {};
  if (!word || !amount) return null;
  const currencies = amount.value.currencies ?? currency?.value ?? null;
  const range = rangeOf(isWorthAt(reader, at) ? 'exactly' : word, amount.value.cents);
  // “At least 500 or more” has two bounds with one meaning.
  const end = endAt(reader, amount.next);
  const isSame =
    end &&
    rangeOf(end.value, 0).every((cents, side) => isFinite(cents) === isFinite(range[side] ?? 0));
  return result({ ...amount.value, currencies }, range, end && isSame ? end.next : amount.next);
}

/**
 * The “rs” of “rs over 2 lakhs”. Longer names are conditions of their own. “Not rs over 2 lakhs” does not negate the
 * limit, and a list may name other currencies.
 */
function shortNameAt(reader: SearchReader, at: number): Parsed<readonly string[]> | null {
  const { or, and, not, none } = reader.words;
  const isShort = /^\p{L}{1,2}$/u.test(wordAt(reader, at) ?? '');
  const before = wordAt(reader, at - 1) ?? '';
  const isFirst = at === 0 || (reader.tokens[at - 1]?.kind === 'word' && !endsList(reader, at - 1));
  const isOther = [or, and, not, none].some((set) => set.has(before));
  return isShort && isFirst && !isOther && !isOfVendor(reader, at)
    ? currencyNameAt(reader, at)
    : null;
}

/** “Or more” after an amount or a number of days. “Or over 500 EUR” begins another limit. */
export function endAt(reader: SearchReader, at: number): Parsed<AmountEnd> | null {
  const end = phraseAt(reader, at, reader.words.amountEnds);
  return end && amountAt(reader, end.next) === null ? end : null;
}

/** “RE-1 über 50 €” is the amount of that bill, not a limit. */
function isWorthAt(reader: SearchReader, at: number): boolean {
  const { tokens, words, known } = reader;
  const isPaper = ({ key, folded }: SearchToken): boolean =>
    words.papers.has(key) || (/\d/.test(folded) && known.holds(folded, true));
  return after(reader, at, words.worth) !== null && tokens.slice(0, at).some(isPaper);
}

function rangeOf(word: AmountWord, cents: number): readonly [from: number, to: number] {
  const off = Math.round(Math.abs(cents) * ABOUT);
  // “Under 50” does not ask for credits.
  const least = cents > 0 ? 0 : -Infinity;
  const ranges: Readonly<Record<AmountWord, readonly [number, number]>> = {
    over: [cents + 1, Infinity],
    atLeast: [cents, Infinity],
    under: [least, cents - 1],
    atMost: [least, cents],
    about: [cents - off, cents + off],
    exactly: [cents, cents],
  };
  return ranges[word];
}

/** “between 1000 and 2000”, “1000-2000”, “1k to 2k”, “500..700”. */
function betweenAt(reader: SearchReader, at: number): Parsed<AmountsAsked> | null {
  const { words } = reader;
  const opened = after(reader, at, words.between) ?? after(reader, at, words.from);
  const joined = joinedAt(reader, opened ?? at);
  if (joined)
    return {
      ...joined,
      value: { ...joined.value, mayBeText: joined.value.mayBeText && opened === null },
    };
  const first = amountAt(reader, opened ?? at);
  if (first === null) return null;
  const isDash = /^(?:[-–—]|\.\.)$/u.test(wordAt(reader, first.next) ?? '');
  const middle =
    after(reader, first.next, words.to) ??
    (opened === null ? null : after(reader, first.next, words.and)) ??
    (isDash ? first.next + 1 : null);
  const second = middle === null ? null : amountAt(reader, middle);
  if (second && opened !== null && first.value.cents > second.value.cents)
    return between(second.value, first.value, second.next);
  if (second) return between(scaledAs(second.value, first.value), second.value, second.next);
  const isFrom = opened !== null && after(reader, at, words.from) !== null;
  return isFrom ? result(first.value, rangeOf('atLeast', first.value.cents), first.next) : null;
}

/** “1000-2000” in one word, with a currency before or after it. */
function joinedAt(reader: SearchReader, start: number): Parsed<AmountsAsked> | null {
  const before = currencyAt(reader, start);
  const at = before?.next ?? start;
  const { kind, folded = '' } = reader.tokens[at] ?? {};
  // The key of “R5k-R9k” has no hyphen.
  const typed = kind === 'word' ? folded.replace(pauses, '') : '';
  const [, first, second] =
    /^(.*?\d(?:[.,]-|\p{L}*|\p{Sc}))(?:[-–—−]|\.{2,3})(\D{0,3}\d.*)$/u.exec(typed) ?? [];
  const [from, to] = [first, second].map((text) =>
    text === undefined ? null : amountIn(text, reader),
  );
  if (!from || !to) return null;
  const suffix = /\p{L}$/u.test(first ?? '') ? null : /(\p{L}+)$/u.exec(second ?? '')?.[1];
  const scaled =
    suffix === undefined || suffix === null
      ? from
      : (amountIn(`${first ?? ''}${suffix}`, reader) ?? from);
  const scale = to.scale === 1 ? scaleAt(reader, at + 1) : null;
  const next = scale?.next ?? at + 1;
  const last = scale === null ? to : scaledBy(scale.value.scale, to);
  const currency = currencyAt(reader, next);
  const currencies = scale?.value.currencies ?? currency?.value ?? before?.value ?? null;
  const named = currencies === null ? last : { ...last, currencies, isCertain: true };
  // “1-2k” begins at 1k, “500-1k” at 500.
  const least = scaled.cents < last.cents ? scaled : from;
  return between(scaledAs(last, least), named, currency?.next ?? next);
}

/** “1 to 2k” begins at 1k, “500 to 2k” at 500. */
function scaledAs({ cents, scale }: Amount, first: Amount): Amount {
  const isSmaller = first.scale === 1 && first.cents < cents / scale;
  return scale > 1 && isSmaller ? scaledBy(scale, first) : first;
}

function scaledBy(scale: number, amount: Amount): Amount {
  return { ...amount, cents: Math.round(amount.cents * scale), scale, isCertain: true };
}

function between(from: Amount, to: Amount, next: number): Parsed<AmountsAsked> | null {
  if (from.cents >= to.cents || to.cents > MAX_CENTS) return null;
  const currencies = narrowed(from.currencies, to.currencies);
  const isCertain = from.isCertain || to.isCertain;
  return result({ currencies, isCertain }, [from.cents, to.cents], next);
}

/** A range that ends above is the number of a bill: “551-850088754”. */
const MAX_CENTS = 10_000_000_000;

/** “5000+”, “5000 or more”, “400 approx”, “5k”. */
function openAt(reader: SearchReader, at: number): Parsed<AmountsAsked> | null {
  const amount = amountAt(reader, at);
  if (amount === null) return null;
  const { cents, currencies, isAlone } = amount.value;
  const end = endAt(reader, amount.next);
  const word = amount.value.end ?? end?.value;
  if (word)
    return result({ currencies, isCertain: true }, rangeOf(word, cents), end?.next ?? amount.next);
  const isZero = cents === 0 && reader.tokens.length === amount.next - at;
  // Other amounts alone are searched as typed.
  if (!isAlone && !isZero && currencies === null) return null;
  const typed = reader.tokens.slice(at, amount.next).map(({ text }) => text);
  const hasCents = typed.some((text) => /\d[.,]\d\d(?![.,]?\d)/u.test(text));
  // “1434 dollars” is the amount without its cents.
  const isRounded =
    currencies !== null &&
    !hasCents &&
    cents % HUNDREDTHS_PER_UNIT === 0 &&
    hasMinorUnit(currencies, reader);
  const rest = isRounded ? HUNDREDTHS_PER_UNIT - 1 : 0;
  const off = (amount.value.roundedTo ?? 0) / 2;
  const [less, more] = off > 0 ? [off, off - 1] : cents < 0 ? [rest, 0] : [0, rest];
  const range = [cents - less, cents + more] as const;
  return result({ ...amount.value, isCertain: true }, range, amount.next);
}

/** Whether an amount in these currencies may have cents. Yen have none. */
function hasMinorUnit(currencies: readonly string[], { known }: SearchReader): boolean {
  const code = currencies.find((each) => known.currencies.includes(each)) ?? currencies[0];
  return moneyDigits(0, code ?? '') > 0;
}

function result(
  { currencies, isCertain }: Pick<Amount, 'currencies' | 'isCertain'>,
  [fromCents, toCents]: readonly [from: number, to: number],
  next: number,
): Parsed<AmountsAsked> {
  return { value: { fromCents, toCents, currencies, mayBeText: !isCertain }, next };
}

/** One amount, with its currency before or after it. */
function amountAt(reader: SearchReader, at: number): Parsed<Amount> | null {
  const before = currencyAt(reader, at);
  const begin = before?.next ?? at;
  const digits = numberAt(reader, begin);
  const number = digits ?? spelledAt(reader, begin);
  if (number === null) return null;
  const amount = number.value;
  const scale = scaleAt(reader, number.next);
  const typed = wordAt(reader, begin) ?? '';
  // “12 mill lane” is an address. Asking costs a pass over all bills, so only words such as “mill” ask.
  const isScaled = !reader.known.holds(wordsOf(reader, begin, number.next), true);
  const scaled = scale && isScaled ? scale : null;
  const factor = scaled?.value.scale ?? 1;
  const following = scaled?.next ?? number.next;
  const currency = currencyBehind(reader, begin, following);
  const isNamed = [at, currency ? following : at].some((each) => currencyNameAt(reader, each));
  const behind = narrowed(scaled?.value.currencies ?? null, currency?.value ?? null);
  const beside = narrowed(before?.value ?? null, behind);
  const [fraction] = /(?<=^(?:\p{L}{0,3}\.?\p{Sc}?))\d+[.,]\d+$/u.exec(typed) ?? [];
  const isFraction = digits?.next === begin + 1 && factor > 1 && fraction !== undefined;
  // “1,625 million” has a decimal comma.
  const cents = isFraction
    ? Number(fraction.replace(',', '.')) * HUNDREDTHS_PER_UNIT
    : amount.cents;
  return {
    value: {
      ...amount,
      scale: amount.scale * factor,
      ...(isFraction ? { roundedTo: lastDigitIn(fraction, factor) } : {}),
      cents: Math.round(cents * factor),
      currencies: narrowed(amount.currencies, beside),
      isCertain: amount.isCertain || beside !== null || scaled !== null,
      isAlone: amount.isAlone || isNamed || (digits !== null && scaled !== null),
    },
    next: currency?.next ?? following,
  };
}

/** Digits, also with a space between thousands. */
function numberAt(reader: SearchReader, at: number): Parsed<Amount> | null {
  let [typed, next] = [wordAt(reader, at), at + 1];
  if (typed === null) return null;
  const isGroup = (): boolean =>
    !endsList(reader, next - 1) &&
    reader.tokens[next]?.beginsCell !== true &&
    /^\d{3}(?:[.,]\d{1,2})?\+?$/u.test(wordAt(reader, next) ?? '');
  if (/^(?:\p{Sc}|r)?\d{1,3}$/u.test(typed))
    while (isGroup()) typed += wordAt(reader, next++) ?? '';
  const value = amountIn(typed, reader);
  return value && { value, next };
}

const aHalf = { value: 1 / 2, scale: 1, hasScale: false, isCounted: true };

/** “five hundred”, “fifty” before “dollars”, “half a” before “million”, or “thousand” alone. */
function spelledAt(reader: SearchReader, at: number): Parsed<Amount> | null {
  const half = after(reader, at, reader.words.half);
  const spelled = half === null ? numberWordsAt(reader, at) : { value: aHalf, next: half };
  if (spelled === null) return null;
  const { value, scale, hasScale, isCounted } = spelled.value;
  const isOfMoney = half === null && currencyNameAt(reader, spelled.next) !== null;
  if (!hasScale && !isOfMoney && scaleAt(reader, spelled.next) === null) return null;
  const common = { currencies: null, end: null, isCertain: true };
  const cents = value * HUNDREDTHS_PER_UNIT;
  return { value: { ...common, cents, isAlone: isCounted, scale }, next: spelled.next };
}

function wordsOf(reader: SearchReader, first: number, last: number): string {
  return [first, last].map((at) => wordAt(reader, at) ?? '').join(' ');
}

interface Suffix {
  readonly scale: number;
  readonly currencies: readonly string[] | null;
  readonly end: AmountEnd | null;
}

function scaleAt(reader: SearchReader, at: number): Parsed<Suffix> | null {
  const scale = phraseAt(reader, at, reader.words.scales);
  if (scale)
    return { value: { scale: Number(scale.value), currencies: null, end: null }, next: scale.next };
  const suffix = suffixOf(wordAt(reader, at) ?? '', wordAt(reader, at - 1) ?? '', reader);
  return suffix && suffix.scale > 1 ? { value: suffix, next: at + 1 } : null;
}

/** Lakh or crore by its abbreviation. Without rupees “3 l” are liters, and “45.00 CR” is a credit of a bank line. */
function rupeeScaleOf(typed: string, number: string, reader: SearchReader): number | undefined {
  const scale = typed === 'l' ? 1e5 : typed === 'cr' ? 1e7 : undefined;
  const isOfLine = typed === 'cr' && /[.,]\d\d$/u.test(number);
  return scale === undefined || isOfLine || !isInRupees(reader) ? undefined : scale;
}

/** Meaning of “k”, “eur”, “k€”, “teur” or “ish” right after a number; null for other letters. */
function suffixOf(typed: string, number: string, reader: SearchReader): Suffix | null {
  const { amountEnds, scales } = reader.words;
  const end = amountEnds.get(typed.replace(/^-/u, ''));
  if (typed === '' || end) return { scale: 1, currencies: null, end: end ?? null };
  const whole = scales.get(typed) ?? rupeeScaleOf(typed, number, reader);
  if (whole) return { scale: Number(whole), currencies: null, end: null };
  for (let length = 0; length < typed.length; length++) {
    const name = typed.slice(0, length).replace(/\.$/u, '');
    const scale = length === 0 ? 1 : name === 't' ? 1e3 : Number(scales.get(name) ?? 0);
    const currencies = scale === 0 ? null : currenciesOf(typed.slice(length), reader);
    if (currencies) return { scale, currencies, end: null };
  }
  return null;
}

/** “1,000”, “$5k”, “US$500”, “500€”, “EUR500”, “2t€”, “5000+”, “Fr.500”. */
function amountIn(text: string, reader: SearchReader): Amount | null {
  // “500,-” and “500/-” have no cents.
  const written = text.replace(/(?<=\d[.,])-{1,2}(?=\p{Sc}?$)|(?<=\d)\/[-=]$/u, '');
  // “-$450”, “$450-”, “450.00-”, and “450-” if no bill has it.
  const isNegative =
    /^-\p{L}{0,2}\p{Sc}|^(?:(?:\p{L}{0,2}\p{Sc}|r\d).*|.*[.,]\d\d\p{Sc}?)-$/u.test(written) ||
    (/^\d+-$/u.test(written) && !reader.known.holds(written, false));
  const typed = isNegative ? written.replaceAll(/^-|-$/gu, '') : written;
  const [, before = '', number = '', letters = '', plus] =
    /^(\p{L}{2,3}\.|\p{L}{3}|r|\p{L}{0,2}\p{Sc})?(-?\d[\d.,'’]*)(-?\p{L}*\.?\p{Sc}?)(\+)?$/u.exec(
      typed,
    ) ?? [];
  const plain = number === '' ? null : centsIn(number.replace(/[.,]$/u, ''));
  const cents = plain !== null && isNegative && !isDebit(written, plain, reader) ? -plain : plain;
  const suffix = suffixOf(letters, number, reader);
  if (cents === null || suffix === null) return null;
  const { scale, end } = suffix;
  const sign = before === '' ? null : currenciesOf(before.replace('.', ''), reader);
  if (before !== '' && sign === null) return null;
  const currencies = narrowed(sign, suffix.currencies);
  const isCode = currencies !== null && !/\p{Sc}/u.test(typed);
  return {
    cents: scale === 1 ? cents : Math.round(fractionOf(number) * scale * HUNDREDTHS_PER_UNIT),
    currencies,
    end: plus === undefined ? end : 'atLeast',
    // “EUR500” may be a bill number.
    isCertain: scale > 1 || (currencies !== null && !isCode),
    isAlone: scale > 1 || isCode || isNegative,
    scale,
    roundedTo: scale === 1 ? 0 : lastDigitIn(number, scale),
  };
}

/** “450.00-” is the debit of a bank line, if bills have that amount and no credit of it. */
function isDebit(written: string, cents: number, { known }: SearchReader): boolean {
  const isHeld = (each: number): boolean =>
    amountSpellings(each).some((spelling) => known.holds(spelling, true));
  return written.endsWith('-') && isHeld(cents) && !isHeld(-cents);
}

/** Cents that the last decimal of a number before “k” or “million” stands for; 0 without decimals. */
function lastDigitIn(number: string, scale: number): number {
  const decimals = /(?:,(?=\d{1,2}$)|\.)(\d+)$/u.exec(number)?.[1]?.length ?? 0;
  return decimals === 0 ? 0 : (scale * HUNDREDTHS_PER_UNIT) / 10 ** decimals;
}

/** Number before “k” or “m”: “1.5” of “1.5k”. Three digits after its point are not thousands. */
function fractionOf(number: string): number {
  const plain = number
    .replaceAll(/['’]/gu, '')
    .replace(/,(?=\d{1,2}$)/u, '.')
    .replaceAll(',', '');
  return Number(plain);
}
