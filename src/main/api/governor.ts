import { assertNever } from '../../base/assert-never.ts';
import type { RequestPriority } from '../../bridge/quota.ts';
import { capUntil, countOnCaps } from './governor-caps.ts';
import {
  backgroundAllowanceOf,
  floorOf,
  haveRechecksUsedHalf,
  leftByOthersAtFirst,
  noneOfEach,
  expectedFromOthers,
  totalOf,
  usedOf,
  windowLeftOf,
  type Due,
  type GovernorState,
  type ClockReading,
  type Permit,
  type Spend,
} from './governor-state.ts';
import { isRateLimited, observe, pause, type Answered } from './header-intake.ts';
import { roll } from './governor-window.ts';
import type { RateReading } from '../../contract/body/rate-headers.ts';

interface AskEvent {
  readonly priority: RequestPriority;
  /** Part of the quota that background work may use, 0 to 1. */
  readonly backgroundShare: number;
  readonly at: ClockReading;
}

/**
 * Why a request waits. `backoff`: approvals were refused. `until` is null when it waits for the end of a request under
 * way.
 */
export interface Wait {
  readonly why: 'refused' | 'spent' | 'share' | 'probing' | 'backoff';
  readonly until: Due | null;
}

/**
 * Whether the wait holds up only requests of the same priority. Other waits hold up all lower
 * priorities too.
 */
export function holdsUpOnlyItself({ why }: Wait): boolean {
  return why === 'share' || why === 'backoff';
}

export type Decision =
  | { readonly kind: 'go'; readonly permit: Permit }
  | ({ readonly kind: 'wait' } & Wait);

export type RequestResult =
  | { readonly kind: 'answered'; readonly status: number; readonly reading: RateReading }
  /** Bytes left, but no answer came: the service may have counted the request. */
  | { readonly kind: 'lost' }
  /** The request provably never left: it costs nothing. */
  | { readonly kind: 'unsent' };

type SettleEvent = RequestResult & Omit<Answered, 'status' | 'reading'>;

/** Decides whether a request may be sent. After `go` it counts as spent and under way. */
export function ask(
  state: GovernorState,
  event: AskEvent,
): { readonly state: GovernorState; readonly decision: Decision } {
  const rolled = roll(state, event.at);
  const wait = waitOf(rolled, event);
  if (wait !== null) return { state: rolled, decision: { kind: 'wait', ...wait } };
  const permit: Permit = {
    account: rolled.account,
    priority: event.priority,
    windowSerial: rolled.window.serial,
    sentAtMs: event.at.elapsedMs,
    isProbe:
      rolled.pausedUntil !== null ||
      (event.priority === 'approval' && rolled.approvalsPausedUntil !== null),
  };
  return { state: spend(rolled, event.priority, event.at), decision: { kind: 'go', permit } };
}

/** Answer that `ask` would give now, without asking; null means go. */
export function outlook(state: GovernorState, event: AskEvent): Wait | null {
  return waitOf(roll(state, event.at), event);
}

/** Applies the result of a request. A permit of another account changes nothing. */
export function settle(state: GovernorState, result: SettleEvent): GovernorState {
  if (result.permit.account !== state.account) return state;
  const landed = endFlight(roll(state, result.at), result.permit.priority);
  switch (result.kind) {
    case 'answered': {
      const observed = observe(redate(landed, result.permit, result.at), result);
      if (isRateLimited(result)) return pause(observed, result);
      return endRefusals(observed, result.permit);
    }
    case 'lost': {
      const spent = redate(landed, result.permit, result.at);
      const window = { ...spent.window, lost: spent.window.lost + 1 };
      return { ...spent, window, caps: countOnCaps(spent.caps) };
    }
    case 'unsent':
      return { ...landed, spends: takeBack(landed.spends, result.permit) };
    default:
      return assertNever(result);
  }
}

/**
 * Handles an answer that is no refusal. An answered probe ends the pause; without a pause, the count of refusals ends.
 */
function endRefusals(state: GovernorState, { isProbe, priority }: Permit): GovernorState {
  const next = isProbe ? { ...state, pausedUntil: null } : state;
  if (priority !== 'approval') return next.pausedUntil === null ? { ...next, refusals: 0 } : next;
  // During a pause only a probe leaves, so this approval left before the refusal.
  if (next.approvalsPausedUntil !== null && !isProbe) return next;
  return { ...next, approvalsPausedUntil: null, approvalRefusals: 0 };
}

function waitOf(state: GovernorState, event: AskEvent): Wait | null {
  const { priority } = event;
  const backoff = priority === 'approval' ? backoffOf(state, event) : null;
  if (backoff !== null) return backoff;
  if (state.pausedUntil !== null) {
    const until = state.pausedUntil;
    return isDoubtful(until, event) ? waitForProbe(state) : { why: 'refused', until };
  }
  if (state.probing && isBusy(state, priority)) return { why: 'probing', until: null };
  return windowWaitOf(state, event) ?? capWaitOf(state, event);
}

function capWaitOf(state: GovernorState, event: AskEvent): Wait | null {
  const until = capUntil(state, event.priority);
  if (until === null) return null;
  return isDoubtful(until, event) ? waitForProbe(state) : { why: 'spent', until };
}

function windowWaitOf(state: GovernorState, event: AskEvent): Wait | null {
  const why = shortage(state, event);
  if (why === null) return null;
  const { carried, reset } = state.window;
  if (reset !== null && isDoubtful(reset, event)) return waitForProbe(state);
  return { why, until: earliest([reset, carried?.until, whenSpendsExpire(state, event)]) };
}

/** Makes approvals wait after a refusal: for their own backoff, and one at a time. */
function backoffOf(state: GovernorState, event: AskEvent): Wait | null {
  const { approvalsPausedUntil: until, approvalRefusals, pausedUntil, inFlight } = state;
  if (until !== null && !isDoubtful(until, event)) {
    const isLonger = pausedUntil !== null && pausedUntil.elapsedMs > until.elapsedMs;
    return { why: 'backoff', until: isLonger ? pausedUntil : until };
  }
  return approvalRefusals > 0 && inFlight.approval > 0 ? { why: 'backoff', until: null } : null;
}

function earliest(dues: readonly (Due | null | undefined)[]): Due | null {
  return dues.reduce<Due | null>((first, due) => {
    if (!due) return first;
    return first !== null && first.elapsedMs <= due.elapsedMs ? first : due;
  }, null);
}

function shortage(state: GovernorState, event: AskEvent): 'spent' | 'share' | null {
  const left =
    windowLeftOf(state) - floorOf(state.limit, event.priority, leftByOthersAtFirst(state));
  if (event.priority === 'approval') return left > 0 ? null : 'spent';
  if (event.priority === 'recheck') {
    return left <= 0 ? 'spent' : haveRechecksUsedHalf(state) ? 'share' : null;
  }
  if (left <= expectedFromOthers(state)) return 'spent';
  if (event.priority === 'waiting') return null;
  const allowance = backgroundAllowanceOf(state, event.backgroundShare);
  return usedOf(state).background >= allowance ? 'share' : null;
}

// Approvals wait only for approvals under way, rechecks for both, and other requests for everything.
function isBusy({ inFlight }: GovernorState, priority: RequestPriority): boolean {
  if (priority === 'approval') return inFlight.approval > 0;
  if (priority === 'recheck') return inFlight.approval + inFlight.recheck > 0;
  return totalOf(inFlight) > 0;
}

// Small corrections of the wall clock are common. Only a larger difference counts as a sleep or a changed clock.
const CLOCK_TOLERANCE_MS = 5_000;

/**
 * Whether only the wall clock says that the time has come: the machine slept, or the clock was set.
 */
function isDoubtful(due: Due, { at }: AskEvent): boolean {
  return at.nowMs >= due.wallMs + CLOCK_TOLERANCE_MS;
}

/**
 * Null if the request may go as a probe; otherwise it waits for the requests under way. Approvals wait too, since the
 * service may have no quota left.
 */
function waitForProbe({ inFlight }: GovernorState): Wait | null {
  return totalOf(inFlight) === 0 ? null : { why: 'probing', until: null };
}

/** Time at which enough requests will have left our own sliding count; null if too few would be left even then. */
function whenSpendsExpire(state: GovernorState, event: AskEvent): Due | null {
  let rest = state;
  let atMs = event.at.elapsedMs;
  for (const slice of state.spends) {
    if (shortage(rest, event) === null) break;
    atMs = slice.atMs + state.documented.windowMs;
    rest = { ...rest, spends: rest.spends.slice(1) };
  }
  if (shortage(rest, event) !== null) return null;
  return { elapsedMs: atMs, wallMs: event.at.nowMs + (atMs - event.at.elapsedMs) };
}

// Our own count has slices of a hundredth of a window, so that it stays small on disk.
const SLICES_PER_WINDOW = 100;

function spend(state: GovernorState, priority: RequestPriority, at: ClockReading): GovernorState {
  return {
    ...state,
    spends: count(state, state.spends, priority, at),
    inFlight: { ...state.inFlight, [priority]: state.inFlight[priority] + 1 },
  };
}

function count(
  state: GovernorState,
  spends: readonly Spend[],
  priority: RequestPriority,
  at: ClockReading,
): readonly Spend[] {
  const sliceMs = state.documented.windowMs / SLICES_PER_WINDOW;
  // A slice is dated at its end, so that it counts long enough for its newest request.
  const atMs = (Math.floor(at.elapsedMs / sliceMs) + 1) * sliceMs;
  const last = spends.at(-1);
  const slice: Spend = last?.atMs === atMs ? last : { ...noneOfEach, atMs };
  const before = last?.atMs === atMs ? spends.slice(0, -1) : spends;
  return [...before, { ...slice, [priority]: slice[priority] + 1 }];
}

/** Moves a request to the present slice. The service may have counted it at any time up to now. */
function redate(state: GovernorState, permit: Permit, at: ClockReading): GovernorState {
  const rest = takeBack(state.spends, permit);
  // The request belongs to a window that is over, so the count no longer includes it.
  if (rest === state.spends) return state;
  return { ...state, spends: count(state, rest, permit.priority, at) };
}

function endFlight(state: GovernorState, priority: RequestPriority): GovernorState {
  const left = Math.max(0, state.inFlight[priority] - 1);
  return { ...state, inFlight: { ...state.inFlight, [priority]: left } };
}

function takeBack(spends: readonly Spend[], { priority, sentAtMs }: Permit): readonly Spend[] {
  const index = spends.findIndex((slice) => slice.atMs >= sentAtMs && slice[priority] > 0);
  if (index < 0) return spends;
  return spends
    .map((slice, at) => (at === index ? { ...slice, [priority]: slice[priority] - 1 } : slice))
    .filter((slice) => totalOf(slice) > 0);
}
