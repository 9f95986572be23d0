import { daysBetween, readPlainDate } from '../../../base/days.ts';
import type { Bill } from '../../../contract/bill.ts';

const LONGEST_TERMS_DAYS = 365;

/**
 * Days from the bill date to the due date. Null without a date, and for implausible terms: a due date before the bill
 * date has its own flag, and one years later is no payment term.
 */
export function paymentTermsOf(bill: Pick<Bill, 'date' | 'dueDate'>): number | null {
  const [date, due] = [readPlainDate(bill.date), readPlainDate(bill.dueDate)];
  const days = date === null || due === null ? -1 : daysBetween(date, due);
  return days >= 0 && days <= LONGEST_TERMS_DAYS ? days : null;
}
