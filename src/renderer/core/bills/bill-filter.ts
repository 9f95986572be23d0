import type { BillStatus } from '../../../contract/bill.ts';
import type { BillQuery } from './bill-row.ts';
import type { Approval } from '../outbox/approval.ts';

/**
 * What the list shows: the inbox, what was approved or put aside here, all that is not paid yet whatever
 * was decided here, all, or one status.
 */
export const billFilters = [
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
export type BillFilter = (typeof billFilters)[number];

/** The query of the index behind a choice; what the index does not know is sifted afterwards. */
export function queryFor(
  choice: Omit<BillQuery, 'status'> & { readonly filter: BillFilter },
): BillQuery {
  const { filter, search, sort, descending } = choice;
  return { status: indexStatus(filter), search, sort, descending };
}

/** Whether paid and void bills can be among them: those are never overdue. */
export function holdsHistory(filter: BillFilter): boolean {
  return filter === 'all' || filter === 'approved' || filter === 'paid' || filter === 'void';
}

/** Whether putting a bill aside, or back, takes it out of this list. */
export function leavesWhenHidden(filter: BillFilter): boolean {
  return filter === 'inbox' || filter === 'snoozed' || filter === 'dismissed';
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

const payableLists: ReadonlySet<BillFilter> = new Set(['inbox', 'snoozed', 'dismissed', 'payable']);

function indexStatus(filter: BillFilter): string | null {
  if (payableLists.has(filter)) return 'payable';
  return filter === 'all' || filter === 'approved' ? null : filter;
}
