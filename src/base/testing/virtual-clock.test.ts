import { expect, test } from 'vitest';
import { createVirtualClock } from './virtual-clock.ts';

test('sleepers wake in order of their time, those of one moment in order of arrival', async () => {
  const clock = createVirtualClock(1_000);
  const woken: string[] = [];
  const nap = async (name: string, delayMs: number): Promise<void> => {
    await clock.sleep(delayMs);
    woken.push(`${name} at ${clock.nowMs()}`);
  };
  void nap('late', 20);
  void nap('first', 10);
  void nap('second', 10);
  await clock.advance(15);
  expect([...woken, clock.nowMs(), clock.sleepers()]).toEqual([
    'first at 1010',
    'second at 1010',
    1015,
    1,
  ]);
});

test('an aborted sleep ends at once and leaves nobody asleep', async () => {
  const clock = createVirtualClock();
  const abort = new AbortController();
  const slept = clock.sleep(1_000, abort.signal);
  abort.abort();
  await slept;
  expect([clock.nowMs(), clock.sleepers()]).toEqual([0, 0]);
});

test('a user who sets the clock wakes nobody', async () => {
  const clock = createVirtualClock();
  let awake = false;
  void clock.sleep(10).then(() => (awake = true));
  clock.jump(3_600_000);
  await clock.advance(5);
  expect([awake, clock.nowMs(), clock.elapsedMs()]).toEqual([false, 3_600_005, 5]);
});
