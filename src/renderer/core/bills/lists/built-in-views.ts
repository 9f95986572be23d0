import { addDays, endOfWeek, type PlainDate } from '../../../../base/days.ts';
import type { Settings } from '../../../../bridge/settings.ts';
import { foundBills } from '../index/bill-columns.ts';
import { slotList } from '../index/slot-list.ts';
import { filterBills, noFilter, type FilterFacts } from './bill-filter.ts';
import type { BillIndex } from '../index/bill-index.ts';
import { queryFor } from './bill-list.ts';
import type { CurrencyTotal } from '../../model/currency-totals.ts';
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

/** Bills looked at in one step, of a millisecond or two; flags cost most to find out. */
const STEP = { plain: 2_000, flagged: 100 } as const;

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
  // Others walk through lists between the steps.
  const all = slots.walk().slice();
  const step = filter.flag === null ? STEP.plain : STEP.flagged;
  let count = 0;
  for (let at = 0; at < all.length; at += step) {
    const some = foundBills(columns, slotList(all.subarray(at, at + step)));
    count += filterBills(some, list, filter, facts).slots.length;
    yield;
  }
  return count;
}

/** How many bills each view lists, by its id, and what was approved then. */
export interface CountedViews {
  readonly counts: ReadonlyMap<string, number | null>;
  readonly approved: ApprovedIds;
}

interface ApprovedIds {
  has(billId: string): boolean;
  keys(): Iterable<string>;
}

/** When more are approved or taken back at once, counting all is the cheaper way. */
const MOST_CHANGED = 64;

/**
 * Counts each view, in steps. After an approval the bills alone are looked at whose approval is another.
 * @param before of the same views, bills, flags and hidden bills on the same day; null to count all
 */
export function* countViews(
  bills: Pick<BillIndex, 'find'>,
  views: readonly { readonly id: string; readonly choice: ListChoice }[],
  facts: FilterFacts & { readonly approved: ApprovedIds },
  before: CountedViews | null,
): Generator<undefined, CountedViews> {
  const { approved } = facts;
  const changed = before && differing(before.approved, approved);
  if (before !== null && changed?.length === 0) return { ...before, approved };
  const counts = new Map<string, number | null>();
  for (const { id, choice } of views) {
    const known = before?.counts.get(id) ?? null;
    if (before === null || changed === null || changed.length > MOST_CHANGED || known === null) {
      counts.set(id, yield* countChoice(bills, choice, facts));
      continue;
    }
    const now = countAmong(bills, choice, changed, facts);
    const then = countAmong(bills, choice, changed, { ...facts, approved: before.approved });
    counts.set(id, known + now - then);
  }
  return { counts, approved };
}

function differing(before: ApprovedIds, now: ApprovedIds): readonly string[] {
  const gone = [...before.keys()].filter((id) => !now.has(id));
  return [...gone, ...[...now.keys()].filter((id) => !before.has(id))];
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
