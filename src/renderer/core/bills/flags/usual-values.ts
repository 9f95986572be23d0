import { daysBetween } from '../../../../base/days.ts';
import { allAccountsOf, fieldsOf } from './bill-texts.ts';
import type { FlagEntry } from './flag-entry.ts';
import type { VendorGroup } from './vendor-group.ts';

/** A value is usual with this many paid bills, or if it was first paid this many days before the latest payment. */
export const MIN_PAID_FOR_USUAL = 3;
const MIN_DAYS = 90;
/** Latest paid bills that show whether a field is always the same. */
export const LATEST = 12;
/** A field varies by nature if it has this many values, and one for at least every third bill. */
const MIN_DISTINCT = 3;
/** A bill is routine only if no payment within this many days went to another account. */
export const ROUTINE_DAYS = 365;
/** A vendor that has returned to a value this often uses several in turn. */
const MIN_RETURNS = 2;

/**
 * Number of paid bills with this text in the field, 0 if the last one has another; null if the text is usual, or the
 * only one so far. Bills without the field do not count.
 *
 * @param path of the field; empty for an account in any field or the memo
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
    // The last payment must have the value: an old account is no longer usual unless the vendor uses two in turn.
    const isUsual = isLast || returns >= MIN_RETURNS;
    if (isUsual && (bills >= MIN_PAID_FOR_USUAL || days >= MIN_DAYS)) return null;
  }
  if (!isOther && isFirst) return null;
  return isLast === true ? bills : 0;
}

/** Vendors to look at for a field, and the fewest with at least two values of it. */
const MAX_VENDORS = 100;
const MIN_VENDORS = 4;
/** Share of these vendors whose bills all have different values in a field that differs on each bill. */
const DISTINCT_SHARE = 0.8;

/** Whether nearly all vendors have another value in a field on each bill, as for the number of a document. */
export function differsOnEachBill(path: string, vendors: readonly VendorGroup[]): boolean {
  const pasts = vendors.slice(0, MAX_VENDORS).flatMap((group) => group.pasts());
  const known = pasts.flatMap((past) => {
    const texts = past.latest(LATEST).flatMap(({ bill }) => fieldsOf(bill).get(path)?.text ?? []);
    return texts.length < 2 ? [] : [texts];
  });
  const distinct = known.filter(areDistinct).length;
  return known.length >= MIN_VENDORS && distinct >= known.length * DISTINCT_SHARE;
}

export function areDistinct(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

/** Whether a field varies by nature, like a date or a counter, rather than having changed once. */
export function isVarying(texts: readonly string[]): boolean {
  const changes = texts.filter((text, at) => at > 0 && text !== texts[at - 1]).length;
  const distinct = new Set(texts).size;
  return distinct >= MIN_DISTINCT && Math.min(changes, distinct) * MIN_DISTINCT >= texts.length;
}
