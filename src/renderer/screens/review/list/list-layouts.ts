import { compareCurrencies } from '../../../core/model/currency-order.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { isPayable } from '../../../../contract/assumptions.ts';
import { amountOf } from '../../../core/model/currency-totals.ts';
import { partitionPoint } from '../../../../base/partition-point.ts';
import type { BillColumns, FoundBills } from '../../../core/bills/index/bill-columns.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import { nothing, totalOf } from '../../../core/bills/figures/figures.ts';
import type { Grouper, ListGroup } from '../../../core/bills/lists/list-groups.ts';
import { type SlotList, slotList } from '../../../core/bills/index/slot-list.ts';
import {
  type AmountKind,
  amountKindOf,
  type GatheredBills,
  type GatheredGroup,
  layOut,
  type ListLayout,
  type ListRows,
  type ListSum,
  type Sums,
  totalsOf,
} from './list-layout.ts';
import { codesIn, sumUp } from './list-sums.ts';

/** Layouts of the list on screen, as bills leave it. */
export interface ListLayouts {
  /** The layout of the rows without the excluded ones; the same object as before if nothing changed. */
  layOut(list: ListToLayOut): ListLayout;
}

export interface ListToLayOut {
  /** Exact matches in the order of the list. */
  readonly found: FoundBills;
  /** Matches with a typo, which come last; null for none. */
  readonly similar: FoundBills | null;
  readonly excluded: ReadonlySet<string>;
  /** Null for a list without groups. */
  readonly grouper: Grouper | null;
  /** Reverses the order of the groups; groups by amount keep the order of the currencies. */
  readonly lastFirst: boolean;
}

/** Maximum number of bills to take out one by one. For more, a complete layout is cheaper. */
const MAX_AT_ONCE = 64;

/**
 * Reuses the gathered bills, because an approval removes one bill of 100,000, and visiting all would be noticeable. The
 * result always equals a complete layout.
 */
export function createListLayouts(): ListLayouts {
  let last: {
    readonly list: ListToLayOut;
    readonly gathered: GatheredBills;
    readonly layout: ListLayout;
  } | null = null;
  return {
    layOut: (list) => {
      const gone = last && newlyExcluded(last.list, list);
      const gathered = (last && gone && takeOut(last.gathered, gone)) ?? gather(list);
      const layout = gathered === last?.gathered ? last.layout : layOut(gathered);
      last = { list, gathered, layout };
      return layout;
    },
  };
}

/** Ids that left the same list; null when it is another list, or bills have returned. */
function newlyExcluded(before: ListToLayOut, now: ListToLayOut): readonly string[] | null {
  const isSame =
    before.found === now.found &&
    before.similar === now.similar &&
    before.grouper === now.grouper &&
    before.lastFirst === now.lastFirst;
  if (!isSame || now.excluded.size < before.excluded.size) return null;
  if (before.excluded === now.excluded) return [];
  const gone = [...now.excluded].filter((id) => !before.excluded.has(id));
  // False if some bills have returned meanwhile.
  const hasOnlyGrown = before.excluded.size + gone.length === now.excluded.size;
  return hasOnlyGrown && gone.length <= MAX_AT_ONCE ? gone : null;
}

/**
 * Removes these bills, if present. Visits only them and their groups.
 * @returns null when the headings show another kind of amount
 */
function takeOut(gathered: GatheredBills, billIds: readonly string[]): GatheredBills | null {
  const { rows, amountKind, placeOf } = gathered;
  const groups = [...gathered.groups];
  let { sums } = gathered;
  const gone: number[] = [];
  for (const billId of billIds) {
    const place = placeOf(billId);
    const bill = place === null ? undefined : rows.at(place)?.bill;
    if (place === null || bill?.id !== billId) continue;
    gone.push(place);
    const at = partitionPoint(groups.length, (index) => (groups[index]?.from ?? 0) <= place) - 1;
    const group = groups[at];
    if (group === undefined) continue;
    const { from, heading } = group;
    groups[at] = gatheredGroup(heading?.group ?? null, from, without(group.sums, bill), amountKind);
    if (heading?.group.by !== 'similar') sums = without(sums, bill);
  }
  if (gone.length === 0) return gathered;
  // The last bill of a kind has left, so each heading may change.
  if (amountKindOf(groups.map((each) => each.sums)) !== amountKind) return null;
  return {
    rows,
    placeOf,
    amountKind,
    widestAmounts: gathered.widestAmounts,
    sums,
    groups: groups.filter(({ bills }) => bills > 0),
    gone: [...gathered.gone, ...gone].toSorted((left, right) => left - right),
  };
}

function without(sums: Sums, bill: Bill): Sums {
  const { currency, amountCents } = amountOf(bill);
  const left = new Map(sums);
  const { bills, settled, ...due } = sums.get(currency) ?? noSum;
  const one = { bills: -1, amountCents: -amountCents };
  if (bills <= 1) left.delete(currency);
  else
    left.set(
      currency,
      isPayable(bill.status)
        ? { ...totalOf([{ ...due, bills }, one]), settled }
        : { ...due, bills: bills - 1, settled: totalOf([settled, one]) },
    );
  return left;
}

const noSum: ListSum = { ...nothing, settled: nothing };

export function gatheredGroup(
  group: ListGroup | null,
  from: number,
  sums: Sums,
  amountKind: AmountKind,
): GatheredGroup {
  const { bills } = totalOf(sums.values());
  const totals = totalsOf(sums, amountKind);
  const heading = group && { kind: 'group' as const, group, bills, totals };
  return { heading, from, bills, sums };
}

/** Gathers bills by group, each with its count and sums. Within a group they keep their order. */
function gather({ found, similar, excluded, grouper, lastFirst }: ListToLayOut): GatheredBills {
  const { columns } = found;
  const gone = slotsOf(columns, excluded);
  const left = ({ slots }: FoundBills): SlotList =>
    gone === null ? slots : slotList(slots.walk().filter((slot) => gone[slot] === 0));
  const exact = sumUp(columns, left(found), grouper);
  const near = similar && sumUp(columns, left(similar), null);
  const exactSums = exact.groups.map((each) => each.sums);
  const sums = addedUp(exactSums);
  const amountKind = amountKindOf([...exactSums, ...(near?.groups ?? []).map((each) => each.sums)]);
  const order = { grouper, lastFirst };
  const inOrder = exact.groups.toSorted(({ group: one }, { group: other }) =>
    inGroupOrder(one, other, order),
  );
  const below = (near?.groups ?? []).map((each) => ({
    ...each,
    group: { by: 'similar' } as const,
  }));
  let end = 0;
  const groups = [...inOrder, ...below].map((each) => {
    end += each.bills;
    return gatheredGroup(each.group, end - each.bills, each.sums, amountKind);
  });
  const starts = new Map(inOrder.map(({ code }, at) => [code, groups[at]?.from ?? 0]));
  const sorted =
    exact.isInTurn && inOrder.every((group, at) => group === exact.groups[at])
      ? exact.slots
      : byGroup(exact.slots.walk(), codesIn(columns, grouper), starts);
  const slots = near ? joined(sorted, near.slots) : sorted;
  return {
    rows: rowsOf(columns, slots),
    groups,
    amountKind,
    widestAmounts: columns.widestAmounts.all(),
    sums,
    gone: [],
    placeOf: (billId) => slots.placeOf(columns.slotOf(billId) ?? -1),
  };
}

/**
 * The slots sorted by group.
 * @param starts start of each group by its code; moved to the group's end
 */
function byGroup(
  slots: Uint32Array,
  codeOf: (slot: number) => number,
  starts: Map<number, number>,
): SlotList {
  const sorted = new Uint32Array(slots.length);
  const next: number[] = [];
  for (const [code, from] of starts) next[code] = from;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0;
    const code = codeOf(slot);
    const to = next[code] ?? 0;
    sorted[to] = slot;
    next[code] = to + 1;
  }
  return slotList(sorted);
}

function joined(one: SlotList, other: SlotList): SlotList {
  const both = new Uint32Array(one.length + other.length);
  both.set(one.walk());
  both.set(other.walk(), one.length);
  return slotList(both);
}

/** The current rows, each read on demand. */
function rowsOf(columns: BillColumns, slots: SlotList): ListRows {
  const rows = columns.rowsNow();
  const rowAt = (slot: number): BillRow | undefined => rows[slot];
  return {
    length: slots.length,
    at: (place) => rowAt(slots.at(place) ?? -1),
    slice: (from, to) =>
      [...slots.walk().slice(from, to)].map(rowAt).filter((row) => row !== undefined),
    indexOf: (row) => {
      const slot = columns.slotOf(row.bill.id) ?? -1;
      return slots.placeOf(rows[slot] === row ? slot : rows.indexOf(row)) ?? -1;
    },
  };
}

export const nothingGathered: GatheredBills = {
  rows: [],
  groups: [],
  amountKind: 'due',
  widestAmounts: [],
  sums: new Map(),
  gone: [],
  placeOf: () => null,
};

function slotsOf({ rows, slotOf }: BillColumns, billIds: ReadonlySet<string>): Uint8Array | null {
  if (billIds.size === 0) return null;
  const marks = new Uint8Array(rows.length);
  for (const id of billIds) {
    const slot = slotOf(id);
    if (slot !== undefined) marks[slot] = 1;
  }
  return marks;
}

export function addedUp(groups: readonly Sums[]): Sums {
  const sums = new Map<string, ListSum>();
  for (const [currency, more] of groups.flatMap((each) => [...each])) {
    const sum = sums.get(currency) ?? noSum;
    const settled = totalOf([sum.settled, more.settled]);
    sums.set(currency, { ...totalOf([sum, more]), settled });
  }
  return sums;
}

function inGroupOrder(
  left: ListGroup | null,
  right: ListGroup | null,
  { grouper, lastFirst }: Pick<ListToLayOut, 'grouper' | 'lastFirst'>,
): number {
  if (left === null || right === null || grouper === null) return 0;
  return (
    Number(isUngiven(left)) - Number(isUngiven(right)) ||
    byCurrency(left, right) ||
    (lastFirst ? -1 : 1) * grouper.compare(left, right)
  );
}

/** Groups without a value come last in both directions, as in the order of the bills. */
function isUngiven(group: ListGroup): boolean {
  if (group.by === 'vendor') return group.name === null;
  return (group.by === 'dueDate' || group.by === 'age') && group.group === 'none';
}

/** Order of currencies, the same in both directions, because amounts of different currencies are never compared. */
function byCurrency(left: ListGroup, right: ListGroup): number {
  if (left.by !== 'amount' || right.by !== 'amount') return 0;
  return compareCurrencies(left.currency, right.currency);
}
