import { expect, test } from 'vitest';
import { createObservable } from '../../base/observable.ts';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { eventChannel } from '../../bridge/wire.ts';
import { createEventSender, throttled } from './event-sender.ts';

function pageIn(state: 'alive' | 'crashed' | 'destroyed') {
  const received: unknown[][] = [];
  const page = {
    isCrashed: () => state === 'crashed',
    isDestroyed: () => state === 'destroyed',
    send: (...sent: unknown[]) => void received.push(sent),
  };
  return { page, received };
}

test('a live page receives events', () => {
  const { page, received } = pageIn('alive');
  const send = createEventSender(() => page);
  expect([send('quit.requested'), send('power.changed', 'resumed'), received]).toEqual([
    true,
    true,
    [
      [eventChannel('quit.requested'), undefined],
      [eventChannel('power.changed'), 'resumed'],
    ],
  ]);
});

test.each(['crashed', 'destroyed'] as const)('a page that is %s receives none', (state) => {
  const { page, received } = pageIn(state);
  expect([createEventSender(() => page)('quit.requested'), received]).toEqual([false, []]);
});

test('without a window, an event goes nowhere', () => {
  expect(createEventSender(() => null)('quit.requested')).toBe(false);
});

test('a payload that does not fit is a bug, not an event', () => {
  const { page, received } = pageIn('alive');
  const send = createEventSender(() => page);
  expect(() => send('power.changed', 'exploded' as 'resumed')).toThrow('Invalid option');
  expect(received).toEqual([]);
});

test('rapid changes announce the first value at once, and later the last', async () => {
  const clock = createVirtualClock();
  const source = createObservable(0);
  const observed: string[] = [];
  const seldom = throttled(source, clock, 200);
  seldom.subscribe(() => observed.push(`${clock.elapsedMs()} ${seldom.get()}`));
  for (let at = 1; at <= 50; at++) {
    source.set(at);
    await clock.advance(10);
  }
  await clock.advance(1_000);
  source.set(51);
  expect(observed).toEqual(['0 1', '200 20', '400 40', '600 50', '1500 51']);
  await clock.advance(1_000);
});
