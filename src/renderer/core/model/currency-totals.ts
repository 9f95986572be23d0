import { isPayable } from '../../../contract/assumptions.ts';
import type { Bill } from '../../../contract/bill.ts';
import type { Approval } from './approval.ts';
import { compareCurrencies } from './currency-order.ts';

export interface CurrencyTotal {
  readonly currency: string;
  readonly amountCents: number;
  /** Sum of the credits, below zero; absent if there are none, or if `amountCents` includes them. */
  readonly creditsCents?: number;
}

/** Amount still to pay. A bill that isn't payable, such as a void one, owes nothing, whatever amount due it states. */
export function dueOf({
  currency,
  amountDueCents,
  status,
}: Pick<Bill, 'currency' | 'amountDueCents' | 'status'>) {
  return { currency, amountCents: isPayable(status) ? amountDueCents : 0 };
}

/** Amount to show for a bill: the amount due, or the total of a bill that owes nothing. */
export function amountOf(
  bill: Pick<Bill, 'currency' | 'amountDueCents' | 'totalCents' | 'status'>,
) {
  return isPayable(bill.status)
    ? dueOf(bill)
    : { currency: bill.currency, amountCents: bill.totalCents };
}

/** Amount due that was on screen when the bill was approved. */
export function approvedDueOf({
  snapshot: { currency, amountDueCents },
}: Pick<Approval, 'snapshot'>) {
  return { currency, amountCents: amountDueCents };
}

/** Sums per currency, in the order of `compareCurrencies`. Currencies are never added together. */
export function totalsPerCurrency(amounts: Iterable<CurrencyTotal>): readonly CurrencyTotal[] {
  const sums = new Map<string, number>();
  for (const { currency, amountCents } of amounts)
    sums.set(currency, (sums.get(currency) ?? 0) + amountCents);
  return [...sums]
    .map(([currency, amountCents]) => ({ currency, amountCents }))
    .toSorted((left, right) => compareCurrencies(left.currency, right.currency));
}

/**
 * Totals to confirm, with credits separate from bills: their sum would hide how much is paid.
 */
export function totalsToConfirm(amounts: readonly CurrencyTotal[]): readonly CurrencyTotal[] {
  const credits = totalsPerCurrency(amounts.filter(({ amountCents }) => amountCents < 0));
  const creditsOf = new Map(credits.map(({ currency, amountCents }) => [currency, amountCents]));
  const bills = amounts.map((each) => ({ ...each, amountCents: Math.max(0, each.amountCents) }));
  return totalsPerCurrency(bills).map((total) => {
    const creditsCents = creditsOf.get(total.currency);
    return creditsCents === undefined ? total : { ...total, creditsCents };
  });
}
