import type { Ref } from 'react';
import { formatMoney } from '../../../bridge/money.ts';
import { messages } from '../text/messages.ts';
import { sayAll } from '../text/say.ts';
import type { CurrencyTotal } from '../../core/model/currency-totals.ts';
import './totals.css';

export interface TotalsProps {
  readonly totals: readonly CurrencyTotal[];
  readonly locale: string;
  readonly ref?: Ref<HTMLUListElement>;
}

/** One total per currency, never added together. Credits follow the bills when they are separate. */
export function Totals({ totals, locale, ref }: TotalsProps) {
  return (
    <ul ref={ref} className="totals">
      {totals.map((total) => (
        <li key={total.currency} className="amount">
          {formatTotal(total, locale)}
        </li>
      ))}
    </ul>
  );
}

export const formatTotal = (total: CurrencyTotal, locale: string): string =>
  sayAll(' · ', totalParts(total, locale));

/** Texts of the bills' total, then of the total of separate credits. */
export function totalParts(
  { currency, amountCents, creditsCents }: CurrencyTotal,
  locale: string,
): readonly string[] {
  const bills = formatMoney(amountCents, currency, locale);
  if (creditsCents === undefined) return [bills];
  const credits = messages.review.credits(formatMoney(creditsCents, currency, locale));
  return amountCents === 0 ? [credits] : [bills, credits];
}
