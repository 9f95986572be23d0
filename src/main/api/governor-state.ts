import type { Clock } from '../../base/clock.ts';
import type { RequestPriority } from '../../bridge/quota.ts';
import {
  DOCUMENTED_REQUESTS_PER_WINDOW,
  DOCUMENTED_WINDOW_MS,
} from '../../contract/assumptions.ts';

/**
 * Present time on both clocks: the wall clock, which the user may set, and elapsed time, which only
 * grows.
 */
export interface ClockReading {
  readonly nowMs: number;
  readonly elapsedMs: number;
}

export function readClock(clock: Pick<Clock, 'nowMs' | 'elapsedMs'>): ClockReading {
  return { nowMs: clock.nowMs(), elapsedMs: clock.elapsedMs() };
}

/**
 * A future time on both clocks. Elapsed time decides, but it stands still while the machine sleeps. If only the wall
 * clock is past the time, Billfold sends one request as a probe.
 */
export interface Due {
  readonly elapsedMs: number;
  readonly wallMs: number;
}

/**
 * Offset of the service's clock against this machine's elapsed time. `Date` has whole seconds and
 * the network takes time, so one answer gives an interval, and several narrow it, as in NTP. Both ends
 * are service epoch milliseconds minus elapsed milliseconds.
 */
export interface ServiceClock {
  readonly minMs: number;
  readonly maxMs: number;
}

/** Quota of the service page, used when headers are missing. */
export interface DocumentedQuota {
  readonly requestsPerWindow: number;
  readonly windowMs: number;
}

export const documentedQuota: DocumentedQuota = {
  requestsPerWindow: DOCUMENTED_REQUESTS_PER_WINDOW,
  windowMs: DOCUMENTED_WINDOW_MS,
};

export type PerPriority = Readonly<Record<RequestPriority, number>>;

/** Permission to send one request. Its holder settles it exactly once. */
export interface Permit {
  readonly account: string;
  readonly priority: RequestPriority;
  readonly windowSerial: number;
  /** Time of the permission, elapsed milliseconds. */
  readonly sentAtMs: number;
  /** True for a probe: sent during a pause of its priority, because only the wall clock says that the pause is over. */
  readonly isProbe: boolean;
}

/** Requests sent in one slice of time. A slice leaves the count one window after its time. */
export interface Spend extends PerPriority {
  readonly atMs: number;
}

/** Known facts about the present window. */
export interface QuotaWindow {
  /** Grows with each window. A permit carries it, so that late answers can be recognized. */
  readonly serial: number;
  /** End of the window; null until an answer has given it. */
  readonly reset: Due | null;
  /** The end on the service's clock, epoch milliseconds; null when `reset` is an assumption. */
  readonly resetServiceMs: number | null;
  /** Time of the first answer about this window, elapsed milliseconds: it had begun by then. */
  readonly firstObservedMs: number | null;
  /** End of the previous window on the service's clock, to recognize its late answers. */
  readonly endedServiceMs: number | null;
  /** Lowest remaining count received in this window; null before the first. */
  readonly lowestRemaining: number | null;
  /** Time at which `lowestRemaining` was received, elapsed milliseconds. */
  readonly lowestAtMs: number;
  /** Facts about the previous window, until this one is compared with it. */
  readonly before: { readonly lowest: number; readonly spends: readonly Spend[] } | null;
  /**
   * Consecutive false ends: resets that the service announced, but after which fewer requests were left than before.
   */
  readonly falseEnds: number;
  /**
   * Requests whose answers were lost: the service may have counted them after the lowest count was
   * sent.
   */
  readonly lost: number;
  /**
   * Answers without a remaining count since the last answer with one: the service may have counted their requests.
   */
  readonly uncounted: number;
  /** Time of the last answer without a remaining count, elapsed milliseconds. */
  readonly uncountedAtMs: number;
  /** Requests of other clients when this window was first observed. Only an increase means that the quota is shared. */
  readonly othersAtFirst: number | null;
  /** Requests of other clients since then. */
  readonly othersSince: number;
  /**
   * Requests of other clients in the previous window, estimated from the part of it that was
   * observed.
   */
  readonly othersBefore: number;
  /**
   * Set when this window began before the last was over: requests up to `spentMs` count until
   * `until`.
   */
  readonly carried: { readonly until: Due; readonly spentMs: number } | null;
}

/**
 * A further limit: of a gateway, or of the service in headers that its page does not name. It can only reduce what the
 * window allows.
 */
export interface Cap {
  readonly name: string;
  /** Its own limit; the largest remaining count if no header gives it. */
  readonly limit: number;
  /** Remaining count of the last answer, without the requests of later answers. */
  readonly remaining: number;
  /** Time of the last answer with the cap, elapsed milliseconds. */
  readonly receivedAtMs: number;
  readonly until: Due;
}

/**
 * Complete state of the governor. Times are elapsed milliseconds unless the name says otherwise.
 */
export interface GovernorState {
  /** Connection and sign-in that own the count. Not the token: a refresh brings no new quota. */
  readonly account: string;
  readonly documented: DocumentedQuota;
  readonly limit: number;
  readonly window: QuotaWindow;
  readonly caps: readonly Cap[];
  readonly spends: readonly Spend[];
  readonly inFlight: PerPriority;
  /** After a rate-limited answer, no request except a probe leaves before this time. */
  readonly pausedUntil: Due | null;
  /** Whether the rate-limited answer was a 503: an outage or maintenance, not a limit. */
  readonly isOutage: boolean;
  /** Refused reads in a row. The answer to an approval does not change it. */
  readonly refusals: number;
  /** After a rate-limited approval, no approval except a probe leaves before this time. */
  readonly approvalsPausedUntil: Due | null;
  /** Refused approvals in a row. The answer to a read does not change it. */
  readonly approvalRefusals: number;
  /** True from the start of a window, or the end of a pause, until the first answer: requests go one at a time. */
  readonly probing: boolean;
  readonly headersSeen: boolean;
  /** Answers in a row without quota headers. */
  readonly headerless: number;
  readonly serviceClock: ServiceClock | null;
  /** Longest time to a reset ever received, milliseconds: a lower bound of the window's length. */
  readonly windowLengthMs: number;
}

export const noneOfEach: PerPriority = { approval: 0, recheck: 0, waiting: 0, background: 0 };

/** A window before its first answer. */
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
  uncounted: 0,
  uncountedAtMs: 0,
  othersAtFirst: null,
  othersSince: 0,
  othersBefore: 0,
  carried: null,
};

/** A governor that knows only the documented numbers. */
export function createGovernorState(account: string, documented: DocumentedQuota): GovernorState {
  return {
    account,
    documented,
    limit: documented.requestsPerWindow,
    window: freshWindow,
    caps: [],
    spends: [],
    inFlight: noneOfEach,
    pausedUntil: null,
    isOutage: false,
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

/** Requests sent in this window, per priority. */
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

/** Requests that may still be sent: what the window has left, or the cap that allows fewer. */
export function availableOf(state: GovernorState): number {
  const cap = tightestCapOf(state);
  return Math.max(0, cap === null ? windowLeftOf(state) : capLeftOf(state, cap));
}

/** The cap with the smallest part left, if it allows fewer requests than the window; else null. */
export function tightestCapOf(state: GovernorState): Cap | null {
  const partOf = (cap: Cap): number => capLeftOf(state, cap) / cap.limit;
  const [scarcest] = state.caps.toSorted(
    (left, right) => partOf(left) - partOf(right) || left.remaining - right.remaining,
  );
  return scarcest && capLeftOf(state, scarcest) < windowLeftOf(state) ? scarcest : null;
}

/**
 * Requests left in the window: the smaller of our own count and the service's. Requests under way count as spent in
 * both, since the lowest remaining count may not include them yet.
 */
export function windowLeftOf(state: GovernorState): number {
  const own = state.limit - totalOf(usedOf(state));
  const { lowestRemaining, lost, uncounted } = state.window;
  const observed =
    lowestRemaining === null ? own : lowestRemaining - lost - uncounted - totalOf(state.inFlight);
  return Math.max(0, Math.min(own, observed));
}

/** Requests left under a cap. Those under way count as spent. */
export function capLeftOf({ inFlight }: Pick<GovernorState, 'inFlight'>, cap: Cap): number {
  return cap.remaining - totalOf(inFlight);
}

const APPROVAL_RESERVE = 0.1;
const WAITING_RESERVE = 0.05;

/**
 * Requests reserved for approvals: a tenth of the limit, but at most half of those that other clients leave; at least
 * one, but none if the limit is below two.
 */
export function reserveOf(limit: number, leftByOthers: number): number {
  const most = Math.min(limit * APPROVAL_RESERVE, leftByOthers / 2);
  return limit < 2 ? 0 : Math.max(1, Math.floor(most));
}

/** Requests of this window that other clients had not used when it was first observed. */
export function leftByOthersAtFirst({ limit, window }: GovernorState): number {
  return limit - (window.othersAtFirst ?? 0);
}

/** Requests that must remain after one of this priority was sent. */
export function floorOf(limit: number, priority: RequestPriority, leftByOthers = limit): number {
  if (priority === 'approval') return 0;
  // A recheck leaves one request for its approval, unless the limit is one.
  if (priority === 'recheck') return limit < 2 ? 0 : 1;
  const reserve = reserveOf(limit, leftByOthers);
  return priority === 'waiting' ? reserve : reserve + Math.floor(limit * WAITING_RESERVE);
}

/** Whether rechecks have used their half of the quota for approving. The other half is for approvals. */
export function haveRechecksUsedHalf(state: GovernorState): boolean {
  const { approval, recheck } = usedOf(state);
  return recheck >= approval + windowLeftOf(state);
}

/**
 * Requests that other clients may still send in this window, estimated from the previous window. Capped, so that some
 * requests remain for reading.
 */
export function expectedFromOthers({ limit, window }: GovernorState): number {
  const most = Math.floor((limit - floorOf(limit, 'background')) / 2);
  return Math.max(0, Math.min(window.othersBefore, most) - window.othersSince);
}

/** Whether another client uses the same quota: the remaining count falls faster than Billfold sends. */
export function isShared(state: GovernorState): boolean {
  return state.window.othersSince >= Math.max(5, Math.floor(state.limit / 100));
}

/** Requests that background work may still send in this window, ignoring caps. */
export function backgroundLeftOf(state: GovernorState, share: number): number {
  const allowed = backgroundAllowanceOf(state, share) - usedOf(state).background;
  const left = windowLeftOf(state) - floorOf(state.limit, 'background') - expectedFromOthers(state);
  return Math.max(0, Math.min(allowed, left));
}

/** Share of background work in this window, requests; half of it when the quota is shared. */
export function backgroundAllowanceOf(state: GovernorState, share: number): number {
  return Math.max(1, Math.floor(state.limit * (isShared(state) ? share / 2 : share)));
}
