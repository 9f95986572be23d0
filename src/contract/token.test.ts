import { expect, test } from 'vitest';
import { tokenResponseSchema } from './token.ts';

const token = {
  access_token: 'a',
  refresh_token: 'r',
  token_type: 'Bearer',
  expires_in: 7200,
  scope: 'money_out reports',
  created_at: 1_767_225_600,
};

test.each(['soon', 0, -1, '1e308', 1e12])(
  'a token response is read in full, and a lifetime of %j counts as missing',
  (lifetime) => {
    const read = tokenResponseSchema.parse({ ...token, expires_in: lifetime });
    expect([tokenResponseSchema.parse(token), read]).toEqual([
      token,
      { ...token, expires_in: undefined },
    ]);
  },
);

test.each(['', 'a\nb', '令牌'])(
  'an access token that does not fit in a header is refused: %j',
  (text) => {
    expect(tokenResponseSchema.safeParse({ ...token, access_token: text }).success).toBe(false);
  },
);

test('a token of another type than Bearer is refused', () => {
  const types = ['bearer', 'BEARER', null, '', 'mac', 'N_A'];
  const read = types.map((type) => tokenResponseSchema.safeParse({ ...token, token_type: type }));
  expect(read.map(({ success }) => success)).toEqual([true, true, true, true, false, false]);
});
