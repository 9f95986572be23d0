import { snapshotOf } from '../../../../bridge/snapshot.ts';
import type { Workspace } from '../../../core/connection/workspace.ts';
import {
  type BulkFacts,
  type BulkSummary,
  unchangedSince,
} from '../../../core/bills/figures/bulk-summary.ts';
import { copiesOf, type SecondCopy, secondCopyOf } from '../../../core/bills/flags/second-copy.ts';
import type { BillOnHold } from '../../../core/model/annotation.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import { isHold } from '../../../core/model/flag.ts';

/** A question to answer before a bill alone is approved. */
export type Question =
  | { readonly kind: 'copy'; readonly row: BillRow; readonly copy: SecondCopy }
  | { readonly kind: 'hold'; readonly row: BillRow; readonly held: BillOnHold };

interface AskingOne {
  readonly workspace: Workspace;
  /** Shows the question; null closes it. */
  ask(question: Question | null): void;
  /** The bill's copies are not in memory yet. */
  onLoading(): void;
  /** The bill has changed since the user was asked. */
  onChanged(): void;
  approve(row: BillRow): void;
}

/**
 * Approves the bill after its questions: first about a copy that was paid or approved, then about a hold.
 * @param answered the question that the user has just answered with yes; null for none
 */
export function approveAsked(row: BillRow, answered: Question | null, asking: AskingOne): void {
  const { workspace, ask } = asking;
  ask(null);
  const { id } = row.bill;
  const copy = answered === null ? secondCopyOf(workspace, id) : null;
  const hold = answered?.kind === 'hold' ? null : holdOf(workspace, row);
  if (copy === 'unknown') asking.onLoading();
  else if (copy !== null) ask({ kind: 'copy', row, copy });
  else if (hold !== null) ask({ kind: 'hold', row, held: { bill: snapshotOf(row.bill), hold } });
  else if (answered === null || isUnchanged(workspace, row)) asking.approve(row);
  else asking.onChanged();
}

function holdOf(
  { annotations }: Pick<Workspace, 'annotations'>,
  { organizationId, bill }: BillRow,
) {
  return annotations.annotationOf(organizationId, bill.id)?.hold ?? null;
}

function isUnchanged({ bills }: Pick<Workspace, 'bills'>, row: BillRow): boolean {
  return unchangedSince({ rows: [row] }, bills.get).length > 0;
}

/** Whether the bill needs a question of its own, so that no bulk approval may have it. */
export function isAskedAlone(workspace: Workspace, billId: string): boolean {
  return secondCopyOf(workspace, billId) !== null || workspace.flags.flagsOf(billId).some(isHold);
}

export function bulkFacts(workspace: Workspace, approved: BulkFacts['approved']): BulkFacts {
  const { flags } = workspace;
  const { limits } = workspace.settings.get();
  return {
    limits,
    approved,
    flagsOf: flags.flagsOf,
    isSecondCopy: (billId) => secondCopyOf(workspace, billId) !== null,
    copiesOf: (billId) => copiesOf(flags, billId),
  };
}

/** Bills of the summary to approve: a bill may have changed, been paid or been put on hold while it was on screen. */
export function stillInBulk(
  workspace: Workspace,
  summary: BulkSummary,
  isRoutineOnly: boolean,
): readonly BillRow[] {
  return unchangedSince(summary, workspace.bills.get).filter(
    ({ bill: { id } }) =>
      !isAskedAlone(workspace, id) && (!isRoutineOnly || workspace.flags.isRoutine(id)),
  );
}
