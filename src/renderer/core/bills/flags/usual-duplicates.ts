import { isSameNumber } from './bill-keys.ts';
import type { FlagEntry } from './flag-entry.ts';
import { isInRhythm } from './rhythm.ts';
import { MAX_PAST } from './unusual-amount.ts';
import type { VendorPast } from './vendor-past.ts';

/** Latest days with paid bills, each of which must have had at least as many bills with one total. */
const MIN_DAYS = 3;
/** Minimum number of paid bills with one number for it to be a contract number. */
const MIN_OF_CONTRACT = 4;
/** Maximum number of bills with one day and total, since customers have no more sites. */
const MAX_DUPLICATES = 8;

/**
 * The vendor's other bills of the same day and total, if at least as many paid bills shared a total on each of the
 * latest days: bills for two sites with one price are not copies. Each bill must have its own bill number.
 */
export function usualDuplicates(entry: FlagEntry, past: VendorPast): readonly FlagEntry[] {
  const { billNumber, totalCents, currency } = entry.bill;
  if (billNumber === null) return [];
  const duplicates = past
    .around(entry, 0, MAX_DUPLICATES)
    .filter(
      ({ bill }) =>
        bill.id !== entry.bill.id &&
        bill.totalCents === totalCents &&
        bill.currency === currency &&
        bill.billNumber !== null &&
        !isSameNumber(bill.billNumber, billNumber),
    );
  if (duplicates.length === 0) return [];
  const days = new Map<string, Map<string, number>>();
  for (const { date, bill } of past.before(entry, MAX_PAST)) {
    if (date === null || date === entry.date || bill.status !== 'paid') continue;
    const totals = days.get(date) ?? new Map<string, number>();
    if (days.size === MIN_DAYS && !days.has(date)) break;
    const total = `${bill.currency} ${bill.totalCents}`;
    days.set(date, totals.set(total, (totals.get(total) ?? 0) + 1));
  }
  const isUsual = [...days.values()].every(
    (totals) => Math.max(...totals.values()) > duplicates.length,
  );
  return days.size === MIN_DAYS && isUsual ? duplicates : [];
}

/**
 * Whether the bill's number is that of a contract, with enough paid bills, and the bill comes when the contract's next
 * one is due. Then bills of other days are not copies of it. A vendor may have several contracts.
 */
export function isOfContract(entry: FlagEntry, past: VendorPast): boolean {
  const { billNumber } = entry.bill;
  if (billNumber === null) return false;
  const charges = past
    .before(entry, MAX_PAST)
    .filter(({ bill }) => bill.totalCents > 0 && bill.billNumber === billNumber);
  const paid = charges.filter(({ bill }) => bill.status === 'paid');
  return paid.length >= MIN_OF_CONTRACT && isInRhythm(entry, charges, paid);
}
