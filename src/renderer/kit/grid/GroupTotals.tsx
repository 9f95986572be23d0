import { messages } from '../text/messages.ts';
import { Totals, type TotalsProps } from '../ui/Totals.tsx';

// Maximum number of totals, as grid.css shows them in lists of three widths.
const MOST_TOTALS = { wide: 5, narrow: 2, least: 1 } as const;

/** Totals in the heading of a group. It counts the currencies that don't fit. */
export function GroupTotals({ totals, locale }: TotalsProps) {
  return (
    <>
      <Totals totals={totals} locale={locale} />
      <MoreCurrencies width="wide" count={totals.length - MOST_TOTALS.wide} />
      <MoreCurrencies width="narrow" count={totals.length - MOST_TOTALS.narrow} />
      <MoreCurrencies width="least" count={totals.length - MOST_TOTALS.least} />
    </>
  );
}

interface MoreCurrenciesProps {
  readonly width: keyof typeof MOST_TOTALS;
  readonly count: number;
}

function MoreCurrencies({ width, count }: MoreCurrenciesProps) {
  if (count <= 0) return null;
  return (
    <span className={`faint totals__more--${width}`}>{messages.review.moreCurrencies(count)}</span>
  );
}
