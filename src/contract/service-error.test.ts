import { expect, test } from 'vitest';
import {
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

test('details that an earlier version saved in the service’s form are omitted', () => {
  const saved = { ...errors.validationFailed, details: { memo: ['d'] } };
  expect(serviceErrorSchema.parse(saved)).toEqual({ ...errors.validationFailed, details: [] });
});

test('C-8 three kinds of answers refuse a cursor', () => {
  const kinds = Object.values(errors).filter(isCursorRefused);
  expect(kinds.map(({ kind }) => kind)).toEqual(['notFound', 'invalid', 'validationFailed']);
});
