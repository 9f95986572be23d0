import { z } from 'zod';
import { canonicalJson } from '../base/canonical-json.ts';
import { vendorName } from '../contract/assumptions.ts';
import type { Bill } from '../contract/bill.ts';

/**
 * What was on the screen when the user approved. It travels with the approval into the outbox and the
 * journal, and the bill is compared with it before anything is sent.
 */
export const reviewedSnapshotSchema = z.strictObject({
  billId: z.string().min(1),
  billNumber: z.string().nullable(),
  vendorName: z.string().nullable(),
  /** ISO 4217 code as the service sent it. */
  currency: z.string(),
  totalCents: z.int(),
  amountDueCents: z.int(),
  /** ISO 8601 text as the service sent it. */
  dueDate: z.string().nullable(),
  status: z.string(),
});
export type ReviewedSnapshot = Readonly<z.infer<typeof reviewedSnapshotSchema>>;

/** The snapshot of a bill as it stands now. */
export function snapshotOf(bill: Bill): ReviewedSnapshot {
  return {
    billId: bill.id,
    billNumber: bill.bill_number ?? null,
    vendorName: vendorName(bill),
    currency: bill.currency,
    totalCents: bill.total_cents,
    amountDueCents: bill.amount_due_cents,
    dueDate: bill.due_date ?? null,
    status: bill.status,
  };
}

/** Equal texts mean equal snapshots, field by field. */
export function fingerprint(snapshot: ReviewedSnapshot): string {
  return canonicalJson(snapshot);
}

/** One field that is no longer what was approved. `after` is null when the bill is gone. */
export interface FieldChange {
  readonly field: keyof ReviewedSnapshot;
  readonly before: string | number | null;
  readonly after: string | number | null;
}

/** The fields in which two snapshots differ, in the snapshot's order. */
export function differences(
  before: ReviewedSnapshot,
  after: ReviewedSnapshot,
): readonly FieldChange[] {
  const fields = Object.keys(reviewedSnapshotSchema.shape) as (keyof ReviewedSnapshot)[];
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field] }));
}
