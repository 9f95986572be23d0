import { cached } from '../base/cached.ts';
import { CENTS_PER_UNIT } from '../contract/assumptions.ts';

/**
 * Decimal digits by ISO 4217 where they are not two. ICU is no substitute: it has 0 digits for HUF, IDR and COP, and
 * would round cents away.
 */
const isoDigits: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((code) => [code, 0] as const),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
  ...['CLF', 'UYW'].map((code) => [code, 4] as const),
]);

const CENT_DIGITS = 2;

/**
 * Text of an amount in the user's locale. It has ISO 4217's digits, but never hides a cent: 1250.50 of a currency
 * without digits shows both decimals.
 *
 * @param amountCents hundredths of the currency's unit, for any currency
 * @param currency code as sent by the service; a code unknown to ISO follows the number
 */
export function formatMoney(amountCents: number, currency: string, locale: string): string {
  const code = currency.toUpperCase();
  const format = moneyFormat(code, moneyDigits(amountCents, code), locale);
  const text = format.format(decimalText(amountCents));
  return isIsoCode(code) ? text : `${text} ${currency}`;
}

/** Digits to show for this amount: ISO's, or two when ISO's digits would hide cents. */
export function moneyDigits(amountCents: number, currency: string): number {
  const digits = isoDigits.get(currency.toUpperCase()) ?? CENT_DIGITS;
  return digits < CENT_DIGITS && amountCents % CENTS_PER_UNIT !== 0 ? CENT_DIGITS : digits;
}

/** Whether the amount has a fraction of a unit, although the currency has none: ¥10.80. */
export function isOddFraction(amountCents: number, currency: string): boolean {
  return isoDigits.get(currency.toUpperCase()) === 0 && amountCents % CENTS_PER_UNIT !== 0;
}

/** Decimal text such as "-1250.00". It does not divide by 100: a large amount would lose its cents. */
export function decimalText(amountCents: number): `${number}` {
  const sign = amountCents < 0 ? '-' : '';
  const cents = BigInt(Math.abs(amountCents));
  const units = cents / BigInt(CENTS_PER_UNIT);
  const rest = String(cents % BigInt(CENTS_PER_UNIT)).padStart(CENT_DIGITS, '0');
  return `${sign}${units}.${rest}` as `${number}`;
}

/** Decimal text with as many digits as `formatMoney` shows: yen have none. */
export function plainAmount(
  amountCents: number,
  currency: string,
  digits = moneyDigits(amountCents, currency),
): string {
  const [units = '', cents = ''] = decimalText(amountCents).split('.');
  return digits === 0 ? units : `${units}.${cents.padEnd(digits, '0')}`;
}

function isIsoCode(code: string): boolean {
  return /^[A-Z]{3}$/u.test(code);
}

const formats = new Map<string, Intl.NumberFormat>();

// Building a formatter takes far longer than using it, and a list formats thousands of amounts.
function moneyFormat(code: string, digits: number, locale: string): Intl.NumberFormat {
  const key = `${locale} ${code} ${digits}`;
  const make = () =>
    new Intl.NumberFormat(locale, {
      ...(isIsoCode(code) ? { style: 'currency', currency: code } : {}),
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  return cached(formats, key, make);
}
