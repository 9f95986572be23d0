import { createObservable, type Observable } from '../../../base/observable.ts';
import type { AnnotationResult } from '../../core/local/stored-annotation.ts';
import type { UnsavedApproval } from '../../core/approve/approval-commands.ts';
import type { Approval } from '../../core/model/approval.ts';
import type { UndoLeft } from '../../core/outbox/undo-periods.ts';

/**
 * A change on this computer that can be undone: a snooze, a hidden bill, a hold, a note, or a decision about
 * duplicates.
 */
export interface LocalChange {
  /** Says what was done, and to which bills, in the current language. */
  title(locale: string): string;
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** At least one bill. An undo shows the first. */
  readonly billIds: readonly string[];
  undo(): Promise<AnnotationResult>;
}

/** Approvals of one action that can still be undone. */
export interface UndoableBatch {
  readonly batchId: string;
  readonly approvals: readonly Approval[];
  /** Time until the first of them is sent, milliseconds. */
  readonly leftMs: number;
  /** Length of the undo period, milliseconds. */
  readonly windowMs: number;
  /** Number of approvals in older batches that can be undone after this one. */
  readonly olderCount: number;
}

/** Everything that can be undone. Approvals are read from the outbox; this adds the local changes. */
export interface UndoStack {
  /** Local changes, newest first. */
  readonly changes: Observable<readonly LocalChange[]>;
  push(change: LocalChange): void;
  remove(change: LocalChange): void;
  /**
   * Batches that are being withdrawn, by id, or by object if they are not saved. A second key press undoes the action
   * before them.
   */
  readonly leaving: Set<string | UnsavedApproval>;
  /** Start of this launch, epoch milliseconds. Earlier approvals are not reported as too late to undo. */
  readonly beganAtMs: number;
}

/** Maximum number of local changes. They have no deadline, so only their number limits them. */
const MAX_CHANGES = 200;

/** @param nowMs epoch milliseconds */
export function createUndoStack(nowMs: number): UndoStack {
  const changes = createObservable<readonly LocalChange[]>([]);
  return {
    changes,
    push: (change) => {
      const all = [change, ...changes.get()].toSorted((left, right) => right.atMs - left.atMs);
      changes.set(all.slice(0, MAX_CHANGES));
    },
    remove: (change) => changes.set(changes.get().filter((each) => each !== change)),
    leaving: new Set(),
    beganAtMs: nowMs,
  };
}

export interface UndoFacts {
  /** Newest first. */
  readonly approvals: readonly Approval[];
  /** Newest first. They are newer than the saved ones. */
  readonly unsaved: readonly UnsavedApproval[];
  /** Newest first. */
  readonly changes: readonly LocalChange[];
  readonly undoLeftMs: UndoLeft;
  readonly leaving: UndoStack['leaving'];
  readonly beganAtMs: UndoStack['beganAtMs'];
  /** Whether the bill is in memory. It leaves with its organization and at sign-out. */
  isThere(billId: string): boolean;
}

export type UndoStep =
  | { readonly kind: 'approvals'; readonly batch: UndoableBatch }
  | { readonly kind: 'unsaved'; readonly action: UnsavedApproval }
  | { readonly kind: 'change'; readonly change: LocalChange }
  /** The newest action is an approval that was already sent. Older changes stay: a second press must not lose a note. */
  | { readonly kind: 'tooLate' }
  | { readonly kind: 'nothing' };

/** The next undo: the newest action of any kind. */
export function nextUndo(facts: UndoFacts): UndoStep {
  const { approvals, unsaved, changes, undoLeftMs, leaving, beganAtMs, isThere } = facts;
  const staying = approvals.filter(({ batchId }) => !leaving.has(batchId));
  const batch = newestUndoable(staying, undoLeftMs);
  const batchMs = batch?.approvals[0]?.approvedAtMs ?? -Infinity;
  const change = changes.find(({ billIds }) => billIds.some(isThere));
  const changeMs = change?.atMs ?? -Infinity;
  const action = unsaved.find((each) => !leaving.has(each));
  if (action !== undefined && action.sinceMs >= changeMs) return { kind: 'unsaved', action };
  const sentRow = staying.find(
    (row) =>
      row.state !== 'withdrawn' &&
      row.approvedAtMs > beganAtMs &&
      (row.state !== 'held' || undoLeftMs(row) === 0),
  );
  const sentApprovedAtMs = sentRow?.approvedAtMs ?? -Infinity;
  if (batch !== null && batchMs >= Math.max(changeMs, sentApprovedAtMs))
    return { kind: 'approvals', batch };
  if (change !== undefined && changeMs >= sentApprovedAtMs) return { kind: 'change', change };
  if (sentRow !== undefined) return { kind: 'tooLate' };
  return { kind: 'nothing' };
}

/** The newest approvals that can still be undone, or null. @param approvals newest first */
export function newestUndoable(
  approvals: readonly Approval[],
  undoLeftMs: UndoLeft,
): UndoableBatch | null {
  const batch: Approval[] = [];
  let [leftMs, olderCount, rowLeftMs] = [Infinity, 0, 0];
  let before: Approval | null = null;
  // One pass, and one `undoLeftMs` for approvals saved together: the countdown calls this often, for up to 5,000 rows.
  for (const row of approvals) {
    if (row.state !== 'held') continue;
    if (before?.batchId !== row.batchId || before.approvedAtMs !== row.approvedAtMs)
      rowLeftMs = undoLeftMs(row);
    before = row;
    if (rowLeftMs === 0) continue;
    if (row.batchId === (batch[0] ?? row).batchId) {
      batch.push(row);
      leftMs = Math.min(leftMs, rowLeftMs);
    } else olderCount += 1;
  }
  const [newest] = batch;
  if (newest === undefined) return null;
  return {
    batchId: newest.batchId,
    approvals: batch,
    leftMs,
    windowMs: newest.heldUntilMs - newest.approvedAtMs,
    olderCount,
  };
}
