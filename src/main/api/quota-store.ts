import { canonicalJson } from '../../base/canonical-json.ts';
import { createObservable, type Observable, type ObservableValue } from '../../base/observable.ts';
import type { Random } from '../../base/random.ts';
import type { QuotaView, RequestPriority } from '../../bridge/quota.ts';
import { spentUntil } from './governor-caps.ts';
import {
  availableOf,
  backgroundLeftOf,
  createGovernorState,
  documentedQuota,
  isShared,
  readClock,
  leftByOthersAtFirst,
  reserveOf,
  tightestCapOf,
  usedOf,
  type DocumentedQuota,
  type Due,
  type GovernorState,
  type ClockReading,
  type Permit,
} from './governor-state.ts';
import { ask, outlook, settle, type Decision, type RequestResult, type Wait } from './governor.ts';
import { createQuotaFile, type QuotaFile, type QuotaFileDeps } from './quota-file.ts';
import { roll } from './governor-window.ts';
import type { QuotaHeaders } from '../../contract/approvals/approve-answer.ts';
import { lacksQuota, provesHeaders, type RateReading } from '../../contract/body/rate-headers.ts';

/** Owns the governor's state: asks it, settles results, saves it, and shows it. */
export interface QuotaStore {
  ask(priority: RequestPriority): Decision;
  /** Answer that `ask` would give now; null means go. */
  outlook(priority: RequestPriority): Wait | null;
  /** Applies the result of a request, once per permit. */
  settle(permit: Permit, result: RequestResult): void;
  /**
   * Earliest time to retry a refused request, epoch milliseconds on this machine; now if no pause
   * applies.
   */
  retryAtMs(priority: RequestPriority): number;
  /**
   * Whether an answer has the quota headers, or lacks headers that this service has sent with a
   * success before.
   */
  headersOf(reading: RateReading): QuotaHeaders;
  /** Whether a cache on the way answered a read. Call it once per answer, before `settle`. */
  isFromCache(permit: Permit, reading: RateReading): boolean;
  /** Best estimate of the service's clock, epoch milliseconds. */
  serviceNowMs(): number;
  /** Calls the listener after each change that may let a request go. */
  subscribe(listener: () => void): () => void;
  readonly view: Observable<QuotaView>;
  /** Writes unsaved changes. */
  close(): void;
}

export interface QuotaStoreDeps extends Omit<QuotaFileDeps, 'documented'> {
  readonly random: Random;
  /** Owner of the quota (connection and sign-in), or null when signed out. */
  readonly account: () => string | null;
  readonly connectionId: () => string | null;
  /** Part of the quota that background work may use, 0 to 1. */
  readonly backgroundShare: () => number;
  /** Quota to assume when headers are missing; the one on the service page by default. */
  readonly documented?: DocumentedQuota;
}

/** State behind a QuotaStore; the view and the timer follow `state`. */
interface Store {
  readonly deps: QuotaStoreDeps;
  readonly file: QuotaFile;
  readonly listeners: Set<() => void>;
  readonly view: ObservableValue<QuotaView>;
  state: GovernorState;
  nextEnd: AbortController;
  isClosed: boolean;
  /** `Date`s of successive answers that were older than the known clock, ascending. */
  readonly oldDatesMs: Set<number>;
}

export function createQuotaStore(deps: QuotaStoreDeps): QuotaStore {
  const { documented = documentedQuota } = deps;
  const state = createGovernorState('', documented);
  const store: Store = {
    deps,
    file: createQuotaFile({ ...deps, documented }),
    listeners: new Set(),
    view: createObservable(quotaViewOf(state, readClock(deps.clock), deps.backgroundShare())),
    state,
    nextEnd: new AbortController(),
    isClosed: false,
    oldDatesMs: new Set(),
  };
  const { file, listeners, view } = store;
  const now = (): ClockReading => readClock(deps.clock);
  const askOf = (priority: RequestPriority) => {
    return { priority, backgroundShare: deps.backgroundShare(), at: now() };
  };
  return {
    ask: (priority) => {
      const { state: next, decision } = ask(stateNow(store), askOf(priority));
      // A refusal by the governor changes nothing for listeners.
      if (decision.kind === 'go') setState(store, next);
      return decision;
    },
    outlook: (priority) => outlook(stateNow(store), askOf(priority)),
    settle: (permit, result) => {
      const before = stateNow(store);
      // An answer that arrives after a change of session belongs to the earlier service or sign-in.
      const isHere = permit.account === before.account;
      if (isHere && result.kind === 'answered' && provesHeaders(result)) rememberHeaders(store);
      const random = result.kind === 'answered' ? deps.random.next() : 0;
      setState(store, settle(before, { ...result, permit, random, at: now() }));
    },
    headersOf: (reading) => {
      if (!lacksQuota(reading)) return 'there';
      const id = deps.connectionId();
      return id !== null && file.sendsHeaders(id) ? 'missing' : 'neverSent';
    },
    isFromCache: (permit, reading) => isFromCache(store, permit, reading),
    retryAtMs: (priority) => retryAtMsOf(store.state, priority, now()),
    serviceNowMs: () => serviceNowOf(store.state, now()),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: {
      get: () => {
        stateNow(store);
        return viewNow(store);
      },
      subscribe: view.subscribe,
    },
    close: () => {
      store.isClosed = true;
      store.nextEnd.abort();
      file.close();
    },
  };
}

/** Clocks of servers behind one address may differ by this much. */
const CLOCK_TOLERANCE_MS = 5_000;
/** This many old dates in a row, none earlier than the last, mean a clock that was set back, not a cache. */
const DATES_OF_A_CLOCK = 3;

function isFromCache(store: Store, { sentAtMs }: Permit, { ageS, dateMs }: RateReading): boolean {
  if (ageS !== null && ageS > 0) return true;
  const { serviceClock } = store.state;
  if (dateMs === null || serviceClock === null) return false;
  const isOld = dateMs + CLOCK_TOLERANCE_MS < serviceClock.minMs + sentAtMs;
  const { oldDatesMs } = store;
  if (!isOld || [...oldDatesMs].some((each) => each > dateMs)) oldDatesMs.clear();
  if (isOld) oldDatesMs.add(dateMs);
  return isOld && oldDatesMs.size < DATES_OF_A_CLOCK;
}

function stateNow(store: Store): GovernorState {
  const account = store.deps.account() ?? '';
  if (account !== store.state.account) {
    store.state = store.file.restore(account);
    if (store.state.headersSeen) rememberHeaders(store);
    publish(store);
  }
  return store.state;
}

function rememberHeaders({ deps, file }: Store): void {
  const id = deps.connectionId();
  if (id !== null) file.rememberHeaders(id);
}

function setState(store: Store, next: GovernorState): void {
  if (next === store.state) return;
  store.state = next;
  // Results that arrive after closing are saved too.
  store.file.update(next);
  publish(store);
}

function publish(store: Store): void {
  void publishWhenDue(store);
  store.view.set(viewNow(store));
  for (const listener of store.listeners) listener();
}

/** Publishes when a window or a pause ends: the view changes then, and requests may go. */
async function publishWhenDue(store: Store): Promise<void> {
  const { clock } = store.deps;
  store.nextEnd.abort();
  store.nextEnd = new AbortController();
  const { signal } = store.nextEnd;
  const aheadMs = endsOf(store.state).map((endMs) => endMs - clock.elapsedMs());
  const nextMs = Math.min(...aheadMs.filter((each) => each > 0));
  if (nextMs === Infinity || store.isClosed) return;
  await clock.sleep(nextMs, signal);
  if (!signal.aborted) publish(store);
}

/** Present view: the same object while its content is equal, although time alone changes the view. */
function viewNow({ deps, state, view }: Store): QuotaView {
  const next = quotaViewOf(state, readClock(deps.clock), deps.backgroundShare());
  return canonicalJson(next) === canonicalJson(view.get()) ? view.get() : next;
}

/** Known ends of the pauses, of the window and of the caps, elapsed milliseconds. */
function endsOf({ pausedUntil, approvalsPausedUntil, window, caps }: GovernorState): number[] {
  const ends = [pausedUntil, approvalsPausedUntil, window.reset, ...caps.map(({ until }) => until)];
  return ends.flatMap((due) => due?.elapsedMs ?? []);
}

function retryAtMsOf(
  { pausedUntil, approvalsPausedUntil }: GovernorState,
  priority: RequestPriority,
  at: ClockReading,
): number {
  const pauses = [pausedUntil, priority === 'approval' ? approvalsPausedUntil : null];
  const untilMs = Math.max(at.elapsedMs, ...pauses.map((due) => due?.elapsedMs ?? 0));
  return Math.ceil(at.nowMs + (untilMs - at.elapsedMs));
}

function serviceNowOf({ serviceClock }: GovernorState, at: ClockReading): number {
  if (serviceClock === null) return at.nowMs;
  return Math.round(at.elapsedMs + (serviceClock.minMs + serviceClock.maxMs) / 2);
}

/** When the next request may leave; null for now. After a pause, the quota may still be used up until its reset. */
function waitsUntil(state: GovernorState, at: ClockReading): Due | null {
  const { pausedUntil } = state;
  const { elapsedMs } = pausedUntil ?? at;
  const later = pausedUntil === null ? state : roll(state, { ...at, elapsedMs });
  return (availableOf(later) === 0 ? spentUntil(later) : null) ?? pausedUntil;
}

/**
 * Quota at this moment, as the user sees it.
 * @param backgroundShare part of the quota that background work may use, 0 to 1
 */
function quotaViewOf(state: GovernorState, at: ClockReading, backgroundShare: number): QuotaView {
  const rolled = roll(state, at);
  const wall = (due: Due | null): number | null =>
    due === null ? null : Math.round(at.nowMs + (due.elapsedMs - at.elapsedMs));
  const refused = rolled.isOutage ? 'unavailable' : 'refused';
  const pause = rolled.pausedUntil === null ? null : refused;
  const remaining = availableOf(rolled);
  const spent = remaining === 0;
  const cap = tightestCapOf(rolled);
  const check =
    pause === null && !spent ? outlook(rolled, { priority: 'recheck', backgroundShare, at }) : null;
  return {
    limit: cap?.limit ?? rolled.limit,
    limitResetAtMs: wall(cap?.until ?? null) ?? undefined,
    remaining,
    reserve: reserveOf(rolled.limit, leftByOthersAtFirst(rolled)),
    resetAtMs: wall(rolled.window.reset),
    pausedUntilMs: wall(waitsUntil(rolled, at)),
    pause: spent && pause !== 'refused' ? 'spent' : pause,
    checksFromMs: wall(check?.until ?? null) ?? undefined,
    backgroundLeft: backgroundLeftOf(rolled, backgroundShare),
    shared: isShared(rolled),
    used: usedOf(rolled),
  };
}
