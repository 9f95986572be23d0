import { isObject } from '../../base/is-object.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { dropControls, dropControlsDeep } from '../../base/controls.ts';
import { addDays, mondayOf, readPlainDate } from '../../base/days.ts';
import { fieldsIn } from '../body/answer.ts';
import { fieldsOfResource, relatedOf } from './included.ts';
import { isUuid } from '../item-id.ts';
import type { Fields } from '../party.ts';
import { fieldsOfEntries, hasTotal } from '../body/plain-items.ts';
import {
  fieldNamed,
  isReference,
  isNothing,
  plainKey,
  scalarIn,
  TEXT_OF_XML,
} from '../body/read-party.ts';
import { areDifferent, readVendorBeside } from './read-vendor.ts';
import { billStatuses, invoiceStatuses, readStatus } from '../wire-names.ts';
import { wordList, wordSet } from '../body/words.ts';

// Frameworks write the same bill in different forms. These functions convert each into the form of the service page.

/** Maps the plain key of each name to the name. */
const byPlainKey = (names: string): ReadonlyMap<string, string> =>
  new Map(wordList(names).map((name) => [plainKey(name), name]));
/** Names of a bill's fields on the service page (*Bill*). */
const billNames = /* @__PURE__ */ byPlainKey(
  'id object bill_number status date due_date currency total_cents amount_due_cents memo vendor created_at',
);
/** Names of an invoice's fields (service page, *Appendix*), and the balance. */
const invoiceNames = /* @__PURE__ */ byPlainKey(
  `id object invoice_number status issue_date due_date currency subtotal_cents tax_amount_cents total_cents
  amount_due_cents balance_cents terms memo note_to_customer customer line_items sent_at created_at updated_at`,
);

/**
 * Gives fields the names of the service page: `TotalCents` → `total_cents`. A key stays as it is if the name is
 * taken, or if another key would get the same name.
 */
export function withPageNames(sent: Fields, pageNames = billNames): Fields {
  if ([...pageNames.values()].every((name) => name in sent)) return sent;
  const entries = Object.entries(sent);
  const named = Map.groupBy(entries, ([key]) => pageNames.get(plainKey(key)));
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const name = /^[a-z]/i.test(key) ? pageNames.get(plainKey(key)) : undefined;
      const isFree = name !== undefined && !(name in sent) && named.get(name)?.length === 1;
      return [isFree ? name : key, value];
    }),
  );
}

/** Objects around a bill, or around its fields as in JSON:API. */
const wrappers = /* @__PURE__ */ wordSet(
  'bill attributes fields node resource item data bills record',
);

/**
 * A bill under the names and in the forms of the service page: without a wrapper, and with its id, vendor, currency and
 * cents as the page shows them. An ambiguous form stays as sent.
 */
export function billIn(sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  const fields = withPageNames(withTexts(fieldsIn(withoutCursors(unwrapped(sent)))));
  return withOthers(fields, {
    id: idIn(fields),
    vendor: vendorIn(fields),
    currency: currencyIn(fields),
    status: statusIn(fields['status']),
    total_cents: centsIn(fields['total_cents']),
    amount_due_cents: centsIn(fields['amount_due_cents']),
  });
}

/** An invoice under the usual names, with its status, currency and cents in the forms of a bill. */
export function invoiceIn(sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  const fields = withPageNames(withTexts(unwrapped(sent)), invoiceNames);
  const status = statusIn(fields['status'], invoiceStatuses);
  const read = Object.entries(fields).flatMap(([key, value]): [string, unknown][] => {
    if (key.endsWith('_cents')) return [[key, centsIn(value)]];
    if (key === 'issue_date' || key === 'due_date') return [[key, dayOf(value)]];
    return ['sent_at', 'created_at', 'updated_at'].includes(key) ? [[key, momentOf(value)]] : [];
  });
  return withOthers(fields, {
    ...Object.fromEntries(read),
    customer: partyOfEntries(fields['customer']) ?? undefined,
    currency: currencyIn(fields),
    status: typeof status === 'string' ? readStatus(status, invoiceStatuses) : status,
  });
}

/** Replaces the fields whose value was converted. Returns the same object if none was. */
function withOthers(fields: Fields, read: Fields): Fields {
  const other = Object.entries(read).filter(
    ([key, value]) => value !== undefined && value !== fields[key],
  );
  return other.length === 0 ? fields : { ...fields, ...Object.fromEntries(other) };
}

function withTexts(fields: Fields): Fields {
  const currency = withoutAttributes(fields['currency'], null);
  const texts = Object.entries(fields).map(([key, value]) => {
    if (!isObject(value)) return [key, value];
    const plain = plainKey(key);
    // The attributes of a party, and of fields that the page does not name, may matter.
    const isNamed = (billNames.has(plain) || invoiceNames.has(plain)) && !PARTY.test(plain);
    return [key, isNamed ? withoutAttributes(value, currency) : scalarIn(value)];
  });
  return withOthers(fields, Object.fromEntries(texts));
}
const PARTY = /^(?:vendor|customer)$/;

/**
 * Opens a text of XML with its attributes: `{ _: "1250", currencyID: "EUR" }` → `"1250"`. An amount in another currency
 * than the bill's stays as sent.
 */
function withoutAttributes(sent: unknown, currency: unknown): unknown {
  if (!isObject(sent)) return sent;
  const attributes = Object.entries(sent).filter(([key]) => !TEXT_OF_XML.test(key));
  const [text, ...others] = Object.entries(sent).filter(([key]) => TEXT_OF_XML.test(key));
  const areTexts = attributes.every(([, value]) => typeof value === 'string');
  const [, unit = currency] =
    attributes.find(([key]) => plainKey(key).startsWith('currency')) ?? [];
  const isOpen = text !== undefined && others.length === 0 && areTexts && unit === currency;
  return isOpen && !isObject(text[1]) ? text[1] : scalarIn(sent);
}

/** Fields of an object that may be the bill, under the names of the service page, with the id that a list would read. */
export function fieldsOfAnswered(place: unknown): Fields {
  const fields = withPageNames(fieldsIn(place));
  return '_id' in fields ? withOthers(fields, { id: idIn(fields) }) : fields;
}

/** Whether an item of a list is a bill, perhaps in a wrapper. */
export function isBillLike(sent: unknown): boolean {
  return isObject(sent) && hasTotal(unwrapped(sent));
}

/**
 * An item without a wrapper, and with the data of its relationships.
 * @param isItem whether an object is the item itself: a bill or an invoice, if not another
 */
export function unwrapped(sent: Fields, isItem: (fields: Fields) => boolean = hasTotal): Fields {
  if (isItem(sent)) return sent;
  const around = Object.keys(sent).filter((key) => wrappers.has(plainKey(key)));
  // A bill without its total is invalid, but its id and status are known.
  const key =
    around.find((each) => isItem(fieldsIn(sent[each]))) ??
    around.find((each) =>
      ['id', 'status', 'currency'].every((name) => name in fieldsIn(sent[each])),
    );
  if (key === undefined) return sent;
  const { [key]: inner, relationships: _, links: _links, cursor, ...others } = sent;
  const outer = key === 'node' || cursor === undefined ? others : { ...others, cursor };
  const related = Object.entries(relatedOf(sent));
  const isVendor = ([name]: [string, unknown]): boolean => /^(?:vendor|supplier)$/i.test(name);
  const vendor = related
    .filter(isVendor)
    .map(([, data]) => data)
    .find(isObject);
  return {
    ...outer,
    ...Object.fromEntries(related.filter((each) => !isVendor(each))),
    ...(vendor && { vendor: fieldsOfResource(vendor) }),
    ...fieldsIn(inner),
  };
}

/** Drops the cursors of GraphQL's edges, `{ node, cursor }`: they are not fields of the nodes. */
function withoutCursors(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCursors);
  if (!isObject(value)) return value;
  const own = Object.entries(value).filter(([key]) => key !== 'cursor' || !('node' in value));
  return Object.fromEntries(own.map(([key, each]) => [key, withoutCursors(each)]));
}

/** The id, also as `_id`, `uuid` or `{ $oid }`. */
function idIn(fields: Fields): unknown {
  const { id = fields['_id'] ?? fieldNamed(fields, 'uuid') ?? fieldNamed(fields, 'billid') } =
    fields;
  return isObject(id) ? (id['$oid'] ?? id) : id;
}

/**
 * Converts the vendor to an object. A number or a UUID is its id, and so is a reference such as `v_7`, unless another
 * field holds the id. Any other text is the name, or the id if another field holds the name. Empty text, an empty list,
 * true and false mean no vendor. A list of different vendors stays a list, which the schema rejects.
 */
function vendorIn(fields: Fields): unknown {
  const { vendor, ...rest } = fields;
  const entries = partyOfEntries(vendor);
  if (entries !== null) return entries;
  const [only, label] = Array.isArray(vendor) ? vendor : [vendor];
  // Odoo writes a relation as `[42, "Kiln"]`.
  if (typeof only === 'number' && typeof label === 'string') return { id: only, name: label };
  if (areDifferent(vendor)) return vendor;
  // Show a vendor in an unknown form as sent, instead of rejecting the bill.
  if (Array.isArray(only)) return { vendors: vendor };
  if (
    only === undefined ||
    typeof only === 'boolean' ||
    (typeof only === 'string' && isNothing(only))
  )
    return vendor === undefined ? undefined : null;
  if (typeof only !== 'string' && typeof only !== 'number') return only;
  const beside = readVendorBeside(rest);
  const isOwnId =
    typeof only === 'number' ||
    isUuid(only) ||
    (isReference(only) && (beside?.id ?? only) === only);
  const isId = isOwnId || (beside?.name ?? only) !== only;
  return isId ? { id: only, name: beside?.name } : { id: beside?.id, name: only };
}

/**
 * Fields of a party that is a list of keys and values; null for any other value. In a list of one, `name` and `value`
 * are the party's own fields.
 */
function partyOfEntries(sent: unknown): Fields | null {
  return Array.isArray(sent) && sent.length > 1 ? fieldsOfEntries(sent) : null;
}

/**
 * The status, also from the name or code of an object: `{ id: 1, name: "Open" }`. An object with two known statuses
 * stays as sent.
 */
function statusIn(status: unknown, known: readonly string[] = billStatuses): unknown {
  if (!isObject(status)) return status;
  const named = ['value', 'code', 'name', 'label', 'key']
    .map((key) => fieldNamed(status, key))
    .filter((each) => typeof each === 'string' && !/^\d*$/.test(each))
    .map(String);
  const found = named.map((each) => readStatus(each, known)).filter((each) => known.includes(each));
  return (new Set(found).size < 2 && named[0]) || status;
}

/** The currency's code, also from a field beside `currency`, or inside it when it is an object. */
function currencyIn(fields: Fields): unknown {
  const { currency } = fields;
  const codes = ['currencycode', 'currencyiso', 'isocode', 'code', 'iso'];
  if (isObject(currency))
    return codes.map((code) => fieldNamed(currency, code)).find((each) => each !== undefined);
  const isCode = typeof currency === 'string' && /^\s*[a-z]{3}\s*$/i.test(currency);
  return isCode
    ? currency
    : (fieldNamed(fields, 'currencycode') ?? fieldNamed(fields, 'currencyiso') ?? currency);
}

/**
 * Converts digits of cents, also `123450.0`, to a number if a double holds it exactly. Opens wrappers of MongoDB.
 * Accountants write a credit as `(1234)` or `1234-`. `1234.50` may be whole units, so it stays as sent.
 */
export function centsIn(sent: unknown): unknown {
  const fields = fieldsIn(sent);
  const value = fields['$numberLong'] ?? fields['$numberInt'] ?? sent;
  if (typeof value !== 'string') return value;
  const plain = value.replace('\u2212', '-').replace(/^\((\d[\d.]*)\)$|^(\d[\d.]*)-$/, '-$1$2');
  return /^-?\d{1,15}(?:\.0)?$/.test(plain) ? Number(plain) : value;
}

const DAY_MS = 86_400_000;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Pattern of a time after a day, in any zone. It is ignored, because the day counts as written. */
const TIME = String.raw`(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|UTC|(?:GMT)?(?:[+-]\d{2}:?\d{2})?))?(?: \([^)]*\))?)?$`;
const writtenDays = [
  String.raw`^(?<day>\d{1,2})(?:st|nd|rd|th)?[ -](?<month>[a-z]{3,9})\.?,?[ -](?<year>\d{4})`,
  String.raw`^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})`,
  String.raw`^(?<year>\d{4})[/.](?<month>\d{1,2})[/.](?<day>\d{1,2})`,
  String.raw`^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})`,
  String.raw`^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})`,
].map((pattern) => new RegExp(pattern + TIME, 'i'));

/** ISO date of a day with a named month, with the year first, or with dots as in `1.12.2026`; null for another text. */
function isoDay(sent: string): string | null {
  const plain = sent.replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? /i, '');
  const found = writtenDays.map((pattern) => pattern.exec(plain)).find((each) => each !== null);
  const { year, month = '', day = '' } = found?.groups ?? {};
  const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return year === undefined ? null : isoDate(Number(year), Number(month) || named, Number(day));
}

/** ISO date; null if there is no such day. */
function isoDate(year: number, month: number, day: number): string | null {
  const [m, d] = [month, day].map((part) => String(part).padStart(2, '0'));
  return readPlainDate(`${year}-${m}-${d}`);
}

/** Converts ISO 8601 week dates, ordinal dates and expanded years. `2026324` stays: it may also mean 24 March. */
function withCalendarDate(sent: string): string {
  return sent
    .replace(/^\s*\+00(?=[1-9]\d{3}-)/, '')
    .replace(
      /^\s*([1-9]\d{3})(-?)W(\d\d)\2([1-7])(?=[TZ+\s]|$)/i,
      (date: string, year: string, _, week: string, day: string) => {
        const monday = mondayOf(Number(year), Number(week));
        return monday === null ? date : addDays(monday, Number(day) - 1);
      },
    )
    .replace(
      /^\s*([1-9]\d{3})-(\d{3})(?=[TZ+\s]|$)/i,
      (date: string, year: `${number}`, ordinal: string) => {
        const day = addDays(`${year}-01-01`, Number(ordinal) - 1);
        return day.startsWith(year) ? day : date;
      },
    );
}

/** Text of a time that an encoder wrote as a list or an object: `[2026, 3, 18]`, `{ date }`, `{ $date }`; null for none. */
export function timeOf(sent: unknown): string | null {
  if (sent === null || sent === undefined || sent === '' || sent === false) return null;
  if (typeof sent === 'string') return withCalendarDate(dropControls(sent));
  if (Array.isArray(sent)) {
    const [year, month, day, hour = 0, minute = 0] = sent.map(Number);
    const date = isoDate(year ?? 0, month ?? 0, day ?? 0);
    const time = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
    if (date !== null && sent.length >= 3) return hour + minute === 0 ? date : `${date}T${time}`;
    return canonicalJson(dropControlsDeep(sent));
  }
  const { date, $date, seconds, _seconds, year, month, day } = fieldsIn(sent);
  const epoch = seconds ?? _seconds;
  const inner = date ?? $date ?? (Number(epoch) >= 1e9 ? epoch : undefined);
  const time = isObject(inner) ? inner['$numberLong'] : inner;
  if (time !== undefined && !isObject(time)) return timeOf(time);
  return isoDate(Number(year), Number(month), Number(day)) ?? canonicalJson(dropControlsDeep(sent));
}

/** A time as `timeOf` reads it. Seconds or milliseconds since 1970 become ISO 8601. */
export function momentOf(sent: unknown): string | null {
  const time = timeOf(sent);
  const epoch = EPOCH.exec(String(time));
  if (epoch === null) return time;
  const [, millis] = epoch;
  return new Date(Math.floor(Number(time) * (millis === undefined ? 1_000 : 1))).toISOString();
}
const EPOCH = /^\d{10}(\d{3})?(?:\.\d+)?$/;

/**
 * Reads a day; null for none. Basic ISO dates, dates with named months and epoch times of midnight in UTC become ISO
 * dates with hyphens. Ambiguous values stay as sent: the day of another epoch time depends on the time zone, unless it
 * has an offset as in `/Date(…+0100)/` of .NET, and `3/4/2026` depends on the country.
 */
export function dayOf(value: unknown): string | null {
  if (typeof value === 'string' && /^[1-9]\d{3}-\d\d-\d\d$/.test(value)) return value;
  const sent = timeOf(value)?.trim() ?? null;
  // Databases write 0000-00-00 for a missing day, some encoders 0001-01-01.
  if (sent === null || /^(?:$|0000-00-00|0001-01-01)/.test(sent)) return null;
  const [, ofNet, sign = '+', hours = 0, minutes = 0] =
    /^\/Date\((\d+)(?:([+-])(\d\d)(\d\d))?\)\/$/.exec(sent) ?? [];
  const offsetMs = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const epoch = /^\d{10}(\d{3})?$/.exec(ofNet ?? sent);
  const epochMs = Number(ofNet ?? sent) * (epoch?.[1] === undefined ? 1_000 : 1) + offsetMs;
  if (epoch !== null && epochMs % DAY_MS === 0)
    return new Date(epochMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const iso = sent
    .replace(/^(\d{4})(\d{2})(\d{2})(?=T)/, '$1-$2-$3')
    .replace(/^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:?\d\d)$/i, '$1')
    .replace(/^(\d{4}-\d\d-\d\d)t/, '$1T');
  return isoDay(sent) ?? iso;
}
