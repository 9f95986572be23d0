import {
  after,
  numberWordAt,
  type Parsed,
  phraseAt,
  type SearchReader,
  signAt,
  wordAt,
} from './search-reader.ts';
import { centsIn, codesOfSymbol } from './search-terms.ts';
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

interface Amount {
  readonly cents: number;
  readonly currencies: readonly string[] | null;
  readonly isAtLeast: boolean;
  /** Whether it cannot be a bill number: it has a currency, or is written like “5k”. */
  readonly isCertain: boolean;
  /** Whether it is an amount without other words: “5k”, “five hundred”, “500 dollars”. */
  readonly isAlone: boolean;
  /** 1,000 for “2k”; 1 without a word for thousands or millions. */
  readonly scale: number;
}

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
  return amount && result(amount.value, amount.value.cents, amount.value.cents, amount.next);
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

/** “>”, “at least”. */
export function comparingWordAt(reader: SearchReader, at: number): Parsed<AmountWord> | null {
  const sign = signs[signAt(reader, at) ?? ''];
  return sign === undefined
    ? phraseAt(reader, at, reader.words.amounts)
    : { value: sign, next: at + 1 };
}

function boundedAt(reader: SearchReader, at: number): Parsed<AmountsAsked> | null {
  const bound = comparingWordAt(reader, at);
  const amount = bound && amountAt(reader, bound.next);
  if (!bound || !amount) return null;
  const { cents } = amount.value;
  const off = Math.round(Math.abs(cents) * ABOUT);
  const ranges: Readonly<Record<AmountWord, readonly [number, number]>> = {
    over: [cents + 1, Infinity],
    atLeast: [cents, Infinity],
    under: [-Infinity, cents - 1],
    atMost: [-Infinity, cents],
    about: [cents - off, cents + off],
    exactly: [cents, cents],
  };
  const [from, to] = ranges[bound.value];
  // “At least 500 or more” has two bounds with one meaning.
  const end = phraseAt(reader, amount.next, reader.words.amountEnds);
  const isSame = end?.value === (to === Infinity ? 'atLeast' : 'atMost');
  return result(amount.value, from, to, end && isSame ? end.next : amount.next);
}

/** “between 1000 and 2000”, “1000-2000”, “1k to 2k”, “500..700”. */
function betweenAt(reader: SearchReader, at: number): Parsed<AmountsAsked> | null {
  const { words } = reader;
  const opened = after(reader, at, words.between) ?? after(reader, at, words.from);
  const joined =
    opened === null || after(reader, at, words.from) !== null
      ? joinedAt(reader, opened ?? at)
      : joinedAt(reader, opened);
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
  return isFrom ? result(first.value, first.value.cents, Infinity, first.next) : null;
}

function joinedAt(reader: SearchReader, at: number): Parsed<AmountsAsked> | null {
  const [, first, second] =
    /^(.*?\d\p{L}*)(?:[-–—]|\.{2,3})(\D{0,3}\d.*)$/u.exec(wordAt(reader, at) ?? '') ?? [];
  const [from, to] = [first, second].map((text) =>
    text === undefined ? null : amountIn(text, reader),
  );
  if (!from || !to) return null;
  const suffix = /\p{L}$/u.test(first ?? '') ? null : /(\p{L}+)$/u.exec(second ?? '')?.[1];
  // “1-2k” begins at 1k.
  const scaled =
    suffix === undefined || suffix === null
      ? from
      : (amountIn(`${first ?? ''}${suffix}`, reader) ?? from);
  const scale = to.scale === 1 ? scaleAt(reader, at + 1) : null;
  const next = scale?.next ?? at + 1;
  const last = scale === null ? to : scaledBy(scale.value, to);
  const currency = currencyAt(reader, next);
  const named = currency === null ? last : { ...last, currencies: currency.value, isCertain: true };
  return between(scaledAs(last, scaled), named, currency?.next ?? next);
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
  if (from.cents >= to.cents) return null;
  const currencies = to.currencies ?? from.currencies;
  const isCertain = from.isCertain || to.isCertain;
  return result({ currencies, isCertain }, from.cents, to.cents, next);
}

/** “5000+”, “5000 or more”, “5k”. */
function openAt(reader: SearchReader, at: number): Parsed<AmountsAsked> | null {
  const amount = amountAt(reader, at);
  if (amount === null) return null;
  const { cents, isAtLeast } = amount.value;
  const end = phraseAt(reader, amount.next, reader.words.amountEnds);
  if (isAtLeast || end?.value === 'atLeast')
    return result({ ...amount.value, isCertain: true }, cents, Infinity, end?.next ?? amount.next);
  if (end) return result({ ...amount.value, isCertain: true }, -Infinity, cents, end.next);
  if (!amount.value.isAlone) return null;
  // “1434 dollars” is the amount without its cents. Other amounts alone are searched as typed.
  const isRounded = amount.value.currencies !== null && cents % HUNDREDTHS_PER_UNIT === 0;
  const to = isRounded ? cents + HUNDREDTHS_PER_UNIT - 1 : cents;
  return result({ ...amount.value, isCertain: true }, cents, to, amount.next);
}

function result(
  { currencies, isCertain }: Pick<Amount, 'currencies' | 'isCertain'>,
  fromCents: number,
  toCents: number,
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
  const scaled = scaleAt(reader, number.next);
  const following = scaled?.next ?? number.next;
  const currency = currencyAt(reader, following);
  const isNamed = [at, following].some((each) => phraseAt(reader, each, reader.words.currencies));
  const currencies = amount.currencies ?? before?.value ?? currency?.value ?? null;
  const typed = wordAt(reader, begin) ?? '';
  const isFraction =
    digits?.next === begin + 1 && (scaled?.value ?? 1) > 1 && /^\d+[.,]\d+$/u.test(typed);
  // “1,625 million” has a decimal comma.
  const cents = isFraction ? Number(typed.replace(',', '.')) * HUNDREDTHS_PER_UNIT : amount.cents;
  const scale = amount.scale * (scaled?.value ?? 1);
  return {
    value: {
      ...amount,
      scale,
      cents: Math.round(cents * (scaled?.value ?? 1)),
      currencies,
      isCertain: amount.isCertain || currencies !== null || scaled !== null,
      isAlone: amount.isAlone || isNamed || (digits !== null && scaled !== null),
    },
    next: currency?.next ?? following,
  };
}

/** Digits, also with a space between thousands. */
function numberAt(reader: SearchReader, at: number): Parsed<Amount> | null {
  let typed = wordAt(reader, at);
  if (typed === null) return null;
  let next = at + 1;
  if (/^\p{Sc}?\d{1,3}$/u.test(typed))
    for (; /^\d{3}(?:[.,]\d{1,2})?\+?$/u.test(wordAt(reader, next) ?? ''); next++)
      typed += wordAt(reader, next) ?? '';
  const value = amountIn(typed, reader);
  return value && { value, next };
}

/** “ten” or “half a” before “thousand”, or no number before it: “over a thousand”. */
function spelledAt(reader: SearchReader, at: number): Parsed<Amount> | null {
  const joined = joinedNumberAt(reader, at);
  const half = after(reader, at, reader.words.half);
  const named = numberWordAt(reader, at);
  const next = joined === null ? (half ?? named?.next ?? at) : at + 1;
  const isOfMoney = named !== null && phraseAt(reader, next, reader.words.currencies) !== null;
  if (joined === null && !isOfMoney && scaleAt(reader, next) === null) return null;
  const number = joined ?? (half === null ? (named?.value ?? 1) : 1 / 2);
  const isAlone = joined !== null || next > at;
  const cents = number * HUNDREDTHS_PER_UNIT;
  return {
    value: { cents, currencies: null, isAtLeast: false, isCertain: true, isAlone, scale: 1 },
    next,
  };
}

/** “zehntausend”, “fünfhundert”: a number and its scale in one word. */
function joinedNumberAt(reader: SearchReader, at: number): number | null {
  const { numbers, tens, hundreds, thousands } = reader.words;
  const word = wordAt(reader, at) ?? '';
  const scales = [[hundreds, 100] as const, [thousands, 1e3] as const];
  for (const [names, scale] of scales) {
    const name = [...names].find((each) => each.length > 1 && word.endsWith(each));
    const count = name === undefined ? '' : word.slice(0, -name.length);
    const number = (numbers.get(count) ?? -1) + 1 || ((tens.get(count) ?? -1) + 1) * 10;
    if (number > 0) return number * scale;
  }
  return null;
}

function scaleAt(reader: SearchReader, at: number): Parsed<number> | null {
  const { hundreds, thousands, millions } = reader.words;
  const hundred = after(reader, at, hundreds);
  if (hundred !== null) return { value: 100, next: hundred };
  const thousand = after(reader, at, thousands);
  if (thousand !== null) return { value: 1e3, next: thousand };
  const million = after(reader, at, millions);
  return million === null ? null : { value: 1e6, next: million };
}

/** “1,000”, “$5k”, “500€”, “5000+”. */
function amountIn(typed: string, reader: SearchReader): Amount | null {
  const [, code = '', symbol = '', number = '', scale = '', end = '', plus = ''] =
    /^(\p{L}{3})?(\p{Sc})?(-?\d[\d.,'’]*)(k|m|tsd|mio)?\.?(\p{Sc}|\p{L}{3})?(\+)?$/u.exec(typed) ??
    [];
  if (number === '') return null;
  const cents = centsIn(number.replace(/[.,]$/u, ''));
  if (cents === null) return null;
  const factor = scale === '' ? 1 : scale === 'k' || scale === 'tsd' ? 1e3 : 1e6;
  const written = [code, symbol, end].find((each) => each !== '');
  const currencies = written === undefined ? null : currenciesOf(written, reader);
  if (written !== undefined && currencies === null) return null;
  return {
    cents: factor === 1 ? cents : Math.round(fractionOf(number) * factor * HUNDREDTHS_PER_UNIT),
    currencies,
    isAtLeast: plus !== '',
    isCertain: written !== undefined || factor > 1,
    isAlone: factor > 1,
    scale: factor,
  };
}

/** Number before “k” or “m”: “1.5” of “1.5k”. Three digits after its point are not thousands. */
function fractionOf(number: string): number {
  const plain = number
    .replaceAll(/['’]/gu, '')
    .replace(/,(?=\d{1,2}$)/u, '.')
    .replaceAll(',', '');
  return Number(plain);
}

/** Codes that a sign, a code or a name stands for. */
function currenciesOf(
  written: string,
  { words, known }: Pick<SearchReader, 'words' | 'known'>,
): readonly string[] | null {
  const symbol = codesOfSymbol(written);
  if (symbol) return symbol;
  const code = written.toUpperCase();
  const named = words.currencies.get(written);
  if (named !== undefined) return named.split(' ');
  // Some codes are words, such as “all” and “top”. Accept those of bills, and those with a name.
  const isCode = known.currencies.includes(code) || [...words.currencies.values()].includes(code);
  return isCode ? [code] : null;
}

/** Currency by sign, code or name. */
export function currencyAt(reader: SearchReader, at: number): Parsed<readonly string[]> | null {
  const named = phraseAt(reader, at, reader.words.currencies);
  if (named) return { value: named.value.split(' '), next: named.next };
  const typed = wordAt(reader, at);
  const codes = typed === null ? null : currenciesOf(typed, reader);
  return codes && { value: codes, next: at + 1 };
}
