import type { UnusualAmountFlag } from '../../model/flag.ts';

/** Number of the vendor's latest bills to compare with. Prices of years ago would mislead. */
export const MAX_PAST = 36;
/** Minimum number of earlier bills for a usual amount. */
const MIN_PAST = 6;
/** Up to this factor nothing is unusual, however steady the vendor's amounts are. */
const MIN_FACTOR = 1.5;
/** Distance from the median in spreads; 3.5 is the customary limit of the modified z-score. */
const SPREADS = 3.5;
/** Factor that makes the median of deviations comparable to a standard deviation. */
const DEVIATION_TO_SPREAD = 1.4826;
/** A vendor with varied bills has a wide spread, but twice its largest bill so far is still unusual. */
const BEYOND_EXTREME = 2;
/** An earlier total is an outlier if it differs from the median by more than this factor and by more than `SPREADS`. */
const OUTLIER_FACTOR = 3;
/** Minimum number of earlier bills for the vendor's extremes to count. */
const MIN_PAST_FOR_EXTREMES = 12;
/** An amount beyond the extremes of fewer bills by this factor is unusual, however wide their spread is. */
const BEYOND_FEW = 5;

/** Earlier bills of about the same amount that make an amount usual. */
const PRECEDENTS = 2;
/** Amounts within this factor are about the same. */
const ABOUT_THE_SAME = 1.1;

/** A vendor's usual amount, and the number of earlier bills behind it. */
export interface UsualAmount {
  /** Middle of the totals. */
  readonly medianCents: number;
  readonly bills: number;
  /** Earlier totals far from all others, left out of the median; absent for none. */
  readonly leftOut?: number;
}

/** The median of a vendor's earlier totals; null when there are too few. */
export function usualAmount(pastCents: readonly number[]): UsualAmount | null {
  const all = positive(pastCents);
  if (all.length < MIN_PAST) return null;
  const past = withoutOutliers(all);
  return usualOf(past, all.length - past.length);
}

function usualOf(past: readonly number[], leftOut: number): UsualAmount {
  const medianCents = Math.round(medianOf(past));
  return { medianCents, bills: past.length, ...(leftOut > 0 && { leftOut }) };
}

/**
 * Whether a total is far from the vendor's earlier ones: above 1.5 times their median, and either more than 3.5 spreads
 * from it or above twice the largest. With fewer than 12 earlier bills, it has to be above 1.5 times the largest as
 * well as 3.5 spreads away, or above five times the largest. The same downwards. Distances are ratios, since prices and
 * typos change amounts by factors. Credits, totals of zero and amounts that the vendor has billed twice before are
 * never unusual. Outliers among the earlier totals do not count.
 *
 * @param totalCents the bill's total
 * @param pastCents totals of the vendor's earlier bills in the same currency, in any order
 */
export function unusualAmount(
  totalCents: number,
  pastCents: readonly number[],
): UnusualAmountFlag | null {
  const all = positive(pastCents);
  if (totalCents <= 0 || all.length < MIN_PAST) return null;
  if (all.filter((cents) => isAbout(totalCents, cents)).length >= PRECEDENTS) return null;
  const past = withoutOutliers(all);
  const middle = medianOf(past);
  const distance = Math.log(totalCents / middle);
  if (Math.abs(distance) <= Math.log(MIN_FACTOR)) return null;
  const isFar = Math.abs(distance) > SPREADS * spreadOf(past, middle);
  // The spread of few earlier bills proves little.
  const isProven =
    past.length < MIN_PAST_FOR_EXTREMES
      ? isBeyond(totalCents, past, isFar ? MIN_FACTOR : BEYOND_FEW)
      : isFar || isBeyond(totalCents, past, BEYOND_EXTREME);
  if (!isProven) return null;
  const direction = distance > 0 ? 'high' : 'low';
  return { kind: 'unusualAmount', direction, ...usualOf(past, all.length - past.length) };
}

/** Totals without those that would themselves be unusual among the others. @param sorted ascending */
function withoutOutliers(sorted: readonly number[]): readonly number[] {
  const middle = medianOf(sorted);
  const most = Math.max(Math.log(OUTLIER_FACTOR), SPREADS * spreadOf(sorted, middle));
  return sorted.filter((cents) => Math.abs(Math.log(cents / middle)) <= most);
}

/** Spread of the ratios to the middle, comparable to a standard deviation. */
function spreadOf(sorted: readonly number[], middle: number): number {
  const deviations = sorted.map((cents) => Math.abs(Math.log(cents / middle)));
  return medianOf(deviations.toSorted(ascending)) * DEVIATION_TO_SPREAD;
}

function isAbout(one: number, other: number): boolean {
  return Math.max(one, other) <= Math.min(one, other) * ABOUT_THE_SAME;
}

/** Whether the total is above `factor` times the largest, or below the smallest by that factor. */
function isBeyond(totalCents: number, sorted: readonly number[], factor: number): boolean {
  const [least = 0] = sorted;
  const most = sorted.at(-1) ?? 0;
  return totalCents > most * factor || totalCents * factor < least;
}

/** Totals above zero, ascending: credits do not show what is usual. */
function positive(pastCents: readonly number[]): readonly number[] {
  return pastCents.filter((cents) => cents > 0).toSorted(ascending);
}

function ascending(left: number, right: number): number {
  return left - right;
}

function medianOf(sorted: readonly number[]): number {
  const half = sorted.length / 2;
  const upper = sorted[Math.floor(half)] ?? 0;
  return Number.isInteger(half) ? ((sorted[half - 1] ?? 0) + upper) / 2 : upper;
}
