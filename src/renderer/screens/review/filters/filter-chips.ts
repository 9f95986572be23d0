import { messages } from '../../../kit/text/messages.ts';
import { shortDate } from '../../../kit/ui/dates.ts';
import type { PlainDate } from '../../../../base/days.ts';
import { formatMoney } from '../../../../bridge/money.ts';
import { noFilter, type BillFilter, type ListChoice } from '../../../core/model/list-choice.ts';

/** Chip of a filter in use: its text, and the list choice without this filter. */
export interface FilterChip {
  readonly id: 'status' | 'vendor' | 'currency' | 'amount' | 'due' | 'flagged';
  readonly text: string;
  readonly without: Partial<ListChoice>;
}

/** Filters in use, in the order of the panel. The inbox is the default and not a filter. */
export function filterChips(
  { list, filter }: Pick<ListChoice, 'list' | 'filter'>,
  { locale, today }: { readonly locale: string; readonly today: PlainDate },
): readonly FilterChip[] {
  const text = messages.views.chips;
  const without = (parts: Partial<BillFilter>) => ({ filter: { ...filter, ...parts } });
  const amount = formatAmounts(filter, locale);
  const due = formatDue(filter, today, locale);
  const chips: (FilterChip | false)[] = [
    list !== 'inbox' && {
      id: 'status',
      text: text.status(messages.review.lists[list]),
      without: { list: 'inbox' },
    },
    filter.vendor !== null && {
      id: 'vendor',
      text: filter.vendor === '' ? text.noVendor : text.vendor(filter.vendor),
      without: without({ vendor: null }),
    },
    // The text of an amount includes its currency.
    filter.currency !== null &&
      amount === null && {
        id: 'currency',
        text: text.currency(filter.currency),
        without: without({ currency: null }),
      },
    amount !== null && {
      id: 'amount',
      text: amount,
      without: without({ amountFromCents: null, amountToCents: null, currency: null }),
    },
    due !== null && { id: 'due', text: due, without: without({ dueFrom: null, dueTo: null }) },
    filter.flag !== null && {
      id: 'flagged',
      text: flagName(filter.flag),
      without: without({ flag: null }),
    },
  ];
  return chips.filter((chip) => chip !== false);
}

/** No filters. Search, order and groups stay. */
export const withoutFilters: Partial<ListChoice> = { list: 'inbox', filter: noFilter };

function formatAmounts(filter: BillFilter, locale: string): string | null {
  const { currency, amountFromCents: from, amountToCents: to } = filter;
  if (currency === null) return null;
  const text = messages.views.chips;
  const money = (cents: number): string => formatMoney(cents, currency, locale);
  if (from !== null && to !== null) {
    return from === to ? text.amountIs(money(from)) : text.amountBetween(money(from), money(to));
  }
  if (from !== null) return text.amountFrom(money(from));
  return to === null ? null : text.amountTo(money(to));
}

function formatDue(
  { dueFrom, dueTo }: BillFilter,
  today: PlainDate,
  locale: string,
): string | null {
  const text = messages.views.chips;
  const day = (date: PlainDate): string => shortDate(date, today, locale);
  if (dueFrom !== null && dueTo !== null) {
    return dueFrom === dueTo ? text.dueOn(day(dueFrom)) : text.dueBetween(day(dueFrom), day(dueTo));
  }
  if (dueFrom !== null) return text.dueFrom(day(dueFrom));
  return dueTo === null ? null : text.dueTo(day(dueTo));
}

function flagName(flag: NonNullable<BillFilter['flag']>): string {
  const text = messages.views.chips;
  if (flag === 'any') return text.flagged;
  if (flag === 'routine' || flag === 'paidUnapproved') return text[flag];
  return messages.flags.badges[flag];
}
