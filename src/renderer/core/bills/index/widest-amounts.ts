import { CENTS_PER_UNIT } from '../../../../contract/assumptions.ts';
import type { CurrencyTotal } from '../../model/currency-totals.ts';

/**
 * Amounts that may need the most room: in each currency those farthest from zero, with and without sign, and with and
 * without cents. Includes amounts of deleted bills.
 */
export interface WidestAmounts {
  add(amount: CurrencyTotal): void;
  all(): readonly CurrencyTotal[];
}

export function createWidestAmounts(): WidestAmounts {
  const found = new Map<string, number[]>();
  return {
    add: ({ currency, amountCents }) => {
      let kinds = found.get(currency);
      if (kinds === undefined) found.set(currency, (kinds = [0, 0, 0, 0]));
      const kind = (amountCents < 0 ? 2 : 0) + (amountCents % CENTS_PER_UNIT === 0 ? 0 : 1);
      if (Math.abs(amountCents) > Math.abs(kinds[kind] ?? 0)) kinds[kind] = amountCents;
    },
    all: () =>
      [...found].flatMap(([currency, kinds]) =>
        kinds.filter((cents) => cents !== 0).map((amountCents) => ({ currency, amountCents })),
      ),
  };
}
