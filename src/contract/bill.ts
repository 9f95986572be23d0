import { z } from 'zod';
import { dropControls, dropControlsDeep } from '../base/controls.ts';
import { itemIdSchema } from './item-id.ts';

/** Every status the service documents (service page, *Bill*). */
export const billStatuses = ['open', 'overdue', 'partially_paid', 'paid', 'void'] as const;
export type BillStatus = (typeof billStatuses)[number];

/** What the service says of the vendor: an object of unknown fields, kept as sent (see `vendorName`). */
export const vendorSchema = z.record(z.string(), z.unknown()).overwrite(dropControlsDeep);

/** Somebody else's words, shown on screens, in files and on paper: without what could turn them around. */
const text = z.string().overwrite(dropControls).nullish();

/** Whole cents that a number holds exactly; what credits an account is below zero. No minus before a zero. */
const cents = z.int().overwrite((value) => value + 0);

/** ISO 4217, in any case: `eur` is `EUR`, or one currency would be two in every total. */
const currency = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{3}$/, 'expected three letters')
  .toUpperCase();

/**
 * One bill as the service sends it (service page, *Bill*). Unknown fields are kept, an unknown
 * status is carried as it is. Dates stay text. Money must be whole cents, below 2^53: a bill whose amount
 * is in doubt is refused rather than shown wrong.
 */
export const billSchema = z
  .object({
    id: itemIdSchema,
    object: z.literal('bill').optional(),
    bill_number: text,
    status: z.string().min(1),
    date: text,
    due_date: text,
    currency,
    total_cents: cents,
    amount_due_cents: cents,
    memo: text,
    vendor: vendorSchema.nullish(),
    created_at: text,
  })
  .catchall(z.unknown().overwrite(dropControlsDeep));
export type Bill = Readonly<z.infer<typeof billSchema>>;

/** The fields the service page names; whatever else a bill carries is shown as "also sent". */
export const knownBillFields: readonly string[] = Object.keys(billSchema.shape);

/** Query of `GET /api/v1/bills`. */
export const BILLS_PAGE_LIMIT = { least: 1, most: 50, byDefault: 25 } as const;
