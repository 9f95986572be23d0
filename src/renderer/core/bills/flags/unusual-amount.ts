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
/** For that the past must be long enough to have shown its extremes. */
const LEAST_PAST_FOR_EXTREMES = 12;

/** A vendor's usual amount, and the number of earlier bills behind it. */
export interface UsualAmount {
  /** Middle of the totals, hundredths of their currency. */
  readonly medianCents: number;
  readonly bills: number;
}

/** The median of a vendor's past totals; null when there are too few to speak of what is usual. */
export function usualAmount(pastCents: readonly number[]): UsualAmount | null {
  const past = positive(pastCents);
  if (past.length < LEAST_PAST) return null;
  return { medianCents: Math.round(medianOf(past)), bills: past.length };
}

/**
 * Whether a total is far from a vendor's own past: more than half again as much, and either 3.5 times
 * the vendor's own spread away or twice its largest so far; the same downwards. Measured in ratios,
 * since amounts grow and slip by factors. Credits and empty totals are never called unusual.
 *
 * @param totalCents the bill's total
 * @param pastCents totals of the vendor's earlier bills in the same currency, in any order
 */
export function unusualAmount(
  totalCents: number,
  pastCents: readonly number[],
): UnusualAmountFlag | null {
  const past = positive(pastCents);
  if (totalCents <= 0 || past.length < LEAST_PAST) return null;
  const middle = medianOf(past);
  const deviations = past.map((cents) => Math.abs(Math.log(cents / middle))).toSorted(ascending);
  const spread = medianOf(deviations) * DEVIATION_TO_SPREAD;
  const distance = Math.log(totalCents / middle);
  if (Math.abs(distance) <= Math.log(LEAST_FACTOR)) return null;
  if (Math.abs(distance) <= SPREADS * spread && !isBeyondExtremes(totalCents, past)) return null;
  return {
    kind: 'unusualAmount',
    direction: distance > 0 ? 'high' : 'low',
    medianCents: Math.round(middle),
    bills: past.length,
  };
}

function isBeyondExtremes(totalCents: number, past: readonly number[]): boolean {
  const [least] = past;
  const most = past.at(-1);
  if (least === undefined || most === undefined || past.length < LEAST_PAST_FOR_EXTREMES) {
    return false;
  }
  return totalCents > most * BEYOND_EXTREME || totalCents * BEYOND_EXTREME < least;
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
