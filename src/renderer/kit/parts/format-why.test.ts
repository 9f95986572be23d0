import { expect, test } from 'vitest';
import { notSentReasonSchema } from '../../../bridge/approval.ts';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import { sampleApproval, sampleBill } from '../testing/samples.ts';
import type { Approval, NewerEvent } from '../../core/outbox/approval.ts';
import { eventText, formatEvent, formatWhy } from './format-why.ts';
import type { Around } from '../../core/outbox/standing.ts';

const NOW = 1_000;
const online: Around = {
  signInId: 'sign-in-1',
  service: 'books.example',
  isOnline: true,
  isSendingPaused: false,
  quotaPausedUntilMs: null,
  locale: 'en',
};
const why = (fields: Partial<Approval>, around: Partial<Around> = {}): string =>
  formatWhy(sampleApproval(fields), { ...online, ...around }, NOW);

test('R-26 whatever an approval waits for is said in whole sentences', () => {
  const reasons = [...notSentReasonSchema.options, null] as const;
  const said = reasons.map((waitingFor) => why({ waitingFor }));
  expect({
    unfinished: said.filter((sentence) => !sentence.endsWith('.')),
    different: new Set(said).size,
  }).toEqual({ unfinished: [], different: reasons.length });
});

test('R-42 an approval that waits for a check says so, online and offline, and nothing of being sent next', () => {
  const waits = { waitingFor: 'recheck' } as const;
  expect([
    why(waits),
    why({ waitingFor: 'recheck' }),
    why(waits, { isOnline: false }),
    why(waits, { quotaPausedUntilMs: 60_000 }).startsWith(
      'Waiting for the service’s hourly limit.',
    ),
  ]).toEqual([
    'Checking for changes before sending.',
    'Checking for changes before sending.',
    'Will be checked for changes, then sent.',
    true,
  ]);
});

test('R-42 what waits again after a lost answer says that the earlier attempt may have gone through', () => {
  const history = [
    { atMs: 1, event: 'answerLost', from: 'sending', to: 'unknown', detail: null },
  ] as const;
  const said = (['journalUnwritable', 'recheck', 'unreachable', null] as const).map((waitingFor) =>
    why({ waitingFor, history }).endsWith('An earlier attempt may have gone through.'),
  );
  expect(said).toEqual([true, true, true, true]);
});

test('R-45 while replies say nothing, what waits says that sending is paused', () => {
  const paused = { isSendingPaused: true };
  const waiting = ['recheck', 'unreachable', null] as const;
  const others = ['journalUnwritable', 'noOrganization'] as const;
  const isPaused = (waitingFor: Approval['waitingFor']) =>
    why({ waitingFor }, paused).startsWith('Sending is paused');
  expect([waiting.map(isPaused), others.map(isPaused)]).toEqual([
    [true, true, true],
    [false, false],
  ]);
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
    'Canceled before sending.',
    'Canceled, but an earlier attempt may have gone through.',
    'Discarded after rejection.',
  ]);
});

test('R-40 what was approved although it had changed goes on saying so', () => {
  const found = snapshotOf(sampleBill({ total_cents: 2 }));
  const confirmed = { state: 'confirmed', confirmedBy: 'service', isAcknowledged: true } as const;
  const line = { atMs: 0, event: 'confirmed', from: 'sending', to: 'confirmed' } as const;
  expect([
    why({ ...confirmed, found }),
    formatEvent({ ...line, detail: 'totalCents' }),
    eventText({ ...line, detail: 'totalCents, vendor.iban' }),
    formatEvent({ ...line, detail: null }),
  ]).toEqual([
    'Confirmed by books.example. The bill had changed by then; you have seen the difference.',
    'Approved, but the bill had changed',
    'Total, Vendor › IBAN',
    'Confirmed',
  ]);
});

test('R-27 the story tells each event; an unknown one by where it led, without inner details', () => {
  const event = { atMs: 0, from: 'queued', to: 'sending', detail: 'sign-in-1' } as const;
  expect([
    formatEvent({ ...event, event: 'send' }),
    formatEvent({ ...event, event: 'fromTheFuture' as NewerEvent }),
    eventText({ ...event, event: 'adopt' }),
    eventText({ ...event, event: 'rejected', detail: 'Closed period' }),
    eventText({ ...event, event: 'foundChanged', detail: 'amountDueCents' }),
  ]).toEqual(['Sending started', 'Sending', null, 'Closed period', 'Amount due']);
});

test('R-43 the story calls no answer lost: what came stands beneath', () => {
  const event = { atMs: 0, event: 'answerLost', from: 'sending', to: 'unknown' } as const;
  const line = { ...event, detail: 'HTTP 503' };
  expect([formatEvent(line), eventText(line)]).toEqual(['No confirmation received', 'HTTP 503']);
});

test('R-26 without a session an approval waits for the user to sign in, whatever else it waits for', () => {
  const said = [null, 'recheck', 'unreachable'] as const;
  const sentences = said.map((waitingFor) => why({ waitingFor }, { signInId: null }));
  expect(new Set(sentences)).toEqual(
    new Set(['Waiting for you to sign in. Sign in, and it is sent.']),
  );
});
