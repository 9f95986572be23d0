import type { RequestPriority } from '../../bridge/quota.ts';
import {
  capLeftOf,
  floorOf,
  windowLeftOf,
  type Cap,
  type ClockReading,
  type Due,
  type GovernorState,
  type Permit,
} from './governor-state.ts';

/** A cap in one answer. */
export type ReceivedCap = Pick<Cap, 'name' | 'remaining' | 'until'> & {
  readonly limit: number | null;
};

// Limits the state's size if a service keeps changing the names of its limits.
const MAX_CAPS = 20;

/** Applies the caps in an answer. Caps that it does not mention count its request as spent. */
export function applyCaps(
  state: Pick<GovernorState, 'caps'>,
  received: readonly ReceivedCap[],
  event: { readonly permit: Permit; readonly at: ClockReading },
): readonly Cap[] {
  const isReceived = ({ name }: Cap): boolean => received.some((each) => each.name === name);
  const others = state.caps.filter((cap) => !isReceived(cap));
  const now = received.map((each) => {
    const known = state.caps.find(({ name }) => name === each.name);
    return applyCap(known, each, event);
  });
  return [...countOnCaps(others), ...now].slice(-MAX_CAPS);
}

/** Uses the newer answer, since a cap may refill; if the requests overlapped, the smaller remaining count. */
function applyCap(
  known: Cap | undefined,
  { limit, remaining, ...received }: ReceivedCap,
  { permit, at }: { readonly permit: Permit; readonly at: ClockReading },
): Cap {
  const most = Math.max(1, limit ?? Math.max(remaining, known?.limit ?? 0));
  if (known !== undefined && permit.sentAtMs < known.receivedAtMs)
    return { ...known, limit: most, remaining: Math.min(remaining, known.remaining) };
  return { ...received, limit: most, remaining, receivedAtMs: at.elapsedMs };
}

/** Counts a request whose answer has no caps, or was lost. */
export function countOnCaps(caps: readonly Cap[]): readonly Cap[] {
  return caps.map((cap) => ({ ...cap, remaining: cap.remaining - 1 }));
}

/**
 * Time until which caps block this priority; null when none does. A cap blocks a priority once only the reserve of its
 * own limit is left.
 */
export function capUntil(state: GovernorState, priority: RequestPriority): Due | null {
  const holding = state.caps.filter((cap) => capLeftOf(state, cap) <= floorOf(cap.limit, priority));
  return lastOf(holding.map(({ until }) => until));
}

/** Time until which nothing is left, by the window or else by caps; null if it is not known. */
export function spentUntil(state: GovernorState): Due | null {
  return windowLeftOf(state) === 0 ? state.window.reset : capUntil(state, 'approval');
}

function lastOf(dues: readonly Due[]): Due | null {
  return dues.toSorted((left, right) => right.elapsedMs - left.elapsedMs)[0] ?? null;
}
