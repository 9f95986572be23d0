import { daysBetween } from '../../../../base/days.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { plainForm, withoutOwn } from './bill-texts.ts';
import type { FlagEntry } from './flag-entry.ts';
import { datedText, type Period } from './periods.ts';
import { LATEST } from './usual-values.ts';

/** Minimum number of texts for a habit. */
export const MIN_KNOWN = 4;
/** Without a habit, a period may be this many months from the bill, or one interval between bills. */
const NEAR_MONTHS = 3;
const MONTH_DAYS = 30;
/** The span between two days may be this many days shorter or longer than any before. */
const SPAN_DAYS = 3;
/** A counter may rise by at most this many times its largest step: weekly bills may wait for a month. */
const MAX_STEPS = 6;
/** Minimum length of a bill number to look for in a text, characters. */
const MIN_NUMBER = 4;

export interface BillText {
  /** Empty for none. */
  readonly text: string;
  /** The text with marks for periods and the bill's own number. */
  readonly rest: string;
  readonly numbers: readonly string[];
  readonly periods: readonly Period[];
}

const noText: BillText = { text: '', rest: '', numbers: [], periods: [] };
const kept = new WeakMap<Bill, Map<string, BillText>>();

/** The analyzed text, computed once per bill and field. @param path of the field; empty for the memo */
export function textIn({ bill, date }: FlagEntry, path: string, written: string): BillText {
  if (written === '') return noText;
  let ofBill = kept.get(bill);
  if (ofBill === undefined) kept.set(bill, (ofBill = new Map()));
  const known = ofBill.get(path);
  if (known !== undefined) return known;
  const text = plainForm(written);
  const { rest, periods } = datedText(withoutOwn(text, bill.billNumber), date);
  const numbers = rest.match(/\d+/gu) ?? [];
  const made = { text, rest: rest.replaceAll(/\s+/gu, ' ').trim(), numbers, periods };
  ofBill.set(path, made);
  return made;
}

/** The text's words, without marks and numbers. */
export function wordsOf({ rest }: BillText): string {
  return (rest.match(/\p{L}+/gu) ?? []).join(' ');
}

export function areAlike(texts: readonly BillText[]): boolean {
  return new Set(texts.map(wordsOf)).size === 1;
}

/** Whether words or numbers differ from those that all latest texts of paid bills share. @param known latest first */
export function isOtherWording(own: BillText, known: readonly BillText[]): boolean {
  const [last] = known;
  if (isPastEnd(own)) return true;
  if (last === undefined || !areAlike(known)) return false;
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

/** Whether the text counts beyond a total, as in "13 of 12". */
function isPastEnd({ rest }: BillText): boolean {
  const [, at, end] = ofAll.exec(rest) ?? [];
  return Number(at) > Number(end);
}

const ofAll = /(?<![\p{L}\d.,])(\d{1,3}) ?(?:of|von|de|di|van|sur) ?(\d{1,3})(?![\p{L}\d.,])/u;

/** @param known numbers at the same place in paid bills' texts, latest first */
function isOtherNumber(number: string, known: readonly string[]): boolean {
  const distinct = new Set(known);
  // If these numbers usually repeat, this one must be among them.
  if (distinct.size * 2 <= known.length || known.length === 1) return !distinct.has(number);
  if (distinct.size < known.length) return false;
  const steps = [number, ...known].slice(0, -1).map((each, at) => Number(each) - Number(known[at]));
  const [own = 0, ...usual] = steps;
  const isRunning = usual.every((step) => step > 0);
  return isRunning ? own <= 0 || own > Math.max(...usual) * MAX_STEPS : distinct.has(number);
}

/**
 * Whether the text names a period that is farther from the bill than on paid bills, shorter, longer, or already paid.
 *
 * @param all the texts of paid bills, latest first
 * @param last the last of these bills
 */
export function isOtherPeriod(
  { date }: FlagEntry,
  own: BillText,
  all: readonly BillText[],
  last: FlagEntry | undefined,
): boolean {
  const keyOf = ({ text, periods }: BillText): string =>
    periods.length === 0 ? text : periods.map((each) => each.text).join(' ');
  const alike = all.filter(
    ({ text, periods }) => text !== '' && periods.length === own.periods.length,
  );
  const keys = alike.map(keyOf);
  const latest = keys.slice(0, LATEST);
  const areDistinct = latest.length >= MIN_KNOWN && new Set(latest).size === latest.length;
  if (areDistinct && keys.includes(keyOf(own))) return true;
  const spans = alike.flatMap((each) => spanOf(each) ?? []);
  const span = spanOf(own);
  if (span !== null && spans.length >= MIN_KNOWN)
    if (span < Math.min(...spans) - SPAN_DAYS || span > Math.max(...spans) + SPAN_DAYS) return true;
  return own.periods.some(({ months }, at) => {
    const usual = alike.flatMap(({ periods }) => periods[at]?.months ?? []);
    if (usual.length >= MIN_KNOWN)
      return months < Math.min(...usual) || months > Math.max(...usual);
    const days = last?.date && date ? daysBetween(last.date, date) : 0;
    return Math.abs(months) > Math.max(NEAR_MONTHS, Math.ceil(days / MONTH_DAYS));
  });
}

/** Days between the text's first two dates; null without them. */
function spanOf({ periods: [from, to] }: BillText): number | null {
  return from?.day && to?.day ? daysBetween(from.day, to.day) : null;
}

export interface Written {
  readonly entry: FlagEntry;
  readonly written: string;
}

/**
 * Whether a text names a paid bill of the vendor, as "Storno INV-2005" does. False if earlier texts did so, too.
 *
 * @param known texts of paid bills in the same field
 */
export function namesOtherBill(
  own: Written,
  paid: readonly FlagEntry[],
  known: readonly Written[],
): boolean {
  const isNamed = ({ entry, written }: Written): boolean => {
    const text = written.toLowerCase();
    return paid.some(({ bill: { billNumber } }) => {
      if (billNumber === null || billNumber.length < MIN_NUMBER) return false;
      const isOther = billNumber !== entry.bill.billNumber && /\d/u.test(billNumber);
      return isOther && withoutOwn(text, billNumber.toLowerCase()) !== text;
    });
  };
  return isNamed(own) && !known.some(isNamed);
}
