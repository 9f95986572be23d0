import type { Random } from './random.ts';

/** How a repeated try waits. */
export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** No try sooner than this after a failure, whatever chance says. */
const LEAST_DELAY_MS = 500;

/**
 * Exponential backoff with full jitter: a random part of the ceiling.
 * @param failures how many tries have failed in a row, from 1
 */
export function backoffMs(backoff: Backoff, failures: number, random: Random): number {
  const ceilingMs = backoffCeilingMs(backoff, failures);
  return Math.max(LEAST_DELAY_MS, Math.round(ceilingMs * random.next()));
}

/** `firstMs` × 2^(failures - 1), at most `mostMs`. */
export function backoffCeilingMs({ firstMs, mostMs }: Backoff, failures: number): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 30));
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
