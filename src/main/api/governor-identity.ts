import type { HeardReset } from './governor-hearing.ts';
import type { GovernorState, QuotaWindow } from './governor-state.ts';
import type { Permit } from './governor.ts';

// A timestamp names a window exactly, up to how it was cut to seconds; a delay is off by its own
// rounding and by the time the answer took.
const SAME_WINDOW_MS = { at: 500, in: 1_500 } as const;

function toleranceOf({ form, travelMs }: HeardReset): number {
  return SAME_WINDOW_MS[form] + (form === 'in' ? travelMs : 0);
}

/** Whether a reset just heard ends the present window, by the service's clock or by ours. */
export function sameWindow(window: QuotaWindow, heard: HeardReset): boolean {
  if (window.resetServiceMs === null || window.reset === null) return false;
  const toleranceMs = toleranceOf(heard);
  return (
    Math.abs(heard.serviceMs - window.resetServiceMs) <= toleranceMs ||
    Math.abs(heard.due.elapsedMs - window.reset.elapsedMs) <= toleranceMs
  );
}

/** Whether an answer speaks of a window that is over: it says nothing of the present one. */
export function isStale(state: GovernorState, permit: Permit, heard: HeardReset): boolean {
  const { window } = state;
  const toleranceMs = toleranceOf(heard);
  if (window.resetServiceMs !== null) {
    return !sameWindow(window, heard) && heard.serviceMs < window.resetServiceMs;
  }
  return (
    window.endedServiceMs !== null &&
    permit.windowSerial < window.serial &&
    heard.serviceMs <= window.endedServiceMs + toleranceMs
  );
}
