import { fail, succeed, type Result } from '../../../base/result.ts';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import type { Connection } from '../../../bridge/session.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import { createRecordingLog } from '../../auth/testing/recording-log.ts';
import type { AccessToken, AccessTokens, Fetch } from '../../ports.ts';
import { createMemoryDocument } from '../../settings/testing/memory-document.ts';
import { createApi, type Api, type ApiDeps } from '../create-api.ts';

export { createRecordingLog };

/** A small service: `answer` answers each request, and `requests` records them. */
export interface ScriptedService {
  readonly fetch: Fetch;
  readonly requests: SeenRequest[];
}

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly redirect: string | undefined;
  readonly body: unknown;
}

export function createScriptedService(
  answer: (request: SeenRequest, count: number) => Response | Promise<Response>,
): ScriptedService {
  const requests: SeenRequest[] = [];
  return {
    requests,
    fetch: async (url, init) => {
      const headers = Object.fromEntries(new Headers(init.headers).entries());
      const { redirect, body = null } = init;
      const seen = { method: init.method ?? 'GET', url, headers, redirect, body };
      requests.push(seen);
      return answer(seen, requests.length);
    },
  };
}

/** A JSON answer in the service's form. */
export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** Error of Node's fetch when a connection fails with this code. */
export function fetchFailure(code: string, more: Record<string, unknown> = {}): TypeError {
  const cause = Object.assign(new Error(code), { code, ...more });
  return new TypeError('fetch failed', { cause });
}

export interface ScriptedTokens extends AccessTokens {
  readonly renewed: number[];
  /** Makes the next `renew` fail with this error. */
  failRenewal(error: ServiceError): void;
  failCurrent(error: ServiceError): void;
}

/** Tokens `token-1`, `token-2` … , a new one with each renewal. */
export function createScriptedTokens(): ScriptedTokens {
  let generation = 1;
  let renewal: ServiceError | null = null;
  let present: ServiceError | null = null;
  const renewed: number[] = [];
  const token = (): Result<AccessToken, ServiceError> =>
    succeed({ value: `token-${generation}`, generation });
  return {
    renewed,
    failRenewal: (error) => {
      renewal = error;
    },
    failCurrent: (error) => {
      present = error;
    },
    current: async () => (present === null ? token() : fail(present)),
    renew: async (seen) => {
      renewed.push(seen);
      if (renewal !== null) return fail(renewal);
      if (seen === generation) generation += 1;
      return token();
    },
  };
}

export const testConnection: Connection = {
  id: 'connection-1',
  kind: 'service',
  serviceUrl: 'https://service.test/',
  authUrl: 'https://auth.test',
  clientId: 'client',
  redirectUri: 'http://127.0.0.1/callback',
};

/** The API of `testConnection` over these doubles, signed in once, with its quota in memory. */
export function createTestApi(
  deps: Pick<ApiDeps, 'clock' | 'fetch' | 'tokens'> & Partial<ApiDeps>,
): Api {
  return createApi({
    random: createSeededRandom(1),
    connection: () => testConnection,
    signInId: () => 'sign-in-1',
    grantedScopes: () => [],
    log: createRecordingLog(),
    document: createMemoryDocument('quota'),
    backgroundShare: () => 0.3,
    ...deps,
  });
}
