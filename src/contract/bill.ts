import * as z from '../base/zod.ts';
import { dropControls, dropControlsDeep } from '../base/controls.ts';
import { itemIdSchema } from './item-id.ts';

/** Every status the service documents (service page, *Bill*). */
export const billStatuses = ['open', 'overdue', 'partially_paid', 'paid', 'void'] as const;
export type BillStatus = (typeof billStatuses)[number];

/** What the service says of the vendor: an object of unknown fields, kept as sent (see `vendorName`). */
export const vendorSchema = z.record(z.string(), z.unknown()).check(z.overwrite(dropControlsDeep));

/** Somebody else's words, shown on screens, in files and on paper: without what could turn them around. */
const text = z.nullish(z.string().check(z.overwrite(dropControls)));

/** Whole cents that a number holds exactly; what credits an account is below zero. No minus before a zero. */
const cents = z.int().check(z.overwrite((value) => value + 0));

/** ISO 4217, in any case: `eur` is `EUR`, or one currency would be two in every total. */
const currency = z
  .string()
  .check(z.trim(), z.regex(/^[A-Za-z]{3}$/, 'expected three letters'), z.toUpperCase());

/**
 * One bill as the service sends it (service page, *Bill*). Unknown fields are kept, an unknown
 * status is carried as it is. Dates stay text. Money must be whole cents, below 2^53: a bill whose amount
 * is in doubt is refused rather than shown wrong.
 */
export const billSchema = z.catchall(
  z.object({
    id: itemIdSchema,
    object: z.optional(z.literal('bill')),
    bill_number: text,
    status: z.string().check(z.minLength(1)),
    date: text,
    due_date: text,
    currency,
    total_cents: cents,
    amount_due_cents: cents,
    memo: text,
    vendor: z.nullish(vendorSchema),
    created_at: text,
  }),
  z.unknown().check(z.overwrite(dropControlsDeep)),
);
export type Bill = Readonly<z.infer<typeof billSchema>>;

/** The fields the service page names; whatever else a bill carries is shown as "also sent". */
export const knownBillFields: readonly string[] = Object.keys(billSchema.shape);

/** Query of `GET /api/v1/bills`. */
export const BILLS_PAGE_LIMIT = { least: 1, most: 50, byDefault: 25 } as const;
