import type { UnusualAmountFlag } from '../../model/flag.ts';

/** How many of the vendor's latest bills count as its past: prices of years ago mislead. */
export const MOST_PAST = 36;
/** Fewest earlier bills from which to call an amount usual. */
const LEAST_PAST = 6;
/** Within half again as much nothing is unusual, however steady the vendor is. */
const LEAST_FACTOR = 1.5;
/** How many spreads away from the middle; 3.5 is the customary cut for the modified z-score. */
const SPREADS = 3.5;
/** Makes the median of deviations comparable to a standard deviation. */
const DEVIATION_TO_SPREAD = 1.4826;
/** A vendor whose bills differ widely has a wide spread; twice its largest bill so far is unusual still. */
const BEYOND_EXTREME = 2;
/** Earlier totals this many times the middle, or its fraction, are outliers if they are beyond the spread too. */
const OUTLIER_FACTOR = 3;
/** For that the past must be long enough to have shown its extremes. */
const LEAST_PAST_FOR_EXTREMES = 12;

/** So many earlier bills of about the same amount make it usual. */
const PRECEDENTS = 2;
const ABOUT_THE_SAME = 1.1;

/** A vendor's usual amount, and the number of earlier bills behind it. */
export interface UsualAmount {
  /** Middle of the totals, hundredths of their currency. */
  readonly medianCents: number;
  readonly bills: number;
  /** Earlier totals far from all others, left out of the median; absent for none. */
  readonly leftOut?: number;
}

/** The median of a vendor's past totals; null when there are too few to speak of what is usual. */
export function usualAmount(pastCents: readonly number[]): UsualAmount | null {
  const all = positive(pastCents);
  if (all.length < LEAST_PAST) return null;
  const past = withoutOutliers(all);
  return usualOf(past, all.length - past.length);
}

function usualOf(past: readonly number[], leftOut: number): UsualAmount {
  const medianCents = Math.round(medianOf(past));
  return { medianCents, bills: past.length, ...(leftOut > 0 && { leftOut }) };
}

/**
 * Whether a total is far from a vendor's own past: more than half again as much, and either 3.5 times
 * the vendor's own spread away or twice its largest so far; the same downwards. Measured in ratios,
 * since amounts grow and slip by factors. Credits and empty totals are never called unusual, and neither
 * is an amount that the vendor has billed twice before. Outliers of the past are left out.
 *
 * @param totalCents the bill's total
 * @param pastCents totals of the vendor's earlier bills in the same currency, in any order
 */
export function unusualAmount(
  totalCents: number,
  pastCents: readonly number[],
): UnusualAmountFlag | null {
  const all = positive(pastCents);
  if (totalCents <= 0 || all.length < LEAST_PAST) return null;
  if (all.filter((cents) => isAbout(totalCents, cents)).length >= PRECEDENTS) return null;
  const past = withoutOutliers(all);
  const middle = medianOf(past);
  const distance = Math.log(totalCents / middle);
  if (Math.abs(distance) <= Math.log(LEAST_FACTOR)) return null;
  const isFar = Math.abs(distance) > SPREADS * spreadOf(past, middle);
  // A short past has not shown its extremes: its spread alone proves little.
  const isProven =
    past.length < LEAST_PAST_FOR_EXTREMES
      ? isFar && isBeyond(totalCents, past, LEAST_FACTOR)
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

/** Whether the total is so many times the largest, or the smallest so many times the total. */
function isBeyond(totalCents: number, sorted: readonly number[], factor: number): boolean {
  const [least = 0] = sorted;
  const most = sorted.at(-1) ?? 0;
  return totalCents > most * factor || totalCents * factor < least;
}

/** Credits and empty totals tell nothing of what is usual. */
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
