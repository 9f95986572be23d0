import { isObject } from '../../base/is-object.ts';
import { dropControls, dropControlsDeep } from '../../base/controls.ts';
import { fieldsIn } from './answer.ts';
import { decodeEntities } from './entities.ts';
import { isUuid } from '../item-id.ts';
import type { Fields, Party } from '../party.ts';
import { wordList } from './words.ts';

/** Keys of a party's name, preferred ones first, in the form of `partyKey`. */
export const partyNames = /* @__PURE__ */ wordList(
  'name displayname companyname fullname legalname businessname title tradename company',
);
export const partyIds = ['id', 'uuid', 'guid'] as const;

/** A number in place of a name: `SUP-2024-00010`, `30010`. */
const NUMBERED = /^(?:[A-Z]{2,6}(?:[-_/]\d+)+|\d+)$/;
/** Columns may have a dot: `vendor.name`. */
const KIND = /^(?:vendor|supplier|customer|organi[sz]ation|org(?!ani[sz]ation))\.?(?=[^.])/;

/** Form in which a party's keys are compared: `Vendor_ID` → `id`, `displayName` → `displayname`, `cbc:Name` → `name`. */
export function partyKey(key: string): string {
  return localKey(key).replace(KIND, '');
}

/** A plain key without the namespace of XML: `cac:Party` → `party`. */
export function localKey(key: string): string {
  return plainKey(key).replace(/^[a-z]\w{0,9}:/, '');
}

/** Characters. No field that readers look for has a longer name. */
export const LONGEST_KEY = 200;

/** A key without case, `_` and `-`, the `@` of an attribute of XML, and the `__c` of a custom field. */
export function plainKey(key: string): string {
  return key
    .slice(0, LONGEST_KEY)
    .toLowerCase()
    .replaceAll(/^@(?=[^.]*$)|__c$|[_-]/g, '');
}

/** Value under a plain key of an object. The documented spelling precedes others; undefined when there is none. */
export function fieldNamed(sent: unknown, plain: string): unknown {
  if (!isObject(sent)) return undefined;
  if (plain in sent) return sent[plain];
  return Object.entries(sent).find(([key]) => plainKey(key) === plain)?.[1];
}

/** Fields of an object, each with its plain key; none for any other value. */
export function plainEntries(sent: unknown): readonly (readonly [plain: string, value: unknown])[] {
  return Object.entries(fieldsIn(sent)).map(([key, value]) => [plainKey(key), value]);
}

/**
 * Reads a party from an object with unknown fields. A blank name or id counts as absent.
 * @param names plain keys of the name; empty to leave all names among the other fields
 */
export function readParty(fields: Fields, names: readonly string[] = partyNames): Party {
  const name = firstOf(fields, names, properNameIn) ?? firstOf(fields, names, nameIn);
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

/** Whether a value is the path of a party, such as `vendors/5`, in place of its name. */
function isResourceName(value: unknown): boolean {
  return typeof value === 'string' && RESOURCE_NAME.test(value);
}
const RESOURCE_NAME =
  /^(?:[a-z]+\/[\w-]+\/)*(?:vendors|suppliers|contacts|partners|customers)\/[\w.-]+$/;

const REFERENCE =
  /^(?:\d+|[a-z]+_(?=[a-z]*\d)[\da-z]+|[\da-f]{24}|01[\da-z]{24}|(?:urn:|[a-z][\w+.-]*:\/\/|\/|(?:vendor|supplier|contact|partner|customer|invoice)s?\/)\S+)$/i;

/** Whether a text in place of a name is plainly an id. */
export function isCode(value: unknown): boolean {
  return typeof value === 'string' && (isUuid(value) || NUMBERED.test(value));
}

/** Whether a text is plainly an id, an address or a path, not a name. */
export function isReference(text: string): boolean {
  return isUuid(text) || REFERENCE.test(text);
}

/** Name without HTML entities, which some services leave in it, and without control characters. */
export function plainName(name: string): string {
  return dropControls(decodeEntities(name));
}

export function firstOf(
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

/** Opens the object that an encoder made of a text or a flag: `{ $t: 'Kiln' }` → `'Kiln'`. Other values stay as sent. */
export function scalarIn(sent: unknown): unknown {
  const [[key, text] = ['', null], ...others] = isObject(sent) ? Object.entries(sent) : [];
  if (others.length > 0) return sent;
  if (/^@?(?:\w+:)?nil$/.test(key) && String(text) === 'true') return null;
  return TEXT_OF_XML.test(key) && typeof text === 'string' ? text : sent;
}

/** Keys under which encoders of XML write a text. */
export const TEXT_OF_XML = /^(?:\$t|[#_]text|_)$/;

export function textOf(sent: unknown): string | null {
  const value = scalarIn(sent);
  if (Number.isFinite(value)) return String(value);
  return typeof value === 'string' && !isNothing(value) ? value : null;
}

/** Whether a text stands for no value, as some encoders write it: `null`, `N/A`, `-`. */
export function isNothing(text: string): boolean {
  return /^(?:null|undefined|\[object Object\]|-+|[nN]\/[aA]|[\u200b\ufeff]*)$/.test(text.trim());
}

/** Some services write a long name as `NAME1` and `NAME2`. */
const FIRST_PART = /^(?:first|given)(?:name)?$|^fname$|^vorname$|^prenom$|^voornaam$|^name1$/;
const LAST_PART =
  /^(?:last|family)(?:name)?$|^lname$|^surname$|^nachname$|^achternaam$|^cognome$|^name2$/;

/** The two parts of a name as one text; empty when there is neither. */
export function partsOf(fields: Fields): string {
  const parts = [FIRST_PART, LAST_PART].map((key) =>
    textOf(Object.entries(fields).find(([each]) => key.test(partyKey(each)))?.[1]),
  );
  return parts.filter((part) => part !== null).join(' ');
}

const NAME_PART = /^(?:(?:full|display|legal|first|given|last|family|sur|middle)[_-]?)?(?:name)?$/i;

/** A name as text, or as an object with the whole name, `{full: 'Kiln Ltd.'}`, its parts, or its value. */
export function nameIn(value: unknown): string | null {
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

/** Copies an object with its id as text under `id`, if the id is a number or has another usual name. */
export function withTextId(sent: unknown): unknown {
  const fields: Fields = Object(sent);
  const { id } = readParty(fields);
  return id === null ? sent : { ...fields, id };
}
