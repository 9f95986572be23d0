import { isObject } from '../base/is-object.ts';
import * as z from '../base/zod.ts';
import { canonicalJson } from '../base/canonical-json.ts';
import { calendarStatus, isRecordKeeping, isVendorStatistic } from '../contract/assumptions.ts';
import { withSavedNames, type Bill } from '../contract/bill.ts';
import { itemIdSchema } from '../contract/item-id.ts';
import { nameOf, type Fields, type Party } from '../contract/party.ts';
import { itemFields, itemText } from './bounds.ts';
import { isAccountLike, leadsToPayment, namesPayee } from './own-fields.ts';

/** Further fields of a snapshot. The service's own fields keep their names, separate from Billfold's fields. */
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
  rest: z.pipe(z.pipe(z.nullish(itemFields), z.transform(restFromSaved)), z.nullable(restSchema)),
});
export type ReviewedSnapshot = Readonly<z.infer<typeof reviewedSnapshotSchema>>;

/** Converts the other fields of an earlier version, which saved them together under the service's names. */
function restFromSaved(saved: Fields | null | undefined): unknown {
  if (!saved) return null;
  // Require all of Billfold's fields: the service may have a field with one of these names.
  if (Object.keys(restSchema.shape).every((field) => Object.hasOwn(saved, field))) return saved;
  return restOf(withSavedNames(saved));
}

/** Snapshot of a bill as sent, without a vendor's name that only other bills give. */
export function snapshotOf(bill: Bill): ReviewedSnapshot {
  const { id, billNumber, currency, totalCents, amountDueCents, dueDate, status } = bill;
  return {
    billId: id,
    billNumber,
    vendorName: nameOf(bill.vendor),
    currency,
    totalCents,
    amountDueCents,
    dueDate,
    status,
    rest: restOf(bill),
  };
}

type RestOfBill = Pick<Bill, 'date' | 'createdAt' | 'memo' | 'vendor' | 'others'>;

function restOf({ date, createdAt, memo, vendor, others }: RestOfBill): SnapshotRest {
  return {
    date,
    createdAt,
    memo,
    vendorId: vendor?.id ?? null,
    vendor: vendor?.others ?? {},
    others: others ?? {},
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
 * Text that two snapshots share if the user would see no difference between them. Open and overdue count as the same
 * status (`calendarStatus`). It uses the fields that `differences` compares, without the unchecked ones. So different
 * fingerprints always have a difference to show.
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

/**
 * Every field of a snapshot that has a value, by name. Paths of the service's own fields never equal one of Billfold's
 * names.
 */
export function fieldsOf({ rest, ...named }: ReviewedSnapshot): ReadonlyMap<string, FieldValue> {
  const { vendor = {}, others = {}, ...ours } = rest ?? {};
  const given = Object.entries({ ...named, ...ours }).filter(([, value]) => hasValue(value));
  const fields = new Map<string, FieldValue>(
    given.map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      return [name, isDate(name) ? plainText(value) : value.normalize('NFC')];
    }),
  );
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
    if (isObject(field)) addLeaves(fields, at, field);
    else if (isOfBill(path, name, field)) fields.set(at, leafOf(path, name, field));
  }
}

/** Whether a field has a value and is about the bill. A version inside bank details counts: it changes with them. */
function isOfBill(path: string, name: string, value: unknown): boolean {
  if (!hasValue(value)) return false;
  if (namesPayee(path)) return true;
  if (path.startsWith('vendor') && isVendorStatistic(name, value)) return false;
  return !isRecordKeeping(name, value) || isOfPayee(name, value);
}

function isOfPayee(name: string, field: unknown): boolean {
  return typeof field === 'string' && isAccountLike(`/${name}`, field);
}

function hasValue(value: unknown): boolean {
  // Saved JSON turns an infinite number into null.
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.length > 0;
  return value !== null && value !== undefined && value !== '';
}

/**
 * Value to compare. Tags and lines are sorted, because their order has no meaning. Any other list keeps its order: of
 * several bank accounts or payees, the first may be the one that gets paid.
 */
function leafOf(path: string, name: string, value: unknown): FieldValue {
  const plain = plainOf(path, name, value);
  if (typeof plain === 'string' || typeof plain === 'number') return plain;
  if (!Array.isArray(plain)) return canonicalJson(plain);
  const items = plain.map(canonicalJson);
  const isSorted =
    (path === '' && LINES.test(name) && plain.every(isObject)) ||
    (TAGS.test(name) && plain.every(isTag));
  return `[${(isSorted ? items.toSorted() : items).join(',')}]`;
}

/**
 * Normalizes a value for comparison: drops fields of list items that are not about the bill, and gives equal texts one
 * spelling.
 */
function plainOf(path: string, name: string, value: unknown): unknown {
  const at = `${path}/${name}`;
  if (typeof value === 'string') {
    if (AMOUNT.test(name)) return amountOf(value);
    return leadsToPayment(at) ? plainText(value) : withoutSignature(plainText(value));
  }
  if (Array.isArray(value)) return value.map((each) => plainOf(path, name, each));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).map(([key, each]) => [key, plainOf(at, key, each)] as const);
  return Object.fromEntries(
    kept.filter(([key, each]) => isOfBill(at, key, each) && !isHollow(each)),
  );
}

function isHollow(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

const AMOUNT =
  /amount|total|tax|price|rate|cents|qty|quantity|balance|discount|net$|gross|sum$|fee|paid$|due$/i;

/** A decimal as a number, so that `10.0` and `10.00` are equal; any other text as it is. */
function amountOf(text: string): string | number {
  const isDecimal = /^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,6})?$/.test(text);
  return isDecimal && text !== '-0' ? Number(text) : plainText(text);
}

const DATE = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/;

/** Whether one of Billfold's fields is a date or a time. */
function isDate(name: string): boolean {
  return name === 'date' || name === 'dueDate' || name === 'createdAt';
}

/** Normalizes a text: NFC; midnight becomes the plain day; times get seconds, no trailing zeros, and `Z` for UTC. */
function plainText(text: string): string {
  const found = DATE.exec(text);
  if (found === null) return text.normalize('NFC');
  const [, day = '', minute = '', second = '00', fraction = '', zone = ''] = found;
  const digits = fraction.replace(/0+$/, '');
  if (`${minute}${second}${digits}` === '00:0000') return day;
  const offset = zone.replace(
    /^([+-]\d\d):?(\d\d)?$/,
    (_, hours, minutes = '00') => `${hours}:${minutes}`,
  );
  return `${day}T${minute}:${second}${digits && `.${digits}`}${/^[+-]00:00$/.test(offset) ? 'Z' : offset}`;
}

/** A link to an object store without the parameters that are new each time it is signed. Any other text stays as it is. */
function withoutSignature(text: string): string {
  const [, place, query = ''] = /^(https?:\/\/[^\s?#]+)\?([^\s#]+)$/i.exec(text) ?? [];
  if (place === undefined) return text;
  const keyOf = (parameter: string): string => parameter.split('=', 1).join('').toLowerCase();
  const parameters = query.split('&');
  const names = new Set(parameters.map(keyOf));
  const signing = signatures.find(([needed]) => needed.every((name) => names.has(name)))?.[1] ?? [];
  const kept = parameters.filter((each) => !signing.includes(keyOf(each)));
  return kept.length === 0 ? place : `${place}?${kept.join('&')}`;
}

/** Parameters that all occur in a signed link of an object store, and those that are new with each signature. */
const signatures: readonly (readonly [needed: readonly string[], signing: readonly string[]])[] = [
  ...['amz', 'goog'].map((store): readonly [string[], string[]] => [
    [`x-${store}-signature`, `x-${store}-date`],
    [
      'algorithm',
      'credential',
      'date',
      'expires',
      'security-token',
      'signature',
      'signedheaders',
    ].map((name) => `x-${store}-${name}`),
  ]),
  [
    ['sig', 'se', 'sv'],
    ['sig', 'se', 'st', 'ske', 'skt'],
  ],
  [
    ['signature', 'key-pair-id'],
    ['signature', 'expires', 'policy'],
  ],
  [
    ['signature', 'expires'],
    ['signature', 'expires'],
  ],
];

const LINES = /^(?:(?:bill|invoice)_?)?(?:line_?items|lines|attachments|documents|comments)$/i;

const TAGS = /^(?:(?:bill|vendor)_?)?(?:tags|labels|categories|keywords)$/i;
const LONGEST_TAG = 64;

function isTag(item: unknown): boolean {
  if (typeof item !== 'string' || item.length > LONGEST_TAG) return false;
  // Digits of any script may form an account number.
  return !/\d{4}|(?!\d)\p{N}|[:=]/u.test(item) && !isAccountLike('/tag', item);
}
