import { expect, test } from 'vitest';
import { eventChannel } from '../../bridge/wire.ts';
import { createEventSender } from './event-sender.ts';

function pageIn(state: 'alive' | 'crashed' | 'destroyed') {
  const heard: unknown[][] = [];
  const page = {
    isCrashed: () => state === 'crashed',
    isDestroyed: () => state === 'destroyed',
    send: (...told: unknown[]) => void heard.push(told),
  };
  return { page, heard };
}

test('D-16 a page that lives is told', () => {
  const { page, heard } = pageIn('alive');
  const send = createEventSender(() => page);
  expect([send('quit.requested'), send('power.changed', 'resumed'), heard]).toEqual([
    true,
    true,
    [
      [eventChannel('quit.requested'), undefined],
      [eventChannel('power.changed'), 'resumed'],
    ],
  ]);
});

test.each(['crashed', 'destroyed'] as const)('D-16 a page that is %s is not', (state) => {
  const { page, heard } = pageIn(state);
  expect([createEventSender(() => page)('quit.requested'), heard]).toEqual([false, []]);
});

test('D-16 without a window nobody is told', () => {
  expect(createEventSender(() => null)('quit.requested')).toBe(false);
});

test('D-16 a payload that does not fit is a bug, not an event', () => {
  const { page, heard } = pageIn('alive');
  const send = createEventSender(() => page);
  expect(() => send('power.changed', 'exploded' as 'resumed')).toThrow('Invalid option');
  expect(heard).toEqual([]);
});
