import { daysBetween } from '../../../../base/days.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { accountsIn, paymentWords, withoutOwn } from './bill-texts.ts';
import type { FlagEntry } from './flag-entry.ts';
import { paymentsWith } from './payee.ts';
import { datedText, type Period } from './periods.ts';

/** Latest memos that show which words and numbers are always there. */
const LATEST = 12;
/** Memos from which there is a habit. */
const LEAST_KNOWN = 4;
/** Paid memos of the same wording under which a payee named there is usual. */
const LEAST_SAME = 3;
/** A period that no habit explains is so many months from the bill, and one interval between bills. */
const NEAR_MONTHS = 3;
const MONTH_DAYS = 30;
/** A running number moves on by at most so many times its largest step. */
const MOST_STEPS = 3;

/**
 * Whether the memo asks to pay elsewhere or at once, names a new account, differs from what all latest paid memos have, or
 * names a period that is far from the bill or paid before.
 *
 * @param paid the vendor's paid bills, latest first
 */
export function isUnusualMemo(entry: FlagEntry, paid: readonly FlagEntry[]): boolean {
  const own = memoOf(entry);
  const all = paid.map(memoOf);
  const latest = all.slice(0, LATEST);
  const known = latest.filter(({ text }) => text !== '');
  if (own.text === '') return known.length === latest.length && areAllSame(known, wordsOf);
  if (known.length === 0) return latest.length > 0;
  return (
    isForPayment(entry, own, all, paid) ||
    isOtherWording(own, known) ||
    isOtherPeriod(entry, own, all, paid[0])
  );
}

/** A memo as it is compared. */
interface Memo {
  /** Empty for none. */
  readonly text: string;
  /** The text with marks for periods and the bill's own number. */
  readonly rest: string;
  readonly numbers: readonly string[];
  readonly periods: readonly Period[];
}

const kept = new WeakMap<Bill, Memo>();

function memoOf({ bill, date }: FlagEntry): Memo {
  const text = bill.memo?.trim() ?? '';
  if (text === '') return noMemo;
  const known = kept.get(bill);
  if (known !== undefined) return known;
  const { rest, periods } = datedText(withoutOwn(text, bill.billNumber), date);
  const numbers = rest.match(/\d+/gu) ?? [];
  const memo = { text, rest: rest.replaceAll(/\s+/gu, ' ').trim(), numbers, periods };
  kept.set(bill, memo);
  return memo;
}

const noMemo: Memo = { text: '', rest: '', numbers: [], periods: [] };

/** The letters alone. */
function wordsOf({ rest }: Memo): string {
  return (rest.match(/\p{L}+/gu) ?? []).join(' ');
}

function areAllSame(memos: readonly Memo[], of: (memo: Memo) => string): boolean {
  return new Set(memos.map(of)).size === 1;
}

/** Whether it asks to pay elsewhere or at once in other words than paid memos, or names an account that they do not. */
function isForPayment(
  { bill }: FlagEntry,
  { rest }: Memo,
  all: readonly Memo[],
  paid: readonly FlagEntry[],
): boolean {
  const asks = paymentWords.test(rest);
  if (asks && all.filter((each) => each.rest === rest).length < LEAST_SAME) return true;
  const ofKind = (wanted: string): readonly string[] =>
    paid
      .slice(0, LATEST)
      .flatMap((each) => [...accountsIn(each.bill.memo ?? '', each.bill)])
      .filter(([, kind]) => kind === wanted)
      .map(([account]) => account);
  return [...accountsIn(bill.memo ?? '', bill)].some(([account, kind]) => {
    const areOrders = kind === 'digits' && new Set(ofKind(kind)).size >= LEAST_KNOWN;
    return !areOrders && paymentsWith('', account, paid) !== null;
  });
}

/** Whether words or numbers differ that all latest paid memos have. */
function isOtherWording(own: Memo, known: readonly Memo[]): boolean {
  const [last] = known;
  if (last === undefined || !areAllSame(known, wordsOf)) return false;
  if (wordsOf(own) !== wordsOf(last)) return true;
  const count = own.numbers.length;
  if (known.some(({ numbers }) => numbers.length !== count))
    return known.every(({ numbers }) => numbers.length !== count);
  return own.numbers.some((number, at) =>
    isOtherNumber(
      number,
      known.map(({ numbers }) => numbers[at] ?? ''),
    ),
  );
}

/** @param known the numbers in its place in paid memos, latest first */
function isOtherNumber(number: string, known: readonly string[]): boolean {
  const distinct = new Set(known);
  // A number that comes again is one of those known.
  if (distinct.size < known.length || known.length === 1) return !distinct.has(number);
  const steps = [number, ...known].slice(0, -1).map((each, at) => Number(each) - Number(known[at]));
  const [own = 0, ...usual] = steps;
  const isRunning = usual.every((step) => step > 0);
  return isRunning ? own <= 0 || own > Math.max(...usual) * MOST_STEPS : distinct.has(number);
}

/** Whether it names a period farther from the bill than paid memos do, or one that is paid. */
function isOtherPeriod(
  { date }: FlagEntry,
  own: Memo,
  all: readonly Memo[],
  last: FlagEntry | undefined,
): boolean {
  const keyOf = (memo: Memo): string =>
    memo.periods.length === 0 ? memo.text : memo.periods.map(({ text }) => text).join(' ');
  const alike = all.filter(
    ({ text, periods }) => text !== '' && periods.length === own.periods.length,
  );
  const keys = alike.map(keyOf);
  const latest = keys.slice(0, LATEST);
  const areDistinct = latest.length >= LEAST_KNOWN && new Set(latest).size === latest.length;
  if (areDistinct && keys.includes(keyOf(own))) return true;
  return own.periods.some(({ months }, at) => {
    const usual = alike.flatMap(({ periods }) => periods[at]?.months ?? []);
    if (usual.length >= LEAST_KNOWN)
      return months < Math.min(...usual) || months > Math.max(...usual);
    const days = last?.date && date ? daysBetween(last.date, date) : 0;
    return Math.abs(months) > Math.max(NEAR_MONTHS, Math.ceil(days / MONTH_DAYS));
  });
}
