import type { Clock } from '../../src/base/clock.ts';

/**
 * A process's lifetime in steps: each call through a port, each answer, each database request and each wake-up
 * is one. Killing it at a step is like killing it at an `await`.
 */
export interface Life {
  readonly signal: AbortSignal;
  isOver(): boolean;
  /** Counts a step. Returns whether the process is still alive. */
  step(): boolean;
  /** Number of steps so far. */
  steps(): number;
  kill(): void;
  /** Kills it at its `steps`-th step from now. */
  killIn(steps: number): void;
  /** Passes a promise on while the process lives. Afterwards the result never settles. */
  whileAlive<Value>(promise: Promise<Value>): Promise<Value>;
}

export function createLife(onDeath: () => void): Life {
  const death = new AbortController();
  let steps = 0;
  let lastStep = Number.POSITIVE_INFINITY;
  const kill = (): void => {
    if (death.signal.aborted) return;
    death.abort();
    onDeath();
  };
  const step = (): boolean => {
    steps += 1;
    if (steps >= lastStep) kill();
    return !death.signal.aborted;
  };
  return {
    signal: death.signal,
    isOver: () => death.signal.aborted,
    step,
    steps: () => steps,
    kill,
    killIn: (more) => {
      lastStep = steps + more;
    },
    whileAlive: async (promise) => {
      if (!step()) {
        promise.catch(() => undefined);
        return never();
      }
      try {
        const value = await promise;
        return step() ? value : await never();
      } catch (problem) {
        if (!step()) return never();
        throw problem;
      }
    },
  };
}

/**
 * A promise that never settles, for a dead process. New for each caller, because a shared one would keep all
 * its waiters in memory.
 */
export function never(): Promise<never> {
  return new Promise<never>(() => undefined);
}

/** A clock whose sleepers never wake after the process has died, and whose timers are removed. */
export function mortalClock(clock: Clock, life: Life): Clock {
  return {
    nowMs: clock.nowMs,
    elapsedMs: clock.elapsedMs,
    sleep: async (delayMs, signal) => {
      // Not `AbortSignal.any`, which holds its sources weakly: waking would depend on the garbage collector.
      const waking = new AbortController();
      const wake = (): void => waking.abort();
      const signals = signal ? [signal, life.signal] : [life.signal];
      for (const each of signals) each.addEventListener('abort', wake, { once: true });
      if (signals.some((each) => each.aborted)) wake();
      await clock.sleep(delayMs, waking.signal);
      for (const each of signals) each.removeEventListener('abort', wake);
      if (!life.step()) await never();
    },
  };
}
