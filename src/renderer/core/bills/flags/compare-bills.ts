import { type Bill, vendorName } from '../../../../contract/bill.ts';
import { sharesNumberForm, vendorForm } from './bill-keys.ts';

/** Fields in which two suspected copies are compared, in the order shown. */
const compareFields = [
  'vendor',
  'number',
  'date',
  'dueDate',
  'total',
  'amountDue',
  'status',
  'memo',
  'created',
] as const;
export type CompareField = (typeof compareFields)[number];

export interface FieldPair {
  readonly field: CompareField;
  /** As the service sent them; amounts in cents; null when missing. */
  readonly one: string | number | null;
  readonly other: string | number | null;
  /** `written`: the same number or vendor in another spelling. */
  readonly verdict: 'same' | 'written' | 'different';
}

export function compareBills(one: Bill, other: Bill): readonly FieldPair[] {
  const [left, right] = [valuesOf(one), valuesOf(other)];
  const sameCurrency = one.currency === other.currency;
  return compareFields.map((field) => ({
    field,
    one: left[field],
    other: right[field],
    verdict:
      left[field] === right[field] && (sameCurrency || typeof left[field] !== 'number')
        ? 'same'
        : isWrittenDifferently(field, left[field], right[field])
          ? 'written'
          : 'different',
  }));
}

function isWrittenDifferently(
  field: CompareField,
  one: string | number | null,
  other: string | number | null,
): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  if (field === 'vendor') return vendorForm(one) !== null && vendorForm(one) === vendorForm(other);
  return field === 'number' && sharesNumberForm(one, other);
}

function valuesOf(bill: Bill): Record<CompareField, string | number | null> {
  return {
    vendor: vendorName(bill),
    number: bill.billNumber,
    date: bill.date,
    dueDate: bill.dueDate,
    total: bill.totalCents,
    amountDue: bill.amountDueCents,
    status: bill.status,
    memo: bill.memo || null,
    created: bill.createdAt,
  };
}
