import { compareValues } from '../../../../base/compare-values.ts';
import { vendorName } from '../../../../contract/bill.ts';
import { addDays, readPlainDate, type PlainDate } from '../../../../base/days.ts';
import type { BillRow } from '../../model/bill-row.ts';
import type { Sum } from './figures.ts';

/** Bills and vendors to pay first. */
export interface Pins {
  readonly bills: ReadonlySet<string>;
  /** Vendors, from `vendorKey`. */
  readonly vendors: ReadonlySet<string>;
}

export interface CashPlanOptions {
  /** Cents that the user wants to spend; null until the user has entered an amount. */
  readonly budgetCents: number | null;
  /** Last due date of the bills to pay now; null for all. */
  readonly dueBy: PlainDate | null;
  readonly pins: Pins;
  /** Bills that the user selected (true) or left out (false), by id. */
  readonly chosen: ReadonlyMap<string, boolean>;
  /** Whether the user must look at the bill before it counts: it is on hold, or flagged otherwise. */
  isFlagged(row: BillRow): boolean;
}

/** A bill in the order of payment. */
export interface PlannedBill {
  readonly row: BillRow;
  /**
   * `later`: neither due by the date nor pinned. `over`: the money is used up before it. `flagged`: it would fit, but
   * only the user may select it.
   */
  readonly mark: 'fits' | 'over' | 'later' | 'flagged';
  readonly pinned: 'bill' | 'vendor' | null;
  /** First day on which the bill is overdue; null without a due date, and if nothing is owed. */
  readonly overdueOn: PlainDate | null;
}

/** A vendor of one organization: credits reduce only what the same organization owes the vendor. */
export function vendorKey({ bill, organizationId }: BillRow): string {
  return `${organizationId}\n${vendorName(bill) ?? ''}`;
}

/**
 * Orders bills by pins, then by due date, and marks those that the money covers, less what the user has selected. A
 * smaller bill may fit after one that doesn't. A vendor's credits reduce its bills, never below zero.
 * @param rows unpaid bills of one currency
 */
export function planCash(
  rows: readonly BillRow[],
  { budgetCents, dueBy, pins, chosen, isFlagged }: CashPlanOptions,
): readonly PlannedBill[] {
  const ordered = rows
    .map((row) => ({ row, due: readPlainDate(row.bill.dueDate), pinned: pinOf(row, pins) }))
    .toSorted(
      (left, right) =>
        rankOf(left.pinned) - rankOf(right.pinned) ||
        compareDays(left.due, right.due) ||
        compareValues(left.row.bill.id, right.row.bill.id),
    );
  const spent = createOutflow();
  const paid = new Set<string>();
  const isFreeCredit = (row: BillRow, byHand?: boolean): boolean =>
    isCredit(row) && byHand === undefined && !isFlagged(row);
  for (const { row } of ordered) {
    const byHand = chosen.get(row.bill.id);
    // Count credits first, so that they reduce bills whatever their own date is.
    if (byHand === true || isFreeCredit(row, byHand)) spent.add(row);
    if (byHand === true && !isCredit(row)) paid.add(vendorKey(row));
  }
  // A bill that credits cover costs nothing, so it fits even when the user's own choice is over the budget.
  const hasRoomFor = (row: BillRow): boolean =>
    budgetCents !== null && spent.with(row) <= Math.max(budgetCents, spent.cents());
  const planned = ordered.map(({ row, due, pinned }): PlannedBill => {
    const isNow = pinned !== null || dueBy === null || (due !== null && due <= dueBy);
    const overdueOn = due === null || row.bill.amountDueCents <= 0 ? null : addDays(due, 1);
    const byHand = chosen.get(row.bill.id);
    const hasRoom = byHand !== true && isNow && !isCredit(row) && hasRoomFor(row);
    const isAdded = hasRoom && !isFlagged(row);
    if (isAdded) {
      // Reserve the amount even if the user left the bill out, so that no other bill takes its place.
      spent.add(row);
      if (byHand === undefined) paid.add(vendorKey(row));
    }
    if (isAdded || byHand === true) return { row, pinned, overdueOn, mark: 'fits' };
    return { row, pinned, overdueOn, mark: hasRoom ? 'flagged' : isNow ? 'over' : 'later' };
  });
  return planned.map((each) => {
    const { row } = each;
    if (!isCredit(row) || each.mark === 'fits') return each;
    if (budgetCents === null || !paid.has(vendorKey(row))) return { ...each, mark: 'later' };
    return { ...each, mark: isFlagged(row) ? 'flagged' : 'fits' };
  });
}

/** Sums of the chosen bills, and of those left unpaid. All in one currency. */
export interface CashSums {
  readonly bills: number;
  /** Cents to pay, with credits deducted. */
  readonly outCents: number;
  /** Cents that the chosen credits deduct, negative: at most what the same vendors' chosen bills owe. */
  readonly creditsCents: number;
  /** Sum of cents paid after each bill of the plan; null for one that isn't chosen. */
  readonly running: readonly (number | null)[];
  /** Unpaid bills that are overdue, less their vendors' credits of the same days. Credits are not counted. */
  readonly overdue: Sum;
  /** Unpaid bills that become overdue between tomorrow and the day after `dueBy`, less credits as in `overdue`. */
  readonly becoming: Sum;
  /** First day on which one of these bills becomes overdue; null if there are none. */
  readonly firstOn: PlainDate | null;
  /** Number of these overdue and becoming bills that would fit, but are flagged. */
  readonly flagged: number;
}

/** @param isChosen whether the user pays this bill now */
export function sumPlan(
  planned: readonly PlannedBill[],
  isChosen: (bill: PlannedBill) => boolean,
  { today, dueBy }: { readonly today: PlainDate; readonly dueBy: PlainDate | null },
): CashSums {
  const outflow = createOutflow();
  const [overdue, becoming] = [createOutflow(), createOutflow()];
  let [bills, owedCents, flagged] = [0, 0, 0];
  let firstOn: PlainDate | null = null;
  const running = planned.map((each) => {
    const { row, overdueOn } = each;
    if (isChosen(each)) {
      bills++;
      if (!isCredit(row)) owedCents += row.bill.amountDueCents;
      return outflow.add(row);
    }
    const due = readPlainDate(row.bill.dueDate);
    if (due === null || (due >= today && dueBy !== null && due > dueBy)) return null;
    (due < today ? overdue : becoming).add(row);
    if (overdueOn === null) return null;
    if (each.mark === 'flagged') flagged++;
    if (due >= today && (firstOn === null || overdueOn < firstOn)) firstOn = overdueOn;
    return null;
  });
  const outCents = outflow.cents();
  return {
    bills,
    outCents,
    creditsCents: outCents - owedCents,
    running,
    overdue: overdue.sum(),
    becoming: becoming.sum(),
    firstOn,
    flagged,
  };
}

/** Amounts that leave the company: per vendor, bills less credits, but never below zero. Cents. */
function createOutflow() {
  const owed = new Map<string, number>();
  let [bills, total] = [0, 0];
  const change = (row: BillRow): number => {
    const before = owed.get(vendorKey(row)) ?? 0;
    return Math.max(0, before + row.bill.amountDueCents) - Math.max(0, before);
  };
  return {
    cents: () => total,
    /** The bills with their total. Credits are not counted. */
    sum: (): Sum => ({ bills, amountCents: total }),
    /** The total if this bill were paid, too. */
    with: (row: BillRow) => total + change(row),
    add: (row: BillRow) => {
      total += change(row);
      if (row.bill.amountDueCents > 0) bills++;
      owed.set(vendorKey(row), (owed.get(vendorKey(row)) ?? 0) + row.bill.amountDueCents);
      return total;
    },
  };
}

const isCredit = ({ bill }: BillRow): boolean => bill.amountDueCents < 0;

function pinOf(row: BillRow, { bills, vendors }: Pins): PlannedBill['pinned'] {
  if (bills.has(row.bill.id)) return 'bill';
  return vendors.has(vendorKey(row)) ? 'vendor' : null;
}

function rankOf(pinned: PlannedBill['pinned']): number {
  return pinned === 'bill' ? 0 : pinned === 'vendor' ? 1 : 2;
}

/** Bills without a due date come last. */
function compareDays(left: PlainDate | null, right: PlainDate | null): number {
  if (left === right) return 0;
  if (left === null || right === null) return left === null ? 1 : -1;
  return compareValues(left, right);
}
