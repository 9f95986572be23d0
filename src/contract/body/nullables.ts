import { isNested, isObject } from '../../base/is-object.ts';
import { wordSet } from './words.ts';

/** Keys of the value in Go's nullable columns (`database/sql`, `pgtype`). Another key may hold anything. */
const goValues = /* @__PURE__ */ wordSet(
  'String Bool Byte Time UUID Bytes V Int16 Int32 Int64 Uint32 Float32 Float64',
);
/** Seconds from 1970 to the zero time of Go and .NET, the first second of the year 1. */
const ZERO_TIME_S = -62_135_596_800;
const ZERO_TIME = /^0001-01-01T00:00:00(?:\.0+)?(?:Z|[+-]00:00)?$/;

/**
 * Value of a column that may be null, as Go encodes it: `{ Time: 'x', Valid: true }` → `'x'`, `Valid: false` → null. The
 * zero time of Go and .NET, also as a protobuf timestamp, is null, too. Undefined for any other value.
 */
export function nullableValue(sent: unknown): unknown {
  if (typeof sent === 'string' && ZERO_TIME.test(sent)) return null;
  if (!isObject(sent)) return undefined;
  const { Valid: isThere, InfinityModifier: infinity, ...rest } = sent;
  const [only, ...others] = Object.entries(rest);
  const isFinite = infinity === undefined || infinity === 0;
  if (typeof isThere === 'boolean' && isFinite && only && others.length === 0) {
    const [key, value] = only;
    if (goValues.has(key)) return isThere ? value : null;
  }
  const { seconds, nanos = 0, ...more } = rest;
  const isZero = Number(seconds) === ZERO_TIME_S && nanos === 0 && Object.keys(more).length === 0;
  return isZero && isThere === undefined && infinity === undefined ? null : undefined;
}

/** Whether an object is a document of Firestore, which names the type of each field's value. */
function isTypedDocument(value: object): boolean {
  const fields: unknown = 'fields' in value ? value.fields : null;
  const typed = isObject(fields) ? Object.values(fields) : [];
  return typed.length > 0 && typed.every((each) => isObject(each) && isTyped(Object.keys(each)));
}

function isTyped([type = '', ...others]: readonly string[]): boolean {
  return others.length === 0 && TYPE.test(type);
}
const TYPE =
  /^(?:array|boolean|bytes|double|geoPoint|integer|map|null|reference|string|timestamp)Value$/;

/** Plain value of a Firestore value: `{ integerValue: '7' }` → 7. Undefined for any other value. */
function firestoreValue(sent: unknown): unknown {
  const [[key, value] = ['', null], ...others] = isObject(sent) ? Object.entries(sent) : [];
  if (others.length > 0) return undefined;
  if (/^(?:string|timestamp|reference|bytes)Value$/.test(key))
    return typeof value === 'string' ? value : undefined;
  if (key === 'nullValue') return value === null || value === 'NULL_VALUE' ? null : undefined;
  if (key === 'booleanValue') return typeof value === 'boolean' ? value : undefined;
  if (/^(?:integer|double)Value$/.test(key) && !isNested(value)) {
    const number = Number(value);
    return Number.isFinite(number) && String(number) === String(value) ? number : value;
  }
  if (!isObject(value)) return undefined;
  if (key === 'arrayValue') return value['values'] ?? [];
  const { fields = value, ...rest } = value;
  if (key === 'mapValue') return Object.keys(rest).length === 0 ? fields : value;
  return undefined;
}

/** Finds bodies that may hold a nullable value. The fields of all others need no visit. */
const MAY_HOLD = /"Valid"|-62135596800|"0001-01-01T/;
/** The same for Firestore. */
const FIRESTORE_KEY =
  /"(?:string|timestamp|reference|bytes|null|boolean|integer|double|array|map)Value"/;

/**
 * Puts each nullable value of a body, and each value of a document of Firestore, in the place of its object.
 * @param text the body as sent
 */
export function withPlainValues(body: unknown, text: string): unknown {
  // Searching for one text first is six times as fast.
  const mayBeTyped = text.includes('Value"') && FIRESTORE_KEY.test(text);
  if (!mayBeTyped && !MAY_HOLD.test(text)) return body;
  const root = { body };
  // Recursion could exhaust the stack.
  const open: { readonly object: object; readonly isTyped: boolean }[] = [
    { object: root, isTyped: false },
  ];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const { object, isTyped: isInDocument } = each;
    const isDocument = mayBeTyped && isTypedDocument(object);
    for (const [key, sent] of Object.entries(object)) {
      const nullable = nullableValue(sent);
      const typed = isInDocument && nullable === undefined ? firestoreValue(sent) : undefined;
      const value = nullable === undefined ? typed : nullable;
      if (value !== undefined) Object.assign(object, { [key]: value });
      const inner = value === undefined ? sent : value;
      const isOfDocument = typed !== undefined || (isDocument && key === 'fields');
      if (isNested(inner)) open.push({ object: inner, isTyped: isOfDocument });
    }
  }
  return root.body;
}
