import { expect, test } from 'vitest';
import type { Clock } from '../../../base/clock.ts';
import { createObservable } from '../../../base/observable.ts';
import { createVirtualClock, settle } from '../../../base/testing/virtual-clock.ts';
import { createWindowAlarm } from '../../../main/desktop/power.ts';
import { createMinute, createWindowClock } from './window-clock.ts';

/** Chromium's delay of the timers of a page that has been hidden for five minutes. */
const HIDDEN_DELAY_MS = 60_000;

function arrange() {
  const real = createVirtualClock(1_000_000);
  const isVisible = createObservable(true);
  const throttled: Clock = {
    ...real,
    sleep: (delayMs, signal) =>
      real.sleep(delayMs + (isVisible.get() ? 0 : HIDDEN_DELAY_MS), signal),
  };
  const alarm = createWindowAlarm(real);
  const asked: number[] = [];
  const clock = createWindowClock(throttled, isVisible, (delayMs) => {
    asked.push(delayMs);
    return alarm(delayMs);
  });
  const woken: string[] = [];
  const sleep = async (name: string, delayMs: number, signal?: AbortSignal): Promise<void> => {
    await clock.sleep(delayMs, signal);
    woken.push(`${name} ${real.elapsedMs()}`);
  };
  return { real, isVisible, asked, woken, sleep };
}

test('D-56 main wakes the sleepers of a hidden window on time, with one timer for the next of them', async () => {
  const { real, isVisible, asked, woken, sleep } = arrange();
  void sleep('visible', 1_000);
  await real.advance(1_000);
  isVisible.set(false);
  for (const [name, delayMs] of [
    ['pull', 600_000],
    ['undo', 5_000],
    ['push', 5_000],
  ] as const)
    void sleep(name, delayMs);
  await real.advance(600_000);
  expect({ woken, asked, left: real.sleepers() }).toEqual({
    woken: ['visible 1000', 'undo 6000', 'push 6000', 'pull 601000'],
    asked: [600_000, 5_000, 595_000],
    left: 0,
  });
});

test('D-56 a window that is hidden while it sleeps is woken; a visible one asks main nothing', async () => {
  const { real, isVisible, asked, woken, sleep } = arrange();
  const cancelled = new AbortController();
  void sleep('long', 10_000);
  void sleep('cancelled', 90_000, cancelled.signal);
  await settle();
  expect(asked).toEqual([]);
  isVisible.set(false);
  cancelled.abort();
  await real.advance(20_000);
  isVisible.set(true);
  void sleep('visible again', 500);
  await real.advance(500);
  expect({ woken, asked, left: real.sleepers() }).toEqual({
    woken: ['cancelled 0', 'long 10000', 'visible again 20500'],
    asked: [10_000],
    left: 0,
  });
});

test('D-56 when main does not answer, the timers of the page still come', async () => {
  const real = createVirtualClock(0);
  let asked = 0;
  const clock = createWindowClock(real, createObservable(false), async () => {
    asked += 1;
    throw new Error('main is busy');
  });
  const sleeping = clock.sleep(5_000);
  await real.advance(5_000);
  await sleeping;
  expect(asked).toBe(1);
});

test('one timer serves all ages on screen, at full minutes, and none runs while the window is hidden', async () => {
  const clock = createVirtualClock(90_500);
  const isVisible = createObservable(true);
  const minute = createMinute(clock, isVisible);
  const drawn: number[] = [];
  const timers = [clock.sleepers()];
  const stops = [1, 2, 3].map(() => minute.subscribe(() => drawn.push(minute.get())));
  timers.push(clock.sleepers());
  await clock.advance(100_000);
  isVisible.set(false);
  await clock.advance(3_600_000);
  timers.push(clock.sleepers());
  isVisible.set(true);
  await settle();
  for (const stop of stops) stop();
  await settle();
  timers.push(clock.sleepers());
  const redraws = [120_000, 180_000, 3_790_500];
  expect({ drawn, timers }).toEqual({
    drawn: redraws.flatMap((atMs) => [atMs, atMs, atMs]),
    timers: [0, 1, 0, 0],
  });
});
