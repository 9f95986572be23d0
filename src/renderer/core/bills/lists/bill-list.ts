import type { BillIndex } from '../index/bill-index.ts';
import type { BillQuery } from '../../model/bill-row.ts';
import type { BillList } from '../../model/list-choice.ts';
import type { Approval } from '../../model/approval.ts';

/** The index's query for a choice. Conditions that the index does not know are applied afterwards. */
export function queryFor(
  choice: Omit<BillQuery, 'status'> & { readonly list: BillList },
): BillQuery {
  const { list, search, sort, descending } = choice;
  return { status: indexStatus(list), search, sort, descending };
}

/** Whether the list can have paid and void bills, which are never overdue. */
export function holdsHistory(list: BillList): boolean {
  return list === 'all' || list === 'approved' || list === 'paid' || list === 'void';
}

/** Whether hiding a bill, or restoring it, takes it out of this list. */
export function leavesWhenHidden(list: BillList): boolean {
  return list === 'inbox' || list === 'snoozed' || list === 'hidden';
}

/** Whether the approval may count for a bill of the organization on screen, or of any organization if all are. */
export function mayCount(
  { state, organizationId }: Approval,
  shown: { readonly organizationId: string | null; readonly isAll: boolean },
): boolean {
  return state !== 'withdrawn' && (shown.isAll || organizationId === shown.organizationId);
}

export function isOfBill(
  { billId, organizationId }: Approval,
  of: { readonly organizationId: string; readonly billId: string },
): boolean {
  return billId === of.billId && organizationId === of.organizationId;
}

/**
 * The approval that counts for each bill: the newest candidate.
 * @param approvals newest first, with one organization per bill id
 */
export function currentApprovals(approvals: readonly Approval[]): ReadonlyMap<string, Approval> {
  const current = new Map<string, Approval>();
  for (const approval of approvals) {
    if (!current.has(approval.billId)) current.set(approval.billId, approval);
  }
  return current;
}

/**
 * Ids of approvals for another organization's bill with the id of a bill on screen. They must not count for the bill on
 * screen.
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

const payableLists: ReadonlySet<BillList> = new Set(['inbox', 'snoozed', 'hidden', 'payable']);

function indexStatus(list: BillList): string | null {
  if (payableLists.has(list)) return 'payable';
  return list === 'all' || list === 'approved' ? null : list;
}
