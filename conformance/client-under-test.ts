import { succeed } from '../src/base/result.ts';
import { createSystemClock } from '../src/base/system-clock.ts';
import { createSystemRandom } from '../src/base/system-random.ts';
import { createApi, type Api } from '../src/main/api/create-api.ts';
import { createRecordingLog } from '../src/main/auth/testing/recording-log.ts';
import type { AccessTokens } from '../src/main/ports.ts';
import { createMemoryDocument } from '../src/main/settings/testing/memory-document.ts';

/** One exchange, as seen by the client's fetch. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

export interface ClientUnderTest {
  readonly api: Api;
  readonly exchanges: readonly Exchange[];
  /** Calls of the session: `renew 1`. */
  readonly sessionCalls: readonly string[];
}

/** The app's own client with the real clock and network, a token, and a fresh governor. */
export function createClientUnderTest(options: {
  readonly serviceUrl: string;
  /** Tokens by generation, from 1. The last one repeats. */
  readonly tokens?: readonly string[];
  /** Added to each request. */
  readonly headers?: Readonly<Record<string, string>>;
}): ClientUnderTest {
  const { serviceUrl, tokens = ['first-token', 'second-token'], headers = {} } = options;
  const exchanges: Exchange[] = [];
  const sessionCalls: string[] = [];
  const api = createApi({
    clock: createSystemClock(),
    random: createSystemRandom(),
    log: createRecordingLog(),
    document: createMemoryDocument('quota'),
    tokens: tokensOf(tokens, sessionCalls),
    signInId: () => 'sign-in',
    grantedScopes: () => [],
    backgroundShare: () => 0.3,
    connection: () => ({
      id: 'conformance',
      kind: 'service',
      serviceUrl,
      authUrl: serviceUrl,
      clientId: 'client',
      redirectUri: 'http://127.0.0.1:8765/callback',
    }),
    fetch: async (url, init) => {
      const response = await fetch(url, { ...init, headers: { ...entriesOf(init), ...headers } });
      const text = await response.clone().text();
      const { pathname, search } = new URL(url);
      const path = pathname + search;
      exchanges.push({
        method: init.method ?? 'GET',
        path,
        status: response.status,
        body: parse(text),
      });
      return response;
    },
  });
  return { api, exchanges, sessionCalls };
}

function tokensOf(values: readonly string[], calls: string[]): AccessTokens {
  const token = (generation: number) =>
    succeed({ value: values[generation - 1] ?? values.at(-1) ?? '', generation });
  return {
    current: () => Promise.resolve(token(1)),
    renew: (generation) => {
      calls.push(`renew ${generation}`);
      return Promise.resolve(token(generation + 1));
    },
  };
}

function entriesOf(init: RequestInit): Record<string, string> {
  return Object.fromEntries(new Headers(init.headers));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
