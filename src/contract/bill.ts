import * as z from '../base/zod.ts';
import { itemIdSchema } from './item-id.ts';
import { nameOf, partyOfSavedVendor, partySchema, type Fields } from './party.ts';

/** A bill as Billfold knows it. Fields the service page does not name stay in `others`, under the service's names. */
export const billSchema = z.object({
  id: itemIdSchema,
  billNumber: z.nullable(z.string()),
  /** As the service sent it: one of `billStatuses`, or a status it does not document. */
  status: z.string().check(z.minLength(1)),
  /** Dates are ISO 8601 text as the service sent them: the day is the one written, in no time zone. */
  date: z.nullable(z.string()),
  dueDate: z.nullable(z.string()),
  createdAt: z.nullable(z.string()),
  /** ISO 4217, in capitals. */
  currency: z.string(),
  totalCents: z.int(),
  /** Cents still to pay. */
  amountDueCents: z.int(),
  memo: z.nullable(z.string()),
  vendor: z.nullable(partySchema),
  /** Absent when the service sent no other field. */
  others: z.optional(z.record(z.string(), z.unknown())),
});
export type Bill = Readonly<z.infer<typeof billSchema>>;

/** The vendor's name to show, or its id; null when the service sent neither. */
export function vendorName(bill: Pick<Bill, 'vendor'>): string | null {
  return nameOf(bill.vendor);
}

/** Query of `GET /api/v1/bills`. */
export const BILLS_PAGE_LIMIT = { least: 1, most: 50, byDefault: 25 } as const;

/** A bill in an answer that an earlier version saved under the service's names, under ours; another value as it is. */
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

/** Fields of a bill that an earlier version saved with a snapshot under the service's names, under ours. */
export function withSavedNames(
  saved: Fields,
): Pick<Bill, 'date' | 'createdAt' | 'memo' | 'vendor' | 'others'> {
  const { date, created_at: createdAt, memo, vendor, ...others } = saved;
  const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const texts = { date: textOr(date), createdAt: textOr(createdAt), memo: textOr(memo) };
  const bill = { ...texts, vendor: partyOfSavedVendor(vendor) };
  return Object.keys(others).length === 0 ? bill : { ...bill, others };
}
