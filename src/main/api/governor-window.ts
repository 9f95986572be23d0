import {
  freshWindow,
  totalOf,
  type ClockReading,
  type GovernorState,
  type Permit,
  type QuotaWindow,
} from './governor-state.ts';

/** Lets time pass: ends the pause and the window whose time has come, forgets old spends. */
export function roll(state: GovernorState, at: ClockReading): GovernorState {
  let next = state;
  if (next.pausedUntil !== null && at.elapsedMs >= next.pausedUntil.elapsedMs) next = resume(next);
  const { approvalsPausedUntil } = next;
  if (approvalsPausedUntil !== null && at.elapsedMs >= approvalsPausedUntil.elapsedMs)
    next = { ...next, approvalsPausedUntil: null };
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
 * The next window. What is under way may be counted in it, so it is carried over as spent. The end of a
 * window that was only assumed, or of which no remaining was ever heard, is no reason to forget our own count.
 */
export function beginWindow(state: GovernorState, at: ClockReading): GovernorState {
  const { window } = state;
  const isEnd = wasTold(window);
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

function wasTold({ resetServiceMs, lowestRemaining }: QuotaWindow): boolean {
  return resetServiceMs !== null && lowestRemaining !== null;
}

function beforeOf({ window, spends }: GovernorState): QuotaWindow['before'] {
  const { lowestRemaining: lowest, resetServiceMs } = window;
  if (lowest === null) return window.before;
  // An end that was only assumed takes nothing off our own count.
  return { lowest, spends: resetServiceMs === null ? [] : spends };
}

// From less than a tenth of a window nothing is inferred: what the one before told stays.
const LEAST_SEEN_PART = 0.1;

/** What others used of a whole window, by the part of it in which it was seen. */
function othersOf({ window, windowLengthMs }: GovernorState): number {
  const seenMs = window.lowestAtMs - (window.firstObservedMs ?? window.lowestAtMs);
  const seenPart = windowLengthMs === 0 ? 0 : seenMs / windowLengthMs;
  return seenPart < LEAST_SEEN_PART
    ? Math.max(window.othersSince, window.othersBefore)
    : Math.round(window.othersSince / Math.min(1, seenPart));
}

/**
 * A window that begins although the last one is not over: a new token, most likely. A refresh is no way
 * to more quota, so our own count goes on until the last window would have ended.
 */
export function beginEarly(state: GovernorState, at: ClockReading): GovernorState {
  const { reset, carried } = state.window;
  const begun = beginWindow(state, at);
  const isEnd = reset !== null && wasTold(state.window);
  const first = carried ?? (isEnd ? { until: reset, spentMs: at.elapsedMs } : null);
  const window = { ...begun.window, carried: first, before: null };
  return { ...begun, spends: state.spends, window };
}

// Somebody else may have taken so much of one window before it was first heard of.
const FALSE_ENDS_TO_DISTRUST = 2;

/** Whether the resets read are not the ends of windows: wrong, or off by the service's clock. */
export function distrustsReset({ falseEnds }: QuotaWindow): boolean {
  return falseEnds >= FALSE_ENDS_TO_DISTRUST;
}

/**
 * Compares the first remaining of a window with the last of the one before: a new window has more. Where there
 * is less it is the same one, and our own count goes on.
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

/** After a refusal one request goes first. What a window without a known end said is past. */
function resume(state: GovernorState): GovernorState {
  const resumed = { ...state, pausedUntil: null, probing: true };
  if (state.window.resetServiceMs !== null) return resumed;
  return { ...resumed, window: { ...state.window, reset: null, lowestRemaining: null } };
}
