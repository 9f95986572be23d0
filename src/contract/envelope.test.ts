import { describe, expect, test } from 'vitest';
import { envelopeSchema } from './envelope.ts';
import { errorBodySchema, oauthErrorBodySchema } from './service-error.ts';
import { tokenResponseSchema } from './token.ts';

describe('pagination envelope', () => {
  test('data, meta.next_cursor and meta.has_more are read', () => {
    const page = { data: [{ id: 1 }], meta: { next_cursor: 'c-2', has_more: true } };
    expect(envelopeSchema.parse(page)).toEqual(page);
  });

  test.each([
    ['a null cursor at the end', { data: [], meta: { next_cursor: null, has_more: false } }],
    ['no meta', { data: [] }],
    ['more in meta than documented', { data: [], meta: { has_more: false, total: 3 } }],
  ])('%s is survived', (_, page) => {
    expect(envelopeSchema.safeParse(page).success).toBe(true);
  });

  test.each([
    ['data missing', {}],
    ['data no array', { data: {} }],
    ['text', 'hello'],
  ])('%s is no envelope', (_, page) => {
    expect(envelopeSchema.safeParse(page).success).toBe(false);
  });
});

describe('token response', () => {
  const token = {
    access_token: 'a',
    refresh_token: 'r',
    token_type: 'Bearer',
    expires_in: 7200,
    scope: 'money_out reports',
  };

  test('every field of the page is read', () => {
    const whole = { ...token, created_at: 1_767_225_600 };
    expect(tokenResponseSchema.parse(whole)).toEqual(whole);
  });

  test('expires_in as text becomes a number', () => {
    expect(tokenResponseSchema.parse({ ...token, expires_in: '7200' }).expires_in).toBe(7200);
  });

  test.each(['soon', 0, -1, '1e308', 1e12])('a lifetime of %j is as good as none', (lifetime) => {
    const read = tokenResponseSchema.parse({ ...token, expires_in: lifetime });
    expect(read.expires_in).toBeUndefined();
  });

  test('refresh_token, scope, expires_in and created_at may be missing', () => {
    const least = { access_token: 'a', token_type: 'bearer' };
    expect(tokenResponseSchema.parse(least)).toEqual(least);
  });

  test.each([
    { token_type: 'mac' },
    { access_token: '' },
    { access_token: 'a\nb' },
    { access_token: '令牌' },
  ])('%j is refused', (change) => {
    expect(tokenResponseSchema.safeParse({ ...token, ...change }).success).toBe(false);
  });
});

describe('error object', () => {
  test.each([
    [{ error: 'Validation failed', code: 'invalid', details: { memo: ['is too long'] } }],
    [{ error: 'No' }],
    [{ error: 'No', details: ['any', { shape: true }] }],
  ])('%j is read', (body) => {
    expect(errorBodySchema.parse(body)).toEqual(body);
  });

  test('the OAuth form is read', () => {
    const body = { error: 'invalid_grant', error_description: 'The code is used.' };
    expect(oauthErrorBodySchema.parse(body)).toEqual(body);
  });
});
