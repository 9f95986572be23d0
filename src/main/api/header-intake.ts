import { type Backoff, backoffCeilingMs } from '../../base/backoff.ts';
import {
  totalOf,
  usedOf,
  type Due,
  type GovernorState,
  type ClockReading,
  type Permit,
  type QuotaWindow,
  type ServiceClock,
} from './governor-state.ts';
import { beginEarly, beginWindow, compareEnds, distrustsReset } from './governor-window.ts';
import {
  retryDelayMs,
  lacksQuota,
  type HeaderTime,
  type RateReading,
} from '../../contract/rate-headers.ts';

/** An answer, as it bears on the quota. */
export interface Answered {
  readonly permit: Permit;
  readonly status: number;
  readonly reading: RateReading;
  /** In [0, 1), for the jitter of a backoff. */
  readonly random: number;
  readonly at: ClockReading;
}

/** The end of a window as one answer gave it: by `due` it is over for sure. */
interface ObservedReset {
  readonly due: Due;
  readonly serviceMs: number;
  readonly form: HeaderTime['form'];
  /** How long request and answer took. */
  readonly travelMs: number;
}

// A service that has stopped sending headers is believed after this many answers without.
const HEADERLESS_TO_BELIEVE = 3;

/** Takes in what an answer says of the quota and of the service's clock. */
export function observe(state: GovernorState, event: Answered): GovernorState {
  const { reading } = event;
  const serviceClock = clockAfter(state.serviceClock, event);
  if (lacksQuota(reading)) {
    const headerless = state.headerless + 1;
    const believed = !state.headersSeen || headerless >= HEADERLESS_TO_BELIEVE;
    return { ...state, serviceClock, headerless, probing: state.probing && !believed };
  }
  const compared = compareEnds(state, reading.remaining, event.permit);
  const listening = { ...compared, serviceClock, headersSeen: true, headerless: 0 };
  const reset = distrustsReset(listening.window)
    ? null
    : observedReset(reading.reset, serviceClock, event);
  if (reset !== null && isStale(listening, event, reset)) return listening;
  const placed = place(listening, reset, event);
  return { ...lower(placed, event), probing: false };
}

// A second, then two, four … up to five minutes.
const BACKOFF: Backoff = { firstMs: 1_000, mostMs: 300_000 };
const BACKOFF_LEAST_MS = 250;

/**
 * A 429 pauses everything: until `Retry-After`, else the reset, else a backoff with full jitter. When a read is refused
 * again after the wait that was asked for, a backoff comes on top. Never shorter than the service asked.
 */
export function pause(state: GovernorState, event: Answered): GovernorState {
  const askedMs = askedDelayMs(state, event);
  const row = countRefusal(state.refusals, state.pausedUntil);
  const ceilingMs = backoffCeilingMs(BACKOFF, row);
  const backoffMs = Math.max(BACKOFF_LEAST_MS, Math.ceil(event.random * ceilingMs));
  const isApproval = event.permit.priority === 'approval';
  const onTopMs = row > 1 && !isApproval ? backoffMs : 0;
  const pausedUntil = extend(
    state.pausedUntil,
    askedMs > 0 ? askedMs + onTopMs : backoffMs,
    event.at,
  );
  return isApproval
    ? pauseApprovals({ ...state, pausedUntil }, askedMs, event)
    : { ...state, pausedUntil, refusals: row };
}

/**
 * The next approval waits at least for its own backoff, whatever the service asked: from half of the ceiling up. In a
 * row the backoff comes on top of the wait that was asked for. Reads go on, since they may be answered.
 */
function pauseApprovals(state: GovernorState, askedMs: number, event: Answered): GovernorState {
  const row = countRefusal(state.approvalRefusals, state.approvalsPausedUntil);
  const ceilingMs = backoffCeilingMs(BACKOFF, row);
  const backoffMs = Math.ceil((ceilingMs * (1 + event.random)) / 2);
  const delayMs = row > 1 ? Math.max(0, askedMs) + backoffMs : Math.max(askedMs, backoffMs);
  const approvalsPausedUntil = extend(state.approvalsPausedUntil, delayMs, event.at);
  return { ...state, approvalsPausedUntil, approvalRefusals: row };
}

/** How long the service asks to wait, in milliseconds; 0 where it does not say. */
function askedDelayMs({ serviceClock }: GovernorState, event: Answered): number {
  const { at, reading } = event;
  if (reading.retryAfter !== null)
    return retryDelayMs(reading.retryAfter, slowestNow(serviceClock, at));
  const reset = observedReset(reading.reset, serviceClock, event);
  return reset === null ? 0 : reset.due.elapsedMs - at.elapsedMs;
}

/** Several refused at once are one refusal: the ones that come in during the pause do not add up. */
function countRefusal(row: number, pausedUntil: Due | null): number {
  return pausedUntil === null ? row + 1 : Math.max(1, row);
}

/** Converts anew to the wall clock as it is now: it may have been set since the refusal before. */
function extend(until: Due | null, delayMs: number, at: ClockReading): Due {
  return dueIn(Math.max(until?.elapsedMs ?? 0, at.elapsedMs + delayMs) - at.elapsedMs, at);
}

/** Finds the window an answer speaks of, and begins it when it is a new one. */
function place(state: GovernorState, reset: ObservedReset | null, event: Answered): GovernorState {
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

// A timestamp names a window exactly, up to how it was cut to seconds; a delay is off by its own
// rounding, by the service's clock and by the time the answer took.
const SAME_WINDOW_MS = { at: 500, in: 2_500 } as const;

function toleranceOf({ form, travelMs }: ObservedReset): number {
  return SAME_WINDOW_MS[form] + (form === 'in' ? travelMs : 0);
}

/** Whether a reset just read ends the present window, by the service's clock or by ours. */
function sameWindow(window: QuotaWindow, observed: ObservedReset): boolean {
  if (window.resetServiceMs === null || window.reset === null) return false;
  const toleranceMs = toleranceOf(observed);
  return (
    Math.abs(observed.serviceMs - window.resetServiceMs) <= toleranceMs ||
    Math.abs(observed.due.elapsedMs - window.reset.elapsedMs) <= toleranceMs
  );
}

/** Whether an answer speaks of a window that is over: it says nothing of the present one. */
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

/** No reset is ever sent: more left than before, said to a request sent later, means a new window. */
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

// Clocks drift: waiting a hundredth of the window longer, a second at most, costs nothing.
const MARGIN_PART = 0.01;
const MARGIN_LEAST_MS = 50;
const MARGIN_MOST_MS = 1_000;

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
  const marginMs = Math.min(
    Math.max(windowLengthMs * MARGIN_PART, MARGIN_LEAST_MS),
    MARGIN_MOST_MS,
  );
  // Each answer names a time by which the window is over: the earliest of them counts.
  const knownMs = before === null ? Infinity : before.elapsedMs - at.elapsedMs;
  const reset = dueIn(Math.min(knownMs, leftMs + marginMs), at);
  return {
    ...state,
    windowLengthMs,
    window: { ...state.window, reset, resetServiceMs: observed.serviceMs, firstObservedMs },
  };
}

// Whole seconds, a clock known to the second, and the way: more than that is another kind of window.
const AGREES_WITHIN_MS = 3_000;

/** A window had begun when it was first observed, so it is over a documented window later at the latest. */
function endOf({ due }: ObservedReset, latestMs: number): number {
  const agrees = latestMs > due.elapsedMs - AGREES_WITHIN_MS;
  return agrees ? Math.min(latestMs, due.elapsedMs) : due.elapsedMs;
}

/** Keeps the smaller of what was known and what was read. */
function lower(state: GovernorState, event: Answered): GovernorState {
  const { limit, remaining } = event.reading;
  const first = state.window.lowestRemaining === null;
  const known = limit === null ? state.limit : first ? limit : Math.min(limit, state.limit);
  if (remaining === null) return { ...state, limit: known };
  const lowestRemaining = first
    ? remaining
    : Math.min(remaining, state.window.lowestRemaining ?? remaining);
  const others = Math.max(0, known - remaining - totalOf(usedOf(state)));
  const othersAtFirst = state.window.othersAtFirst ?? others;
  const othersSince = Math.max(state.window.othersSince, others - othersAtFirst);
  const lowestAtMs =
    lowestRemaining === state.window.lowestRemaining ? state.window.lowestAtMs : event.at.elapsedMs;
  return {
    ...state,
    limit: known,
    window: { ...state.window, lowestRemaining, lowestAtMs, othersAtFirst, othersSince },
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
 * Takes one answer's `Date` into account. The service wrote it between `sentAtMs` and `receivedAtMs`
 * (elapsed time). When the interval contradicts what was known, a clock has been set or the machine has
 * slept: the new one alone counts.
 */
function observeServiceDate(
  known: ServiceClock | null,
  answer: { dateMs: number; sentAtMs: number; receivedAtMs: number },
): ServiceClock {
  const leastMs = answer.dateMs - answer.receivedAtMs;
  const mostMs = answer.dateMs + DATE_RESOLUTION_MS - answer.sentAtMs;
  if (known === null || leastMs > known.mostMs || mostMs < known.leastMs)
    return { leastMs, mostMs };
  return {
    leastMs: Math.max(known.leastMs, leastMs),
    mostMs: Math.min(known.mostMs, mostMs),
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
  // A reset further off than any window is a mistake, and would stop everything for as long.
  if (delayMs > LONGEST_WINDOW_MS) return null;
  const isWhole = (reset.form === 'at' ? reset.serviceMs : reset.delayMs) % WHOLE_SECOND_MS === 0;
  const due = dueIn(delayMs + (isWhole ? WHOLE_SECOND_MS : 0), at);
  return { due, serviceMs, form: reset.form, travelMs: at.elapsedMs - sentAtMs };
}

// What is given in whole seconds may have been cut down to them.
const WHOLE_SECOND_MS = 1_000;
// A day, and an hour for clocks.
const LONGEST_WINDOW_MS = 25 * 3_600_000;

/**
 * The service's clock. Where ours agrees with its `Date` both are set by the same world and ours is
 * believed; else the service's is taken to be as slow as its answers allow.
 */
function serviceNow(clock: ServiceClock | null, at: ClockReading): number {
  if (clock === null) return at.nowMs;
  const agrees = at.nowMs >= slowestNow(clock, at) && at.nowMs <= at.elapsedMs + clock.mostMs;
  return agrees ? at.nowMs : slowestNow(clock, at);
}

/** As early as it may be there: what is counted from here is never shorter than asked. */
function slowestNow(clock: ServiceClock | null, at: ClockReading): number {
  return clock === null ? at.nowMs : at.elapsedMs + clock.leastMs;
}

function dueIn(delayMs: number, at: ClockReading): Due {
  return { elapsedMs: at.elapsedMs + delayMs, wallMs: at.nowMs + delayMs };
}
