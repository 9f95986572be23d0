import { expect, test } from 'vitest';
import { scopes } from '../../contract/scopes.ts';
import { authPaths } from '../../contract/wire-names.ts';
import { answerConsent } from '../testing/consent.ts';
import {
  authorizeUrl,
  codeFields,
  createSandboxHarness,
  fieldOf,
  REDIRECT_URI,
  SANDBOX_URL,
} from '../testing/harness.ts';
import { redirectMatches } from './authorize-request.ts';

type Changes = Readonly<Record<string, string | null>>;

async function ask(changes: Changes) {
  const response = await createSandboxHarness().fetch(authorizeUrl(changes), {
    redirect: 'manual',
  });
  const location = response.headers.get('location');
  const answer = location === null ? null : Object.fromEntries(new URL(location).searchParams);
  return { status: response.status, answer };
}

async function consent(changes: Changes, decision: 'allow' | 'deny', sendIssuer = false) {
  const harness = createSandboxHarness({ sendIssuer });
  return new URL(await answerConsent(authorizeUrl(changes), harness.fetch, decision));
}

const shownAsErrors: readonly [string, Changes][] = [
  ['client_id missing', { client_id: null }],
  ['client_id unknown', { client_id: 'someone-else' }],
  ['redirect_uri missing', { redirect_uri: null }],
  ['redirect_uri on another host', { redirect_uri: 'http://127.0.0.2:47113/callback' }],
  ['redirect_uri by another name of loopback', { redirect_uri: 'http://localhost:47113/callback' }],
  ['redirect_uri with https', { redirect_uri: 'https://127.0.0.1:47113/callback' }],
  ['redirect_uri with another path', { redirect_uri: 'http://127.0.0.1:47113/callback/' }],
  ['redirect_uri with a query', { redirect_uri: 'http://127.0.0.1:47113/callback?x=1' }],
  ['redirect_uri with a user', { redirect_uri: 'http://a@127.0.0.1:47113/callback' }],
  ['invalid redirect_uri', { redirect_uri: 'callback' }],
];

test.each(shownAsErrors)('GET /oauth/authorize, %s: an error page', async (_, changes) => {
  expect(await ask(changes)).toEqual({ status: 400, answer: null });
});

const matches: readonly [string, string, boolean][] = [
  ['http://127.0.0.1/callback', 'http://127.0.0.1:50000/callback', true],
  ['http://127.0.0.1/callback', 'http://127.0.0.1/callback', true],
  ['http://127.0.0.1:8000/callback', 'http://127.0.0.1:50000/callback', true],
  ['http://[::1]/callback', 'http://[::1]:50000/callback', true],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:50000/callback#x', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:50000/a/../callback', false],
  ['http://127.0.0.1/callback', 'HTTP://127.0.0.1:50000/callback', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:50000@evil.test/callback', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1.evil.test/callback', false],
  ['https://app.test/callback', 'https://app.test/callback', true],
  ['https://app.test/callback', 'https://app.test:8443/callback', false],
  ['https://app.test/callback', 'https://app.test/callback?x', false],
];

test.each(matches)('registered %s, given %s: %s', (registered, given, expected) => {
  expect(redirectMatches(registered, given)).toBe(expected);
});

const challenge = 'x'.repeat(43);

test.each<[string, Changes, string]>([
  ['response_type missing', { response_type: null }, 'invalid_request'],
  ['response_type token', { response_type: 'token' }, 'unsupported_response_type'],
  ['scope unknown', { scope: 'money_out everything' }, 'invalid_scope'],
  ['scope joined by an encoded plus', { scope: 'money_out+money_in' }, 'invalid_scope'],
  [
    'challenge by plain',
    { code_challenge: challenge, code_challenge_method: 'plain' },
    'invalid_request',
  ],
  ['challenge without method', { code_challenge: challenge }, 'invalid_request'],
  [
    'challenge too short',
    { code_challenge: 'x', code_challenge_method: 'S256' },
    'invalid_request',
  ],
])('GET /oauth/authorize, %s: back with an error', async (_, changes, error) => {
  const { status, answer } = await ask(changes);
  expect([status, answer?.['error'], answer?.['state']]).toEqual([303, error, 'state-1']);
});

test('GET /oauth/authorize, state: echoed with the code on approval', async () => {
  const url = await consent({ state: 'a b+c&d=é' }, 'allow');
  expect([
    url.origin + url.pathname,
    [...url.searchParams.keys()],
    url.searchParams.get('state'),
  ]).toEqual([REDIRECT_URI, ['code', 'state'], 'a b+c&d=é']);
});

test('GET /oauth/authorize, state left out: the redirect has none', async () => {
  expect([...(await consent({ state: null }, 'allow')).searchParams.keys()]).toEqual(['code']);
});

test('Deny redirects with access_denied and the state', async () => {
  const url = await consent({}, 'deny');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    error: 'access_denied',
    error_description: 'The user did not allow it.',
    state: 'state-1',
  });
});

test('the redirect has iss if the settings say so', async () => {
  expect((await consent({}, 'allow', true)).searchParams.get('iss')).toBe(SANDBOX_URL);
});

const asked: readonly [string, string | null, string][] = [
  ['left out: the default reports', null, 'reports'],
  ['empty: the default reports', '', 'reports'],
  ['one', 'money_out', 'money_out'],
  ['several joined by +', 'money_out money_in', 'money_out money_in'],
  ['one given twice', 'money_out money_out', 'money_out'],
  ['all scopes of the page', Object.keys(scopes).join(' '), Object.keys(scopes).join(' ')],
];

test.each(asked)('scope, %s', async (_, scope, granted) => {
  const harness = createSandboxHarness();
  const { body } = await harness.token(codeFields(await harness.code({ scope })));
  expect(fieldOf(body, 'scope')).toBe(granted);
});

test.each(Object.entries(scopes))(
  'Scopes, %s: "%s" is the description on the page',
  async (scope, grants) => {
    const response = await createSandboxHarness().fetch(authorizeUrl({ scope }));
    const page = await response.text();
    expect({
      words: page.includes(`<span>${grants}<code>${scope}</code></span>`),
      application: page.includes('Allow Billfold to use your accounting data?'),
      script: /<script|\son\w+=|javascript:/i.test(page),
      loads: /(src|href|url\()/i.test(page),
      policy: response.headers.get('content-security-policy')?.replace(/sha256-[^']+/, 'sha256-…'),
      cached: response.headers.get('cache-control'),
    }).toEqual({
      words: true,
      application: true,
      script: false,
      loads: false,
      policy:
        "default-src 'none'; style-src 'sha256-…'; form-action 'self' http://127.0.0.1:47113; frame-ancestors 'none'; base-uri 'none'",
      cached: 'no-store',
    });
  },
);

test('values of a request are shown as text, never as markup', async () => {
  const state = '"><img src=x>';
  const page = await (await createSandboxHarness().fetch(authorizeUrl({ state }))).text();
  expect([page.includes('<img'), page.includes('&quot;&gt;&lt;img src=x&gt;')]).toEqual([
    false,
    true,
  ]);
});

test('a form from another site is refused, one from this page is not', async () => {
  const harness = createSandboxHarness();
  const press = async (origin: string): Promise<number> => {
    const body = `${new URL(authorizeUrl()).search.slice(1)}&decision=allow`;
    const url = `${SANDBOX_URL}${authPaths.authorize}`;
    return (await harness.fetch(url, { method: 'POST', headers: { origin }, body })).status;
  };
  expect([await press('https://evil.test'), await press('null'), await press(SANDBOX_URL)]).toEqual(
    [403, 403, 303],
  );
});
