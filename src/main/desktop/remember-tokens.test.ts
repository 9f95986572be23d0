import { expect, test } from 'vitest';
import { fail, succeed } from '../../base/result.ts';
import type { AccessTokens } from '../ports.ts';
import { createRedactor } from './redact.ts';
import { rememberTokens } from './remember-tokens.ts';

test('the redactor receives every access token before any caller does', async () => {
  const redactor = createRedactor();
  const inner: AccessTokens = {
    current: async () => succeed({ value: 'first-token', generation: 1 }),
    renew: async (generation) =>
      generation === 1
        ? succeed({ value: 'second-token', generation: 2 })
        : fail({ kind: 'unauthenticated', technical: 'over' } as never),
  };
  const tokens = rememberTokens(inner, redactor);
  const answers = [await tokens.current(), await tokens.renew(1), await tokens.renew(2)];
  expect({
    passedOn: answers.map((answer) => answer.ok),
    line: redactor.redact('first-token, second-token, third'),
  }).toEqual({
    passedOn: [true, true, false],
    line: '[redacted], [redacted], third',
  });
});
