import {
  after,
  endsList,
  type KnownBills,
  type Parsed,
  phraseAt,
  type SearchReader,
  wordAt,
} from './search-reader.ts';
import { codesOfSymbol } from './search-terms.ts';
import { longNameAt } from './search-vendors.ts';

/** Codes that a sign, a code or a name stands for. */
export function currenciesOf(
  written: string,
  { words, known }: Pick<SearchReader, 'words' | 'known'>,
): readonly string[] | null {
  const symbol = codesOfSymbol(written);
  if (symbol) return symbol;
  const code = written.toUpperCase();
  const named = words.currencies.get(written);
  if (named !== undefined) return ofBills(named, written, known);
  // Some codes are words, such as “all” and “top”. Accept those of bills, and those with a name.
  const isCode =
    known.currencies.includes(code) ||
    [...words.currencies.values()].some((codes) => codes.split(' ').includes(code));
  return isCode ? [code] : null;
}

/** Currency by name, such as “dollars”, unless a vendor's longer name begins here, as “Aussie Dollar Store”. */
export function currencyNameAt(reader: SearchReader, at: number): Parsed<readonly string[]> | null {
  const named = phraseAt(reader, at, reader.words.currencies);
  if (named && (longNameAt(reader, at)?.next ?? 0) > named.next) return null;
  const name = named?.next === at + 1 ? wordAt(reader, at) : null;
  const codes = named && ofBills(named.value, name, reader.known);
  return codes && { value: codes, next: named.next };
}

/**
 * The named currencies that bills have, or all of them if bills have none. Then null for a name of one or two letters:
 * “R”, “Ft”, “kr” and “Fr” are also other words.
 */
function ofBills(
  named: string,
  name: string | null,
  { currencies }: KnownBills,
): readonly string[] | null {
  const codes = named.split(' ');
  const own = codes.filter((code) => currencies.includes(code));
  if (own.length > 0) return own;
  return name !== null && name.length < 3 ? null : codes;
}

/** Currency by sign, code or name. */
export function currencyAt(reader: SearchReader, at: number): Parsed<readonly string[]> | null {
  const named = currencyNameAt(reader, at);
  if (named) return named;
  const typed = wordAt(reader, at);
  const codes =
    typed === null || reader.words.currencies.has(typed) ? null : currenciesOf(typed, reader);
  return codes && { value: codes, next: at + 1 };
}

/** Currency after an amount, unless it belongs to the next one: the second sign of “R 500 R 600” or “500, R 600”. */
export function currencyBehind(
  reader: SearchReader,
  begin: number,
  at: number,
): Parsed<readonly string[]> | null {
  const currency = currencyAt(reader, at);
  const mayBeOfNext = endsList(reader, at - 1) || wordAt(reader, begin - 1) === wordAt(reader, at);
  const isNumber = /^\d/u.test(wordAt(reader, currency?.next ?? at) ?? '');
  return mayBeOfNext && isNumber ? null : currency;
}

/** Currencies of an amount with two currency names: CAD for “$500 CAD”. If they differ, the second counts. */
export function narrowed(
  first: readonly string[] | null,
  second: readonly string[] | null,
): readonly string[] | null {
  if (first === null || second === null) return first ?? second;
  return first.every((code) => second.includes(code)) ? first : second;
}

/** Whether the search names rupees, also right before a number as in “Rs.5”, or all bills are in rupees. */
export function isInRupees(reader: SearchReader): boolean {
  const { currencies } = reader.known;
  const isNamed = reader.tokens.some((_, at) => {
    const [before] = /^\p{L}{0,3}\p{Sc}?(?=\.?\d)/u.exec(wordAt(reader, at) ?? '') ?? [];
    const codes = before ? currenciesOf(before, reader) : currencyAt(reader, at)?.value;
    return codes?.includes('INR');
  });
  return isNamed || (currencies.includes('INR') && currencies.length === 1);
}

/** Currencies that bills must not have: “non-USD”, “foreign currency”. */
export function otherCurrencyAt(
  reader: SearchReader,
  at: number,
): Parsed<readonly string[]> | null {
  const { words, known } = reader;
  const foreign = after(reader, at, words.foreign);
  const usual = foreign === null ? null : known.usualCurrency();
  if (foreign !== null && usual !== null) return { value: [usual], next: foreign };
  const [no = '', name = ''] = wordAt(reader, at)?.split(' ') ?? [];
  const isNot = words.not.has(no) || words.none.has(no);
  const named = isNot ? currenciesOf(name, reader) : null;
  return named && { value: named, next: at + 1 };
}
