import type { Random } from '../../base/random.ts';
import { CENTS_PER_UNIT } from '../../contract/assumptions.ts';

/** Approximate units of the currency per US dollar, so that amounts look realistic. */
const unitsPerDollar: Readonly<Record<string, number>> = {
  JPY: 150,
  HUF: 360,
  KWD: 0.31,
  EUR: 0.92,
};

/** Currencies without fractions in everyday prices. */
const wholeUnitCurrencies: readonly string[] = ['JPY', 'HUF'];

/**
 * A realistic billed amount, in hundredths of the unit for every currency (src/contract/assumptions.ts).
 * @param dollars approximate value in US dollars
 */
export function billedCents(random: Random, dollars: number, currency: string): number {
  const units = dollars * (unitsPerDollar[currency] ?? 1);
  if (wholeUnitCurrencies.includes(currency)) {
    const step = units > 20_000 ? 100 : 10;
    return Math.max(step, Math.round(units / step) * step) * CENTS_PER_UNIT;
  }
  const shape = random.next();
  if (shape < 0.35) return Math.max(1, Math.round(units)) * CENTS_PER_UNIT;
  if (shape < 0.5) return Math.max(1, Math.round(units * 2)) * (CENTS_PER_UNIT / 2);
  return Math.max(1, Math.round(units * CENTS_PER_UNIT));
}
