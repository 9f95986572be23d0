import type { Random } from '../../../base/random.ts';

/** How a repeated try waits. */
export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** No try sooner than this after a failure, whatever chance says. */
const LEAST_DELAY_MS = 500;

/**
 * Exponential backoff with full jitter: a random part of `firstMs` × 2^(failures - 1), at most
 * `mostMs`. @param failures how many tries have failed in a row, from 1
 */
export function backoffMs({ firstMs, mostMs }: Backoff, failures: number, random: Random): number {
  const ceilingMs = Math.min(mostMs, firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 30));
  return Math.max(LEAST_DELAY_MS, Math.round(ceilingMs * random.next()));
}

/** A window of the quota lasts an hour; a wait that looks much longer is taken for a clock set back. */
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * When to ask again after a pause that may last a day: main knows, by time nobody can set, whether it is
 * over, and asks nothing of the service before. All epoch milliseconds.
 */
export function askAgainAtMs(retryAtMs: number, nowMs: number): number {
  return Math.min(retryAtMs, nowMs + LONGEST_PAUSE_MS);
}
