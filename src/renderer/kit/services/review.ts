import { createContext } from 'react';
import { useWithin } from './use-within.ts';
import type { Clock } from '../../../base/clock.ts';
import { createObservable, type ObservableValue } from '../../../base/observable.ts';
import { unchangedSince } from '../../core/bills/figures/bulk-summary.ts';
import {
  type ApprovedBatch,
  createTrail,
  firstReviewView,
  type ReviewView,
  type Trail,
} from '../../core/bills/lists/review-view.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import { type ApprovalPace, createApprovalPace } from '../../core/approve/approval-pace.ts';
import { createLimitFlow, type LimitFlow } from './limit-flow.ts';
import { createUndoStack, type UndoStack } from './undo-stack.ts';

/** State of the review and reports screens that outlives the screen. */
export interface ReviewServices {
  readonly review: ObservableValue<ReviewView>;
  /** The last bulk approval; null for none. */
  readonly approvedBatch: ObservableValue<ApprovedBatch | null>;
  /** Bills that the list selects next: those of an undone bulk approval, or of the cash planner; null for none. */
  readonly toSelect: ObservableValue<ReadonlySet<string> | null>;
  /** The view before each jump to another bill. */
  readonly trail: Trail;
  /** Local changes that can be undone, in addition to the outbox's approvals. */
  readonly undos: UndoStack;
  readonly pace: ApprovalPace;
  readonly limits: LimitFlow;
  /** Reasons chosen for approving single flagged bills. */
  readonly reasons: ObservableValue<ChosenReasons>;
  readonly figures: ObservableValue<FiguresChoice>;
}

/** Choices on the reports screen. */
interface FiguresChoice {
  /** `inbox`: without approved bills. */
  readonly list: 'payable' | 'inbox';
  /** Null for the first currency. */
  readonly currency: string | null;
}

/** Reasons by bill id, each with the bill for which the user chose it. */
type ChosenReasons = ReadonlyMap<string, { readonly row: BillRow; readonly reason: string }>;

export function createReview(clock: Clock): ReviewServices {
  return {
    review: createObservable(firstReviewView),
    approvedBatch: createObservable<ApprovedBatch | null>(null),
    toSelect: createObservable<ReadonlySet<string> | null>(null),
    trail: createTrail(),
    undos: createUndoStack(clock.nowMs()),
    pace: createApprovalPace(clock),
    limits: createLimitFlow(),
    reasons: createObservable<ChosenReasons>(new Map()),
    figures: createObservable<FiguresChoice>({ list: 'payable', currency: null }),
  };
}

/** @param reason empty for none */
export function reasonsWith(reasons: ChosenReasons, row: BillRow, reason: string): ChosenReasons {
  return new Map(reasons).set(row.bill.id, { row, reason });
}

/** The reason chosen for this bill; empty for none, or if the bill has changed since. */
export function reasonFor(reasons: ChosenReasons, row: BillRow): string {
  const chosen = reasons.get(row.bill.id);
  if (chosen === undefined) return '';
  return unchangedSince({ rows: [chosen.row] }, () => row).length > 0 ? chosen.reason : '';
}

export const ReviewContext = createContext<ReviewServices | null>(null);

/** @throws Error outside `ReviewContext` */
export const useReview = (): ReviewServices => useWithin(ReviewContext);
