import type { Settings } from '../../../bridge/settings.ts';
import type { ReviewedSnapshot } from '../../../bridge/snapshot.ts';

/** How the user says yes to bills. */
export interface Word {
  /** All unflagged bills up to an amount, as one batch. */
  readonly isUnflaggedBatch?: boolean;
  /** They can be undone for this long at least, unless the user's setting is no undoing. */
  readonly leastUndoMs?: number;
  /** Called once main has agreed: from then on only the disk is waited for. */
  onAgreed?(): void;
}

/** An approval that a limit of the user's own refuses. `notInBulk`: as one of several. `notInBatch`: as unflagged. */
export interface OverLimit {
  readonly billId: string;
  readonly why: 'notInBulk' | 'notInBatch';
  readonly snapshot: ReviewedSnapshot;
}

/** One action that approves bills. */
export interface Approving {
  readonly limits: Settings['limits'];
  readonly word: Word;
  /** How many bills the action is about, approved or not. */
  readonly bills: number;
}

/** Whether the amount is one the user approves in a batch, unless the bill is flagged. */
export function isInBatch(
  limits: Settings['limits'],
  due: Pick<ReviewedSnapshot, 'currency' | 'amountDueCents'>,
): boolean {
  const most = limits.find(({ currency }) => currency === due.currency)?.batchMostCents ?? null;
  return most !== null && Math.abs(due.amountDueCents) <= most;
}

/**
 * The bulk limit that refuses this bill; null when none does. A credit counts as much as a debt. Main asks about the
 * amount itself.
 */
export function overLimit(
  snapshot: ReviewedSnapshot,
  { limits, word, bills }: Approving,
  isFlagged: boolean,
): OverLimit | null {
  const most = limits.find(({ currency }) => currency === snapshot.currency)?.bulkMostCents ?? null;
  const refused = (why: OverLimit['why']): OverLimit => ({
    billId: snapshot.billId,
    why,
    snapshot,
  });
  if (word.isUnflaggedBatch && (isFlagged || !isInBatch(limits, snapshot))) {
    return refused('notInBatch');
  }
  const isTooLarge = most !== null && Math.abs(snapshot.amountDueCents) > most;
  return bills > 1 && isTooLarge ? refused('notInBulk') : null;
}
