import type { BillIndex } from '../bills/bill-index.ts';
import type { Approval } from '../outbox/approval.ts';

/**
 * Approvals whose bill is not the one on screen with its id, but another organization's: they must not
 * count as that bill's.
 */
export function othersApprovals(
  approvals: readonly Approval[],
  bills: Pick<BillIndex, 'get'>,
): readonly string[] {
  return approvals.flatMap(({ id, billId, organizationId }) => {
    const row = bills.get(billId);
    return row !== null && row.organizationId !== organizationId ? [id] : [];
  });
}
