import type { BillStatus } from '../../contract/bill.ts';
import type { Approval, BillQuery, BillRow } from '../workspace.ts';

/** What the list shows: the inbox, what was approved here, all, or one status. */
export const billFilters = [
  'inbox',
  'approved',
  'all',
  'open',
  'overdue',
  'partially_paid',
  'paid',
  'void',
] as const satisfies readonly ('inbox' | 'approved' | 'all' | BillStatus)[];
export type BillFilter = (typeof billFilters)[number];

/** The query of the index behind a filter; the inbox and the approved are sifted afterwards. */
export function queryFor(filter: BillFilter, search: string): BillQuery {
  return { status: indexStatus(filter), search, sort: 'dueDate', descending: false };
}

/** Whether paid and void bills can be among them: those are never overdue. */
export function holdsHistory(filter: BillFilter): boolean {
  return filter === 'all' || filter === 'approved' || filter === 'paid' || filter === 'void';
}

/** Leaves approved bills out of the inbox, and only them in *Approved here*. */
export function siftApproved(
  rows: readonly BillRow[],
  filter: BillFilter,
  approved: ReadonlyMap<string, Approval>,
): readonly BillRow[] {
  if (filter === 'inbox') {
    return approved.size === 0 ? rows : rows.filter((row) => !approved.has(row.bill.id));
  }
  return filter === 'approved' ? rows.filter((row) => approved.has(row.bill.id)) : rows;
}

/**
 * The approval that stands for each bill of an organization: its newest that was not withdrawn.
 * @param approvals newest first, as the workspace keeps them
 */
export function standingApprovals(
  approvals: readonly Approval[],
  organizationId: string | null,
): ReadonlyMap<string, Approval> {
  const standing = new Map<string, Approval>();
  for (const approval of approvals) {
    if (approval.organizationId !== organizationId || approval.state === 'withdrawn') continue;
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

function indexStatus(filter: BillFilter): string | null {
  if (filter === 'inbox') return 'payable';
  return filter === 'all' || filter === 'approved' ? null : filter;
}
