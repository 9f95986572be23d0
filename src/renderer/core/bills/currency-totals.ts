export interface CurrencyTotal {
  readonly currency: string;
  readonly amountCents: number;
}

/** Sums per currency, in the order of their codes. Currencies are never added to one another. */
export function totalsPerCurrency(amounts: Iterable<CurrencyTotal>): readonly CurrencyTotal[] {
  const sums = new Map<string, number>();
  for (const { currency, amountCents } of amounts)
    sums.set(currency, (sums.get(currency) ?? 0) + amountCents);
  return [...sums]
    .map(([currency, amountCents]) => ({ currency, amountCents }))
    .toSorted((left, right) => (left.currency < right.currency ? -1 : 1));
}
