import { addDays, endOfWeek, type PlainDate } from '../../../../base/days.ts';
import type { Settings } from '../../../../bridge/settings.ts';
import { foundBills } from '../index/bill-columns.ts';
import { slotList } from '../index/slot-list.ts';
import { filterBills } from './bill-filter.ts';
import type { FilterFacts } from './condition-tests.ts';
import { noFilter, firstListChoice, type ListChoice } from '../../model/list-choice.ts';
import type { BillIndex } from '../index/bill-index.ts';
import { queryFor } from './bill-list.ts';
import type { CurrencyTotal } from '../../model/currency-totals.ts';

/** Views that come with Billfold, in the order of the sidebar. */
export const builtInViews = [
  'overdue',
  'dueThisWeek',
  'flagged',
  'waiting',
  'routine',
  'overAmount',
  'snoozed',
  'hidden',
  'approved',
  'paidUnapproved',
] as const;
export type BuiltInView = (typeof builtInViews)[number];

export interface ViewCalendar {
  readonly today: PlainDate;
  /** 1 for Monday … 7 for Sunday. */
  readonly weekStartsOn: number;
  /** Amount, with its currency, from which a bill counts as large; null while there are no bills. */
  readonly large: CurrencyTotal | null;
}

/** The view's list; null when it cannot be determined. */
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
      // Past due bills have their own view, as in the reports.
      return inbox({ dueFrom: today, dueTo: endOfWeek(today, weekStartsOn) });
    case 'flagged':
      return inbox({ flag: 'any' });
    case 'waiting':
      return { ...inbox({ flag: 'asked' }), list: 'payable', grouping: 'none' };
    case 'routine':
      return inbox({ flag: 'routine' });
    case 'paidUnapproved':
      return { ...inbox({ flag: 'paidUnapproved' }), list: 'all' };
    case 'overAmount':
      return large && inbox({ currency: large.currency, amountFromCents: large.amountCents + 1 });
    case 'snoozed':
    case 'hidden':
    case 'approved':
      return { ...firstListChoice, list: view };
    default:
      return view satisfies never;
  }
}

/** Bills tested per step, of about a millisecond. Flags take longest to compute. */
const STEP = { plain: 2_000, flagged: 50 } as const;

/**
 * Number of bills in a choice, counted with the filters that list them. Null for a choice with a search, which
 * would take longer. Runs in steps of a few milliseconds, because counting 100,000 bills at once would block
 * the window.
 */
export function* countChoice(
  bills: Pick<BillIndex, 'find'>,
  choice: ListChoice,
  facts: FilterFacts,
): Generator<undefined, number | null> {
  const { list, filter, search } = choice;
  if (search !== '') return null;
  const { columns, slots } = bills.find(queryFor(choice));
  // Copy the array, because other code walks through lists between the steps.
  const all = slots.walk().slice();
  const isCheap = filter.flag === null || filter.flag === 'paidUnapproved';
  const step = isCheap ? STEP.plain : STEP.flagged;
  let count = 0;
  for (let at = 0; at < all.length; at += step) {
    const some = foundBills(columns, slotList(all.subarray(at, at + step)));
    count += filterBills(some, list, filter, facts).slots.length;
    yield;
  }
  return count;
}

/** Number of bills in each view, by its id, and the approvals at that time. */
export interface CountedViews {
  readonly counts: ReadonlyMap<string, number | null>;
  readonly approved: FilterFacts['approved'];
}

/** If more approvals have changed at once, counting all is cheaper. */
const MAX_CHANGED = 64;

/**
 * Counts each view, in steps. After an approval, tests only the bills whose approval has changed.
 * @param before counts of the same views, bills, flags and hidden bills on the same day; null to count all
 */
export function* countViews(
  bills: Pick<BillIndex, 'find'>,
  views: readonly { readonly id: string; readonly choice: ListChoice }[],
  facts: FilterFacts,
  before: CountedViews | null,
): Generator<undefined, CountedViews> {
  const { approved } = facts;
  const changed = before && differing(before.approved, approved);
  if (before !== null && changed?.length === 0) return { ...before, approved };
  const counts = new Map<string, number | null>();
  for (const { id, choice } of views) {
    const known = before?.counts.get(id) ?? null;
    if (before === null || changed === null || changed.length > MAX_CHANGED || known === null) {
      counts.set(id, yield* countChoice(bills, choice, facts));
      continue;
    }
    const now = countAmong(bills, choice, changed, facts);
    const then = countAmong(bills, choice, changed, { ...facts, approved: before.approved });
    counts.set(id, known + now - then);
  }
  return { counts, approved };
}

function differing(
  before: FilterFacts['approved'],
  now: FilterFacts['approved'],
): readonly string[] {
  const ids = new Set([...before.keys(), ...now.keys()]);
  return [...ids].filter((id) => before.get(id) !== now.get(id));
}

function countAmong(
  bills: Pick<BillIndex, 'find'>,
  choice: ListChoice,
  billIds: readonly string[],
  facts: FilterFacts,
): number {
  if (billIds.length === 0) return 0;
  const { columns, slots } = bills.find(queryFor(choice));
  const some = billIds.flatMap((id) => columns.slotOf(id) ?? []);
  const listed = some.filter((slot) => slots.placeOf(slot) !== null);
  const found = foundBills(columns, slotList(Uint32Array.from(listed)));
  return filterBills(found, choice.list, choice.filter, facts).slots.length;
}

/** Default limit of large amounts. */
const LARGE_CENTS = 10_000_00;

/** Amount that counts as large: the limit above which main asks the user, in the currency of most bills. */
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
