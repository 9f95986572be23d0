import { createHash } from 'node:crypto';
import { fetchFailure } from '../../api/testing/doubles.ts';
import type { Fetch } from '../../ports.ts';

/** Fault of one token request. */
export type TokenFault =
  | 'offline'
  /** The server received the request and ignored it. */
  | 'lostBefore'
  /** The server did the work, but no answer came. */
  | 'lostAfter'
  | { readonly answer: Response };

/** A token endpoint in the form of fetch. It rotates refresh tokens and records the requests. */
export interface FakeTokenEndpoint {
  readonly fetch: Fetch;
  /** Makes a code valid for one exchange. */
  allowCode(code: string, of: { challenge: string; redirectUri: string }): void;
  /** Makes a refresh token valid, as if issued before. */
  issueRefreshToken(token: string): void;
  /** Refuses every refresh token from now on, as an administrator's revocation does. */
  revokeAll(): void;
  /** Faults of the next requests, one each; later requests succeed. */
  readonly faults: TokenFault[];
  /** The endpoint waits for this before it answers. */
  gate: Promise<void> | null;
  /** False: the answer arrives although the client has given up. */
  heedsAbort: boolean;
  /** Answer to a probe of the host; by default 404, as from a host without a page there. */
  probed: () => Promise<Response>;
  /** Changes an answer's body before it is sent. */
  reshape: ((body: Record<string, unknown>) => Record<string, unknown>) | null;
  /** Every request that reached the server. */
  readonly requests: { url: string; type: string; fields: Record<string, string> }[];
  /** Every secret it has issued. */
  readonly secrets: string[];
  /** Maximum number of one process's requests that were under way together. */
  maxAtOnce: number;
  /** Drops the requests under way from the count, because the client was killed. */
  forgetClient(): void;
}

export const fakeClient = { id: 'client-1', secret: 'client-secret-of-the-fake' } as const;

export function createFakeTokenEndpoint(
  options: { readonly rotates?: boolean } = {},
): FakeTokenEndpoint {
  const codes = new Map<string, AllowedCode>();
  const refreshTokens = new Set<string>();
  let count = 0;
  let client = { requests: 0 };

  const grant = (): Response => {
    count++;
    const body: Record<string, unknown> = {
      access_token: `access-token-${count}`,
      token_type: 'Bearer',
      expires_in: 7200,
      scope: 'money_out',
    };
    if (options.rotates !== false || count === 1) {
      body['refresh_token'] = `refresh-token-${count}`;
      refreshTokens.add(`refresh-token-${count}`);
      endpoint.secrets.push(`refresh-token-${count}`);
    }
    endpoint.secrets.push(`access-token-${count}`);
    return Response.json(endpoint.reshape ? endpoint.reshape(body) : body);
  };

  const serve = (fields: Record<string, string>): Response => {
    if (fields['client_id'] !== fakeClient.id || fields['client_secret'] !== fakeClient.secret) {
      return oauthError('invalid_client', 'No such client.', 401);
    }
    if (fields['grant_type'] === 'authorization_code') {
      const code = codes.get(fields['code'] ?? '');
      codes.delete(fields['code'] ?? '');
      return fits(code, fields) ? grant() : oauthError('invalid_grant', 'The code is not good.');
    }
    const token = fields['refresh_token'] ?? '';
    if (!refreshTokens.has(token)) return oauthError('invalid_grant', 'The token is not good.');
    if (options.rotates !== false) refreshTokens.delete(token);
    return grant();
  };

  const answer = async (url: string, init: RequestInit): Promise<Response> => {
    const fault = endpoint.faults.shift();
    if (fault === 'offline') throw fetchFailure('ECONNREFUSED');
    const type = new Headers(init.headers).get('content-type') ?? '';
    const fields = readBody(type, init.body);
    endpoint.requests.push({ url, type, fields });
    if (endpoint.gate) await endpoint.gate;
    if (endpoint.heedsAbort) init.signal?.throwIfAborted();
    if (fault === 'lostBefore') throw fetchFailure('ECONNRESET');
    if (typeof fault === 'object') return fault.answer;
    const response = serve(fields);
    if (fault === 'lostAfter') throw fetchFailure('ECONNRESET');
    return response;
  };

  const endpoint: FakeTokenEndpoint = {
    ...quiet(),
    forgetClient: () => {
      client = { requests: 0 };
    },
    allowCode: (code, of) => codes.set(code, of),
    issueRefreshToken: (token) => refreshTokens.add(token),
    revokeAll: () => refreshTokens.clear(),
    fetch: async (url, init) => {
      if (init.method === 'HEAD') return endpoint.probed();
      const mine = client;
      endpoint.maxAtOnce = Math.max(endpoint.maxAtOnce, ++mine.requests);
      try {
        return await answer(url, init);
      } finally {
        mine.requests--;
      }
    },
  };
  return endpoint;
}

function quiet() {
  return {
    faults: [] as TokenFault[],
    gate: null,
    heedsAbort: true,
    probed: () => Promise.resolve(new Response(null, { status: 404 })),
    reshape: null,
    requests: [],
    secrets: [],
    maxAtOnce: 0,
  };
}

interface AllowedCode {
  readonly challenge: string;
  readonly redirectUri: string;
}

/** Whether the client that exchanges the code is the one that requested it (RFC 7636 §4.6). */
function fits(code: AllowedCode | undefined, fields: Record<string, string>): boolean {
  const verifier = fields['code_verifier'] ?? '';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return code?.challenge === challenge && code.redirectUri === fields['redirect_uri'];
}

export function oauthError(error: string, description: string | null, status = 400): Response {
  return Response.json(
    description === null ? { error } : { error, error_description: description },
    { status },
  );
}

function readBody(type: string, body: RequestInit['body']): Record<string, string> {
  // Billfold sends text; anything else would be a bug, so the test should fail.
  const text = typeof body === 'string' ? body : '';
  if (!type.startsWith('application/json')) return Object.fromEntries(new URLSearchParams(text));
  const parsed: unknown = JSON.parse(text);
  return parsed !== null && typeof parsed === 'object'
    ? Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
    : {};
}
