import * as oauth from 'oauth4webapi';
import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import type { Result } from '../../base/result.ts';
import { tokenEndpointReportsUnknownClient } from '../../contract/assumptions.ts';
import type { Obstacle } from '../../contract/service-error.ts';
import type { TokenResponse } from '../../contract/answers/token.ts';
import { authPaths } from '../../contract/wire-names.ts';
import { readFetchFailure } from '../api/fetch-failure.ts';
import type { Fetch } from '../ports.ts';
import { callTokenEndpoint, type TokenProblem } from './token-endpoint.ts';
import { isSafeUrl } from './urls.ts';

/** Parts of a connection that the protocol needs. `authUrl` has no trailing slash. */
export interface OAuthClient {
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The service accepts a form and, in one documented form, JSON (service page, *Endpoints*). */
  readonly tokenRequestBody: 'form' | 'json';
  /** RFC 7009, when the connection has one; the service documents none. */
  readonly revocationUrl: string | null;
}

/** Secrets of one attempt to sign in. Main keeps them in memory until the code is exchanged. */
export interface SignInSecrets {
  readonly state: string;
  readonly verifier: string;
}

interface AuthorizeRequest {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly secrets: SignInSecrets;
}

/** No HTTP answer came from the host. */
export interface Unreachable {
  readonly technical: string;
  readonly obstacle?: Obstacle;
}

export interface OAuthProtocol {
  /** Fresh `state` and PKCE verifier, 256 bits each. */
  newSecrets(): SignInSecrets;
  /** The link for the browser, with PKCE S256 (RFC 7636). */
  authorizeUrl(client: OAuthClient, request: AuthorizeRequest): Promise<string>;
  /** Exchanges the code of `parameters` (from the listener, state checked) for tokens. */
  exchangeCode(
    client: OAuthClient,
    exchange: {
      readonly parameters: URLSearchParams;
      readonly redirectUri: string;
      readonly secrets: SignInSecrets;
      readonly cancel?: AbortSignal;
    },
  ): Promise<Result<TokenResponse, TokenProblem>>;
  /**
   * Asks the token endpoint about the client, for at most `CHECK_MS`. `isRefused`: the endpoint says that it does not
   * know this client (`tokenEndpointReportsUnknownClient` in contract/assumptions.ts). `unreachable`: null after any
   * HTTP answer.
   */
  checkClient(
    client: OAuthClient,
    redirectUri: string,
  ): Promise<{ readonly isRefused: boolean; readonly unreachable: Unreachable | null }>;
  /**
   * Sends any request to the authorization host, and waits at most `CHECK_MS`.
   * @returns null after any HTTP answer
   */
  probe(client: OAuthClient, cancel: AbortSignal): Promise<Unreachable | null>;
  refresh(client: OAuthClient, refreshToken: string): Promise<Result<TokenResponse, TokenProblem>>;
  /**
   * Revokes a token (RFC 7009), if there is a revocation URL. Returns no outcome, because the caller could not react to
   * one.
   */
  revoke(client: OAuthClient, token: string): Promise<void>;
}

const SECRET_BYTES = 32;
/** Longest wait for an answer before the browser opens, milliseconds. */
const CHECK_MS = 5_000;

/** OAuth 2.0 authorization code with PKCE, over oauth4webapi. */
export function createOAuthProtocol(deps: {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: Random;
}): OAuthProtocol {
  const secret = (): string => Buffer.from(deps.random.bytes(SECRET_BYTES)).toString('base64url');

  /** Runs the work with a signal that aborts after `CHECK_MS`. */
  const inTime = async <Value>(work: (limit: AbortSignal) => Promise<Value>): Promise<Value> => {
    const [limit, done] = [new AbortController(), new AbortController()];
    void deps.clock.sleep(CHECK_MS, done.signal).then(() => limit.abort());
    try {
      return await work(limit.signal);
    } finally {
      done.abort();
    }
  };

  const protocol: OAuthProtocol = {
    newSecrets: () => ({ state: secret(), verifier: secret() }),
    authorizeUrl: buildAuthorizeUrl,
    exchangeCode: (client, { parameters, redirectUri, secrets, cancel }) => {
      const sent = [
        client.clientSecret,
        secrets.verifier,
        secrets.state,
        parameters.get('code') ?? '',
      ];
      const request = (signal: AbortSignal): Promise<Response> => {
        const [server, known, authentication] = partiesOf(client);
        return oauth.authorizationCodeGrantRequest(
          server,
          known,
          authentication,
          oauth.validateAuthResponse(server, known, parameters, secrets.state),
          redirectUri,
          secrets.verifier,
          requestOptions(client, deps.fetch, signal),
        );
      };
      return callTokenEndpoint(deps.clock, sent, request, cancel);
    },
    checkClient: async (client, redirectUri) => {
      const secrets = protocol.newSecrets();
      // The service refuses a random code, so this request only checks the client.
      const parameters = new URLSearchParams({ code: secret(), state: secrets.state });
      const answer = await inTime((cancel) =>
        protocol.exchangeCode(client, { parameters, redirectUri, secrets, cancel }),
      );
      return {
        isRefused: !answer.ok && reportsUnknownClient(answer.error),
        unreachable: answer.ok ? null : unreachableOf(answer.error),
      };
    },
    probe: (client, cancel) =>
      inTime(async (limit) => {
        const signal = AbortSignal.any([limit, cancel]);
        try {
          const init = { method: 'HEAD', redirect: 'manual', signal } as const;
          await (await deps.fetch(client.authUrl, init)).body?.cancel();
          return null;
        } catch (cause) {
          if (limit.aborted) return { technical: NO_ANSWER };
          const { technical, obstacle } = readFetchFailure(cause);
          return { technical, ...(obstacle && { obstacle }) };
        }
      }),
    refresh: (client, refreshToken) =>
      callTokenEndpoint(deps.clock, [client.clientSecret, refreshToken], (signal) =>
        oauth.refreshTokenGrantRequest(
          ...partiesOf(client),
          refreshToken,
          requestOptions(client, deps.fetch, signal),
        ),
      ),
    revoke: async (client, token) => {
      if (client.revocationUrl === null) return;
      await callTokenEndpoint(deps.clock, [], (signal) =>
        oauth.revocationRequest(
          ...partiesOf(client),
          token,
          // RFC 7009 §2.1 allows the form only, whatever the token endpoint accepts.
          requestOptions({ ...client, tokenRequestBody: 'form' }, deps.fetch, signal),
        ),
      );
    },
  };
  return protocol;
}

const NO_ANSWER = `no answer in ${CHECK_MS / 1000} s`;

function unreachableOf(problem: TokenProblem): Unreachable | null {
  if (problem.kind === 'answerLost') return { technical: problem.technical };
  if (problem.kind !== 'unreachable') return null;
  const { technical, obstacle } = problem;
  return { technical, ...(obstacle && { obstacle }) };
}

function reportsUnknownClient(problem: TokenProblem): boolean {
  return (
    tokenEndpointReportsUnknownClient &&
    problem.kind === 'oauthError' &&
    problem.error === 'invalid_client'
  );
}

/** Server, client and client authentication for oauth4webapi. */
function partiesOf(
  client: OAuthClient,
): [oauth.AuthorizationServer, oauth.Client, oauth.ClientAuth] {
  const { authUrl, clientId, clientSecret, revocationUrl } = client;
  const server = {
    // The service page documents no issuer.
    issuer: authUrl,
    authorization_endpoint: authUrl + authPaths.authorize,
    token_endpoint: authUrl + authPaths.token,
    ...(revocationUrl !== null && { revocation_endpoint: revocationUrl }),
  };
  return [server, { client_id: clientId }, oauth.ClientSecretPost(clientSecret)];
}

async function buildAuthorizeUrl(client: OAuthClient, request: AuthorizeRequest): Promise<string> {
  const url = new URL(client.authUrl + authPaths.authorize);
  const challenge = await oauth.calculatePKCECodeChallenge(request.secrets.verifier);
  // URLSearchParams writes the spaces between scopes as `+`, as on the service page.
  url.search = new URLSearchParams({
    client_id: client.clientId,
    response_type: 'code',
    redirect_uri: request.redirectUri,
    scope: request.scopes.join(' '),
    state: request.secrets.state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }).toString();
  return url.href;
}

const UNSUPPORTED_MEDIA_TYPE = 415;

interface RequestOptions {
  readonly signal: AbortSignal;
  readonly [oauth.allowInsecureRequests]: boolean;
  readonly [oauth.customFetch]: (
    url: string,
    options: oauth.CustomFetchOptions<'POST', URLSearchParams>,
  ) => Promise<Response>;
}

function requestOptions(client: OAuthClient, send: Fetch, signal: AbortSignal): RequestOptions {
  return {
    signal,
    [oauth.allowInsecureRequests]: isSafeUrl(client.authUrl),
    [oauth.customFetch]: async (url, options) => {
      if (!isSafeUrl(url))
        throw new Error('A token request must use https or stay on this computer.');
      const sendIn = (form: OAuthClient['tokenRequestBody']): Promise<Response> =>
        send(url, {
          method: options.method,
          redirect: options.redirect,
          headers:
            form === 'json'
              ? { ...options.headers, 'content-type': 'application/json' }
              : options.headers,
          body:
            form === 'json'
              ? JSON.stringify(Object.fromEntries(options.body))
              : options.body.toString(),
          signal,
        });
      const sent = client.tokenRequestBody;
      const answer = await sendIn(sent);
      if (answer.status !== UNSUPPORTED_MEDIA_TYPE) return answer;
      // The endpoint did not read the grant (RFC 9110 §15.5.16), so the grant is still valid.
      await answer.body?.cancel();
      return sendIn(sent === 'json' ? 'form' : 'json');
    },
  };
}
