import type { Clock } from '../../../base/clock.ts';
import type { Approval } from './approval.ts';

/** Milliseconds left in which a held approval can be undone; 0 once its undo period is over. */
export type UndoLeft = (row: Pick<Approval, 'id' | 'approvedAtMs' | 'heldUntilMs'>) => number;

/** The longest undo period a user can choose (`Settings.undoWindowMs`). */
const LONGEST_MS = 60_000;

/**
 * Counts undo periods in running time: setting the computer's clock neither ends nor extends one. A period
 * begins when this run of the window first meets its approval, so after a restart the user has all of it again.
 */
export function createUndoPeriods({ elapsedMs }: Pick<Clock, 'elapsedMs'>): UndoLeft {
  const begun = new Map<string, number>();
  return ({ id, approvedAtMs, heldUntilMs }) => {
    const nowMs = elapsedMs();
    const begunMs = begun.get(id) ?? nowMs;
    begun.set(id, begunMs);
    const lengthMs = Math.min(heldUntilMs - approvedAtMs, LONGEST_MS);
    // Whole milliseconds: a wait of a fraction of one could round to none, and never end.
    return Math.max(0, Math.ceil(lengthMs - (nowMs - begunMs)));
  };
}
