import type { BillStatus } from '../../../contract/bill.ts';
import type { BillQuery } from './bill-row.ts';
import type { Approval } from '../outbox/approval.ts';

/**
 * What the list shows: the inbox, what was approved or put aside here, all that is not paid yet whatever
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

/** Whether putting a bill aside, or back, takes it out of this list. */
export function leavesWhenHidden(list: BillList): boolean {
  return list === 'inbox' || list === 'snoozed' || list === 'dismissed';
}

/**
 * The approval that stands for each bill of an organization: its newest that was not withdrawn.
 * @param approvals newest first, as the workspace keeps them
 */
export function standingApprovals(
  approvals: readonly Approval[],
  organizationId: string | null,
): ReadonlyMap<string, Approval> {
  return standingAmong(approvals.filter((approval) => approval.organizationId === organizationId));
}

/**
 * The same for bills of several organizations.
 * @param approvals newest first; of each bill id those of one organization
 */
export function standingAmong(approvals: readonly Approval[]): ReadonlyMap<string, Approval> {
  const standing = new Map<string, Approval>();
  for (const approval of approvals) {
    if (approval.state === 'withdrawn') continue;
    if (!standing.has(approval.billId)) standing.set(approval.billId, approval);
  }
  return standing;
}

/**
 * The other approvals of a bill: withdrawn ones, whose story goes on being told.
 * @param approvals newest first, as the workspace keeps them
 */
export function earlierApprovals(
  approvals: readonly Approval[],
  of: { readonly organizationId: string; readonly billId: string },
  standing: Approval | null,
): readonly Approval[] {
  return approvals.filter(
    (approval) =>
      approval.billId === of.billId &&
      approval.organizationId === of.organizationId &&
      approval.id !== standing?.id,
  );
}

const payableLists: ReadonlySet<BillList> = new Set(['inbox', 'snoozed', 'dismissed', 'payable']);

function indexStatus(list: BillList): string | null {
  if (payableLists.has(list)) return 'payable';
  return list === 'all' || list === 'approved' ? null : list;
}
