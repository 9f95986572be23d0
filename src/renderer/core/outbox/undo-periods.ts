import type { Clock } from '../../../base/clock.ts';
import type { Approval } from '../model/approval.ts';

/** Milliseconds left to undo a held approval; 0 once its undo period is over. */
export type UndoLeft = (row: Pick<Approval, 'id' | 'approvedAtMs' | 'heldUntilMs'>) => number;

/** Longest undo period a user can choose (`Settings.undoWindowMs`). */
const LONGEST_MS = 60_000;

/**
 * Measures undo periods in running time, so that setting the computer's clock neither ends nor extends one. A period
 * begins when this launch of the window first sees the approval, so it begins again after a restart.
 */
export function createUndoPeriods({ elapsedMs }: Pick<Clock, 'elapsedMs'>): UndoLeft {
  const begun = new Map<string, { readonly approvedAtMs: number; readonly atMs: number }>();
  return ({ id, approvedAtMs, heldUntilMs }) => {
    const nowMs = elapsedMs();
    let period = begun.get(id);
    // Approving a new version begins another period.
    if (period?.approvedAtMs !== approvedAtMs) {
      period = { approvedAtMs, atMs: nowMs };
      begun.set(id, period);
    }
    const lengthMs = Math.min(heldUntilMs - approvedAtMs, LONGEST_MS);
    // Round up to whole milliseconds: a timer could round a fraction down to zero, and the loop would never end.
    return Math.max(0, Math.ceil(lengthMs - (nowMs - period.atMs)));
  };
}
