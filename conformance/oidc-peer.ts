import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Provider } from 'oidc-provider';
import { authPaths } from '../src/contract/wire-names.ts';
import { freePort } from './processes.ts';
import type { SignInPlan } from './session-under-test.ts';

const client = { clientId: 'billfold-conformance', clientSecret: 'known-to-both-sides' };
const registeredScopes = 'money_out money_in';

export interface OidcPeer {
  readonly provider: Provider;
  /** A valid sign-in with this provider. */
  readonly plan: SignInPlan;
  readonly url: string;
  /** Bodies of the token requests it received, in order. */
  readonly tokenBodies: readonly URLSearchParams[];
  close(): Promise<void>;
}

/** A local provider, with its endpoints on the paths of the service page. */
export async function startOidcPeer(): Promise<OidcPeer> {
  const [port, redirectPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const provider = createProvider(url, redirectPort);
  const tokenBodies: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    listenIn(request, tokenBodies);
    void provider.callback()(request, response);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const plan = { ...client, authUrl: url, redirectPort, waitMs: 20_000 };
  return { provider, plan, url, tokenBodies, close: () => stop(server) };
}

function createProvider(url: string, redirectPort: number): Provider {
  return new Provider(url, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`http://127.0.0.1:${redirectPort}/callback`],
        scope: registeredScopes,
      },
    ],
    scopes: [...registeredScopes.split(' '), 'banking'],
    pkce: { required: () => true },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    routes: {
      authorization: authPaths.authorize,
      token: authPaths.token,
      revocation: '/oauth/revoke',
    },
    features: { devInteractions: { enabled: true }, revocation: { enabled: true } },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId }),
    }),
    ttl: { AccessToken: 7200, RefreshToken: 86_400, Interaction: 600, Session: 600, Grant: 86_400 },
    cookies: { keys: ['conformance'] },
  });
}

/** Copies the body without consuming it, because the provider reads it later. */
function listenIn(request: IncomingMessage, bodies: URLSearchParams[]): void {
  if (request.url !== authPaths.token) return;
  const chunks: Buffer[] = [];
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null, ...rest) => {
    if (chunk === null) bodies.push(new URLSearchParams(Buffer.concat(chunks).toString()));
    else chunks.push(chunk);
    return push(chunk, ...rest);
  };
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
