import * as z from '../base/zod.ts';
import { canonicalJson } from '../base/canonical-json.ts';
import { calendarStatus, recordKeepingFields } from '../contract/assumptions.ts';
import { vendorName, withSavedNames, type Bill } from '../contract/bill.ts';
import { itemIdSchema } from '../contract/item-id.ts';
import type { Fields, Party } from '../contract/party.ts';
import { itemFields, itemText } from './bounds.ts';
import { isAccountLike } from './own-fields.ts';

/** Further fields of a snapshot. The service's own fields keep their names, apart from Billfold's. */
const restSchema = z.strictObject({
  date: z.nullable(itemText),
  createdAt: z.nullable(itemText),
  memo: z.nullable(itemText),
  vendorId: z.nullable(itemText),
  /** Fields of the vendor other than id and name. */
  vendor: itemFields,
  /** Fields of the bill that the service page does not name. */
  others: itemFields,
});
type SnapshotRest = Readonly<z.infer<typeof restSchema>>;

/**
 * Everything on the screen when the user approved. It goes with the approval to the outbox and the journal. Main
 * compares the bill with it before sending.
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
  /** Null if the version that made the approval did not save it. */
  rest: z.pipe(z.pipe(z.nullish(itemFields), z.transform(withOurNames)), z.nullable(restSchema)),
});
export type ReviewedSnapshot = Readonly<z.infer<typeof reviewedSnapshotSchema>>;

/** Converts the other fields of an earlier version, which saved them together under the service's names. */
function withOurNames(saved: Fields | null | undefined): unknown {
  if (!saved) return null;
  // Require all of Billfold's fields: the service may have a field with one of these names.
  if (Object.keys(restSchema.shape).every((field) => Object.hasOwn(saved, field))) return saved;
  return restOf(withSavedNames(saved));
}

/** Snapshot of a bill in its current state. */
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

/** Vendor of the approved bill. A name that only repeats the id counts as none. */
export function vendorOf({ vendorName: name, rest }: ReviewedSnapshot): Party {
  const id = rest?.vendorId ?? null;
  return { id, name: name === id ? null : name };
}

/** Restores a shortened bill from the journal. Its other fields are those of the approved bill. */
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
 * Text that is equal for two snapshots if the user saw no difference, except one that the calendar made
 * (`calendarStatus`). It uses exactly the fields that `differences` compares: different fingerprints always have a
 * difference to show.
 * @param unchecked fields that the user has excluded from the check (`Settings.uncheckedFields`)
 */
export function fingerprint(snapshot: ReviewedSnapshot, unchecked: readonly string[] = []): string {
  const status = calendarStatus(snapshot.status);
  const fields = [...fieldsOf({ ...snapshot, status })];
  const counts = ([field, value]: readonly [string, FieldValue]): boolean =>
    !unchecked.includes(field) || isAccountLike(field, value);
  return canonicalJson(Object.fromEntries(fields.filter(counts)));
}

/** A field that changed after the approval. A value is null when the bill has no such field. */
export interface FieldChange {
  /** A name in the snapshot, or a path into the service's own fields (`ownFieldOf`). */
  readonly field: string;
  readonly before: FieldValue;
  readonly after: FieldValue;
}
export type FieldValue = string | number | null;

/** Fields in which two snapshots differ, in the snapshot's order; empty when the bill is as approved. */
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

/** Removes fields, at any depth, that only say when and how a record was written. */
function withoutRecordKeeping(fields: object): Record<string, unknown> {
  const kept = Object.entries(fields).filter(
    ([name, field]) => !recordKeepingFields.has(name) || isPlain(field) || isOfPayee(name, field),
  );
  return Object.fromEntries(
    kept.map(([name, field]) => [name, isPlain(field) ? withoutRecordKeeping(field) : field]),
  );
}

function isOfPayee(name: string, field: unknown): boolean {
  return typeof field === 'string' && isAccountLike(`/${name}`, field);
}

/**
 * Every field of a snapshot that has a value, by name. Paths of the service's own fields never equal one of Billfold's
 * names.
 */
export function fieldsOf({ rest, ...named }: ReviewedSnapshot): ReadonlyMap<string, FieldValue> {
  const { vendor = {}, others = {}, ...ours } = rest ?? {};
  const given = Object.entries({ ...named, ...ours }).filter(([, value]) => hasValue(value));
  const fields = new Map<string, FieldValue>(given);
  addLeaves(fields, 'vendor', vendor);
  addLeaves(fields, '', others);
  return fields;
}

/**
 * Adds fields by path. Each step begins with a slash, as in a JSON pointer (RFC 6901): `vendor/bank/iban`,
 * `/po_number`.
 */
function addLeaves(fields: Map<string, FieldValue>, path: string, value: object): void {
  for (const [name, field] of Object.entries(value)) {
    const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (isPlain(field)) addLeaves(fields, at, field);
    else if (hasValue(field)) fields.set(at, leafOf(name, field));
  }
}

function hasValue(value: unknown): boolean {
  // Saved JSON turns an infinite number into null.
  if (typeof value === 'number') return Number.isFinite(value);
  return value !== null && value !== undefined && value !== '';
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Value to compare. Tags and lines are sorted, because their order means nothing. The order of any other list counts:
 * in a list of bank accounts or payees, the first may be the one that is paid.
 */
function leafOf(name: string, value: unknown): FieldValue {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (!Array.isArray(value)) return canonicalJson(value);
  const items = value.map(canonicalJson);
  const isSorted =
    (LINES.test(name) && value.every(isPlain)) || (TAGS.test(name) && value.every(isTag));
  return `[${(isSorted ? items.toSorted() : items).join(',')}]`;
}

const LINES = /^(?:(?:bill|invoice)_?)?(?:line_?items|lines|attachments|documents|comments)$/i;

const TAGS = /^(?:(?:bill|vendor)_?)?(?:tags|labels|categories|keywords)$/i;
const LONGEST_TAG = 64;

function isTag(item: unknown): boolean {
  return typeof item === 'string' && item.length <= LONGEST_TAG && !/\p{N}/u.test(item);
}
