import { canonicalJson } from '../../../../base/canonical-json.ts';
import { isPayable } from '../../../../contract/assumptions.ts';
import { type Flag, isHold } from '../../model/flag.ts';
import { isAboveBulk, type FlagKind, type Settings } from '../../../../bridge/settings.ts';
import {
  amountOf,
  totalsToConfirm,
  type CurrencyTotal,
  dueOf,
} from '../../model/currency-totals.ts';
import type { BillRow } from '../../model/bill-row.ts';

/** Summary shown before many bills are approved at once. Does not change while it is shown. */
export interface BulkSummary {
  /** Bills to approve, as they were then, with flagged bills only if the user has included them. */
  readonly rows: readonly BillRow[];
  /** Amounts due, per currency. */
  readonly totals: readonly CurrencyTotal[];
  readonly flagged: readonly FlaggedBill[];
  readonly isFlaggedIncluded: boolean;
  /** Number of flagged bills with each kind of flag, the most frequent first. */
  readonly kinds: readonly { readonly kind: FlagKind; readonly bills: number }[];
  /**
   * Copies of bills that were paid, approved, or are in `rows`. The user can approve each only singly, with its own
   * question.
   */
  readonly secondCopies: readonly FlaggedBill[];
  /** Other bills on hold. The user can approve each only singly, with its own question. */
  readonly held: readonly FlaggedBill[];
  /** Bills above the user's bulk limit, when there are several. The user can approve each only singly. */
  readonly aboveLimit: readonly FlaggedBill[];
  /** Selected bills that are not payable or already approved. */
  readonly skipped: number;
}

export interface FlaggedBill {
  readonly row: BillRow;
  readonly flags: readonly Flag[];
}

export interface BulkFacts {
  /** Ids of bills with an approval that counts. */
  readonly approved: { has(billId: string): boolean };
  flagsOf(billId: string): readonly Flag[];
  /** Whether the bill is a copy of one that was paid or approved. */
  isSecondCopy(billId: string): boolean;
  /** Ids of the bills with this one's vendor, number and total. */
  copiesOf(billId: string): readonly string[];
  readonly limits: Settings['limits'];
}

/** Bills per step, of a few milliseconds. Flags and copies take longest to find. */
const BILLS_A_STEP = 50;

/**
 * Summary of these bills. Runs in steps of a few milliseconds, because thousands of bills at once would block the window.
 * @param isFlaggedIncluded whether the user has included the flagged bills
 */
export function* summarizeBulk(
  selected: readonly BillRow[],
  { approved, flagsOf, isSecondCopy, copiesOf: copies, limits }: BulkFacts,
  isFlaggedIncluded = false,
): Generator<undefined, BulkSummary> {
  const fit: FlaggedBill[] = [];
  const ids = new Set<string>();
  const held: FlaggedBill[] = [];
  const secondCopies: FlaggedBill[] = [];
  for (const [at, row] of approvable(selected, approved).entries()) {
    if (at % BILLS_A_STEP === BILLS_A_STEP - 1) yield;
    const { id } = row.bill;
    const each = { row, flags: flagsOf(id) };
    fit.push(each);
    if (isSecondCopy(id) || copies(id).some((copy) => ids.has(copy))) secondCopies.push(each);
    else if (each.flags.some(isHold)) held.push(each);
    else ids.add(id);
  }
  const together = fit.filter(({ row }) => ids.has(row.bill.id));
  const isAbove = ({ row }: FlaggedBill): boolean =>
    together.length > 1 && isAboveBulk(limits, row.bill);
  const inBulk = together.filter((each) => !isAbove(each));
  const flagged = inBulk.filter(({ flags }) => flags.length > 0);
  const rows = inBulk
    .filter(({ flags }) => isFlaggedIncluded || flags.length === 0)
    .map(({ row }) => row);
  return {
    rows,
    totals: totalDue(rows),
    flagged,
    isFlaggedIncluded,
    kinds: countKinds(flagged),
    secondCopies,
    held,
    aboveLimit: together.filter(isAbove),
    skipped: selected.length - fit.length,
  };
}

/** Bills that can be approved now. */
export function approvable(
  rows: readonly BillRow[],
  approved: { has(billId: string): boolean },
): readonly BillRow[] {
  return rows.filter(({ bill }) => isPayable(bill.status) && !approved.has(bill.id));
}

export function totalDue(rows: readonly BillRow[]): readonly CurrencyTotal[] {
  return totalsToConfirm(rows.filter(isDue).map(({ bill }) => dueOf(bill)));
}

/** Amounts due of these bills, or their totals if none is payable. */
export function selectedTotals(rows: readonly BillRow[]): {
  readonly isDue: boolean;
  readonly totals: readonly CurrencyTotal[];
} {
  return rows.some(isDue)
    ? { isDue: true, totals: totalDue(rows) }
    : { isDue: false, totals: totalsToConfirm(rows.map(({ bill }) => amountOf(bill))) };
}

const isDue = ({ bill }: BillRow): boolean => isPayable(bill.status);

/**
 * Bills with the same content as in the summary. Reading a bill again without a change creates a new row, so
 * content is compared.
 */
export function unchangedSince(
  { rows }: Pick<BulkSummary, 'rows'>,
  now: (billId: string) => BillRow | null,
): readonly BillRow[] {
  return rows.filter((row) => {
    const present = now(row.bill.id);
    return (
      present === row ||
      (present !== null &&
        present.organizationId === row.organizationId &&
        canonicalJson(present.bill) === canonicalJson(row.bill))
    );
  });
}

function countKinds(flagged: readonly FlaggedBill[]): BulkSummary['kinds'] {
  const counts = new Map<FlagKind, number>();
  for (const { flags } of flagged) {
    for (const kind of new Set(flags.map((flag) => flag.kind))) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([kind, bills]) => ({ kind, bills }))
    .toSorted((left, right) => right.bills - left.bills);
}
