import type { Clock } from './clock.ts';

/** The machine's own clock: the one place that reads it. */
export function createSystemClock(): Clock {
  return {
    nowMs: () => Date.now(),
    elapsedMs: () => performance.now(),
    sleep: (delayMs, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const finish = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', finish);
          resolve();
        };
        const timer = setTimeout(finish, clampDelay(delayMs));
        signal?.addEventListener('abort', finish, { once: true });
      }),
  };
}

// Timers count in a signed 32-bit integer and fire at once past it.
const LONGEST_DELAY_MS = 2 ** 31 - 1;

function clampDelay(delayMs: number): number {
  return Math.min(Math.max(delayMs, 0), LONGEST_DELAY_MS);
}
