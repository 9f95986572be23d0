import { en } from '../../kit/text/en.ts';
import { shortDate } from '../../kit/ui/dates.ts';
import type { PlainDate } from '../../core/time/days.ts';
import { formatMoney } from '../../kit/ui/money.ts';
import { noSift, type BillSift } from '../../core/bills/bill-sift.ts';
import type { ListChoice } from '../../core/bills/review-view.ts';

/** One filter in use, in words, and the choice without it. */
export interface FilterChip {
  readonly id: 'status' | 'vendor' | 'currency' | 'amount' | 'due' | 'flagged';
  readonly words: string;
  readonly without: Partial<ListChoice>;
}

export interface ChipText {
  readonly locale: string;
  readonly today: PlainDate;
}

/** The filters in use, in the order of the panel. The inbox is no filter: it is where the list starts. */
export function filterChips(
  { filter, sift }: Pick<ListChoice, 'filter' | 'sift'>,
  { locale, today }: ChipText,
): readonly FilterChip[] {
  const words = en.views.chips;
  const without = (parts: Partial<BillSift>) => ({ sift: { ...sift, ...parts } });
  const amount = formatAmounts(sift, locale);
  const due = formatDue(sift, today, locale);
  const chips: (FilterChip | null)[] = [
    filter === 'inbox'
      ? null
      : {
          id: 'status',
          words: words.status(en.review.filters[filter]),
          without: { filter: 'inbox' },
        },
    sift.vendor === null
      ? null
      : {
          id: 'vendor',
          words: sift.vendor === '' ? words.noVendor : words.vendor(sift.vendor),
          without: without({ vendor: null }),
        },
    // An amount says its currency itself.
    sift.currency === null || amount !== null
      ? null
      : {
          id: 'currency',
          words: words.currency(sift.currency),
          without: without({ currency: null }),
        },
    amount === null
      ? null
      : {
          id: 'amount',
          words: amount,
          without: without({ amountFromCents: null, amountToCents: null, currency: null }),
        },
    due === null
      ? null
      : { id: 'due', words: due, without: without({ dueFrom: null, dueTo: null }) },
    sift.flagged
      ? { id: 'flagged', words: words.flagged, without: without({ flagged: false }) }
      : null,
  ];
  return chips.filter((chip) => chip !== null);
}

/** Without any filter; search, order and groups stay. */
export const withoutFilters: Partial<ListChoice> = { filter: 'inbox', sift: noSift };

function formatAmounts(sift: BillSift, locale: string): string | null {
  const { currency, amountFromCents: from, amountToCents: to } = sift;
  if (currency === null) return null;
  const words = en.views.chips;
  const money = (cents: number): string => formatMoney(cents, currency, locale);
  if (from !== null && to !== null) {
    return from === to ? words.amountIs(money(from)) : words.amountBetween(money(from), money(to));
  }
  if (from !== null) return words.amountFrom(money(from));
  return to === null ? null : words.amountTo(money(to));
}

function formatDue({ dueFrom, dueTo }: BillSift, today: PlainDate, locale: string): string | null {
  const words = en.views.chips;
  const day = (date: PlainDate): string => shortDate(date, today, locale);
  if (dueFrom !== null && dueTo !== null) {
    return dueFrom === dueTo
      ? words.dueOn(day(dueFrom))
      : words.dueBetween(day(dueFrom), day(dueTo));
  }
  if (dueFrom !== null) return words.dueFrom(day(dueFrom));
  return dueTo === null ? null : words.dueTo(day(dueTo));
}
