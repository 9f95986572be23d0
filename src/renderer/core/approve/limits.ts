import { isAboveBulk, limitOf, type Settings } from '../../../bridge/settings.ts';
import type { ReviewedSnapshot } from '../../../bridge/snapshot.ts';

export interface ApproveOptions {
  /** Whether the action approves all unflagged bills up to an amount, as one batch. */
  readonly isUnflaggedBatch?: boolean;
  /** Shortest undo period in milliseconds, unless the user has turned undo off. */
  readonly minUndoMs?: number;
  /** Returns the user's reason to approve a flagged bill; empty for none. */
  reasonOf?(billId: string): string;
  /** Called once main has agreed: from then on, only the disk write is missing. */
  onAgreed?(): void;
}

/**
 * An approval that the user's own limit refuses. `notInBulk`: the bill can be approved only alone. `notInBatch`: the
 * bill cannot be part of the unflagged batch.
 */
export interface BulkRefused {
  readonly billId: string;
  readonly why: 'notInBulk' | 'notInBatch';
  readonly snapshot: ReviewedSnapshot;
}

export interface ApproveAction {
  readonly limits: Settings['limits'];
  readonly options: ApproveOptions;
  /** Number of bills in the action, approved or not. */
  readonly billCount: number;
}

/** Whether the amount is within the user's batch limit. In such a batch, `bulkRefusal` also refuses flagged bills. */
export function isInBatch(
  limits: Settings['limits'],
  due: Pick<ReviewedSnapshot, 'currency' | 'amountDueCents'>,
): boolean {
  const most = limitOf(limits, due.currency)?.batchMostCents ?? null;
  return most !== null && Math.abs(due.amountDueCents) <= most;
}

/** The bulk limit that refuses this bill; null when none does. Main asks the user about large single amounts. */
export function bulkRefusal(
  snapshot: ReviewedSnapshot,
  { limits, options, billCount }: ApproveAction,
  isFlagged: boolean,
): BulkRefused | null {
  const { billId } = snapshot;
  if (options.isUnflaggedBatch && (isFlagged || !isInBatch(limits, snapshot)))
    return { billId, why: 'notInBatch', snapshot };
  const isRefused = billCount > 1 && isAboveBulk(limits, snapshot);
  return isRefused ? { billId, why: 'notInBulk', snapshot } : null;
}
