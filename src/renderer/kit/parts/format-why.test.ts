import { expect, test } from 'vitest';
import { notSentReasonSchema } from '../../../bridge/approval.ts';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import { sampleApproval, sampleBill } from '../testing/samples.ts';
import type { Approval, ApprovalState } from '../../core/model/approval.ts';
import { eventText, formatEvent, formatWhy } from './format-why.ts';
import type { StatusContext } from '../../core/outbox/approval-status.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import { formatAttention } from './format-attention.ts';
import { formatSyncPause } from '../ui/sentences.ts';

const NOW = 1_000;
const online: StatusContext = {
  signInId: 'sign-in-1',
  service: 'books.example',
  isOnline: true,
  isSendingPaused: false,
  unreadableIds: new Set(),
  missingPermission: null,
  quotaPausedUntilMs: null,
  undoLeftMs: () => 3_500,
  locale: 'en',
};
const why = (fields: Partial<Approval>, context: Partial<StatusContext> = {}): string =>
  formatWhy(sampleApproval(fields), { ...online, ...context }, NOW);

test('the reason an approval waits is given in whole sentences', () => {
  const reasons = [...notSentReasonSchema.options, null] as const;
  const said = reasons.map((waitingFor) => why({ waitingFor }));
  expect({
    unfinished: said.filter((sentence) => !sentence.endsWith('.')),
    different: new Set(said).size,
  }).toEqual({ unfinished: [], different: reasons.length });
});

const recheck = { waitingFor: 'recheck' } as const;
const lost = {
  atMs: 1,
  event: 'answerLost',
  from: 'sending',
  to: 'unknown',
  detail: null,
} as const;
const undo = { ...lost, event: 'withdraw', from: 'held', to: 'withdrawn' } as const;
const signIn = 'Signed out. Sign in to send.';

test.each<[string, Partial<Approval>, Partial<StatusContext>, string]>([
  ['R-42', recheck, {}, 'Checking for changes before sending.'],
  ['R-42', recheck, { isOnline: false }, 'Will be checked for changes, then sent.'],
  ['R-26', { state: 'held' }, {}, 'Sends in 4 seconds.'],
  [
    'R-26',
    { state: 'held' },
    { isOnline: false },
    'Undo within 4 seconds. Sends when you’re online.',
  ],
  ['R-26', { waitingFor: null }, { signInId: null }, signIn],
  ['R-26', recheck, { signInId: null }, signIn],
  ['R-26', { waitingFor: 'unreachable' }, { signInId: null }, signIn],
  ['R-26', { state: 'withdrawn' }, {}, 'Canceled before sending.'],
  ['R-26', { state: 'withdrawn', history: [undo] }, {}, 'Nothing was sent.'],
  [
    'R-26',
    { state: 'withdrawn', history: [{ ...lost, event: 'rejectedForNow', to: 'queued' }] },
    {},
    'Discarded after rejection.',
  ],
  [
    'R-26',
    { state: 'withdrawn', outcome: { kind: 'unknown', error: null }, history: [lost] },
    {},
    'Not sent again, but an earlier attempt may have gone through.',
  ],
  [
    'R-26',
    {
      state: 'withdrawn',
      outcome: { kind: 'rejected', error: { kind: 'notFound', technical: '' } },
    },
    {},
    'Discarded after rejection.',
  ],
])('%s the reason for the state of %j, %j', (_id, fields, context, sentence) => {
  expect(why(fields, context)).toBe(sentence);
});

test('a waiting approval names its reason: the API limit, or an earlier attempt that may have gone through', () => {
  const waits = (['journalUnwritable', 'recheck', 'unreachable', null] as const).map((waitingFor) =>
    why({ waitingFor, history: [lost] }).endsWith('An earlier attempt may have gone through.'),
  );
  const limited = why(recheck, { quotaPausedUntilMs: 60_000 });
  expect([waits, limited.startsWith('Waiting for the API limit. Retrying at ')]).toEqual([
    [true, true, true, true],
    true,
  ]);
});

test.each([recheck, { waitingFor: 'quota' }] as const)(
  'an outage is not called an API limit: %j',
  (fields) => {
    const outage = { quotaPausedUntilMs: 60_000, isServiceDown: true };
    expect(why(fields, outage)).toMatch(/^Service unavailable\. Retrying at /);
  },
);

test('an outage stops the sync for another reason than the API limit', () => {
  const paused = (['offline', 'quota'] as const).map((each) => formatSyncPause(each, true));
  expect([...paused, formatSyncPause('quota', false)]).toEqual([
    'Offline. Sync resumes automatically.',
    'Sync paused (service unavailable)',
    'Sync paused (API limit)',
  ]);
});

test('an approval whose check failed quotes the service', () => {
  const error: ServiceError = { kind: 'invalid', message: 'Unknown status', technical: '' };
  const outcome = { kind: 'notSent', reason: 'serviceFailed', retryAtMs: null, error } as const;
  expect(why({ waitingFor: 'serviceFailed', outcome })).toBe(
    'Last check failed. Sends automatically. books.example: “Unknown status”',
  );
});

test.each<[ServiceError, string]>([
  [
    { kind: 'malformedResponse', status: 200, technical: 'an HTML page' },
    'Last check failed. Sends automatically. Unexpected response. If you’re on guest Wi-Fi, sign in to the network first. Otherwise check the service URL.',
  ],
  [
    { kind: 'serverFailed', status: 500, retryAtMs: null, technical: '' },
    'Last check failed. Sends automatically. books.example is having problems.',
  ],
])('an approval whose check failed with %j names the cause', (error, sentence) => {
  const outcome = { kind: 'notSent', reason: 'serviceFailed', retryAtMs: null, error } as const;
  expect(why({ waitingFor: 'serviceFailed', outcome })).toBe(sentence);
});

test('an approval whose sign-in the service did not accept says so, and not that a check failed', () => {
  const error: ServiceError = { kind: 'serverFailed', status: 401, retryAtMs: null, technical: '' };
  const outcome = { kind: 'notSent', reason: 'serviceFailed', retryAtMs: null, error } as const;
  expect(why({ waitingFor: 'serviceFailed', outcome, retryAtMs: null })).toBe(
    'books.example did not accept your sign-in. If this continues, check the client ID and secret, or sign out and in again.',
  );
});

test('while answers prove nothing, waiting approvals say that sending is paused', () => {
  const paused = { isSendingPaused: true };
  const waiting = ['recheck', 'unreachable', 'serviceFailed', null] as const;
  const others = ['journalUnwritable', 'noOrganization'] as const;
  const isPaused = (waitingFor: Approval['waitingFor']) =>
    why({ waitingFor }, paused).startsWith('Sending is paused');
  expect([waiting.map(isPaused), others.map(isPaused)]).toEqual([
    [true, true, true, true],
    [false, false],
  ]);
});

test('an approval of a changed bill keeps saying so', () => {
  const found = snapshotOf(sampleBill({ totalCents: 2 }));
  const confirmed = { state: 'confirmed', confirmedBy: 'service', isAcknowledged: true } as const;
  const line = { atMs: 0, event: 'confirmed', from: 'sending', to: 'confirmed' } as const;
  expect([
    why({ ...confirmed, found }),
    formatEvent({ ...line, detail: 'totalCents' }),
    eventText({ ...line, detail: 'totalCents, vendor.iban' }),
    formatEvent({ ...line, detail: null }),
  ]).toEqual([
    'Confirmed by books.example. The bill had changed by then; you have reviewed the changes.',
    'Approved, but the bill had changed',
    'Total, Vendor › IBAN',
    'Confirmed',
  ]);
});

const context = { signInId: 'sign-in-1', service: 'books.example', locale: 'en' };

const attention = (fields: Partial<Approval>) => formatAttention(sampleApproval(fields), context);
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

test('an approval that needs the user says what happened, what it may mean and what to do', () => {
  const said = needing.map(
    (each) => attention(each) ?? { happened: '', meaning: '', nextStep: '' },
  );
  expect({
    different: new Set(said.map((each) => JSON.stringify(each))).size,
    incomplete: said.filter((each) => !Object.values(each).every((part) => /[.”]$/.test(part))),
  }).toEqual({ different: needing.length, incomplete: [] });
});

test.each([null, 'sign-in-2'])(
  'an approval of another session, %j, never claims to be sent automatically',
  (signInId) => {
    const said = needing.map(
      (fields) => formatAttention(sampleApproval(fields), { ...context, signInId })?.meaning ?? '',
    );
    expect(said.filter((meaning) => /automatically (if|when)/.test(meaning))).toEqual([]);
  },
);

test('an approval that needs no decision shows none', () => {
  const states: readonly ApprovalState[] = ['held', 'queued', 'sending', 'confirmed', 'withdrawn'];
  const seen = { state: 'confirmed', found: nowAt('void'), isAcknowledged: true } as const;
  expect([...states.map((state) => attention({ state })), attention(seen)]).toEqual(
    [...states, seen].map(() => null),
  );
});

test('a bill paid otherwise after a confirmation without it is not called the service’s answer', () => {
  const outcome = { kind: 'confirmed', bill: null } as const;
  expect(attention({ state: 'confirmed', found: nowAt('void'), outcome })).toEqual({
    happened: 'The bill has been paid since, but not as you approved it.',
    meaning: 'Approved, but the bill had changed.',
    nextStep: 'Check the bill in books.example. Then choose Mark as checked.',
  });
});

test('a refusal quotes the service and says what to do about it', () => {
  expect(attention({ state: 'rejected', outcome: { kind: 'rejected', error: rejected } })).toEqual({
    happened: 'books.example rejected the approval: “No such bill”',
    meaning: 'Not found in books.example.',
    nextStep: 'Refresh to update the list. Or discard the approval.',
  });
});

test.each([
  [405, 'Resending won’t help. Approve it in books.example, then discard.'],
  [428, 'Resending won’t help. Approve it in books.example, then discard.'],
  [402, 'Clear this up in books.example or with an administrator. Then resend or discard.'],
  [451, 'Clear this up in books.example or with an administrator. Then resend or discard.'],
  [412, 'Resend later, or discard.'],
  [423, 'Resend later, or discard.'],
])('a refusal with %i says whether a new try can help', (status, nextStep) => {
  const error: ServiceError = { kind: 'invalid', status, message: 'Locked', technical: '' };
  const asked = attention({ state: 'rejected', outcome: { kind: 'rejected', error } });
  expect(asked?.nextStep).toBe(nextStep);
});

test.each([
  [400, 'Body cannot be empty when content-type is set to application/json'],
  [400, 'A non-empty request body is required.'],
  [422, 'body: Field required'],
  [415, 'Unsupported Media Type'],
])('a refusal of an approval without a body (%i) is resent in another form', (status, message) => {
  const error: ServiceError =
    status === 422
      ? { kind: 'validationFailed', details: [message], status, technical: '' }
      : { kind: 'invalid', status, message, technical: '' };
  const nextSteps = [1, 2].map((attempt) => {
    const refused = { state: 'rejected', attempt, outcome: { kind: 'rejected', error } } as const;
    return attention(refused)?.nextStep.startsWith('Resend, and Billfold sends the approval in');
  });
  expect(nextSteps).toEqual([true, false]);
});

test.each([
  ['Period is closed', false],
  ['Forbidden. The bill is locked', false],
  ['Approving is not allowed: the organization is suspended', false],
  ['Amount exceeds your authorization limit', false],
  ['Amount exceeds your approval limit', false],
  ['Your role may not approve bills', true],
  ['Access denied', true],
  ['You do not have permission to perform this action.', true],
  ['Token lacks the required scope', true],
  ['This action is unauthorized.', true],
  ['403 Forbidden', true],
  [undefined, true],
])('a 403 asks for access only if its reason may be the user’s access: %s', (message, isAccess) => {
  const said = message === undefined ? {} : { message };
  const error: ServiceError = {
    kind: 'forbidden',
    status: 403,
    scope: null,
    technical: '',
    ...said,
  };
  const asked = attention({ state: 'rejected', outcome: { kind: 'rejected', error } });
  expect([asked?.meaning, asked?.nextStep]).toEqual(
    isAccess
      ? [
          'You don’t have permission.',
          'Ask an administrator for access, then sign in again. Or discard the approval.',
        ]
      : [
          'As far as Billfold knows, the bill isn’t approved.',
          'Clear this up in books.example or with an administrator. Then resend or discard.',
        ],
  );
});

test('a refusal in words sends the user to the bill, not to a report', () => {
  const error: ServiceError = { kind: 'invalid', status: 400, message: 'Closed', technical: '' };
  expect(attention({ state: 'rejected', outcome: { kind: 'rejected', error } })?.nextStep).toBe(
    'Check and fix the bill in books.example. Then resend or discard.',
  );
});

test('a bill that was not found is never called deleted, and an unsent one is never called sent', () => {
  const said = needing
    .filter(({ state }) => state === 'changed')
    .map((each) => JSON.stringify(attention(each)));
  expect(said.filter((words) => /delet|gone|any more|no longer/.test(words))).toEqual([]);
  expect(said.filter((words) => !words.includes('Nothing was sent.'))).toEqual([]);
});

const line = { ...lost, event: 'restored', from: null, to: 'queued' } as const;
const restored = { waitingFor: 'restored' } as const;
const paid = { state: 'changed', found: nowAt('paid') } as const;
test('Y-10 an approval that waits since a long absence says that, and not that data was restored', () => {
  const waiting = sampleApproval({ state: 'queued', waitingFor: 'dataRestored' });
  const happened = [true, false].map(
    (wasAway) => formatAttention(waiting, { ...context, wasAway })?.happened,
  );
  expect(happened).toEqual([
    'Billfold was last used more than a week ago, or the clock was changed.',
    'Billfold’s data was restored from a copy, opened on another computer, or changed by another program.',
  ]);
});

const refusal = { kind: 'validationFailed', details: [] as string[], technical: '' } as const;

test.each<[Partial<Approval>, { nothingSent: boolean; mayHave: boolean }]>([
  [
    { ...restored, history: [line] },
    { nothingSent: false, mayHave: false },
  ],
  [
    { ...restored, history: [{ ...line, detail: 'answerLost' }] },
    { nothingSent: false, mayHave: true },
  ],
  [paid, { nothingSent: true, mayHave: false }],
  [
    { ...paid, history: [{ ...lost, event: 'rejectedForNow', to: 'queued' }] },
    { nothingSent: false, mayHave: false },
  ],
  ...[
    paid,
    { state: 'changed', found: null } as const,
    { signInId: 'sign-in-0' },
    { waitingFor: 'noOrganization' } as const,
    { state: 'rejected', outcome: { kind: 'rejected', error: refusal } } as const,
  ].flatMap((fields) =>
    (['answerLost', 'dataRestored'] as const).map(
      (event): [Partial<Approval>, { nothingSent: boolean; mayHave: boolean }] => [
        { ...fields, history: [{ ...lost, event }] },
        { nothingSent: false, mayHave: true },
      ],
    ),
  ),
])('no text says unsent when an earlier attempt may have arrived: %j', (fields, said) => {
  const { happened = '', meaning = '' } = attention(fields) ?? {};
  const text = fields.state === 'rejected' ? meaning : happened;
  expect({
    nothingSent: text.includes('Nothing was sent'),
    mayHave: text.includes('may have gone through'),
  }).toEqual(said);
});

const sentError = 'Sent, but books.example replied with an error';
test.each<[ServiceError | null, string]>([
  [{ kind: 'answerLost', technical: '' }, 'Sent, but no complete reply arrived.'],
  [{ kind: 'answerLost', status: 200, technical: '' }, 'Sent, but no complete reply arrived.'],
  [{ kind: 'serverFailed', status: 503, retryAtMs: null, technical: '' }, `${sentError} (503).`],
  [
    { kind: 'serverFailed', status: 500, retryAtMs: null, message: 'Try later', technical: '' },
    `${sentError} (500). books.example: “Try later”`,
  ],
  [
    { kind: 'malformedResponse', status: 200, technical: '' },
    'Sent, but the reply was not a confirmation from books.example.',
  ],
  [
    { kind: 'malformedResponse', lacksHeaders: true, status: 200, technical: '' },
    'Sent, but the reply (200) doesn’t state the hourly limit as replies of books.example do, so it may be from another server.',
  ],
  [{ kind: 'answerLost', status: 200, technical: '' }, 'Sent, but no complete reply arrived.'],
  [null, 'Possibly sent: no reply was recorded on this computer.'],
])('without a confirmation, the text says what came instead: %j', (error, happened) => {
  expect(attention({ state: 'unknown', outcome: { kind: 'unknown', error } })?.happened).toBe(
    happened,
  );
});
