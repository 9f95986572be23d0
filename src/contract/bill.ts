import { z } from 'zod';
import { itemIdSchema } from './item-id.ts';

/** Every status the service documents (service page, *Bill*). */
export const billStatuses = ['open', 'overdue', 'partially_paid', 'paid', 'void'] as const;
export type BillStatus = (typeof billStatuses)[number];

/** What the service says of the vendor: an object of unknown fields, kept as sent (see `vendorName`). */
export const vendorSchema = z.record(z.string(), z.unknown());

const text = z.string().nullish();

/**
 * One bill as the service sends it (service page, *Bill*). Unknown fields are kept, an unknown
 * status is carried as it is. Dates stay text. Money must be whole cents: a bill whose amount is in
 * doubt is refused rather than shown wrong.
 */
export const billSchema = z.looseObject({
  id: itemIdSchema,
  object: z.literal('bill').optional(),
  bill_number: text,
  status: z.string().min(1),
  date: text,
  due_date: text,
  currency: z.string().min(1),
  total_cents: z.int(),
  amount_due_cents: z.int(),
  memo: text,
  vendor: vendorSchema.nullish(),
  created_at: text,
});
export type Bill = Readonly<z.infer<typeof billSchema>>;

/** The fields the service page names; whatever else a bill carries is shown as "also sent". */
export const knownBillFields: readonly string[] = Object.keys(billSchema.shape);

/** Query of `GET /api/v1/bills`. */
export const BILLS_PAGE_LIMIT = { least: 1, most: 50, byDefault: 25 } as const;
