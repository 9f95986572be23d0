import type { Clock } from './clock.ts';

/** The machine's own clock. Only this module reads it. */
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
        let timer: ReturnType<typeof setTimeout>;
        const wait = (leftMs: number): void => {
          const restMs = leftMs - LONGEST_TIMER_MS;
          timer =
            restMs > 0 ? setTimeout(wait, LONGEST_TIMER_MS, restMs) : setTimeout(finish, leftMs);
        };
        wait(delayMs);
        signal?.addEventListener('abort', finish, { once: true });
      }),
  };
}

// Timers count in a signed 32-bit integer and fire at once above it, so a longer sleep uses several timers.
const LONGEST_TIMER_MS = 2 ** 31 - 1;
