import {
  type FieldChange,
  fieldsOf,
  type FieldValue,
  type ReviewedSnapshot,
} from '../../../bridge/snapshot.ts';
import { ownFieldOf } from '../../../bridge/own-fields.ts';
import { describeFields, fieldName, type FieldLine } from './format-field.ts';
import { formatStatus } from './StatusBadge.tsx';
import { messages } from '../text/messages.ts';
import { sayAll } from '../text/say.ts';
import { tellApart } from '../text/tell-apart.ts';
import { mediumDay } from '../ui/dates.ts';
import { formatMoney } from '../../../bridge/money.ts';

/** A bill in one line. The amount comes first, so that a long name can't push it out of view. */
export function formatBillLine(
  bill: Pick<ReviewedSnapshot, 'amountDueCents' | 'currency' | 'vendorName' | 'billNumber'>,
  locale: string,
): string {
  const { noVendor, noNumber } = messages.review;
  const amount = formatMoney(bill.amountDueCents, bill.currency, locale);
  return sayAll(' · ', [amount, bill.vendorName ?? noVendor, bill.billNumber ?? noNumber]);
}

/** Label of a field. The service's own fields keep their names: "Vendor › Bank › IBAN", "PO number". */
export function formatField(field: string): string {
  const names: Readonly<Record<string, string>> = messages.snapshotFields;
  const own = ownFieldOf(field);
  if (own !== null) {
    const labels = own.names.map(fieldName);
    const { vendorName } = messages.snapshotFields;
    return sayAll(' › ', own.of === 'vendor' ? [vendorName, ...labels] : labels);
  }
  const name = [field, earlierName(field)].find((each) => Object.hasOwn(names, each));
  return names[name ?? ''] ?? sayAll(' › ', field.split('.').map(fieldName));
}

/** Converts names of earlier versions, which had underscores, and `vendor.id` for `vendorId`. */
function earlierName(field: string): string {
  return field.replaceAll(/[_.](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Formats the field names that a history saves, such as "totalCents, vendor/iban". */
export function formatFields(detail: string): string {
  return sayAll(', ', detail.split(', ').map(formatField));
}

/**
 * A field's value as text.
 * @param currency of the bill
 */
export function formatFieldValue(
  field: string,
  value: FieldValue,
  currency: string,
  locale: string,
): string {
  if (value === null || value === '') return messages.review.detail.notGiven;
  if (field === 'status') return formatStatus(String(value));
  const isMoney = field === 'totalCents' || field === 'amountDueCents';
  if (isMoney && typeof value === 'number') return formatMoney(value, currency, locale);
  if ((field === 'date' || field === 'dueDate') && typeof value === 'string')
    return mediumDay(value, locale);
  const name = ownFieldOf(field)?.names.at(-1) ?? field;
  const [line] = describeFields({ [name]: listIn(value) ?? value }, locale, currency);
  return line === undefined ? String(value) : lineText(line, '; ');
}

/** The list that a snapshot saved as JSON, such as a bill's line items; null for any other value. */
function listIn(value: string | number): readonly unknown[] | null {
  if (typeof value !== 'string' || !value.startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/** A field with its nested fields in one line: “Item 1: Amount: €9.00, Description: Paper; Item 2: …”. */
function lineText({ text, inner }: FieldLine, separator: '; ' | ', '): string {
  if (inner.length === 0) return text ?? messages.review.detail.notGiven;
  return sayAll(
    separator,
    inner.map((line) => sayAll(': ', [line.label, lineText(line, ', ')])),
  );
}

/**
 * A field's values before and after a change, as different texts.
 * @param currencies of the bill before and after
 */
export function formatChange(
  { field, before, after }: FieldChange,
  currencies: readonly [string, string],
  locale: string,
): readonly [string, string] {
  const texts = tellApart(
    formatFieldValue(field, before, currencies[0], locale),
    formatFieldValue(field, after, currencies[1], locale),
  );
  // The number 10 and the text “10” differ, too.
  return texts[0] === texts[1] ? [JSON.stringify(before), JSON.stringify(after)] : texts;
}

/** All fields of the bill as they were on screen when it was approved. */
export function formatSnapshot(
  snapshot: ReviewedSnapshot,
  locale: string,
): readonly { readonly field: string; readonly label: string; readonly text: string }[] {
  const { billId, rest: _, ...named } = snapshot;
  // Deciding fields are listed even if the bill has none.
  const fields = new Map<string, FieldValue>([...Object.entries(named), ...fieldsOf(snapshot)]);
  // The id comes last, as on screen.
  fields.delete('billId');
  return [...fields, ['billId', billId] as const].map(([field, value]) => ({
    field,
    label: formatField(field),
    text: formatFieldValue(field, value, snapshot.currency, locale),
  }));
}
