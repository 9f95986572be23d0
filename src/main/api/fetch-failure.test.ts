import { expect, test } from 'vitest';
import { readFetchFailure } from './fetch-failure.ts';
import { fetchFailure } from './testing/doubles.ts';

const withMessage = (code: string, message: string): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });

const several = (...codes: string[]): TypeError =>
  new TypeError('fetch failed', {
    cause: new AggregateError(
      codes.map((code) => Object.assign(new Error(code), { code, syscall: 'connect' })),
    ),
  });

/** Node's own wording. */
const hangUp = 'Client network socket disconnected before secure TLS connection was established';

// One code of the table, and two that a rule matches.
test.each(['ENOTFOUND', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])(
  'Q-10 provably not sent: %s',
  (code) => {
    expect(readFetchFailure(fetchFailure(code))).toEqual({ sent: false, technical: code });
  },
);

test.each([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EPROTO',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'HPE_INVALID_CONSTANT',
  'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR',
  'SOMETHING_NEW',
])('a request that is not provably unsent counts as sent: %s', (code) => {
  expect(readFetchFailure(fetchFailure(code))).toEqual({ sent: true, technical: code });
});

test.each<[string, unknown, boolean]>([
  ['a connect that timed out', fetchFailure('ETIMEDOUT', { syscall: 'connect' }), false],
  ['a read that timed out', fetchFailure('ETIMEDOUT', { syscall: 'read' }), true],
  ['an unreachable host', fetchFailure('EHOSTUNREACH', { syscall: 'connect' }), false],
  ['a host that became unreachable', fetchFailure('EHOSTUNREACH', { syscall: 'read' }), true],
  ['a network that went down meanwhile', fetchFailure('ENETDOWN', { syscall: 'write' }), true],
  ['a failed handshake', withMessage('EPROTO', 'sslv3 alert handshake failure'), false],
  ['plain HTTP where TLS was expected', withMessage('EPROTO', 'wrong version number'), false],
  ['an alert in mid-session', withMessage('EPROTO', 'tlsv1 alert internal error'), true],
  ['a hang-up during the handshake', withMessage('ECONNRESET', hangUp), false],
  ['a port fetch refuses', new TypeError('fetch failed', { cause: new Error('bad port') }), false],
  ['every address refused', several('ECONNREFUSED', 'ENETUNREACH'), false],
  ['one address refused, one reset', several('ECONNREFUSED', 'ECONNRESET'), true],
  ['no cause', new TypeError('fetch failed'), true],
  ['no error at all', 'gone', true],
  ['nothing', undefined, true],
])('the meaning of a code depends on the error around it: %s', (_name, thrown, sent) => {
  expect(readFetchFailure(thrown).sent).toBe(sent);
});
