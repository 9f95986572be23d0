import * as z from '../base/zod.ts';
import { itemIdSchema } from './item-id.ts';
import { partyOfSavedVendor, partySchema, shownNameOf, type Fields } from './party.ts';

/** A bill. Fields that the service page does not name are in `others`, under the service's names. */
export const billSchema = z.object({
  id: itemIdSchema,
  billNumber: z.nullable(z.string()),
  /** Status as sent: one of `billStatuses`, or an undocumented one. */
  status: z.string().check(z.minLength(1)),
  /** Dates are ISO 8601 texts as sent. The written day counts, in no time zone. */
  date: z.nullable(z.string()),
  dueDate: z.nullable(z.string()),
  createdAt: z.nullable(z.string()),
  /** ISO 4217 code in capitals. */
  currency: z.string(),
  totalCents: z.int(),
  /** Cents still to pay. */
  amountDueCents: z.int(),
  memo: z.nullable(z.string()),
  vendor: z.nullable(partySchema),
  /** Absent when the service sent no other fields. */
  others: z.optional(z.record(z.string(), z.unknown())),
});
export type Bill = Readonly<z.infer<typeof billSchema>>;

/** Name of the vendor to show, or its id; null when the service sent neither. */
export function vendorName(bill: Pick<Bill, 'vendor'>): string | null {
  return shownNameOf(bill.vendor);
}

/** Limits of the query `GET /api/v1/bills`. */
export const BILLS_PAGE_LIMIT = { least: 1, most: 50, byDefault: 25 } as const;

/**
 * Renames the fields of a bill in an answer that an earlier version saved under the service's names. Other values stay
 * as they are.
 */
export function withOurNames(saved: unknown): unknown {
  if (typeof saved !== 'object' || saved === null || !('total_cents' in saved)) return saved;
  const {
    object: _,
    bill_number: billNumber = null,
    due_date: dueDate = null,
    ...rest
  }: Fields = {
    ...saved,
  };
  const { id, status, currency, total_cents: totalCents, ...more } = rest;
  const { amount_due_cents: amountDueCents, ...others } = more;
  const money = { currency, totalCents, amountDueCents };
  return { id, billNumber, status, dueDate, ...money, ...withSavedNames(others) };
}

/** Renames fields of a bill in a snapshot that an earlier version saved under the service's names. */
export function withSavedNames(
  saved: Fields,
): Pick<Bill, 'date' | 'createdAt' | 'memo' | 'vendor' | 'others'> {
  const { date, created_at: createdAt, memo, vendor, ...others } = saved;
  const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const texts = { date: textOr(date), createdAt: textOr(createdAt), memo: textOr(memo) };
  const bill = { ...texts, vendor: partyOfSavedVendor(vendor) };
  return Object.keys(others).length === 0 ? bill : { ...bill, others };
}
