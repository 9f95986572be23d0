import type { BillRow } from '../../core/bills/bill-row.ts';
import type { CurrencyTotal } from '../../core/bills/currency-totals.ts';

/** How many bills of a list each currency has; gone through once for each list. */
const counted = new WeakMap<readonly BillRow[], ReadonlyMap<string, number>>();

/** Totals with the currency of most bills of the list first, since amounts of several cannot be compared. */
export function mostBilledFirst(
  totals: readonly CurrencyTotal[],
  rows: readonly BillRow[],
): readonly CurrencyTotal[] {
  if (totals.length < 2) return totals;
  const counts = counted.get(rows) ?? countCurrencies(rows);
  counted.set(rows, counts);
  const countOf = ({ currency }: CurrencyTotal): number => counts.get(currency) ?? 0;
  return totals.toSorted((left, right) => countOf(right) - countOf(left));
}

function countCurrencies(rows: readonly BillRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { bill } of rows) counts.set(bill.currency, (counts.get(bill.currency) ?? 0) + 1);
  return counts;
}
