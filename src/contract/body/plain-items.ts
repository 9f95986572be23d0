import { isObject } from '../../base/is-object.ts';
import { fieldsIn } from './answer.ts';
import { readFirst, type Form } from './form.ts';
import { isUuid, textOfId } from '../item-id.ts';
import type { Fields } from '../party.ts';
import { plainKey } from './read-party.ts';

// Some services send an item as a row of a table, or as a list of keys and values. Readers get objects.

interface SentItems {
  readonly list: readonly unknown[];
  /** Object that holds the list; empty for none. */
  readonly around: Fields;
}

/** Forms of a list's items other than objects. */
export const itemForms: readonly Form<SentItems, readonly unknown[]>[] = [
  {
    id: 'rows',
    name: 'rows under a header, which may be the first row: `{columns: ["id", …], rows: [["b-1", …]]}`',
    source: 'Appendix, list body',
    example: { list: [['b-1', 1]], around: { columns: ['id', 'total_cents'] } },
    reads: [{ id: 'b-1', total_cents: 1 }],
    read: ({ list, around }) => {
      if (list.length === 0 || !list.every((row) => Array.isArray(row))) return null;
      const places = [around, ...Object.values(around).map(fieldsIn)].flatMap(Object.values);
      const headers = places
        .flatMap((place) => [namesIn(place) ?? []])
        .filter((names) => list.some((row) => row.length === names.length));
      const [header] = headers;
      // Two different headers could swap amounts.
      if (header !== undefined)
        return new Set(headers.map(String)).size === 1 ? objectsOf(list, header) : null;
      const [first, ...rows] = list;
      const own = namesIn([first].flat().every(isObject) ? null : first);
      return own === null ? null : objectsOf(rows, own);
    },
  },
  {
    id: 'entries',
    name: 'each a list of keys and values: `[{key: "id", value: "b-1"}, …]`, also with `name` or `field`',
    source: 'Appendix, list body',
    example: { list: [[{ name: 'id', value: 'b-1' }]], around: {} },
    reads: [{ id: 'b-1' }],
    read: ({ list }) => eachPlain(list, (item) => (Array.isArray(item) ? recordIn(item) : null)),
  },
  {
    id: 'entriesWithin',
    name: 'each an object around such a list: `{fields: [{key: "id", value: "b-1"}, …]}`',
    source: 'Appendix, list body',
    example: { list: [{ id: 'b-1', fields: [{ key: 'total_cents', value: 1 }] }], around: {} },
    reads: [{ id: 'b-1', total_cents: 1 }],
    read: ({ list }) => eachPlain(list, entriesWithin),
  },
  {
    id: 'document',
    name: 'each a document of Firestore: `{name: "projects/…/documents/bills/b-1", fields: {…}}`',
    source: 'Appendix, list body',
    example: { list: [{ name: 'projects/p/documents/bills/b-1', fields: { a: 1 } }], around: {} },
    reads: [{ id: 'b-1', a: 1 }],
    read: ({ list }) => eachPlain(list, documentIn),
  },
  {
    id: 'onlyEntries',
    name: 'the keys and values of the only item, or of a map by UUID',
    source: 'Appendix, list body',
    example: { list: [{ key: 'id', value: 'b-1' }], around: {} },
    reads: [{ id: 'b-1' }],
    read: ({ list }) => {
      const entries = Object.entries(fieldsOfEntries(list) ?? {});
      if (entries.length > 0 && entries.every(([key]) => isUuid(key)))
        return entries.map(([id, value]) =>
          isObject(value) ? { id, ...value } : { id, name: value },
        );
      const record = recordIn(list);
      return record === null ? null : [record];
    },
  },
];

/** Levels of objects to search for lists: `{ data: { bills: { items } } }` has three. */
const LEVELS = 4;

/**
 * Converts the items of all lists in a body to objects (`itemForms`). A list inside an item stays as sent, because
 * Billfold shows and compares it like that.
 */
export function withPlainItems(body: unknown, around: Fields = {}, levels = LEVELS): unknown {
  if (Array.isArray(body)) return readFirst(itemForms, { list: body, around }) ?? body;
  if (!isObject(body) || levels === 0 || hasTotal(body)) return body;
  const plain = Object.entries(body).flatMap(([key, value]) => {
    const read = withPlainItems(value, body, levels - 1);
    return read === value ? [] : [[key, read] as const];
  });
  return plain.length === 0 ? body : { ...body, ...Object.fromEntries(plain) };
}

/** Fields of a list of keys and values, `[{ key: 'id', value: 7 }]` → `{ id: 7 }`; null for any other value. */
export function fieldsOfEntries(list: unknown): Fields | null {
  if (!Array.isArray(list) || list.length === 0) return null;
  const fields = new Map<string, unknown>();
  for (const sent of list) {
    const entry = entryOf(sent);
    if (entry === null || fields.has(entry.name)) return null;
    fields.set(entry.name, entry.value);
  }
  return Object.fromEntries(fields);
}

const NAMES = /^(?:k|key|name|field|fieldname|property|attribute|column)$/;
/** Keys that may stand beside an entry's name and value. */
const BESIDE = /^(?:id|label|type|datatype)$/;
const MOST_KEYS = 4;

function entryOf(sent: unknown): { readonly name: string; readonly value: unknown } | null {
  if (!isObject(sent)) return null;
  const keys = Object.keys(sent);
  if (keys.length < 2 || keys.length > MOST_KEYS) return null;
  const own = keys.filter((each) => !BESIDE.test(plainKey(each)) && !isValue(each));
  const [key = keys.find((each) => plainKey(each) === 'label'), ...otherKeys] = own;
  const [valueKey, ...otherValues] = keys.filter(isValue);
  if (key === undefined || valueKey === undefined || !isName(key)) return null;
  const name = sent[key];
  if (otherKeys.length + otherValues.length > 0 || typeof name !== 'string') return null;
  return { name: nameOf(name), value: sent[valueKey] };
}

function isName(key: string): boolean {
  return NAMES.test(plainKey(key)) || plainKey(key) === 'label';
}

function isValue(key: string): boolean {
  return /^(?:v|val|value|fieldvalue)$/.test(plainKey(key));
}

/** A label as a key: `Total cents` → `Total_cents`. */
function nameOf(label: string): string {
  return label.trim().replaceAll(/\s+/g, '_');
}

/** Names of an item's id. */
const ID = /^(?:id|uuid|guid|(?:bill|organi[sz]ation|org|tenant)(?:id|uuid))$/;

function hasId(names: readonly string[]): boolean {
  return names.some((name) => ID.test(plainKey(name)));
}

function recordIn(list: unknown): Fields | null {
  const fields = fieldsOfEntries(list) ?? {};
  return hasId(Object.keys(fields)) ? fields : null;
}

/** Whether an object has a total, as each bill and invoice has. */
export function hasTotal(fields: Fields): boolean {
  return Object.keys(fields).some((key) => plainKey(key) === 'totalcents');
}

/** Replaces the items that `read` can read; null when it can read none, as in most lists. */
function eachPlain(
  list: readonly unknown[],
  read: (item: unknown) => Fields | null,
): readonly unknown[] | null {
  const items = list.map(read);
  return items.every((item) => item === null) ? null : items.map((item, at) => item ?? list[at]);
}

const isEntriesKey = (key: string): boolean => ENTRIES.test(plainKey(key));
const ENTRIES =
  /^(?:fields|attributes|properties|values|data|cells|columns|entries|bill|invoice|item|record)$/;

function entriesWithin(item: unknown): Fields | null {
  if (!isObject(item)) return null;
  const key = Object.keys(item).find((each) => Array.isArray(item[each]) && isEntriesKey(each));
  if (key === undefined || hasTotal(item)) return null;
  const { [key]: list, ...others } = item;
  const fields = fieldsOfEntries(list);
  // An object with an id needs no such list, unless the list holds the total that a bill needs.
  if (fields === null || (hasId(Object.keys(others)) && !hasTotal(fields))) return null;
  const whole = { ...others, ...fields };
  return hasId(Object.keys(whole)) ? whole : null;
}

/** Fields of a Firestore document, beside its times. Its path ends with its id. */
export function documentIn(item: unknown): Fields | null {
  const { name, fields, ...others } = isObject(item) ? item : {};
  if (typeof name !== 'string' || !isObject(fields)) return null;
  const [, id] = /^projects\/.*\/documents\/.*\/([^/]+)$/.exec(name) ?? [];
  return id === undefined ? null : { ...others, id, ...fields };
}

/** Names of columns, as texts or as objects with a name; null for any other value. */
function namesIn(header: unknown): readonly string[] | null {
  if (!Array.isArray(header)) return null;
  const choices = [header, ...COLUMN_KEYS.map((key) => header.map((each) => fieldsIn(each)[key]))];
  const found = choices.find((names) => names.every((name) => typeof name === 'string'));
  const names = (found ?? []).map((name) => nameOf(name));
  return hasId(names) && new Set(names).size === names.length ? names : null;
}
const COLUMN_KEYS = ['name', 'key', 'field', 'id', 'label', 'title'];

/**
 * Converts rows to objects. A row of another length stays as sent and becomes a malformed item: any of its cells may be
 * missing.
 */
function objectsOf(
  rows: readonly (readonly unknown[])[],
  names: readonly string[],
): readonly unknown[] {
  return rows.map((row) =>
    row.length === names.length
      ? Object.fromEntries(row.map((cell, at) => [names[at], cell]))
      : row,
  );
}

/** A normalized answer, `{ result: [ids], entities: { bills: { id: bill } } }`, as a list beside its linked records. */
export function denormalized(resource: string, body: unknown): unknown {
  const { result, entities, ...others } = fieldsIn(body);
  const { [resource]: items, ...linked } = fieldsIn(entities);
  const byId = new Map<unknown, unknown>(Object.entries(fieldsIn(items)));
  const found = [result].flat().map((id) => byId.get(textOfId(id)));
  if (items === undefined || found.includes(undefined)) return body;
  return { ...others, [resource]: found, linked };
}
