import { expect, test } from 'vitest';
import { notSentReasonSchema } from '../../../bridge/approval.ts';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import { sampleApproval, sampleBill } from '../testing/samples.ts';
import type { Approval, ApprovalState, NewerEvent } from '../../core/outbox/approval.ts';
import { eventText, formatEvent, formatWhy } from './format-why.ts';
import type { Around } from '../../core/outbox/standing.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import { formatAttention } from './format-attention.ts';

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

const around = { signInId: 'sign-in-1', service: 'books.example', locale: 'en' };
const lost = {
  atMs: 1,
  event: 'answerLost',
  from: 'sending',
  to: 'unknown',
  detail: null,
} as const;

const attention = (fields: Partial<Approval>) => formatAttention(sampleApproval(fields), around);
const nowAt = (status: string) => snapshotOf(sampleBill({ status }));
const rejected = { kind: 'notFound', message: 'No such bill', technical: '' } as const;

const needing: readonly Partial<Approval>[] = [
  { state: 'unknown' },
  { state: 'rejected', outcome: { kind: 'rejected', error: rejected } },
  { state: 'changed', found: nowAt('partially_paid') },
  { state: 'changed', found: nowAt('paid') },
  { state: 'changed', found: nowAt('void') },
  { state: 'changed', found: nowAt('disputed') },
  { state: 'changed', found: null },
  { state: 'confirmed', found: nowAt('void') },
  { signInId: 'sign-in-0' },
  { waitingFor: 'restored' },
  { waitingFor: 'dataRestored' },
  { waitingFor: 'noOrganization' },
];

test('R-71 whatever needs the user says what happened, what it may mean and what can be done', () => {
  const said = needing.map(
    (each) => attention(each) ?? { happened: '', meaning: '', nextStep: '' },
  );
  expect({
    different: new Set(said.map((each) => JSON.stringify(each))).size,
    incomplete: said.filter((each) => !Object.values(each).every((part) => /[.”]$/.test(part))),
  }).toEqual({ different: needing.length, incomplete: [] });
});

test('R-71 what needs nobody says nothing of the kind', () => {
  const states: readonly ApprovalState[] = ['held', 'queued', 'sending', 'confirmed', 'withdrawn'];
  const seen = { state: 'confirmed', found: nowAt('void'), isAcknowledged: true } as const;
  expect([...states.map((state) => attention({ state })), attention(seen)]).toEqual(
    [...states, seen].map(() => null),
  );
});

test('R-71 a refusal quotes the service and says what to do about it', () => {
  expect(attention({ state: 'rejected', outcome: { kind: 'rejected', error: rejected } })).toEqual({
    happened: 'books.example rejected the approval. books.example: “No such bill”',
    meaning: 'The service could not find it.',
    nextStep: 'Read the bills again to see what is there now. Or discard it.',
  });
});

test('R-41 a bill that was not found is never called deleted, nor one that was not sent called sent', () => {
  const said = needing
    .filter(({ state }) => state === 'changed')
    .map((each) => JSON.stringify(attention(each)));
  expect(said.filter((words) => /delet|gone|any more|no longer/.test(words))).toEqual([]);
  expect(said.filter((words) => !words.includes('Nothing was sent.'))).toEqual([]);
});

test('R-72 what was put back says when an earlier try may have arrived', () => {
  const line = { atMs: 1, event: 'restored', from: null, to: 'queued' } as const;
  const said = [null, 'answerLost'].map(
    (detail) =>
      attention({ waitingFor: 'restored', history: [{ ...line, detail }] })?.happened ?? '',
  );
  expect(said.map((text) => /may have gone through/.test(text))).toEqual([false, true]);
});

test('R-72 nothing reads as unsent when an earlier try may have arrived', () => {
  const error = { kind: 'validationFailed', details: null, technical: '' } as const;
  const restored = { ...lost, event: 'dataRestored' } as const;
  const said = [
    attention({ state: 'changed', found: nowAt('paid') })?.happened,
    attention({ state: 'changed', found: nowAt('paid'), history: [lost] })?.happened,
    attention({ state: 'changed', found: null, history: [lost] })?.happened,
    attention({ state: 'changed', found: null, history: [restored] })?.happened,
    attention({ signInId: 'sign-in-0', history: [lost] })?.happened,
    attention({ waitingFor: 'noOrganization', history: [restored] })?.happened,
    attention({ state: 'rejected', outcome: { kind: 'rejected', error }, history: [lost] })
      ?.meaning,
  ].map((text = '') => [/Nothing was sent/.test(text), /may have gone through/.test(text)]);
  expect(said).toEqual([[true, false], ...said.slice(1).map(() => [false, true])]);
});

test('R-43 an approval without a confirmation says what came in its place; an answer is not called lost', () => {
  const technical = '';
  const errors: readonly (ServiceError | null)[] = [
    { kind: 'answerLost', technical },
    { kind: 'serverFailed', status: 503, retryAtMs: null, technical },
    { kind: 'serverFailed', status: 500, retryAtMs: null, message: 'Try later', technical },
    { kind: 'malformedResponse', status: 200, technical },
    null,
  ];
  expect(
    errors.map(
      (error) => attention({ state: 'unknown', outcome: { kind: 'unknown', error } })?.happened,
    ),
  ).toEqual([
    'Sent, but the connection dropped before a reply.',
    'Sent, and books.example answered with an error (503).',
    'Sent, and books.example answered with an error (500). books.example: “Try later”',
    'Sent, but the reply was not a confirmation from books.example.',
    'Possibly sent: no reply was recorded on this computer.',
  ]);
});
