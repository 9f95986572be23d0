import type { Bill } from '../../../../contract/bill.ts';
import type { FlagEntry } from './flag-entry.ts';

/** Latest paid bills that show which words a memo has. */
const MOST_PAST = 12;
/** Latest of them among which each memo names another period. */
const LATEST = 7;
/** Fewest of them from which that is a habit. */
const LEAST_DIFFERENT = 4;

/**
 * Whether the memo asks to pay elsewhere or at once, differs from the words that all latest paid bills have, or repeats the
 * period of a paid bill.
 *
 * @param paid the vendor's paid bills, latest first
 */
export function isUnusualMemo(bill: Bill, paid: readonly FlagEntry[]): boolean {
  const [last] = paid;
  if (asksForPayment(bill) && !(last && asksForPayment(last.bill))) return true;
  const words = new Set(paid.slice(0, MOST_PAST).map((each) => wordsOf(each.bill)));
  if (words.size === 1 && !words.has(wordsOf(bill))) return true;
  const latest = paid.slice(0, LATEST).map((each) => each.bill.memo);
  const areDifferent = latest.length >= LEAST_DIFFERENT && new Set(latest).size === latest.length;
  return areDifferent && latest.includes(bill.memo);
}

const paymentWords =
  /\b(?:iban|bic|swift|bank\w*|sort code|routing|wire|remit\w*|account (?:number|details)|new account|konto\w*|kontoverbindung|überweis\w*|urgent\w*|immediate\w*|dringend\w*|sofort\w*)\b/iu;

/** Whether the memo asks to pay elsewhere or at once. */
function asksForPayment({ memo }: Bill): boolean {
  return memo !== null && paymentWords.test(memo);
}

/** The memo without numbers, months and punctuation. */
function wordsOf({ memo }: Bill): string {
  const all = (memo ?? '').toLowerCase().match(/\p{L}+/gu) ?? [];
  return all.filter((word) => !months.has(word)).join(' ');
}

const months: ReadonlySet<string> = new Set(
  (
    'january february march april may june july august september october november december ' +
    'januar februar märz mai juni juli oktober dezember ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec mär okt dez'
  ).split(' '),
);
