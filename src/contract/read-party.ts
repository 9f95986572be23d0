import { isObject } from '../base/is-object.ts';
import { dropControls, dropControlsDeep } from '../base/controls.ts';
import { fieldsIn } from './answer.ts';
import { decodeEntities } from './entities.ts';
import { isUuid } from './item-id.ts';
import type { Fields, Party } from './party.ts';

/**
 * Names of a party's name field, preferred ones first. They are compared without case, `_`, `-` and a leading kind of
 * party.
 */
export const partyNames = [
  'name',
  'displayname',
  'companyname',
  'fullname',
  'legalname',
  'businessname',
  'title',
  'tradename',
  'company',
] as const;
export const partyIds = ['id', 'uuid', 'guid'] as const;

/** Last choices of a vendor's id and name, such as `ContactID`, `LIFNR`, `fullyQualifiedName`, and the text beside attributes. */
const OTHER_ID = /^(?:(?:contact|payee|party|partner|creditor)(?:id|uuid)|lifnr)$/;
const OTHER_NAME =
  /^(?:contact|payee|party|partner|creditor|merchant|seller|fullyqualified|registered|official|short|long|print)name$|^(?:nombre|nome?|naam|raz[oó]nsocial|raisonsociale|ragionesociale|bezeichnung|firma|lastnamecompany|descriptor|displayedas|vendor|supplier|payee|#text|\$t|text)$/;
/** Any other name, such as `refName` or `CardName`, but not of a person or of another thing. */
const ANY_NAME =
  /^(?!.*(?:first|last|given|family|middle|sur|nick|user|owner|manager|employee|buyer|file|bank|account|street|city|country|state|region|type|class|group|category|currency|tax|term|payment|project|department|object|resource|domain|host|old|former|previous)).+name$/;
/** A number in place of a name: `SUP-2024-00010`, `30010`. */
const NUMBERED = /^(?:[A-Z]{2,6}(?:[-_/]\d+)+|\d+)$/;
/** Keys of a vendor inside an object that stands in its place. Two of them may be different companies. */
const AROUND_VENDOR =
  /^(?:node|edges|vendor|supplier|creditor|payee|party|kreditor|lieferant|fournisseur|proveedor|acreedor|fornitore)$/;

/** The same inside a vendor with an id: a payee may be another company. */
const SAME_VENDOR = /^(?:node|vendor|supplier)$/;

const KIND = /^(?:vendor|supplier|customer|organi[sz]ation|org)(?=.)/;

/** Keys of objects that hold a party's fields. */
const innerParts = ['attributes', 'contact', 'data', 'fields', 'properties', 'profile'] as const;

/** Form in which a party's keys are compared: `Vendor_ID` → `id`, `displayName` → `displayname`. */
function partyKey(key: string): string {
  return plainKey(key).replace(KIND, '');
}

/** No field that readers look for has a longer name. */
const LONGEST_KEY = 200;

/** A key without case, `_` and `-`, the `@` of an attribute of XML, and the `__c` of a custom field. */
export function plainKey(key: string): string {
  return key
    .slice(0, LONGEST_KEY)
    .toLowerCase()
    .replaceAll(/^@(?=[^.]*$)|__c$|[_-]/g, '');
}

/** Value under a plain key. The documented spelling precedes others; undefined when there is none. */
export function fieldNamed(fields: Fields, plain: string): unknown {
  if (plain in fields) return fields[plain];
  return Object.entries(fields).find(([key]) => plainKey(key) === plain)?.[1];
}

/** Reads a party from an object with unknown fields. A blank name or id counts as absent. */
export function readParty(fields: Fields): Party {
  const name = firstOf(fields, partyNames, properNameIn) ?? firstOf(fields, partyNames, nameIn);
  // MongoDB exports an id as `{ $oid }`. Google's APIs put the path of a resource in its `name`.
  const id =
    firstOf(fields, partyIds, (value) => textOf(fieldsIn(value)['$oid'] ?? value)) ??
    firstOf(fields, ['name'], (value) => {
      const isId = isResourceName(value) || (value !== name?.text && isCode(value));
      return isId ? String(value) : null;
    });
  const isPlain = Object.keys(fieldsIn(scalarIn(fields[name?.key ?? '']))).every((key) =>
    NAME_PART.test(key),
  );
  const used = new Set([isPlain && name?.key, id?.key]);
  const others = Object.entries(fields).filter(
    ([key, value]) => !used.has(key) && value !== undefined,
  );
  const read = { id: id?.text ?? null, name: name === null ? null : plainName(name.text) };
  if (others.length === 0) return read;
  return { ...read, others: dropControlsDeep(Object.fromEntries(others)) };
}

/**
 * Reads a party of any kind. Without a name, it takes, in this order: first and last name, the only name of a list
 * or the name in a language, the name under `attributes`, `data`, `fields`, `properties`, `profile` or `contact`, and
 * `label`. Without an id, it takes the id under `data`.
 */
export function readNamed(fields: Fields): Party {
  const party = readParty(fields);
  if (party.name !== null) return party;
  const whole = plainName(partsOf(fields));
  const [attributes, contact, data, inFields, properties, profile] = innerParts.map((key) => {
    const inner = fieldsIn(fieldNamed(fields, key));
    return Object.keys(inner).length === 0 ? null : readNamed(inner);
  });
  const label = firstOf(fields, ['label'])?.text;
  const other = firstOf(fields, [...partyNames, 'names'], otherNameIn)?.text;
  const own = whole || (other && plainName(other));
  const names = [
    own || null,
    attributes?.name,
    data?.name,
    inFields?.name,
    properties?.name,
    profile?.name,
    contact?.name,
  ];
  return {
    ...party,
    id: party.id ?? data?.id ?? null,
    name: names.find((name) => typeof name === 'string') ?? (label ? plainName(label) : null),
  };
}

/** Reads a vendor. Its id and name may also be those of a contact, or of the only vendor within, as under `node`. */
export function readVendor(fields: Fields): Party {
  const party = readNamed(fields);
  const name = party.name ?? otherName(fields);
  const id = party.id ?? textUnder(fields, OTHER_ID);
  const embedded = fieldsIn(fieldNamed(fields, 'embedded'));
  const [inner, ...more] = [...Object.entries(fields), ...Object.entries(embedded)]
    .filter(([key]) => (id === null ? AROUND_VENDOR : SAME_VENDOR).test(plainKey(key)))
    .flatMap(([, value]) => value)
    .filter(isObject);
  if (name !== null || inner === undefined || more.length > 0) return { ...party, id, name };
  const read = readVendor(inner);
  const isSame = id === null || read.id === null || read.id === id;
  return isSame ? { ...read, id: id ?? read.id, others: party.others } : { ...party, id, name };
}

function otherName(fields: Fields): string | null {
  const name = textUnder(fields, OTHER_NAME) ?? textUnder(fields, ANY_NAME);
  return name === null ? null : plainName(name);
}

function textUnder(fields: Fields, wanted: RegExp): string | null {
  const keys = Object.keys(fields).map(partyKey);
  const asked = keys.filter((key) => wanted.test(key));
  return firstOf(fields, asked)?.text ?? null;
}

/**
 * Last choice of a vendor's name, after those beside the vendor: the name of its organization, company or person, or
 * its e-mail address. One of these with another id may be the buyer or a contact.
 */
export function lastVendorName(vendor: Fields, id: string | null): string | null {
  const named = ['organization', 'organisation', 'legalentity', 'company', 'person']
    .map((key) => readNamed(fieldsIn(fieldNamed(vendor, key))))
    .find((each) => each.name !== null && (each.id === null || each.id === id));
  const email = firstOf(vendor, ['email', 'emailaddress'])?.text;
  return named?.name ?? (email && /^\S+@\S+$/.test(email) ? plainName(email) : null);
}

/** Whether a value is the path of a party, such as `vendors/5`, in place of its name. */
function isResourceName(value: unknown): boolean {
  return typeof value === 'string' && RESOURCE_NAME.test(value);
}
const RESOURCE_NAME =
  /^(?:[a-z]+\/[\w-]+\/)*(?:vendors|suppliers|contacts|partners|customers)\/[\w.-]+$/;

const REFERENCE =
  /^(?:\d+|[a-z]+_(?=[a-z]*\d)[\da-z]+|[\da-f]{24}|01[\da-z]{24}|(?:urn:|[a-z][\w+.-]*:\/\/|\/|(?:vendor|supplier|contact|partner|customer|invoice)s?\/)\S+)$/i;

/** Whether a text in place of a name is plainly an id. */
function isCode(value: unknown): boolean {
  return typeof value === 'string' && (isUuid(value) || NUMBERED.test(value));
}

/** Whether a text is plainly an id, an address or a path, not a name. */
export function isReference(text: string): boolean {
  return isUuid(text) || REFERENCE.test(text);
}

/** Keys of the organization in a membership. */
const MEMBERSHIP_OF = /^(?:org(?:ani[sz]ation)?|company|business|tenant|workspace|account)$/i;
const OTHER_UUID = /^(?:public|business|workspace|account)?(?:id|uuid|guid|uid)$/;

/**
 * Reads an organization, a membership that holds one, or a bare UUID. `X-Organization-Id` takes a UUID, so a UUID
 * precedes any other id (service page, *Authentication*).
 */
export function readOrganization(sent: unknown): Pick<Party, 'id' | 'name'> {
  if (isUuid(sent)) return { id: String(sent), name: null };
  const { node = sent } = fieldsIn(sent);
  const outer = fieldsIn(node);
  const key = Object.keys(outer).find((each) => MEMBERSHIP_OF.test(each));
  const { [key ?? '']: inner = null, ...around } = outer;
  const member = fieldsIn(inner);
  const isMembership = readNamed(around).name === null && readParty(member).id !== null;
  const fields = isMembership ? member : outer;
  const { id, name } = readNamed(fields);
  const idsUnder = (names: RegExp): readonly unknown[] =>
    Object.entries(fields).flatMap(([each, value]) => (names.test(plainKey(each)) ? value : []));
  // A membership's own id is not the organization's.
  const named = idsUnder(/^(?:org(?:ani[sz]ation)?|tenant|company)(?:id|uuid|guid)$/).find(isUuid);
  const within = innerParts.map((each) => readParty(fieldsIn(fieldNamed(fields, each))).id);
  const [only, ...more] = idsUnder(/(?:id|uuid|guid)$/).filter(isUuid);
  const last = id === null && more.length === 0 ? only : undefined;
  const own = [id, ...idsUnder(OTHER_UUID), ...within, readParty(outer).id, last].find(isUuid);
  // Some services name a resource by its path, or an organization as a tenant.
  const [, inPath] = /^organi[sz]ations\/(.+)$/.exec(textOf(fields['name']) ?? '') ?? [];
  const [label] = idsUnder(inPath === undefined ? /^(?:tenant|account)name$/ : /^displayname$/);
  const shown = inPath === undefined ? (name ?? otherName(fields)) : null;
  return { id: textOf(named ?? own ?? inPath) ?? id, name: shown ?? textOf(label) };
}

/**
 * Reads a vendor from other fields of its bill: flat ones such as `vendor_name`, or an object under another key than
 * `vendor`; null when there is none. A contact with another id is a person, not the vendor.
 */
export function readVendorOfBill(bill: Fields): Party | null {
  const flat = Object.entries(bill).filter(([key]) => /^(?:vendor|supplier)/i.test(key));
  const { id, name } = readParty(Object.fromEntries(flat));
  const outer = [
    bill,
    ...['expand', 'embedded', 'relations'].map((key) => fieldsIn(fieldNamed(bill, key))),
  ];
  const others = outer.flatMap((fields) =>
    besideNames.map((key) => {
      const sent = fieldNamed(fields, key);
      return readVendor(typeof sent === 'string' ? { name: sent } : fieldsIn(sent));
    }),
  );
  const same = others.find((each) => each.name !== null && (!id || !each.id || each.id === id));
  const read = name === null && same ? { id: id ?? same.id, name: same.name } : { id, name };
  return read.id === null && read.name === null ? null : read;
}

/** Reads the vendor named beside its reference. A contact is a person, and a payee may be another company. */
export function readVendorBeside(bill: Fields): Party | null {
  const own = Object.entries(bill).filter(([key]) => !/^(?:contact|payee)$/.test(plainKey(key)));
  return readVendorOfBill(Object.fromEntries(own));
}

const besideNames = [
  ...['vendor', 'supplier', 'payee', 'contact', 'vendordetail', 'vendordetails', 'vendorinfo'],
  ...['vendordata', 'vendors'],
];

/** Name without HTML entities, which some services leave in it, and without control characters. */
function plainName(name: string): string {
  return dropControls(decodeEntities(name));
}

function firstOf(
  fields: Fields,
  wanted: readonly string[],
  read: (value: unknown, plain: string) => string | null = textOf,
) {
  const keys = Object.keys(fields);
  for (const each of wanted) {
    // A plain key precedes a prefixed one: a vendor's own id precedes that of its organization.
    const named = keys.filter((key) => partyKey(key) === each);
    const ordered = [...named.filter((key) => plainKey(key) === each), ...named];
    for (const key of ordered) {
      const text = read(fields[key], each);
      if (text !== null) return { key, text };
    }
  }
  return null;
}

/** Opens the object that an XML converter made of a text: `{ $t: 'Kiln' }` → `'Kiln'`. Other values stay as sent. */
export function scalarIn(sent: unknown): unknown {
  const [[key, text] = ['', null], ...others] = isObject(sent) ? Object.entries(sent) : [];
  if (others.length > 0) return sent;
  if (/^@?(?:\w+:)?nil$/.test(key) && String(text) === 'true') return null;
  return /^(?:\$t|[#_]text)$/.test(key) && typeof text === 'string' ? text : sent;
}

function textOf(sent: unknown): string | null {
  const value = scalarIn(sent);
  if (Number.isFinite(value)) return String(value);
  return typeof value === 'string' && !isNothing(value) ? value : null;
}

/** Whether a text is one that encoders write for no value. */
export function isNothing(text: string): boolean {
  return /^(?:null|undefined|\[object Object\]|-+|[nN]\/[aA]|[\u200b\ufeff]*)$/.test(text.trim());
}

/** Some services write a long name as `NAME1` and `NAME2`. */
const FIRST_PART = /^(?:first|given)(?:name)?$|^name1$/;
const LAST_PART = /^(?:last|family)(?:name)?$|^surname$|^name2$/;

/** The two parts of a name as one text; empty when there is neither. */
function partsOf(fields: Fields): string {
  const parts = [FIRST_PART, LAST_PART].map((key) =>
    textOf(Object.entries(fields).find(([each]) => key.test(partyKey(each)))?.[1]),
  );
  return parts.filter((part) => part !== null).join(' ');
}

const NAME_PART = /^(?:(?:full|display|legal|first|given|last|family|sur|middle)[_-]?)?(?:name)?$/i;

/** A name as text, or as an object with the whole name, `{full: 'Kiln Ltd.'}`, its parts, or its value. */
function nameIn(value: unknown): string | null {
  const fields = fieldsIn(value);
  const whole = Object.entries(fields).find(([key]) =>
    /^(?:(?:full|display|legal)(?:name)?|name)$/.test(plainKey(key)),
  );
  const values = ['displayvalue', 'text', 'value'].map((key) => textOf(fieldNamed(fields, key)));
  const shown = values.find((each) => each !== null && !isReference(each));
  const name = textOf(value) ?? textOf(whole?.[1]) ?? textOf(partsOf(fields)) ?? shown ?? null;
  // Some services put an id in place of the name.
  return isUuid(name) || isResourceName(name) ? null : name;
}

/** A name that is not plainly an id. A title may be that of a person. */
function properNameIn(value: unknown, key: string): string | null {
  const name = key === 'title' ? null : nameIn(value);
  return isCode(name) ? null : name;
}

/** The only name of a list, or a translated name: `{ en: 'Kiln', de: 'Kiln GmbH' }`. English precedes others. */
function otherNameIn(value: unknown): string | null {
  if (Array.isArray(value)) return value.length === 1 ? nameIn(value[0]) : null;
  const all = Object.entries(fieldsIn(value));
  if (!all.every(([key]) => LANGUAGE.test(key))) return null;
  const inEnglish = all.filter(([key]) => /^en/i.test(key));
  const names = [...inEnglish, ...all].map(([, name]) => nameIn(name));
  return names.find((name) => name !== null) ?? null;
}
/** `id` is an id here, not Indonesian. */
const LANGUAGE = /^(?!id$)[a-z]{2}(?:[_-][a-z]{2,4})?$/i;

/** Copies an object with its id as text under `id`, if the id is a number or has another usual name. */
export function withTextId(sent: unknown): unknown {
  const fields: Fields = Object(sent);
  const { id } = readParty(fields);
  return id === null ? sent : { ...fields, id };
}
