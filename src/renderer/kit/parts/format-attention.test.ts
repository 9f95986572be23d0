import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import { sampleApproval, sampleBill } from '../testing/samples.ts';
import type { Approval, ApprovalState } from '../../core/outbox/approval.ts';
import { formatAttention } from './format-attention.ts';

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
