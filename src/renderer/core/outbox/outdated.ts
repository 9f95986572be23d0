import { isPayable } from '../../../contract/assumptions.ts';
import { type Bill, vendorName } from '../../../contract/bill.ts';
import { vendorOf, type FieldChange, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import { isOtherParty } from '../../../contract/party.ts';
import type { Approval } from './approval.ts';
import type { Approvals } from './approval-slices.ts';

/** What decides who is paid how much for what; of all else, approving itself may change something. */
export type MoneyField = Extract<
  keyof ReviewedSnapshot,
  'vendorName' | 'billNumber' | 'currency' | 'totalCents'
>;
export interface MoneyChange extends FieldChange {
  readonly field: MoneyField;
}

/** A bill as it is now, and whose it is. */
interface OwnedBill {
  readonly organizationId: string;
  readonly bill: Bill;
}

/** Whether an approval stands for the bill as it is now. */
export function isApproved(
  approvals: Pick<Approvals, 'ofBill'>,
  { organizationId, bill }: OwnedBill,
): boolean {
  return approvals
    .ofBill({ organizationId, billId: bill.id })
    .some((approval) => changesSinceConfirmed(approval, bill).length === 0);
}

/**
 * What money depends on and is no longer what was approved, of a bill that can be approved again; none while the
 * approval stands. Before it is confirmed, the approval itself is held back and says so.
 */
export function changesSinceConfirmed(
  { state, snapshot, found }: Approval,
  bill: Bill,
): readonly MoneyChange[] {
  if (state !== 'confirmed' || !isPayable(bill.status)) return [];
  // What the service answered with was told, whatever it made of the bill.
  if (found !== null && changesIn(found, bill).length === 0) return [];
  return changesIn(snapshot, bill);
}

/** A vendor or number that the service leaves out is no other one; a number may be given by approving. */
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

const moneyFields = ['vendorName', 'billNumber', 'currency', 'totalCents'] as const;
