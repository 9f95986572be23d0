import type { PlainDate } from '../ui/dates.ts';
import type { ReviewView } from '../review/review-view.ts';

/** The bills behind a figure: what a list has to let through to show just them. */
export interface InsightFilter {
  /** Amounts are never added across currencies, so a figure always has one. */
  readonly currency: string;
  /** First and last day they are due, both included; null for no bound. */
  readonly dueFrom: PlainDate | null;
  readonly dueTo: PlainDate | null;
  /** The vendor's name as it is shown; null for any. */
  readonly vendor: string | null;
}

/**
 * What the review list can show of a filter today: the vendor's name as a search among all that is to
 * be reviewed. It has no filter for due dates, so a figure of a stretch of time leads nowhere yet.
 * @returns null when the list would show something else than the figure is about
 */
export function reviewChoiceOf(filter: InsightFilter): Partial<ReviewView> | null {
  if (filter.vendor === null || filter.dueFrom !== null || filter.dueTo !== null) return null;
  return { filter: 'inbox', search: filter.vendor, billId: null, position: 0, detailOpen: false };
}
