import { expect, test } from 'vitest';
import { lifetimeOf, tokenFields, tokenResponseSchema } from './token.ts';

const token = {
  access_token: 'a',
  refresh_token: 'r',
  token_type: 'Bearer',
  expires_in: 7200,
  scope: 'money_out reports',
  created_at: 1_767_225_600,
};

test.each(['soon', 0, -1])(
  'a token response is read in full, and a lifetime of %j counts as missing',
  (lifetime) => {
    const read = tokenResponseSchema.parse({ ...token, expires_in: lifetime });
    expect([tokenResponseSchema.parse(token), read]).toEqual([
      token,
      { ...token, expires_in: undefined },
    ]);
  },
);

test.each(['', ' ', 'a\nb', '令牌', 'null', 'undefined', '\uFEFFa'])(
  'an access token that does not fit in a header is refused: %j',
  (text) => {
    expect(tokenResponseSchema.safeParse({ ...token, access_token: text }).success).toBe(false);
  },
);

test('a token of another type than Bearer is refused', () => {
  const isRead = (type: string | null): boolean =>
    tokenResponseSchema.safeParse({ ...token, token_type: type }).success;
  const types = ['bearer', 'BEARER', null, '', ' ', ' Bearer ', 'Bearer Token', 'bearertoken'];
  const others = ['mac', 'N_A', 'bearer mac', 'not bearer', 'bearer token x', 'token'];
  expect([types.filter((type) => !isRead(type)), others.filter(isRead)]).toEqual([[], []]);
});

const inOtherSpelling = {
  accessToken: 'a',
  'refresh-token': 'r',
  ExpiresIn: 60,
  scopes: ['x', 'y'],
};
const found = { access_token: 'a', refresh_token: 'r', expires_in: 60, scope: ['x', 'y'] };

test.each<[string, unknown, unknown]>([
  ['as documented', token, token],
  ['another spelling', inOtherSpelling, found],
  ['under data', { success: true, data: inOtherSpelling }, found],
  ['in a list under result', { result: [inOtherSpelling] }, found],
  ['three levels down', { response: { data: { attributes: inOtherSpelling } } }, found],
  [
    'beside their lifetime',
    { data: { access_token: 'a', scope: null }, expires_in: 60, scope: 'x' },
    { access_token: 'a', expires_in: 60 },
  ],
  ['an absolute end', { access_token: 'a', expiry: 'x' }, { access_token: 'a', expires_at: 'x' }],
  ['too deep', { data: { data: { data: { data: token } } } }, null],
  ['under another key', { user: token }, null],
  ['nothing', null, null],
])('the tokens of an answer are found: %s', (_, body, expected) => {
  expect(tokenFields(body)).toEqual(expected ?? body);
});

test.each([
  [' Bearer a ', 'a'],
  ['  BEARER   a   ', 'a'],
  ['  a', 'a'],
  ['a b', 'a b'],
  ['a Bearer b', 'a Bearer b'],
  ['bearera', 'bearera'],
])('an access token is read without its type: %j', (sent, access_token) => {
  expect(tokenResponseSchema.parse({ access_token: sent })).toEqual({ access_token });
});

test.each([
  ['r', 'r'],
  [17, '17'],
  [false, undefined],
  ['', undefined],
])('a refresh token may be a number: %j', (refresh_token, expected) => {
  const read = tokenResponseSchema.parse({ access_token: 'a', refresh_token });
  expect(read.refresh_token).toBe(expected);
});

const NOW_MS = 1_800_000_000_000;
test.each<[Record<string, unknown>, number | null]>([
  [{ expires_in: 7200 }, 7200],
  [{ expires_in: '3600', expires_at: 1_800_000_060 }, 3600],
  [{ expires_in: 1_800_000_060 }, 60],
  [{ expires_at: 1_800_000_060 }, 60],
  [{ expires_at: 1_800_000_060_000 }, 60],
  [{ expires_at: '2027-01-15T08:01:00Z' }, 60],
  [{ expires_at: 'Fri, 15 Jan 2027 08:01:00 GMT' }, 60],
  [{ expires_at: '5184000' }, 5_184_000],
  [{ expires_at: 1_799_999_999 }, null],
  [{ expires_at: 'soon' }, null],
  [{ expires_in: 315_360_000 }, 315_360_000],
  [{ expires_in: 315_360_001 }, null],
  [{ expires_in: 1e12 }, null],
  [{}, null],
])('a lifetime is a duration or ends at a time: %j', (fields, seconds) => {
  const response = tokenResponseSchema.parse({ access_token: 'a', ...fields });
  expect(lifetimeOf(response, NOW_MS)).toBe(seconds);
});
