import { expect } from 'vitest';
import { authPaths, headerNames } from '../../src/contract/wire-names.ts';
import { sampleClient } from '../../src/sandbox/sample-client.ts';
import { bendJson, createClientWorld, signedInWorld, type ClientWorld } from './client-world.ts';
import type { contractTables, RowCheck } from './rows.ts';

type Rows = (typeof contractTables)[
  | 'Token response'
  | 'GET /oauth/authorize'
  | 'POST /oauth/token, code exchange'
  | 'POST /oauth/token, refresh'][number];

const HOUR_MS = 3_600_000;

/** A sign-in whose token answers are changed on their way. */
async function withTokens(change: (body: Record<string, unknown>) => unknown) {
  const world = await createClientWorld({ bend: bendJson(authPaths.token, change) });
  const outcome = await world.signIn();
  return { ...world, outcome };
}

const without = (name: string) => (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([field]) => field !== name));

const tokenRequests = ({ requests }: ClientWorld) =>
  requests.filter(({ url }) => url.pathname === authPaths.token);

/** The field of the code exchange, in a form and in JSON. */
async function exchanged(field: string): Promise<unknown[]> {
  const worlds = [await signedInWorld(), await signedInWorld({ tokenRequestBody: 'json' })];
  return worlds.map((world) => tokenRequests(world)[0]?.body[field]);
}

/** The field of a refresh, in a form and in JSON. */
async function refreshed(field: string): Promise<unknown[]> {
  const values = [];
  for (const tokenRequestBody of ['form', 'json'] as const) {
    const world = await signedInWorld({ tokenRequestBody });
    await world.clock.advance(2 * HOUR_MS);
    const page = await world.bills();
    values.push(page.ok && tokenRequests(world)[1]?.body[field]);
  }
  return values;
}

/** A parameter of the link the browser is sent to. */
async function asked(parameter: string, moreScopes: readonly string[] = []): Promise<unknown> {
  const world = await signedInWorld({}, moreScopes);
  return world.links[0]?.searchParams.get(parameter);
}

const scopesOf = ({ session }: Pick<ClientWorld, 'session'>): readonly string[] | null => {
  const state = session.state.get();
  return state.kind === 'signedIn' ? state.scopes : null;
};

/** What the real client sends to sign in and stay so, and what it makes of the answers. */
export const clientSignInRows: Readonly<Record<Rows, RowCheck>> = {
  'Token response.access_token': {
    shows: 'goes with every API request as the bearer token',
    check: async () => {
      const world = await withTokens((body) => ({ ...body, access_token: 'the-access-token' }));
      await world.bills();
      expect(
        world.requests.filter(({ url }) => url.pathname.startsWith('/api/'))[0]?.headers[
          headerNames.authorization
        ],
      ).toBe('Bearer the-access-token');
    },
  },
  'Token response.refresh_token': {
    shows: 'is what the next refresh is asked with; without one the session ends with its token',
    check: async () => {
      const world = await withTokens(without('refresh_token'));
      await world.clock.advance(2 * HOUR_MS);
      const page = await world.bills();
      expect([await refreshed('refresh_token'), page.ok || page.error.kind]).toEqual([
        [expect.any(String), expect.any(String)],
        'unauthenticated',
      ]);
    },
  },
  'Token response.token_type': {
    shows: 'is Bearer in any case, and nothing else is used',
    check: async () => {
      const lower = await withTokens((body) => ({ ...body, token_type: 'bearer' }));
      const mac = await withTokens((body) => ({ ...body, token_type: 'mac' }));
      expect([lower.outcome, mac.outcome]).toEqual([
        { kind: 'signedIn' },
        { kind: 'malformedAnswer', technical: expect.stringContaining('token_type') },
      ]);
    },
  },
  'Token response.expires_in': {
    shows: 'says when to refresh, as a number or as text',
    check: async () => {
      const refreshes = [];
      for (const lifetime of [600, '600', undefined]) {
        const world = await withTokens((body) => ({ ...body, expires_in: lifetime }));
        await world.clock.advance(HOUR_MS / 4);
        await world.bills();
        refreshes.push(tokenRequests(world).length - 1);
      }
      expect(refreshes).toEqual([1, 1, 0]);
    },
  },
  'Token response.scope': {
    shows: 'is what was granted, parted by spaces; left out, what was asked for',
    check: async () => {
      const told = await withTokens((body) => ({ ...body, scope: 'money_out reports' }));
      const silent = await withTokens(without('scope'));
      expect([scopesOf(told), scopesOf(silent)]).toEqual([['money_out', 'reports'], ['money_out']]);
    },
  },
  'Token response.created_at': {
    shows: 'may be there, be missing, or make no sense',
    check: async () => {
      const outcomes = [];
      for (const created_at of [1_772_000_000, undefined, 'yesterday']) {
        const { outcome } = await withTokens((body) => ({ ...body, created_at }));
        outcomes.push(outcome);
      }
      expect(outcomes).toEqual([{ kind: 'signedIn' }, { kind: 'signedIn' }, { kind: 'signedIn' }]);
    },
  },

  'GET /oauth/authorize client_id': {
    shows: 'is the one of the connection',
    check: async () => expect(await asked('client_id')).toBe(sampleClient.clientId),
  },
  'GET /oauth/authorize response_type': {
    shows: 'is code',
    check: async () => expect(await asked('response_type')).toBe('code'),
  },
  'GET /oauth/authorize redirect_uri': {
    shows: 'is the loopback address that listens',
    check: async () => expect(await asked('redirect_uri')).toBe('http://127.0.0.1:47113/callback'),
  },
  'GET /oauth/authorize scope': {
    shows: 'joins what is needed with +',
    check: async () => {
      const world = await signedInWorld({}, ['money_in']);
      expect(/[?&]scope=([^&]*)/.exec(world.links[0]?.search ?? '')?.[1]).toBe(
        'money_out+money_in',
      );
    },
  },
  'GET /oauth/authorize state': {
    shows: 'is random, and the code is believed with it alone',
    check: async () => {
      const states = [await asked('state'), await asked('state', ['money_in'])];
      expect(states.map((state) => String(state).length)).toEqual([43, 43]);
      const world = await signedInWorld();
      await world.signIn();
      const [first, second] = world.links.map(({ searchParams }) => searchParams.get('state'));
      expect(first === second).toBe(false);
    },
  },

  'Code exchange grant_type': {
    shows: 'is authorization_code, as a form and as JSON',
    check: async () =>
      expect(await exchanged('grant_type')).toEqual(['authorization_code', 'authorization_code']),
  },
  'Code exchange code': {
    shows: 'is the one of the redirect',
    check: async () =>
      expect(await exchanged('code')).toEqual([
        expect.stringMatching(/.{10}/),
        expect.stringMatching(/.{10}/),
      ]),
  },
  'Code exchange redirect_uri': {
    shows: 'is the one of the authorization',
    check: async () => {
      const sent = await asked('redirect_uri');
      expect(await exchanged('redirect_uri')).toEqual([sent, sent]);
    },
  },
  'Code exchange client_id': {
    shows: 'is sent in the body',
    check: async () =>
      expect(await exchanged('client_id')).toEqual([sampleClient.clientId, sampleClient.clientId]),
  },
  'Code exchange client_secret': {
    shows: 'is sent in the body',
    check: async () => {
      const { clientSecret } = sampleClient;
      expect(await exchanged('client_secret')).toEqual([clientSecret, clientSecret]);
    },
  },

  'Refresh grant_type': {
    shows: 'is refresh_token, as a form and as JSON',
    check: async () =>
      expect(await refreshed('grant_type')).toEqual(['refresh_token', 'refresh_token']),
  },
  'Refresh refresh_token': {
    shows: 'is the newest the service gave',
    check: async () => {
      const world = await signedInWorld();
      for (let turn = 0; turn < 2; turn++) {
        await world.clock.advance(2 * HOUR_MS);
        await world.bills();
      }
      const [, first, second] = tokenRequests(world).map(({ body }) => body['refresh_token']);
      expect([typeof first, typeof second, first === second]).toEqual(['string', 'string', false]);
    },
  },
  'Refresh client_id': {
    shows: 'is sent in the body',
    check: async () =>
      expect(await refreshed('client_id')).toEqual([sampleClient.clientId, sampleClient.clientId]),
  },
  'Refresh client_secret': {
    shows: 'is sent in the body',
    check: async () => {
      const { clientSecret } = sampleClient;
      expect(await refreshed('client_secret')).toEqual([clientSecret, clientSecret]);
    },
  },
};
