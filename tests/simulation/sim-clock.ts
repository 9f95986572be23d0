import type { Clock } from '../../src/base/clock.ts';

/**
 * One stream of true time with two clocks. The service's clock is right and never stops. The machine's wall
 * clock can be set by the user, and its running time stops during sleep.
 */
export interface SimClock {
  readonly service: Clock;
  readonly machine: Clock;
  /** True milliseconds since the start. */
  trueMs(): number;
  /** Runs until `untilMs` (true time), or until `isOver` returns true. Wakes each sleeper at its time. */
  runUntil(untilMs: number, isOver: () => boolean): Promise<void>;
  /** The user sets the machine's clock. */
  jump(byMs: number): void;
  suspend(): void;
  resume(): void;
  isSuspended(): boolean;
  sleepers(): number;
  /** Runs everything that is ready, without letting time pass. */
  settle(): Promise<void>;
}

interface Sleeper {
  /** On the time scale of its clock. */
  readonly atMs: number;
  readonly order: number;
  readonly isMachine: boolean;
  wake(): void;
}

/** @param startMs wall time of both clocks at the start, epoch milliseconds */
export function createSimClock(startMs: number): SimClock {
  let trueMs = 0;
  let sleptMs = 0;
  let suspendedAtMs: number | null = null;
  let offsetMs = 0;
  let order = 0;
  const sleeping = new Set<Sleeper>();
  const turns = countTurns();
  const hurry = watchForHurry();

  const machineMs = (): number => (suspendedAtMs ?? trueMs) - sleptMs;

  const sleepOn =
    (isMachine: boolean, nowMs: () => number) =>
    (delayMs: number, signal?: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const sleeper: Sleeper = {
          atMs: nowMs() + Math.max(delayMs, 0),
          order: order++,
          isMachine,
          wake: () => {
            sleeping.delete(sleeper);
            signal?.removeEventListener('abort', sleeper.wake);
            resolve();
          },
        };
        sleeping.add(sleeper);
        signal?.addEventListener('abort', sleeper.wake, { once: true });
      });

  /** True time at which a sleeper wakes; never while the machine sleeps. */
  const dueMs = ({ atMs, isMachine }: Sleeper): number => {
    if (!isMachine) return atMs;
    return suspendedAtMs === null ? atMs + sleptMs : Number.POSITIVE_INFINITY;
  };

  const earliest = (): Sleeper | null => {
    let first: Sleeper | null = null;
    for (const each of sleeping) {
      const sooner = first === null ? -1 : dueMs(each) - dueMs(first) || each.order - first.order;
      if (sooner < 0) first = each;
    }
    return first;
  };

  return {
    service: {
      nowMs: () => startMs + trueMs,
      elapsedMs: () => trueMs,
      sleep: sleepOn(false, () => trueMs),
    },
    machine: {
      nowMs: () => startMs + offsetMs + trueMs,
      elapsedMs: machineMs,
      sleep: sleepOn(true, machineMs),
    },
    trueMs: () => trueMs,
    runUntil: async (untilMs, isOver) => {
      await turns.settle();
      for (let next = earliest(); next && dueMs(next) <= untilMs; next = earliest()) {
        if (isOver()) return;
        trueMs = Math.max(trueMs, dueMs(next));
        hurry.note(trueMs);
        next.wake();
        await turns.settle();
      }
      if (!isOver()) trueMs = Math.max(trueMs, untilMs);
    },
    jump: (byMs) => {
      offsetMs += byMs;
    },
    suspend: () => {
      suspendedAtMs ??= trueMs;
    },
    resume: () => {
      if (suspendedAtMs === null) return;
      sleptMs += trueMs - suspendedAtMs;
      suspendedAtMs = null;
    },
    isSuspended: () => suspendedAtMs !== null,
    sleepers: () => sleeping.size,
    settle: turns.settle,
  };
}

/** Code that retries without a pause would keep time from passing: fail the run early instead of after hours. */
function watchForHurry(): { note(trueMs: number): void } {
  let minute = 0;
  let wakes = 0;
  return {
    note: (trueMs) => {
      const present = Math.floor(trueMs / 60_000);
      wakes = present === minute ? wakes + 1 : 1;
      minute = present;
      if (wakes > MAX_WAKES) throw new Error(`woken ${wakes} times in one minute`);
    },
  };
}

/** Wake-ups per minute; the busiest of 300 runs has 235. */
const MAX_WAKES = 5_000;

/**
 * Counts queued turns of the event loop, so that time advances exactly when nothing is left to do. The database
 * under test queues one turn for each small step.
 */
function countTurns(): { settle(): Promise<void> } {
  const original = originalSetImmediate();
  const turn = (): Promise<void> => new Promise((resolve) => void original(resolve));
  return {
    settle: async () => {
      for (let idle = 0, all = 0; idle < IDLE_TURNS; all++) {
        if (all > MAX_TURNS) throw new Error('somebody queues turns for ever');
        const before = counter.queued;
        await turn();
        idle = before === 0 && counter.queued === 0 ? idle + 1 : 0;
      }
    },
  };
}

/** Streams of `fetch` bodies and promises take a turn or two without queuing any. */
const IDLE_TURNS = 3;
/** Beyond this, code queues turns forever: fail instead of hanging. 200 runs take at most 73. */
const MAX_TURNS = 5_000;

const counter = { queued: 0 };
let original: typeof setImmediate | null = null;

/**
 * Replaces the platform's `setImmediate` once by a counting one. The database under test reads the global each
 * time, which is the only place to observe it.
 */
function originalSetImmediate(): typeof setImmediate {
  if (original !== null) return original;
  const real = globalThis.setImmediate;
  original = real;
  const counting = <Arguments extends unknown[]>(
    work: (...given: Arguments) => void,
    ...given: Arguments
  ): NodeJS.Immediate => {
    counter.queued += 1;
    return real(() => {
      counter.queued -= 1;
      work(...given);
    });
  };
  globalThis.setImmediate = Object.assign(counting, real);
  return real;
}
