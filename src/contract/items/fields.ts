import { readPlainDate, type PlainDate } from '../../base/days.ts';
import { dayOf } from './bill-forms.ts';
import { CENTS_PER_UNIT } from '../assumptions.ts';
import type { Fields } from '../party.ts';
import { readNamed } from './read-vendor.ts';
import { wordSet } from '../body/words.ts';

/** Value of an undocumented field, classified by its appearance. */
export type FieldValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'yesNo'; readonly value: boolean }
  | { readonly kind: 'date'; readonly date: PlainDate }
  /** Epoch milliseconds. */
  | { readonly kind: 'time'; readonly atMs: number }
  /** `currency` is empty when the service names none. */
  | { readonly kind: 'money'; readonly amountCents: number; readonly currency: string }
  /** An object that represents something with a name. */
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly unknown[] }
  | { readonly kind: 'object'; readonly fields: Fields };

/**
 * Reads one field of an undocumented object, by its name and value alone.
 * @param within the object that holds the field; its `currency` is that of its amounts
 * @param outerCurrency currency of the surrounding object, used when `within` names none; may be empty
 */
export function readField(
  name: string,
  value: unknown,
  within: Fields,
  outerCurrency = '',
): FieldValue {
  if (value === null || value === undefined || value === '') return { kind: 'none' };
  if (typeof value === 'boolean') return { kind: 'yesNo', value };
  const currency = currencyIn(within) || outerCurrency;
  const decimal = currency === '' ? null : centsOfDecimal(name, value);
  if (decimal !== null) return { kind: 'money', amountCents: decimal, currency };
  if (typeof value === 'string') return isDay(name) ? readDay(value) : readText(value);
  if (typeof value === 'number') {
    if (snakeCase(name).endsWith('_cents') && Number.isSafeInteger(value))
      return { kind: 'money', amountCents: value, currency };
    // An identifier has no separators between thousands.
    const isIdentifier = A_NUMBER.test(name) || isForMachines(name);
    return isIdentifier ? { kind: 'text', text: String(value) } : { kind: 'number', value };
  }
  if (Array.isArray(value)) return { kind: 'list', items: value };
  return readObject(asFields(value), outerCurrency);
}

const currencyNames = ['currency', 'currency_code', 'currencyCode'] as const;

/** Currency that an object names for its amounts; an empty text when it names none. */
export function currencyIn(fields: Fields): string {
  const found = currencyNames.map((name) => fields[name]);
  const text = found.find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof text === 'string' ? text : '';
}

/** Fields of an object; empty for a text, a number or null. */
export function asFields(value: unknown): Fields {
  return typeof value === 'object' ? { ...value } : {};
}

/**
 * Label of a field: "invoice_number" → "Invoice number", "dueDate" → "Due date", "total_cents" → "Total", "created_at"
 * → "Created".
 */
export function fieldLabel(name: string): string {
  const parts = name
    .replace(/(?:_cents|_at|(?<=[a-z\d])(?:Cents|At))$/u, '')
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1 $2')
    .split(/[\s_.-]/u)
    .filter(Boolean)
    .map((word) => (abbreviations.has(word.toLowerCase()) ? word.toUpperCase() : lower(word)));
  const text = parts.join(' ');
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1);
}

const abbreviations = /* @__PURE__ */ wordSet('id url vat iban bic pdf po uuid');

function lower(word: string): string {
  return /^[A-Z]+$/u.test(word) ? word : word.toLowerCase();
}

const DAY = /date(?:$|_)|_(?:on|day)$|^due(?:_at)?$/u;
const CHANGE = /creat|updat|modif/u;

/** Whether a field holds a day: `due_date`, `date_issued`, `paid_on`. Fields such as `updated_on` hold a time. */
function isDay(name: string): boolean {
  const words = snakeCase(name);
  return DAY.test(words) && !CHANGE.test(words);
}

function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, '_').toLowerCase();
}

/** Reads the day as written, not as in UTC or the user's time zone. A placeholder for a missing day is no day. */
function readDay(text: string): FieldValue {
  const plain = readPlainDate(text);
  if (plain !== null) return { kind: 'date', date: plain };
  const day = dayOf(text);
  const date = readPlainDate(day);
  if (date !== null) return { kind: 'date', date };
  return day === null ? { kind: 'none' } : { kind: 'text', text };
}

function readText(text: string): FieldValue {
  const date = readPlainDate(text);
  if (date !== null && text.length === date.length) return { kind: 'date', date };
  // A time without a zone is ambiguous, so it stays text.
  const atMs = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? { kind: 'text', text } : { kind: 'time', atMs };
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/u;

/** Whether a field with this name is only for programs. The currency counts as one, because amounts already show it. */
export function isForMachines(name: string): boolean {
  return FOR_MACHINES.test(name) || FOR_MACHINES_IN_CAMEL_CASE.test(name);
}

const FOR_MACHINES =
  /^(?:object|type|currency|currency_?code)$|(?:^|_)(?:id|uuid|url|token|hash|etag|signature)$/iu;
const FOR_MACHINES_IN_CAMEL_CASE = /[a-z](?:Id|ID|Uuid|UUID|Url|URL|Token|Hash)$/u;

/**
 * Texts of undocumented fields that a person may search for, such as a PO number, an IBAN or a department. Codes of the
 * service are left out: a search for “pending” asks for a state.
 * @param fields an object, a list, or anything else, which has none
 */
export function searchableTexts(fields: unknown): readonly string[] {
  return textsIn(fields, DEEPEST_SEARCHED);
}

const DEEPEST_SEARCHED = 3;
const LONGEST_SEARCHED = 200;
/** Names of numbers that only identify something. */
const A_NUMBER = /(?:^|_)(?:number|no|po|reference)$|[a-z](?:Number|No|Reference)$/u;
/** A word in small letters, a UUID, an amount, a date, or a link. */
const CODE =
  /^(?:[a-z]+(?:[_-][a-z]+)*|[\da-fA-F]{8}-[\da-fA-F-]{27}|-?\d+\.\d+|\d{4}-\d\d-\d\d.*|[a-z]+:\/\/.*)$/u;

function textsIn(fields: unknown, depth: number): readonly string[] {
  if (typeof fields !== 'object' || fields === null || depth === 0) return [];
  const texts: string[] = [];
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    const isNumber = typeof value === 'number';
    if (isNumber ? !A_NUMBER.test(name) : isForMachines(name)) continue;
    if (!isNumber && typeof value !== 'string') texts.push(...textsIn(value, depth - 1));
    else if (isSearched(String(value))) texts.push(String(value));
  }
  return texts;
}

function isSearched(text: string): boolean {
  return text !== '' && text.length <= LONGEST_SEARCHED && !CODE.test(text);
}

/** Whether a field with this name is the currency of the amounts beside it. */
export function isCurrency(name: string): boolean {
  return currencyNames.some((each) => each === name);
}

/** Names of amounts: `total`, `amount_due`, `TaxAmount`, but not `total_hours` or `total_cents`. */
const AMOUNT =
  /^(?:(?:sub|grand|net|gross|tax|due|paid|open|outstanding|discount)_?)*(?:total|amount|balance)(?:_(?:total|amount|balance|net|gross|tax|due|paid|discount))*$/u;

/** Cents of decimals that are clearly an amount in the currency's main unit; else null. Whole numbers may be cents. */
function centsOfDecimal(name: string, value: unknown): number | null {
  const decimals = typeof value === 'number' ? /^-?\d+\.\d\d?$/u : /^-?\d+\.\d\d$/u;
  if (!decimals.test(String(value)) || !AMOUNT.test(snakeCase(name))) return null;
  const cents = Math.round(Number(value) * CENTS_PER_UNIT);
  return Number.isSafeInteger(cents) ? cents : null;
}

/** Reads an amount with its currency, an object with a name, or another object. */
function readObject(fields: Fields, outerCurrency: string): FieldValue {
  const [amount, ...others] = Object.entries(fields).filter(([name]) => !isCurrency(name));
  if (amount !== undefined && others.length === 0 && typeof amount[1] !== 'object') {
    const read = readField(amount[0], amount[1], fields, outerCurrency);
    if (read.kind === 'money') return read;
  }
  const { name: known } = readNamed(fields);
  return known === null ? { kind: 'object', fields } : { kind: 'named', name: known };
}
