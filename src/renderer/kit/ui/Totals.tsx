import { formatMoney } from '../../../bridge/money.ts';
import type { CurrencyTotal } from '../../core/bills/currency-totals.ts';
import './totals.css';

export interface TotalsProps {
  readonly totals: readonly CurrencyTotal[];
  readonly locale: string;
}

/** Amounts of several currencies beside one another, never added. */
export function Totals({ totals, locale }: TotalsProps) {
  return (
    <ul className="totals">
      {totals.map(({ currency, amountCents }) => (
        <li key={currency} className="amount">
          {formatMoney(amountCents, currency, locale)}
        </li>
      ))}
    </ul>
  );
}
