import { createContext, use } from 'react';
import type { Clock } from '../../../base/clock.ts';
import { createObservable, type ObservableValue } from '../../../base/observable.ts';
import {
  type ApprovedBatch,
  createTrail,
  firstReviewView,
  type ReviewView,
  type Trail,
} from '../../core/bills/lists/review-view.ts';
import { type ApprovalPace, createApprovalPace } from '../../core/outbox/approval-pace.ts';
import { createLimitFlow, type LimitFlow } from './limit-flow.ts';
import { createUndoStack, type UndoStack } from './undo-stack.ts';

/** State of the review screen that outlives the screen. */
export interface ReviewServices {
  readonly review: ObservableValue<ReviewView>;
  /** The last bulk approval; null for none. */
  readonly approvedBatch: ObservableValue<ApprovedBatch | null>;
  /** Bills that the list selects next: those of an undone bulk approval, or of the cash planner; null for none. */
  readonly toSelect: ObservableValue<ReadonlySet<string> | null>;
  /** The view before each jump to another bill. */
  readonly trail: Trail;
  /** Local changes that can be undone, beside the approvals of the outbox. */
  readonly undos: UndoStack;
  readonly pace: ApprovalPace;
  readonly limits: LimitFlow;
  /** Reasons chosen for approving flagged bills, by bill id; empty for none. */
  readonly reasons: ObservableValue<ReadonlyMap<string, string>>;
}

export function createReview(clock: Clock): ReviewServices {
  return {
    review: createObservable(firstReviewView),
    approvedBatch: createObservable<ApprovedBatch | null>(null),
    toSelect: createObservable<ReadonlySet<string> | null>(null),
    trail: createTrail(),
    undos: createUndoStack(clock.nowMs()),
    pace: createApprovalPace(clock),
    limits: createLimitFlow(),
    reasons: createObservable<ReadonlyMap<string, string>>(new Map()),
  };
}

/** The reasons with this one for these bills; empty for none. */
export function reasonsWith(
  reasons: ReadonlyMap<string, string>,
  billIds: readonly string[],
  reason: string,
): ReadonlyMap<string, string> {
  const next = new Map(reasons);
  for (const billId of billIds) next.set(billId, reason);
  return next;
}

export const ReviewContext = createContext<ReviewServices | null>(null);

/** @throws Error outside `ReviewContext` */
export function useReview(): ReviewServices {
  const review = use(ReviewContext);
  if (review === null) throw new Error('useReview outside ReviewContext');
  return review;
}
