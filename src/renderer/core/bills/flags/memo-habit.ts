import { daysBetween } from '../../../../base/days.ts';
import { accountsIn, allAccountsOf, paymentWords } from './bill-texts.ts';
import type { FlagEntry } from './flag-entry.ts';
import {
  areAlike,
  type BillText,
  isOtherPeriod,
  isOtherWording,
  MIN_KNOWN,
  namesOtherBill,
  textIn,
  type Written,
} from './text-habit.ts';
import { LATEST, MIN_PAID_FOR_USUAL, paymentsWith, ROUTINE_DAYS } from './usual-values.ts';

/**
 * Whether the memo asks to pay elsewhere or at once, names a new account or another bill, lacks what all latest memos
 * of paid bills share, or names a period that is far from the bill or already paid.
 *
 * @param paid the vendor's paid bills, latest first
 */
export function isUnusualMemo(entry: FlagEntry, paid: readonly FlagEntry[]): boolean {
  const own = memoOf(entry);
  const all = paid.map(memoOf);
  const latest = all.slice(0, LATEST);
  const known = latest.filter(({ text }) => text !== '');
  if (own.text === '') return known.length === latest.length && areAlike(known);
  if (known.length === 0) return latest.length > 0;
  const writtenIn = (each: FlagEntry): Written => ({ entry: each, written: memoOf(each).text });
  return (
    isForPayment(entry, own, all, paid) ||
    isOtherWording(own, known) ||
    isOtherPeriod(entry, own, all, paid[0]) ||
    namesOtherBill(writtenIn(entry), paid, paid.slice(0, LATEST).map(writtenIn))
  );
}

function memoOf(entry: FlagEntry): BillText {
  return textIn(entry, '', entry.bill.memo?.trim() ?? '');
}

/** Whether the memo asks to pay elsewhere or at once, in new words, or names an account that paid bills do not. */
function isForPayment(
  { bill, date }: FlagEntry,
  { rest }: BillText,
  all: readonly BillText[],
  paid: readonly FlagEntry[],
): boolean {
  const asks = paymentWords.test(rest);
  if (asks && all.filter((each) => each.rest === rest).length < MIN_PAID_FOR_USUAL) return true;
  const ofKind = (wanted: string): readonly string[] =>
    paid
      .slice(0, LATEST)
      .flatMap((each) => [...accountsIn(each.bill.memo ?? '', each.bill)])
      .filter(([, kind]) => kind === wanted)
      .map(([account]) => account);
  return [...accountsIn(bill.memo ?? '', bill)].some(([account, kind]) => {
    const areOrders = kind === 'digits' && new Set(ofKind(kind)).size >= MIN_KNOWN;
    if (areOrders) return false;
    // All bills of the last year with a memo must name the account: a fraudster may have been paid for some months.
    const isOfYear = (of: FlagEntry): boolean =>
      of.date !== null && date !== null && daysBetween(of.date, date) <= ROUTINE_DAYS;
    const isLacking = (of: FlagEntry): boolean =>
      Boolean(of.bill.memo) && !allAccountsOf(of.bill).has(account);
    return paymentsWith('', account, paid) !== null || paid.filter(isOfYear).some(isLacking);
  });
}
