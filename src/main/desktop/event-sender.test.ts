import { expect, test } from 'vitest';
import { eventChannel } from '../../bridge/wire.ts';
import { createEventSender } from './event-sender.ts';

function pageIn(state: 'alive' | 'crashed' | 'destroyed') {
  const received: unknown[][] = [];
  const page = {
    isCrashed: () => state === 'crashed',
    isDestroyed: () => state === 'destroyed',
    send: (...sent: unknown[]) => void received.push(sent),
  };
  return { page, received };
}

test('D-16 a page that lives is told', () => {
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

test.each(['crashed', 'destroyed'] as const)('D-16 a page that is %s is not', (state) => {
  const { page, received } = pageIn(state);
  expect([createEventSender(() => page)('quit.requested'), received]).toEqual([false, []]);
});

test('D-16 without a window nobody is told', () => {
  expect(createEventSender(() => null)('quit.requested')).toBe(false);
});

test('D-16 a payload that does not fit is a bug, not an event', () => {
  const { page, received } = pageIn('alive');
  const send = createEventSender(() => page);
  expect(() => send('power.changed', 'exploded' as 'resumed')).toThrow('Invalid option');
  expect(received).toEqual([]);
});
