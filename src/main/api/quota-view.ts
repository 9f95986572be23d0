import type { QuotaView } from '../../bridge/quota.ts';
import { roll } from './governor-window.ts';
import {
  availableOf,
  backgroundLeftOf,
  isShared,
  reserveOf,
  usedOf,
  type Due,
  type GovernorState,
  type Moment,
} from './governor-state.ts';

/**
 * The quota as the user may see it, at this moment.
 * @param backgroundShare part of the quota that background work may use, 0 to 1
 */
export function quotaViewOf(state: GovernorState, at: Moment, backgroundShare: number): QuotaView {
  const rolled = roll(state, at);
  const wall = (due: Due | null): number | null =>
    due === null ? null : Math.round(at.nowMs + (due.elapsedMs - at.elapsedMs));
  const remaining = availableOf(rolled);
  const spent = remaining === 0 && rolled.pausedUntil === null;
  return {
    limit: rolled.limit,
    remaining,
    reserve: reserveOf(rolled.limit),
    resetAtMs: wall(rolled.window.reset),
    pausedUntilMs: wall(rolled.pausedUntil ?? (spent ? rolled.window.reset : null)),
    pause: rolled.pausedUntil !== null ? 'refused' : spent ? 'spent' : null,
    backgroundLeft: backgroundLeftOf(rolled, backgroundShare),
    shared: isShared(rolled),
    used: usedOf(rolled),
  };
}
