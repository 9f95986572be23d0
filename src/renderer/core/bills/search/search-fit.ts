import { paymentTermsOf } from '../../model/payment-terms.ts';
import { isPayable } from '../../../../contract/assumptions.ts';
import { type Bill, vendorName } from '../../../../contract/bill.ts';
import type { PlainDate } from '../../../../base/days.ts';
import type { SearchCondition } from './search-conditions.ts';
import { holdsTerm, searchTerms } from './search-terms.ts';
import {
  hasNumber,
  searchTextOf,
  sortKeyOf,
  startsNameIn,
  vendorKeyOf,
  WHOLE,
} from './search-text.ts';
import type { SearchState } from './search-words.ts';

type Condition<Kind extends SearchCondition['kind']> = Extract<SearchCondition, { kind: Kind }>;

/** Whether the bill’s text has this word of a line. */
export function hasWord(bill: Bill, word: string): boolean {
  const text = searchTextOf(bill);
  const terms = /^\d{1,2}$/u.test(word) ? [[`${WHOLE}${word}`] as const] : searchTerms(word);
  return terms.every((term) => holdsTerm(text, term));
}

export function isWorth(
  { totalCents, amountDueCents, currency }: Bill,
  { fromCents, toCents, currencies }: Condition<'amount'>,
): boolean {
  const isInRange = (cents: number): boolean => fromCents <= cents && cents <= toCents;
  return [totalCents, amountDueCents].some(isInRange) && (currencies?.includes(currency) ?? true);
}

/** Whether the day is in the range; false for no day. */
function isIn({ from, to }: Condition<'date'>, day: string | null): boolean {
  return day !== null && from <= day && day <= to;
}

/** Date of the bill in this range, the due date first; null if neither is. */
export function dateFieldOf(
  { date, dueDate }: Bill,
  asked: Condition<'date'>,
): 'due' | 'date' | null {
  if (isIn(asked, dueDate)) return 'due';
  return isIn(asked, date) ? 'date' : null;
}

/** Whether the bill meets the condition; null if that depends on more than the bill. */
export function fits(bill: Bill, condition: SearchCondition, today: PlainDate): boolean | null {
  switch (condition.kind) {
    case 'text':
      return [condition.term, ...(condition.also ?? [])].every((term) =>
        holdsTerm(searchTextOf(bill), term),
      );
    case 'amount':
      return isWorth(bill, condition);
    case 'date':
      return fitsDate(bill, condition, today);
    case 'terms':
      return paymentTermsOf(bill) === condition.days;
    case 'vendor': {
      const key = vendorKeyOf(vendorName(bill) ?? '');
      return condition.nearly?.includes(key) ?? startsNameIn(key, condition.part);
    }
    case 'currency':
      return condition.currencies.includes(bill.currency);
    case 'state':
      return stateTests[condition.state]?.(bill, today) ?? null;
    case 'field':
      if (condition.field === 'number') return hasNumber(bill.billNumber, condition.part);
      return condition.field === 'memo'
        ? sortKeyOf(bill.memo ?? '').includes(condition.part)
        : null;
    case 'not': {
      const all = condition.any.map((each) => fits(bill, each, today));
      return all.includes(true) ? false : all.includes(null) ? null : true;
    }
    case 'tag':
    case 'order':
      return null;
    default:
      return condition satisfies never;
  }
}

function fitsDate(bill: Bill, asked: Condition<'date'>, today: PlainDate): boolean | null {
  const { date, dueDate, createdAt, status } = bill;
  if (asked.field === 'due') return isIn(asked, dueDate);
  if (asked.field === 'date') return isIn(asked, date ?? createdAt?.slice(0, 10) ?? null);
  if (asked.field !== 'overdue') return null;
  return isPayable(status) && isIn(asked, dueDate) && (dueDate ?? today) < today;
}

/** States that the bill alone shows. */
const stateTests: Partial<Record<SearchState, (bill: Bill, today: PlainDate) => boolean>> = {
  overdue: ({ status, dueDate }, today) => isPayable(status) && (dueDate ?? today) < today,
  notYetDue: ({ status, dueDate }, today) => isPayable(status) && (dueDate ?? '') >= today,
  unpaid: ({ status }) => isPayable(status),
  open: ({ status }) => status === 'open',
  paid: ({ status }) => status === 'paid',
  void: ({ status }) => status === 'void',
  partially_paid: ({ status }) => status === 'partially_paid',
  credit: ({ amountDueCents, totalCents }) => (amountDueCents || totalCents) < 0,
  noDueDate: ({ dueDate }) => dueDate === null,
};
