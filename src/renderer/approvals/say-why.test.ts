import { expect, test } from 'vitest';
import { notSentReasonSchema } from '../../bridge/approval.ts';
import { sampleApproval } from '../ui/testing/samples.ts';
import type { Approval } from '../workspace.ts';
import { eventWords, sayEvent, sayWhy } from './say-why.ts';

const NOW = 1_000;
const why = (fields: Partial<Approval>): string =>
  sayWhy(sampleApproval(fields), 'sign-in-1', NOW, 'en');

test('R-26 whatever an approval waits for is said in whole sentences', () => {
  const reasons = [...notSentReasonSchema.options, 'look', null] as const;
  const said = reasons.map((waitingFor) => why({ waitingFor }));
  expect({
    unfinished: said.filter((sentence) => !sentence.endsWith('.')),
    different: new Set(said).size,
  }).toEqual({ unfinished: [], different: reasons.length });
});

test('R-26 the undo window counts down', () => {
  expect(why({ state: 'held', heldUntilMs: 4_500 })).toBe('Goes on its way in 4 s.');
});

test('R-26 what was taken back after it had been sent does not read as if nothing was sent', () => {
  const lost = {
    atMs: 1,
    event: 'answerLost',
    from: 'sending',
    to: 'unknown',
    detail: null,
  } as const;
  const error = { kind: 'notFound', technical: '' } as const;
  expect([
    why({ state: 'withdrawn' }),
    why({ state: 'withdrawn', outcome: { kind: 'unknown', error: null }, history: [lost] }),
    why({ state: 'withdrawn', outcome: { kind: 'rejected', error } }),
  ]).toEqual([
    'Taken back. Nothing was sent.',
    'Taken back. It had been sent before, and the service may have it.',
    'Taken back after the service had refused it.',
  ]);
});

test('R-27 the story tells each event; an unknown one by where it led, without inner details', () => {
  const event = { atMs: 0, from: 'queued', to: 'sending', detail: 'sign-in-1' } as const;
  expect([
    sayEvent({ ...event, event: 'send' }),
    sayEvent({ ...event, event: 'fromTheFuture' }),
    eventWords({ ...event, event: 'adopt' }),
    eventWords({ ...event, event: 'rejected', detail: 'Closed period' }),
  ]).toEqual(['Given to the service', 'Sending', null, 'Closed period']);
});

test('R-26 without a session an approval waits for the user to sign in, whatever else it waits for', () => {
  const said = [null, 'look', 'unreachable'] as const;
  const sentences = said.map((waitingFor) =>
    sayWhy(sampleApproval({ waitingFor }), null, NOW, 'en'),
  );
  expect(new Set(sentences)).toEqual(
    new Set(['Waiting for you to sign in. Sign in, and it is sent.']),
  );
});
