import { aborted } from '../../../base/aborted.ts';
import type { Clock } from '../../../base/clock.ts';

/** Lets a loop sleep until a time or until it is woken. */
export interface WakeUp {
  /** Resolves at `untilMs` (epoch milliseconds; null for never), or at the next `wake`. */
  wait(untilMs: number | null): Promise<void>;
  /** Ends the present wait, or skips the next one. */
  wake(): void;
}

/** Longest sleep, after which a wall clock that was set forward is noticed. */
const LONGEST_SLEEP_MS = 60_000;

export function createWakeUp(clock: Clock): WakeUp {
  let news = false;
  let sleeping: AbortController | null = null;
  return {
    wait: async (untilMs) => {
      if (!news) {
        sleeping = new AbortController();
        if (untilMs === null) await aborted(sleeping.signal);
        else {
          const delayMs = Math.min(Math.max(untilMs - clock.nowMs(), 0), LONGEST_SLEEP_MS);
          await clock.sleep(delayMs, sleeping.signal);
        }
        sleeping = null;
      }
      news = false;
    },
    wake: () => {
      news = true;
      sleeping?.abort();
    },
  };
}
