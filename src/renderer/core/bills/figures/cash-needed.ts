import {
  addDays,
  endOfWeek,
  type PlainDate,
  type WeekCalendar,
  DAYS_A_WEEK,
} from '../../../../base/days.ts';
import type { CurrencyDues } from './dues.ts';
import { nothing, type Figure, type Sum, totalOf } from './figures.ts';

/** A range of due dates. `overdue` has no first day, `later` no last one. */
export interface CashFigure extends Figure<'overdue' | 'thisWeek' | 'week' | 'later'> {
  readonly from: PlainDate | null;
  readonly to: PlainDate | null;
}

/** This week and the five after it: most terms of payment are shorter. */
const WEEKS = 6;

/**
 * Amounts due by week: overdue, the rest of this week, five whole weeks, and later.
 * @param dues unpaid bills of one currency
 */
export function cashNeeded(
  { days }: Pick<CurrencyDues, 'days'>,
  currency: string,
  calendar: WeekCalendar,
): { readonly weeks: readonly CashFigure[]; readonly noDueDate: Sum } {
  const ranges = rangesOf(calendar);
  const sums = ranges.map(() => nothing);
  let noDueDate = nothing;
  for (const day of days) {
    const { due } = day;
    if (due === null) {
      noDueDate = totalOf([noDueDate, day]);
      continue;
    }
    const at = ranges.findIndex(({ to }) => to === null || due <= to);
    sums[at] = totalOf([sums[at] ?? nothing, day]);
  }
  return {
    noDueDate,
    weeks: ranges.map((range, at) => ({
      ...range,
      ...(sums[at] ?? nothing),
      filter: { currency, vendor: null, dueFrom: range.from, dueTo: range.to },
    })),
  };
}

/** Days in the calendar, including today. */
const CALENDAR_DAYS = 30;

/** Amounts due on each day from today, with the bills. */
export function cashByDay(
  dues: Pick<CurrencyDues, 'days'>,
  currency: string,
  today: PlainDate,
): readonly Figure<PlainDate>[] {
  const sums = new Map<PlainDate, Sum>();
  for (const day of dues.days) {
    if (day.due !== null) sums.set(day.due, totalOf([sums.get(day.due) ?? nothing, day]));
  }
  return Array.from({ length: CALENDAR_DAYS }, (_none, at) => {
    const day = addDays(today, at);
    const filter = { currency, vendor: null, dueFrom: day, dueTo: day };
    return { name: day, ...(sums.get(day) ?? nothing), filter };
  });
}

type DueRange = Pick<CashFigure, 'name' | 'from' | 'to'>;

/** Ranges of due dates in order and without gaps, so a day is in the first range that ends on it or later. */
function rangesOf({ today, weekStartsOn }: WeekCalendar): readonly DueRange[] {
  const thisWeekEnds = endOfWeek(today, weekStartsOn);
  const weeks = Array.from({ length: WEEKS }, (_none, at): DueRange => {
    const to = addDays(thisWeekEnds, at * DAYS_A_WEEK);
    return at === 0
      ? { name: 'thisWeek', from: today, to }
      : { name: 'week', from: addDays(to, 1 - DAYS_A_WEEK), to };
  });
  const last = addDays(thisWeekEnds, (WEEKS - 1) * DAYS_A_WEEK);
  return [
    { name: 'overdue', from: null, to: addDays(today, -1) },
    ...weeks,
    { name: 'later', from: addDays(last, 1), to: null },
  ];
}
