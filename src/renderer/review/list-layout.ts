import { dueGroup, endOfWeek, readPlainDate, type DueGroup, type PlainDate } from '../ui/dates.ts';
import { totalsPerCurrency, type CurrencyTotal } from '../ui/money.ts';
import type { BillRow } from '../workspace.ts';

/** A heading over the bills that are due in the same stretch of time. */
export interface GroupEntry {
  readonly kind: 'group';
  readonly group: DueGroup;
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
  readonly rows: readonly BillRow[];
  /** Headings and bills together. */
  readonly entryCount: number;
  readonly totals: readonly CurrencyTotal[];
  entryAt(index: number): ListEntry | null;
  /** Index of the entry of a bill, by its position. */
  entryOfBill(position: number): number;
  /** Index of the heading that stands over an entry. */
  headingAbove(index: number): number | null;
}

/**
 * Bills in the order given, with a heading wherever the group changes.
 * @param rows sorted by due date
 * @param weekStartsOn 1 for Monday … 7 for Sunday
 */
export function layOutByDue(
  rows: readonly BillRow[],
  today: PlainDate,
  weekStartsOn: number,
): ListLayout {
  const runs = runsByDue(rows, today, endOfWeek(today, weekStartsOn));
  const headings = runs.map(headingOf);
  /** The run whose heading or bills are at this entry: its heading stands at `from` + its own count. */
  const runAt = (index: number): number => runs.findLastIndex((run, at) => run.from + at <= index);

  return {
    rows,
    entryCount: rows.length + runs.length,
    totals: totalsPerCurrency(headings.flatMap(({ totals }) => totals)),
    entryAt: (index) => {
      const at = runAt(index);
      const run = runs[at];
      if (run === undefined) return null;
      if (run.from + at === index) return headings[at] ?? null;
      const position = index - at - 1;
      const row = rows[position];
      return row === undefined ? null : { kind: 'bill', row, position };
    },
    entryOfBill: (position) => position + runs.findLastIndex(({ from }) => from <= position) + 1,
    headingAbove: (index) => {
      const at = runAt(index);
      const run = runs[at];
      return run === undefined ? null : run.from + at;
    },
  };
}

/**
 * The bill to show when the one on screen has left the list: the one that took its place, or the last.
 * @param position where it was
 */
export function positionAfterLeaving(position: number, billsLeft: number): number | null {
  return billsLeft === 0 ? null : Math.min(position, billsLeft - 1);
}

/** Neighbours in the same group: positions `from` up to, not including, `to`. */
interface Run {
  readonly group: DueGroup;
  readonly from: number;
  to: number;
  readonly amounts: Map<string, number>;
}

function runsByDue(rows: readonly BillRow[], today: PlainDate, weekEnd: PlainDate): readonly Run[] {
  const runs: Run[] = [];
  // Many bills share a due date: each is read once.
  let text: string | null | undefined;
  let group: DueGroup = 'none';
  rows.forEach(({ bill }, at) => {
    if (at === 0 || bill.due_date !== text) {
      text = bill.due_date;
      group = dueGroup(readPlainDate(text), today, weekEnd);
    }
    let run = runs.at(-1);
    if (run?.group !== group) {
      run = { group, from: at, to: at, amounts: new Map() };
      runs.push(run);
    }
    run.to = at + 1;
    run.amounts.set(bill.currency, (run.amounts.get(bill.currency) ?? 0) + bill.amount_due_cents);
  });
  return runs;
}

function headingOf({ group, from, to, amounts }: Run): GroupEntry {
  const totals = [...amounts].map(([currency, amountCents]) => ({ currency, amountCents }));
  return { kind: 'group', group, bills: to - from, totals: totalsPerCurrency(totals) };
}
