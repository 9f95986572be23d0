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

/** Bills in a row at one price. */
const MIN_AT_PRICE = 3;
/** Bills in a row at about one price, if no two of the last have the same total. */
const MIN_NEAR_PRICE = 6;
/** Totals within this share of each other are one price. */
const SAME_SHARE = 0.03;
/** Minimum change that counts after equal totals, as a share. */
const SMALLEST_SHARE = 0.005;
/** Older changes are not reported. */
const MAX_DAYS = 365;

/**
 * Vendors whose price has changed in the last year, the largest change first.
 * @param vendors bills of each vendor in one currency, latest first
 */
export function priceChanges(
  vendors: readonly (readonly FlagEntry[])[],
  today: PlainDate,
): readonly PriceChange[] {
  return vendors
    .flatMap((latest) => {
      const regular = withoutExtras(latest);
      // Without a change, or a steady price before it, the result is null.
      return changeBeyond(0, regular) ?? changeBeyond(SAME_SHARE, regular) ?? [];
    })
    .filter(({ since }) => daysBetween(since, today) <= MAX_DAYS)
    .toSorted(byChange);
}

/** Leaves out extra bills such as adjustments: they have a unique total and follow the last bill too soon. */
function withoutExtras(latest: readonly FlagEntry[]): readonly FlagEntry[] {
  const gaps = latest.map(({ date }, at) => {
    const before = latest[at + 1]?.date ?? null;
    return date === null || before === null ? null : daysBetween(before, date);
  });
  const usual = upperMedian(gaps.filter((gap) => gap !== null));
  const counts = Map.groupBy(latest, ({ bill }) => bill.totalCents);
  return latest.filter(({ bill }, at) => {
    const gap = gaps[at] ?? null;
    return gap === null || gap * 2 >= usual || counts.get(bill.totalCents)?.length !== 1;
  });
}

/** @param share totals this close are one price: 0 after equal ones */
function changeBeyond(share: number, latest: readonly FlagEntry[]): PriceChange | null {
  const [newest] = latest;
  const vendor = newest && vendorName(newest.bill);
  if (!vendor) return null;
  const isAtPrice = (cents: number) => (entry: FlagEntry) =>
    Math.abs(entry.bill.totalCents - cents) <= cents * share;
  const nowCents = newest.bill.totalCents;
  const isNow = isAtPrice(nowCents);
  const changed = latest.findIndex((entry) => !isNow(entry));
  const old = latest.slice(changed, changed + MIN_AT_PRICE);
  const totals = old.map(({ bill }) => bill.totalCents);
  const beforeCents = upperMedian(totals);
  const isBefore = isAtPrice(beforeCents);
  const isRepeated = new Set(totals).size < MIN_AT_PRICE;
  const habit = isRepeated ? old : latest.slice(changed, changed + MIN_NEAR_PRICE);
  // If an old bill also fits the new price, totals vary, or the new price came later.
  const wasSteady =
    habit.length >= (isRepeated ? MIN_AT_PRICE : MIN_NEAR_PRICE) &&
    habit.every(isBefore) &&
    !old.some(isNow);
  const end = latest.findIndex((entry) => isBefore(entry) || !isNow(entry));
  const since = latest[end - 1]?.date ?? null;
  const isPrice = nowCents > 0 && beforeCents > 0;
  const isChange = Math.abs(nowCents - beforeCents) > beforeCents * SMALLEST_SHARE;
  if (!isPrice || !isChange || !wasSteady || since === null) return null;
  return { vendor, beforeCents, nowCents, since };
}

function byChange(left: PriceChange, right: PriceChange): number {
  const sizeOf = ({ nowCents, beforeCents }: PriceChange): number =>
    Math.abs(nowCents - beforeCents);
  return sizeOf(right) - sizeOf(left) || compareValues(left.vendor, right.vendor);
}
