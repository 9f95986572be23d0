import { partitionPoint } from '../../../../base/partition-point.ts';
import { compareCurrencies } from '../../../core/model/currency-order.ts';
import type { CurrencyTotal } from '../../../core/model/currency-totals.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import { type Sum, totalOf } from '../../../core/bills/figures/figures.ts';
import type { ListGroup } from '../../../core/bills/lists/list-groups.ts';

export interface GroupEntry {
  readonly kind: 'group';
  readonly group: ListGroup;
  readonly bills: number;
  /** Amounts due, or totals, as in the header of the list. */
  readonly totals: readonly CurrencyTotal[];
}

/** Kind of the amounts of a list's rows. A payable bill shows its amount due, any other its total. */
export type AmountKind = 'due' | 'total' | 'mixed';

export interface BillEntry {
  readonly kind: 'bill';
  readonly row: BillRow;
  /** Position among the bills, from 0, not counting headings. */
  readonly position: number;
}

export type ListEntry = GroupEntry | BillEntry;

/** Bills in the order of the list. An array has this type too, but a list of 100,000 bills is never copied into one. */
export type ListRows = Pick<readonly BillRow[], 'length' | 'at' | 'slice' | 'indexOf'>;

/**
 * The list with headings and bills. Entries are created on demand: with 100,000 bills, the layout after each
 * approval must not visit them all twice.
 */
export interface ListLayout {
  /** Bills in the order of the list; only the first ones until all are in memory. */
  readonly rows: ListRows;
  /** Number of exact matches of the search. Rows after them match only with a typo. */
  readonly exact: number;
  /** Number of exact and similar matches, including those not in memory yet. */
  readonly billCount: number;
  /** Number of headings and bills together. */
  readonly entryCount: number;
  readonly amountKind: AmountKind;
  /** Amounts due of the exact matches; their totals if `amountKind` is `total`. */
  readonly totals: readonly CurrencyTotal[];
  /** Amounts that may be the widest of the list, including those of the rows. */
  readonly widestAmounts: readonly CurrencyTotal[];
  entryAt(index: number): ListEntry | null;
  /** Index of a bill's entry, by its position. */
  entryOfBill(position: number): number;
  /** Index of the heading above an entry; null in a list without headings. */
  headingAbove(index: number): number | null;
  /** Number of headings before this entry: rows and headings differ in height. */
  headingsBefore(index: number): number;
}

/** The rows of one group, or all rows of a list without headings. */
export interface GatheredGroup {
  /** Null in a list without headings. */
  readonly heading: GroupEntry | null;
  /** Index of its first bill among all gathered bills. */
  readonly from: number;
  /** Number of bills, including those not in memory yet. */
  readonly bills: number;
  readonly sums: Sums;
}

/** Number of bills, and the sum of their amounts due. */
export interface ListSum extends Sum {
  /** Bills that are not payable, such as paid and void ones, and the sum of their totals. */
  readonly settled: Sum;
}

/** Sums by currency; empty without bills. */
export type Sums = ReadonlyMap<string, ListSum>;

/** Bills by group, the groups in order, and the bills that have left since. */
export interface GatheredBills {
  /** All bills when they were gathered. */
  readonly rows: ListRows;
  readonly groups: readonly GatheredGroup[];
  readonly amountKind: AmountKind;
  readonly widestAmounts: readonly CurrencyTotal[];
  /** Sums of the exact matches. */
  readonly sums: Sums;
  /** Indices in `rows` of bills that have left, ascending. */
  readonly gone: readonly number[];
  /** Index in `rows` of a bill, even after it left; null for unknown bills. */
  placeOf(billId: string): number | null;
}

/** Layout of the gathered bills that have not left. Its cost grows with the number of groups only. */
export function layOut({
  rows,
  groups,
  amountKind,
  widestAmounts,
  sums,
  gone,
  placeOf,
}: GatheredBills): ListLayout {
  const headed = groups.filter(({ heading }) => heading !== null);
  const startOf = ({ from }: GatheredGroup): number => from - countBelow(gone, from);
  /** The last group that fits, by binary search: all groups before it must fit, and none after it. -1 for none. */
  const lastWhere = (fits: (start: number, at: number) => boolean): number =>
    partitionPoint(headed.length, (at) => {
      const group = headed[at];
      return group !== undefined && fits(startOf(group), at);
    }) - 1;
  /** The group at this entry. Its heading is at its start plus the number of groups before it. */
  const groupAt = (index: number): number => lastWhere((start, at) => start + at <= index);
  const headingAt = (at: number): number | null => {
    const group = headed[at];
    return group === undefined ? null : startOf(group) + at;
  };
  const isSimilar = ({ heading }: GatheredGroup): boolean => heading?.group.by === 'similar';
  const billCount = groups.reduce((sum, { bills }) => sum + bills, 0);
  const left = gone.length === 0 ? rows : rowsLeft(rows, gone, placeOf);
  return {
    rows: left,
    exact: groups.reduce((sum, group) => sum + (isSimilar(group) ? 0 : group.bills), 0),
    billCount,
    entryCount: billCount + headed.length,
    amountKind,
    totals: totalsOf(sums, amountKind),
    widestAmounts,
    entryAt: (index) => {
      const at = groupAt(index);
      if (headingAt(at) === index) return headed[at]?.heading ?? null;
      const position = index - at - 1;
      const row = position < 0 ? undefined : left.at(position);
      return row === undefined ? null : { kind: 'bill', row, position };
    },
    entryOfBill: (position) => position + lastWhere((start) => start <= position) + 1,
    headingAbove: (index) => headingAt(groupAt(index)),
    headingsBefore: (index) => groupAt(index - 1) + 1,
  };
}

/** The rows without those at these indices. */
function rowsLeft(
  rows: ListRows,
  gone: readonly number[],
  placeOf: GatheredBills['placeOf'],
): ListRows {
  const length = rows.length - gone.length;
  /** Index in `rows` of the bill now at a position: adds the number of bills that left before it. */
  const placeAt = (position: number): number =>
    position + partitionPoint(gone.length, (at) => (gone[at] ?? 0) - at <= position);
  return {
    length,
    at: (position) => rows.at(placeAt(position)),
    slice: (from = 0, to = length) => {
      const places = [placeAt(from), placeAt(to)] as const;
      const gonePlaces = new Set(gone);
      return rows.slice(...places).filter((_row, at) => !gonePlaces.has(places[0] + at));
    },
    indexOf: (row) => {
      const place = placeOf(row.bill.id);
      if (place === null || rows.at(place) !== row) return -1;
      const before = countBelow(gone, place);
      return gone[before] === place ? -1 : place - before;
    },
  };
}

/** Number of values below the limit, in ascending numbers. */
function countBelow(numbers: readonly number[], limit: number): number {
  return partitionPoint(numbers.length, (at) => (numbers[at] ?? limit) < limit);
}

/** Kind of the amounts of all bills in these sums. */
export function amountKindOf(all: readonly Sums[]): AmountKind {
  const sums = all.flatMap((each) => [...each.values()]);
  const [{ bills }, settled] = [totalOf(sums), totalOf(sums.map((each) => each.settled))];
  if (settled.bills === 0) return 'due';
  return settled.bills === bills ? 'total' : 'mixed';
}

/** Amounts due, or totals, in the order of `compareCurrencies`. Leaves out currencies in which no bill is payable. */
export function totalsOf(sums: Sums, kind: AmountKind): readonly CurrencyTotal[] {
  return [...sums]
    .filter(([, { bills, settled }]) => kind === 'total' || bills > settled.bills)
    .map(([currency, { amountCents, settled }]) => ({
      currency,
      amountCents: kind === 'total' ? settled.amountCents : amountCents,
    }))
    .toSorted((left, right) => compareCurrencies(left.currency, right.currency));
}

/** Whether some bills of the list are not in memory yet. */
export function isPartial({ rows, billCount }: Pick<ListLayout, 'rows' | 'billCount'>): boolean {
  return rows.length < billCount;
}

/**
 * The bill to move to. Null while the list on screen belongs to an earlier choice, because a user who quickly types a
 * number, Enter and `a` means a bill of the new list.
 */
export function rowToMoveTo(
  list: { readonly rows: ListRows; readonly isBehind: boolean },
  target: number,
): BillRow | null {
  return list.isBehind || target < 0 ? null : (list.rows.at(target) ?? null);
}

/**
 * Position to show after the current bill left the list: the bill in its place, or the last one.
 * @param position of the bill before it left
 */
export function positionAfterLeaving(position: number, billsLeft: number): number | null {
  return billsLeft === 0 ? null : Math.min(position, billsLeft - 1);
}
