import { addDays, type PlainDate } from '../../../../base/days.ts';
import { nothing, type Figure, type Sum } from './figures.ts';

/** Ranges of days overdue, as accountants use them. */
export const agingBuckets = ['current', 'days30', 'days60', 'days90', 'older'] as const;
export type AgingBucket = (typeof agingBuckets)[number];

export interface Aging {
  readonly buckets: readonly Figure<AgingBucket>[];
  /** Bills without a valid due date: they have no age. */
  readonly noDueDate: Sum;
}

/** First and last day overdue of each range; null for no end. */
const ranges: Record<AgingBucket, { readonly from: number | null; readonly to: number | null }> = {
  current: { from: null, to: 0 },
  days30: { from: 1, to: 30 },
  days60: { from: 31, to: 60 },
  days90: { from: 61, to: 90 },
  older: { from: 91, to: null },
};

/** Number of ages: the ranges, and one for bills without a valid due date. */
export const AGES = agingBuckets.length + 1;

/** Returns the age of a due date: the index of its range; the last for no date. A bill due today is not overdue. */
export function createAgeAt(today: PlainDate): (due: PlainDate | null) => number {
  const firstDays = agingBuckets.map((name) => dueRangeOf(name, today).dueFrom);
  return (due) =>
    due === null ? AGES - 1 : firstDays.findIndex((first) => first === null || first <= due);
}

/** Amounts due by days overdue. */
export function agingOf(
  { ages }: { readonly ages: readonly Sum[] },
  currency: string,
  today: PlainDate,
): Aging {
  return {
    noDueDate: ages[AGES - 1] ?? nothing,
    buckets: agingBuckets.map((name, at) => ({
      name,
      ...(ages[at] ?? nothing),
      filter: { currency, vendor: null, ...dueRangeOf(name, today) },
    })),
  };
}

function dueRangeOf(name: AgingBucket, today: PlainDate) {
  const { from, to } = ranges[name];
  return {
    dueFrom: to === null ? null : addDays(today, -to),
    dueTo: from === null ? null : addDays(today, -from),
  };
}
