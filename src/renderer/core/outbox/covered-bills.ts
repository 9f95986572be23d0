import { isPayable } from '../../../contract/assumptions.ts';
import { type Bill, vendorName } from '../../../contract/bill.ts';
import { vendorOf, type FieldChange, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import { isOtherParty } from '../../../contract/party.ts';
import type { Approval } from '../model/approval.ts';
import type { OrganizationBill } from '../model/bill-row.ts';
import type { Approvals } from './approval-slices.ts';

/** Fields that decide who is paid how much for what. Approving may itself change the other fields. */
const moneyFields = ['vendorName', 'billNumber', 'currency', 'totalCents'] as const;
export type MoneyField = (typeof moneyFields)[number];
export interface MoneyChange extends FieldChange {
  readonly field: MoneyField;
}

/** Whether an approval covers the bill as it is now. Any approval counts until it is withdrawn, a rejected one too. */
export function isCovered(
  approvals: Pick<Approvals, 'ofBill'>,
  { organizationId, bill }: OrganizationBill,
): boolean {
  return approvals
    .ofBill({ organizationId, billId: bill.id })
    .some((approval) => changesSinceConfirmed(approval, bill).length === 0);
}

/**
 * Changed money fields of a confirmed bill that can be approved again; empty while the approval still covers the bill.
 * Before confirmation, the push holds a changed approval back and reports it.
 */
export function changesSinceConfirmed(
  { state, snapshot, found }: Approval,
  bill: Bill,
): readonly MoneyChange[] {
  if (state !== 'confirmed' || !isPayable(bill.status)) return [];
  // The user was already shown the bill in the service's answer.
  if (found !== null && changesIn(found, bill).length === 0) return [];
  return changesIn(snapshot, bill);
}

/**
 * Changed money fields. A missing vendor or number does not count: the service may assign a number when it approves.
 */
function changesIn(before: ReviewedSnapshot, bill: Bill): readonly MoneyChange[] {
  const now = {
    vendorName: vendorName(bill),
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
