import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { apiPaths, authPaths } from '../../contract/wire-names.ts';
import {
  codeFields,
  createSandboxHarness,
  fieldOf,
  refreshFields,
  SANDBOX_URL,
  START_MS,
} from '../testing/harness.ts';

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');

test.each(['form', 'json'] as const)(
  'POST /oauth/token, code exchange as %s: the token response of the page',
  async (form) => {
    const harness = createSandboxHarness();
    const { status, body, headers } = await harness.token(codeFields(await harness.code()), form);
    expect({
      status,
      body,
      cached: headers['cache-control'],
      type: headers['content-type'],
    }).toEqual({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        refresh_token: expect.stringMatching(/^[\w-]{43}$/),
        token_type: 'Bearer',
        expires_in: 7200,
        scope: 'money_out',
        created_at: START_MS / 1000,
      },
      cached: 'no-store',
      type: 'application/json',
    });
  },
);

test.each(['form', 'json'] as const)(
  'POST /oauth/token, refresh as %s: both tokens are new',
  async (form) => {
    const harness = createSandboxHarness();
    const before = await harness.signIn('money_out');
    const { status, body } = await harness.token(refreshFields(before.refreshToken), form);
    const again = await harness.call(apiPaths.bills, { token: fieldOf(body, 'access_token') });
    expect({
      status,
      scope: fieldOf(body, 'scope'),
      isNewAccess: fieldOf(body, 'access_token') !== before.accessToken,
      isNewRefresh: fieldOf(body, 'refresh_token') !== before.refreshToken,
      again: again.status,
    }).toEqual({
      status: 200,
      scope: 'money_out',
      isNewAccess: true,
      isNewRefresh: true,
      again: 200,
    });
  },
);

test('Token response, created_at: left out when the settings say so', async () => {
  const harness = createSandboxHarness({ tokenCreatedAt: false });
  const { body } = await harness.token(codeFields(await harness.code()));
  expect(Object.keys({ ...Object(body) })).toEqual([
    'access_token',
    'refresh_token',
    'token_type',
    'expires_in',
    'scope',
  ]);
});

const wrong: readonly [string, Readonly<Record<string, string>>, number, string][] = [
  ['grant_type missing', { grant_type: '' }, 400, 'invalid_request'],
  ['grant_type unknown', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ['code missing', { code: '' }, 400, 'invalid_request'],
  ['code unknown', { code: 'made-up' }, 400, 'invalid_grant'],
  ['redirect_uri missing', { redirect_uri: '' }, 400, 'invalid_request'],
  ['redirect_uri another', { redirect_uri: 'http://127.0.0.1:1/callback' }, 400, 'invalid_grant'],
  ['client_id missing', { client_id: '' }, 401, 'invalid_client'],
  ['client_id unknown', { client_id: 'someone-else' }, 401, 'invalid_client'],
  ['client_secret missing', { client_secret: '' }, 401, 'invalid_client'],
  ['client_secret wrong', { client_secret: 'guess' }, 401, 'invalid_client'],
  ['refresh_token missing', { grant_type: 'refresh_token' }, 400, 'invalid_request'],
  [
    'refresh_token unknown',
    { grant_type: 'refresh_token', refresh_token: 'made-up' },
    400,
    'invalid_grant',
  ],
];

test.each(wrong)('POST /oauth/token, %s', async (_, changes, status, error) => {
  const harness = createSandboxHarness();
  const answer = await harness.token({ ...codeFields(await harness.code()), ...changes });
  expect([answer.status, answer.body, answer.headers['cache-control']]).toEqual([
    status,
    { error, error_description: expect.any(String) },
    'no-store',
  ]);
});

const bodies: readonly [string, string, string][] = [
  ['invalid JSON', 'application/json', '{'],
  ['JSON without an object', 'application/json', '[]'],
  ['a field given twice', 'application/x-www-form-urlencoded', 'grant_type=a&grant_type=b'],
  ['another type', 'text/plain', 'grant_type=refresh_token'],
];

test.each(bodies)('POST /oauth/token, a body of %s', async (_, type, body) => {
  const response = await createSandboxHarness().fetch(`${SANDBOX_URL}${authPaths.token}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  expect([response.status, fieldOf(await response.json(), 'error')]).toEqual([
    400,
    'invalid_request',
  ]);
});

test('a code is valid once; a second use revokes its tokens', async () => {
  const harness = createSandboxHarness();
  const code = await harness.code();
  const first = await harness.token(codeFields(code));
  const token = fieldOf(first.body, 'access_token');
  const before = await harness.call(apiPaths.bills, { token });
  const second = await harness.token(codeFields(code));
  const after = await harness.call(apiPaths.bills, { token });
  const refreshed = await harness.token(refreshFields(fieldOf(first.body, 'refresh_token')));
  expect([
    before.status,
    second.status,
    fieldOf(second.body, 'error'),
    after.status,
    refreshed.status,
  ]).toEqual([200, 400, 'invalid_grant', 401, 400]);
});

test('a code expires after sixty seconds', async () => {
  const harness = createSandboxHarness();
  const [inTime, late] = [await harness.code(), await harness.code()];
  await harness.clock.advance(59_999);
  const first = await harness.token(codeFields(inTime));
  await harness.clock.advance(1);
  const second = await harness.token(codeFields(late));
  expect([first.status, second.status]).toEqual([200, 400]);
});

const proofs: readonly [string, boolean, Readonly<Record<string, string>>, number][] = [
  ['challenge and its verifier', true, { code_verifier: verifier }, 200],
  ['challenge and another verifier', true, { code_verifier: 'w'.repeat(43) }, 400],
  ['challenge and no verifier', true, {}, 400],
  ['no challenge and no verifier', false, {}, 200],
];

test.each(proofs)('%s', async (_, isChallenged, extra, status) => {
  const harness = createSandboxHarness();
  const sent = { code_challenge: challenge, code_challenge_method: 'S256' };
  const code = await harness.code(isChallenged ? sent : {});
  expect((await harness.token({ ...codeFields(code), ...extra })).status).toBe(status);
});

test('a service without PKCE ignores its parameters', async () => {
  const harness = createSandboxHarness({ pkce: 'ignored' });
  const code = await harness.code({ code_challenge: challenge, code_challenge_method: 'S256' });
  expect((await harness.token(codeFields(code))).status).toBe(200);
});

test('a refresh token is valid once; a second use ends the whole sign-in', async () => {
  const harness = createSandboxHarness();
  const first = await harness.signIn();
  const { body } = await harness.token(refreshFields(first.refreshToken));
  const reused = await harness.token(refreshFields(first.refreshToken));
  const newest = await harness.token(refreshFields(fieldOf(body, 'refresh_token')));
  const called = await harness.call(apiPaths.bills, { token: fieldOf(body, 'access_token') });
  expect([reused.status, fieldOf(reused.body, 'error'), newest.status, called.status]).toEqual([
    400,
    'invalid_grant',
    400,
    401,
  ]);
});

test('a sign-in refreshed for months remembers only its last used tokens', async () => {
  const harness = createSandboxHarness();
  const spent = [(await harness.signIn()).refreshToken];
  for (let count = 0; count < 60; count++) {
    const { body } = await harness.token(refreshFields(spent.at(-1) ?? ''));
    spent.push(fieldOf(body, 'refresh_token'));
  }
  const oldest = await harness.token(refreshFields(spent[0] ?? ''));
  const stillOn = await harness.token(refreshFields(spent.at(-1) ?? ''));
  const recent = await harness.token(refreshFields(spent.at(-20) ?? ''));
  const over = await harness.token(refreshFields(fieldOf(stillOn.body, 'refresh_token')));
  expect([oldest.status, stillOn.status, recent.status, over.status]).toEqual([400, 200, 400, 400]);
});

test('without rotation the refresh token stays the same', async () => {
  const harness = createSandboxHarness({ rotateRefreshTokens: false });
  const { refreshToken } = await harness.signIn();
  const answers = [
    await harness.token(refreshFields(refreshToken)),
    await harness.token(refreshFields(refreshToken)),
  ];
  expect(answers.map(({ status, body }) => [status, fieldOf(body, 'refresh_token')])).toEqual([
    [200, refreshToken],
    [200, refreshToken],
  ]);
});
