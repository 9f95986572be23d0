import { addDays, daysBetween, readPlainDate, type PlainDate } from '../../../../base/days.ts';
import type { BillRow } from '../../model/bill-row.ts';
import { nothing, plusBill, type Figure, type Sum } from './figures.ts';

/** Ranges of days overdue, as accountants use them. */
export const agingBuckets = ['current', 'days30', 'days60', 'days90', 'older'] as const;
export type AgingBucket = (typeof agingBuckets)[number];

export interface Aging {
  readonly buckets: readonly Figure<AgingBucket>[];
  /** Bills without a valid due date: they have no age. */
  readonly noDueDate: Sum;
}

/** First and last day overdue of each range; null for no end. */
const stretches: Record<AgingBucket, { readonly from: number | null; readonly to: number | null }> =
  {
    current: { from: null, to: 0 },
    days30: { from: 1, to: 30 },
    days60: { from: 31, to: 60 },
    days90: { from: 61, to: 90 },
    older: { from: 91, to: null },
  };

/**
 * Amounts due by days overdue. A bill due today is not overdue.
 * @param rows unpaid bills of one currency
 */
export function agingOf(rows: readonly BillRow[], currency: string, today: PlainDate): Aging {
  const sums = new Map<AgingBucket, Sum>();
  let noDueDate = nothing;
  for (const row of rows) {
    const due = readPlainDate(row.bill.dueDate);
    if (due === null) noDueDate = plusBill(noDueDate, row);
    else {
      const bucket = bucketOf(daysBetween(due, today));
      sums.set(bucket, plusBill(sums.get(bucket) ?? nothing, row));
    }
  }
  return {
    noDueDate,
    buckets: agingBuckets.map((name) => ({
      name,
      ...(sums.get(name) ?? nothing),
      filter: { currency, vendor: null, ...dueRangeOf(name, today) },
    })),
  };
}

function bucketOf(daysOverdue: number): AgingBucket {
  return agingBuckets.find((name) => daysOverdue <= (stretches[name].to ?? daysOverdue)) ?? 'older';
}

function dueRangeOf(name: AgingBucket, today: PlainDate) {
  const { from, to } = stretches[name];
  return {
    dueFrom: to === null ? null : addDays(today, -to),
    dueTo: from === null ? null : addDays(today, -from),
  };
}
