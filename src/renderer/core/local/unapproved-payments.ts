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
  const waiting = new Map<string, BillRow>();

  /** The bill as it was before, if it has just been paid without an approval. */
  const paidOf = (billId: string): BillRow | null => {
    const before = waiting.get(billId);
    const row = bills.get(billId);
    if (row !== null && isPayable(row.bill.status)) waiting.set(billId, row);
    else waiting.delete(billId);
    if (before === undefined || before.organizationId !== (row ?? before).organizationId)
      return null;
    const { organizationId } = before;
    if (row !== null && !isPaid(before, row)) return null;
    return approvals.ofBill({ organizationId, billId }).some(mayBeInEffect) ? null : before;
  };

  bills.watch((billIds) => {
    if (billIds === null) return waiting.clear();
    const paid = billIds.flatMap((billId) => paidOf(billId) ?? []);
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
