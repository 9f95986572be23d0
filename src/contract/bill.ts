import * as z from '../base/zod.ts';
import { dropControls, dropControlsDeep } from '../base/controls.ts';
import { isPayable } from './assumptions.ts';
import { itemIdSchema } from './item-id.ts';
import { nameOf, partyOfSavedVendor, partySchema, readParty, type Fields } from './party.ts';

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

/** Text of others, shown on screens, in files and on paper. Some encoders write a number. */
const text = z.pipe(
  z.nullish(z.union([z.string().check(z.overwrite(dropControls)), z.number()])),
  z.transform((value) => (value === null || value === undefined ? null : String(value))),
);

/** Whole cents that a double holds exactly; a credit is below zero. No minus before a zero. */
const cents = z.int().check(z.overwrite((value) => value + 0));

/** ISO 4217, in any case: `eur` is `EUR`, or one currency would be two in every total. */
const currency = z
  .string()
  .check(z.trim(), z.regex(/^[A-Za-z]{3}$/, 'expected three letters'), z.toUpperCase());

/** The fields of a bill that the service page names (*Bill*). */
const pageFields = z.object({
  id: itemIdSchema,
  object: z.optional(z.literal('bill')),
  bill_number: text,
  status: z.string().check(z.minLength(1)),
  date: text,
  due_date: text,
  currency,
  total_cents: cents,
  amount_due_cents: z.nullish(cents),
  memo: text,
  vendor: z.nullish(z.record(z.string(), z.unknown())),
  created_at: text,
});

/**
 * Reads one bill as the service sends it (service page, *Bill*). Money must be whole cents below 2^53: a bill whose
 * amount is in doubt is refused rather than shown wrong. The amount due may be left out only where nothing can be due.
 */
export const sentBillSchema = z.pipe(
  z.catchall(pageFields, z.unknown().check(z.overwrite(dropControlsDeep))).check(
    z.refine(({ status, amount_due_cents: due }) => !isPayable(status) || isNumber(due), {
      path: ['amount_due_cents'],
      message: 'Invalid input: expected number, received undefined',
    }),
  ),
  z.transform((sent): Bill => {
    const { id, object: _, bill_number, status, date, due_date, currency: code, ...rest } = sent;
    const { total_cents, amount_due_cents, memo, vendor, created_at, ...others } = rest;
    const bill: Bill = {
      ...{ id, billNumber: bill_number, status, date, dueDate: due_date, createdAt: created_at },
      ...{ currency: code, totalCents: total_cents, amountDueCents: amount_due_cents ?? 0, memo },
      vendor: vendor ? readParty(vendor) : null,
    };
    return Object.keys(others).length === 0 ? bill : { ...bill, others };
  }),
);

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** Query of `GET /api/v1/bills`. */
export const BILLS_PAGE_LIMIT = { least: 1, most: 50, byDefault: 25 } as const;

/** A bill in an answer that an earlier version saved under the service's names, under ours; another value as it is. */
export function withOurNames(saved: unknown): unknown {
  if (typeof saved !== 'object' || saved === null || !('total_cents' in saved)) return saved;
  const {
    id,
    bill_number,
    status,
    due_date,
    currency: code,
    total_cents,
    ...rest
  }: Fields = {
    ...saved,
  };
  const { amount_due_cents, object: _, ...others } = rest;
  return {
    ...{ id, billNumber: bill_number ?? null, status, dueDate: due_date ?? null },
    ...{ currency: code, totalCents: total_cents, amountDueCents: amount_due_cents },
    ...withSavedNames(others),
  };
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
