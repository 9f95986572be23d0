import { canonicalJson } from '../../../base/canonical-json.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import type { Flag, FlagKind } from './flags/flag.ts';
import { totalsPerCurrency, type CurrencyTotal } from './currency-totals.ts';
import type { BillRow } from './bill-row.ts';

/** What is shown before many bills are approved at once, as it was when it was asked for. */
export interface BulkSummary {
  /** The bills to approve, as they were then. */
  readonly rows: readonly BillRow[];
  /** Amounts due, per currency. */
  readonly totals: readonly CurrencyTotal[];
  readonly flagged: readonly FlaggedBill[];
  /** How many of the bills carry each kind of flag, the commonest first. */
  readonly kinds: readonly { readonly kind: FlagKind; readonly bills: number }[];
  /** Selected bills that are not payable or already approved. */
  readonly skipped: number;
}

export interface FlaggedBill {
  readonly row: BillRow;
  readonly flags: readonly Flag[];
}

/** @param approved holds the ids of bills with an approval that stands */
export function summarizeBulk(
  selected: readonly BillRow[],
  approved: { has(billId: string): boolean },
  flagsOf: (billId: string) => readonly Flag[],
): BulkSummary {
  const rows = approvable(selected, approved);
  const flagged = rows
    .map((row) => ({ row, flags: flagsOf(row.bill.id) }))
    .filter(({ flags }) => flags.length > 0);
  return {
    rows,
    totals: totalDue(rows),
    flagged,
    kinds: countKinds(flagged),
    skipped: selected.length - rows.length,
  };
}

/** The same without its flagged bills. */
export function withoutFlagged(summary: BulkSummary): BulkSummary {
  const isFlagged = new Set(summary.flagged.map(({ row }) => row));
  const rows = summary.rows.filter((row) => !isFlagged.has(row));
  return { ...summary, rows, totals: totalDue(rows), flagged: [], kinds: [] };
}

/** The bills that can be approved now. */
export function approvable(
  rows: readonly BillRow[],
  approved: { has(billId: string): boolean },
): readonly BillRow[] {
  return rows.filter(({ bill }) => isPayable(bill.status) && !approved.has(bill.id));
}

export function totalDue(rows: readonly BillRow[]): readonly CurrencyTotal[] {
  return totalsPerCurrency(
    rows.map(({ bill }) => ({ currency: bill.currency, amountCents: bill.amountDueCents })),
  );
}

/**
 * The bills that still are what the summary showed, in every field. A bill read again without a
 * change is a new row of the same content, so content is compared.
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
