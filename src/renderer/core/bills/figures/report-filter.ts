import { noFilter, firstListChoice } from '../../model/list-choice.ts';
import type { ReviewView } from '../lists/review-view.ts';
import type { PlainDate } from '../../../../base/days.ts';

/** Lists that figures count. */
export type FiguredList = 'payable' | 'inbox' | 'all';

/** Filter for just the bills behind a figure. */
export interface ReportFilter {
  /** Amounts are never added across currencies, so a figure always has one. */
  readonly currency: string;
  /** First and last due date, both included; null for no bound. */
  readonly dueFrom: PlainDate | null;
  readonly dueTo: PlainDate | null;
  /** Vendor's displayed name, empty for bills without a vendor; null for any. */
  readonly vendor: string | null;
  /** Search for bills that no other field selects. */
  readonly search?: string;
}

/**
 * The review list with just these bills.
 * @param list bills that the figures count: all unpaid bills, only those that need approval, or history as well
 */
export function reviewChoiceOf(filter: ReportFilter, list: FiguredList): Partial<ReviewView> {
  const { currency, dueFrom, dueTo, vendor, search = '' } = filter;
  return {
    ...firstListChoice,
    list,
    search,
    filter: { ...noFilter, currency, dueFrom, dueTo, vendor },
    billId: null,
    position: 0,
    detailOpen: false,
  };
}
