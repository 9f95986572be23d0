import type { ServerResponse } from 'node:http';
import type { SignInOutcome } from '../src/bridge/session.ts';
import type { ServiceErrorKind } from '../src/contract/service-error.ts';

/** How one answer is bent. */
export interface Bend {
  /** The query of the redirect back. */
  readonly redirect?: (query: URLSearchParams) => void;
  /** The JSON body of the token answer, and its status. */
  readonly body?: (body: Record<string, unknown>) => { body: object; status?: number };
  /** Serves the token request in the mock's place. */
  readonly raw?: (response: ServerResponse) => void;
}

/** A sign-in outcome without its technical line. */
type OutcomeFacts = SignInOutcome extends infer Each
  ? Each extends { technical: string }
    ? Omit<Each, 'technical'>
    : Each
  : never;

const signedIn = { kind: 'signedIn' } as const;
const malformed = { kind: 'malformedAnswer' } as const;
const unreachable = { kind: 'serviceUnreachable' } as const;
const failed = { kind: 'serviceFailed' } as const;

const withFields = (fields: Record<string, unknown>): Bend => ({
  body: (body) => ({ body: { ...body, ...fields } }),
});
const insteadOf = (body: object, status: number): Bend => ({ body: () => ({ body, status }) });
const page = (status: number): Bend => ({
  raw: (response) => {
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Sign in to the network</title>');
  },
});
const text = (status: number, body: string): Bend => ({
  raw: (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
  },
});
const goodTokens = '{"access_token":"a-token","token_type":"Bearer","refresh_token":"r-token"}';
const slow = (delayMs: number): Bend => ({
  raw: (response) => {
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(goodTokens);
    }, delayMs);
  },
});
const hangUp: Bend = { raw: (response) => void response.destroy() };
const cutOff: Bend = {
  raw: (response) => {
    response.writeHead(200, { 'content-length': String(goodTokens.length) });
    response.write(goodTokens.slice(0, 20), () => response.destroy());
  },
};
const elsewhere: Bend = {
  raw: (response) => {
    response.writeHead(307, { location: 'http://127.0.0.1:9/oauth/token' });
    response.end();
  },
};

/** Errors of the authorization endpoint but `access_denied` (RFC 6749 §4.1.2.1). */
const authorizeErrors = [
  'invalid_request',
  'unauthorized_client',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
];

const errorRedirect = (error: string, description?: string) => (): Bend => ({
  redirect: (query) => {
    query.delete('code');
    query.set('error', error);
    if (description !== undefined) query.set('error_description', description);
  },
});
const bentQuery = (bend: (query: URLSearchParams) => void) => (): Bend => ({ redirect: bend });

/** Redirects: what becomes of the sign-in, and what the browser is answered. */
export const authorizeBends: readonly {
  readonly name: string;
  readonly bend: (issuer: string) => Bend;
  readonly outcome: OutcomeFacts;
  readonly landing: number;
}[] = [
  { name: 'a code at once: signedIn', bend: () => ({}), outcome: signedIn, landing: 200 },
  {
    name: 'access_denied with words: denied',
    bend: errorRedirect('access_denied', 'Not today.'),
    outcome: { kind: 'denied', detail: 'Not today.' },
    landing: 200,
  },
  ...authorizeErrors.map((error) => ({
    name: `${error}: refused`,
    bend: errorRedirect(error),
    outcome: { kind: 'refused', error, detail: null } as const,
    landing: 200,
  })),
  {
    name: 'extra parameters: signedIn',
    bend: bentQuery((query) => query.set('session_state', 'x'.repeat(500))),
    outcome: signedIn,
    landing: 200,
  },
  {
    name: 'iss of this service: signedIn',
    bend: (issuer) => ({ redirect: (query) => query.set('iss', issuer) }),
    outcome: signedIn,
    landing: 200,
  },
  ...(
    [
      ['iss of another service', (query) => query.set('iss', 'https://other.example'), 403],
      ['state missing', (query) => query.delete('state'), 400],
      ['state of another sign-in', (query) => query.set('state', 'A'.repeat(43)), 403],
      ['state twice', (query) => query.append('state', 'A'.repeat(43)), 400],
      ['code twice', (query) => query.append('code', 'another'), 400],
      ['code and error', (query) => query.set('error', 'server_error'), 400],
      ['neither code nor error', (query) => query.delete('code'), 400],
    ] satisfies [string, (query: URLSearchParams) => void, number][]
  ).map(([name, bend, landing]) => ({
    name: `${name}: refused, the wait goes on`,
    bend: bentQuery(bend),
    outcome: { kind: 'timedOut' } as const,
    landing,
  })),
];

/** Errors of the token endpoint but `invalid_client` (RFC 6749 §5.2), and one nobody knows. */
const tokenErrors = [
  'invalid_request',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'a_new_error',
];

/** Answers to the code exchange. */
export const exchangeBends: readonly {
  readonly name: string;
  readonly bend: Bend;
  readonly outcome: OutcomeFacts;
  readonly hurry?: number;
}[] = [
  { name: 'as it is, with an id_token', bend: {}, outcome: signedIn },
  { name: 'token_type "bearer"', bend: withFields({ token_type: 'bearer' }), outcome: signedIn },
  { name: 'token_type "mac"', bend: withFields({ token_type: 'mac' }), outcome: malformed },
  { name: 'token_type missing', bend: withFields({ token_type: undefined }), outcome: malformed },
  {
    name: 'refresh_token missing',
    bend: withFields({ refresh_token: undefined }),
    outcome: signedIn,
  },
  { name: 'refresh_token null', bend: withFields({ refresh_token: null }), outcome: signedIn },
  { name: 'refresh_token empty', bend: withFields({ refresh_token: '' }), outcome: signedIn },
  { name: 'expires_in as text', bend: withFields({ expires_in: '7200' }), outcome: signedIn },
  { name: 'expires_in "soon"', bend: withFields({ expires_in: 'soon' }), outcome: signedIn },
  { name: 'expires_in missing', bend: withFields({ expires_in: undefined }), outcome: signedIn },
  { name: 'expires_in 0', bend: withFields({ expires_in: 0 }), outcome: signedIn },
  { name: 'expires_in -1', bend: withFields({ expires_in: -1 }), outcome: signedIn },
  {
    name: 'created_at a number',
    bend: withFields({ created_at: 1_790_000_000 }),
    outcome: signedIn,
  },
  { name: 'created_at as text', bend: withFields({ created_at: '2026-09-21' }), outcome: signedIn },
  { name: 'extra fields', bend: withFields({ user: { id: 7 }, id_token: 'x' }), outcome: signedIn },
  {
    name: 'access_token missing',
    bend: withFields({ access_token: undefined }),
    outcome: malformed,
  },
  { name: 'access_token empty', bend: withFields({ access_token: '' }), outcome: malformed },
  { name: 'access_token a number', bend: withFields({ access_token: 17 }), outcome: malformed },
  ...tokenErrors.map((error) => ({
    name: `400 ${error}`,
    bend: insteadOf({ error }, 400),
    outcome: { kind: 'exchangeFailed', error, detail: null } as const,
  })),
  {
    name: '400 with words, a page to read and extra fields',
    bend: insteadOf(
      {
        error: 'invalid_grant',
        error_description: 'Too\nold.',
        error_uri: 'https://x.example',
        y: 1,
      },
      400,
    ),
    outcome: { kind: 'exchangeFailed', error: 'invalid_grant', detail: 'Too old.' },
  },
  {
    name: 'an error that repeats the secret: struck out',
    bend: insteadOf(
      { error: 'invalid_grant', error_description: 'client-secret-of-the-mock' },
      400,
    ),
    outcome: { kind: 'exchangeFailed', error: 'invalid_grant', detail: '…' },
  },
  ...[400, 401].map((status) => ({
    name: `${status} invalid_client`,
    bend: insteadOf({ error: 'invalid_client' }, status),
    outcome: { kind: 'wrongClient', detail: null } as const,
  })),
  {
    name: 'an error with 200',
    bend: insteadOf({ error: 'invalid_grant' }, 200),
    outcome: malformed,
  },
  {
    name: '400 with an error that is no text',
    bend: insteadOf({ error: 17 }, 400),
    outcome: failed,
  },
  { name: '400 with a list', bend: insteadOf([], 400), outcome: failed },
  { name: '429', bend: insteadOf({ error: 'slow_down' }, 429), outcome: failed },
  { name: '500 as JSON', bend: insteadOf({ error: 'server_error' }, 500), outcome: failed },
  { name: '502 as HTML', bend: page(502), outcome: failed },
  { name: '200 as HTML', bend: page(200), outcome: malformed },
  { name: '403 as HTML', bend: page(403), outcome: failed },
  { name: '200 without a body', bend: text(200, ''), outcome: malformed },
  { name: '200 with half a JSON', bend: text(200, goodTokens.slice(0, 30)), outcome: malformed },
  {
    name: '200 without end',
    bend: text(200, ' '.repeat(200_000) + goodTokens),
    outcome: malformed,
  },
  { name: 'a redirect, which is not followed', bend: elsewhere, outcome: malformed },
  { name: 'an answer after 1.5 s', bend: slow(1_500), outcome: signedIn },
  {
    name: 'an answer past the limit (hurried clock)',
    bend: slow(2_000),
    outcome: unreachable,
    hurry: 40,
  },
  { name: 'the connection goes', bend: hangUp, outcome: unreachable },
  { name: 'the connection goes in the middle', bend: cutOff, outcome: unreachable },
];

/** Answers to a refresh: what callers get, and whether the session outlives it. */
export const refreshBends: readonly {
  readonly name: string;
  readonly bend: Bend;
  readonly result: ServiceErrorKind | 'generation 2';
  readonly ends?: boolean;
  readonly hurry?: number;
}[] = [
  { name: 'as it is', bend: {}, result: 'generation 2' },
  { name: 'expires_in as text', bend: withFields({ expires_in: '7200' }), result: 'generation 2' },
  {
    name: 'refresh_token missing',
    bend: withFields({ refresh_token: undefined }),
    result: 'generation 2',
  },
  {
    name: 'token_type "mac"',
    bend: withFields({ token_type: 'mac' }),
    result: 'malformedResponse',
  },
  {
    name: '400 invalid_grant',
    bend: insteadOf({ error: 'invalid_grant' }, 400),
    result: 'unauthenticated',
    ends: true,
  },
  {
    name: '401 invalid_client',
    bend: insteadOf({ error: 'invalid_client' }, 401),
    result: 'invalid',
  },
  {
    name: '400 invalid_scope',
    bend: insteadOf({ error: 'invalid_scope' }, 400),
    result: 'invalid',
  },
  {
    name: '400 temporarily_unavailable',
    bend: insteadOf({ error: 'temporarily_unavailable' }, 400),
    result: 'serverFailed',
  },
  { name: '429', bend: insteadOf({ error: 'slow_down' }, 429), result: 'rateLimited' },
  { name: '500 as JSON', bend: insteadOf({ error: 'server_error' }, 500), result: 'serverFailed' },
  { name: '503 as HTML', bend: page(503), result: 'serverFailed' },
  { name: '200 as HTML', bend: page(200), result: 'malformedResponse' },
  { name: '401 as HTML', bend: page(401), result: 'malformedResponse' },
  { name: 'the connection goes', bend: hangUp, result: 'answerLost' },
  { name: 'the connection goes in the middle', bend: cutOff, result: 'answerLost' },
  { name: 'past the limit (hurried clock)', bend: slow(2_000), result: 'answerLost', hurry: 40 },
];
