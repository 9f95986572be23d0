import { canonicalJson } from '../../base/canonical-json.ts';
import type { Clock } from '../../base/clock.ts';
import { createObservable, type Observable } from '../../base/observable.ts';
import type { Random } from '../../base/random.ts';
import type { QuotaView, RequestPriority } from '../../bridge/quota.ts';
import type { DocumentStore, Log } from '../ports.ts';
import type { QuotaHeaders } from './approve-answer.ts';
import { headersFromOf, recordOf, restoreGovernor } from './governor-record.ts';
import {
  createGovernorState,
  documentedQuota,
  type DocumentedQuota,
  type GovernorState,
  type Moment,
  type Permit,
} from './governor-state.ts';
import { ask, outlook, settle, type Decision, type Wait } from './governor.ts';
import { quotaViewOf } from './quota-view.ts';
import { lacksQuota, type RateReading } from './rate-headers.ts';

/** The one holder of the governor's state: asks it, tells it, keeps it, shows it. */
export interface QuotaStore {
  ask(priority: RequestPriority): Decision;
  /** What `ask` would answer now; null means go. */
  outlook(priority: RequestPriority): Wait | null;
  answered(permit: Permit, status: number, reading: RateReading): void;
  lost(permit: Permit): void;
  unsent(permit: Permit): void;
  /** When sending may be tried again after a refusal, epoch milliseconds here; now if not paused. */
  retryAtMs(): number;
  /** Whether an answer has the quota headers, or lacks what this service has ever sent. */
  headersOf(reading: RateReading): QuotaHeaders;
  /** The service's clock as well as it is known, epoch milliseconds. */
  serviceNowMs(): number;
  /** Calls after each change that may let a request go. */
  subscribe(listener: () => void): () => void;
  readonly view: Observable<QuotaView>;
  /** Writes what is not yet written. */
  close(): void;
}

export interface QuotaStoreDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly document: DocumentStore;
  /** Whose quota it is (connection and sign-in), or null when signed out. */
  readonly account: () => string | null;
  readonly connectionId: () => string | null;
  readonly backgroundShare: () => number;
  readonly documented?: DocumentedQuota;
}

// A crash may forget this much of our own count; the next answer's headers tell the rest.
const SAVE_EVERY_MS = 1_000;
// Nobody has more connections; what else has piled up is forgotten, oldest first.
const MOST_CONNECTIONS = 20;

export function createQuotaStore(deps: QuotaStoreDeps): QuotaStore {
  const { clock, document, documented = documentedQuota } = deps;
  const now = (): Moment => ({ nowMs: clock.nowMs(), elapsedMs: clock.elapsedMs() });
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  let state = createGovernorState('', documented);
  // Connections whose service sends quota headers: without them somebody else answers, in whatever session.
  let headersFrom: readonly string[] | null = null;
  let saved: GovernorState | null = null;
  let saving = false;
  let nextEnd = new AbortController();
  const viewNow = (): QuotaView => quotaViewOf(state, now(), deps.backgroundShare());
  const view = createObservable(viewNow());

  const stateNow = (): GovernorState => {
    const account = deps.account() ?? '';
    if (account !== state.account) {
      save();
      state = restore(account);
      saved = state;
      publish();
    }
    return state;
  };

  const restore = (account: string): GovernorState => {
    const stored = account === '' ? null : document.read();
    if (stored === null) return createGovernorState('', documented);
    if (!stored.ok)
      deps.log.warn('the kept quota could not be read', { problem: stored.error.kind });
    const value = stored.ok ? stored.value : null;
    headersFrom ??= headersFromOf(value);
    const restored = restoreGovernor(value, { account, documented, at: now() });
    if (restored.headersSeen) rememberHeaders();
    return restored;
  };

  const rememberHeaders = (): void => {
    const id = deps.connectionId();
    const known = headersFrom ?? [];
    if (id !== null && !known.includes(id)) headersFrom = [...known, id].slice(-MOST_CONNECTIONS);
  };

  const save = (): void => {
    if (state === saved || state.account === '') return;
    saved = state;
    const record = { ...recordOf(state, now()), headersFrom: headersFrom ?? [] };
    const written = document.write(record);
    if (!written.ok) deps.log.warn('the quota could not be kept', { problem: written.error.kind });
  };

  const saveSoon = async (): Promise<void> => {
    if (saving) return;
    saving = true;
    save();
    await clock.sleep(SAVE_EVERY_MS, closing.signal);
    saving = false;
    if (state !== saved && !closing.signal.aborted) void saveSoon();
  };

  /** Time alone ends windows and pauses: then, too, the view has changed and requests may go. */
  const publishWhenDue = async (): Promise<void> => {
    nextEnd.abort();
    nextEnd = new AbortController();
    const { signal } = nextEnd;
    const ends = [state.pausedUntil, state.window.reset].flatMap((due) => due?.elapsedMs ?? []);
    const aheadMs = ends.map((endMs) => endMs - clock.elapsedMs()).filter((each) => each > 0);
    if (aheadMs.length === 0 || closing.signal.aborted) return;
    await clock.sleep(Math.min(...aheadMs), signal);
    if (!signal.aborted) publish();
  };

  const publish = (): void => {
    void publishWhenDue();
    const next = viewNow();
    if (canonicalJson(next) !== canonicalJson(view.get())) view.set(next);
    for (const listener of listeners) listener();
  };

  const become = (next: GovernorState): void => {
    if (next === state) return;
    state = next;
    // What ends after closing is still worth keeping.
    if (closing.signal.aborted) save();
    else void saveSoon();
    publish();
  };

  return {
    ask: (priority) => {
      const event = { priority, backgroundShare: deps.backgroundShare(), at: now() };
      const { state: next, decision } = ask(stateNow(), event);
      // Asking in vain changes nothing that others would have to hear of.
      if (decision.kind === 'go') become(next);
      return decision;
    },
    outlook: (priority) =>
      outlook(stateNow(), { priority, backgroundShare: deps.backgroundShare(), at: now() }),
    answered: (permit, status, reading) => {
      const before = stateNow();
      // An answer that comes after the session has changed is not of the service that is connected now.
      if (permit.account === before.account && !lacksQuota(reading)) rememberHeaders();
      const event = { kind: 'answered', permit, status, reading } as const;
      become(settle(before, { ...event, random: deps.random.next(), at: now() }));
    },
    headersOf: (reading) => {
      if (!lacksQuota(reading)) return 'there';
      const id = deps.connectionId();
      return id !== null && headersFrom?.includes(id) ? 'missing' : 'neverSent';
    },
    lost: (permit) => become(settle(stateNow(), { kind: 'lost', permit, at: now() })),
    unsent: (permit) => become(settle(stateNow(), { kind: 'unsent', permit, at: now() })),
    retryAtMs: () => {
      const at = now();
      const until = state.pausedUntil?.elapsedMs ?? at.elapsedMs;
      return Math.ceil(at.nowMs + Math.max(0, until - at.elapsedMs));
    },
    serviceNowMs: () => {
      const at = now();
      const { serviceClock } = state;
      if (serviceClock === null) return at.nowMs;
      return Math.round(at.elapsedMs + (serviceClock.leastMs + serviceClock.mostMs) / 2);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: {
      // Time alone changes the view: the same value comes back as long as nothing in it differs.
      get: () => {
        const next = quotaViewOf(stateNow(), now(), deps.backgroundShare());
        return canonicalJson(next) === canonicalJson(view.get()) ? view.get() : next;
      },
      subscribe: view.subscribe,
    },
    close: () => {
      closing.abort();
      nextEnd.abort();
      save();
    },
  };
}
