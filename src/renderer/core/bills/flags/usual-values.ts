import { daysBetween } from '../../../../base/days.ts';
import { allAccountsOf, fieldsOf } from './bill-texts.ts';
import type { FlagEntry } from './flag-entry.ts';

/** Paid bills that make a value usual, or days between the first and the last such bill. */
export const LEAST_PAID = 3;
const LEAST_DAYS = 90;
/** Latest paid bills that show whether a field is always the same. */
export const LATEST = 12;
/** Values from which a field differs by nature: so many, and that share of the bills. */
const LEAST_DISTINCT = 3;
/** Days for which no payment may have gone to another account, before a bill is routine. */
export const ROUTINE_DAYS = 365;
/** Returns to a value from which a vendor uses two in turn. */
const LEAST_RETURNS = 2;

/**
 * How many paid bills have the text in this field; null when that is usual, or they always had. Bills without the field
 * say nothing against it.
 *
 * @param path the way to the field; empty for an account in any field or the memo
 */
export function paymentsWith(
  path: string,
  text: string,
  paid: readonly FlagEntry[],
): number | null {
  const latest = paid[0]?.date;
  let [bills, returns, days] = [0, 0, 0];
  let [isOther, isOwn, isFirst] = [false, false, true];
  let isLast: boolean | null = null;
  for (const { bill, date } of paid) {
    const there = path === '' ? undefined : fieldsOf(bill).get(path)?.text;
    isFirst = path === '' ? allAccountsOf(bill).has(text) : there === text;
    if (!isFirst && there === undefined) continue;
    if (isFirst && !isOwn) returns += 1;
    isOwn = isFirst;
    isLast ??= isFirst;
    if (!isFirst) isOther = true;
    else bills += 1;
    if (isFirst && latest && date) days = daysBetween(date, latest);
    // The last payment decides first: an account of years ago is none that is usual now, unless two are used in turn.
    const isUsual = isLast || returns >= LEAST_RETURNS;
    if (isUsual && (bills >= LEAST_PAID || days >= LEAST_DAYS)) return null;
  }
  if (!isOther && isFirst) return null;
  return isLast === true ? bills : 0;
}

/** Whether a field differs by nature, as a date or a count does, rather than having changed once. */
export function isVarying(texts: readonly string[]): boolean {
  const changes = texts.filter((text, at) => at > 0 && text !== texts[at - 1]).length;
  const distinct = new Set(texts).size;
  return distinct >= LEAST_DISTINCT && Math.min(changes, distinct) * LEAST_DISTINCT >= texts.length;
}
