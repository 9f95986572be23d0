import { expect, test } from 'vitest';
import { isPassing, readGrantRefusal } from './grant-refusal.ts';

const headers = new Headers();
const read = (value: unknown, status = 400) =>
  readGrantRefusal({ status, headers, body: { form: 'json', value } });

const gone = 'The refresh token has been revoked.';

test.each<[unknown, number, string | null, string | null]>([
  [{ error: 'invalid_grant' }, 400, 'invalid_grant', null],
  [{ error: gone, code: 'invalid_grant' }, 401, 'invalid_grant', gone],
  [{ error: gone }, 401, null, gone],
  [{ error: gone }, 200, null, gone],
  [{ error: { code: 'invalid_grant', message: gone } }, 200, 'invalid_grant', gone],
  [{ error: { error: 'invalid_grant', error_description: gone } }, 400, 'invalid_grant', gone],
  [{ detail: { error: 'invalid_grant', error_description: gone } }, 400, 'invalid_grant', gone],
  [{ error: 'Unauthorized', code: 'invalid_grant', message: gone }, 401, 'invalid_grant', gone],
  [{ error_code: 'invalid_grant' }, 400, 'invalid_grant', null],
  [{ code: 'INVALID-GRANT' }, 400, 'invalid_grant', null],
  [{ error: 'oauth.invalidGrant' }, 400, 'invalid_grant', null],
  [{ errors: [{ errorType: 'invalid_grant', message: gone }] }, 400, 'invalid_grant', gone],
  [{ message: 'invalid_grant' }, 403, 'invalid_grant', null],
  ['invalid_grant', 400, 'invalid_grant', null],
  [{ error: 'bad_refresh_token' }, 200, 'invalid_grant', null],
  [{ ok: false, error: 'token_revoked' }, 200, 'invalid_grant', null],
  [{ error: 'user_deactivated' }, 400, 'invalid_grant', null],
  [{ detail: 'Not usable', code: 'token_not_valid' }, 401, 'invalid_grant', 'Not usable'],
  [{ error: 'Please sign in', code: 'account_suspended' }, 401, 'invalid_grant', 'Please sign in'],
  [{ error: { status: 'TOKEN_EXPIRED', message: 'TOKEN_EXPIRED' } }, 400, 'invalid_grant', null],
  [
    { error: 'invalid_request', error_description: 'Refresh token is invalid.' },
    401,
    'invalid_request',
    'Refresh token is invalid.',
  ],
  [{ success: false, message: 'Unknown refresh token' }, 200, null, 'Unknown refresh token'],
  [
    { type: 'https://x.example/problems/invalid_grant', title: 'Invalid grant', detail: gone },
    403,
    'invalid_grant',
    gone,
  ],
  [
    { error: 'invalid_grant', error_description: '<b>Your code</b> isn&#39;t known' },
    400,
    'invalid_grant',
    "Your code isn't known",
  ],
  [{ errors: { base: ['The user was deleted'] } }, 422, null, 'The user was deleted'],
])('a grant that is over is recognized: %j with %i', (body, status, code, words) => {
  expect(read(body, status)).toEqual({ code, words, isOver: true });
});

test.each<[unknown, number, string | null, string | null]>([
  [
    { error: 'invalid_client', error_description: 'The token is not valid here.' },
    401,
    'invalid_client',
    'The token is not valid here.',
  ],
  [
    { error: 'This application has been disabled.', code: 'client_disabled' },
    403,
    'client_disabled',
    'This application has been disabled.',
  ],
  [{ error: 'temporarily_unavailable' }, 400, 'temporarily_unavailable', null],
  [{ error: 'invalid_grant' }, 409, 'invalid_grant', null],
  [{ error: 'Unauthorized', message: 'Try in a minute' }, 401, 'Unauthorized', 'Try in a minute'],
  [{ error: 'Token endpoint not found' }, 404, null, 'Token endpoint not found'],
  [{ error: 'Expired' }, 400, 'Expired', 'Expired'],
  [{ errors: ['Not now.'] }, 422, null, 'Not now.'],
])('another refusal keeps the session: %j with %i', (body, status, code, words) => {
  expect(read(body, status)).toEqual({ code, words, isOver: false });
});

test.each([[{}], [null], [[]], [{ error: ' ' }], [{ a: { b: 'invalid_grant' } }]])(
  'an answer without a refusal has none: %j',
  (body) => {
    expect(read(body)).toBeNull();
  },
);

test('A-17 a text with a success is not quoted: it may hold tokens', () => {
  const body = { form: 'text', text: 'access_token=at1', brokenJson: true } as const;
  expect([200, 400].map((status) => readGrantRefusal({ status, headers, body })?.words)).toEqual([
    undefined,
    body.text,
  ]);
});

test('a timeout, a conflict, a lock, a rate limit and a fault of the service are temporary', () => {
  const passing = [400, 401, 403, 404, 408, 409, 422, 423, 425, 429, 499, 500, 503].filter(
    isPassing,
  );
  expect(passing).toEqual([408, 409, 423, 425, 429, 500, 503]);
});
