import type { Bill } from '../contract/bill.ts';
import { isOtherParty, nameOf } from '../contract/party.ts';
import { isAccountLike, isAccountOrPayee, mayRedirectPayment } from './own-fields.ts';
import {
  differences,
  snapshotOf,
  vendorOf,
  type FieldChange,
  type ReviewedSnapshot,
} from './snapshot.ts';

/** Fields that determine payee, amount and purpose. Approving itself may change the other fields. */
const moneyFields = ['vendorName', 'billNumber', 'currency', 'totalCents'] as const;
export type MoneyField = (typeof moneyFields)[number];
export interface MoneyChange extends FieldChange {
  readonly field: MoneyField;
}

/** Whether the bill now pays another payee or amount than the version that the user approved. */
export function isOtherPayment(approved: ReviewedSnapshot, bill: Bill): boolean {
  const isRedirected = differences(approved, snapshotOf(bill)).some(({ field, before, after }) =>
    mayRedirectPayment(field, before, after),
  );
  return isRedirected || moneyChanges(approved, bill).length > 0;
}

/** Whether the changed bill names another vendor or account. An account that appears or disappears counts, too. */
export function isOtherPayee(approved: ReviewedSnapshot, found: ReviewedSnapshot): boolean {
  return (
    isOtherParty(vendorOf(approved), vendorOf(found)) ||
    differences(approved, found).some(({ field, before, after }) => {
      if (before !== null && after !== null) return mayRedirectPayment(field, before, after);
      const value = before ?? after;
      return isAccountOrPayee(field, value) || isAccountLike(field, value);
    })
  );
}

/**
 * Changed money fields. A missing vendor or number does not count: the service may assign a number when it approves.
 */
export function moneyChanges(before: ReviewedSnapshot, bill: Bill): readonly MoneyChange[] {
  const now = {
    vendorName: nameOf(bill.vendor),
    billNumber: bill.billNumber,
    currency: bill.currency,
    totalCents: bill.totalCents,
  };
  const differs: Record<MoneyField, boolean> = {
    vendorName: isOtherParty(vendorOf(before), bill.vendor),
    billNumber:
      before.billNumber !== null && now.billNumber !== null && before.billNumber !== now.billNumber,
    currency: before.currency !== now.currency,
    totalCents: before.totalCents !== now.totalCents,
  };
  return moneyFields
    .filter((field) => differs[field])
    .map((field) => ({ field, before: before[field], after: now[field] }));
}
