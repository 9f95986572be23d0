import { CENTS_PER_UNIT } from '../../../../contract/assumptions.ts';
import { invisibleLetters } from '../search/search-text.ts';

/** Character before the cents of an amount. */
export type DecimalMark = '.' | ',';

export interface StatementAmount {
  readonly cents: number;
  /** ISO code of the currency beside the number; null for none. */
  readonly currency: string | null;
}

/**
 * Reads "1,234.50", "1.234,50-", "(12.30)", "€ 1'234.–", "EUR 12,00 CR" and the like. "CR" and "H" (Haben) are credits,
 * which are negative.
 * @param mark decides how to read "1.234"; null reads thousands
 * @param inCurrency currency of the statement; one with three decimals has no thousands in "1.234"
 * @returns null when the text is not an amount, or has fractions of a cent
 */
export function readStatementAmount(
  text: string,
  mark: DecimalMark | null,
  inCurrency: string | null = null,
): StatementAmount | null {
  const parts = amountParts(text);
  if (parts === null) return null;
  const { digits, isNegative, currency } = parts;
  const isThousandth = threeDecimals.has(currency ?? inCurrency ?? '');
  const decimal = decimalMarkOf(digits) ?? mark ?? (isThousandth ? lastMarkOf(digits) : null);
  const at = decimal === null ? -1 : digits.indexOf(decimal);
  const whole = at < 0 ? digits : digits.slice(0, at);
  const rest = at < 0 ? '' : digits.slice(at + 1);
  if (!(isWhole.test(whole) && centsOnly.test(rest))) return null;
  const units = Number(whole.replaceAll(/\D/gu, ''));
  const cents = units * CENTS_PER_UNIT + Number(rest.slice(0, 2).padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return null;
  return { cents: isNegative && cents !== 0 ? -cents : cents, currency };
}

/** Counts the decimal marks that amounts show. "1.234" and "500" show none. */
export function createMarkCounter() {
  const shown = { '.': 0, ',': 0 };
  return {
    add: (text: string): void => {
      const mark = decimalMarkOf(amountParts(text)?.digits ?? '');
      if (mark !== null) shown[mark]++;
    },
    /** The most frequent mark; null for none. */
    mark: (): DecimalMark | null => {
      if (shown['.'] === shown[',']) return null;
      return shown['.'] > shown[','] ? '.' : ',';
    },
  };
}

// Groups of three digits; in India, groups of two above the first.
const isWhole = /^(?:\d*|\d{1,3}(?:\.\d{2,3})*\.\d{3}|\d{1,3}(?:,\d{2,3})*,\d{3})$/u;
const centsOnly = /^\d{0,2}0*$/u;
const spaced = /^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d*)?$/u;

interface AmountParts {
  /** Digits with points and commas only. */
  readonly digits: string;
  readonly isNegative: boolean;
  readonly currency: string | null;
}

/** Splits an amount into number, sign and currency; null when it has anything else. */
function amountParts(text: string): AmountParts | null {
  const plain = text
    .replaceAll('´', "'")
    .replaceAll(invisibleLetters, '')
    .normalize('NFKC')
    .replace(/^\s*="(.*)"\s*$/u, '$1')
    .trim()
    .replaceAll(/[‐‒–—−]/gu, '-');
  const inParentheses = /\(.*\d.*\)/u.test(plain);
  const [, before, number, after] =
    /^(\D*?)([.,]?\d(?:[\d.,'’ ]*[\d.,])?)(\D*)$/u.exec(
      inParentheses ? plain.replaceAll(/[()]/gu, '') : plain,
    ) ?? [];
  if (before === undefined || number === undefined || after === undefined) return null;
  if (/[ '’]/u.test(number) && !spaced.test(number)) return null;
  // "12.-" has no cents; "12-" is negative.
  const isRound = /[.,]$/u.test(number) && after.startsWith('-');
  const beside = `${before} ${isRound ? after.replace(/^-+/u, '') : after}`;
  const words = beside.toUpperCase().match(/\p{L}+\$|\p{L}+|\p{Sc}/gu) ?? [];
  if (/[^\p{L}\p{Sc}\s.+-]/u.test(beside) || !words.every((word) => known(word))) return null;
  return {
    digits: number.replaceAll(/[ '’]|[.,]$/gu, ''),
    isNegative: inParentheses || beside.includes('-') || words.some((word) => credits.has(word)),
    currency:
      words.flatMap((word) => symbols.get(word) ?? (currencyCodes.has(word) ? word : [])).at(0) ??
      null,
  };
}

/** The decimal mark that a number shows; null when both are possible or it has none. */
function decimalMarkOf(digits: string): DecimalMark | null {
  const mark = lastMarkOf(digits);
  if (mark === null) return null;
  const other = mark === '.' ? ',' : '.';
  if (digits.includes(other)) return mark;
  if (digits.indexOf(mark) !== digits.lastIndexOf(mark)) return other;
  return /^[1-9]\d{0,2}[.,]\d{3}$/u.test(digits) ? null : mark;
}

function lastMarkOf(digits: string): DecimalMark | null {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  return last < 0 ? null : (digits.charAt(last) as DecimalMark);
}

export const currencyCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const threeDecimals: ReadonlySet<string> = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));
/** Signs by ISO code. */
const signs: Readonly<Record<string, string>> = {
  EUR: '€',
  GBP: '£',
  INR: '₹ RS',
  CHF: 'FR SFR',
  PLN: 'ZŁ',
  CZK: 'KČ',
  USD: 'US$',
  BRL: 'R$',
  CAD: 'C$ CA$',
  AUD: 'A$ AU$',
  HKD: 'HK$',
  NZD: 'NZ$',
  SGD: 'S$',
};
const symbols: ReadonlyMap<string, string> = new Map(
  Object.entries(signs).flatMap(([code, each]) => each.split(' ').map((sign) => [sign, code])),
);
/** Words to skip: currency signs that several currencies share, and words for a debit. */
const otherWords: ReadonlySet<string> = new Set('$ ¥ KR US DR D S SOLL'.split(' '));
const credits: ReadonlySet<string> = new Set('CR C H HABEN'.split(' '));

function known(word: string): boolean {
  return currencyCodes.has(word) || symbols.has(word) || credits.has(word) || otherWords.has(word);
}
