import * as z from '../base/zod.ts';
import { canonicalJson } from '../base/canonical-json.ts';
import { calendarStatus, recordKeepingFields, vendorName } from '../contract/assumptions.ts';
import type { Bill } from '../contract/bill.ts';
import { itemIdSchema } from '../contract/item-id.ts';
import { itemFields, itemText } from './bounds.ts';

/**
 * Everything that was on the screen when the user approved. It travels with the approval into the outbox
 * and the journal, and the bill is compared with it before anything is sent.
 */
export const reviewedSnapshotSchema = z.strictObject({
  billId: itemIdSchema,
  billNumber: z.nullable(itemText),
  vendorName: z.nullable(itemText),
  /** ISO 4217 code as the service sent it. */
  currency: itemText,
  totalCents: z.int(),
  amountDueCents: z.int(),
  /** ISO 8601 text as the service sent it. */
  dueDate: z.nullable(itemText),
  status: itemText,
  /**
   * Every other field, as the service sent it: dates, memo, the whole vendor, fields its page does not
   * name. Null for approvals of a version that did not keep them.
   */
  rest: z._default(z.nullable(itemFields), null),
});
export type ReviewedSnapshot = Readonly<z.infer<typeof reviewedSnapshotSchema>>;

/** The snapshot of a bill as it stands now. */
export function snapshotOf(bill: Bill): ReviewedSnapshot {
  const { id, bill_number, currency, total_cents, amount_due_cents, due_date, status, ...others } =
    bill;
  return {
    billId: id,
    billNumber: bill_number ?? null,
    vendorName: vendorName(bill),
    currency,
    totalCents: total_cents,
    amountDueCents: amount_due_cents,
    dueDate: due_date ?? null,
    status,
    rest: withoutRecordKeeping(others),
  };
}

/** The bill of an answer that the journal has in short: for the rest as it was approved. */
export function billOfAnswer(approved: ReviewedSnapshot, inShort: Bill): Bill {
  const { billNumber, vendorName: name, dueDate, rest } = approved;
  return { vendor: { name }, ...rest, bill_number: billNumber, due_date: dueDate, ...inShort };
}

/** Equal texts mean that nothing the user has seen differs, but for a day that came (`calendarStatus`). */
export function fingerprint(snapshot: ReviewedSnapshot): string {
  return canonicalJson({ ...snapshot, status: calendarStatus(snapshot.status) });
}

/** One field that is no longer what was approved. Null: the bill has no such field. */
export interface FieldChange {
  /** A name of the snapshot, or the service's own: "memo", "vendor.bank_account". */
  readonly field: string;
  readonly before: FieldValue;
  readonly after: FieldValue;
}
export type FieldValue = string | number | null;

/** The fields in which two snapshots differ, in the snapshot's order; none when it is what was approved. */
export function differences(
  before: ReviewedSnapshot,
  after: ReviewedSnapshot,
): readonly FieldChange[] {
  if (fingerprint(before) === fingerprint(after)) return [];
  const [left, right] = [fieldsOf(before), fieldsOf(after)];
  const changes = [...new Set([...left.keys(), ...right.keys()])]
    .map((field) => ({ field, before: left.get(field) ?? null, after: right.get(field) ?? null }))
    .filter((change) => change.before !== change.after && !isCalendar(change));
  // Said once, as the vendor's name.
  const isNamed = changes.some(({ field }) => field === 'vendorName');
  return isNamed ? changes.filter(({ field }) => field !== 'vendor.name') : changes;
}

function isCalendar({ field, before, after }: FieldChange): boolean {
  return field === 'status' && calendarStatus(String(before)) === calendarStatus(String(after));
}

/** A field without a value is as good as none. */
function withoutRecordKeeping(fields: object): Record<string, unknown> {
  const kept = Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
    if (recordKeepingFields.has(name)) return [];
    const value: unknown = isPlain(field) ? withoutRecordKeeping(field) : field;
    // A number too large for any is null in the JSON that is kept.
    const isEmpty =
      value === null || value === undefined || value === Infinity || value === -Infinity;
    return isEmpty || (isPlain(value) && Object.keys(value).length === 0) ? [] : [[name, value]];
  });
  return Object.fromEntries(kept);
}

/** Every field of a snapshot by name, what is nested as "vendor.bank_account". */
export function fieldsOf({ rest, ...named }: ReviewedSnapshot): ReadonlyMap<string, FieldValue> {
  const fields = new Map<string, FieldValue>(Object.entries(named));
  addLeaves(fields, '', rest ?? {});
  return fields;
}

function addLeaves(fields: Map<string, FieldValue>, path: string, value: object): void {
  for (const [name, field] of Object.entries(value)) {
    if (isPlain(field)) addLeaves(fields, `${path}${name}.`, field);
    else fields.set(`${path}${name}`, leafOf(field));
  }
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function leafOf(value: unknown): FieldValue {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === null || value === undefined ? null : canonicalJson(value);
}
