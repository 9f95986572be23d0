import type { Clock } from '../../base/clock.ts';
import type { RequestPriority } from '../../bridge/quota.ts';
import {
  DOCUMENTED_REQUESTS_PER_WINDOW,
  DOCUMENTED_WINDOW_MS,
} from '../../contract/assumptions.ts';

/** Now, on both clocks: the wall's, which the user may set, and the running time, which only grows. */
export interface ClockReading {
  readonly nowMs: number;
  readonly elapsedMs: number;
}

export function readClock(clock: Pick<Clock, 'nowMs' | 'elapsedMs'>): ClockReading {
  return { nowMs: clock.nowMs(), elapsedMs: clock.elapsedMs() };
}

/**
 * A time to come, on both clocks. Running time decides; where it stands still (a machine that slept)
 * the wall clock raises a doubt that one request may settle.
 */
export interface Due {
  readonly elapsedMs: number;
  readonly wallMs: number;
}

/**
 * Where the service's clock stands against this machine's running time. `Date` has whole seconds and the
 * way takes a while, so one answer gives an interval; several narrow it, as NTP does.
 * Both ends are service epoch milliseconds minus elapsed milliseconds.
 */
export interface ServiceClock {
  readonly leastMs: number;
  readonly mostMs: number;
}

/** What the service's page says when its headers do not. */
export interface DocumentedQuota {
  readonly requestsPerWindow: number;
  readonly windowMs: number;
}

export const documentedQuota: DocumentedQuota = {
  requestsPerWindow: DOCUMENTED_REQUESTS_PER_WINDOW,
  windowMs: DOCUMENTED_WINDOW_MS,
};

export type PerPriority = Readonly<Record<RequestPriority, number>>;

/** Leave to send one request. Whoever holds it settles it, exactly once. */
export interface Permit {
  readonly account: string;
  readonly priority: RequestPriority;
  readonly windowSerial: number;
  /** Elapsed milliseconds at which it was given. */
  readonly sentAtMs: number;
  /** Sent during a pause that holds for it, to find out whether the wall clock is right that it is over. */
  readonly isProbe: boolean;
}

/** Requests dispatched in one slice of time. A slice leaves the count one window after it began. */
export interface Spend extends PerPriority {
  readonly atMs: number;
}

/** The present window, as far as it is known. */
export interface QuotaWindow {
  /** Grows with each window; a permit remembers it, so that late answers are known as such. */
  readonly serial: number;
  /** When it ends; null until an answer has said so. */
  readonly reset: Due | null;
  /** The same on the service's clock; null when `reset` is assumed and not read. */
  readonly resetServiceMs: number | null;
  /** When the first answer came that spoke of it: it had begun by then. */
  readonly firstObservedMs: number | null;
  /** The end of the window before, to know its late answers by. */
  readonly endedServiceMs: number | null;
  /** The lowest remaining heard in this window, and when. It never rises within the window. */
  readonly lowestRemaining: number | null;
  readonly lowestAtMs: number;
  /** What is known of the window before, until this one is compared with it. */
  readonly before: { readonly lowest: number; readonly spends: readonly Spend[] } | null;
  /** Ends in a row, as the service had given them, after which less was left than before: they were none. */
  readonly falseEnds: number;
  /** Requests whose answers were lost: the service may have counted them after the lowest was heard. */
  readonly lost: number;
  /** What others had used when this window was first heard of: only growth from there is sharing. */
  readonly othersAtFirst: number | null;
  /** What others have used since. */
  readonly othersSince: number;
  /** What they used of the window before, from the part of it that was seen. */
  readonly othersBefore: number;
  /** This window began before the last was over: what was spent up to `spentMs` counts until `until`. */
  readonly carried: { readonly until: Due; readonly spentMs: number } | null;
}

/** Everything the governor knows. Times are elapsed milliseconds unless the name says otherwise. */
export interface GovernorState {
  /** Connection and sign-in the count belongs to. Not the token: a refresh brings no new quota. */
  readonly account: string;
  readonly documented: DocumentedQuota;
  readonly limit: number;
  readonly window: QuotaWindow;
  readonly spends: readonly Spend[];
  readonly inFlight: PerPriority;
  /** The service refused (429): nothing goes out before this. */
  readonly pausedUntil: Due | null;
  /** Refused reads in a row. The answer to an approval says nothing of them. */
  readonly refusals: number;
  /** An approval was refused (429): no approval goes out before this. */
  readonly approvalsPausedUntil: Due | null;
  /** Refused approvals in a row. The answer to a read says nothing of them. */
  readonly approvalRefusals: number;
  /** Nothing has been heard since the window, or the pause, began: requests go one at a time. */
  readonly probing: boolean;
  readonly headersSeen: boolean;
  /** Answers in a row that said nothing of the quota. */
  readonly headerless: number;
  readonly serviceClock: ServiceClock | null;
  /** The longest that a window was still to go: how long windows are, as far as that was seen. */
  readonly windowLengthMs: number;
}

export const noneOfEach: PerPriority = { approval: 0, recheck: 0, waiting: 0, background: 0 };

/** A window of which nothing is known. */
export const freshWindow: QuotaWindow = {
  serial: 1,
  reset: null,
  resetServiceMs: null,
  firstObservedMs: null,
  endedServiceMs: null,
  lowestRemaining: null,
  lowestAtMs: 0,
  before: null,
  falseEnds: 0,
  lost: 0,
  othersAtFirst: null,
  othersSince: 0,
  othersBefore: 0,
  carried: null,
};

/** A governor that knows the documented numbers and nothing else. */
export function createGovernorState(
  account: string,
  documented: DocumentedQuota = documentedQuota,
): GovernorState {
  return {
    account,
    documented,
    limit: documented.requestsPerWindow,
    window: freshWindow,
    spends: [],
    inFlight: noneOfEach,
    pausedUntil: null,
    refusals: 0,
    approvalsPausedUntil: null,
    approvalRefusals: 0,
    probing: true,
    headersSeen: false,
    headerless: 0,
    serviceClock: null,
    windowLengthMs: 0,
  };
}

export function totalOf(counts: PerPriority): number {
  return counts.approval + counts.recheck + counts.waiting + counts.background;
}

/** Requests dispatched in this window, by what they were for. */
export function usedOf(state: GovernorState): PerPriority {
  return state.spends.reduce<PerPriority>(
    (sum, spend) => ({
      approval: sum.approval + spend.approval,
      recheck: sum.recheck + spend.recheck,
      waiting: sum.waiting + spend.waiting,
      background: sum.background + spend.background,
    }),
    noneOfEach,
  );
}

/**
 * Requests that may still be dispatched: the smaller of our own count and the service's. What is under
 * way counts as spent in both, since the lowest remaining heard may not include it yet.
 */
export function availableOf(state: GovernorState): number {
  const own = state.limit - totalOf(usedOf(state));
  const { lowestRemaining, lost } = state.window;
  const observed =
    lowestRemaining === null ? own : lowestRemaining - lost - totalOf(state.inFlight);
  return Math.max(0, Math.min(own, observed));
}

const APPROVAL_RESERVE = 0.1;
const WAITING_RESERVE = 0.05;

/** Requests kept back for approvals: a tenth of the limit; one at least, unless one is all there is. */
export function reserveOf(limit: number): number {
  return limit < 2 ? 0 : Math.max(1, Math.floor(limit * APPROVAL_RESERVE));
}

/** What must stay available after a request of this priority went out. */
export function floorOf(limit: number, priority: RequestPriority): number {
  if (priority === 'approval') return 0;
  // One for the approval it is made for, unless one is all there is.
  if (priority === 'recheck') return limit < 2 ? 0 : 1;
  const reserve = reserveOf(limit);
  return priority === 'waiting' ? reserve : reserve + Math.floor(limit * WAITING_RESERVE);
}

/** Whether rechecks have had half of what the quota leaves to approving: the rest is for the approvals. */
export function haveRechecksHadHalf(state: GovernorState): boolean {
  const { approval, recheck } = usedOf(state);
  return recheck >= approval + availableOf(state);
}

/**
 * What somebody else, who took so much of the last window, may still want of this one. Never so much
 * that nothing would be left to read with.
 */
export function othersToCome({ limit, window }: GovernorState): number {
  const most = Math.floor((limit - floorOf(limit, 'background')) / 2);
  return Math.max(0, Math.min(window.othersBefore, most) - window.othersSince);
}

/** Whether somebody else spends from the same quota: remaining falls faster than we spend. */
export function isShared(state: GovernorState): boolean {
  return state.window.othersSince >= Math.max(5, Math.floor(state.limit / 100));
}

/** What background work may still take of this window. */
export function backgroundLeftOf(state: GovernorState, share: number): number {
  const allowed = backgroundAllowanceOf(state, share) - usedOf(state).background;
  const left = availableOf(state) - floorOf(state.limit, 'background') - othersToCome(state);
  return Math.max(0, Math.min(allowed, left));
}

/** How many requests of this window background work may take; half of it when the quota is shared. */
export function backgroundAllowanceOf(state: GovernorState, share: number): number {
  return Math.max(1, Math.floor(state.limit * (isShared(state) ? share / 2 : share)));
}
