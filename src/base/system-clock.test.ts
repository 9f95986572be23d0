import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSystemClock } from './system-clock.ts';

const DAY_MS = 86_400_000;

// Like real timers, fake ones count in a signed 32-bit integer and fire at once above it.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a sleep longer than any timer ends on time', async () => {
  let isOver = false;
  const sleeping = createSystemClock()
    .sleep(60 * DAY_MS)
    .then(() => (isOver = true));
  const seen: boolean[] = [];
  for (const days of [1, 24, 34.9, 0.1]) {
    await vi.advanceTimersByTimeAsync(days * DAY_MS);
    seen.push(isOver);
  }
  await sleeping;
  expect(seen).toEqual([false, false, false, true]);
});

test('a signal ends a long sleep at any point, and leaves no timer', async () => {
  const left: number[] = [];
  for (const days of [0, 10, 30]) {
    const over = new AbortController();
    const sleeping = createSystemClock().sleep(60 * DAY_MS, over.signal);
    await vi.advanceTimersByTimeAsync(days * DAY_MS);
    over.abort();
    await sleeping;
    left.push(vi.getTimerCount());
  }
  expect(left).toEqual([0, 0, 0]);
});
