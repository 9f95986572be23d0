import { fail, succeed, type Result } from '../../../base/result.ts';
import type { Connection } from '../../../bridge/session.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import type { AccessToken, AccessTokens, DocumentStore, Fetch, Log } from '../../ports.ts';

/** A service of a few lines: each request is answered by `answer`, and kept in `requests`. */
export interface ScriptedService {
  readonly fetch: Fetch;
  readonly requests: SeenRequest[];
}

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly redirect: string | undefined;
}

export function createScriptedService(
  answer: (request: SeenRequest, count: number) => Response | Promise<Response>,
): ScriptedService {
  const requests: SeenRequest[] = [];
  return {
    requests,
    fetch: async (url, init) => {
      const headers = Object.fromEntries(new Headers(init.headers).entries());
      const seen = { method: init.method ?? 'GET', url, headers, redirect: init.redirect };
      requests.push(seen);
      return answer(seen, requests.length);
    },
  };
}

/** A JSON answer as the service gives it. */
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

/** What Node's fetch throws when a connection fails with this code. */
export function fetchFailure(code: string, more: Record<string, unknown> = {}): TypeError {
  const cause = Object.assign(new Error(code), { code, ...more });
  return new TypeError('fetch failed', { cause });
}

export interface ScriptedTokens extends AccessTokens {
  readonly ended: number[];
  readonly renewed: number[];
  /** The next `renew` fails with this. */
  failRenewal(error: ServiceError): void;
  failCurrent(error: ServiceError): void;
}

/** Tokens `token-1`, `token-2` … , a new one with each renewal. */
export function createScriptedTokens(): ScriptedTokens {
  let generation = 1;
  let renewal: ServiceError | null = null;
  let present: ServiceError | null = null;
  const ended: number[] = [];
  const renewed: number[] = [];
  const token = (): Result<AccessToken, ServiceError> =>
    succeed({ value: `token-${generation}`, generation });
  return {
    ended,
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
    end: async (seen) => {
      ended.push(seen);
    },
  };
}

export interface MemoryDocument extends DocumentStore {
  stored: unknown;
}

/** A document that keeps what JSON keeps. */
export function createMemoryDocument(stored: unknown = null): MemoryDocument {
  const document: MemoryDocument = {
    stored,
    read: () => succeed(document.stored),
    write: (value) => {
      document.stored = JSON.parse(JSON.stringify(value));
      return succeed(undefined);
    },
    quarantine: () => {
      const kept = document.stored === null ? null : 'set-aside.json';
      document.stored = null;
      return succeed(kept);
    },
    remove: () => {
      document.stored = null;
      return succeed(undefined);
    },
  };
  return document;
}

export interface MemoryLog extends Log {
  readonly lines: string[];
}

export function createMemoryLog(): MemoryLog {
  const lines: string[] = [];
  const write =
    (level: string) =>
    (message: string, facts: Record<string, unknown> = {}): void => {
      lines.push(`${level} ${message} ${JSON.stringify(facts)}`);
    };
  return { lines, info: write('info'), warn: write('warn'), error: write('error') };
}

export const testConnection: Connection = {
  id: 'connection-1',
  kind: 'service',
  serviceUrl: 'https://service.test/',
  authUrl: 'https://auth.test',
  clientId: 'client',
  redirectPort: 0,
};
