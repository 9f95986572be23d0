import type { BillFilter } from './bill-filter.ts';

/** What the user has chosen on the review screen; kept while other screens are shown. */
export interface ReviewView {
  readonly filter: BillFilter;
  readonly search: string;
  readonly billId: string | null;
  /** Place of that bill in the list when it was last there. */
  readonly position: number;
  /** In a narrow window the bill covers the list. */
  readonly detailOpen: boolean;
}

export const firstReviewView: ReviewView = {
  filter: 'inbox',
  search: '',
  billId: null,
  position: 0,
  detailOpen: false,
};
