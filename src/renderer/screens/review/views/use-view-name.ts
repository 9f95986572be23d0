import { builtInViews, choiceOf } from '../../../core/bills/lists/built-in-views.ts';
import type { CurrencyTotal } from '../../../core/model/currency-totals.ts';
import type { ListChoice } from '../../../core/model/list-choice.ts';
import { isSameChoice } from '../../../core/local/saved-view.ts';
import { useToday } from '../../../kit/hooks/use-now.ts';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { formatBuiltInView } from '../../../kit/parts/format-view.ts';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { weekStart } from '../../../kit/ui/dates.ts';

/** Name of the list on screen: the user's saved view, or a built-in view; null for none. */
export function useViewName(choice: ListChoice): string | null {
  const { workspace } = useData();
  const { locale } = useShell();
  const saved = useObservable(workspace.views.all);
  const today = useToday();
  const own = saved.find((view) => isSameChoice(view, choice));
  if (own !== undefined) return own.name;
  const large = amountOver(choice);
  const calendar = { today, weekStartsOn: weekStart(locale), large };
  const builtIn = builtInViews.find((view) => {
    const listed = choiceOf(view, calendar);
    return listed !== null && isSameChoice(listed, choice);
  });
  return builtIn === undefined ? null : formatBuiltInView(builtIn, large, locale);
}

/** The lower bound of the list's amounts; null for none. */
function amountOver({ filter }: ListChoice): CurrencyTotal | null {
  const { currency, amountFromCents } = filter;
  if (currency === null || amountFromCents === null) return null;
  return { currency, amountCents: amountFromCents - 1 };
}
