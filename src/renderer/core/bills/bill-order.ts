import { assertNever } from '../../../base/assert-never.ts';
import type { BillQuery, BillRow } from './bill-row.ts';

export type BillSort = Pick<BillQuery, 'sort' | 'descending'>;
export type Comparison = (left: BillRow, right: BillRow) => number;

/**
 * A total order: ties are broken by due date, vendor and at last the id, so that the same bills always
 * stand in the same order. `age` ascending begins with the newest bill date. Amounts of different
 * currencies are never compared: each currency stands by itself, in both directions.
 */
export function comparisonOf({ sort, descending }: BillSort): Comparison {
  const sign = descending ? -1 : 1;
  switch (sort) {
    case 'dueDate':
      return (left, right) => byDate(left.dueDate, right.dueDate, sign) || byVendor(left, right);
    case 'vendor':
      return (left, right) =>
        sign * compare(left.vendorKey, right.vendorKey) || byDueDate(left, right);
    case 'amount':
      return (left, right) =>
        compare(left.bill.currency, right.bill.currency) ||
        sign * (left.bill.amount_due_cents - right.bill.amount_due_cents) ||
        byDueDate(left, right);
    case 'age':
      return (left, right) => byDate(left.date, right.date, -sign) || byDueDate(left, right);
    default:
      return assertNever(sort);
  }
}

/** Rows by due date, the order all others rest on: it breaks their ties. */
export const byDueDateFirst: BillSort = { sort: 'dueDate', descending: false };

/** As many rows as a place in a list may count, for a number that holds a rank before it. */
const PLACES = 2 ** 21;

/**
 * The rows in another order, as `comparisonOf` has it: sorted as numbers, of the rank of what comes first in
 * that order and the place by due date. Comparing 100,000 rows as texts would stop the screen.
 * @param byDue the rows as `byDueDateFirst` has them
 */
export function reordered(
  byDue: readonly BillRow[],
  { sort, descending }: BillSort,
): readonly BillRow[] {
  const places = ranksFor(byDue, sort, descending).map((rank, at) => rank * PLACES + at);
  return Array.from(places.toSorted(), (place) => byDue[place % PLACES]).filter(
    (row) => row !== undefined,
  );
}

function ranksFor(
  rows: readonly BillRow[],
  sort: BillSort['sort'],
  descending: boolean,
): Float64Array {
  switch (sort) {
    case 'dueDate':
      return ranksOf(
        rows.map(({ dueDate }) => dueDate),
        descending,
      );
    case 'vendor':
      return ranksOf(
        rows.map(({ vendorKey }) => vendorKey),
        descending,
      );
    case 'age':
      return ranksOf(
        rows.map(({ date }) => date),
        !descending,
      );
    case 'amount': {
      const currencies = ranksOf(
        rows.map(({ bill }) => bill.currency),
        false,
      );
      const amounts = ranksOf(
        rows.map(({ bill }) => bill.amount_due_cents),
        descending,
      );
      return currencies.map((rank, at) => rank * rows.length + (amounts[at] ?? 0));
    }
    default:
      return assertNever(sort);
  }
}

/** The place of each value among the different ones, from 0; null behind them all, in both directions. */
function ranksOf(values: readonly (string | number | null)[], descending: boolean): Float64Array {
  const different = [...new Set(values)].filter((value) => value !== null);
  const sign = descending ? -1 : 1;
  different.sort((left, right) => (left === right ? 0 : left < right ? -sign : sign));
  const ranks = new Map(different.map((value, rank) => [value, rank]));
  return Float64Array.from(values, (value) =>
    value === null ? different.length : (ranks.get(value) ?? 0),
  );
}

/** Sorted stretches, merged while they come: no step of it is long, and at the end little is left to do. */
export interface Runs {
  add(rows: readonly BillRow[]): void;
  /** All rows in order; they are gone from here. */
  take(): readonly BillRow[];
}

export function createRuns(comparison: Comparison): Runs {
  // Each at least twice as long as the next, so that a row is moved no more than about log n times.
  const runs: (readonly BillRow[])[] = [];
  const mergeLast = (): void => {
    const [left = [], right = []] = runs.splice(-2);
    runs.push(merge(left, right, comparison));
  };
  return {
    add: (rows) => {
      runs.push(rows.toSorted(comparison));
      while ((runs.at(-2)?.length ?? Infinity) < 2 * (runs.at(-1)?.length ?? 0)) mergeLast();
    },
    take: () => {
      while (runs.length > 1) mergeLast();
      return runs.pop() ?? [];
    },
  };
}

/** Two sorted lists as one. */
export function merge(
  left: readonly BillRow[],
  right: readonly BillRow[],
  comparison: Comparison,
): readonly BillRow[] {
  if (left.length === 0) return right;
  const merged: BillRow[] = [];
  let next = 0;
  for (const row of left) {
    for (let other = right[next]; other && comparison(other, row) <= 0; other = right[++next])
      merged.push(other);
    merged.push(row);
  }
  for (; next < right.length; next++) {
    const row = right[next];
    if (row) merged.push(row);
  }
  return merged;
}

/**
 * Brings a sorted list up to date: `gone` rows leave, `fresh` ones enter at their places. One pass
 * over the list, since sorting 100,000 rows anew for each page of 50 would stop the screen.
 */
export function mergeSorted(
  sorted: readonly BillRow[],
  gone: ReadonlySet<string>,
  fresh: readonly BillRow[],
  comparison: Comparison,
): readonly BillRow[] {
  const left = sorted.filter(({ bill }) => !gone.has(bill.id));
  return merge(left, fresh.toSorted(comparison), comparison);
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function byDate(left: string | null, right: string | null, sign: number): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return left < right ? -sign : sign;
}

function byVendor(left: BillRow, right: BillRow): number {
  return compare(left.vendorKey, right.vendorKey) || byId(left, right);
}

function byDueDate(left: BillRow, right: BillRow): number {
  return byDate(left.dueDate, right.dueDate, 1) || byVendor(left, right);
}

function byId(left: BillRow, right: BillRow): number {
  return compare(left.bill.id, right.bill.id);
}
