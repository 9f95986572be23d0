import { expect, test } from 'vitest';
import { createVirtualClock, settle } from '../../base/testing/virtual-clock.ts';
import { oauthError } from './testing/fake-token-endpoint.ts';
import { callTokenEndpoint, quote } from './token-endpoint.ts';

const nowMs = Date.parse('2027-01-15T08:00:00Z');
const token = { access_token: 'the-token', token_type: 'bearer' };

/** Result of a request with this answer; a failure without its form. */
async function answered(response: Response) {
  const clock = createVirtualClock(nowMs);
  const result = await callTokenEndpoint(clock, [], async () => response);
  // The limit of the request ends with it.
  expect(clock.sleepers()).toBe(0);
  return result.ok ? 'ok' : result.error;
}

const bodyOf = (pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

/** A token answer of this size, bytes, in two pieces. */
function sized(bytes: number): Response {
  const text = JSON.stringify({ ...token, filler: '' });
  const whole = new TextEncoder().encode(
    text.replace('""', `"${'x'.repeat(bytes - text.length)}"`),
  );
  return new Response(bodyOf([whole.slice(0, 1_000), whole.slice(1_000)]));
}

const malformed = (status: number, more = '') => ({
  kind: 'malformed',
  status,
  technical: `the token endpoint answered ${status}${more}`,
});

test.each<[string, () => Response, unknown]>([
  ['a token', () => Response.json(token), 'ok'],
  ['the greatest size', () => sized(64 * 1024), 'ok'],
  ['a byte more', () => sized(64 * 1024 + 1), malformed(200, ', invalid fields: body')],
  ['no body', () => new Response(null), malformed(200, ', invalid fields: body')],
  [
    'two wrong fields',
    () => Response.json({ token_type: 'mac' }),
    malformed(200, ', invalid fields: access_token, token_type'),
  ],
  ['a redirect with an error', () => oauthError('invalid_grant', null, 302), malformed(302)],
  ['300 with a token', () => Response.json(token, { status: 300 }), malformed(300)],
  [
    '400 in another form of a refusal',
    () => Response.json({ errors: ['Application suspended'] }, { status: 400 }),
    {
      kind: 'oauthError',
      error: 'the token endpoint answered 400',
      detail: 'Application suspended',
      status: 400,
      isOver: false,
    },
  ],
  [
    '400 with an object for an error',
    () => Response.json({ error: { code: 'invalid_grant', message: 'Expired' } }, { status: 400 }),
    { kind: 'oauthError', error: 'invalid_grant', detail: 'Expired', status: 400, isOver: true },
  ],
  ['a query', () => new Response('access_token=a&token_type=bearer&scope=x+y'), 'ok'],
  [
    'an error in the form of a query',
    () => new Response('error=invalid_grant&error_description=Too+old', { status: 400 }),
    { kind: 'oauthError', error: 'invalid_grant', detail: 'Too old', status: 400, isOver: true },
  ],
  [
    'a code alone',
    () => new Response(' invalid_grant ', { status: 400 }),
    { kind: 'oauthError', error: 'invalid_grant', detail: null, status: 400, isOver: true },
  ],
  [
    'a success cut off',
    () => new Response('{"access_token":"a-token"'),
    malformed(200, ', invalid fields: body'),
  ],
  ...[408, 409, 423, 425].map((status): [string, () => Response, unknown] => [
    `${status} and a time`,
    () => new Response('', { status, headers: { 'retry-after': '12' } }),
    {
      kind: 'serverFailed',
      status,
      retryAfterMs: 12_000,
      technical: `the token endpoint answered ${status}`,
    },
  ]),
  [
    'a fault that passes',
    () => oauthError('slow_down', null),
    {
      kind: 'serverFailed',
      status: 400,
      retryAfterMs: null,
      technical: 'the token endpoint answered 400: slow_down',
    },
  ],
  [
    'a time, and no words',
    () => new Response('<html>', { status: 403, headers: { 'retry-after': '12' } }),
    {
      kind: 'serverFailed',
      status: 403,
      retryAfterMs: 12_000,
      technical: 'the token endpoint answered 403: try again later',
    },
  ],
  ['400 without an error', () => Response.json({}, { status: 400 }), malformed(400)],
  [
    'an error of control characters',
    () => oauthError('\u0007', null),
    {
      kind: 'oauthError',
      error: 'the token endpoint answered 400',
      detail: null,
      status: 400,
      isOver: false,
    },
  ],
  [
    '500',
    () => new Response('', { status: 500 }),
    {
      kind: 'serverFailed',
      status: 500,
      retryAfterMs: null,
      technical: 'the token endpoint answered 500',
    },
  ],
])('an answer with %s has the expected result', async (_name, response, expected) => {
  expect(await answered(response())).toEqual(expected);
});

test.each([
  ['Fri, 15 Jan 2027 07:00:00 GMT', 3_660_000],
  [null, 60_000],
])('a wait until a date counts from the service’s own date, %s', async (date, retryAfterMs) => {
  const headers = { 'retry-after': 'Fri, 15 Jan 2027 08:01:00 GMT', ...(date && { date }) };
  const answer = await answered(new Response('', { status: 429, headers }));
  expect(answer).toMatchObject({ kind: 'rateLimited', retryAfterMs });
});

test('A-17 the bytes of a token answer do not stay in memory', async () => {
  const piece = new TextEncoder().encode(JSON.stringify(token));
  expect([
    await answered(new Response(bodyOf([piece]))),
    piece.every((byte) => byte === 0),
  ]).toEqual(['ok', true]);
});

test('a canceled request ends at once', async () => {
  const clock = createVirtualClock(nowMs);
  const cancel = new AbortController();
  const asked = callTokenEndpoint(
    clock,
    [],
    (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('canceled')));
      }),
    cancel.signal,
  );
  await settle();
  cancel.abort();
  expect([(await asked).ok, clock.elapsedMs(), clock.sleepers()]).toEqual([false, 0, 0]);
});

test.each([
  [null, [], null],
  ['It is abc.', ['abc'], 'It is abc.'],
  ['It is abcd.', ['abcd'], 'It is ….'],
  ['It is a%2Fbc and a/bc.', ['a/bc'], 'It is … and ….'],
  ['It is a%2fb+c%3d or a/b c= or a\\/b c=.', ['a/b c='], 'It is … or … or ….'],
  ['It is a b/c.', ['a+b/c'], 'It is ….'],
  ['It is abcdef.', ['abcd', 'abcdef'], 'It is ….'],
])('A-17 %j is quoted without the secrets %j', (text, secrets, quoted) => {
  expect(quote(text, secrets)).toBe(quoted);
});
