import { type Backoff, backoffCeilingMs } from '../../base/backoff.ts';
import {
  totalOf,
  usedOf,
  type DocumentedQuota,
  type Due,
  type GovernorState,
  type ClockReading,
  type Permit,
  type QuotaWindow,
  type ServiceClock,
} from './governor-state.ts';
import { beginEarly, beginWindow, compareEnds, distrustsReset } from './governor-window.ts';
import { applyCaps, type ReceivedCap } from './governor-caps.ts';
import { latest, type HeaderTime } from '../../contract/body/header-time.ts';
import {
  PAGE_LIMIT,
  retryDelayMs,
  lacksQuota,
  provesHeaders,
  type RateReading,
} from '../../contract/body/rate-headers.ts';

/** An answer, as far as it concerns the quota. */
export interface Answered {
  readonly permit: Permit;
  readonly status: number;
  readonly reading: RateReading;
  /** Random number in [0, 1) for the jitter of a backoff. */
  readonly random: number;
  readonly at: ClockReading;
}

/** End of a window from one answer: at `due` the window is certainly over. */
interface ObservedReset {
  readonly due: Due;
  readonly serviceMs: number;
  readonly form: HeaderTime['form'];
  /** Duration of request and answer, milliseconds. */
  readonly travelMs: number;
}

// After this many answers without headers, a service counts as no longer sending them.
const HEADERLESS_TO_BELIEVE = 3;

/** Applies an answer's quota headers and `Date`. */
export function observe(state: GovernorState, answered: Answered): GovernorState {
  const event = { ...answered, reading: separateForeignLimit(state, answered) };
  const serviceClock = clockAfter(state.serviceClock, event);
  const caps = applyCaps(state, capsIn(event, serviceClock, state.documented), event);
  const next = { ...state, serviceClock, caps };
  return noteUncounted(
    lacksQuota(event.reading) ? countHeaderless(next) : observeWindow(next, event),
    event,
  );
}

/**
 * Moves the quota headers of an error to `others` if their limit differs from that of successes, because a gateway sent
 * them.
 */
function separateForeignLimit(
  { headersSeen, limit }: GovernorState,
  { status, reading }: Answered,
): RateReading {
  const isOwn = !headersSeen || status < 400 || reading.limit === null || reading.limit === limit;
  if (isOwn) return reading;
  const { remaining, reset } = reading;
  const other = { name: PAGE_LIMIT, limit: reading.limit, remaining, reset };
  const others = [...reading.others, other];
  return { ...reading, limit: null, remaining: null, reset: null, others };
}

/** Caps in an answer. One without a known end lasts until the retry, else for a documented window. */
function capsIn(
  event: Answered,
  clock: ServiceClock | null,
  { windowMs }: DocumentedQuota,
): readonly ReceivedCap[] {
  const { others, retryAfter } = event.reading;
  return others.flatMap(({ remaining, reset, ...each }) => {
    if (remaining === null) return [];
    const until =
      observedReset(reset ?? retryAfter, clock, event)?.due ?? dueIn(windowMs, event.at);
    return [{ ...each, remaining, until }];
  });
}

/** Counts an answer without a remaining count as one more request spent. */
function noteUncounted(state: GovernorState, { reading, at }: Answered): GovernorState {
  const { window } = state;
  if (reading.remaining !== null || window.lowestRemaining === null) return state;
  const uncounted = window.uncounted + 1;
  return { ...state, window: { ...window, uncounted, uncountedAtMs: at.elapsedMs } };
}

function countHeaderless(state: GovernorState): GovernorState {
  const headerless = state.headerless + 1;
  const believed = !state.headersSeen || headerless >= HEADERLESS_TO_BELIEVE;
  return { ...state, headerless, probing: state.probing && !believed };
}

function observeWindow(state: GovernorState, event: Answered): GovernorState {
  const { reading } = event;
  const { serviceClock } = state;
  const compared = compareEnds(state, reading.remaining, event.permit);
  const headersSeen = state.headersSeen || provesHeaders(event);
  const updated = { ...compared, headersSeen, headerless: 0 };
  const reset = distrustsReset(updated.window)
    ? null
    : observedReset(reading.reset, serviceClock, event);
  if (reset !== null && isStale(updated, event, reset)) return updated;
  const placed = placeInWindow(updated, reset, event);
  return { ...lowerCounts(placed, event), probing: false };
}

// Ceilings: one second, then two, four … up to five minutes.
const BACKOFF: Backoff = { firstMs: 1_000, maxMs: 300_000 };
const BACKOFF_LEAST_MS = 250;
// Pauses for a limit that is shorter than the window: one minute, then two, four … up to an hour.
const SHORT_LIMIT: Backoff = { firstMs: 60_000, maxMs: 3_600_000 };

const SERVICE_UNAVAILABLE = 503;
// Statuses of a rate-limited answer. `whenAsked`: only together with `Retry-After`.
const REFUSALS = new Map([
  [429, 'always'],
  [420, 'always'],
  [509, 'always'],
  [403, 'whenAsked'],
  [SERVICE_UNAVAILABLE, 'whenAsked'],
]);

/** Whether the answer says that a rate limit is reached: 429, 420 or 509, or 403 and 503 with `Retry-After`. */
export function isRateLimited({ status, reading }: Pick<Answered, 'status' | 'reading'>): boolean {
  const refuses = REFUSALS.get(status);
  return refuses === 'always' || (refuses === 'whenAsked' && reading.retryAfter !== null);
}

/**
 * A refusal pauses everything: until `Retry-After`, else until the reset (if requests are left, for `SHORT_LIMIT` at
 * most), else for a backoff with full jitter. When a read is refused again after that wait, a backoff is added. The
 * pause is never shorter than the service asked.
 */
export function pause(state: GovernorState, event: Answered): GovernorState {
  const isApproval = event.permit.priority === 'approval';
  const inARow = countRefusal(state.refusals, state.pausedUntil);
  const approvalsInARow = countRefusal(state.approvalRefusals, state.approvalsPausedUntil);
  const askedMs = askedDelayMs(state, event, isApproval ? approvalsInARow : inARow);
  const ceilingMs = backoffCeilingMs(BACKOFF, inARow);
  const backoffMs = Math.max(BACKOFF_LEAST_MS, Math.ceil(event.random * ceilingMs));
  const onTopMs = inARow > 1 && !isApproval ? backoffMs : 0;
  const before = state.pausedUntil;
  const pausedUntil = extendPause(before, askedMs > 0 ? askedMs + onTopMs : backoffMs, event.at);
  const isLonger = before === null || pausedUntil.elapsedMs > before.elapsedMs;
  const isOutage = isLonger ? event.status === SERVICE_UNAVAILABLE : state.isOutage;
  const paused = { ...state, pausedUntil, isOutage };
  return isApproval ? pauseApprovals(paused, askedMs, event) : { ...paused, refusals: inARow };
}

/**
 * Delays the next approval by a backoff of at least half its ceiling, even if the service asked for less. From the second
 * refusal on, the backoff is added to the wait the service asked for. Reads continue, since they may be answered.
 */
function pauseApprovals(state: GovernorState, askedMs: number, event: Answered): GovernorState {
  const inARow = countRefusal(state.approvalRefusals, state.approvalsPausedUntil);
  const ceilingMs = backoffCeilingMs(BACKOFF, inARow);
  const backoffMs = Math.ceil((ceilingMs * (1 + event.random)) / 2);
  const delayMs = inARow > 1 ? Math.max(0, askedMs) + backoffMs : Math.max(askedMs, backoffMs);
  const approvalsPausedUntil = extendPause(state.approvalsPausedUntil, delayMs, event.at);
  return { ...state, approvalsPausedUntil, approvalRefusals: inARow };
}

/** Wait that the service asks for, milliseconds; 0 if it asks for none. @param inARow refusals in a row */
function askedDelayMs({ serviceClock }: GovernorState, event: Answered, inARow: number): number {
  const { at, reading } = event;
  if (reading.retryAfter !== null)
    return retryDelayMs(reading.retryAfter, slowestNow(serviceClock, at));
  const reset = observedReset(reading.reset ?? lastSpent(reading), serviceClock, event);
  if (reset === null) return 0;
  const untilResetMs = reset.due.elapsedMs - at.elapsedMs;
  // If the window has requests left, another limit caused the refusal. The reset does not say when that one ends.
  if ((reading.remaining ?? 0) === 0) return untilResetMs;
  return Math.min(untilResetMs, backoffCeilingMs(SHORT_LIMIT, inARow));
}

/** Latest reset of other limits that are not known to have requests left. */
function lastSpent({ others }: RateReading): HeaderTime | null {
  const spent = others.filter(({ remaining }) => (remaining ?? 0) === 0);
  return latest(spent.flatMap(({ reset }) => reset ?? []));
}

/**
 * Counts refusals in a row. Several at once count as one: those that arrive during the pause do not
 * add up.
 */
function countRefusal(inARow: number, pausedUntil: Due | null): number {
  return pausedUntil === null ? inARow + 1 : Math.max(1, inARow);
}

/**
 * Extends a wait and recomputes its wall time, since the clock may have been set after the last
 * refusal.
 */
function extendPause(until: Due | null, delayMs: number, at: ClockReading): Due {
  return dueIn(Math.max(until?.elapsedMs ?? 0, at.elapsedMs + delayMs) - at.elapsedMs, at);
}

/** Finds the window of an answer, and begins it if it is new. */
function placeInWindow(
  state: GovernorState,
  reset: ObservedReset | null,
  event: Answered,
): GovernorState {
  const { window } = state;
  if (reset === null) {
    if (showsNewWindow(window, event)) {
      const begun = beginWindow({ ...state, window: { ...window, falseEnds: 0 } }, event.at);
      return placeAssumed(begun, event.at);
    }
    return window.reset === null ? placeAssumed(state, event.at) : state;
  }
  if (window.resetServiceMs === null) return setReset(state, reset, null, event);
  if (sameWindow(window, reset)) return setReset(state, reset, window.reset, event);
  return setReset(beginEarly(state, event.at), reset, null, event);
}

// Tolerances. A timestamp identifies a window up to its rounding to seconds. A delay also varies
// with the service's clock and the time the answer took.
const SAME_WINDOW_MS = { at: 500, in: 2_500 } as const;

function toleranceOf({ form, travelMs }: ObservedReset): number {
  return SAME_WINDOW_MS[form] + (form === 'in' ? travelMs : 0);
}

/** Whether a reset is the end of the present window, by the service's clock or by ours. */
function sameWindow(window: QuotaWindow, observed: ObservedReset): boolean {
  if (window.resetServiceMs === null || window.reset === null) return false;
  const toleranceMs = toleranceOf(observed);
  return (
    Math.abs(observed.serviceMs - window.resetServiceMs) <= toleranceMs ||
    Math.abs(observed.due.elapsedMs - window.reset.elapsedMs) <= toleranceMs
  );
}

/** Whether an answer is about a window that is over, and so does not concern the present one. */
function isStale(state: GovernorState, { permit, at }: Answered, observed: ObservedReset): boolean {
  const { window } = state;
  const toleranceMs = toleranceOf(observed);
  if (window.resetServiceMs !== null) {
    const isEarlier = !sameWindow(window, observed) && observed.serviceMs < window.resetServiceMs;
    return (
      isEarlier && (permit.windowSerial < window.serial || observed.due.elapsedMs <= at.elapsedMs)
    );
  }
  return (
    window.endedServiceMs !== null &&
    permit.windowSerial < window.serial &&
    observed.serviceMs <= window.endedServiceMs + toleranceMs
  );
}

/**
 * Whether a new window began, for services without resets: a request sent later has more left than
 * before.
 */
function showsNewWindow(window: QuotaWindow, event: Answered): boolean {
  return (
    window.resetServiceMs === null &&
    window.lowestRemaining !== null &&
    (event.reading.remaining ?? 0) > window.lowestRemaining &&
    event.permit.sentAtMs > window.lowestAtMs
  );
}

function placeAssumed(state: GovernorState, at: ClockReading): GovernorState {
  const reset = dueIn(state.documented.windowMs, at);
  return { ...state, window: { ...state.window, reset, resetServiceMs: null } };
}

// Extra wait against clock drift: a hundredth of the window, at most a second.
const MARGIN_PART = 0.01;
const MARGIN_LEAST_MS = 50;
const MARGIN_MAX_MS = 1_000;

function setReset(
  state: GovernorState,
  observed: ObservedReset,
  before: Due | null,
  { at }: Answered,
): GovernorState {
  const firstObservedMs = state.window.firstObservedMs ?? at.elapsedMs;
  const endMs = endOf(observed, firstObservedMs + state.documented.windowMs);
  const leftMs = Math.max(0, endMs - at.elapsedMs);
  const windowLengthMs = Math.max(leftMs, state.windowLengthMs);
  const marginMs = Math.min(Math.max(windowLengthMs * MARGIN_PART, MARGIN_LEAST_MS), MARGIN_MAX_MS);
  // Each answer gives a time by which the window is over: the earliest one counts.
  const knownMs = before === null ? Infinity : before.elapsedMs - at.elapsedMs;
  const reset = dueIn(Math.min(knownMs, leftMs + marginMs), at);
  return {
    ...state,
    windowLengthMs,
    window: { ...state.window, reset, resetServiceMs: observed.serviceMs, firstObservedMs },
  };
}

// Rounding to seconds, a clock known to the second and network time explain smaller differences. A larger one means
// another kind of window.
const AGREES_WITHIN_MS = 3_000;

/**
 * End of the window, elapsed milliseconds. The window began before it was first observed, so it ends one documented
 * window later at the latest. If the service's reset is later by more than `AGREES_WITHIN_MS`, the service has longer
 * windows and its reset counts.
 */
function endOf({ due }: ObservedReset, latestMs: number): number {
  const agrees = latestMs > due.elapsedMs - AGREES_WITHIN_MS;
  return agrees ? Math.min(latestMs, due.elapsedMs) : due.elapsedMs;
}

/** Uses the smaller of the known and the received count. */
function lowerCounts(state: GovernorState, event: Answered): GovernorState {
  const { limit, remaining } = event.reading;
  const { window } = state;
  const first = window.lowestRemaining === null;
  const known = limit === null ? state.limit : first ? limit : Math.min(limit, state.limit);
  if (remaining === null) return { ...state, limit: known };
  const lowestRemaining = Math.min(remaining, window.lowestRemaining ?? remaining);
  // A count after later requests includes them.
  const uncounted = event.permit.sentAtMs < window.uncountedAtMs ? window.uncounted : 0;
  const others = Math.max(0, known - remaining - totalOf(usedOf(state)));
  const othersAtFirst = window.othersAtFirst ?? others;
  const othersSince = Math.max(window.othersSince, others - othersAtFirst);
  const lowestAtMs =
    lowestRemaining === window.lowestRemaining ? window.lowestAtMs : event.at.elapsedMs;
  return {
    ...state,
    limit: known,
    window: { ...window, lowestRemaining, lowestAtMs, uncounted, othersAtFirst, othersSince },
  };
}

function clockAfter(known: ServiceClock | null, event: Answered): ServiceClock | null {
  const { dateMs } = event.reading;
  if (dateMs === null) return known;
  const { sentAtMs } = event.permit;
  return observeServiceDate(known, { dateMs, sentAtMs, receivedAtMs: event.at.elapsedMs });
}

const DATE_RESOLUTION_MS = 1000;

/**
 * Applies one answer's `Date`. The service wrote it between `sentAtMs` and `receivedAtMs` (elapsed
 * time). If the interval contradicts the known one, a clock was set or the machine slept: only the
 * new one counts.
 */
function observeServiceDate(
  known: ServiceClock | null,
  answer: { dateMs: number; sentAtMs: number; receivedAtMs: number },
): ServiceClock {
  const minMs = answer.dateMs - answer.receivedAtMs;
  const maxMs = answer.dateMs + DATE_RESOLUTION_MS - answer.sentAtMs;
  if (known === null || minMs > known.maxMs || maxMs < known.minMs) return { minMs, maxMs };
  return {
    minMs: Math.max(known.minMs, minMs),
    maxMs: Math.min(known.maxMs, maxMs),
  };
}

function observedReset(
  reset: HeaderTime | null,
  clock: ServiceClock | null,
  { at, permit: { sentAtMs } }: Pick<Answered, 'at' | 'permit'>,
): ObservedReset | null {
  if (reset === null) return null;
  const nowMs = serviceNow(clock, at);
  const serviceMs = reset.form === 'at' ? reset.serviceMs : nowMs + reset.delayMs;
  const delayMs = reset.form === 'at' ? reset.serviceMs - nowMs : reset.delayMs;
  // A reset later than any window's end is a mistake, and would stop all requests until then.
  if (delayMs > LONGEST_WINDOW_MS) return null;
  const isWhole = (reset.form === 'at' ? reset.serviceMs : reset.delayMs) % WHOLE_SECOND_MS === 0;
  const due = dueIn(delayMs + (isWhole ? WHOLE_SECOND_MS : 0), at);
  return { due, serviceMs, form: reset.form, travelMs: at.elapsedMs - sentAtMs };
}

// Whole seconds may have been rounded down.
const WHOLE_SECOND_MS = 1_000;
// One day, plus an hour for clock differences.
const LONGEST_WINDOW_MS = 25 * 3_600_000;

/**
 * Estimate of the service's clock: this machine's clock if it agrees with the service's `Date`, otherwise the slowest
 * clock that the answers allow.
 */
function serviceNow(clock: ServiceClock | null, at: ClockReading): number {
  if (clock === null) return at.nowMs;
  const agrees = at.nowMs >= slowestNow(clock, at) && at.nowMs <= at.elapsedMs + clock.maxMs;
  return agrees ? at.nowMs : slowestNow(clock, at);
}

/** Earliest possible time at the service: waits counted from it are never shorter than asked. */
function slowestNow(clock: ServiceClock | null, at: ClockReading): number {
  return clock === null ? at.nowMs : at.elapsedMs + clock.minMs;
}

function dueIn(delayMs: number, at: ClockReading): Due {
  return { elapsedMs: at.elapsedMs + delayMs, wallMs: at.nowMs + delayMs };
}
