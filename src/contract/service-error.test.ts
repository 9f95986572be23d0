import { expect, test } from 'vitest';
import {
  asksForBody,
  hasOtherReason,
  isCursorRefused,
  serviceErrorSchema,
  type Obstacle,
  type ServiceError,
  type ServiceErrorKind,
} from './service-error.ts';

const common = { status: 418, message: 'm', code: 'c', technical: 't' };
const certificate: Obstacle = { kind: 'untrustedCertificate', host: 'h', issuer: null };
const proxy: Obstacle = { kind: 'proxySignIn', schemes: ['basic'] };

/** One error of each kind, with all its fields. */
const errors: { readonly [Kind in ServiceErrorKind]: Extract<ServiceError, { kind: Kind }> } = {
  unauthenticated: { kind: 'unauthenticated', ...common },
  forbidden: { kind: 'forbidden', scope: 'money_out', ...common },
  notFound: { kind: 'notFound', ...common },
  invalid: { kind: 'invalid', ...common },
  validationFailed: { kind: 'validationFailed', details: ['d'], ...common },
  conflict: { kind: 'conflict', ...common },
  rateLimited: { kind: 'rateLimited', by: 'service', retryAtMs: 1, ...common },
  serverFailed: { kind: 'serverFailed', retryAtMs: null, ...common },
  malformedResponse: { kind: 'malformedResponse', ...common },
  tooLarge: { kind: 'tooLarge', ...common },
  cached: { kind: 'cached', ...common },
  unreachable: { kind: 'unreachable', obstacle: certificate, ...common },
  answerLost: { kind: 'answerLost', ...common },
  cancelled: { kind: 'cancelled', ...common },
};

test.each<ServiceError>([
  ...Object.values(errors),
  { ...errors.rateLimited, by: 'billfold' },
  { ...errors.unreachable, obstacle: proxy },
])('an error is saved and read back: $kind', (error) => {
  expect(serviceErrorSchema.parse({ ...error, more: 1 })).toEqual(error);
});

test.each<[string, boolean]>([
  ['body: Field required', true],
  ['JSON body is missing', true],
  ['body.cost_center: Field required', false],
])('a refusal may ask for a body, or for a field of it: %s', (detail, asks) => {
  const error = { ...errors.validationFailed, details: [detail] };
  expect(asksForBody(error)).toBe(asks);
});

test('details that an earlier version saved in the service’s form are omitted', () => {
  const saved = { ...errors.validationFailed, details: { memo: ['d'] } };
  expect(serviceErrorSchema.parse(saved)).toEqual({ ...errors.validationFailed, details: [] });
});

test('C-8 three kinds of answers refuse a cursor', () => {
  const kinds = Object.values(errors).filter(isCursorRefused);
  expect(kinds.map(({ kind }) => kind)).toEqual(['notFound', 'invalid', 'validationFailed']);
});

test.each<[ofAccess: string, ofOther: string]>([
  ['You need permission.', 'The permit has expired.'],
  ['Missing scope money_out', 'A microscope is missing'],
  ['Wider scopes are needed', 'The scoped period is closed'],
  ['No access', 'The accessory is locked'],
  ['Access denied', 'The bill is inaccessible'],
  ['Your role is too low', 'The payrole is closed'],
  ['Roles: none', 'A roleplay'],
  ['Missing privileges', 'A privacy lock'],
  ['No rights', 'The copyrights differ'],
  ['Unauthorized', 'This period was authorized and closed'],
  ['not authorised', 'Reauthorize the bank'],
  ['You aren’t authorized', 'The bank authorized it'],
  ['Forbidden', 'The period is forbidden'],
  [' “Forbidden.” ', 'Forbidden by a closed period'],
  ['403 Forbidden', '403 1 Forbidden'],
  ['403: forbidden', 'Period 403 forbidden'],
])('a 403 is about access or about something else: %j, but not %j', (ofAccess, ofOther) => {
  const error = { ...errors.forbidden, scope: null };
  const messages = [ofAccess, ofOther];
  expect(messages.map((message) => hasOtherReason({ ...error, message }))).toEqual([false, true]);
});

test('only a 403 with a message and without a scope may be about something else', () => {
  const message = 'The period is closed';
  const forbidden = { ...errors.forbidden, scope: null, message };
  expect([
    hasOtherReason(forbidden),
    hasOtherReason({ ...forbidden, scope: 'money_out' }),
    hasOtherReason({ ...forbidden, message: '' }),
    hasOtherReason({ ...errors.notFound, message }),
  ]).toEqual([true, false, false, false]);
});
