import { expect, test } from 'vitest';
import { appInfoSchema } from '../../../bridge/app.ts';
import { notSentReasonSchema } from '../../../bridge/approval.ts';
import {
  connectionProblemSchema,
  sessionEndSchema,
  type SignInFailure,
  type SignInOutcome,
} from '../../../bridge/session.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import {
  formatConnectionProblem,
  formatNotice,
  formatNoticeBills,
  formatNotSent,
  formatServiceError,
  formatSessionEnd,
  formatSignInFailure,
  type Sentence,
} from './sentences.ts';

const technical = 'technical line';
const errors: readonly ServiceError[] = [
  { kind: 'unauthenticated', technical },
  { kind: 'forbidden', scope: null, technical },
  { kind: 'forbidden', scope: 'money_out', technical },
  { kind: 'notFound', technical },
  { kind: 'invalid', technical },
  { kind: 'validationFailed', details: ['memo: too long'], technical },
  { kind: 'conflict', status: 409, technical },
  { kind: 'rateLimited', by: 'service', retryAtMs: 0, technical },
  { kind: 'rateLimited', by: 'billfold', retryAtMs: 0, technical },
  { kind: 'serverFailed', retryAtMs: null, technical },
  { kind: 'serverFailed', status: 401, retryAtMs: 0, technical },
  { kind: 'malformedResponse', technical },
  { kind: 'malformedResponse', message: 'Under maintenance until 18:30', technical },
  { kind: 'tooLarge', technical },
  { kind: 'cached', technical },
  { kind: 'unreachable', technical },
  {
    kind: 'unreachable',
    obstacle: { kind: 'untrustedCertificate', host: 'api.example.com', issuer: null },
    technical,
  },
  { kind: 'unreachable', obstacle: { kind: 'proxySignIn', schemes: ['NTLM'] }, technical },
  { kind: 'answerLost', technical },
  { kind: 'cancelled', technical },
];
const failures: Record<Exclude<SignInOutcome['kind'], 'signedIn'>, SignInFailure> = {
  cancelled: { kind: 'cancelled' },
  timedOut: { kind: 'timedOut' },
  denied: { kind: 'denied', detail: null },
  refused: { kind: 'refused', error: 'unauthorized_client', detail: null },
  wrongClient: { kind: 'wrongClient', detail: null },
  keyringAway: { kind: 'keyringAway' },
  exchangeFailed: { kind: 'exchangeFailed', error: 'invalid_grant', detail: null },
  portTaken: { kind: 'portTaken', port: 8124 },
  hostUnreachable: {
    kind: 'hostUnreachable',
    host: 'login.example.com',
    isOffline: false,
    technical,
  },
  serviceUnreachable: { kind: 'serviceUnreachable', technical },
  limited: { kind: 'limited', waitMs: 90_000, technical },
  serviceFailed: { kind: 'serviceFailed', technical },
  malformedAnswer: { kind: 'malformedAnswer', technical },
  browserNotOpened: { kind: 'browserNotOpened', technical },
  noConnection: { kind: 'noConnection' },
};
const noticeKinds = appInfoSchema.shape.notices.def.out.def.element.shape.kind.options;

function everySentence(): readonly Sentence[] {
  return [
    ...errors.map((error) => formatServiceError(error, 'Books', 'en')),
    ...Object.values(failures).map((failure) => formatSignInFailure(failure, 'Books')),
    formatSignInFailure({ kind: 'limited', waitMs: null, technical }, 'Books'),
    formatSignInFailure({ kind: 'limited', waitMs: 60_000, technical }, 'Books'),
    formatSignInFailure({ kind: 'refused', error: 'invalid_scope', detail: null }, 'Books'),
    formatSignInFailure({ ...failures.hostUnreachable, isOffline: true } as SignInFailure, 'Books'),
    ...sessionEndSchema.options.map(formatSessionEnd),
    ...notSentReasonSchema.options.map(formatNotSent),
    ...noticeKinds.map((kind) => formatNotice({ kind, about: 'settings.json.broken' })),
  ];
}

test('every problem says what happened and what to do, in whole sentences', () => {
  const lacking = everySentence().filter(
    ({ title, whatToDo }) => !/^[A-Z].*[^.]$/u.test(title) || !/^[A-Z].*\.$/u.test(whatToDo),
  );
  expect(lacking).toEqual([]);
});

test('a notice names bills with vendor, number and amount', () => {
  const bills = [
    { vendor: 'Muster GmbH', number: 'B-1', cents: 12_300, currency: 'EUR' },
    { vendor: null, number: null, cents: 5, currency: 'USD' },
  ];
  const notice = { kind: 'connectionForbidden', about: '2' } as const;
  expect([formatNoticeBills({ ...notice, bills }, 'en'), formatNoticeBills(notice, 'en')]).toEqual([
    ['Muster GmbH · B-1 · €123.00', 'No vendor · No number · $0.05'],
    [],
  ]);
});

test('technical details are separate from the sentence: status, code and details', () => {
  const { title, whatToDo, ...apart } = formatServiceError(
    {
      kind: 'validationFailed',
      status: 422,
      code: 'locked',
      message: 'The period is closed.',
      details: ['date: closed'],
      technical: 'PATCH /api/v1/bills/1/approve',
    },
    'books.example',
    'en',
  );
  expect({ shown: `${title} ${whatToDo}`.includes('422'), apart }).toEqual({
    shown: false,
    apart: {
      quote: 'books.example: “The period is closed.”',
      details: ['date: closed'],
      technical: 'HTTP 422 · locked · PATCH /api/v1/bills/1/approve · ["date: closed"]',
    },
  });
});

test('every problem of a connection field says what to enter', () => {
  const { field, problem } = connectionProblemSchema.shape;
  const said = field.options.flatMap((name) =>
    problem.options.map((kind) => formatConnectionProblem({ field: name, problem: kind })),
  );
  expect([
    said.filter((sentence) => !/(^|\. )(Enter|Use|Remove|Choose) .*\.$/u.test(sentence)),
    formatConnectionProblem({ field: 'clientId', problem: 'missing' }),
    formatConnectionProblem({ field: 'serviceUrl', problem: 'missing' }),
  ]).toEqual([[], 'Enter the client ID.', 'Enter the service URL.']);
});
