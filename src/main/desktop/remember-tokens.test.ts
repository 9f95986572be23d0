import { expect, test } from 'vitest';
import { fail, succeed } from '../../base/result.ts';
import type { AccessTokens } from '../ports.ts';
import { createRedactor } from './redact.ts';
import { rememberTokens } from './remember-tokens.ts';

test('D-13 every access token is known to the redactor before anybody has it', async () => {
  const redactor = createRedactor();
  const ended: number[] = [];
  const inner: AccessTokens = {
    current: async () => succeed({ value: 'first-token', generation: 1 }),
    renew: async (generation) =>
      generation === 1
        ? succeed({ value: 'second-token', generation: 2 })
        : fail({ kind: 'unauthenticated', technical: 'over' } as never),
    end: async (generation) => void ended.push(generation),
  };
  const tokens = rememberTokens(inner, redactor);
  const answers = [await tokens.current(), await tokens.renew(1), await tokens.renew(2)];
  await tokens.end(2);
  expect({
    passedOn: answers.map((answer) => answer.ok),
    ended,
    line: redactor.redact('first-token, second-token, third'),
  }).toEqual({
    passedOn: [true, true, false],
    ended: [2],
    line: '[redacted], [redacted], third',
  });
});
