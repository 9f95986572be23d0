import { addDays, endOfWeek, type PlainDate } from '../time/days.ts';
import type { Settings } from '../../../bridge/settings.ts';
import { foundBills } from './bill-columns.ts';
import { filterBills, noFilter, type FilterFacts } from './bill-filter.ts';
import type { BillIndex } from './bill-index.ts';
import { queryFor } from './bill-list.ts';
import type { CurrencyTotal } from './currency-totals.ts';
import { firstListChoice, type ListChoice } from './review-view.ts';

/** Lists everybody has, in the order of the sidebar. */
export const builtInViews = [
  'overdue',
  'dueThisWeek',
  'flagged',
  'overAmount',
  'snoozed',
  'dismissed',
  'approved',
] as const;
export type BuiltInView = (typeof builtInViews)[number];

export interface ViewCalendar {
  readonly today: PlainDate;
  /** 1 for Monday … 7 for Sunday. */
  readonly weekStartsOn: number;
  /** From which amount a bill counts as large, and in which currency; null while there are no bills. */
  readonly large: CurrencyTotal | null;
}

/** What the view lists; null when that cannot be said. */
export function choiceOf(
  view: BuiltInView,
  { today, weekStartsOn, large }: ViewCalendar,
): ListChoice | null {
  const inbox = (filter: Partial<ListChoice['filter']>): ListChoice => ({
    ...firstListChoice,
    filter: { ...noFilter, ...filter },
  });
  switch (view) {
    case 'overdue':
      return inbox({ dueTo: addDays(today, -1) });
    case 'dueThisWeek':
      return inbox({ dueFrom: today, dueTo: endOfWeek(today, weekStartsOn) });
    case 'flagged':
      return inbox({ flag: 'any' });
    case 'overAmount':
      return large && inbox({ currency: large.currency, amountFromCents: large.amountCents + 1 });
    case 'snoozed':
    case 'dismissed':
    case 'approved':
      return { ...firstListChoice, list: view };
    default:
      return view satisfies never;
  }
}

/** Bills looked at in one step; flags cost most to find out. */
const STEP = { plain: 4_000, flagged: 400 } as const;

/**
 * How many bills a choice lists, by the very filters that list them; null where it searches, which costs more.
 * In steps of a few milliseconds: of 100,000 bills the screen would stop.
 */
export function* countChoice(
  bills: Pick<BillIndex, 'find'>,
  choice: ListChoice,
  facts: FilterFacts,
): Generator<undefined, number | null> {
  const { list, filter, search } = choice;
  if (search !== '') return null;
  const { columns, slots } = bills.find(queryFor(choice));
  const step = filter.flag === null ? STEP.plain : STEP.flagged;
  let count = 0;
  for (let at = 0; at < slots.length; at += step) {
    const some = foundBills(columns, slots.subarray(at, at + step));
    count += filterBills(some, list, filter, facts).slots.length;
    yield;
  }
  return count;
}

/** Large where the user has said nothing else. */
const LARGE_CENTS = 10_000_00;

/** What is large: above it the user is asked again, in the currency that most of their bills have. */
export function largeAmount(
  bills: Pick<BillIndex, 'query'>,
  limits: Settings['limits'],
): CurrencyTotal | null {
  const counts = new Map<string, number>();
  const payable = bills.query(queryFor({ ...firstListChoice, list: 'payable' }));
  for (const { bill } of payable) counts.set(bill.currency, (counts.get(bill.currency) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, left], [, right]) => right - left);
  if (most === undefined) return null;
  const [currency] = most;
  const limit = limits.find((each) => each.currency === currency)?.askAboveCents;
  return { currency, amountCents: limit ?? LARGE_CENTS };
}
