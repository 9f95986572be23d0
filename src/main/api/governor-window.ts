import {
  freshWindow,
  totalOf,
  type Cap,
  type ClockReading,
  type GovernorState,
  type Permit,
  type QuotaWindow,
} from './governor-state.ts';

/** Advances the state to a time: ends pauses, windows and caps that are over by then, and drops old spends. */
export function roll(state: GovernorState, at: ClockReading): GovernorState {
  let next = state;
  if (next.pausedUntil !== null && at.elapsedMs >= next.pausedUntil.elapsedMs) next = resume(next);
  const { approvalsPausedUntil } = next;
  if (approvalsPausedUntil !== null && at.elapsedMs >= approvalsPausedUntil.elapsedMs)
    next = { ...next, approvalsPausedUntil: null };
  const hasEnded = ({ until }: Cap): boolean => at.elapsedMs >= until.elapsedMs;
  if (next.caps.some(hasEnded)) next = { ...next, caps: next.caps.filter((cap) => !hasEnded(cap)) };
  const { reset } = next.window;
  if (reset !== null && at.elapsedMs >= reset.elapsedMs) next = beginWindow(next, at);
  const { carried } = next.window;
  if (carried !== null && at.elapsedMs >= carried.until.elapsedMs) next = dropCarried(next);
  const sinceMs = at.elapsedMs - next.documented.windowMs;
  if (next.spends.some((slice) => slice.atMs <= sinceMs)) {
    next = { ...next, spends: next.spends.filter((slice) => slice.atMs > sinceMs) };
  }
  return next;
}

/**
 * Begins the next window. It may include requests under way, so they count as spent. If the end of
 * the last window was an assumption, or no remaining count ever came, our own count continues.
 */
export function beginWindow(state: GovernorState, at: ClockReading): GovernorState {
  const { window } = state;
  const isEnd = isFromHeaders(window);
  const carried = { ...state.inFlight, atMs: at.elapsedMs };
  return {
    ...state,
    window: {
      ...freshWindow,
      serial: window.serial + 1,
      endedServiceMs: window.resetServiceMs ?? window.endedServiceMs,
      lowestAtMs: at.elapsedMs,
      before: beforeOf(state),
      falseEnds: window.falseEnds,
      othersBefore: othersOf(state),
    },
    spends: isEnd ? (totalOf(carried) > 0 ? [carried] : []) : state.spends,
    probing: true,
  };
}

function isFromHeaders({ resetServiceMs, lowestRemaining }: QuotaWindow): boolean {
  return resetServiceMs !== null && lowestRemaining !== null;
}

function beforeOf({ window, spends }: GovernorState): QuotaWindow['before'] {
  const { lowestRemaining: lowest, resetServiceMs } = window;
  if (lowest === null) return window.before;
  // An assumed end leaves our own count unchanged, so there is nothing to restore.
  return { lowest, spends: resetServiceMs === null ? [] : spends };
}

// Minimum observed part of a window for a new estimate; otherwise the previous estimate stays.
const MIN_SEEN_PART = 0.1;

/** Requests of other clients in a whole window, estimated from the part that was observed. */
function othersOf({ window, windowLengthMs }: GovernorState): number {
  const seenMs = window.lowestAtMs - (window.firstObservedMs ?? window.lowestAtMs);
  const seenPart = windowLengthMs === 0 ? 0 : seenMs / windowLengthMs;
  return seenPart < MIN_SEEN_PART
    ? Math.max(window.othersSince, window.othersBefore)
    : Math.round(window.othersSince / Math.min(1, seenPart));
}

/**
 * Begins a window although the last one is not over: probably after a new token. A refresh must not
 * bring more quota, so our own count continues until the last window would have ended.
 */
export function beginEarly(state: GovernorState, at: ClockReading): GovernorState {
  const { reset, carried } = state.window;
  const begun = beginWindow(state, at);
  const isEnd = reset !== null && isFromHeaders(state.window);
  const first = carried ?? (isEnd ? { until: reset, spentMs: at.elapsedMs } : null);
  const window = { ...begun.window, carried: first, before: null };
  return { ...begun, spends: state.spends, window };
}

// A single false end proves nothing: other clients may have sent requests before the first answer of the window.
const FALSE_ENDS_TO_DISTRUST = 2;

/** Whether the service's resets have proved false, because they or its clock are wrong. */
export function distrustsReset({ falseEnds }: QuotaWindow): boolean {
  return falseEnds >= FALSE_ENDS_TO_DISTRUST;
}

/**
 * Compares the first remaining count of a window with the last of the previous one. A new window
 * has more; if there is less, it is the same window, and our own count continues.
 */
export function compareEnds(state: GovernorState, remaining: number | null, permit: Permit) {
  const { before, falseEnds, serial } = state.window;
  if (before === null || remaining === null || permit.windowSerial < serial) return state;
  const isFalse = remaining < before.lowest;
  return {
    ...state,
    window: { ...state.window, before: null, falseEnds: isFalse ? falseEnds + 1 : 0 },
    spends: isFalse ? [...before.spends, ...state.spends] : state.spends,
  };
}

function dropCarried(state: GovernorState): GovernorState {
  const spentMs = state.window.carried?.spentMs ?? 0;
  return {
    ...state,
    window: { ...state.window, carried: null },
    spends: state.spends.filter((slice) => slice.atMs > spentMs),
  };
}

/**
 * Lets one request go first after a refusal. Counts of a window without a known end no longer hold.
 */
function resume(state: GovernorState): GovernorState {
  const resumed = { ...state, pausedUntil: null, probing: true };
  if (state.window.resetServiceMs !== null) return resumed;
  return { ...resumed, window: { ...state.window, reset: null, lowestRemaining: null } };
}
