import { expect, test } from 'vitest';
import { MAX_SCOPES } from '../../bridge/session.ts';
import {
  createTokenFixture,
  resultOf,
  signedIn,
  type TokenFixture,
} from './testing/token-fixture.ts';
import { judgeTokens, REFRESH_EARLY_MS, scopesOf, type HeldTokens } from './token-life.ts';

const LIFETIME_MS = 7_200_000;
const DUE_MS = LIFETIME_MS - REFRESH_EARLY_MS;

const current = async (fixture: TokenFixture): Promise<string> =>
  resultOf(await fixture.refresher.current());

test('a token is refreshed five minutes before its end, not earlier', async () => {
  const fixture = await signedIn();
  const seen = [await current(fixture)];
  await fixture.clock.advance(DUE_MS - 1);
  seen.push(await current(fixture));
  await fixture.clock.advance(1);
  seen.push(await current(fixture));
  expect(seen).toEqual(['access-token-0@1', 'access-token-0@1', 'access-token-1@2']);
});

test("a token is refreshed by the service's clock: ten minutes ahead means ten minutes sooner", async () => {
  const fixture = await signedIn();
  fixture.serviceOffsetMs = 600_000;
  await fixture.clock.advance(DUE_MS - 600_000);
  expect(await current(fixture)).toBe('access-token-1@2');
});

test('setting the machine’s clock back does not make an old token young', async () => {
  const fixture = await signedIn();
  fixture.clock.jump(-LIFETIME_MS);
  await fixture.clock.advance(DUE_MS);
  expect(await current(fixture)).toBe('access-token-1@2');
});

test('the age of an earlier start’s token follows its date, however long Billfold runs', async () => {
  const fixture = createTokenFixture();
  await fixture.clock.advance(2 * LIFETIME_MS);
  await fixture.signIn();
  fixture.crash();
  expect(await current(fixture)).toBe('access-token-0@1');
});

test('a token that lives for less than a minute is refreshed at half a minute, not at each call', async () => {
  const fixture = await signedIn();
  fixture.endpoint.reshape = (body) => ({ ...body, expires_in: 0.001 });
  await fixture.clock.advance(DUE_MS);
  const first = await current(fixture);
  await fixture.clock.advance(29_999);
  const second = await current(fixture);
  await fixture.clock.advance(1);
  expect([first, second, await current(fixture)]).toEqual([
    'access-token-1@2',
    'access-token-1@2',
    'access-token-2@3',
  ]);
});

const held: HeldTokens = {
  accessToken: 'access',
  refreshToken: null,
  generation: 2,
  expiresAtMs: LIFETIME_MS,
  lifetimeMs: LIFETIME_MS,
  receivedElapsedMs: null,
};

test.each([
  ['fresh', 0, null, 'good'],
  ['near its end', LIFETIME_MS - 1, null, 'good'],
  ['at its end', LIFETIME_MS, null, 'spent'],
  ['refused, as an older one', LIFETIME_MS - 1, 1, 'good'],
  ['refused', 0, 2, 'spent'],
])(
  'without a refresh token, a token that is %s is judged by itself',
  (_name, serviceNowMs, refused, verdict) => {
    const at = { serviceNowMs, elapsedMs: 0 };
    expect(judgeTokens({ tokens: held, failure: null }, refused, at)).toBe(verdict);
  },
);

test.each<[string, string | string[] | undefined, string[]]>([
  ['no scope', undefined, ['before']],
  ['an empty scope', '', ['before']],
  ['a space', ' ', ['before']],
  ['the separators of a link', 'money_out+money_in,reports', ['money_out', 'money_in', 'reports']],
  ['a list of scopes', ['money_out', 'money_in'], ['money_out', 'money_in']],
  ['an empty list', [], ['before']],
  ['scopes between many spaces', ' money_out  \n money_in ', ['money_out', 'money_in']],
])('an answer with %s grants the right scopes', (_name, scope, granted) => {
  const response = { access_token: 'a', token_type: 'bearer', scope };
  expect(scopesOf(response, ['before'])).toEqual(granted);
});

test('an answer cannot grant more than the maximum of scopes', () => {
  const scope = Array.from({ length: MAX_SCOPES + 1 }, (_, index) => `s${index}`).join(' ');
  const granted = scopesOf({ access_token: 'a', token_type: 'bearer', scope }, []);
  expect([granted.length, granted.at(-1)]).toEqual([MAX_SCOPES, `s${MAX_SCOPES - 1}`]);
});
