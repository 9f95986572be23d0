import type { Random } from './random.ts';

/** Limits of the delays between tries. */
export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** Minimum delay after a failure, in milliseconds, for any random number. */
const MIN_DELAY_MS = 500;

/**
 * Delay of an exponential backoff with full jitter: a random part of the ceiling, in milliseconds.
 * @param failures consecutive failed tries, from 1
 */
export function backoffMs(backoff: Backoff, failures: number, random: Random): number {
  const ceilingMs = backoffCeilingMs(backoff, failures);
  return Math.max(MIN_DELAY_MS, Math.round(ceilingMs * random.next()));
}

/** Ceiling of the delay: `firstMs` × 2^(failures - 1), at most `maxMs`. */
export function backoffCeilingMs({ firstMs, maxMs }: Backoff, failures: number): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 30));
}

/** A quota window lasts an hour. A longer wait means that the clock was set back. */
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Time to ask main again after a pause, which may last a day. Main measures the pause with a clock that no user can
 * set, and sends nothing to the service before its end. All times are epoch milliseconds.
 */
export function askAgainAtMs(retryAtMs: number, nowMs: number): number {
  return Math.min(retryAtMs, nowMs + LONGEST_PAUSE_MS);
}
