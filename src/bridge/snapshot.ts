import * as z from '../base/zod.ts';
import { canonicalJson } from '../base/canonical-json.ts';
import { calendarStatus, recordKeepingFields } from '../contract/assumptions.ts';
import { vendorName, withSavedNames, type Bill } from '../contract/bill.ts';
import { itemIdSchema } from '../contract/item-id.ts';
import type { Fields, Party } from '../contract/party.ts';
import { itemFields, itemText } from './bounds.ts';

/** Everything else that was on the screen. The service's own fields keep its names, apart from ours. */
const restSchema = z.strictObject({
  date: z.nullable(itemText),
  createdAt: z.nullable(itemText),
  memo: z.nullable(itemText),
  vendorId: z.nullable(itemText),
  /** Fields of the vendor beside id and name. */
  vendor: itemFields,
  /** Fields of the bill that the service page does not name. */
  others: itemFields,
});
type SnapshotRest = Readonly<z.infer<typeof restSchema>>;

/**
 * Everything that was on the screen when the user approved. It travels with the approval into the outbox
 * and the journal, and the bill is compared with it before anything is sent.
 */
export const reviewedSnapshotSchema = z.strictObject({
  billId: itemIdSchema,
  billNumber: z.nullable(itemText),
  vendorName: z.nullable(itemText),
  /** ISO 4217 code. */
  currency: itemText,
  totalCents: z.int(),
  amountDueCents: z.int(),
  /** ISO 8601 text as the service sent it. */
  dueDate: z.nullable(itemText),
  status: itemText,
  /** Null for approvals of a version that did not save it. */
  rest: z.pipe(z.pipe(z.nullish(itemFields), z.transform(withOurNames)), z.nullable(restSchema)),
});
export type ReviewedSnapshot = Readonly<z.infer<typeof reviewedSnapshotSchema>>;

/** An earlier version saved all other fields together, under the service's names. */
function withOurNames(saved: Fields | null | undefined): unknown {
  if (!saved) return null;
  // All of our fields: a service may have one of the same name among its own.
  if (Object.keys(restSchema.shape).every((field) => Object.hasOwn(saved, field))) return saved;
  return restOf(withSavedNames(saved));
}

/** The snapshot of a bill as it stands now. */
export function snapshotOf(bill: Bill): ReviewedSnapshot {
  const { id, billNumber, currency, totalCents, amountDueCents, dueDate, status } = bill;
  return {
    ...{ billId: id, billNumber, vendorName: vendorName(bill), currency, totalCents },
    ...{ amountDueCents, dueDate, status, rest: restOf(bill) },
  };
}

type RestOfBill = Pick<Bill, 'date' | 'createdAt' | 'memo' | 'vendor' | 'others'>;

function restOf({ date, createdAt, memo, vendor, others }: RestOfBill): SnapshotRest {
  return {
    ...{ date, createdAt, memo, vendorId: vendor?.id ?? null },
    vendor: withoutRecordKeeping(vendor?.others ?? {}),
    others: withoutRecordKeeping(others ?? {}),
  };
}

/** The vendor of the approved bill. A name that only repeats the id is none. */
export function vendorOf({ vendorName: name, rest }: ReviewedSnapshot): Party {
  const id = rest?.vendorId ?? null;
  return { id, name: name === id ? null : name };
}

/** The bill of an answer that the journal saved in short: for everything else as it was approved. */
export function billOfAnswer(
  approved: ReviewedSnapshot,
  answered: Pick<Bill, 'id' | 'status' | 'currency' | 'totalCents' | 'amountDueCents'>,
): Bill {
  const { billNumber, dueDate, rest } = approved;
  const { date = null, createdAt = null, memo = null } = rest ?? {};
  const vendor = { ...vendorOf(approved), others: rest?.vendor ?? {} };
  const others = rest?.others ?? {};
  return { billNumber, dueDate, date, createdAt, memo, vendor, others, ...answered };
}

/**
 * Equal texts mean that nothing the user has seen differs, but for a day that came (`calendarStatus`). Made of the very
 * fields that `differences` compares: where fingerprints differ, there is a difference to show.
 * @param unchecked fields that the user has said not to check (`Settings.uncheckedFields`)
 */
export function fingerprint(snapshot: ReviewedSnapshot, unchecked: readonly string[] = []): string {
  const status = calendarStatus(snapshot.status);
  const fields = [...fieldsOf({ ...snapshot, status })];
  return canonicalJson(Object.fromEntries(fields.filter(([field]) => !unchecked.includes(field))));
}

/** One field that is no longer what was approved. Null: the bill has no such field. */
export interface FieldChange {
  /** A name of the snapshot, or a path into the service's own fields (`ownFieldOf`). */
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
  const [left, right] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...left.keys(), ...right.keys()])]
    .map((field) => ({ field, before: left.get(field) ?? null, after: right.get(field) ?? null }))
    .filter((change) => change.before !== change.after && !isCalendar(change));
}

function isCalendar({ field, before, after }: FieldChange): boolean {
  return (
    field === 'status' &&
    calendarStatus(String(before ?? '')) === calendarStatus(String(after ?? ''))
  );
}

/** Drops fields at any depth that say only when and how a record was written. */
function withoutRecordKeeping(fields: object): Record<string, unknown> {
  const kept = Object.entries(fields).filter(([name]) => !recordKeepingFields.has(name));
  return Object.fromEntries(
    kept.map(([name, field]) => [name, isPlain(field) ? withoutRecordKeeping(field) : field]),
  );
}

/**
 * Every field of a snapshot that has a value, by name. Fields of the service's own stand under paths that no name of
 * ours is.
 */
export function fieldsOf({ rest, ...named }: ReviewedSnapshot): ReadonlyMap<string, FieldValue> {
  const { vendor = {}, others = {}, ...ours } = rest ?? {};
  const given = Object.entries({ ...named, ...ours }).filter(([, value]) => hasValue(value));
  const fields = new Map<string, FieldValue>(given);
  addLeaves(fields, 'vendor', vendor);
  addLeaves(fields, '', others);
  return fields;
}

/** Each step of a path begins with a slash, as in a JSON pointer (RFC 6901): `vendor/bank/iban`, `/po_number`. */
function addLeaves(fields: Map<string, FieldValue>, path: string, value: object): void {
  for (const [name, field] of Object.entries(value)) {
    const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (isPlain(field)) addLeaves(fields, at, field);
    else if (hasValue(field)) fields.set(at, leafOf(field));
  }
}

function hasValue(value: unknown): boolean {
  // A number too large for any is null in the JSON that is saved.
  if (typeof value === 'number') return Number.isFinite(value);
  return value !== null && value !== undefined && value !== '';
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lists are compared in an order of their own: a service that sends the same tags in another has changed nothing. */
function leafOf(value: unknown): FieldValue {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (!Array.isArray(value)) return canonicalJson(value);
  return `[${value.map(canonicalJson).toSorted().join(',')}]`;
}
