import { daysBetween } from '../../../../base/days.ts';
import type { CurrencyLimit } from '../../../../bridge/settings.ts';
import type { FlagEntry } from './flag-entry.ts';
import type { SplitBillsFlag } from '../../model/flag.ts';

/** Maximum days from the first bill of a week to the last. */
export const SPLIT_DAYS = 6;
/** If this many earlier weeks had as many bills, they are usual for the vendor. */
const USUAL_WEEKS = 3;
/** Maximum parts into which a person would split an amount. */
const MAX_BILLS = 8;
/** Limits that companies usually have, cents. They count only for bills close below them. */
const COMMON_LIMITS = [1_000, 5_000, 10_000, 25_000, 50_000, 100_000].map((each) => each * 100);
/** From this share of a limit on, a total is close below it. */
const CLOSE_BELOW = 0.85;

/**
 * Several bills of one vendor within a week, each at most a limit and together above it. The limit is the user's own
 * for that currency, or a common round one if each bill is close below it.
 *
 * @param around the vendor's bills in the same currency within the week before and after, this one included, by date
 * @param past the vendor's earlier bills, latest first
 */
export function splitBills(
  entry: FlagEntry,
  around: readonly FlagEntry[],
  past: readonly FlagEntry[],
  limits: readonly CurrencyLimit[],
): SplitBillsFlag | null {
  const { currency } = entry.bill;
  if (entry.date === null || around.length < 2) return null;
  const own = limits
    .filter((limit) => limit.currency === currency)
    .flatMap(({ askAboveCents, bulkMostCents }) => [askAboveCents ?? 0, bulkMostCents ?? 0])
    .filter((limit) => limit > 0);
  const candidates = [
    ...own.map((limitCents) => ({ limitCents, minCents: 1, isOwn: true })),
    ...COMMON_LIMITS.map((limitCents) => ({
      limitCents,
      minCents: limitCents * CLOSE_BELOW,
      isOwn: false,
    })),
  ];
  for (const { limitCents, minCents, isOwn } of candidates) {
    const fits = ({ bill }: FlagEntry): boolean =>
      bill.totalCents <= limitCents && bill.totalCents >= minCents;
    if (!fits(entry)) continue;
    const parts = weekOf(entry, around.filter(fits));
    const totalCents = sumOf(parts);
    const isSplit = parts.length >= 2 && parts.length <= MAX_BILLS && totalCents > limitCents;
    if (!isSplit || isUsual(past, parts.length, isOwn ? fits : () => true)) continue;
    return {
      kind: 'splitBills',
      limitCents,
      isOwnLimit: isOwn,
      totalCents,
      bills: parts.length,
      days: daysOf(parts),
      otherIds: parts.filter((each) => each !== entry).map(({ bill }) => bill.id),
    };
  }
  return null;
}

/** The bills with the highest sum within one week that includes the bill. @param sorted by date */
function weekOf(entry: FlagEntry, sorted: readonly FlagEntry[]): readonly FlagEntry[] {
  let best: readonly FlagEntry[] = [];
  for (const first of sorted) {
    const week = sorted.filter((each) => isWithinWeek(first, each));
    if (week.includes(entry) && sumOf(week) > sumOf(best)) best = week;
  }
  return best;
}

function sumOf(bills: readonly FlagEntry[]): number {
  return bills.reduce((sum, { bill }) => sum + bill.totalCents, 0);
}

function isWithinWeek(first: FlagEntry, later: FlagEntry): boolean {
  if (first.date === null || later.date === null) return false;
  const days = daysBetween(first.date, later.date);
  return days >= 0 && days <= SPLIT_DAYS;
}

function daysOf(sorted: readonly FlagEntry[]): number {
  const [first, last] = [sorted[0]?.date, sorted.at(-1)?.date];
  return first && last ? daysBetween(first, last) + 1 : 1;
}

/** Whether the vendor has had as many such bills in several weeks before. */
function isUsual(
  past: readonly FlagEntry[],
  bills: number,
  fits: (entry: FlagEntry) => boolean,
): boolean {
  const sorted = past.filter(fits).toReversed();
  let weeks = 0;
  for (let at = 0; at + bills <= sorted.length; at++) {
    const [first, last] = [sorted[at], sorted[at + bills - 1]];
    if (first === undefined || last === undefined || !isWithinWeek(first, last)) continue;
    weeks += 1;
    at += bills - 1;
  }
  return weeks >= USUAL_WEEKS;
}
