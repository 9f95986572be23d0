import type { BillQuery } from '../../model/bill-row.ts';
import type { BillList } from './bill-list.ts';
import { noFilter, type BillFilter } from './bill-filter.ts';

/** Groupings of the list under headings. */
export const groupings = ['dueDate', 'vendor', 'amount', 'age', 'organization', 'none'] as const;
export type Grouping = (typeof groupings)[number];

/** Choices that determine the bills listed and their order. */
export interface ListChoice {
  readonly list: BillList;
  readonly search: string;
  readonly sort: BillQuery['sort'];
  readonly descending: boolean;
  readonly grouping: Grouping;
  readonly filter: BillFilter;
}

/** The user's choices on the review screen; kept while other screens are shown. */
export interface ReviewView extends ListChoice {
  readonly billId: string | null;
  /** Last position of that bill in the list. */
  readonly position: number;
  /** Whether the bill covers the list in a narrow window. */
  readonly detailOpen: boolean;
}

/** The default inbox: the earliest due date first. */
export const firstListChoice: ListChoice = {
  list: 'inbox',
  search: '',
  sort: 'dueDate',
  descending: false,
  grouping: 'dueDate',
  filter: noFilter,
};

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
  /** The view left last; null at the beginning. */
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
