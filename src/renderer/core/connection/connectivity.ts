import type { Clock } from '../../../base/clock.ts';
import { createObservable, type Observable } from '../../../base/observable.ts';
import type { Random } from '../../../base/random.ts';
import type { ServiceError, ServiceErrorKind } from '../../../contract/service-error.ts';
import { backoffMs } from '../../../base/backoff.ts';
import { createWakeUp } from '../time/wake-up.ts';

/** Whether the service is reachable, according to the last answer or failure. */
export interface Connectivity {
  readonly state: 'unknown' | 'online' | 'offline';
  /** Since when, epoch milliseconds; null before any evidence. */
  readonly sinceMs: number | null;
  /** Error of the last failed try, or of a probe that the quota keeps back; null for none. */
  readonly error: ServiceError | null;
}

/** Observes every answer of the service, and probes it while there is none. */
export interface ConnectivityWatch {
  readonly state: Observable<Connectivity>;
  /** Reports the result of a call to the service: its error, or null for an answer. */
  report(error: ServiceError | null): void;
  /** Probes at once. Call when the network may have changed: online event, resume, the user's request. */
  probeNow(): void;
  /** Call when `mayProbe` may have changed. */
  wake(): void;
  close(): void;
}

export interface ConnectivityDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** Sends the service a small request. Its result goes to `report`. */
  probe(): Promise<ServiceError | null>;
  /** Whether a probe makes sense now: signed in, awake, not closing. */
  mayProbe(): boolean;
}

/** While offline: from 2 s up to 30 s between probes. */
const PROBE_BACKOFF = { firstMs: 2_000, maxMs: 30_000 } as const;
/** While connections break off at once: longer, because each of them costs several requests. */
const BROKEN_OFF_BACKOFF = { firstMs: 2_000, maxMs: 120_000 } as const;
/** Minimum time online for a connection to count as lasting, milliseconds. */
const LASTING_MS = 60_000;

/**
 * Evidence in a result about the connection to the service. `null`: none (Billfold made no request, or the answer does
 * not show who sent it).
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

/** Lost answers in a row that prove "offline". One proves nothing; a firewall may close every connection. */
const LOST_WHEN_OFFLINE = 2;

export function createConnectivityWatch(deps: ConnectivityDeps): ConnectivityWatch {
  const { clock, random } = deps;
  const state = createObservable<Connectivity>({ state: 'unknown', sinceMs: null, error: null });
  const wakeUp = createWakeUp(clock);
  let closed = false;
  let asked = false;
  let failures = 0;
  let lostInARow = 0;
  /** Number of connections in a row that came back and broke off at once. */
  let brokenOff = 0;
  let backAtMs = Number.NEGATIVE_INFINITY;

  const become = (next: Connectivity['state'], error: ServiceError | null): void => {
    const now = state.get();
    if (next === 'online') failures = 0;
    if (next === 'online' && now.state !== 'online' && now.sinceMs !== null)
      backAtMs = clock.elapsedMs();
    if (next === 'offline' && now.state === 'online')
      brokenOff = clock.elapsedMs() - backAtMs < LASTING_MS ? brokenOff + 1 : 0;
    if (now.state === next && now.error?.technical === error?.technical) return;
    const sinceMs = now.state === next ? now.sinceMs : clock.nowMs();
    state.set({ state: next, sinceMs, error });
    wakeUp.wake();
  };

  const report = (error: ServiceError | null): void => {
    if (closed) return;
    const answered = error === null || (error.kind === 'rateLimited' && error.by === 'service');
    lostInARow = error?.kind === 'answerLost' ? lostInARow + 1 : 0;
    const isCutOff = lostInARow >= LOST_WHEN_OFFLINE;
    const learnt = answered ? 'online' : isCutOff ? 'offline' : meaning[error.kind];
    if (learnt) become(learnt, learnt === 'offline' ? error : null);
  };

  const isOffline = (): boolean => state.get().state === 'offline';

  /** Waits for the backoff, or until an event makes the next probe pointless or urgent. */
  const backOff = async (): Promise<void> => {
    failures += 1;
    const backoff = brokenOff === 0 ? PROBE_BACKOFF : BROKEN_OFF_BACKOFF;
    const dueMs = clock.elapsedMs() + backoffMs(backoff, failures + brokenOff, random);
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
        const error = await deps.probe();
        report(error);
        // The probe proved nothing. Approvals have their own quota, so they are tried without a probe.
        const isKeptBack = error?.kind === 'rateLimited' && error.by === 'billfold';
        if (isKeptBack && state.get().state !== 'online') become('unknown', error);
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
