import { decimalText, moneyDigits } from '../../../bridge/money.ts';
import { CENTS_PER_UNIT } from '../../../contract/assumptions.ts';

/**
 * Reads an amount in the notations of the user's region: "1,250.00", "1.250,00", "1 250", "1250".
 * @returns cents, or null if the text is not an amount or is ambiguous. "1.250" is 1250 in one locale
 * and 1.25 in another, so it is read only if the user's locale groups that way, or the currency has three decimals
 * @param digits decimals of the currency
 */
export function readAmount(text: string, locale: string, digits = 2): number | null {
  const written = westernDigits(text, locale).replaceAll(/[\s\p{Cf}\u2019']/gu, '');
  const found = /^(-?)([\d.,]+)$/u.exec(written.replace('\u2212', '-'));
  const parts = found && splitNumber(found[2] ?? '', notationOf(locale).group, digits);
  if (!found || parts === null) return null;
  const cents =
    Number(parts.whole) * CENTS_PER_UNIT + Number(parts.rest.padEnd(2, '0').slice(0, 2));
  if (!Number.isSafeInteger(cents)) return null;
  return found[1] === '-' && cents !== 0 ? -cents : cents;
}

/** Letters and currency signs, such as "US$" or "ج.م". Not the dot of "€.50", which belongs to the number. */
const MARK = String.raw`[\p{L}\p{Sc}](?:\.?[\p{L}\p{M}\p{Sc}\p{Cf}])*`;
const MARKED = new RegExp(String.raw`^(${MARK}(?:\.(?=[\s\p{Cf}]))?)?(.*?)(${MARK}\.?)?$`, 'su');

/**
 * Reads an amount. The currency's code or symbol may stand before or after it: "€1,000", "1000 EUR".
 * @returns cents, or the problem of the text
 */
export function readMoney(
  text: string,
  currency: string,
  locale: string,
): number | 'notAmount' | 'otherCurrency' {
  const [, before, number = '', after] = MARKED.exec(text.trim()) ?? [];
  const cents = readAmount(number, locale, moneyDigits(0, currency));
  if (cents === null) return 'notAmount';
  const marks = [before, after].flatMap((mark) => (mark === undefined ? [] : plainMark(mark)));
  const own = marksOf(currency, locale);
  const others = marks.filter((mark) => !own.has(mark));
  if (others.length === 0) return cents;
  return others.every((mark) => LIKE_CURRENCY.test(mark)) ? 'otherCurrency' : 'notAmount';
}

/** An ISO 4217 code, or a text with a currency sign. */
const LIKE_CURRENCY = /^[A-Z]{3}$|\p{Sc}/u;

/** Code and symbols of a currency, in the user's locale and in international English. */
function marksOf(currency: string, locale: string): ReadonlySet<string> {
  const code = currency.toUpperCase();
  if (!/^[A-Z]{3}$/u.test(code)) return new Set([plainMark(currency)]);
  const symbols = [locale, 'en-001'].flatMap((language) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay })
        .formatToParts(0)
        .flatMap(({ type, value }) => (type === 'currency' ? value : [])),
    ),
  );
  return new Set([code, ...symbols].map(plainMark));
}

function plainMark(mark: string): string {
  const visible = mark.normalize('NFKC').replaceAll(/[\p{Cf}\s]/gu, '');
  return visible.replace(/\.$/u, '').toUpperCase();
}

/** The amount in the notation of the user's locale, for editing. @param digits decimals to write */
export function writeAmount(cents: number, locale: string, digits = 2): string {
  return amountFormat(locale, digits)
    .formatToParts(decimalText(cents))
    .flatMap(({ type, value }) => (type === 'currency' || type === 'literal' ? [] : value))
    .join('');
}

/** Format of amounts, not of numbers: in Austria, amounts have another thousands separator. */
function amountFormat(locale: string, digits = 2): Intl.NumberFormat {
  const [minimumFractionDigits, maximumFractionDigits] = [digits, digits];
  const style = { style: 'currency', currency: 'USD' } as const;
  return new Intl.NumberFormat(locale, { ...style, minimumFractionDigits, maximumFractionDigits });
}

interface Parts {
  readonly whole: string;
  readonly rest: string;
}

// Groups of three digits; in India, groups of two above the first.
const grouped = /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/u;

/** @param group the thousands separator of the user's locale */
function splitNumber(text: string, group: string, digits: number): Parts | null {
  const decimalAt = decimalSeparator(text, group, digits);
  if (decimalAt === null) return null;
  const whole = decimalAt < 0 ? text : text.slice(0, decimalAt);
  const rest = decimalAt < 0 ? '' : text.slice(decimalAt + 1);
  const isWhole =
    /^\d+$/u.test(whole) || (grouped.test(whole) && !(whole.includes('.') && whole.includes(',')));
  // Amounts are whole cents, so a fraction of a cent is not an amount.
  if (!isWhole || !/^\d{0,2}0*$/u.test(rest) || rest.length > Math.max(2, digits)) return null;
  return { whole: whole.replaceAll(/\D/gu, ''), rest };
}

/** Index of the decimal separator, -1 when there is none, null when it is ambiguous. */
function decimalSeparator(text: string, group: string, digits: number): number | null {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last < 0) return -1;
  const separator = text.charAt(last);
  const other = separator === '.' ? ',' : '.';
  if (text.includes(other)) return text.indexOf(separator) === last ? last : null;
  if (text.indexOf(separator) !== last) return -1;
  if (text.length - last - 1 !== 3) return last;
  if (separator === group) return -1;
  return digits > 2 ? last : null;
}

interface Notation {
  readonly group: string;
  /** The locale's digits from 0 to 9. */
  readonly digits: readonly string[];
}

function notationOf(locale: string): Notation {
  const parts = amountFormat(locale).formatToParts(1_234_567);
  const plain = new Intl.NumberFormat(locale, { useGrouping: false });
  return {
    group: western(parts.find(({ type }) => type === 'group')?.value ?? ''),
    digits: Array.from({ length: 10 }, (_none, digit) => plain.format(digit)),
  };
}

/** Converts Arabic, Persian, Indian and other digits and separators to Western ones. */
function westernDigits(text: string, locale: string): string {
  const { digits } = notationOf(locale);
  const read = digits.reduce((sofar, digit, value) => sofar.replaceAll(digit, String(value)), text);
  return western(read);
}

function western(text: string): string {
  return text.replaceAll('\u066B', '.').replaceAll('\u066C', ',');
}
