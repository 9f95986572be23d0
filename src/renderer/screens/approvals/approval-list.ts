import { compareValues } from '../../../base/compare-values.ts';
import { partitionPoint } from '../../../base/partition-point.ts';
import type { GridEntries } from '../../kit/grid/grid-window.ts';
import { sortKeyOf } from '../../core/bills/search/search-text.ts';
import { plainDateAt } from '../../../base/days.ts';
import type { ApprovalSection } from '../../core/outbox/approval-sections.ts';
import { compareCurrencies } from '../../core/model/currency-order.ts';
import type { Approval } from '../../core/model/approval.ts';
import { approvalStatus, type ApprovalStatus } from '../../core/outbox/approval-status.ts';

export const approvalSorts = ['approved', 'dueDate', 'vendor', 'amount'] as const;
export type ApprovalSort = (typeof approvalSorts)[number];

/** Shared property of a group: the state, or the day of approval. */
export type ApprovalHeading =
  | { readonly by: 'status'; readonly status: ApprovalStatus }
  | { readonly by: 'day'; readonly day: string };

export interface ApprovalGroup {
  readonly heading: ApprovalHeading;
  readonly approvals: readonly Approval[];
}

export interface ApprovalListChoice {
  readonly section: ApprovalSection;
  readonly sort: ApprovalSort;
}

/** The approvals of a tab, sorted and grouped. */
export function approvalGroups(
  approvals: readonly Approval[],
  { section, sort }: ApprovalListChoice,
  context: Parameters<typeof approvalStatus>[1],
): readonly ApprovalGroup[] {
  const sorted = approvals.toSorted(orders[sort]);
  // Finished approvals are grouped by day, others by their next step, because users look for them that way.
  const isDone = section === 'sent' || section === 'withdrawn';
  const keyOf = (approval: Approval): string =>
    isDone ? plainDateAt(approval.approvedAtMs) : approvalStatus(approval, context);
  return [...Map.groupBy(sorted, keyOf)].map(([key, grouped]) => ({
    heading: isDone ? { by: 'day', day: key } : { by: 'status', status: key as ApprovalStatus },
    approvals: grouped,
  }));
}

export type ApprovalEntry =
  | { readonly kind: 'group'; readonly group: ApprovalGroup }
  | { readonly kind: 'approval'; readonly approval: Approval; readonly position: number };

/** Entries of the list, including headings. */
export interface ApprovalLayout extends GridEntries {
  readonly rows: readonly Approval[];
  entryAt(index: number): ApprovalEntry | null;
  entryOf(position: number): number;
}

export function approvalLayout(groups: readonly ApprovalGroup[]): ApprovalLayout {
  const entries: ApprovalEntry[] = [];
  const headings: number[] = [];
  const rows: Approval[] = [];
  const entryOf: number[] = [];
  for (const group of groups) {
    headings.push(entries.length);
    entries.push({ kind: 'group', group });
    for (const approval of group.approvals) {
      entryOf.push(entries.length);
      entries.push({ kind: 'approval', approval, position: rows.length });
      rows.push(approval);
    }
  }
  /** Number of headings up to and including an entry. */
  const begun = (index: number): number =>
    partitionPoint(headings.length, (at) => (headings[at] ?? 0) <= index);
  return {
    rows,
    entryCount: entries.length,
    entryAt: (index) => entries[index] ?? null,
    entryOf: (position) => entryOf[position] ?? 0,
    headingsBefore: (index) => begun(index - 1),
    headingAbove: (index) => headings[begun(index) - 1] ?? null,
  };
}

const orders: Record<ApprovalSort, (left: Approval, right: Approval) => number> = {
  approved: (left, right) => right.approvedAtMs - left.approvedAtMs,
  dueDate: (left, right) =>
    compareValues(left.snapshot.dueDate ?? '9', right.snapshot.dueDate ?? '9'),
  vendor: (left, right) =>
    compareValues(
      sortKeyOf(left.snapshot.vendorName ?? ''),
      sortKeyOf(right.snapshot.vendorName ?? ''),
    ),
  amount: ({ snapshot: left }, { snapshot: right }) =>
    compareCurrencies(left.currency, right.currency) || right.amountDueCents - left.amountDueCents,
};
