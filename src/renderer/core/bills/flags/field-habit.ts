import { daysBetween, readPlainDate } from '../../../../base/days.ts';
import { type FieldText, fieldsOf } from './bill-texts.ts';
import type { FlagEntry } from './flag-entry.ts';
import { isOtherPeriod, isOtherWording, textIn, wordsOf } from './text-habit.ts';
import { isVarying, LATEST, paymentsWith } from './usual-values.ts';

/**
 * How a field differs from the same field of the vendor's paid bills.
 * `new`: the paid bills don't have the field.
 * `gone`: all paid bills have the field, and this bill doesn't.
 * `other`: the paid bills have one or a few values, and this bill has another one.
 * `repeated`: the paid bills all have different values, and this bill repeats one of them.
 * `unrelated`: on the paid bills, the value depends on the bill's number, date or total, or has the same words and
 * periods; on this bill it doesn't.
 */
export type Misfit = 'new' | 'gone' | 'other' | 'repeated' | 'unrelated';

/** A bill and its vendor's paid bills. */
export interface BillWithPaid {
  readonly entry: FlagEntry;
  /** Latest first. */
  readonly paid: readonly FlagEntry[];
}

/** Minimum number of the latest paid bills with a field for it to have a habit. */
const MIN_PRESENT = 4;
/** Number of latest paid bills to compare an amount with. */
const PAID_TO_COMPARE = 3;
/** A day in a field depends on the bill's date if their distance has varied by at most this many days. */
const MAX_SPREAD_DAYS = 7;
/** Days by which the bill may exceed the distances so far. */
const SLACK_DAYS = 3;
/** A number depends on the total if its share of the total has varied by at most this. */
const MAX_SPREAD_SHARE = 0.002;
/** Part of the latest share by which the bill may exceed the shares so far. */
const SLACK_SHARE = 0.01;
/** Numbers below this are not amounts in cents. */
const MIN_IN_CENTS = 1_000;
/** Minimum length of a distinctive text, characters. */
const MIN_DISTINCTIVE = 6;

/** A field of a paid bill. */
interface Known extends FieldText {
  readonly entry: FlagEntry;
}

/** @param path of the field. @returns null if the field is as usual, or too few paid bills have it */
export function misfitOf(path: string, { entry, paid }: BillWithPaid): Misfit | null {
  const fields = fieldsOf(entry.bill);
  const field = fields.get(path);
  const latest = paid.slice(0, LATEST);
  const known = knownOf(path, latest);
  const [last] = known;
  if (field === undefined) {
    const isConstant = known.length === latest.length && known.length >= MIN_PRESENT;
    return isConstant && !isMoved(last?.text ?? '', fields) ? 'gone' : null;
  }
  if (last === undefined) {
    const before = latest[0] && fieldsOf(latest[0].bill);
    return before && isMoved(field.text, before) ? null : 'new';
  }
  if (known.length < MIN_PRESENT) return null;
  const texts = known.map(({ text }) => text);
  if (!isVarying(texts)) {
    const isUsual = paymentsWith(path, field.text, paid) === null;
    return isUsual || isExplained(path, { entry, paid }) ? null : 'other';
  }
  if (!isRelated(entry, field, known)) return 'unrelated';
  if (isUnlikeText(path, entry, field, known)) return 'unrelated';
  const isOwn = new Set(texts).size === texts.length && isRepeated(path, field.text, paid);
  return isOwn && !isSamePeriod(path, entry, field, known) ? 'repeated' : null;
}

/** Whether the text is now in another field. */
function isMoved(text: string, fields: ReadonlyMap<string, FieldText>): boolean {
  return text.length >= MIN_DISTINCTIVE && [...fields.values()].some((each) => each.text === text);
}

/** Whether the bill's status, amounts or date explain why the field is not what it was on paid bills. */
export function isExplained(path: string, { entry, paid }: BillWithPaid): boolean {
  const field = fieldsOf(entry.bill).get(path);
  const known = knownOf(path, paid.slice(0, LATEST));
  const [last] = known;
  if (field === undefined || last === undefined) return false;
  const { text } = field;
  const isStatus = text === entry.bill.status && last.text === last.entry.bill.status;
  return isStatus || isAmount(entry, path, text, paid) || isSamePeriod(path, entry, field, known);
}

function knownOf(path: string, paid: readonly FlagEntry[]): readonly Known[] {
  return paid.flatMap((each): readonly Known[] => {
    const there = fieldsOf(each.bill).get(path);
    return there === undefined ? [] : [{ entry: each, ...there }];
  });
}

function isRepeated(path: string, text: string, paid: readonly FlagEntry[]): boolean {
  const texts = paid.flatMap(({ bill }) => fieldsOf(bill).get(path)?.text ?? []);
  return texts.includes(text) && new Set(texts).size === texts.length;
}

/** Whether the field still depends on its bill's number, date or total, or links to the same site. */
function isRelated(entry: FlagEntry, field: FieldText, known: readonly Known[]): boolean {
  const isNumber = ({ entry: { bill }, text }: Known): boolean =>
    text === (bill.billNumber?.replaceAll(/\s/gu, '').toLowerCase() ?? '');
  const own: Known = { entry, ...field };
  if (known.every(isNumber)) return isNumber(own);
  const [days, ownDays] = [known.map(daysFrom), daysFrom(own)];
  const areDays = days.every((each) => each !== null);
  if (areDays && spreadOf(days) <= MAX_SPREAD_DAYS)
    return ownDays !== null && isWithin(ownDays, days, SLACK_DAYS);
  const totals = known.map((each) => each.entry.bill.totalCents);
  const shares = known.map(shareOf);
  const middle = shares[0] ?? 0;
  const isShare = middle > 0 && spreadOf(shares) <= middle * MAX_SPREAD_SHARE;
  if (isShare && spreadOf(totals) > 0) return isWithin(shareOf(own), shares, middle * SLACK_SHARE);
  const pages = new Set(known.map(pageOf));
  return pages.size > 1 || pages.has(null) || pages.has(pageOf(own));
}

/** Days from the bill's date to the day that the field begins with. */
function daysFrom({ entry, text }: Known): number | null {
  const day = dayText.test(text) ? readPlainDate(text.slice(0, 10)) : null;
  return day === null || entry.date === null ? null : daysBetween(entry.date, day);
}

const dayText = /^\d{4}-\d\d-\d\d(?!\d)/u;

/** The field as a share of the bill's total; NaN if it is not a number. */
function shareOf({ entry, text }: Known): number {
  return amountText.test(text) ? Number(text) / entry.bill.totalCents : Number.NaN;
}

const amountText = /^\d+(?:\.\d+)?$/u;

/** Host and first path segment; null for no link. */
function pageOf({ text }: FieldText): string | null {
  return pageText.exec(text)?.[1] ?? null;
}

const pageText = /^https?:\/\/([^/?#]+\/[^/?#]*)/u;

function spreadOf(numbers: readonly number[]): number {
  return Math.max(...numbers) - Math.min(...numbers);
}

function isWithin(number: number, known: readonly number[], slack: number): boolean {
  return number >= Math.min(...known) - slack && number <= Math.max(...known) + slack;
}

/** Whether a number is one of the bill's amounts, or has changed as its total has. */
export function isAmount(
  { bill }: FlagEntry,
  path: string,
  text: string,
  paid: readonly FlagEntry[],
): boolean {
  const { amountDueCents: due } = bill;
  if (isTotal(bill, text) || [due, due / 100].includes(Math.abs(Number(text)))) return true;
  return paid.slice(0, PAID_TO_COMPARE).some((last) => {
    const before = fieldsOf(last.bill).get(path)?.text;
    const ratio = bill.totalCents / last.bill.totalCents;
    // Allow a difference of one cent, in cents or in whole units.
    const most = Math.abs(Number(text)) >= MIN_IN_CENTS ? 1 : 0.011;
    return ratio !== 1 && Math.abs(Number(text) - Number(before) * ratio) <= most;
  });
}

/** Whether a number is the bill's total, in cents or whole units. */
export function isTotal({ totalCents }: FlagEntry['bill'], text: string): boolean {
  return [totalCents, totalCents / 100].includes(Math.abs(Number(text)));
}

/** Whether the text names a period at the same distance from the bill as on these paid bills. */
function isSamePeriod(
  path: string,
  entry: FlagEntry,
  { written }: FieldText,
  known: readonly Known[],
): boolean {
  const keyOf = (of: FlagEntry, text: string): string => {
    const { rest, periods } = textIn(of, path, text);
    return [rest, ...periods.map(({ months }) => months)].join(' ');
  };
  const key = keyOf(entry, written);
  const isDated = textIn(entry, path, written).periods.length > 0;
  return isDated && known.every((each) => keyOf(each.entry, each.written) === key);
}

/** Whether the text has other words, numbers or periods than on these paid bills. */
function isUnlikeText(
  path: string,
  entry: FlagEntry,
  { written }: FieldText,
  known: readonly Known[],
): boolean {
  if (!mayRead.test(written)) return false;
  const own = textIn(entry, path, written);
  const texts = known.map((each) => textIn(each.entry, path, each.written));
  const hasWords = texts.every((each) => hasWord.test(wordsOf(each)));
  return (
    (hasWords && isOtherWording(own, texts)) || isOtherPeriod(entry, own, texts, known[0]?.entry)
  );
}

/** A word or a year. */
const mayRead = /\p{L}{3}|20\d\d/u;
const hasWord = /\p{L}{3}/u;
