import { deepStrictEqual, notDeepStrictEqual, ok } from 'node:assert/strict';
import { authPaths } from '../src/contract/wire-names.ts';
import { startOidcPeer } from './oidc-peer.ts';
import type { OidcPeer } from './oidc-peer.ts';
import type { Report } from './report.ts';
import { currentToken, stateFacts, withSignIn } from './session-under-test.ts';
import type { SessionUnderTest, SignInPlan } from './session-under-test.ts';

const peer = 'oidc-provider';
const authorize = 'GET /oauth/authorize';
const token = 'POST /oauth/token';

/**
 * Sign-in and refresh against a certified provider: confidential client with its secret in the body, PKCE
 * required, refresh tokens rotated, the redirect URI compared exactly.
 */
export async function signInAgainstOidcProvider(report: Report): Promise<void> {
  const against = await startOidcPeer();
  try {
    await checkConsent(report, against);
    await checkRefusals(report, against);
    await checkRefresh(report, against);
    await checkEnds(report, against);
  } finally {
    await against.close();
  }
}

async function checkConsent(report: Report, { provider, plan }: OidcPeer) {
  const ask = (operation: string, check: string, look: Parameters<typeof withSignIn>[1]) =>
    report.check({ operation, check, peer }, () => withSignIn(plan, look));

  await ask(
    authorize,
    'login and consent lead back, and the session is signed in',
    async (ended) => {
      deepStrictEqual(
        { outcome: ended.outcome, state: stateFacts(ended.session.state.get()) },
        {
          outcome: { kind: 'signedIn' },
          state: { kind: 'signedIn', scopes: ['money_out'], storage: 'sealed' },
        },
      );
      deepStrictEqual(await ended.landingStatus(), 200);
    },
  );

  await ask(token, 'the access token is alive at the provider', async ({ session }) => {
    const { value } = await currentToken(session);
    deepStrictEqual((await provider.AccessToken.find(value))?.scope, 'money_out');
  });

  await report.check(
    { operation: authorize, check: 'a scope asked for on top is granted', peer },
    () =>
      withSignIn({ ...plan, scopes: ['money_in'] }, ({ session }) => {
        const state = stateFacts(session.state.get());
        deepStrictEqual(state['scopes'], ['money_out', 'money_in']);
      }),
  );
}

async function checkRefusals(report: Report, { plan, url }: OidcPeer): Promise<void> {
  const refuse = (
    check: string,
    bent: Partial<SignInPlan>,
    look: (ended: Ended) => void | Promise<void>,
  ) =>
    report.check({ operation: authorize, check, peer }, () =>
      withSignIn({ ...plan, ...bent }, look),
    );

  await refuse('the user says no: denied', { decision: 'deny' }, ({ outcome, session }) => {
    deepStrictEqual(outcome.kind, 'denied');
    deepStrictEqual(stateFacts(session.state.get()), { kind: 'signedOut', why: null });
  });

  const withoutPkce = (link: URL): void => link.searchParams.delete('code_challenge');
  await refuse(
    'without a challenge it refuses (it does ask for PKCE)',
    { bendLink: withoutPkce },
    (ended) =>
      deepStrictEqual(namesOf(ended.outcome), { kind: 'refused', error: 'invalid_request' }),
  );

  const otherChallenge = (link: URL): void =>
    link.searchParams.set('code_challenge', 'A'.repeat(43));
  await refuse(
    'a code bound to another challenge is not exchanged',
    { bendLink: otherChallenge },
    (ended) =>
      deepStrictEqual(namesOf(ended.outcome), { kind: 'exchangeFailed', error: 'invalid_grant' }),
  );

  await refuse('a scope the client may not have: refused', { scopes: ['banking'] }, (ended) =>
    deepStrictEqual(namesOf(ended.outcome), { kind: 'refused', error: 'invalid_scope' }),
  );

  const short = { waitMs: 1_500 };
  const otherPath = (link: URL): void =>
    link.searchParams.set('redirect_uri', `http://127.0.0.1:${plan.redirectPort}/callback/`);
  await refuse(
    'a redirect URI with one character more: no redirect',
    { ...short, bendLink: otherPath },
    (ended) =>
      deepStrictEqual(
        { outcome: ended.outcome, ...arrivalFacts(ended) },
        { outcome: { kind: 'timedOut' }, status: 400, redirected: false },
      ),
  );

  const otherName = { ...short, authUrl: url.replace('127.0.0.1', 'localhost') };
  await refuse(
    'an answer that names another issuer is refused (RFC 9207)',
    otherName,
    async (ended) =>
      deepStrictEqual(
        { outcome: ended.outcome, landing: await ended.landingStatus() },
        { outcome: { kind: 'timedOut' }, landing: 403 },
      ),
  );

  const tokenRefusal = (
    check: string,
    bent: Partial<SignInPlan>,
    look: (ended: Ended) => void | Promise<void>,
  ) =>
    report.check({ operation: token, check, peer }, () => withSignIn({ ...plan, ...bent }, look));
  await tokenRefusal('a wrong secret: wrongClient', { clientSecret: 'another-secret' }, (ended) =>
    deepStrictEqual(ended.outcome.kind, 'wrongClient'),
  );
  await tokenRefusal(
    'a JSON body, which it does not take: exchangeFailed',
    { tokenRequestBody: 'json' },
    (ended) => deepStrictEqual(ended.outcome.kind, 'exchangeFailed'),
  );
}

async function checkRefresh(report: Report, { provider, plan, tokenBodies }: OidcPeer) {
  const ask = (check: string, look: Parameters<typeof withSignIn>[1]) =>
    report.check({ operation: token, check, peer }, () => withSignIn(plan, look));
  const lastRefreshToken = (): string => tokenBodies.at(-1)?.get('refresh_token') ?? '';

  await ask('a refresh gives a living token of the next generation', async ({ session }) => {
    const before = await currentToken(session);
    const renewed = await session.tokens.renew(before.generation);
    ok(renewed.ok);
    notDeepStrictEqual(renewed.value.value, before.value);
    deepStrictEqual(renewed.value.generation, before.generation + 1);
    deepStrictEqual((await provider.AccessToken.find(renewed.value.value))?.scope, 'money_out');
  });

  await ask(
    'three refreshes in a row: each spends the token the last one gave',
    async ({ session }) => {
      const used: string[] = [];
      for (let turn = 0; turn < 3; turn++) {
        const { generation } = await currentToken(session);
        ok((await session.tokens.renew(generation)).ok);
        used.push(lastRefreshToken());
      }
      deepStrictEqual(new Set(used).size, 3);
      const spent = await Promise.all(used.map((value) => provider.RefreshToken.find(value)));
      ok(
        spent.every((each) => each?.consumed !== undefined),
        'one was not consumed',
      );
    },
  );
}

async function checkEnds(report: Report, { provider, plan, url, tokenBodies }: OidcPeer) {
  await report.check(
    {
      operation: token,
      check: 'a refresh token used by a thief: the session ends, refused',
      peer,
    },
    () =>
      withSignIn(plan, async ({ session }) => {
        const { generation } = await currentToken(session);
        ok((await session.tokens.renew(generation)).ok);
        // The thief holds the one just spent; the provider notices and revokes the whole grant.
        const stolen = tokenBodies.at(-1) ?? new URLSearchParams();
        const thief = await fetch(url + authPaths.token, { method: 'POST', body: stolen });
        deepStrictEqual(thief.status, 400);
        const answer = await session.tokens.renew(generation + 1);
        deepStrictEqual(
          { error: answer.ok ? null : answer.error.kind, state: stateFacts(session.state.get()) },
          { error: 'unauthenticated', state: { kind: 'signedOut', why: 'refused' } },
        );
      }),
  );

  await report.check(
    { operation: 'POST revocation', check: 'signing out revokes the refresh token', peer },
    () =>
      withSignIn({ ...plan, revocationUrl: `${url}/oauth/revoke` }, async ({ session }) => {
        const { generation } = await currentToken(session);
        ok((await session.tokens.renew(generation)).ok);
        const spent = tokenBodies.at(-1)?.get('refresh_token') ?? '';
        await session.signOut();
        // Revocation is not waited for by design; the grant goes with it.
        const gone = async (): Promise<boolean> =>
          (await provider.RefreshToken.find(spent)) === undefined;
        for (let turn = 0; turn < 50 && !(await gone()); turn++) await pause(20);
        deepStrictEqual(
          { gone: await gone(), state: stateFacts(session.state.get()) },
          { gone: true, state: { kind: 'signedOut', why: 'signedOut' } },
        );
      }),
  );
}

type Ended = Parameters<Parameters<typeof withSignIn>[1]>[0];

function namesOf(outcome: Ended['outcome']): Record<string, unknown> {
  return 'error' in outcome ? { kind: outcome.kind, error: outcome.error } : { ...outcome };
}

function arrivalFacts({ arrival }: SessionUnderTest): Record<string, unknown> {
  const end = arrival();
  return { status: end?.status ?? null, redirected: end?.redirectedTo !== null };
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
}
