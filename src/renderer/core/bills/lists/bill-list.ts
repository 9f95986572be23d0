import type { BillStatus } from '../../../../contract/wire-names.ts';
import type { BillIndex } from '../index/bill-index.ts';
import type { BillQuery } from '../../model/bill-row.ts';
import type { Approval } from '../../outbox/approval.ts';

/**
 * What the list shows: the inbox, what was approved or hidden here, all that is not paid yet whatever
 * was decided here, all, or one status.
 */
export const billLists = [
  'inbox',
  'snoozed',
  'dismissed',
  'approved',
  'payable',
  'all',
  'open',
  'overdue',
  'partially_paid',
  'paid',
  'void',
] as const satisfies readonly (
  | 'inbox'
  | 'snoozed'
  | 'dismissed'
  | 'approved'
  | 'payable'
  | 'all'
  | BillStatus
)[];
export type BillList = (typeof billLists)[number];

/** The query of the index behind a choice; what the index does not know is filtered afterwards. */
export function queryFor(
  choice: Omit<BillQuery, 'status'> & { readonly list: BillList },
): BillQuery {
  const { list, search, sort, descending } = choice;
  return { status: indexStatus(list), search, sort, descending };
}

/** Whether paid and void bills can be among them: those are never overdue. */
export function holdsHistory(list: BillList): boolean {
  return list === 'all' || list === 'approved' || list === 'paid' || list === 'void';
}

/** Whether hiding a bill, or putting it back, takes it out of this list. */
export function leavesWhenHidden(list: BillList): boolean {
  return list === 'inbox' || list === 'snoozed' || list === 'dismissed';
}

/** Whether the approval may stand for a bill of the organization on screen, or of any with all of them. */
export function mayStand(
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
 * The approval that stands for each bill: the newest of those that may.
 * @param approvals newest first; of each bill id those of one organization
 */
export function standingApprovals(approvals: readonly Approval[]): ReadonlyMap<string, Approval> {
  const standing = new Map<string, Approval>();
  for (const approval of approvals) {
    if (!standing.has(approval.billId)) standing.set(approval.billId, approval);
  }
  return standing;
}

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

const payableLists: ReadonlySet<BillList> = new Set(['inbox', 'snoozed', 'dismissed', 'payable']);

function indexStatus(list: BillList): string | null {
  if (payableLists.has(list)) return 'payable';
  return list === 'all' || list === 'approved' ? null : list;
}
