import * as z from '../base/zod.ts';

const MAX_CHARACTERS = 256;
/** White space, and characters that only change how others look (category Cf, UAX #44). */
const INVISIBLE = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * Id of a bill, an invoice or an organization. It becomes part of an address or a header, so the schema refuses ids
 * that could change these: `..` would turn the approval of a bill into a call of another path.
 */
export const itemIdSchema = z.string().check(
  z.maxLength(MAX_CHARACTERS),
  z.refine((id) => !INVISIBLE.test(id), 'expected more than white space and invisible characters'),
  z.refine((id) => id !== '.' && id !== '..', 'expected a name, not a step in a path'),
  // Direction controls reorder the text beside them: an exported id would turn its row around.
  z.refine(
    (id) => !/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(id),
    'expected no slash and no control character',
  ),
  z.refine((id) => id.isWellFormed(), 'expected whole characters'),
);

/** Id as the service sends it: a whole number counts as its digits. */
export const sentItemIdSchema = z.pipe(
  z.transform((sent): unknown => textOfId(sent)),
  itemIdSchema,
);

/** JavaScript writes larger numbers with an exponent. */
const LONGEST_PLAIN = 1e21;

/** Digits of a whole number, which `parseExactJson` keeps exactly; any other value as it is. */
export function textOfId(sent: unknown): unknown {
  const isWhole = typeof sent === 'number' && Number.isInteger(sent);
  return isWhole && Math.abs(sent) < LONGEST_PLAIN ? String(sent) : sent;
}

/** Form of an id for comparison, since many services compare UUIDs regardless of case. */
export function foldId(id: string): string {
  return id.toLowerCase();
}

/** Whether a value is this id. The case of a UUID does not count (RFC 9562 §4). */
export function isId(sent: unknown, id: string): boolean {
  const value = textOfId(sent);
  if (typeof value !== 'string' || !id.includes('-') || !isUuid(id)) return value === id;
  return foldId(value) === foldId(id);
}

/** Whether an address is that of another bill. */
export function isLinkToOther(address: unknown, billId: string): boolean {
  const id = /\/bills\/([^/?#]+)/.exec(String(address))?.[1];
  return id !== undefined && !isId(id, billId) && !isId(id, encodeURIComponent(billId));
}

const UUID = /^[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}$/i;

/** Whether a value is a UUID, with or without hyphens. */
export function isUuid(value: unknown): boolean {
  return typeof value === 'string' && UUID.test(value);
}

/** Minimum letters and digits of a random id, such as a ULID or a hash. A counter has fewer. */
const MIN_RANDOM_CHARACTERS = 16;

/**
 * Key of a bill, equal for two ids that may name one bill. A UUID or another long id names one bill in all organizations:
 * a service may move it, or ignore the organization. A short id counts within its organization.
 */
export function billKey(organizationId: string, billId: string): string {
  if (isUuid(billId)) return foldId(billId).replaceAll('-', '');
  const isRandom = billId.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= MIN_RANDOM_CHARACTERS;
  return JSON.stringify([...(isRandom ? [] : [foldId(organizationId)]), foldId(billId)]);
}
