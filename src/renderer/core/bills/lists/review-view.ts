import type { BillQuery } from '../../model/bill-row.ts';
import type { BillList } from './bill-list.ts';
import { noFilter, type BillFilter } from './bill-filter.ts';

/** What the headings of the list gather. */
export const groupings = ['dueDate', 'vendor', 'amount', 'age', 'organization', 'none'] as const;
export type Grouping = (typeof groupings)[number];

/** What decides which bills are listed, and in which order. */
export interface ListChoice {
  readonly list: BillList;
  readonly search: string;
  readonly sort: BillQuery['sort'];
  readonly descending: boolean;
  readonly grouping: Grouping;
  readonly filter: BillFilter;
}

/** What the user has chosen on the review screen; kept while other screens are shown. */
export interface ReviewView extends ListChoice {
  readonly billId: string | null;
  /** Place of that bill in the list when it was last there. */
  readonly position: number;
  /** In a narrow window the bill covers the list. */
  readonly detailOpen: boolean;
}

/** The inbox as it is at first: what is due first stands first. */
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

/** What was chosen when many bills were approved in one action: undoing brings it back. */
export interface ApprovedBatch {
  readonly batchId: string;
  readonly view: ReviewView;
  readonly selectedIds: ReadonlySet<string>;
}

/** The way through bills that led to one another, to be gone back. */
export interface Trail {
  leave(view: ReviewView): void;
  /** What was left last; null at the beginning. */
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
