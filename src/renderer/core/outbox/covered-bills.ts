import { isPayable } from '../../../contract/assumptions.ts';
import { type Bill, vendorName } from '../../../contract/bill.ts';
import { mayRedirectPayment } from '../../../bridge/own-fields.ts';
import {
  differences,
  snapshotOf,
  vendorOf,
  type FieldChange,
  type ReviewedSnapshot,
} from '../../../bridge/snapshot.ts';
import { isOtherParty } from '../../../contract/party.ts';
import type { Approval } from '../model/approval.ts';
import type { OrganizationBill } from '../model/bill-row.ts';
import type { BillChange } from '../mirror/cache-database.ts';
import type { Approvals } from './approval-slices.ts';
import type { RowChange } from './outbox.ts';

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
 * Events for approvals that the service confirmed without their bill, if a reading now shows it paid to another payee, or
 * with another amount, than the user approved.
 */
export function paidOtherwise(
  approvals: Pick<Approvals, 'ofBill'>,
  { organizationId, upserts }: BillChange,
  nowMs: number,
): readonly RowChange[] {
  const paid = upserts.filter(({ status }) => status === 'paid');
  return paid.flatMap(({ bill }) => {
    const found = snapshotOf(bill);
    const rows = approvals.ofBill({ organizationId, billId: bill.id });
    // The user may have approved several versions.
    if (rows.some(({ snapshot }) => !isOtherPayment(snapshot, bill, found))) return [];
    return rows.filter(isConfirmedUnseen).map(({ id }) => {
      return { approvalId: id, event: { name: 'paidOtherwise', nowMs, found } };
    });
  });
}

function isConfirmedUnseen({ state, outcome, found, isAcknowledged }: Approval): boolean {
  const isWithoutBill = outcome?.kind === 'confirmed' && outcome.bill === null;
  return state === 'confirmed' && isWithoutBill && found === null && !isAcknowledged;
}

function isOtherPayment(before: ReviewedSnapshot, bill: Bill, now: ReviewedSnapshot): boolean {
  const isRedirected = differences(before, now).some((change) =>
    mayRedirectPayment(change.field, change.before, change.after),
  );
  return isRedirected || changesIn(before, bill).length > 0;
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
