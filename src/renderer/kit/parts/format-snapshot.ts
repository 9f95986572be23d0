import { fieldsOf, type FieldValue, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import { fieldLabel } from './invoice-fields.ts';
import { describeFields } from './format-field.ts';
import { formatStatus } from './StatusBadge.tsx';
import { messages } from '../text/messages.ts';
import { sayAll } from '../text/say.ts';
import { formatMoney } from '../ui/money.ts';

/** A field's name to read; one the service's page does not name by its own: "Vendor › Bank › IBAN". */
export function formatField(field: string): string {
  const names: Readonly<Record<string, string>> = messages.snapshotFields;
  const name = Object.hasOwn(names, field) ? names[field] : undefined;
  return name ?? sayAll(field.split('.').map(fieldLabel), ' › ');
}

/** Fields as the story of an approval keeps them, "totalCents, vendor.iban", to read. */
export function formatFields(detail: string): string {
  return sayAll(detail.split(', ').map(formatField), ', ');
}

/**
 * A value to read.
 * @param currency of the bill it stands in
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
  const name = field.slice(field.lastIndexOf('.') + 1);
  return describeFields({ [name]: value }, locale, currency)[0]?.text ?? String(value);
}

/** Everything that was on the screen when a bill was approved, as lines to read. */
export function formatSnapshot(
  snapshot: ReviewedSnapshot,
  locale: string,
): readonly { readonly field: string; readonly label: string; readonly text: string }[] {
  const [id, ...others] = fieldsOf(snapshot);
  // What only machines need stands last, as on the screen.
  const fields = id === undefined ? others : [...others, id];
  // Said once, as the vendor.
  const isVendorAgain = ([field, value]: readonly [string, FieldValue]): boolean =>
    field === 'vendor.name' && value === snapshot.vendorName;
  return fields
    .filter((entry) => !isVendorAgain(entry))
    .map(([field, value]) => ({
      field,
      label: formatField(field),
      text: formatFieldValue(field, value, snapshot.currency, locale),
    }));
}
