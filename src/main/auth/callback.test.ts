import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CALLBACK_PATH, cleanText, decideCallback, LONGEST_TARGET, refusals } from './callback.ts';
import type { CallbackDecision, CallbackRequest, ExpectedCallback } from './callback.ts';

const state = 'S'.repeat(43);
const expected: ExpectedCallback = {
  hosts: ['127.0.0.1:8765'],
  path: CALLBACK_PATH,
  state,
  authUrl: 'https://auth.example.com',
};

function ask(change: Partial<CallbackRequest> & { query?: string }): CallbackDecision {
  const { query, ...rest } = change;
  return decideCallback(
    {
      method: 'GET',
      target: CALLBACK_PATH + (query === undefined ? '' : `?${query}`),
      hosts: ['127.0.0.1:8765'],
      destination: null,
      ...rest,
    },
    expected,
  );
}

const outcome = (decision: CallbackDecision): string =>
  decision.kind === 'refuse' ? decision.why : decision.kind;

const good = `code=abc&state=${state}`;
const failure = `error=access_denied&state=${state}`;
const iss = '&iss=https%3A%2F%2Fauth.example.com';

const table: readonly [string, Parameters<typeof ask>[0], string][] = [
  ['a code with the right state', { query: good }, 'answer'],
  ['a code in a new tab', { query: good, destination: 'document' }, 'answer'],
  ['the right issuer', { query: good + iss }, 'answer'],
  ['an error of the right issuer', { query: failure + iss }, 'answer'],
  ['the issuer with a slash more', { query: `${good}${iss}%2F` }, 'answer'],
  ['the issuer with a path', { query: `${good}${iss}%2Foauth2%2Fdefault` }, 'answer'],
  ['its domain', { query: `${good}&iss=https%3A%2F%2Fexample.com` }, 'answer'],
  ['a host in its domain', { query: `${good}&iss=https%3A%2F%2Feu.auth.example.com` }, 'answer'],
  ['a code of 9,000 characters', { query: `code=${'c'.repeat(9_000)}&state=${state}` }, 'answer'],
  ['unknown parameters beside it', { query: `${good}&session_state=x&session_state=y` }, 'answer'],
  ['an error with the right state', { query: failure }, 'answer'],
  ['the clean address', {}, 'page'],
  ['a way to the service', { target: '/start/x' }, 'start'],
  ['a way to the service with a query', { target: '/start/x?y' }, 'wrongPath'],
  ['an empty query', { query: '' }, 'page'],
  ['another host', { query: good, hosts: ['evil.example'] }, 'wrongHost'],
  ['no host', { query: good, hosts: [] }, 'wrongHost'],
  ['two hosts', { query: good, hosts: ['127.0.0.1:8765', '127.0.0.1:8765'] }, 'wrongHost'],
  ['the name localhost', { query: good, hosts: ['localhost:8765'] }, 'wrongHost'],
  ['our host without its port', { query: good, hosts: ['127.0.0.1'] }, 'wrongHost'],
  ['POST', { query: good, method: 'POST' }, 'wrongMethod'],
  ['HEAD', { query: good, method: 'HEAD' }, 'wrongMethod'],
  ['a very long target', { query: `${good}&x=${'x'.repeat(LONGEST_TARGET)}` }, 'targetTooLong'],
  ['a target of the greatest length', { query: good.padEnd(LONGEST_TARGET - 10, '&') }, 'answer'],
  ['a character more', { query: good.padEnd(LONGEST_TARGET - 9, '&') }, 'targetTooLong'],
  ['an image', { query: good, destination: 'image' }, 'notANavigation'],
  ['a frame', { query: good, destination: 'iframe' }, 'notANavigation'],
  ['an absolute target', { target: `http://127.0.0.1:8765/callback?${good}` }, 'malformedTarget'],
  ['an asterisk', { target: '*' }, 'malformedTarget'],
  ['a fragment', { target: `/callback?${good}#x` }, 'malformedTarget'],
  ['a space', { target: `/callback?${good} x` }, 'malformedTarget'],
  ['another path', { target: `/?${good}` }, 'wrongPath'],
  ['another path without a query', { target: '/other' }, 'wrongPath'],
  ['a path below', { target: `/callback/?${good}` }, 'wrongPath'],
  ['an escaped path', { target: `/%63allback?${good}` }, 'wrongPath'],
  ['another case', { target: `/Callback?${good}` }, 'wrongPath'],
  ['two codes', { query: `${good}&code=def` }, 'repeatedParameter'],
  ['two states', { query: `${good}&state=${state}` }, 'repeatedParameter'],
  ['no state', { query: 'code=abc' }, 'missingState'],
  ['an empty state', { query: 'code=abc&state=' }, 'missingState'],
  ['a short state', { query: 'code=abc&state=abc' }, 'malformedState'],
  ['a state with more behind it', { query: `code=abc&state=${state}0` }, 'malformedState'],
  ['another state', { query: `code=abc&state=${'T'.repeat(43)}` }, 'wrongState'],
  ['an error with another state', { query: `error=x&state=${'T'.repeat(43)}` }, 'wrongState'],
  ['another issuer', { query: `${good}&iss=https%3A%2F%2Fevil.example` }, 'wrongIssuer'],
  ['a host that only ends alike', { query: `${good}&iss=https%3A%2F%2Fple.com` }, 'wrongIssuer'],
  ['another port', { query: `${good}${iss}%3A8443` }, 'wrongIssuer'],
  ['an empty issuer', { query: `${good}&iss=` }, 'wrongIssuer'],
  ['an error of another issuer', { query: `${failure}&iss=x` }, 'wrongIssuer'],
  ['two errors', { query: `${failure}&error=x` }, 'repeatedParameter'],
  [
    'two descriptions',
    { query: `${failure}${'&error_description=x'.repeat(2)}` },
    'repeatedParameter',
  ],
  ['two error pages', { query: `${failure}${'&error_uri=x'.repeat(2)}` }, 'repeatedParameter'],
  ['two issuers', { query: `${good}${iss}&iss=x` }, 'repeatedParameter'],
  ['no answer', { query: `state=${state}` }, 'noAnswer'],
  ['two answers', { query: `${good}&error=access_denied` }, 'twoAnswers'],
  ['an empty code', { query: `code=&state=${state}` }, 'malformedCode'],
  ['a code with a line break', { query: `code=a%0d%0ab&state=${state}` }, 'malformedCode'],
  ['an error that begins wrong', { query: `error=%22x&state=${state}` }, 'malformedError'],
  ['an error that ends wrong', { query: `error=x%22&state=${state}` }, 'malformedError'],
];

test.each(table)('the listener decides correctly about %s', (_name, change, wanted) => {
  expect(outcome(ask(change))).toBe(wanted);
});

test('the table reaches every refusal', () => {
  const reached = new Set(table.map(([, , wanted]) => wanted));
  expect(Object.keys(refusals).filter((refusal) => !reached.has(refusal))).toEqual([]);
});

test('A-9 the comparison of hosts ignores case', () => {
  const hosts = ['LocalHost:8765'];
  const request = { method: 'GET', target: CALLBACK_PATH, hosts, destination: null };
  expect(decideCallback(request, { ...expected, hosts: ['localhost:8765'] }).kind).toBe('page');
});

test('A-20 a start address ends with its secret part', () => {
  expect(ask({ target: '/start/x/y' })).toEqual({ kind: 'start', once: 'x/y' });
});

test('A-3 an answer is passed on with code and state, and without anything else', () => {
  const decision = ask({ query: `${good}${iss}&session_state=x` });
  const answer = decision.kind === 'answer' ? decision.answer : null;
  expect(answer?.kind === 'code' ? answer.parameters.toString() : null).toBe(good);
});

test.each([
  [null, null],
  [undefined, null],
  [' \n ', null],
  [' No \u200b\u0007 way ', 'No way'],
  ['x'.repeat(301), 'x'.repeat(300)],
])('the service’s words %j are shown as %j', (text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

test('the message of an error is one line', () => {
  const query = `error=access_denied&error_description=You%0d%0asaid%00no&state=${state}`;
  expect(ask({ query })).toEqual({
    kind: 'answer',
    answer: { kind: 'error', error: 'access_denied', detail: 'You said no' },
  });
});

test('A-3 a query without the right state is never an answer', () => {
  const name = fc.constantFrom('code', 'state', 'error', 'iss', 'error_description', 'x', 'STATE');
  const value = fc.oneof(fc.string(), fc.constantFrom('abc', '', 'S'.repeat(42), `${state} `));
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
      const query = new URLSearchParams(pairs).toString();
      fc.pre(new URLSearchParams(query).get('state') !== state);
      expect(ask({ query }).kind).not.toBe('answer');
    }),
    { seed: 20_260_101, numRuns: 500 },
  );
});

test('any bytes as a request get a decision, never an exception', () => {
  const request = fc.record({
    method: fc.oneof(fc.constant('GET'), fc.string()),
    target: fc.oneof(
      fc.string(),
      fc.string().map((text) => `/callback?${text}`),
      fc.string({ unit: 'binary' }).map((text) => `/callback?state=${state}&code=${text}`),
    ),
    hosts: fc.oneof(fc.constant(['127.0.0.1:8765']), fc.array(fc.string())),
    destination: fc.option(fc.string()),
  });
  fc.assert(
    fc.property(request, (asked) => {
      expect(['answer', 'page', 'refuse', 'start']).toContain(decideCallback(asked, expected).kind);
    }),
    { seed: 20_260_102, numRuns: 500 },
  );
});

test('A-3 any code of valid form with the right state is passed on unchanged', () => {
  const printable = fc.integer({ min: 0x20, max: 0x7e }).map((unit) => String.fromCharCode(unit));
  fc.assert(
    fc.property(fc.string({ unit: printable, minLength: 1, maxLength: 200 }), (code) => {
      const decision = ask({ query: new URLSearchParams({ code, state }).toString() });
      const answer = decision.kind === 'answer' ? decision.answer : null;
      expect(answer?.kind === 'code' ? answer.parameters.get('code') : null).toBe(code);
    }),
    { seed: 20_260_103, numRuns: 1_000 },
  );
});

test('the service’s message becomes one clean line of limited length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1_000 }), (text) => {
      const clean = cleanText(text);
      expect(clean === null || (clean.length <= 300 && !/[\p{Cc}\n\r]/u.test(clean))).toBe(true);
    }),
    { seed: 20_260_104, numRuns: 1_000 },
  );
});
