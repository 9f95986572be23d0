import { isStale, sameWindow } from './governor-identity.ts';
import {
  totalOf,
  usedOf,
  type Due,
  type GovernorState,
  type Moment,
  type QuotaWindow,
} from './governor-state.ts';
import { beginEarly, beginWindow } from './governor-window.ts';
import type { TellEvent } from './governor.ts';
import { saysNothing, type HeaderTime } from './rate-headers.ts';
import { observeServiceDate, type ServiceClock } from './service-clock.ts';

type Answered = Extract<TellEvent, { kind: 'answered' }>;

/** The end of a window as one answer gave it. */
export interface HeardReset {
  readonly due: Due;
  readonly serviceMs: number;
  readonly form: HeaderTime['form'];
}

// A service that has stopped sending headers is believed after this many answers without.
const HEADERLESS_TO_BELIEVE = 3;

/** Takes in what an answer says of the quota and of the service's clock. */
export function hear(state: GovernorState, event: Answered): GovernorState {
  const { reading } = event;
  const serviceClock = clockAfter(state.serviceClock, event);
  if (saysNothing(reading)) {
    const headerless = state.headerless + 1;
    const believed = !state.headersSeen || headerless >= HEADERLESS_TO_BELIEVE;
    return { ...state, serviceClock, headerless, probing: state.probing && !believed };
  }
  const listening = { ...state, serviceClock, headersSeen: true, headerless: 0 };
  const reset = heardReset(reading.reset, serviceClock, event.at);
  if (reset !== null && isStale(listening, event.permit, reset)) return listening;
  const placed = place(listening, reset, event);
  return { ...lower(placed, event), probing: false };
}

// A refusal that says nothing of when: a second, then two, four … up to five minutes, with full jitter.
const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_MOST_MS = 300_000;
const BACKOFF_LEAST_MS = 250;

/**
 * A 429 pauses everything: until `Retry-After`, else the reset, else a backoff. When the same happens
 * after the wait that was asked for, a backoff comes on top. Never shorter than the service asked.
 */
export function pause(state: GovernorState, event: Answered): GovernorState {
  const { at, reading } = event;
  const again = state.pausedUntil === null ? state.refusals : state.refusals - 1;
  const ceilingMs = Math.min(BACKOFF_MOST_MS, BACKOFF_FIRST_MS * 2 ** Math.max(0, again));
  const backoffMs = Math.max(BACKOFF_LEAST_MS, Math.ceil(event.random * ceilingMs));
  const asked =
    dueOf(reading.retryAfter, slowestNow(state.serviceClock, at), at) ??
    heardReset(reading.reset, state.serviceClock, at)?.due ??
    null;
  const askedMs = asked === null ? 0 : asked.elapsedMs - at.elapsedMs;
  const delayMs = askedMs > 0 ? askedMs + (again > 0 ? backoffMs : 0) : backoffMs;
  const until = later(state.pausedUntil, dueIn(delayMs, at));
  // Several refused at once are one refusal: the ones that come in during the pause do not add up.
  return { ...state, pausedUntil: until, refusals: Math.max(0, again) + 1 };
}

/** Finds the window an answer speaks of, and begins it when it is a new one. */
function place(state: GovernorState, reset: HeardReset | null, event: Answered): GovernorState {
  const { window } = state;
  if (reset === null) {
    if (showsNewWindow(window, event)) return placeAssumed(beginWindow(state, event.at), event.at);
    return window.reset === null ? placeAssumed(state, event.at) : state;
  }
  if (window.resetServiceMs === null) return setReset(state, reset, null, event.at);
  if (sameWindow(window, reset)) return setReset(state, reset, window.reset, event.at);
  return setReset(beginEarly(state, event.at), reset, null, event.at);
}

/** No reset is ever sent: more left than before, said to a request sent later, means a new window. */
function showsNewWindow(window: QuotaWindow, event: Answered): boolean {
  return (
    window.resetServiceMs === null &&
    window.lowestHeard !== null &&
    (event.reading.remaining ?? 0) > window.lowestHeard &&
    event.permit.sentAtMs > window.heardAtMs
  );
}

function placeAssumed(state: GovernorState, at: Moment): GovernorState {
  const reset = dueIn(state.documented.windowMs, at);
  return { ...state, window: { ...state.window, reset, resetServiceMs: null } };
}

// A reset may be cut to whole seconds, and clocks differ by less than that: waiting a hundredth of the
// window longer, a second at most, costs nothing.
const MARGIN_PART = 0.01;
const MARGIN_LEAST_MS = 50;
const MARGIN_MOST_MS = 1_000;

function setReset(
  state: GovernorState,
  heard: HeardReset,
  before: Due | null,
  at: Moment,
): GovernorState {
  const leftMs = Math.max(0, heard.due.elapsedMs - at.elapsedMs);
  const windowLengthMs = Math.max(leftMs, state.windowLengthMs);
  const marginMs = Math.min(
    Math.max(windowLengthMs * MARGIN_PART, MARGIN_LEAST_MS),
    MARGIN_MOST_MS,
  );
  const due = dueIn(leftMs + marginMs, at);
  // Each answer narrows the end down from above: dates and delays are cut to whole seconds.
  const reset = before === null || due.elapsedMs < before.elapsedMs ? due : before;
  const wallMs = at.nowMs + (reset.elapsedMs - at.elapsedMs);
  return {
    ...state,
    windowLengthMs,
    window: { ...state.window, reset: { ...reset, wallMs }, resetServiceMs: heard.serviceMs },
  };
}

/** Keeps the smaller of what was known and what was heard. */
function lower(state: GovernorState, event: Answered): GovernorState {
  const { limit, remaining } = event.reading;
  const first = state.window.lowestHeard === null;
  const known = limit === null ? state.limit : first ? limit : Math.min(limit, state.limit);
  if (remaining === null) return { ...state, limit: known };
  const lowestHeard = first
    ? remaining
    : Math.min(remaining, state.window.lowestHeard ?? remaining);
  const others = Math.max(0, known - remaining - totalOf(usedOf(state)));
  const othersAtFirst = state.window.othersAtFirst ?? others;
  const othersSince = Math.max(state.window.othersSince, others - othersAtFirst);
  const heardAtMs =
    lowestHeard === state.window.lowestHeard ? state.window.heardAtMs : event.at.elapsedMs;
  return {
    ...state,
    limit: known,
    window: { ...state.window, lowestHeard, heardAtMs, othersAtFirst, othersSince },
  };
}

function clockAfter(known: ServiceClock | null, event: Answered): ServiceClock | null {
  const { dateMs } = event.reading;
  if (dateMs === null) return known;
  const { sentAtMs } = event.permit;
  return observeServiceDate(known, { dateMs, sentAtMs, receivedAtMs: event.at.elapsedMs });
}

function heardReset(
  reset: HeaderTime | null,
  clock: ServiceClock | null,
  at: Moment,
): HeardReset | null {
  const due = dueOf(reset, serviceNow(clock, at), at);
  if (reset === null || due === null) return null;
  const serviceMs = reset.form === 'at' ? reset.serviceMs : serviceNow(clock, at) + reset.delayMs;
  // A reset further off than any window is a mistake, and would stop everything for as long.
  if (due.elapsedMs - at.elapsedMs > LONGEST_WINDOW_MS) return null;
  return { due, serviceMs, form: reset.form };
}

const LONGEST_WINDOW_MS = 31 * 86_400_000;

function dueOf(time: HeaderTime | null, serviceNowMs: number, at: Moment): Due | null {
  if (time === null) return null;
  return dueIn(time.form === 'in' ? time.delayMs : time.serviceMs - serviceNowMs, at);
}

/**
 * The service's clock. Where ours agrees with its `Date` both are set by the same world and ours is
 * believed; else the service's is taken to be as slow as its answers allow.
 */
function serviceNow(clock: ServiceClock | null, at: Moment): number {
  if (clock === null) return at.nowMs;
  const agrees = at.nowMs >= slowestNow(clock, at) && at.nowMs <= at.elapsedMs + clock.mostMs;
  return agrees ? at.nowMs : slowestNow(clock, at);
}

/** As early as it may be there: what is counted from here is never shorter than asked. */
function slowestNow(clock: ServiceClock | null, at: Moment): number {
  return clock === null ? at.nowMs : at.elapsedMs + clock.leastMs;
}

function dueIn(delayMs: number, at: Moment): Due {
  return { elapsedMs: at.elapsedMs + delayMs, wallMs: at.nowMs + delayMs };
}

function later(left: Due | null, right: Due): Due {
  return left !== null && left.elapsedMs > right.elapsedMs ? left : right;
}
