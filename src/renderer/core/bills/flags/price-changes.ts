import { compareValues } from '../../../../base/compare-values.ts';
import { upperMedian } from '../../../../base/upper-median.ts';
import { daysBetween, type PlainDate } from '../../../../base/days.ts';
import { vendorName } from '../../../../contract/bill.ts';
import type { FlagEntry } from './flag-entry.ts';

/** A vendor's new price, after several bills at the old one. */
export interface PriceChange {
  readonly vendor: string;
  /** Median of the last bills at the old price. */
  readonly beforeCents: number;
  /** Total of the latest bill. */
  readonly nowCents: number;
  /** Date of the first bill at the new price. */
  readonly since: PlainDate;
}

/** Latest bills of a vendor to compare. */
export const PRICE_BILLS = 16;
/** Bills in a row at about one price. */
const MIN_AT_PRICE = 3;
/** Totals this close are one price. */
const SAME_SHARE = 0.03;
/** Older changes are not reported. */
const MAX_DAYS = 365;

/**
 * @param latest a vendor's bills in one currency, latest first
 * @returns null when its price has not changed, or was not steady before
 */
export function priceChange(latest: readonly FlagEntry[], today: PlainDate): PriceChange | null {
  const [newest] = latest;
  const vendor = newest && vendorName(newest.bill);
  if (!vendor) return null;
  const isAtPrice = (cents: number) => (entry: FlagEntry) =>
    Math.abs(entry.bill.totalCents - cents) <= cents * SAME_SHARE;
  const nowCents = newest.bill.totalCents;
  const isNow = isAtPrice(nowCents);
  const changed = latest.findIndex((entry) => !isNow(entry));
  const old = latest.slice(changed, changed + MIN_AT_PRICE);
  const beforeCents = upperMedian(old.map(({ bill }) => bill.totalCents));
  const isBefore = isAtPrice(beforeCents);
  // A bill that fits both prices shows that totals vary, or that the new price came later.
  const wasSteady =
    old.length === MIN_AT_PRICE && old.every((entry) => isBefore(entry) && !isNow(entry));
  const end = latest.findIndex((entry) => isBefore(entry) || !isNow(entry));
  const since = latest[end - 1]?.date ?? null;
  const isPrice = nowCents > 0 && beforeCents > 0;
  if (!isPrice || !wasSteady || since === null) return null;
  return daysBetween(since, today) > MAX_DAYS ? null : { vendor, beforeCents, nowCents, since };
}

/** The largest changes first. */
export function byChange(left: PriceChange, right: PriceChange): number {
  const sizeOf = ({ nowCents, beforeCents }: PriceChange): number =>
    Math.abs(nowCents - beforeCents);
  return sizeOf(right) - sizeOf(left) || compareValues(left.vendor, right.vendor);
}
