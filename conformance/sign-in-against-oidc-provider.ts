import {
  deepStrictEqual,
  notDeepStrictEqual,
  ok,
  partialDeepStrictEqual,
} from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { authPaths } from '../src/contract/wire-names.ts';
import { startOidcPeer, type OidcPeer } from './oidc-peer.ts';
import type { Report } from './report.ts';
import { currentToken, stateFacts, withSignIn, type SignInPlan } from './session-under-test.ts';

const authorize = 'GET /oauth/authorize';
const token = 'POST /oauth/token';

/**
 * Sign-in and refresh against a certified provider: a confidential client with its secret in the body, required
 * PKCE, rotated refresh tokens, and an exactly compared redirect URI.
 */
export async function signInAgainstOidcProvider(report: Report): Promise<void> {
  const against = await startOidcPeer();
  try {
    const ask: Ask = (operation, check, bent, look) =>
      report.check({ operation, check, peer: 'oidc-provider' }, () =>
        withSignIn({ ...against.plan, ...bent }, look),
      );
    for (const check of [checkConsent, checkRefusals, checkRefresh, checkEnds])
      await check(ask, against);
  } finally {
    await against.close();
  }
}

/** Signs in as planned, except for `bent`, and checks the result. */
type Ask = (
  operation: string,
  check: string,
  bent: Partial<SignInPlan>,
  look: Parameters<typeof withSignIn>[1],
) => Promise<void>;

async function checkConsent(ask: Ask, { provider }: OidcPeer): Promise<void> {
  const leadsBack = 'login and consent lead back, and the session is signed in';
  await ask(authorize, leadsBack, {}, async ({ outcome, session, landingStatus }) =>
    deepStrictEqual(
      { outcome, state: stateFacts(session.state.get()), landing: await landingStatus() },
      {
        outcome: { kind: 'signedIn' },
        state: { kind: 'signedIn', scopes: ['money_out'], storage: 'sealed' },
        landing: 200,
      },
    ),
  );
  await ask(token, 'the access token is alive at the provider', {}, async ({ session }) => {
    const { value } = await currentToken(session);
    deepStrictEqual((await provider.AccessToken.find(value))?.scope, 'money_out');
  });
  const more = { scopes: ['money_in'] };
  await ask(authorize, 'a scope asked for on top is granted', more, ({ session }) =>
    deepStrictEqual(stateFacts(session.state.get())['scopes'], ['money_out', 'money_in']),
  );
}

async function checkRefusals(ask: Ask, { plan, url }: OidcPeer): Promise<void> {
  await ask(authorize, 'the user says no: denied', { decision: 'deny' }, ({ outcome, session }) =>
    deepStrictEqual(
      { outcome: outcome.kind, state: stateFacts(session.state.get()) },
      { outcome: 'denied', state: { kind: 'signedOut', why: null } },
    ),
  );
  const refused: readonly (readonly [string, string, Partial<SignInPlan>, object])[] = [
    [
      authorize,
      'without a challenge it refuses (it does ask for PKCE)',
      { bendLink: ({ searchParams }) => searchParams.delete('code_challenge') },
      { kind: 'refused', error: 'invalid_request' },
    ],
    [
      authorize,
      'a code bound to another challenge is not exchanged',
      { bendLink: ({ searchParams }) => searchParams.set('code_challenge', 'A'.repeat(43)) },
      { kind: 'exchangeFailed', error: 'invalid_grant' },
    ],
    [
      authorize,
      'a scope the client may not have: refused',
      { scopes: ['banking'] },
      { kind: 'refused', error: 'invalid_scope' },
    ],
    [
      token,
      'a wrong secret: wrongClient',
      { clientSecret: 'another-secret' },
      { kind: 'wrongClient' },
    ],
    [
      token,
      'a JSON body, which it does not take: exchangeFailed',
      { tokenRequestBody: 'json' },
      { kind: 'exchangeFailed' },
    ],
  ];
  for (const [operation, check, bent, expected] of refused)
    await ask(operation, check, bent, ({ outcome }) => partialDeepStrictEqual(outcome, expected));

  const waitMs = 1_500;
  const callback = `http://127.0.0.1:${plan.redirectPort}/callback/`;
  const otherPath = (link: URL): void => link.searchParams.set('redirect_uri', callback);
  const noRedirect = 'a redirect URI with one character more: no redirect';
  await ask(authorize, noRedirect, { waitMs, bendLink: otherPath }, ({ outcome, arrival }) =>
    partialDeepStrictEqual(
      { outcome, arrival: arrival() },
      { outcome: { kind: 'timedOut' }, arrival: { status: 400, redirectedTo: null } },
    ),
  );
  const otherName = { waitMs, authUrl: url.replace('127.0.0.1', 'localhost') };
  const otherIssuer = 'an answer that names another issuer is refused (RFC 9207)';
  await ask(authorize, otherIssuer, otherName, async ({ outcome, landingStatus }) =>
    deepStrictEqual(
      { outcome, landing: await landingStatus() },
      { outcome: { kind: 'timedOut' }, landing: 403 },
    ),
  );
}

async function checkRefresh(ask: Ask, { provider, tokenBodies }: OidcPeer): Promise<void> {
  const nextGeneration = 'a refresh gives a living token of the next generation';
  await ask(token, nextGeneration, {}, async ({ session }) => {
    const before = await currentToken(session);
    const renewed = await session.tokens.renew(before.generation);
    ok(renewed.ok);
    notDeepStrictEqual(renewed.value.value, before.value);
    deepStrictEqual(renewed.value.generation, before.generation + 1);
    deepStrictEqual((await provider.AccessToken.find(renewed.value.value))?.scope, 'money_out');
  });
  const inARow = 'three refreshes in a row: each spends the token the last one gave';
  await ask(token, inARow, {}, async ({ session }) => {
    const used: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const { generation } = await currentToken(session);
      ok((await session.tokens.renew(generation)).ok);
      used.push(tokenBodies.at(-1)?.get('refresh_token') ?? '');
    }
    deepStrictEqual(new Set(used).size, 3);
    const spent = await Promise.all(used.map((value) => provider.RefreshToken.find(value)));
    const areConsumed = spent.every((each) => each?.consumed !== undefined);
    ok(areConsumed, 'one was not consumed');
  });
}

async function checkEnds(ask: Ask, { provider, url, tokenBodies }: OidcPeer): Promise<void> {
  const thief = 'a refresh token used by a thief: the session ends, refused';
  await ask(token, thief, {}, async ({ session }) => {
    const { generation } = await currentToken(session);
    ok((await session.tokens.renew(generation)).ok);
    // The thief has the token used last. The provider notices and revokes the whole grant.
    const stolen = tokenBodies.at(-1) ?? new URLSearchParams();
    const answered = await fetch(url + authPaths.token, { method: 'POST', body: stolen });
    deepStrictEqual(answered.status, 400);
    const answer = await session.tokens.renew(generation + 1);
    deepStrictEqual(
      { error: answer.ok ? null : answer.error.kind, state: stateFacts(session.state.get()) },
      { error: 'unauthenticated', state: { kind: 'signedOut', why: 'refused' } },
    );
  });
  const revocation = { revocationUrl: `${url}/oauth/revoke` };
  const revokes = 'signing out revokes the refresh token';
  await ask('POST revocation', revokes, revocation, async ({ session }) => {
    const { generation } = await currentToken(session);
    ok((await session.tokens.renew(generation)).ok);
    const spent = tokenBodies.at(-1)?.get('refresh_token') ?? '';
    await session.signOut();
    // Sign-out deliberately does not wait for the revocation, which ends the grant.
    const gone = async (): Promise<boolean> =>
      (await provider.RefreshToken.find(spent)) === undefined;
    for (let turn = 0; turn < 50 && !(await gone()); turn++) await setTimeout(20);
    deepStrictEqual(
      { gone: await gone(), state: stateFacts(session.state.get()) },
      { gone: true, state: { kind: 'signedOut', why: 'signedOut' } },
    );
  });
}
