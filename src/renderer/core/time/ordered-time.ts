import type { Clock } from '../../../base/clock.ts';

/**
 * A logical clock: each time is later than the one before, and time advances at least as fast as real time,
 * even if the user sets the clock. It dates readings and requests for them. With the wall clock alone, an old
 * reading could count as new after the clock was set back.
 */
export interface OrderedTime {
  /** Epoch milliseconds; ahead of the wall clock if that was set back. */
  nowMs(): number;
  /** Takes a time read from disk. All later times are greater. */
  advancePast(ms: number | null): void;
}

export function createOrderedTime(clock: Clock): OrderedTime {
  let lastMs = Number.NEGATIVE_INFINITY;
  let lastElapsedMs = clock.elapsedMs();
  return {
    nowMs: () => {
      const elapsedMs = clock.elapsedMs();
      const passed = lastMs + (elapsedMs - lastElapsedMs);
      lastMs = Math.max(clock.nowMs(), passed, lastMs + 1);
      lastElapsedMs = elapsedMs;
      return lastMs;
    },
    advancePast: (ms) => {
      if (ms === null || ms <= lastMs) return;
      lastMs = ms;
      lastElapsedMs = clock.elapsedMs();
    },
  };
}
