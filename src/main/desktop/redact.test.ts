import { expect, test } from 'vitest';
import { createRedactor } from './redact.ts';

test.each([
  ['Authorization: Bearer abc.DEF-123~x', 'Authorization: Bearer [redacted]'],
  [
    'GET http://127.0.0.1:8000/callback?code=one-time&state=random&x=1',
    'GET http://127.0.0.1:8000/callback?code=[redacted]&state=[redacted]&x=1',
  ],
  [
    'grant_type=refresh_token&refresh_token=r1&client_id=app&client_secret=s1',
    'grant_type=refresh_token&refresh_token=[redacted]&client_id=app&client_secret=[redacted]',
  ],
  ['{"access_token": "a1","scope":"x"}', '{"access_token": "[redacted]","scope":"x"}'],
  [
    JSON.stringify({ body: '{"refresh_token":"r1"}' }),
    String.raw`{"body":"{\"refresh_token\":\"[redacted]\"}"}`,
  ],
  ['{"code":"ENOSPC"}', '{"code":"ENOSPC"}'],
])('the log omits text that looks like a secret: %s', (text, expected) => {
  expect(createRedactor().redact(text)).toBe(expected);
});

test('D-37 the redactor remembers the newest secrets, and those in use', () => {
  const redactor = createRedactor();
  for (let count = 0; count < 3_000; count++) {
    redactor.addSecret('in-use-all-the-time');
    redactor.addSecret(`secret-${count}`);
  }
  expect(redactor.redact('in-use-all-the-time secret-2999 secret-2000')).toBe(
    '[redacted] [redacted] secret-2000',
  );
});

test('the log omits a secret that main has named, in any form', () => {
  const redactor = createRedactor();
  redactor.addSecret('pa ss/word');
  redactor.addSecret('a');
  expect(redactor.redact('a: pa ss/word, pa%20ss%2Fword')).toBe('a: [redacted], [redacted]');
});
