import { expect, test } from 'vitest';
import type { NewerEvent } from '../../core/model/approval.ts';
import { eventText, formatEvent, withoutRepeats } from './format-why.ts';

test('the history names an undo, a cancel and a discard', () => {
  const line = { atMs: 0, event: 'withdraw', to: 'withdrawn', detail: null } as const;
  const from = ['held', 'queued', 'changed', 'unknown', 'rejected'] as const;
  expect(from.map((state) => formatEvent({ ...line, from: state }))).toEqual([
    'Undone',
    'Canceled',
    'Discarded',
    'Discarded',
    'Discarded',
  ]);
});

test('the history says why an attempt was not sent, and quotes the service below', () => {
  const line = { atMs: 0, event: 'notSent', from: 'sending', to: 'queued' } as const;
  const lines = ['overLimit', 'Down for maintenance', null].map((detail) => ({ ...line, detail }));
  expect(lines.map((each) => [formatEvent(each), eventText(each)])).toEqual([
    ['On hold: above your limit', null],
    ['Not sent, waiting again', 'Down for maintenance'],
    ['Not sent, waiting again', null],
  ]);
});

test('the history lists each event; an unknown event by its new state, without internal details', () => {
  const event = { atMs: 0, from: 'queued', to: 'sending', detail: 'sign-in-1' } as const;
  expect([
    formatEvent({ ...event, event: 'send' }),
    formatEvent({ ...event, event: 'fromTheFuture' as NewerEvent }),
    eventText({ ...event, event: 'adopt' }),
    eventText({ ...event, event: 'rejected', detail: 'Closed period' }),
    eventText({ ...event, event: 'foundChanged', detail: 'amountDueCents' }),
  ]).toEqual(['Check before sending started', 'Sending', null, 'Closed period', 'Amount due']);
});

test('the history does not call an answer lost if it arrived, and shows the answer below', () => {
  const event = { atMs: 0, event: 'answerLost', from: 'sending', to: 'unknown' } as const;
  const line = { ...event, detail: 'HTTP 503' };
  expect([formatEvent(line), eventText(line)]).toEqual(['No confirmation received', 'HTTP 503']);
});

test('a history shows only the first and last of repeated attempts that ended alike', () => {
  const observed = (...tries: readonly (string | null)[]): string[] => {
    const history = tries.flatMap((detail, at) => [
      { atMs: at, event: 'send', from: 'queued', to: 'sending', detail: null } as const,
      { atMs: at, event: 'notSent', from: 'sending', to: 'queued', detail } as const,
    ]);
    const confirmed = {
      event: 'confirmed',
      from: 'sending',
      to: 'confirmed',
      detail: null,
    } as const;
    const shown = withoutRepeats([...history, { ...confirmed, atMs: 9 }]);
    return shown.map(({ atMs, event }) => `${atMs} ${event}`);
  };
  const both = (atMs: number) => [`${atMs} send`, `${atMs} notSent`];
  expect([
    observed('503', '503', '503', '503'),
    observed('503', null, '503'),
    observed('503', '503'),
  ]).toEqual([
    [...both(0), ...both(3), '9 confirmed'],
    [...both(0), ...both(1), ...both(2), '9 confirmed'],
    [...both(0), ...both(1), '9 confirmed'],
  ]);
});
