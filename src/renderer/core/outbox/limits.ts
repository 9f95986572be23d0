import type { Settings } from '../../../bridge/settings.ts';
import { fingerprint, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';

/** How the user says yes to bills. */
export interface Word {
  /** Fingerprints of the bills they were asked about again, as they were shown. */
  readonly askedAgain?: ReadonlySet<string>;
  /** All unflagged bills up to an amount, as one batch. */
  readonly isUnflaggedBatch?: boolean;
  /** They can be undone for this long at least, unless the user's setting is no undoing. */
  readonly leastUndoMs?: number;
}

/**
 * An approval that a limit of the user's own refuses. `askAgain`: until the same bill is approved with a word
 * that names it. `notInBulk`: as one of several. `notInBatch`: as one of the unflagged.
 */
export interface OverLimit {
  readonly billId: string;
  readonly why: 'askAgain' | 'notInBulk' | 'notInBatch';
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

/** What the limits refuse about approving this; null when nothing. A credit counts as much as a debt. */
export function overLimit(
  snapshot: ReviewedSnapshot,
  { limits, word, bills }: Approving,
  isFlagged: boolean,
): OverLimit | null {
  const limit = limits.find(({ currency }) => currency === snapshot.currency);
  const isAbove = (cents: number | null | undefined): boolean =>
    typeof cents === 'number' && Math.abs(snapshot.amountDueCents) > cents;
  const refused = (why: OverLimit['why']): OverLimit => ({
    billId: snapshot.billId,
    why,
    snapshot,
  });
  if (word.isUnflaggedBatch && (isFlagged || !isInBatch(limits, snapshot))) {
    return refused('notInBatch');
  }
  if (bills > 1 && isAbove(limit?.bulkMostCents)) return refused('notInBulk');
  if (!isAbove(limit?.askAboveCents)) return null;
  return word.askedAgain?.has(fingerprint(snapshot)) ? null : refused('askAgain');
}
