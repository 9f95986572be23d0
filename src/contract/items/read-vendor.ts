import { canonicalJson } from '../../base/canonical-json.ts';
import { isNested, isObject } from '../../base/is-object.ts';
import { fieldsIn } from '../body/answer.ts';
import { nameRanks, onlyText, ownName, ownVendorName, wholeName } from '../body/party-name.ts';
import type { Fields, Party } from '../party.ts';
import {
  fieldNamed,
  firstOf,
  localKey,
  partsOf,
  partyKey,
  partyNames,
  plainKey,
  plainName,
  readParty,
} from '../body/read-party.ts';
import { wordList } from '../body/words.ts';

/** Keys of a vendor's id that count when there is no other, such as `ContactID` and `LIFNR`. */
const OTHER_ID = /^(?:(?:contact|payee|party|partner|creditor)(?:id|uuid)|lifnr)$/;

/** Kinds of vendors in the keys of objects. */
const VENDOR = '(?:vendor|supplier|seller|merchant|issuer|counterparty|party|partner)';
/** Keys of an object inside a vendor that holds the vendor itself: `VendorRef`, `PartyLegalEntity`. */
const SAME_VENDOR = new RegExp(
  `^(?:node|edges|(?:accounting)?${VENDOR}(?:trade)?(?:party)?(?:ref|reference|id|info|details?|data|legalentity)?)$`,
);
/** More such keys, only for a vendor without an id: a payee may be another company. */
const AROUND_VENDOR =
  /^(?:creditor|payee|kreditor|lieferant|fournisseur|proveedor|acreedor|fornitore)$/;

/** Keys of objects that hold a party's fields. */
export const innerParts = /* @__PURE__ */ wordList(
  'attributes data fields properties profile details info identity',
);

/**
 * Reads a party of any kind. A missing name comes from, in this order: first and last name; the only name in a list, or
 * the name in a language; a name in `innerParts`; `label`, or with a contact any own name, and then the contact's. A
 * missing id comes from `data`.
 */
export function readNamed(fields: Fields): Party {
  const party = readParty(fields);
  if (party.name !== null) return party;
  const other = firstOf(fields, [...partyNames, 'names'], wholeName)?.text;
  const contact = partOf(fields, 'contact');
  const label = firstOf(fields, ['label'])?.text;
  const name =
    (partsOf(fields) || other) ??
    nameWithin(fields, readNamed) ??
    (Object.keys(contact).length === 0 ? label : (ownName(fields) ?? readNamed(contact).name));
  return { ...party, id: party.id ?? dataId(fields), name: name ? plainName(name) : null };
}

/** Reads a vendor. A missing id and name may come from a contact, or from the only vendor within, as under `node`. */
export function readVendor(fields: Fields): Party {
  const named =
    ownVendorName(fields) ?? nameWithin(fields, readVendor) ?? ownName(fields, nameRanks.contact);
  const usual = readParty(fields);
  const party = usual.name === named ? usual : readParty(fields, []);
  const id = party.id ?? (usual.name === null ? dataId(fields) : null) ?? otherId(fields);
  const inner = named === null ? vendorWithin(fields, SAME_VENDOR, id) : null;
  const name = named ?? inner?.name ?? ownName(fields);
  const around = name === null && id === null ? vendorWithin(fields, AROUND_VENDOR, id) : null;
  return {
    ...party,
    id: id ?? inner?.id ?? around?.id ?? null,
    name: name ?? around?.name ?? null,
  };
}

/** The only vendor with a name under such keys; null when there is none, or one with another id. */
function vendorWithin(fields: Fields, keys: RegExp, id: string | null): Party | null {
  const all = [...Object.entries(fields), ...Object.entries(partOf(fields, 'embedded'))];
  const [only = null, ...others] = all
    .filter(([key]) => keys.test(localKey(key)))
    .flatMap(([, value]) => vendorsIn(value))
    .map(readVendor)
    .filter((each) => each.name !== null);
  const isOne = others.every((each) => each.id === only?.id && each.name === only?.name);
  const isSame = id === null || only === null || only.id === null || only.id === id;
  return isOne && isSame ? only : null;
}

/** Objects in a value. Odoo writes a relation as `[42, "Kiln"]`. */
function vendorsIn(value: unknown): readonly Fields[] {
  const [id, name] = Array.isArray(value) ? value : [];
  if (typeof id === 'number' && typeof name === 'string') return [{ id, name }];
  return [value].flat().filter(isObject);
}

/** Name of the first object of `innerParts` that has one; null for none. */
function nameWithin(fields: Fields, read: (fields: Fields) => Party): string | null {
  const parts = innerParts.map((key) => partOf(fields, key));
  const names = parts.map((part) => (Object.keys(part).length === 0 ? null : read(part).name));
  return names.find((name) => name !== null) ?? null;
}

/** Fields of an object, or of a list of keys and values, under a plain key; empty for none. */
function partOf(fields: Fields, plain: string): Fields {
  const value = fieldNamed(fields, plain);
  if (!Array.isArray(value)) return fieldsIn(value);
  const entries = value.map(fieldsIn).map(({ key, name = key, value: each }) => [name, each]);
  return Object.fromEntries(entries.filter(([key]) => typeof key === 'string'));
}

function dataId(fields: Fields): string | null {
  return readParty(partOf(fields, 'data')).id;
}

function otherId(fields: Fields): string | null {
  const keys = Object.keys(fields).map(partyKey);
  const asked = keys.filter((key) => OTHER_ID.test(key));
  return firstOf(fields, asked)?.text ?? null;
}

/**
 * A vendor's name when neither the vendor nor its bill has a plain one: the name of its organization, company or
 * person, its only text, the name of its contact or its payee, or its e-mail address. An organization with another id
 * may be the buyer.
 */
export function lastVendorName(vendor: Fields, id: string | null): Pick<Party, 'name' | 'isGuess'> {
  const named = [vendor, partOf(vendor, 'party')]
    .flatMap((place) => companies.map((key) => readVendor(partOf(place, key))))
    .find((each) => each.name !== null && (each.id === null || each.id === id));
  if (named !== undefined) return { name: named.name };
  const [contact = {}] = vendorsIn(fieldNamed(vendor, 'contact'));
  const payee = vendorWithin(vendor, AROUND_VENDOR, null)?.name;
  const guess = onlyText(vendor) ?? readVendor(contact).name ?? payee ?? null;
  if (guess !== null) return { name: guess, isGuess: true };
  const email = firstOf(vendor, ['email', 'emailaddress'])?.text;
  return { name: email && /^\S+@\S+$/.test(email) ? plainName(email) : null };
}
const companies = /* @__PURE__ */ wordList(
  'organization organisation org legalentity company business businessentity person',
);

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
  const others = outer
    .flatMap((fields) => [
      ...besideNames.map((key) => fieldNamed(fields, key)),
      ...Object.entries(fields).flatMap(([key, sent]) =>
        ELSEWHERE.test(plainKey(key)) ? [sent] : [],
      ),
    ])
    .map((sent) =>
      readVendor(typeof sent === 'string' ? { name: sent } : (vendorsIn(sent)[0] ?? {})),
    );
  const same = others.find((each) => each.name !== null && (!id || !each.id || each.id === id));
  const read = name === null && same ? { id: id ?? same.id, name: same.name } : { id, name };
  return read.id === null && read.name === null ? null : read;
}

/**
 * Reads the vendor beside its reference. Ignores a contact, which is a person, and a payee, which may be another
 * company.
 */
export function readVendorBeside(bill: Fields): Party | null {
  const own = Object.entries(bill).filter(([key]) => !OTHER_COMPANY.test(plainKey(key)));
  return readVendorOfBill(Object.fromEntries(own));
}

const OTHER_COMPANY = /^(?:contact|payee|[ck]reditor|acreedor)$/;

/** The word for a vendor in other languages, alone, or beside the word for a name: `nome_fornecedor`. */
const ELSEWHERE = (() => {
  const vendor =
    'fornecedor|proveedor|fournisseur|fornitore|lieferant|leverant[oö]r|leverand[oø]r|leverancier|[ck]reditor|acreedor|dostawca|dodavatel|toimittaja|取引先|仕入先|供[应應]商|partner(?:id)?';
  const name = 'name|nom|nome|nombre|naam|namn|navn|nimi|nazwa|nazev|raz[aã]osocial|名|名称';
  return new RegExp(
    `^(?:(?:${name})(?:d[oe]l?|du)?)?(?:${vendor})$|^(?:${vendor})(?:en)?s?(?:${name})$|^accounting(?:supplier|vendor)party$`,
  );
})();

const besideNames = /* @__PURE__ */ wordList(
  'vendor supplier payee contact vendordetail vendordetails vendorinfo vendordata vendors',
);

/**
 * Whether a value is a list of different values, as of a repeated key (`exact-json.ts`). A relation of Odoo is none.
 */
export function areDifferent(value: unknown): boolean {
  if (!Array.isArray(value) || (typeof value[0] === 'number' && typeof value[1] === 'string'))
    return false;
  return new Set(value.map(canonicalJson)).size > 1;
}

/** Whether a bill, or the vendor inside it, gives several texts for the vendor's name or id. */
export function contradictsVendor(bill: Fields): boolean {
  const flat = Object.entries(bill).filter(([key]) => NAMES_VENDOR.test(plainKey(key)));
  const own = ['vendor', 'supplier']
    .map((key) => fieldsIn(fieldNamed(bill, key)))
    .flatMap((party) => [party, ...innerParts.map((key) => partOf(party, key))])
    .flatMap((fields) => Object.entries(fields).filter(([key]) => NAMES.test(partyKey(key))));
  // A list of objects may be the names in several languages.
  return [...flat, ...own].some(
    ([, value]) => areDifferent(value) && ![value].flat().some(isNested),
  );
}
const NAMES_VENDOR = /^(?:vendor|supplier)(?:name|id)?$/;
const NAMES = /^(?:id|uuid|guid|(?:display|company|full|legal|business|trade)?name)$/;
