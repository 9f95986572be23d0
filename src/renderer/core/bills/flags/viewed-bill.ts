import type { Observable } from '../../../../base/observable.ts';
import * as z from '../../../../base/zod.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { nameOf } from '../../../../contract/party.ts';
import type { SeenChange, SeenField } from '../../model/flag.ts';

/**
 * The fields of a bill that the user viewed. Without the status: an open bill that becomes overdue has not
 * changed, and a payment shows in the amount due.
 */
export const viewedFieldsSchema = z.object({
  vendorName: z.nullable(z.string()),
  billNumber: z.nullable(z.string()),
  currency: z.string(),
  totalCents: z.int(),
  amountDueCents: z.int(),
  date: z.nullable(z.string()),
  dueDate: z.nullable(z.string()),
  memo: z.nullable(z.string()),
}) satisfies z.ZodMiniType<Record<SeenField, string | number | null>>;
export type ViewedFields = Readonly<z.infer<typeof viewedFieldsSchema>>;

/** A bill as it was when it was last viewed, as stored. The key is [organizationId, billId]. */
export const viewedBillSchema = z.object({
  organizationId: z.string(),
  billId: z.string(),
  /** Epoch milliseconds. */
  seenAtMs: z.number(),
  fields: viewedFieldsSchema,
});
export type ViewedBill = Readonly<z.infer<typeof viewedBillSchema>>;

/** The bill's fields as sent, without a vendor's name that only other bills give. An empty memo counts as none. */
export function viewedFieldsOf(bill: Bill): ViewedFields {
  return {
    vendorName: nameOf(bill.vendor),
    billNumber: bill.billNumber,
    currency: bill.currency,
    totalCents: bill.totalCents,
    amountDueCents: bill.amountDueCents,
    date: bill.date,
    dueDate: bill.dueDate,
    memo: bill.memo || null,
  };
}

/** The fields that have changed, in the order of the schema. */
export function viewedChanges(before: ViewedFields, after: ViewedFields): readonly SeenChange[] {
  const fields = Object.keys(viewedFieldsSchema.shape) as SeenField[];
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      field,
      before: before[field],
      after: after[field],
      beforeCurrency: before.currency,
    }));
}

/** The version of each bill that the user last viewed. */
export interface ViewedVersions {
  /** Increases whenever a result of `of` may have changed. */
  readonly version: Observable<number>;
  /**
   * The bill as last viewed. Null if it never was, and until the record is read from disk; the first call starts the
   * reading.
   */
  of(organizationId: string, billId: string): ViewedBill | null;
  /** The user views the bill as it is now. */
  saw(organizationId: string, bill: Bill): void;
}
