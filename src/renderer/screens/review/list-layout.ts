import { partitionPoint } from '../../../base/partition-point.ts';
import { totalsPerCurrency, type CurrencyTotal } from '../../core/bills/currency-totals.ts';
import { type BillColumns, type FoundBills, rowsAt } from '../../core/bills/bill-columns.ts';
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
  /** In the order of the list. Until the bills are in memory the first of them. */
  readonly rows: readonly BillRow[];
  /** How many of the rows hold what is searched as it was typed; the others stand behind them. */
  readonly exact: number;
  /** Exact and similar ones, also those that are not in memory yet. */
  readonly billCount: number;
  /** Headings and bills together. */
  readonly entryCount: number;
  /** Of the exact finds. */
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
export function layOut(found: FoundBills, grouper: Grouper | null, lastFirst = false): ListLayout {
  return layOutGroups(gather(found, grouper, lastFirst));
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
  const runs = placeRuns(gathered);
  const exact = gathered.filter(({ group }) => group?.by !== 'similar');
  /** The run whose heading or bills are at this entry: its heading stands at `from` + its own count. */
  const runAt = (index: number): number => lastWhere(runs, (from, at) => from + at <= index);

  const billCount = gathered.reduce((sum, { bills }) => sum + bills, 0);

  return {
    rows,
    exact: exact.reduce((sum, { bills }) => sum + bills, 0),
    billCount,
    entryCount: billCount + runs.length,
    totals: totalsPerCurrency(exact.flatMap(({ amounts }) => inOrder(amounts))),
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

/** Whether bills of the list are not in memory yet. */
export function isPartial({ rows, billCount }: Pick<ListLayout, 'rows' | 'billCount'>): boolean {
  return rows.length < billCount;
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
  /** How many there are, also of those that are not in memory yet. */
  readonly bills: number;
  /** Hundredths due, per currency. */
  readonly amounts: ReadonlyMap<string, number>;
}

interface Gathering {
  readonly group: ListGroup | null;
  readonly slots: number[];
  /** Hundredths due, by the code of the currency. */
  readonly amounts: Map<number, number>;
  /** The sum that is being added to, and its currency: most groups have one or two. */
  currency: number;
  sumCents: number;
}

const NO_CURRENCY = -1;

/** Bills by their group, the groups in order. Goes over them once. @param excluded ids of bills to leave out */
export function gather(
  { columns, slots }: FoundBills,
  grouper: Grouper | null,
  lastFirst: boolean,
  excluded: ReadonlySet<string> = noIds,
): readonly Gathered[] {
  const { dueCents, rows } = columns;
  const { codes: currencies, texts: currencyNames } = columns.currency;
  const isLeftOut = slotsOf(columns, excluded);
  const codeOf = grouper?.codesIn(columns) ?? (() => 0);
  const groups = new Map<number, Gathering>();
  // Without headings there is one group, also when it is empty.
  if (grouper === null) groups.set(0, gathering(null));
  // Neighbours are mostly of one group: then nothing is looked up.
  let code = -1;
  let last = gathering(null);
  for (const slot of slots) {
    if (isLeftOut !== null && isLeftOut[slot] === 1) continue;
    const next = codeOf(slot);
    if (next !== code) {
      code = next;
      const row = rows[slot];
      last = groups.get(code) ?? gathering((row && grouper?.groupOf(row)) ?? null);
      groups.set(code, last);
    }
    const currency = currencies[slot] ?? 0;
    if (currency !== last.currency) sumFor(last, currency);
    last.sumCents += dueCents[slot] ?? 0;
    last.slots.push(slot);
  }
  const gathered = [...groups.values()].map((group): Gathered => {
    sumFor(group, NO_CURRENCY);
    const amounts = [...group.amounts].map(
      ([currency, cents]) => [currencyNames[currency] ?? '', cents] as const,
    );
    const found = rowsAt(columns, group.slots);
    return { group: group.group, rows: found, bills: found.length, amounts: new Map(amounts) };
  });
  return gathered.toSorted(({ group: left }, { group: right }) =>
    inGroupOrder(left, right, grouper, lastFirst),
  );
}

const noIds: ReadonlySet<string> = new Set();

function slotsOf({ rows, slotOf }: BillColumns, billIds: ReadonlySet<string>): Uint8Array | null {
  if (billIds.size === 0) return null;
  const marks = new Uint8Array(rows.length);
  for (const id of billIds) {
    const slot = slotOf(id);
    if (slot !== undefined) marks[slot] = 1;
  }
  return marks;
}

function gathering(group: ListGroup | null): Gathering {
  return { group, slots: [], amounts: new Map(), currency: NO_CURRENCY, sumCents: 0 };
}

function sumFor(into: Gathering, currency: number): void {
  if (into.currency !== NO_CURRENCY) into.amounts.set(into.currency, into.sumCents);
  into.currency = currency;
  into.sumCents = into.amounts.get(currency) ?? 0;
}

function inGroupOrder(
  left: ListGroup | null,
  right: ListGroup | null,
  grouper: Grouper | null,
  lastFirst: boolean,
): number {
  if (left === null || right === null || grouper === null) return 0;
  return (
    Number(isUngiven(left)) - Number(isUngiven(right)) ||
    byCurrency(left, right) ||
    (lastFirst ? -1 : 1) * grouper.compare(left, right)
  );
}

/** Position of the first bill of each group that has a heading. */
function placeRuns(gathered: readonly Gathered[]): readonly number[] {
  let from = 0;
  return gathered.flatMap(({ group, bills }) => {
    const mine = from;
    from += bills;
    return group === null ? [] : mine;
  });
}

/** Bills that stand below all groups, since they hold what is searched only with a wrong letter. */
export function gatherSimilar(
  found: FoundBills,
  excluded: ReadonlySet<string>,
): readonly Gathered[] {
  return gather(found, null, false, excluded)
    .filter(({ rows }) => rows.length > 0)
    .map((group) => ({ ...group, group: { by: 'similar' } }));
}

function headingOf({ group, bills, amounts }: Gathered): GroupEntry | null {
  if (group === null) return null;
  return { kind: 'group', group, bills, totals: inOrder(amounts) };
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
