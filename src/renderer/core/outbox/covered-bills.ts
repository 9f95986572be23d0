import {
  approvingKeys,
  isApprovedElsewhere,
  isReopened,
} from '../../../contract/approvals/approved-fields.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import type { Bill } from '../../../contract/bill.ts';
import { isOtherPayment, moneyChanges, type MoneyChange } from '../../../bridge/other-payment.ts';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import type { Approval } from '../model/approval.ts';
import type { OrganizationBill } from '../model/bill-row.ts';
import type { BillChange } from '../mirror/cache-database.ts';
import type { Approvals } from './approval-slices.ts';
import type { RowChange } from './outbox.ts';

/** Whether an approval covers the bill as it is now. All approvals count, even rejected ones, except withdrawn ones. */
export function isCovered(
  approvals: Pick<Approvals, 'ofBill'>,
  { organizationId, bill }: OrganizationBill,
): boolean {
  return approvals
    .ofBill({ organizationId, billId: bill.id })
    .some(
      (approval) =>
        changesSinceConfirmed(approval, bill).length === 0 && !isReopenedSince(approval, bill),
    );
}

/**
 * Whether the service listed the confirmed bill as approved, and now lists it as open for approval or rejected, without
 * a payment since.
 */
export function isReopenedSince({ state, approvedBy, snapshot }: Approval, bill: Bill): boolean {
  const isUnpaid = isPayable(bill.status) && bill.amountDueCents === snapshot.amountDueCents;
  return state === 'confirmed' && isUnpaid && isReopened(bill.others ?? {}, approvedBy);
}

/** Events for confirmed approvals whose bills a list shows as approved for the first time. */
export function listedApproved(
  approvals: Pick<Approvals, 'ofBill'>,
  { organizationId, upserts }: BillChange,
  nowMs: number,
): readonly RowChange[] {
  return upserts.flatMap(({ bill: { id: billId, others = {} } }) => {
    const rows = approvals
      .ofBill({ organizationId, billId })
      .filter(({ state, approvedBy }) => state === 'confirmed' && approvedBy.length === 0);
    const approvedBy = rows.length > 0 && isApprovedElsewhere(others) ? approvingKeys(others) : [];
    if (approvedBy.length === 0) return [];
    const event = { name: 'listedApproved', nowMs, approvedBy } as const;
    return rows.map(({ id }) => ({ approvalId: id, event }));
  });
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
  // The user has already seen this version in the service's answer.
  if (found !== null && moneyChanges(found, bill).length === 0) return [];
  return moneyChanges(snapshot, bill);
}

/**
 * Events for approvals that the service confirmed without returning the bill, if a reading now shows the bill paid to
 * another payee or with another amount than the user approved.
 */
export function paidOtherwise(
  approvals: Pick<Approvals, 'ofBill'>,
  { organizationId, upserts }: BillChange,
  nowMs: number,
): readonly RowChange[] {
  const paid = upserts.filter(({ status }) => status === 'paid');
  return paid.flatMap(({ bill }) => {
    const rows = approvals.ofBill({ organizationId, billId: bill.id });
    // The user may have approved several versions.
    if (!rows.every(({ snapshot }) => isOtherPayment(snapshot, bill))) return [];
    return rows.filter(isConfirmedUnseen).map(({ id }) => {
      const event = { name: 'paidOtherwise', nowMs, found: snapshotOf(bill) } as const;
      return { approvalId: id, event };
    });
  });
}

function isConfirmedUnseen({ state, outcome, found, isAcknowledged }: Approval): boolean {
  const isWithoutBill = outcome?.kind === 'confirmed' && outcome.bill === null;
  return state === 'confirmed' && isWithoutBill && found === null && !isAcknowledged;
}
