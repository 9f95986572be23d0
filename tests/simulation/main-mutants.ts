import { fail, succeed } from '../../src/base/result.ts';
import type { SendApproval, SendOutcome } from '../../src/bridge/approval.ts';
import type { ServiceErrorKind } from '../../src/contract/service-error.ts';
import type { Journal } from '../../src/main/journal/journal.ts';
import type {
  AccessTokens,
  AppendFile,
  DocumentStore,
  Fetch,
  Files,
} from '../../src/main/ports.ts';
import type { Mutant } from './processes.ts';

export function withoutSync(files: Files): Files {
  const lazy = (file: AppendFile): AppendFile => ({
    ...file,
    sync: async () => succeed(undefined),
  });
  return {
    ...files,
    openAppend: async (path, mode) => {
      const opened = await files.openAppend(path, mode);
      return opened.ok ? succeed(lazy(opened.value)) : opened;
    },
  };
}

export function attemptLate(journal: Journal): Journal {
  const late = new Map<string, SendApproval>();
  const keyOf = (approvalId: string, attempt: number): string => `${approvalId} ${attempt}`;
  return {
    ...journal,
    writeAttempt: async (request) => {
      late.set(keyOf(request.approvalId, request.attempt), request);
      return succeed(undefined);
    },
    writeOutcome: async (approvalId, attempt, outcome) => {
      const request = late.get(keyOf(approvalId, attempt));
      if (request) await journal.writeAttempt(request);
      return journal.writeOutcome(approvalId, attempt, outcome);
    },
  };
}

/** Main sends whatever the window asks for. */
export function openGate(): ReturnType<NonNullable<Mutant['main']>> {
  return { readings: (readings) => ({ ...readings, isRechecked: () => true }) };
}

type Send = (request: SendApproval) => Promise<SendOutcome>;

/** @param which errors of this kind, or answers of this status */
export function retrying(send: Send, which: ServiceErrorKind | number): Send {
  return async (request) => {
    const outcome = await send(request);
    const { kind, status } = outcome.kind === 'unknown' && outcome.error ? outcome.error : {};
    if (outcome.kind !== 'unknown' || (kind !== which && status !== which)) return outcome;
    return { kind: 'notSent', reason: 'unreachable', retryAtMs: null, error: outcome.error };
  };
}

export function believing(send: Send): Send {
  return async (request) => {
    const outcome = await send(request);
    const status = statusOf(outcome);
    return status >= 200 && status < 300 ? { kind: 'confirmed', bill: null } : outcome;
  };
}

export function refusing(send: Send): Send {
  return async (request) => {
    const outcome = await send(request);
    const status = statusOf(outcome);
    const isNo = outcome.kind === 'unknown' && status >= 400 && status < 500 && outcome.error;
    return isNo ? { kind: 'rejected', error: isNo } : outcome;
  };
}

/** Of an answer that says nothing; 0 where there was none. */
function statusOf(outcome: SendOutcome): number {
  return outcome.kind === 'unknown' ? (outcome.error?.status ?? 0) : 0;
}

/** A caller who finds a refresh under way makes one more, with the same refresh token. */
export function refreshEach(): ReturnType<NonNullable<Mutant['main']>> {
  let underWay: (() => void) | null = null;
  return {
    fetch: (fetch) => async (url, init) => {
      if (!isRefresh(url, init)) return fetch(url, init);
      underWay = () => void fetch(url, init).catch(() => undefined);
      return fetch(url, init).finally(() => {
        underWay = null;
      });
    },
    tokens: (tokens): AccessTokens => ({
      ...tokens,
      current: () => {
        underWay?.();
        return tokens.current();
      },
      renew: (generation) => {
        underWay?.();
        return tokens.renew(generation);
      },
    }),
  };
}

function isRefresh(url: string, init: RequestInit): boolean {
  return url.endsWith('/oauth/token') && bodyOf(init).includes('refresh_token=');
}

function bodyOf({ body }: RequestInit): string {
  return typeof body === 'string' ? body : '';
}

export function refusedWhenLost(fetch: Fetch): Fetch {
  return async (url, init) => {
    try {
      return await fetch(url, init);
    } catch (problem) {
      if (!isRefresh(url, init)) throw problem;
      return Response.json({ error: 'invalid_grant' }, { status: 400 });
    }
  };
}

/** Answers without some of their headers. @param status only those of this status; null for all */
export function withoutHints(
  names: readonly string[],
  status: number | null,
): (fetch: Fetch) => Fetch {
  return (fetch) => async (url, init) => {
    const response = await fetch(url, init);
    if (status !== null && response.status !== status) return response;
    const headers = new Headers(response.headers);
    for (const name of names) headers.delete(name);
    return new Response(response.body, { status: response.status, headers });
  };
}

export function wipedByWriting(document: DocumentStore): DocumentStore {
  return {
    ...document,
    remove: () => {
      document.write({});
      return succeed(undefined);
    },
  };
}

export function tokenInLog(): ReturnType<NonNullable<Mutant['main']>> {
  let write: ((line: string) => void) | null = null;
  return {
    log: (log) => {
      write = (line) => log.warn(line);
      return log;
    },
    fetch: (fetch) => async (url, init) => {
      const response = await fetch(url, init).catch((problem: unknown) => fail(problem));
      const isBad = !(response instanceof Response) || !response.ok;
      if (isBad && isRefresh(url, init)) write?.(`refresh failed: ${bodyOf(init)}`);
      if (response instanceof Response) return response;
      throw response.error;
    },
  };
}
