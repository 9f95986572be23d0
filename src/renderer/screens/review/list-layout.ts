import { partitionPoint } from '../../../base/partition-point.ts';
import { totalsPerCurrency, type CurrencyTotal } from '../../core/bills/currency-totals.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import type { Grouper, ListGroup } from '../../core/bills/list-groups.ts';

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

/**
 * The list as it is drawn, headings and bills. Entries are made when asked for: with 100,000 bills a
 * list that is laid out anew after each approval must not touch them all twice.
 */
export interface ListLayout {
  /** In the order of the list. */
  readonly rows: readonly BillRow[];
  /** Headings and bills together. */
  readonly entryCount: number;
  readonly totals: readonly CurrencyTotal[];
  entryAt(index: number): ListEntry | null;
  /** Index of the entry of a bill, by its position. */
  entryOfBill(position: number): number;
  /** Index of the heading that stands over an entry; null in a list without headings. */
  headingAbove(index: number): number | null;
  /** How many headings stand before this entry: rows and headings differ in height. */
  headingsBefore(index: number): number;
}

/**
 * Gathers the rows under headings, each with its count and totals. Within a group they keep their order.
 * @param grouper null for a list without headings
 * @param lastFirst turns the order of the groups round; amounts keep their currencies in order
 */
export function layOut(
  sorted: readonly BillRow[],
  grouper: Grouper | null,
  lastFirst = false,
): ListLayout {
  return layOutGroups(gather(sorted, grouper, lastFirst));
}

/** The list of these groups, in this order. */
export function layOutGroups(gathered: readonly Gathered[]): ListLayout {
  const [only, ...others] = gathered;
  const none: readonly BillRow[] = [];
  const rows =
    only === undefined || others.length > 0
      ? none.concat(...gathered.map((group) => group.rows))
      : only.rows;
  const headings = gathered.flatMap((group) => headingOf(group) ?? []);
  // A list without headings is one group that has none.
  const runs = headings.length === 0 ? [] : placeRuns(gathered);
  /** The run whose heading or bills are at this entry: its heading stands at `from` + its own count. */
  const runAt = (index: number): number => lastWhere(runs, (from, at) => from + at <= index);

  return {
    rows,
    entryCount: rows.length + runs.length,
    totals: totalsPerCurrency(gathered.flatMap(({ amounts }) => inOrder(amounts))),
    entryAt: (index) => {
      const at = runAt(index);
      const from = runs[at];
      if (from !== undefined && from + at === index) return headings[at] ?? null;
      const position = index - at - 1;
      const row = rows[position];
      return row === undefined ? null : { kind: 'bill', row, position };
    },
    entryOfBill: (position) => position + lastWhere(runs, (from) => from <= position) + 1,
    headingAbove: (index) => {
      const at = runAt(index);
      const from = runs[at];
      return from === undefined ? null : from + at;
    },
    headingsBefore: (index) => runAt(index - 1) + 1,
  };
}

/**
 * The bill to go to. None while the list on screen is that of an earlier choice: who types a number, Enter
 * and `a` in one go means a bill of the list that was asked for, not one of the list that still stands there.
 */
export function rowToMoveTo(
  list: { readonly rows: readonly BillRow[]; readonly isBehind: boolean },
  target: number,
): BillRow | null {
  return list.isBehind ? null : (list.rows[target] ?? null);
}

/**
 * The bill to show when the one on screen has left the list: the one that took its place, or the last.
 * @param position where it was
 */
export function positionAfterLeaving(position: number, billsLeft: number): number | null {
  return billsLeft === 0 ? null : Math.min(position, billsLeft - 1);
}

/** The rows under one heading. */
export interface Gathered {
  /** Null in a list without headings. */
  readonly group: ListGroup | null;
  readonly rows: readonly BillRow[];
  /** Hundredths due, per currency. */
  readonly amounts: ReadonlyMap<string, number>;
}

interface Gathering {
  readonly group: ListGroup | null;
  readonly rows: BillRow[];
  readonly amounts: Map<string, number>;
  /** The sum that is being added to, and its currency: most groups have one or two. */
  currency: string | null;
  sumCents: number;
}

/** Rows by their group, the groups in order. Looks at each row once. @param excluded ids of bills to leave out */
export function gather(
  rows: readonly BillRow[],
  grouper: Grouper | null,
  lastFirst: boolean,
  excluded: ReadonlySet<string> = noIds,
): readonly Gathered[] {
  const groups = new Map<string, Gathering>();
  // Neighbours are mostly of one group: then nothing is looked up.
  let key: string | null = null;
  let last = gathering(null);
  if (grouper === null) groups.set('', last);
  for (const row of rows) {
    if (excluded.size > 0 && excluded.has(row.bill.id)) continue;
    const next = grouper === null ? null : grouper.keyOf(row);
    if (grouper !== null && next !== null && next !== key) {
      key = next;
      last = groups.get(key) ?? gathering(grouper.groupOf(row));
      groups.set(key, last);
    }
    take(last, row);
  }
  const gathered = [...groups.values()].map((group): Gathered => {
    endSum(group);
    return { group: group.group, rows: group.rows, amounts: group.amounts };
  });
  if (grouper === null) return gathered;
  const sign = lastFirst ? -1 : 1;
  return gathered.toSorted(({ group: left }, { group: right }) =>
    left === null || right === null
      ? 0
      : Number(isUngiven(left)) - Number(isUngiven(right)) ||
        byCurrency(left, right) ||
        sign * grouper.compare(left, right),
  );
}

const noIds: ReadonlySet<string> = new Set();

function gathering(group: ListGroup | null): Gathering {
  return { group, rows: [], amounts: new Map(), currency: null, sumCents: 0 };
}

function take(into: Gathering, row: BillRow): void {
  const { currency, amount_due_cents: cents } = row.bill;
  if (currency !== into.currency) {
    endSum(into);
    into.currency = currency;
    into.sumCents = into.amounts.get(currency) ?? 0;
  }
  into.sumCents += cents;
  into.rows.push(row);
}

function endSum({ amounts, currency, sumCents }: Gathering): void {
  if (currency !== null) amounts.set(currency, sumCents);
}

/** Position of the first bill of each group. */
function placeRuns(gathered: readonly Gathered[]): readonly number[] {
  let from = 0;
  return gathered.map(({ rows }) => {
    const mine = from;
    from += rows.length;
    return mine;
  });
}

function headingOf({ group, rows, amounts }: Gathered): GroupEntry | null {
  if (group === null) return null;
  return { kind: 'group', group, bills: rows.length, totals: inOrder(amounts) };
}

function inOrder(amounts: ReadonlyMap<string, number>): readonly CurrencyTotal[] {
  return totalsPerCurrency(
    [...amounts].map(([currency, amountCents]) => ({ currency, amountCents })),
  );
}

/** What is not known stands last in both directions, as in the order of the bills. */
function isUngiven(group: ListGroup): boolean {
  if (group.by === 'vendor') return group.name === null;
  return (group.by === 'dueDate' || group.by === 'age') && group.group === 'none';
}

function byCurrency(left: ListGroup, right: ListGroup): number {
  if (left.by !== 'amount' || right.by !== 'amount' || left.currency === right.currency) return 0;
  return left.currency < right.currency ? -1 : 1;
}

/** Index of the last that fits, of values that fit up to a point and then no more; -1 for none. */
function lastWhere(
  values: readonly number[],
  fits: (value: number, at: number) => boolean,
): number {
  return partitionPoint(values.length, (at) => fits(values[at] ?? Infinity, at)) - 1;
}
