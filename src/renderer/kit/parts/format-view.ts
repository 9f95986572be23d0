import type { BuiltInView } from '../../core/bills/lists/built-in-views.ts';
import type { CurrencyTotal } from '../../core/model/currency-totals.ts';
import { messages } from '../text/messages.ts';
import { formatMoney } from '../../../bridge/money.ts';

/**
 * Name of a built-in view.
 * @param large smallest amount that counts as large
 */
export function formatBuiltInView(
  view: BuiltInView,
  large: CurrencyTotal | null,
  locale: string,
): string {
  const text = messages.views.sidebar;
  if (view !== 'overAmount') return text.names[view];
  return text.overAmount(formatMoney(large?.amountCents ?? 0, large?.currency ?? '', locale));
}
