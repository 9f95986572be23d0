import { expect, test } from 'vitest';
import { fail } from '../../base/result.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import { outcomeOf } from './send-outcome.ts';

const common = { technical: '' };
const errors: Readonly<Record<ServiceError['kind'], ServiceError>> = {
  forbidden: { kind: 'forbidden', scope: null, ...common },
  notFound: { kind: 'notFound', ...common },
  invalid: { kind: 'invalid', ...common },
  validationFailed: { kind: 'validationFailed', details: [], ...common },
  unreachable: { kind: 'unreachable', ...common },
  rateLimited: { kind: 'rateLimited', by: 'service', retryAtMs: 7, ...common },
  unauthenticated: { kind: 'unauthenticated', ...common },
  serverFailed: { kind: 'serverFailed', status: 503, retryAtMs: 9, ...common },
  conflict: { kind: 'conflict', ...common },
  answerLost: { kind: 'answerLost', ...common },
  malformedResponse: { kind: 'malformedResponse', ...common },
  tooLarge: { kind: 'tooLarge', ...common },
  cached: { kind: 'cached', ...common },
  cancelled: { kind: 'cancelled', ...common },
};

/** Outcome of each error in a few words, for a request that was sent and for one that was not. */
const outcomes: Readonly<Record<ServiceError['kind'], readonly [string, string]>> = {
  forbidden: ['rejected', 'notSent serviceFailed'],
  notFound: ['rejected', 'notSent serviceFailed'],
  invalid: ['rejected', 'notSent serviceFailed'],
  validationFailed: ['rejected', 'notSent serviceFailed'],
  unreachable: ['notSent unreachable', 'notSent unreachable'],
  rateLimited: ['notSent quota at 7', 'notSent quota at 7'],
  unauthenticated: ['notSent signedOut', 'notSent signedOut'],
  serverFailed: ['unknown', 'notSent serviceFailed at 9'],
  conflict: ['unknown', 'notSent serviceFailed'],
  answerLost: ['unknown', 'notSent unreachable'],
  malformedResponse: ['unknown', 'notSent serviceFailed'],
  tooLarge: ['unknown', 'notSent serviceFailed'],
  cached: ['unknown', 'notSent serviceFailed'],
  cancelled: ['unknown', 'notSent closing'],
};

test.each(Object.values(errors))(
  'J-20 an outcome claims no more than its error proves: $kind',
  (error) => {
    const [sent, unsent] = [true, false].map((wasSent) => {
      const outcome = outcomeOf(fail({ error, mayHaveActed: wasSent }), null);
      if (outcome.kind !== 'notSent') return outcome.kind;
      const { reason, retryAtMs } = outcome;
      return `notSent ${reason}${retryAtMs === null ? '' : ` at ${retryAtMs}`}`;
    });
    expect([sent, unsent]).toEqual(outcomes[error.kind]);
  },
);

test('J-20 the outcome of an approval that the gate held back names the gate’s reason', () => {
  const { unreachable: error } = errors;
  const outcome = outcomeOf(fail({ error, mayHaveActed: false }), 'overLimit');
  expect(outcome).toEqual({ kind: 'notSent', reason: 'overLimit', retryAtMs: null, error });
});

test('J-20 only a confirmation whose bill could not be compared is marked as unread', () => {
  const yes = (isUnreadable: boolean) =>
    outcomeOf({ ok: true, value: { bill: null, isUnreadable } }, null);
  expect([yes(true), yes(false)]).toEqual([
    { kind: 'confirmed', bill: null, unread: true },
    { kind: 'confirmed', bill: null },
  ]);
});
