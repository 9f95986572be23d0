import { messages } from '../text/messages.ts';
import { sayAll } from '../text/say.ts';
import { longDate, shortDate } from '../ui/dates.ts';
import type { Fields } from '../../../contract/party.ts';
import type { PlainDate } from '../../../base/days.ts';
import { formatMoney } from '../../../bridge/money.ts';
import { dateAndTime } from '../ui/relative-time.ts';
import {
  asFields,
  currencyIn,
  fieldLabel,
  readField,
  type FieldValue,
} from '../../../contract/items/fields.ts';

/** A field shown in full: a text or nested fields. */
export interface FieldLine {
  /** Unique among its neighbours. */
  readonly key: string;
  readonly label: string;
  readonly text: string | null;
  readonly isAmount: boolean;
  readonly inner: readonly FieldLine[];
}

const forMachines: ReadonlySet<string> = new Set(['id', 'uuid', 'object']);

/** Name of a field: in the user's language if Billfold knows the field, else in the service's words. */
export function fieldName(field: string): string {
  const label = fieldLabel(field);
  const key = label.toLowerCase();
  const names: Readonly<Record<string, string>> = messages.invoices.fields;
  return Object.hasOwn(names, key) ? (names[key] ?? label) : label;
}

/** Deepest level shown as fields. Deeper values appear as the service wrote them. */
const DEEPEST = 5;

/**
 * A short text for a list cell.
 * @param today the local day; its year is left out of dates
 */
export function formatCell(value: FieldValue, today: PlainDate, locale: string): string {
  if (value.kind === 'date') return shortDate(value.date, today, locale);
  return formatValue(value, locale) ?? messages.invoices.none;
}

/** All fields of an object with their nested fields, in the service's order. Fields only machines need come last. */
export function describeFields(
  fields: Fields,
  locale: string,
  outerCurrency = '',
  depth = 0,
): readonly FieldLine[] {
  const entries = Object.entries(fields);
  const isForMachines = ([name]: readonly [string, unknown]): boolean => forMachines.has(name);
  const inOrder = [
    ...entries.filter((entry) => !isForMachines(entry)),
    ...entries.filter(isForMachines),
  ];
  return inOrder.map(([name, value]) => {
    const read = readField(name, value, fields, outerCurrency);
    const currency = currencyIn(fields) || outerCurrency;
    return lineOf({ key: name, label: fieldName(name), raw: value, read }, locale, currency, depth);
  });
}

interface Described {
  readonly key: string;
  readonly label: string;
  readonly raw: unknown;
  readonly read: FieldValue;
}

function lineOf(
  { key, label, raw, read }: Described,
  locale: string,
  currency: string,
  depth: number,
): FieldLine {
  const plain = { key, label, isAmount: read.kind === 'money', inner: [] };
  const isNested = typeof raw === 'object' && raw !== null;
  if (!isNested || read.kind === 'money') return { ...plain, text: formatValue(read, locale) };
  if (depth >= DEEPEST) return { ...plain, text: JSON.stringify(raw) };
  if (read.kind !== 'list') {
    const inner = describeFields(asFields(raw), locale, currency, depth + 1);
    return { ...plain, text: inner.length === 0 ? null : '', inner };
  }
  const { items } = read;
  if (items.every((item) => typeof item !== 'object' || item === null)) {
    return { ...plain, text: items.length === 0 ? null : sayAll(', ', items.map(String)) };
  }
  const inner = items.map((item, at) => {
    const position = messages.invoices.detail.item(at + 1);
    const itemRead = readField('', item, {}, currency);
    const described = { key: String(at), label: position, raw: item, read: itemRead };
    return lineOf(described, locale, currency, depth + 1);
  });
  return { ...plain, text: '', inner };
}

/** A value as a short text; null for none. */
function formatValue(value: FieldValue, locale: string): string | null {
  switch (value.kind) {
    case 'none':
      return null;
    case 'text':
      return value.text;
    case 'number':
      return new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(value.value);
    case 'yesNo':
      return value.value ? messages.invoices.yes : messages.invoices.no;
    case 'date':
      return longDate(value.date, locale);
    case 'time':
      return dateAndTime(value.atMs, locale);
    case 'money':
      // Without a currency, the text is only the number.
      return formatMoney(value.amountCents, value.currency, locale).trim();
    case 'named':
      return value.name;
    case 'list':
      return String(value.items.length);
    case 'object':
      return JSON.stringify(value.fields);
    default:
      return value satisfies never;
  }
}
