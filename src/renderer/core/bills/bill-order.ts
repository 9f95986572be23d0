import { assertNever } from '../../../base/assert-never.ts';
import { vendorName } from '../../../contract/assumptions.ts';
import type { BillQuery, BillRow } from './bill-row.ts';
import { sortKeyOf } from './search-text.ts';

/** A row with what sorting compares, worked out once for each version of the row. */
export interface IndexedRow {
  /** Replaced when the same bill is seen again unchanged. */
  row: BillRow;
  readonly payable: boolean;
  readonly vendorKey: string;
  /** Null sorts last, in both directions. */
  readonly dueDate: string | null;
  readonly date: string | null;
}

export type BillSort = Pick<BillQuery, 'sort' | 'descending'>;
export type Comparison = (left: IndexedRow, right: IndexedRow) => number;

/** What sorting needs of a row. */
export function indexedRow(row: BillRow, payable: boolean): IndexedRow {
  return {
    row,
    payable,
    vendorKey: sortKeyOf(vendorName(row.bill) ?? ''),
    dueDate: row.bill.due_date ?? null,
    date: row.bill.date ?? row.bill.created_at ?? null,
  };
}

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
        compare(left.row.bill.currency, right.row.bill.currency) ||
        sign * (left.row.bill.amount_due_cents - right.row.bill.amount_due_cents) ||
        byDueDate(left, right);
    case 'age':
      return (left, right) => byDate(left.date, right.date, -sign) || byDueDate(left, right);
    default:
      return assertNever(sort);
  }
}

/**
 * Brings a sorted list up to date: `gone` rows leave, `fresh` ones enter at their places. One pass
 * over the list, since sorting 100,000 rows anew for each page of 50 would stop the screen.
 */
export function mergeSorted(
  sorted: readonly IndexedRow[],
  gone: ReadonlySet<string>,
  fresh: readonly IndexedRow[],
  comparison: Comparison,
): IndexedRow[] {
  const incoming = fresh.toSorted(comparison);
  const merged: IndexedRow[] = [];
  let next = 0;
  for (const entry of sorted) {
    if (gone.has(entry.row.bill.id)) continue;
    for (let candidate = incoming[next]; candidate; candidate = incoming[++next]) {
      if (comparison(candidate, entry) > 0) break;
      merged.push(candidate);
    }
    merged.push(entry);
  }
  for (; next < incoming.length; next++) {
    const candidate = incoming[next];
    if (candidate) merged.push(candidate);
  }
  return merged;
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

function byVendor(left: IndexedRow, right: IndexedRow): number {
  return compare(left.vendorKey, right.vendorKey) || byId(left, right);
}

function byDueDate(left: IndexedRow, right: IndexedRow): number {
  return byDate(left.dueDate, right.dueDate, 1) || byVendor(left, right);
}

function byId(left: IndexedRow, right: IndexedRow): number {
  return compare(left.row.bill.id, right.row.bill.id);
}
