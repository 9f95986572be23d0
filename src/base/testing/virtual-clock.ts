import type { Clock } from '../clock.ts';

/** A clock that moves only on request, and wakes its sleepers in the order of their times. */
export interface VirtualClock extends Clock {
  /** Moves time forward by `durationMs`, and wakes each sleeper at its own time. */
  advance(durationMs: number): Promise<void>;
  /** Moves only the wall clock, like a user who sets the time; no sleeper wakes. */
  jump(byMs: number): void;
  /** Number of current sleepers; teardown asserts 0. */
  sleepers(): number;
  /** Elapsed time at which the next sleeper wakes, milliseconds; null without sleepers. */
  nextWakeMs(): number | null;
}

interface Sleeper {
  readonly atMs: number;
  readonly order: number;
  wake(): void;
}

/** @param startMs wall time at the start, epoch milliseconds */
export function createVirtualClock(startMs = 0): VirtualClock {
  let elapsedMs = 0;
  let offsetMs = startMs;
  let order = 0;
  const sleeping = new Set<Sleeper>();

  const earliest = (): Sleeper | undefined =>
    [...sleeping].toSorted((a, b) => a.atMs - b.atMs || a.order - b.order)[0];

  return {
    nowMs: () => offsetMs + elapsedMs,
    elapsedMs: () => elapsedMs,
    sleep: (delayMs, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const sleeper: Sleeper = {
          atMs: elapsedMs + Math.max(delayMs, 0),
          order: order++,
          wake: () => {
            sleeping.delete(sleeper);
            signal?.removeEventListener('abort', sleeper.wake);
            resolve();
          },
        };
        sleeping.add(sleeper);
        signal?.addEventListener('abort', sleeper.wake, { once: true });
      }),
    advance: async (durationMs) => {
      const untilMs = elapsedMs + durationMs;
      await settle();
      for (let next = earliest(); next && next.atMs <= untilMs; next = earliest()) {
        elapsedMs = next.atMs;
        next.wake();
        await settle();
      }
      elapsedMs = untilMs;
    },
    jump: (byMs) => {
      offsetMs += byMs;
    },
    sleepers: () => sleeping.size,
    nextWakeMs: () => earliest()?.atMs ?? null,
  };
}

/**
 * Runs everything that is ready: promises first, then the platform's queue, until it is empty. A database under test
 * takes one small step per turn of the event loop, so a fixed number of turns would stop it halfway.
 */
export async function settle(): Promise<void> {
  settling += 1;
  try {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (turn + 1 >= MIN_TURNS && queuedTurns() < settling) return;
    }
  } finally {
    settling -= 1;
  }
}

const MIN_TURNS = 4;
/** Maximum turns. Code that queues turns forever should fail its test, not hang it. */
const MAX_TURNS = 100_000;
/** Number of current calls of `settle`. Each of them queues a turn of its own. */
let settling = 0;

function queuedTurns(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Immediate').length;
}
