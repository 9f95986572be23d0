import type { CurrencyTotal } from '../../../core/model/currency-totals.ts';
import { formatMoney } from '../../../../bridge/money.ts';

/** Width of a digit in the list's typeface, CSS pixels at the default text size. */
const DIGIT_PX = 8.4;

/**
 * Widths of other characters in digits, rounded up. Measuring the text would need a layout, and the typeface, which may
 * not be loaded yet. The first match counts.
 */
const widths: readonly (readonly [characters: RegExp, digits: number])[] = [
  [/\p{Cf}/u, 0],
  [/[\s.,'’٫٬]/u, 0.5],
  [/[MW]/u, 1.65],
  [/[A-Za-z]/u, 1.25],
  [/[\x20-\x7E£¥€]/u, 1],
  [/\p{Nd}/u, 1.2],
  // Any other character, which may come from a wider typeface.
  [/./u, 1.7],
];

/** Width that shows each of these amounts whole, CSS pixels at the default text size; 0 for none. */
export function amountWidthPx(amounts: readonly CurrencyTotal[], locale: string): number {
  const digits = amounts.map(({ amountCents, currency }) =>
    digitsIn(formatMoney(amountCents, currency, locale)),
  );
  return Math.ceil(Math.max(0, ...digits) * DIGIT_PX);
}

function digitsIn(text: string): number {
  let digits = 0;
  for (const each of text) digits += widths.find(([characters]) => characters.test(each))?.[1] ?? 0;
  return digits;
}
