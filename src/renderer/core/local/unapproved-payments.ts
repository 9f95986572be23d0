import { isPayable } from '../../../contract/assumptions.ts';
import type { LiveBillIndex } from '../bills/index/bill-index.ts';
import type { Approval, ApprovalState } from '../model/approval.ts';
import type { BillRow } from '../model/bill-row.ts';
import type { Approvals } from '../outbox/approval-slices.ts';

export interface UnapprovedPaymentsDeps {
  readonly bills: Pick<LiveBillIndex, 'get' | 'watch'>;
  readonly approvals: Pick<Approvals, 'ofBill'>;
  /** Called with bills that were paid or left the payable lists without an approval from here, as they were before. */
  onPaid(rows: readonly BillRow[]): void;
}

/**
 * Reports bills that were paid, at least in part, without an approval from this computer. A bill that left the payable
 * lists counts as paid: history, which would show it as paid, may not be read for days.
 */
export function watchUnapprovedPayments({
  bills,
  approvals,
  onPaid,
}: UnapprovedPaymentsDeps): void {
  /** Whether the bill, as it was before, has just been paid without an approval. */
  const isPaidElsewhere = (before: BillRow): boolean => {
    const { organizationId } = before;
    const billId = before.bill.id;
    const row = bills.get(billId);
    if (!isPayable(before.bill.status)) return false;
    if (row !== null && (row.organizationId !== organizationId || !isPaid(before, row)))
      return false;
    return !approvals.ofBill({ organizationId, billId }).some(mayBeInEffect);
  };

  bills.watch((_billIds, before) => {
    const paid = before.filter(isPaidElsewhere);
    if (paid.length > 0) onPaid(paid);
  });
}

/**
 * Whether the service has the approval, or may have it. An approval that was not sent before the payment does not
 * count.
 */
function mayBeInEffect({ state, history }: Approval): boolean {
  const isSent = (to: ApprovalState): boolean => to === 'unknown' || to === 'confirmed';
  return state === 'sending' || isSent(state) || history.some(({ to }) => isSent(to));
}

/** Whether the bill is paid now, or less of the same total is due. */
function isPaid({ bill: before }: BillRow, { bill: now }: BillRow): boolean {
  const isLess = now.amountDueCents < before.amountDueCents && now.totalCents === before.totalCents;
  return now.status === 'paid' || (now.status === 'partially_paid' && isLess);
}
