import type { Clock } from '../../../base/clock.ts';
import { createObservable, type Observable } from '../../../base/observable.ts';

interface Sleeper {
  /** In milliseconds of `elapsedMs`. */
  readonly dueMs: number;
  wake(): void;
}

/**
 * The clock of a window that may be hidden. Chromium delays the timers of a hidden page by up to a minute, so main
 * wakes its sleepers.
 *
 * @param wakeAfter asks main to answer after this many milliseconds, or at once when it is asked again
 */
export function createWindowClock(
  system: Clock,
  isVisible: Observable<boolean>,
  wakeAfter: (delayMs: number) => Promise<void>,
): Clock {
  const sleepers = new Set<Sleeper>();
  let asked: { readonly dueMs: number } | null = null;

  const wakeDue = (): void => {
    for (const sleeper of sleepers) if (sleeper.dueMs <= system.elapsedMs()) sleeper.wake();
  };
  const askMain = async (): Promise<void> => {
    if (isVisible.get() || sleepers.size === 0) return;
    const dueMs = Math.min(...[...sleepers].map((sleeper) => sleeper.dueMs));
    if (asked !== null && asked.dueMs <= dueMs) return;
    const ask = { dueMs };
    asked = ask;
    // If main refuses, the page's own timers still fire, though late.
    const isDone = await wakeAfter(Math.max(0, Math.ceil(dueMs - system.elapsedMs()))).then(
      () => true,
      () => false,
    );
    if (asked !== ask) return;
    asked = null;
    wakeDue();
    if (isDone) void askMain();
  };
  isVisible.subscribe(() => void askMain());

  return {
    nowMs: system.nowMs,
    elapsedMs: system.elapsedMs,
    sleep: async (delayMs, signal) => {
      if (signal?.aborted) return;
      const over = new AbortController();
      const sleeper: Sleeper = {
        dueMs: system.elapsedMs() + delayMs,
        wake: () => {
          sleepers.delete(sleeper);
          over.abort();
        },
      };
      sleepers.add(sleeper);
      signal?.addEventListener('abort', sleeper.wake, { once: true });
      void askMain();
      await system.sleep(delayMs, over.signal);
      signal?.removeEventListener('abort', sleeper.wake);
      sleepers.delete(sleeper);
    },
  };
}

const MINUTE_MS = 60_000;

/**
 * Wall time, epoch milliseconds, updated at each full minute: one timer for all ages on screen. It runs only while the
 * window is visible and something shows an age.
 */
export function createMinute(clock: Clock, isVisible: Observable<boolean>): Observable<number> {
  const nowMs = createObservable(clock.nowMs());
  let listeners = 0;
  let running: AbortController | null = null;

  const minuteOf = (atMs: number): number => Math.floor(atMs / MINUTE_MS);
  const tick = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      if (minuteOf(clock.nowMs()) !== minuteOf(nowMs.get())) nowMs.set(clock.nowMs());
      await clock.sleep(MINUTE_MS - (clock.nowMs() % MINUTE_MS), signal);
    }
  };
  const follow = (): void => {
    const isNeeded = listeners > 0 && isVisible.get();
    if (isNeeded === (running !== null)) return;
    running?.abort();
    running = isNeeded ? new AbortController() : null;
    if (running) void tick(running.signal);
  };
  isVisible.subscribe(follow);

  return {
    get: nowMs.get,
    subscribe: (listener) => {
      const stop = nowMs.subscribe(listener);
      listeners += 1;
      follow();
      return () => {
        stop();
        listeners -= 1;
        follow();
      };
    },
  };
}
