import { DEFAULT_SCOPE, scopes as knownScopes } from '../../contract/scopes.ts';
import type { RegisteredClient } from '../sample-client.ts';
import type { SandboxSettings } from '../settings.ts';
import type { CodeRequest } from './codes.ts';

/** Outcome of a request to the authorization endpoint (service page, *GET /oauth/authorize*). */
export type AuthorizeReading =
  /**
   * If the client or the redirect URI is in doubt, the user sees an error, and there is no redirect (RFC 6749
   * §4.1.2.1).
   */
  | { readonly kind: 'errorPage'; readonly sentence: string }
  | {
      readonly kind: 'redirectError';
      readonly redirectUri: string;
      readonly state: string | null;
      readonly error: string;
      readonly description: string;
    }
  | {
      readonly kind: 'ask';
      readonly client: RegisteredClient;
      readonly request: CodeRequest;
      readonly state: string | null;
    };

export function readAuthorizeRequest(
  params: URLSearchParams,
  clients: readonly RegisteredClient[],
  settings: SandboxSettings,
): AuthorizeReading {
  const client = clients.find(({ clientId }) => clientId === single(params, 'client_id'));
  if (!client) return { kind: 'errorPage', sentence: 'The application is not registered here.' };
  const redirectUri = single(params, 'redirect_uri');
  if (redirectUri === null) {
    return { kind: 'errorPage', sentence: 'The request does not say where to return to.' };
  }
  if (!client.redirectUris.some((registered) => redirectMatches(registered, redirectUri))) {
    const sentence = `The address to return to is not one ${client.name} registered.`;
    return { kind: 'errorPage', sentence };
  }
  const state = single(params, 'state');
  const problem = findProblem(params, settings);
  if (problem) return { kind: 'redirectError', redirectUri, state, ...problem };
  const request = {
    clientId: client.clientId,
    redirectUri,
    scopes: scopesOf(params),
    challenge: settings.pkce === 'honoured' ? single(params, 'code_challenge') : null,
  };
  return { kind: 'ask', client, request, state };
}

/**
 * Exact comparison, but an http loopback address matches with any port, because the application can't know it
 * in advance (RFC 8252 §7.3).
 */
export function redirectMatches(registered: string, given: string): boolean {
  if (registered === given) return true;
  const [from, to] = [URL.parse(registered), URL.parse(given)];
  if (!from || !to || from.protocol !== 'http:' || !loopbackHosts.includes(from.hostname)) {
    return false;
  }
  // Comparing the text too refuses addresses that URL parsing would silently normalize.
  to.port = from.port;
  return to.href === from.href && withoutPort(given) === withoutPort(registered);
}

const loopbackHosts = ['127.0.0.1', '[::1]'];

function withoutPort(uri: string): string {
  return uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=\/|\?|$)/, '$1');
}

interface Problem {
  readonly error: string;
  readonly description: string;
}

const onceOnly = ['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method'];

function findProblem(params: URLSearchParams, settings: SandboxSettings): Problem | null {
  const repeated = onceOnly.find((name) => params.getAll(name).length > 1);
  if (repeated) return { error: 'invalid_request', description: `${repeated} is given twice.` };
  const type = params.get('response_type');
  if (type === null) return { error: 'invalid_request', description: 'response_type is missing.' };
  if (type !== 'code') {
    return {
      error: 'unsupported_response_type',
      description: 'Only the response type code is known.',
    };
  }
  if (!scopesOf(params).every((scope) => Object.hasOwn(knownScopes, scope))) {
    return { error: 'invalid_scope', description: 'A requested scope is not known.' };
  }
  return settings.pkce === 'honoured' ? findChallengeProblem(params) : null;
}

const challengeShape = /^[A-Za-z0-9_-]{43}$/;

function findChallengeProblem(params: URLSearchParams): Problem | null {
  const challenge = params.get('code_challenge');
  const method = params.get('code_challenge_method');
  if (challenge === null && method === null) return null;
  if (method === 'S256' && challenge !== null && challengeShape.test(challenge)) return null;
  return { error: 'invalid_request', description: 'Only a code challenge with S256 is accepted.' };
}

function scopesOf(params: URLSearchParams): string[] {
  const asked = (params.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  return asked.length === 0 ? [DEFAULT_SCOPE] : [...new Set(asked)];
}

/** The value of a parameter; null when it is missing, empty or repeated. */
function single(params: URLSearchParams, name: string): string | null {
  const values = params.getAll(name);
  return values.length === 1 && values[0] ? values[0] : null;
}
