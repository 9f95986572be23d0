import type { PowerMonitor } from 'electron';
import type { Clock } from '../../base/clock.ts';
import type { PayloadOf } from '../../bridge/events.ts';

const changes = [
  ['suspend', 'suspended'],
  ['resume', 'resumed'],
  ['on-battery', 'onBattery'],
  ['on-ac', 'onMains'],
] as const satisfies readonly (readonly [string, PayloadOf<'power.changed'>])[];

/** Reports a locked screen, and also sleep, because most systems lock on waking. Linux reports no screen lock. */
export function watchScreen(monitor: Pick<PowerMonitor, 'on'>, onLocked: () => void): void {
  monitor.on('lock-screen', onLocked);
  monitor.on('suspend', onLocked);
}

/** Reports sleep, waking and changes of the power supply. Call it only once the app is ready. */
export function watchPower(
  monitor: Pick<PowerMonitor, 'on'>,
  listener: (change: PayloadOf<'power.changed'>) => void,
): void {
  // `on` is overloaded by literal names, and a union of them fits no overload.
  const on = monitor.on.bind(monitor) as (name: string, listener: () => void) => unknown;
  for (const [name, change] of changes) on(name, () => listener(change));
}

/**
 * Wakes the hidden window, whose own timers Chromium delays. A call resolves after `delayMs`, or at once when the next
 * call replaces it: main has one timer for the window.
 */
export function createWindowAlarm(clock: Pick<Clock, 'sleep'>): (delayMs: number) => Promise<void> {
  let replaced = new AbortController();
  return (delayMs) => {
    replaced.abort();
    replaced = new AbortController();
    return clock.sleep(delayMs, replaced.signal);
  };
}
