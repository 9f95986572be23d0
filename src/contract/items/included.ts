import { isObject } from '../../base/is-object.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { fieldsIn } from '../body/answer.ts';
import { foldId, isUuid, textOfId } from '../item-id.ts';
import { isNoName } from '../body/party-name.ts';
import type { Fields } from '../party.ts';
import { isTooDeep } from '../body/read-item.ts';
import { plainKey, readParty } from '../body/read-party.ts';
import { readVendor, readVendorBeside, readVendorOfBill } from './read-vendor.ts';

/**
 * Depth of references to follow: from a bill to its vendor, and from the vendor to its records. Deeper references could
 * form a circle.
 */
const LEVELS = 2;
/** Depth of tables of records in a page: `{ data: { meta: { lookups: { vendors } } } }` has three. */
const LEVELS_OF_TABLES = 3;

/** Keys of objects that hold collections, or of lists of records with a type. */
const CONTAINER = /^(?:included|linked|embedded|data|entities)$/;
/**
 * Kinds of tables with vendors. A short id refers only to a table of `vendors` or `suppliers`, because other tables may
 * use the same short ids.
 */
const OF_VENDORS =
  /^(?!.*account).*(?:vendor|contact|payee|party|partner|company|creditor|merchant|seller)$/;
/** Kinds of records that may be a bill's vendor. */
const PARTY = /^(?:vendor|contact|payee|party|company)$/;
/** Plain keys of tables of vendors: `vendors`, `supplier_names`, `vendorsById`. */
const VENDORS =
  /^(?:vendor|supplier)s?(?:map|byids?|lookup|index|table|list|names?|data|info|details?)?$/;
/** Kinds of records that are not part of a bill. Records of users and organizations change with each use. */
const UNRELATED = /^(?:bill|invoice|user|member|organization|workspace|tenant)$/;
const BILL = /^(?:bill|invoice)$/;
/** Fields that are no references. A record beside a bill must not change its amounts, currency, status or id. */
const NO_REFERENCE =
  /^(?:id|uuid|guid|object|type|links|meta|memo|status|state|date|rate|self|proto)$|(?:date|number|createdat|ur[il]|href)$|amount|total|cents|currency|tax|price|quantity|balance|discount/;
/** Name of several words, such as `bank_accounts`. A single word may be part of other names: `accounts`. */
const WORDS = /[a-z](?:[_-][a-z]|[A-Z])/;
/** Key of a reference by id, with the name of the record: `bank_account_id`, `lineItemIds`, and a vendor's UUID. */
const ID_KEY =
  /^(.+?)(?:[_-]id|I[dD]|(?<=^(?:vendor|supplier))[_-]?(?:uuid|guid|U[uU][iI][dD]))(s?)$/;
/** Key of a vendor's id, or of its number for the bill. */
const REF_KEY = /^(vendor|supplier)[_-]?[rR]ef$/;

/** A record beside the bills: an item of a collection such as `bank_accounts`, or of `included`. */
interface BesideRecord {
  readonly collection: string;
  /** Form in which the names of collections, types and references are compared: `BankAccounts` → `bankaccount`. */
  readonly kind: string;
  /** The record states its kind. */
  readonly isTyped: boolean;
  readonly fields: Fields;
}

/**
 * Adds the records that a page lists beside its bills (`vendors`, `bank_accounts`, `included`, …) to the bills that refer
 * to them, or that they refer to, so that Billfold shows and compares them like fields of the bill. JSON:API calls this
 * *Compound Documents*. A bill's own fields precede those of a record.
 * @param opened gives a bill without the objects around it
 */
export function withRecordsBeside(
  bills: readonly unknown[],
  page: unknown,
  opened: (bill: Fields) => Fields,
): readonly unknown[] {
  // Recursive readers would exhaust the stack.
  const tables = isTooDeep(page) ? [] : tablesBeside(bills, page);
  const records = tables.flatMap(recordsOf);
  const names = tables.flatMap(namesOf);
  if (records.length + names.length === 0) return bills;
  const reader = referenceReader(records);
  const nameReader = referenceReader(names);
  const filledIn = bills.map((bill) => {
    if (!isObject(bill)) return bill;
    const relationships = Object.entries(relatedOf(bill)).map(([name, data]) => [
      name,
      { data: reader.resolve(kindOf(name), data, LEVELS) },
    ]);
    const whole = { ...bill, relationships: Object.fromEntries(relationships) };
    const read = reader.withRecords(opened(relationships.length === 0 ? bill : whole), LEVELS);
    return names.length === 0 ? read : withVendorName(read, nameReader.resolve);
  });
  // Records that bills refer to are in place now. The other records may refer to a bill or a vendor.
  const pointing = records
    .filter(({ collection }) => !reader.used.has(collection))
    .flatMap((record) =>
      ownersIn(record.fields)
        .slice(0, 1)
        .map((owner) => ({ ...owner, record })),
    );
  if (pointing.length === 0) return filledIn;
  const byOwner = Map.groupBy(pointing, ({ owner }) => owner);
  const pointingTo = (kind: string, id: unknown): Fields => {
    const found = byOwner.get(`${kind} ${lastStep(id)}`) ?? [];
    const named = Map.groupBy(found, ({ record }) => record.collection);
    const lists = [...named].map(([name, all]) => [
      name,
      all.map(({ key, record: { fields } }) => {
        const { [key]: owner, ...others } = fields;
        return { ...reader.withRecords(others, 1), [key]: owner };
      }),
    ]);
    return Object.fromEntries(lists);
  };
  return filledIn.map((sent) => {
    if (!isObject(sent)) return sent;
    const bill = withEmptyFilled(sent, pointingTo('bill', idsOf(sent)[0]));
    const { vendor } = bill;
    const party = isObject(vendor) ? readVendor(vendor) : readVendorOfBill(bill);
    const ofVendor = pointingTo('vendor', party?.id ?? vendor);
    return isObject(vendor)
      ? { ...bill, vendor: withEmptyFilled(vendor, ofVendor) }
      : withEmptyFilled(bill, ofVendor);
  });
}

/** Fills missing and empty fields from `others`. */
function withEmptyFilled(fields: Fields, others: Fields): Fields {
  const free = Object.entries(others).filter(([name]) => isEmpty(fields[name]));
  return { ...fields, ...Object.fromEntries(free) };
}

/** Whether a field of an answer is a collection of records that the bill refers to, or holds such collections. */
export function isRecordsBeside(bill: Fields, key: string, value: unknown): boolean {
  if (/^(?:included|linked)$/.test(plainKey(key))) return true;
  const names = Object.keys({ ...bill, ...fieldsIn(bill['links']) });
  const isOfBill = names.some((name) => kindOf(ID_KEY.exec(name)?.[1] ?? name) === kindOf(key));
  return (
    Array.isArray(value) && isOfBill && value.every((each) => idsOf(fieldsIn(each)).length > 0)
  );
}

/** Replaces references in an answer's fields with the records that the approved bill has in their place. */
export function withKnownRecords(fields: Fields, approved: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      const known = [approved[key]].flat();
      const isReference = [value].flat().every((each, at) => {
        const { id = each, type: _, ...others } = fieldsIn(each);
        const ids = known.every(isObject) ? idsOf(fieldsIn(known[at])).map(idText) : [];
        return Object.keys(others).length === 0 && ids.includes(idText(id));
      });
      const isAll = [value].flat().length === known.length;
      return [key, isReference && isAll ? approved[key] : value];
    }),
  );
}

/** A list or a map of objects in a page. */
interface Table {
  readonly key: string;
  readonly isContainer: boolean;
  /** Only the vendors' names in this table count: its other fields may be counts or sums over the page. */
  readonly isNamesOnly: boolean;
  readonly items: readonly Fields[];
}

function tablesBeside(bills: readonly unknown[], page: unknown): readonly Table[] {
  const own = new Set<unknown>([bills, ...bills]);
  const isBill = (value: unknown): boolean => own.has(value);
  const holdsBill = (value: unknown, levels: number): boolean =>
    isBill(value) ||
    (levels > 0 && Object.values(fieldsIn(value)).some((each) => holdsBill(each, levels - 1)));
  const itemsIn = (value: unknown, isContainer: boolean): readonly unknown[] => {
    if (Array.isArray(value)) return value;
    return isContainer ? [] : itemsOfMap(fieldsIn(value), (each) => !holdsBill(each, LEVELS));
  };
  // Any other object than a container, such as `lookups` or `meta`, may hold tables that name vendors.
  const tablesIn = (within: unknown, isAny: boolean, levels: number): readonly Table[] =>
    Object.entries(isBill(within) ? {} : fieldsIn(within)).flatMap(([key, value]) => {
      if (isBill(value)) return [];
      const kind = collectionKind(key);
      const isContainer = CONTAINER.test(plainKey(key));
      const names = VENDORS.test(plainKey(key)) ? namesOfMap(fieldsIn(value)) : null;
      const items = (names ?? itemsIn(value, isContainer)).filter(isObject);
      const table = { key, isContainer, isNamesOnly: !isAny || names !== null, items };
      const found = items.length > 0 && (isAny || OF_VENDORS.test(kind)) ? [table] : [];
      const isClosed = levels === 0 || (UNRELATED.test(kind) && !BILL.test(kind));
      return isClosed ? found : [...found, ...tablesIn(value, isAny && isContainer, levels - 1)];
    });
  return tablesIn(page, true, LEVELS_OF_TABLES);
}

/** Records of a table, with all their fields. */
function recordsOf({ key, isContainer, isNamesOnly, items }: Table): readonly BesideRecord[] {
  if (isNamesOnly) return [];
  return items.flatMap((item) => {
    const type = typeOf(item);
    const isTyped = isContainer && typeof type === 'string';
    const collection = isTyped ? type : key;
    const kind = kindOf(collection);
    const sent = fieldsOfItem(item, isContainer);
    const fields = kind === 'vendor' && idsOf(sent).length === 0 ? asVendor(sent) : sent;
    return UNRELATED.test(kind) ? [] : { collection, kind, isTyped, fields };
  });
}

/** Ids and names of the vendors in a table. */
function namesOf({ key, isContainer, items }: Table): readonly BesideRecord[] {
  return items.flatMap((item) => {
    const type = typeOf(item);
    const isTyped = typeof type === 'string' && (isContainer || kindOf(type) === 'vendor');
    const collection = isTyped ? type : key;
    const kind = collectionKind(collection);
    if (!OF_VENDORS.test(kind)) return [];
    const sent = fieldsOfItem(item, isContainer);
    const { id, name } = readVendor(sent);
    return name === null
      ? []
      : { collection, kind, isTyped, fields: { id: idsOf(sent)[0] ?? id, name } };
  });
}

function typeOf(item: Fields): unknown {
  return item['type'] ?? item['@type'] ?? item['__typename'];
}

function fieldsOfItem(item: Fields, isContainer: boolean): Fields {
  const isResource = isContainer || isObject(item['attributes']);
  return isResource ? { ...relatedOf(item), ...fieldsOfResource(item) } : item;
}

/** Objects of a map by id: `{ "v-1": { name } }` → `[{ id: "v-1", name }]`. */
function itemsOfMap(map: Fields, isWanted: (value: unknown) => boolean): readonly unknown[] {
  const all = Object.entries(map);
  if (!all.every(([, value]) => isObject(value))) return [];
  const wanted = all.filter(([, value]) => isWanted(value));
  return wanted.map(([id, value]) => ({ id, ...fieldsIn(value) }));
}

/** Vendors of a map of texts by id, which may also be states or addresses; null for any other map. */
function namesOfMap(map: Fields): readonly unknown[] | null {
  const all = Object.entries(map);
  if (all.length === 0 || !all.every(([, value]) => typeof value === 'string')) return null;
  return all.flatMap(([id, name]) => (isNoName(String(name)) ? [] : { id, name }));
}

/** Gives a bill's vendor the name in a table, unless the bill itself names its vendor. */
function withVendorName(
  bill: Fields,
  resolve: (kind: string, value: unknown, levels: number) => unknown,
): Fields {
  const own = Object.keys(bill).find((name) => kindOf(name) === 'vendor' && !isEmpty(bill[name]));
  const { [own ?? 'vendor']: vendor, ...beside } = bill;
  const sent = own === undefined ? idOfVendor(bill) : vendor;
  const isNamed = (): boolean =>
    (readVendor(fieldsIn(sent)).name ?? readVendorBeside(beside)?.name ?? null) !== null;
  if (isEmpty(sent) || Array.isArray(sent) || isNamed()) return bill;
  const set = Object.entries(fieldsIn(sent)).filter(([, value]) => !isEmpty(value));
  const found = resolve('vendor', isObject(sent) ? Object.fromEntries(set) : sent, 1);
  const { name } = readVendor(fieldsIn(found));
  if (name === null) return bill;
  const named = withEmptyFilled(isObject(sent) ? sent : { id: sent }, { name });
  return { ...bill, [own ?? 'vendor']: named };
}

/** Id of a vendor under the keys of a bill or its links, or else its ref. */
function idOfVendor(bill: Fields): unknown {
  const all = [bill, fieldsIn(bill['links'])].flatMap((fields) => Object.entries(fields));
  const set = all.filter(([, value]) => !isEmpty(value));
  return (set.find(([key]) => isKeyOfVendor(key)) ?? set.find(([key]) => REF_KEY.test(key)))?.[1];
}

/** Whether a key is that of a vendor or its id. */
function isKeyOfVendor(key: string): boolean {
  return kindOf(ID_KEY.exec(key)?.[1] ?? key) === 'vendor';
}

/** A vendor with its id and name under these keys: `{ vendor_id, vendor_name }` → `{ id, name }`. */
function asVendor(sent: Fields): Fields {
  const { id, name, others } = readParty(sent);
  return { ...others, id, name };
}

/** Resolves references to records. */
function referenceReader(records: readonly BesideRecord[]) {
  const byId = Map.groupBy(
    records.flatMap((record) => idsOf(record.fields).map((id) => [idText(id), record] as const)),
    ([id]) => id,
  );
  const withId = (id: unknown): readonly BesideRecord[] =>
    (byId.get(idText(id)) ?? []).map(([, record]) => record);
  const known = [new Map<Fields, Fields>(), new Map<Fields, Fields>()];
  /** Collections that some bill or record refers to. */
  const used = new Set<string>();

  const recordOf = (kind: string, id: unknown, isExact: boolean): Fields | undefined => {
    const found = withId(id);
    const [, path = '', inPath] = /([^/]+)\/([^/]+)$/.exec(idText(id)) ?? [];
    const choices = [
      found.filter((each) => each.kind === kind),
      // The key may name a role, as in `main_bank_account_id`.
      found.filter((each) => kind.endsWith(each.kind) && WORDS.test(each.collection)),
      found.filter((each) => kind === 'vendor' && each.isTyped && PARTY.test(each.kind)),
      // A UUID or a path is unique in all collections.
      isUuid(id) || inPath !== undefined
        ? found.filter((each) => kind !== 'vendor' || !each.kind.includes('account'))
        : [],
      withId(inPath).filter((each) => each.kind === kindOf(path)),
    ];
    const chosen = choices.slice(0, isExact ? 1 : choices.length).find((each) => each.length > 0);
    for (const { collection } of chosen ?? []) used.add(collection);
    return agreedIn(chosen ?? []);
  };

  const resolve = (kind: string, value: unknown, levels: number): unknown => {
    if (Array.isArray(value)) return value.map((each) => resolve(kind, each, levels));
    const sent = fieldsIn(value);
    const isTyped = Object.keys(sent).toSorted().join() === 'id,type';
    const ofVendor = kind === 'vendor' ? readParty(sent).id : undefined;
    const id = isObject(value) ? (idsOf(value)[0] ?? ofVendor) : value;
    const record = recordOf(isTyped ? kindOf(String(sent['type'])) : kind, id, isTyped);
    const own = isObject(value) ? withRecords(value, levels - 1) : value;
    if (record === undefined) return own;
    const before = known[levels - 1]?.get(record);
    const read = before ?? withRecords(record, levels - 1);
    known[levels - 1]?.set(record, read);
    return isTyped || !isObject(own) ? read : { ...read, ...own };
  };

  const withRecords = (fields: Fields, levels: number): Fields => {
    const entries = levels < 1 ? [] : Object.entries(fields).filter(([, value]) => !isEmpty(value));
    const read: Record<string, unknown> = { ...fields };
    for (const [key, value] of entries) {
      const isPlain = ![ID_KEY, REF_KEY].some((each) => each.test(key));
      if (isPlain && !NO_REFERENCE.test(plainKey(key)) && value !== true)
        read[key] = resolve(kindOf(key), value, levels);
    }
    const links = levels < 1 ? [] : Object.entries(fieldsIn(fields['links']));
    const ids = entries.filter(([key]) => ID_KEY.test(key));
    const refs = entries.filter(([key]) => REF_KEY.test(key));
    // A ref beside a vendor is the vendor's own number for the bill.
    const isAlone =
      refs.length === 1 &&
      readVendorBeside(fields) === null &&
      !links.some(([key]) => isKeyOfVendor(key));
    const byRef = isAlone ? refs : [];
    for (const [key, value] of [...ids, ...byRef, ...links]) {
      const [, name = key, plural = ''] = ID_KEY.exec(key) ?? REF_KEY.exec(key) ?? [];
      const record = resolve(kindOf(name), value, levels);
      const isFound = record !== value && [record].flat().every(isObject);
      if (isFound && !isObject(value) && !NO_REFERENCE.test(plainKey(name)))
        place(read, { name: `${name}${plural}`, key, record });
    }
    return read;
  };
  return { resolve, withRecords, used };
}

interface Found {
  readonly name: string;
  readonly key: string;
  readonly record: unknown;
}

/** Puts a record under its name. If an own field has that name, the record fills it in, or takes the place of its id. */
function place(fields: Record<string, unknown>, { name, key, record }: Found): void {
  const isVendor = kindOf(name) === 'vendor';
  const target = isVendor && isEmpty(fields[name]) ? 'vendor' : name;
  const own = fields[target];
  if (isEmpty(own)) {
    const { name: ownName = null } = (isVendor && readVendorOfBill(fields)) || {};
    fields[target] = ownName === null ? record : { ...fieldsIn(record), name: ownName };
  } else if (isObject(own) && isObject(record)) {
    const [id = null] = idsOf(own);
    if (id === null || idsOf(record).map(idText).includes(idText(id)))
      fields[target] = { ...record, ...own };
  } else if (isVendor && typeof own === 'string') {
    fields[target] = { ...fieldsIn(record), name: own };
  } else if (!Array.isArray(own)) fields[key] = record;
}

/** The record with an id, if all records with it are equal. If vendors differ, their id and common name remain. */
function agreedIn(records: readonly BesideRecord[]): Fields | undefined {
  const [first, ...others] = records;
  if (first === undefined || others.length === 0) return first?.fields;
  const text = canonicalJson(first.fields);
  if (others.every(({ fields }) => canonicalJson(fields) === text)) return first.fields;
  const { id, name } = readVendor(first.fields);
  const isNamed = ({ kind, fields }: BesideRecord): boolean =>
    PARTY.test(kind) && name !== null && readVendor(fields).name === name;
  return records.every(isNamed) ? { id, name } : undefined;
}

/** References of a record to a bill, or else to a vendor. */
function ownersIn(fields: Fields) {
  return ['bill', 'vendor'].flatMap((kind) =>
    Object.entries(fields).flatMap(([key, value]) => {
      const id = lastStep(isObject(value) ? idsOf(value)[0] : value);
      const isOwner = kindOf(ID_KEY.exec(key)?.[1] ?? key) === kind && id !== '';
      return isOwner ? [{ key, owner: `${kind} ${id}` }] : [];
    }),
  );
}

/** Ids of an object. A path under `@id` counts as one. */
function idsOf(fields: Fields): readonly unknown[] {
  const { id, _id, uuid, '@id': path } = fields;
  return [id ?? _id ?? uuid, path].filter((each) => idText(each) !== '');
}

/** An id as text for comparison; empty for none. */
function idText(sent: unknown): string {
  const id = textOfId(sent);
  if (typeof id !== 'string') return '';
  return isUuid(id) ? foldId(id) : id;
}

/** The id at the end of a path. */
function lastStep(id: unknown): string {
  return idText(id).replace(/^.*\//, '');
}

function collectionKind(key: string): string {
  return VENDORS.test(plainKey(key)) ? 'vendor' : kindOf(key);
}

function kindOf(name: string): string {
  const kind = plainKey(name)
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|x|ch|sh)es$|(?<!s)s$/, '');
  return kind === 'supplier' ? 'vendor' : kind;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === undefined || value === '' || value === false;
}

/** Fields of a resource: its id and attributes. */
export function fieldsOfResource(resource: Fields): Fields {
  const {
    type: _type,
    links: _links,
    meta: _meta,
    relationships: _,
    attributes,
    ...own
  } = resource;
  return { ...own, ...fieldsIn(attributes) };
}

/** Data of a resource's relationships, by name. A relationship with links only is left out. */
export function relatedOf({ relationships }: Fields): Fields {
  const all = Object.entries(fieldsIn(relationships));
  return Object.fromEntries(
    all.flatMap(([name, relationship]) => {
      const { data } = fieldsIn(relationship);
      return data === undefined ? [] : [[name, data]];
    }),
  );
}
