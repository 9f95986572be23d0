import type { Approval } from '../core/outbox/approval.ts';

/** Approvals made in one action that can still be taken back. */
export interface UndoableBatch {
  readonly batchId: string;
  readonly approvals: readonly Approval[];
  /** When the first of them goes on its way, epoch milliseconds. */
  readonly untilMs: number;
  /** How long the window was, milliseconds. */
  readonly windowMs: number;
  /** Approvals of older batches that can be taken back after this one. */
  readonly before: number;
}

/** The newest action that can be undone at `nowMs`, or null. @param approvals newest first */
export function newestUndoable(
  approvals: readonly Approval[],
  nowMs: number,
): UndoableBatch | null {
  const held = approvals.filter(
    ({ state, heldUntilMs }) => state === 'held' && heldUntilMs > nowMs,
  );
  const [newest] = held;
  if (newest === undefined) return null;
  const batch = held.filter(({ batchId }) => batchId === newest.batchId);
  return {
    batchId: newest.batchId,
    approvals: batch,
    untilMs: Math.min(...batch.map(({ heldUntilMs }) => heldUntilMs)),
    windowMs: newest.heldUntilMs - newest.approvedAtMs,
    before: held.length - batch.length,
  };
}
