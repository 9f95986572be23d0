import type { Clock } from '../../src/base/clock.ts';

/**
 * A process's life, counted in steps: each call through a port, each answer, each request to the
 * database and each wake is one. Killing it at a step is killing it at any `await`.
 */
export interface Life {
  readonly signal: AbortSignal;
  isOver(): boolean;
  /** Counts a step. Answers whether the process still lives. */
  step(): boolean;
  /** Steps so far. */
  steps(): number;
  kill(): void;
  /** Kills it at its `steps`-th step from now. */
  killIn(steps: number): void;
  /** Passes a promise on while the process lives; afterwards nothing is ever answered. */
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

/** Nothing of a dead process goes on. A promise of its own each time: a shared one would keep all who wait. */
export function never(): Promise<never> {
  return new Promise<never>(() => undefined);
}

/** A clock whose sleepers never wake once the process is dead, and leave no timer behind. */
export function mortalClock(clock: Clock, life: Life): Clock {
  return {
    nowMs: clock.nowMs,
    elapsedMs: clock.elapsedMs,
    sleep: async (delayMs, signal) => {
      // Not `AbortSignal.any`: what it combines is held weakly, so its end would hang on the collector.
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
