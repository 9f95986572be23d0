import type { Clock } from '../../../base/clock.ts';

/**
 * Times that can be compared although the user may set the clock: each is later than the one before,
 * and they go forward at least as fast as true time. Readings and the wish for one are dated with it;
 * with the wall clock alone, a clock set back would let an old reading pass for a new one.
 */
export interface OrderedTime {
  /** Epoch milliseconds; ahead of the wall clock when that was set back. */
  nowMs(): number;
  /** A time read from disk: whatever comes now is later. */
  witness(ms: number | null): void;
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
    witness: (ms) => {
      if (ms === null || ms <= lastMs) return;
      lastMs = ms;
      lastElapsedMs = clock.elapsedMs();
    },
  };
}
