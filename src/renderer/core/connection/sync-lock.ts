import type { Clock } from '../../../base/clock.ts';
import type { Random } from '../../../base/random.ts';
import { backoffMs } from '../../../base/backoff.ts';
import { OPEN_BACKOFF } from './connection-life.ts';
import type { LocksPort } from './platform.ts';

export interface SyncLockDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly locks: LocksPort;
  /** Aborted when the lock is no longer wanted. */
  readonly over: AbortSignal;
  /** The lock is held until this is done. */
  hold(): Promise<void>;
  /** It could not be had, or was taken away; it is asked for again. */
  onLost(problem: unknown): Promise<void>;
}

/** One renderer at a time pulls and pushes, whatever windows there are. */
const SYNC_LOCK = 'billfold-sync';

/** Waits for the lock and holds it. Resolves when it is no longer wanted. */
export async function holdSyncLock(deps: SyncLockDeps): Promise<void> {
  const { clock, locks, over } = deps;
  for (let failures = 1; !over.aborted; failures++) {
    try {
      await locks.request(SYNC_LOCK, { signal: over }, deps.hold);
      return;
    } catch (problem) {
      // Given up while waiting: another renderer had it all the time.
      if (over.aborted && Reflect.get(Object(problem), 'name') === 'AbortError') return;
      await deps.onLost(problem);
      await clock.sleep(backoffMs(OPEN_BACKOFF, failures, deps.random), over);
    }
  }
}
