import { noFilter } from './bill-filter.ts';
import { firstListChoice, type ReviewView } from './review-view.ts';
import type { PlainDate } from '../time/days.ts';

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
 * The review list of just these bills. Figures count all that can be approved, with those approved here
 * that are not paid yet and hidden ones, so the list shows all of them too.
 */
export function reviewChoiceOf(filter: InsightFilter): Partial<ReviewView> {
  const { currency, dueFrom, dueTo, vendor } = filter;
  return {
    ...firstListChoice,
    list: 'payable',
    filter: { ...noFilter, currency, dueFrom, dueTo, vendor },
    billId: null,
    position: 0,
    detailOpen: false,
  };
}
