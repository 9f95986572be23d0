import { answer, type Answer, type Asked } from './wire.ts';

export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Tokens {
  /** GET /oauth/authorize: the user has already consented, so it redirects back at once. */
  authorize(asked: Asked): Answer;
  /** POST /oauth/token. Each refresh token works once. */
  token(asked: Asked): Answer;
  isValid(accessToken: string): boolean;
  /** Expires every access token. Refresh tokens stay valid. */
  expireAll(): void;
  /** Revokes refresh tokens too, so that users have to sign in again. */
  revokeAll(): void;
}

export function createTokens(deps: {
  readonly client: RegisteredClient;
  readonly lifetimeS: number;
  readonly nowMs: () => number;
  readonly secret: (kind: string) => string;
}): Tokens {
  const { client, lifetimeS, nowMs, secret } = deps;
  const codes = new Map<string, { readonly redirectUri: string; readonly scope: string }>();
  const endsAtMs = new Map<string, number>();
  const refreshTokens = new Map<string, string>();

  const issue = (scope: string): Answer => {
    const accessToken = secret('access');
    const refreshToken = secret('refresh');
    endsAtMs.set(accessToken, nowMs() + lifetimeS * 1_000);
    refreshTokens.set(refreshToken, scope);
    return answer(200, {
      access_token: accessToken,
      refresh_token: refreshToken,
      token_type: 'Bearer',
      expires_in: lifetimeS,
      scope,
    });
  };
  const refuse = (error: string, status = 400): Answer =>
    answer(status, { error, error_description: `The reference peer says ${error}.` });

  const exchange = (given: ReadonlyMap<string, string>): Answer => {
    const code = given.get('code') ?? '';
    const granted = codes.get(code);
    codes.delete(code);
    const isSame = granted?.redirectUri === given.get('redirect_uri');
    return granted && isSame ? issue(granted.scope) : refuse('invalid_grant');
  };
  const refresh = (given: ReadonlyMap<string, string>): Answer => {
    const token = given.get('refresh_token') ?? '';
    const scope = refreshTokens.get(token);
    refreshTokens.delete(token);
    return scope === undefined ? refuse('invalid_grant') : issue(scope);
  };

  return {
    authorize: ({ url }) => {
      const { searchParams: query } = url;
      const back = query.get('redirect_uri') ?? '';
      const isKnown = query.get('client_id') === client.clientId && URL.canParse(back);
      if (!isKnown) return refuse('invalid_request');
      const location = new URL(back);
      const state = query.get('state');
      if (state !== null) location.searchParams.set('state', state);
      if (query.get('response_type') === 'code') {
        const code = secret('code');
        codes.set(code, { redirectUri: back, scope: query.get('scope') ?? 'reports' });
        location.searchParams.set('code', code);
      } else location.searchParams.set('error', 'unsupported_response_type');
      return answer(302, undefined, { location: location.href });
    },
    token: (asked) => {
      if (asked.method !== 'POST') return refuse('invalid_request', 405);
      const given = fieldsOf(asked);
      const isClient =
        given.get('client_id') === client.clientId &&
        given.get('client_secret') === client.clientSecret;
      if (!isClient) return refuse('invalid_client', 401);
      if (given.get('grant_type') === 'authorization_code') return exchange(given);
      return given.get('grant_type') === 'refresh_token'
        ? refresh(given)
        : refuse('unsupported_grant_type');
    },
    isValid: (accessToken) => (endsAtMs.get(accessToken) ?? 0) > nowMs(),
    expireAll: () => endsAtMs.clear(),
    revokeAll: () => {
      endsAtMs.clear();
      refreshTokens.clear();
    },
  };
}

/** A form, or JSON according to the content type. */
function fieldsOf({ headers, body }: Asked): ReadonlyMap<string, string> {
  if (!/json/i.test(headers.get('content-type') ?? '')) return new Map(new URLSearchParams(body));
  try {
    const given: unknown = JSON.parse(body);
    const entries = Object.entries(Object(given)).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : '',
    ]);
    return new Map(entries);
  } catch {
    return new Map();
  }
}
