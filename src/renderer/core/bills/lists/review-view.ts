import { firstListChoice, type ListChoice } from '../../model/list-choice.ts';

/** The user's choices on the review screen; kept while other screens are shown. */
export interface ReviewView extends ListChoice {
  readonly billId: string | null;
  /** Last position of that bill in the list. */
  readonly position: number;
  /** Whether the bill covers the list in a narrow window. */
  readonly detailOpen: boolean;
}

export const firstReviewView: ReviewView = {
  ...firstListChoice,
  billId: null,
  position: 0,
  detailOpen: false,
};

/** The view when many bills were approved in one action. Undo restores it. */
export interface ApprovedBatch {
  readonly batchId: string;
  readonly view: ReviewView;
  readonly selectedIds: ReadonlySet<string>;
}

/** History of bills that were opened from one another, for going back. */
export interface Trail {
  leave(view: ReviewView): void;
  /** Returns the previous view; null at the beginning. */
  back(): ReviewView | null;
  clear(): void;
}

export function createTrail(): Trail {
  const left: ReviewView[] = [];
  return {
    leave: (view) => void left.push(view),
    back: () => left.pop() ?? null,
    clear: () => left.splice(0),
  };
}
