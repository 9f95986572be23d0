import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSeededRandom } from '../../base/testing/seeded-random.ts';
import { createVirtualClock, settle } from '../../base/testing/virtual-clock.ts';
import type { Fetch } from '../ports.ts';
import { createOAuthProtocol, type OAuthClient } from './oauth-protocol.ts';
import { createFakeTokenEndpoint, fakeClient, oauthError } from './testing/fake-token-endpoint.ts';
import { TOKEN_REQUEST_LIMIT_MS } from './token-endpoint.ts';

const client: OAuthClient = {
  authUrl: 'https://auth.example.com/tenant',
  clientId: fakeClient.id,
  clientSecret: fakeClient.secret,
  tokenRequestBody: 'form',
  revocationUrl: null,
};
const redirectUri = 'http://127.0.0.1:8765/callback';

function arrange(fetch?: Fetch) {
  const endpoint = createFakeTokenEndpoint();
  const clock = createVirtualClock(1_800_000_000_000);
  const random = createSeededRandom(3);
  const protocol = createOAuthProtocol({ fetch: fetch ?? endpoint.fetch, clock, random });
  const secrets = protocol.newSecrets();
  const challenge = createHash('sha256').update(secrets.verifier).digest('base64url');
  endpoint.allowCode('the-code', { challenge, redirectUri });
  const exchange = (of: OAuthClient = client, code = 'the-code') => {
    const parameters = new URLSearchParams({ code, state: secrets.state });
    return protocol.exchangeCode(of, { parameters, redirectUri, secrets });
  };
  return { endpoint, clock, protocol, secrets, challenge, exchange };
}

const answering =
  (response: () => Response): Fetch =>
  () =>
    Promise.resolve(response());

test('the link carries PKCE S256, a state of 256 bits, and scopes joined by +', async () => {
  const { protocol, secrets, challenge } = arrange();
  const scopes = ['money_out', 'money_in'];
  const link = await protocol.authorizeUrl(client, { redirectUri, scopes, secrets });
  expect([link, Buffer.from(secrets.state, 'base64url').length]).toEqual([
    'https://auth.example.com/tenant/oauth/authorize?client_id=client-1&response_type=code' +
      '&redirect_uri=http%3A%2F%2F127.0.0.1%3A8765%2Fcallback&scope=money_out+money_in' +
      `&state=${secrets.state}&code_challenge=${challenge}&code_challenge_method=S256`,
    32,
  ]);
});

test('no two attempts share a state or a verifier', () => {
  const { protocol } = arrange();
  const made = Array.from({ length: 100 }, () => protocol.newSecrets());
  expect(new Set(made.flatMap(({ state, verifier }) => [state, verifier])).size).toBe(200);
});

test.each(['form', 'json'] as const)('a code is exchanged in a %s body', async (body) => {
  const { endpoint, exchange, secrets } = arrange();
  const exchanged = await exchange({ ...client, tokenRequestBody: body });
  expect([exchanged.ok, endpoint.requests]).toEqual([
    true,
    [
      {
        url: 'https://auth.example.com/tenant/oauth/token',
        type:
          body === 'json' ? 'application/json' : 'application/x-www-form-urlencoded;charset=UTF-8',
        fields: {
          grant_type: 'authorization_code',
          code: 'the-code',
          redirect_uri: redirectUri,
          client_id: fakeClient.id,
          client_secret: fakeClient.secret,
          code_verifier: secrets.verifier,
        },
      },
    ],
  ]);
});

test.each(['form', 'json'] as const)(
  'an endpoint that does not take a %s body gets the other one, once',
  async (body) => {
    const { endpoint } = arrange();
    const types: (string | null)[] = [];
    const isOther = (type: string | null): boolean =>
      (type?.includes('json') ?? false) !== (body === 'json');
    const picky: Fetch = (url, init) => {
      const type = new Headers(init?.headers).get('content-type');
      types.push(type);
      return isOther(type)
        ? endpoint.fetch(url, init)
        : Promise.resolve(new Response('{"error":"Unsupported"}', { status: 415 }));
    };
    const { protocol } = arrange(picky);
    endpoint.issueRefreshToken('refresh-token-0');
    const read = await protocol.refresh({ ...client, tokenRequestBody: body }, 'refresh-token-0');
    expect([read.ok, types.map(isOther), endpoint.requests.length]).toEqual([
      true,
      [false, true],
      1,
    ]);
    const sent: unknown[] = [];
    const refusing: Fetch = () => {
      sent.push(null);
      return Promise.resolve(new Response(null, { status: 415 }));
    };
    const refused = await arrange(refusing).protocol.refresh(client, 'refresh-token-0');
    expect([refused.ok, sent.length]).toEqual([false, 2]);
  },
);

test('a refresh sends the four documented fields', async () => {
  const { endpoint, protocol } = arrange();
  endpoint.issueRefreshToken('refresh-token-0');
  await protocol.refresh(client, 'refresh-token-0');
  expect(endpoint.requests.map(({ fields }) => fields)).toEqual([
    {
      grant_type: 'refresh_token',
      refresh_token: 'refresh-token-0',
      client_id: fakeClient.id,
      client_secret: fakeClient.secret,
    },
  ]);
});

const odd: readonly [string, Record<string, unknown>][] = [
  ['expires_in as text', { expires_in: '7200' }],
  ['expires_in that is no number', { expires_in: 'soon' }],
  ['no expires_in', { expires_in: undefined }],
  ['no time left', { expires_in: 0 }],
  ['a null refresh token', { refresh_token: null }],
  ['an empty refresh token', { refresh_token: '' }],
  ['created_at', { created_at: 1_700_000_000 }],
  ['created_at as text', { created_at: '2026-01-01' }],
  ['an id_token that cannot be verified', { id_token: 'x.y.z' }],
  ['unknown fields', { tenant: { deep: true } }],
  ['a scope that is no text', { scope: ['money_out'] }],
  ['bearer in another case', { token_type: 'BEARER' }],
];

test.each(odd)('a token answer with %s is accepted', async (_name, fields) => {
  const { endpoint, exchange } = arrange();
  endpoint.reshape = (body) => ({ ...body, ...fields });
  const exchanged = await exchange();
  expect(exchanged.ok && exchanged.value.access_token).toBe('access-token-1');
});

const malformed: readonly [string, () => Response][] = [
  ['another token type', () => Response.json({ access_token: 'x', token_type: 'DPoP' })],
  ['no access token', () => Response.json({ token_type: 'bearer' })],
  ['an empty access token', () => Response.json({ access_token: '', token_type: 'bearer' })],
  ['JSON cut off', () => new Response('{"access_token":"a-to')],
  ['a number for a token', () => Response.json({ access_token: 17, token_type: 'bearer' })],
  ['a list', () => Response.json([])],
  ['HTML', () => new Response('<html>log in</html>')],
  ['nothing', () => new Response(null, { status: 204 })],
  ['a body that is too large', () => new Response('x'.repeat(100_000))],
  [
    'a redirect',
    () => new Response(null, { status: 307, headers: { location: 'https://evil.example' } }),
  ],
];

test.each(malformed)('a token answer with %s is malformed', async (_name, response) => {
  const { exchange } = arrange(answering(response));
  const exchanged = await exchange();
  expect(exchanged.ok ? 'ok' : exchanged.error.kind).toBe('malformed');
});

test('an OAuth error with a challenge header is still read', async () => {
  const headers = { 'www-authenticate': 'Basic realm="x"', 'content-type': 'application/json' };
  const body = JSON.stringify({ error: 'invalid_client', error_description: 'No such client.' });
  const { exchange } = arrange(answering(() => new Response(body, { status: 401, headers })));
  expect(await exchange()).toEqual({
    ok: false,
    error: {
      kind: 'oauthError',
      error: 'invalid_client',
      detail: 'No such client.',
      status: 401,
      isOver: false,
    },
  });
});

test('an OAuth error with status 200 counts as an error', async () => {
  const error = { error: 'invalid_grant', error_description: 'Revoked.' };
  const { exchange } = arrange(answering(() => Response.json(error)));
  expect(await exchange()).toEqual({
    ok: false,
    error: {
      kind: 'oauthError',
      error: 'invalid_grant',
      detail: 'Revoked.',
      status: 200,
      isOver: true,
    },
  });
});

test('a request to a token endpoint that never answers times out', async () => {
  const { exchange, clock } = arrange(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  const asked = exchange();
  await settle();
  await clock.advance(TOKEN_REQUEST_LIMIT_MS);
  expect([await asked, clock.sleepers()]).toEqual([
    { ok: false, error: { kind: 'answerLost', technical: 'the token endpoint took too long' } },
    0,
  ]);
});

test('a token request over plain http leaves only for a server on this computer', async () => {
  const asked: string[] = [];
  const { exchange } = arrange((url) => {
    asked.push(url);
    return Promise.resolve(Response.json({ access_token: 'x', token_type: 'bearer' }));
  });
  const urls = [
    'http://127.0.0.1:9',
    'http://[::1]:9',
    'http://localhost:9',
    'http://auth.example.com',
  ];
  for (const authUrl of urls) await exchange({ ...client, authUrl });
  expect(asked).toEqual(urls.slice(0, 3).map((url) => `${url}/oauth/token`));
});

test('A-17 Billfold quotes a service that echoes the request without the secrets', async () => {
  const { exchange, secrets, protocol } = arrange((_url, init) => {
    const sent = typeof init.body === 'string' ? init.body : '';
    return Promise.resolve(
      oauthError('invalid_request', `You sent ${sent} and ${decodeURIComponent(sent)}`),
    );
  });
  const text = JSON.stringify([
    await exchange(client, 'the code/+=of one'),
    await protocol.refresh(client, 'the-refresh-token'),
  ]);
  const leaked = [
    secrets.verifier,
    fakeClient.secret,
    'the code/+=of one',
    'the-refresh-token',
  ].filter((secret) => text.includes(secret));
  expect(leaked).toEqual([]);
});
