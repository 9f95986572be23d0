import { CENTS_PER_UNIT } from '../../../contract/assumptions.ts';

/** An amount where there is room for five characters: "12.4K". The full one stands in the table. */
export function shortAmount(amountCents: number, locale: string): string {
  const units = amountCents / CENTS_PER_UNIT;
  const digits = Math.abs(units) >= 100_000 || units === 0 ? 0 : 1;
  const format = { notation: 'compact', maximumFractionDigits: digits } as const;
  return units.toLocaleString(locale, format);
}
