import type { ApprovalSection } from '../../core/outbox/approval-sections.ts';
import { approvalStatus } from '../../core/outbox/approval-status.ts';
import { messages } from '../../kit/text/messages.ts';
import { totalsPerCurrency, approvedDueOf } from '../../core/model/currency-totals.ts';
import { errorOfOutcome } from '../../kit/ui/sentences.ts';
import type { Approval } from '../../core/model/approval.ts';
import { columnsOver, type ListTable } from '../../kit/export/list-table.ts';

export interface ApprovalTableParts {
  readonly section: ApprovalSection;
  /** Search that the approvals match; empty for none. */
  readonly search: string;
  readonly approvals: readonly Approval[];
  readonly signInId: string | null;
  /** Organization names by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** The approvals of one tab, in the order on screen. */
export function approvalExport({
  section,
  search,
  approvals,
  signInId,
  names,
}: ApprovalTableParts): ListTable {
  const { review, snapshotFields, export: text } = messages;
  const column = columnsOver(approvals);
  const csvOnly = { only: 'csv' } as const;
  const nameOf = (id: string): string => names.get(id) ?? id;
  const organizations = [...new Set(approvals.map(({ organizationId }) => organizationId))];
  return {
    title: text.approvals.title(messages.approvals.sections[section]),
    facts: [
      ...organizations.map(nameOf),
      ...(search.trim() === '' ? [] : [text.facts.search(search.trim())]),
    ],
    columns: [
      ...(names.size < 2
        ? []
        : [column.text(text.organization, ({ organizationId }) => nameOf(organizationId))]),
      column.text(review.columns.vendor, ({ snapshot }) => snapshot.vendorName ?? review.noVendor),
      column.text(review.columns.number, ({ snapshot }) => snapshot.billNumber),
      column.date(review.columns.due, ({ snapshot }) => snapshot.dueDate),
      column.time(text.approvals.approved, ({ approvedAtMs }) => approvedAtMs),
      column.text(
        text.approvals.state,
        (approval) => messages.approvals.statuses[approvalStatus(approval, { signInId })],
      ),
      column.amount(
        snapshotFields.totalCents,
        ({ snapshot }) => ({ amountCents: snapshot.totalCents, currency: snapshot.currency }),
        csvOnly,
      ),
      column.amount(review.columns.amount, approvedDueOf),
      column.text(text.approvals.answer, answerOf, csvOnly),
      column.text(text.bills.id, ({ billId }) => billId, csvOnly),
      column.text(text.approvals.id, ({ id }) => id, csvOnly),
    ],
    rowCount: approvals.length,
    formatRows: messages.approvals.approvalsCount,
    groups: [],
    totals: {
      label: review.columns.amount,
      amounts: totalsPerCurrency(approvals.map(approvedDueOf)),
    },
  };
}

function answerOf({ outcome }: Approval): string {
  const error = errorOfOutcome(outcome);
  return error === null ? '' : (error.message ?? error.technical);
}
