import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { readPastedAnswer, waitForPaste, type ExpectedPaste } from './pasted-answer.ts';

const state = 'S'.repeat(43);
const web: ExpectedPaste = {
  state,
  redirectUri: 'https://app.example.com/callback',
  authUrl: 'https://auth.example.com/tenant',
};
const outOfBand = { ...web, redirectUri: 'urn:ietf:wg:oauth:2.0:oob' };
const app = { ...web, redirectUri: 'com.example.app:/callback' };
const ours = 'https://app.example.com/callback';

/** Code, error, or problem found in the text. */
function read(text: string, expected: ExpectedPaste = web): string {
  const answer = readPastedAnswer(text, expected);
  if (typeof answer === 'string') return answer;
  return answer.kind === 'error'
    ? `error ${answer.error}: ${answer.detail}`
    : `code ${answer.parameters.get('code')}`;
}

test.each([
  ['a whole address', `${ours}?code=abc&state=${state}`, 'code abc'],
  ['the state first', `${ours}?state=${state}&code=abc`, 'code abc'],
  ['an address with an escaped code', `${ours}?code=4%2F0A%2Bb&state=${state}`, 'code 4/0A+b'],
  ['an address without a state', `${ours}?code=abc`, 'code abc'],
  ['an address without its scheme', 'app.example.com/callback?code=abc', 'code abc'],
  ['an address with blanks and quotes around', ` \n"${ours}?code=abc"\t`, 'code abc'],
  ['an address in angle brackets', `<${ours}?code=abc>`, 'code abc'],
  ['an address with a fragment behind', `${ours}?code=abc#_=_`, 'code abc'],
  ['an address with the answer in its fragment', `${ours}#code=abc&state=${state}`, 'code abc'],
  ['the service’s own page', 'https://auth.example.com/oauth/native?code=abc', 'code abc'],
  ['the issuer', `${ours}?code=abc&iss=https%3A%2F%2Fauth.example.com`, 'code abc'],
  ['another path after a redirect', 'https://app.example.com/welcome/?code=abc', 'code abc'],
  ['another host, with our state', `https://www.example.com/?code=abc&state=${state}`, 'code abc'],
  ['only its query', `code=abc&state=${state}`, 'code abc'],
  ['only its query, the state first', `state=${state}&code=abc`, 'code abc'],
  ['only its query, with the mark', `?code=abc&state=${state}`, 'code abc'],
  ['only a code', 'abc', 'code abc'],
  ['a code with blanks around', '  abc\n', 'code abc'],
  ['a code in quotes', '“abc”', 'code abc'],
  ['a code that ends like a name', 'YWJjZA==', 'code YWJjZA=='],
  ['a code with dots', 'eyJh.eyJi.c2ln', 'code eyJh.eyJi.c2ln'],
  ['a code out of the address bar', '4%2F0Ab', 'code 4/0Ab'],
  ['a code with a lone percent sign', '50%x', 'code 50%x'],

  ['nothing', '', 'missing'],
  ['quotes alone', ' "" ', 'missing'],
  ['another host, without a state', 'https://evil.example/?code=abc', 'otherAddress'],
  ['another port', 'https://app.example.com:8443/callback?code=abc', 'otherAddress'],
  ['plain http', 'http://app.example.com/callback?code=abc', 'otherAddress'],
  ['our host as a user', 'https://app.example.com@evil.example/?code=abc', 'otherAddress'],
  ['another state', `${ours}?code=abc&state=${'T'.repeat(43)}`, 'otherSignIn'],
  ['a state that was cut off', `${ours}?code=abc&state=SSS`, 'otherSignIn'],
  ['an empty state', `${ours}?code=abc&state=`, 'otherSignIn'],
  ['an error with another state', `${ours}?error=access_denied&state=x`, 'otherSignIn'],
  ['another issuer', `${ours}?code=abc&iss=https%3A%2F%2Fevil.example`, 'otherSignIn'],
  [
    'the page before the answer',
    `https://auth.example.com/oauth/authorize?client_id=x&state=${state}`,
    'noAnswer',
  ],
  ['the address without its query', ours, 'noAnswer'],
  ['two codes', `${ours}?code=abc&code=def`, 'invalid'],
  ['a code and an error', `${ours}?code=abc&error=access_denied`, 'invalid'],
  ['an empty code', `${ours}?code=`, 'invalid'],
  ['a sentence', 'Your code is abc', 'invalid'],
  ['a code that is too long', 'x'.repeat(12_289), 'invalid'],

  [
    'a denial',
    `${ours}?error=access_denied&error_description=You+said%0Ano.&state=${state}`,
    'error access_denied: You said no.',
  ],
  ['a denial without a state', `${ours}?error=access_denied`, 'error access_denied: null'],
  ['only a denial’s query', 'error=server_error', 'error server_error: null'],
])('A-21 pasted text is read correctly: %s', (_name, pasted, wanted) => {
  expect(read(pasted)).toBe(wanted);
});

test.each([
  [outOfBand, 'https://auth.example.com/oauth/authorize/native?code=abc', 'code abc'],
  [outOfBand, 'abc', 'code abc'],
  [outOfBand, 'https://evil.example/?code=abc', 'otherAddress'],
  [outOfBand, 'https://auth.example.com/oauth/authorize/abc', 'noAnswer'],
  [outOfBand, 'urn:ietf:wg:oauth:2.0:oob', 'noAnswer'],
  [app, 'com.example.app:/callback?code=abc', 'code abc'],
  [app, 'com.evil.app:/callback?code=abc', 'otherAddress'],
  [app, 'com.example.app:/callback', 'noAnswer'],
])('A-21 under the redirect URI of %o, %s is read as %s', (expected, pasted, wanted) => {
  expect(read(pasted, expected)).toBe(wanted);
});

test('A-21 a text with a state is an answer only if the state is that of the sign-in', () => {
  const other = fc.string().filter((text) => text !== state);
  fc.assert(
    fc.property(other, fc.string(), (foreign, code) => {
      const query = new URLSearchParams({ code, state: foreign }).toString();
      const answers = [`${ours}?${query}`, query].map((text) => readPastedAnswer(text, web));
      expect(answers.map((answer) => typeof answer)).toEqual(['string', 'string']);
    }),
    { seed: 20_261_125, numRuns: 500 },
  );
});

test('A-21 any text gets a decision, never an exception', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'binary' }).map((query) => `${ours}?code=abc&${query}`),
  );
  fc.assert(
    fc.property(text, (pasted) => {
      expect(['string', 'object']).toContain(typeof readPastedAnswer(pasted, web));
    }),
    { seed: 20_261_126, numRuns: 1_000 },
  );
});

test('A-21 the first answer ends the wait, a problem does not; after the end, no answer is accepted', async () => {
  const clock = createVirtualClock(0);
  const wait = waitForPaste(clock, 300_000, web);
  const given = ['', `${ours}?code=abc&state=wrong`, 'abc', 'def'].map(wait.paste);
  const end = await wait.end;
  const late = waitForPaste(clock, 300_000, web);
  await clock.advance(300_000);
  expect({
    given,
    code: end.kind === 'code' && end.parameters.get('code'),
    late: [(await late.end).kind, late.paste('abc')],
  }).toEqual({
    given: ['missing', 'otherSignIn', null, 'notWaiting'],
    code: 'abc',
    late: ['timedOut', 'notWaiting'],
  });
});
