import type { Clock } from '../../../base/clock.ts';
import { createObservable, type Observable } from '../../../base/observable.ts';
import type { Random } from '../../../base/random.ts';
import type { ServiceError, ServiceErrorKind } from '../../../contract/service-error.ts';
import { backoffMs } from '../../../base/backoff.ts';
import { createWakeUp } from '../time/wake-up.ts';

/** Whether the service can be reached, by the last answer or the lack of one. */
export interface Connectivity {
  readonly state: 'unknown' | 'online' | 'offline';
  /** When that was last learnt, epoch milliseconds. */
  readonly sinceMs: number | null;
  /** Why the last try failed. */
  readonly error: ServiceError | null;
}

/** Learns from every answer, and asks again while there is none. */
export interface ConnectivityWatch {
  readonly state: Observable<Connectivity>;
  /** What became of a call to the service: its error, or null for an answer. */
  report(error: ServiceError | null): void;
  /** The network may have changed (online event, resumed, the user asks): ask at once. */
  probeNow(): void;
  /** Whether it may probe has changed. */
  wake(): void;
  close(): void;
}

export interface ConnectivityDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** Asks the service for something small; whatever comes of it is reported by `probe`'s answer. */
  probe(): Promise<ServiceError | null>;
  /** Whether a probe makes sense now: signed in, awake, not closing. */
  mayProbe(): boolean;
}

/** While offline: from 2 s up to 30 s between probes. */
const PROBE_BACKOFF = { firstMs: 2_000, mostMs: 30_000 } as const;

/**
 * What a result says of the way to the service. `null`: nothing (Billfold did not ask, or what came
 * back does not show who answered).
 */
const meaning: Record<ServiceErrorKind, 'online' | 'offline' | null> = {
  unauthenticated: null,
  forbidden: 'online',
  notFound: 'online',
  invalid: 'online',
  validationFailed: 'online',
  conflict: 'online',
  rateLimited: null,
  serverFailed: 'online',
  malformedResponse: null,
  tooLarge: 'online',
  cached: 'online',
  unreachable: 'offline',
  answerLost: null,
  cancelled: null,
};

export function createConnectivityWatch(deps: ConnectivityDeps): ConnectivityWatch {
  const { clock, random } = deps;
  const state = createObservable<Connectivity>({ state: 'unknown', sinceMs: null, error: null });
  const wakeUp = createWakeUp(clock);
  let closed = false;
  let asked = false;
  let failures = 0;

  const become = (next: 'online' | 'offline', error: ServiceError | null): void => {
    const now = state.get();
    if (next === 'online') failures = 0;
    if (now.state === next && now.error?.technical === error?.technical) return;
    const sinceMs = now.state === next ? now.sinceMs : clock.nowMs();
    state.set({ state: next, sinceMs, error });
    wakeUp.wake();
  };

  const report = (error: ServiceError | null): void => {
    if (closed) return;
    const answered = error === null || (error.kind === 'rateLimited' && error.by === 'service');
    const learnt = answered ? 'online' : meaning[error.kind];
    if (learnt) become(learnt, learnt === 'offline' ? error : null);
  };

  const isOffline = (): boolean => state.get().state === 'offline';

  /** Sleeps out the backoff; news that make another probe pointless or urgent end it. */
  const backOff = async (): Promise<void> => {
    failures += 1;
    const dueMs = clock.elapsedMs() + backoffMs(PROBE_BACKOFF, failures, random);
    while (!closed && !asked && isOffline() && clock.elapsedMs() < dueMs) {
      await wakeUp.wait(clock.nowMs() + dueMs - clock.elapsedMs());
    }
    if (isOffline()) asked = true;
  };

  const watch = async (): Promise<void> => {
    while (!closed) {
      if (!deps.mayProbe() || (!asked && !isOffline())) await wakeUp.wait(null);
      else if (!asked) await backOff();
      else {
        asked = false;
        report(await deps.probe());
      }
    }
  };
  void watch();

  return {
    state,
    report,
    probeNow: () => {
      asked = true;
      wakeUp.wake();
    },
    wake: wakeUp.wake,
    close: () => {
      closed = true;
      wakeUp.wake();
    },
  };
}
