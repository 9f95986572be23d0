import { partitionPoint } from '../../../base/partition-point.ts';
import type { CurrencyTotal } from '../../core/bills/currency-totals.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import type { Sum } from '../../core/bills/figures.ts';
import type { ListGroup } from '../../core/bills/list-groups.ts';

/** A heading over the bills of one group. */
export interface GroupEntry {
  readonly kind: 'group';
  readonly group: ListGroup;
  readonly bills: number;
  /** Amounts due, per currency. */
  readonly totals: readonly CurrencyTotal[];
}

export interface BillEntry {
  readonly kind: 'bill';
  readonly row: BillRow;
  /** Place among the bills, from 0, headings not counted. */
  readonly position: number;
}

export type ListEntry = GroupEntry | BillEntry;

/** Bills in the order of a list. An array is one too; a list of 100,000, or one that some have left, is not made. */
export type ListRows = Pick<readonly BillRow[], 'length' | 'at' | 'slice' | 'indexOf'>;

/**
 * The list as it is drawn, headings and bills. Entries are made when asked for: with 100,000 bills a
 * list that is laid out anew after each approval must not touch them all twice.
 */
export interface ListLayout {
  /** In the order of the list. Until the bills are in memory the first of them. */
  readonly rows: ListRows;
  /** How many of the rows hold what is searched as it was typed; the others stand behind them. */
  readonly exact: number;
  /** Exact and similar ones, also those that are not in memory yet. */
  readonly billCount: number;
  /** Headings and bills together. */
  readonly entryCount: number;
  /** Of the exact finds. */
  readonly totals: readonly CurrencyTotal[];
  /** Of these, the one of most bills first; the same array until that is another. */
  readonly currencies: readonly string[];
  entryAt(index: number): ListEntry | null;
  /** Index of the entry of a bill, by its position. */
  entryOfBill(position: number): number;
  /** Index of the heading that stands over an entry; null in a list without headings. */
  headingAbove(index: number): number | null;
  /** How many headings stand before this entry: rows and headings differ in height. */
  headingsBefore(index: number): number;
}

/** The rows under one heading, or all of a list without headings. */
export interface GatheredGroup {
  /** Null in a list without headings. */
  readonly heading: GroupEntry | null;
  /** Place of its first bill among all that were gathered. */
  readonly from: number;
  /** How many there are, also of those that are not in memory yet. */
  readonly bills: number;
  readonly sums: Sums;
}

/** By currency; none of no bills. */
export type Sums = ReadonlyMap<string, Sum>;

/** Bills by their group, the groups in order, and which of the bills have left since. */
export interface GatheredBills {
  /** As they were gathered. */
  readonly rows: ListRows;
  /** Those that have bills. */
  readonly groups: readonly GatheredGroup[];
  /** Of the exact finds. */
  readonly sums: Sums;
  readonly currencies: readonly string[];
  /** Places of `rows` that have left, in order. */
  readonly gone: readonly number[];
  /** Place in `rows` that a bill has or had. */
  placeOf(billId: string): number | null;
}

/** The list of what was gathered and has not left since: it costs as much as there are groups. */
export function layOut({
  rows,
  groups,
  sums,
  currencies,
  gone,
  placeOf,
}: GatheredBills): ListLayout {
  const headed = groups.filter(({ heading }) => heading !== null);
  const startOf = ({ from }: GatheredGroup): number => from - countBelow(gone, from);
  /** The last group whose start fits, which they do up to one and then no more; -1 for none. */
  const lastWhere = (fits: (start: number, at: number) => boolean): number =>
    partitionPoint(headed.length, (at) => {
      const group = headed[at];
      return group !== undefined && fits(startOf(group), at);
    }) - 1;
  /** The group whose heading or bills are at this entry: its heading stands at its start + its own count. */
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
    totals: totalsOf(sums),
    currencies,
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

/** Without the bills at these places. */
function rowsLeft(
  rows: ListRows,
  gone: readonly number[],
  placeOf: GatheredBills['placeOf'],
): ListRows {
  const length = rows.length - gone.length;
  /** Before the bill that is now at a position so many have left as stood before that many others. */
  const placeAt = (position: number): number =>
    position + partitionPoint(gone.length, (at) => (gone[at] ?? 0) - at <= position);
  return {
    length,
    at: (position) => rows.at(placeAt(position)),
    slice: (from = 0, to = length) => {
      const places = [placeAt(from), placeAt(to)] as const;
      const isGone = new Set(gone);
      return rows.slice(...places).filter((_row, at) => !isGone.has(places[0] + at));
    },
    indexOf: (row) => {
      const place = placeOf(row.bill.id);
      if (place === null || rows.at(place) !== row) return -1;
      const before = countBelow(gone, place);
      return gone[before] === place ? -1 : place - before;
    },
  };
}

/** How many of the numbers, in order, are below this one. */
function countBelow(numbers: readonly number[], limit: number): number {
  return partitionPoint(numbers.length, (at) => (numbers[at] ?? limit) < limit);
}

/** Amounts due, by the code of their currency. */
export function totalsOf(sums: Sums): readonly CurrencyTotal[] {
  return [...sums]
    .map(([currency, { amountCents }]) => ({ currency, amountCents }))
    .toSorted((left, right) => (left.currency < right.currency ? -1 : 1));
}

/** Totals with the currency of most bills of the list first, since amounts of several cannot be compared. */
export function mostBilledFirst(
  totals: readonly CurrencyTotal[],
  currencies: readonly string[],
): readonly CurrencyTotal[] {
  const rank = new Map(currencies.map((currency, at) => [currency, at]));
  const rankOf = ({ currency }: CurrencyTotal): number => rank.get(currency) ?? rank.size;
  return totals.toSorted((left, right) => rankOf(left) - rankOf(right));
}

/** Whether bills of the list are not in memory yet. */
export function isPartial({ rows, billCount }: Pick<ListLayout, 'rows' | 'billCount'>): boolean {
  return rows.length < billCount;
}

/**
 * The bill to go to. None while the list on screen is that of an earlier choice: who types a number, Enter
 * and `a` in one go means a bill of the list that was asked for, not one of the list that still stands there.
 */
export function rowToMoveTo(
  list: { readonly rows: ListRows; readonly isBehind: boolean },
  target: number,
): BillRow | null {
  return list.isBehind || target < 0 ? null : (list.rows.at(target) ?? null);
}

/**
 * The bill to show when the one on screen has left the list: the one that took its place, or the last.
 * @param position where it was
 */
export function positionAfterLeaving(position: number, billsLeft: number): number | null {
  return billsLeft === 0 ? null : Math.min(position, billsLeft - 1);
}
