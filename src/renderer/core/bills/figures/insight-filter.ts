import { noFilter } from '../lists/bill-filter.ts';
import { firstListChoice, type ReviewView } from '../lists/review-view.ts';
import type { PlainDate } from '../../../../base/days.ts';

/** Lists that figures are made of. */
export type FiguredList = 'payable' | 'inbox' | 'all';

/** The bills behind a figure: what a list has to let through to show just them. */
export interface InsightFilter {
  /** Amounts are never added across currencies, so a figure always has one. */
  readonly currency: string;
  /** First and last day they are due, both included; null for no bound. */
  readonly dueFrom: PlainDate | null;
  readonly dueTo: PlainDate | null;
  /** The vendor's name as it is shown, empty for bills without a vendor; null for any. */
  readonly vendor: string | null;
}

/**
 * The review list of just these bills.
 * @param list what the figures count: all that is unpaid, what needs approval alone, or history as well
 */
export function reviewChoiceOf(
  filter: InsightFilter,
  list: FiguredList = 'payable',
): Partial<ReviewView> {
  const { currency, dueFrom, dueTo, vendor } = filter;
  return {
    ...firstListChoice,
    list,
    filter: { ...noFilter, currency, dueFrom, dueTo, vendor },
    billId: null,
    position: 0,
    detailOpen: false,
  };
}
