import { useCallback, useState } from 'react';
import { messages } from '../text/messages.ts';
import { sayAll } from '../text/say.ts';
import { formatTotal, Totals, type TotalsProps } from '../ui/Totals.tsx';

/** Totals in the heading of a group. Those that don't fit are counted. */
export function GroupTotals({ totals, locale }: TotalsProps) {
  // A key per set of currencies: new totals are new elements to watch, and the old count doesn't apply to them.
  const currencies = totals.map(({ currency }) => currency).join(' ');
  return <CountedTotals key={currencies} totals={totals} locale={locale} />;
}

function CountedTotals({ totals, locale }: TotalsProps) {
  const [hidden, setHidden] = useState(0);
  const watch = useCallback((list: HTMLUListElement) => watchHidden(list, setHidden), []);
  return (
    <>
      <Totals ref={watch} totals={totals} locale={locale} />
      {hidden > 0 && (
        <span
          className="faint"
          title={sayAll(
            '\n',
            totals.map((each) => formatTotal(each, locale)),
          )}
        >
          {messages.review.moreCurrencies(hidden)}
        </span>
      )}
    </>
  );
}

/** Share of a total that must be visible. A total on the list's second line is hidden. */
const VISIBLE = 0.5;

/** Reports the number of hidden items of a list, now and after each change of its size. @returns stops this */
function watchHidden(list: HTMLUListElement, report: (count: number) => void): () => void {
  const hidden = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) hidden.delete(target);
        else hidden.add(target);
      }
      report(hidden.size);
    },
    { root: list, threshold: VISIBLE },
  );
  for (const item of list.children) observer.observe(item);
  return () => observer.disconnect();
}
