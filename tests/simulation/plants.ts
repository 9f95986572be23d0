import { fail, succeed } from '../../src/base/result.ts';
import type { ReplyOf } from '../../src/bridge/methods.ts';
import type { Bridge } from '../../src/bridge/client.ts';
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
import { cursorApart, sweepsEarly } from './cache-plants.ts';
import type { Invariant } from './model.ts';
import {
  amountOnly,
  anySignIn,
  noLook,
  noPause,
  rebuiltGoes,
  resendByItself,
} from './push-plants.ts';
import type { Plant } from './processes.ts';

/** A mistake somebody really makes, and which invariant gives it away. */
export interface PlantedBug extends Plant {
  readonly name: string;
  readonly about: string;
  readonly breaks: readonly Invariant[];
}

/** Each is put in place of a part in the simulation; nothing of it is in the product. */
export const plants: readonly PlantedBug[] = [
  {
    name: 'no-fsync',
    about: 'the journal is written but not synced',
    breaks: ['once', 'chain'],
    main: () => ({ files: withoutSync }),
  },
  {
    name: 'attempt-after-send',
    about: 'the attempt is written together with its outcome, after the request',
    breaks: ['once', 'chain'],
    main: () => ({ journal: attemptLate }),
  },
  {
    name: 'requeue-on-restart',
    about: '`sending` goes back to `queued` on restart, whatever the journal says',
    breaks: ['once'],
    renderer: () => ({ bridge: (bridge) => withReplies(bridge, { recall: forgetAttempts }) }),
  },
  {
    name: 'retry-500',
    about: 'a 500 counts as not sent and is tried again',
    breaks: ['once', 'chain'],
    main: () => ({
      sender: (sender) => ({ ...sender, send: retrying(sender.send, 'serverFailed') }),
    }),
  },
  {
    name: 'retry-lost-answer',
    about: 'an answer that was lost counts as not sent and is tried again',
    breaks: ['once', 'chain'],
    main: () => ({
      sender: (sender) => ({ ...sender, send: retrying(sender.send, 'answerLost') }),
    }),
  },
  {
    name: 'pop-before-send',
    about: 'an approval is done as soon as it is handed over',
    breaks: ['kept', 'chain'],
    renderer: () => ({ bridge: popBeforeSend }),
  },
  {
    name: 'amount-only',
    about: 'before sending only the amount is compared',
    breaks: ['seen'],
    renderer: amountOnly,
  },
  {
    name: 'no-look',
    about: 'old and offline approvals are sent without a look at the bill',
    breaks: ['seen'],
    renderer: noLook,
  },
  {
    name: 'any-sign-in',
    about: 'what was approved under one sign-in is sent under the next',
    breaks: ['seen'],
    renderer: anySignIn,
  },
  {
    name: 'resend-by-itself',
    about: 'what may have been applied is sent again without the user’s word',
    breaks: ['once'],
    renderer: resendByItself,
  },
  {
    name: 'no-pause',
    about: 'what could not be sent is tried again without a pause',
    breaks: ['live'],
    renderer: noPause,
  },
  {
    name: 'undo-in-memory',
    about: 'an undo is shown and not written',
    breaks: ['undone', 'kept'],
    renderer: () => ({ onPut: forgetWithdrawals() }),
  },
  {
    name: 'history-of-rejected',
    about: 'a rejected approval loses its history',
    breaks: ['kept'],
    renderer: () => ({
      onPut: (store, value) =>
        store === 'approvals' && stateOf(value) === 'rejected'
          ? { ...Object(value), history: [] }
          : value,
    }),
  },
  {
    name: 'no-rebuild',
    about: 'databases the browser dropped are begun anew, and the journal is not asked',
    breaks: ['kept'],
    renderer: () => ({ bridge: withoutJournal }),
  },
  {
    name: 'rebuilt-goes',
    about: 'what was put back from the journal is sent without the user’s word',
    breaks: ['seen'],
    renderer: rebuiltGoes,
  },
  {
    name: 'cursor-apart',
    about: 'the cursor is saved before its page',
    breaks: ['mirror'],
    renderer: () => ({ parts: (disk) => ({ openCache: cursorApart(disk) }) }),
  },
  {
    name: 'early-sweep',
    about: 'a crawl sweeps before it is complete',
    breaks: ['mirror'],
    renderer: () => ({ parts: (disk) => ({ openCache: sweepsEarly(disk) }) }),
  },
  {
    name: 'refresh-each',
    about: 'every caller refreshes the token for itself',
    breaks: ['live'],
    main: refreshEach,
  },
  {
    name: 'sign-out-offline',
    about: 'a refresh that does not reach the service ends the session',
    breaks: ['live'],
    main: () => ({ fetch: refusedWhenLost }),
  },
  {
    name: 'no-retry-after',
    about: 'Retry-After and the reset of a 429 are not read',
    breaks: ['quota'],
    main: () => ({ fetch: withoutHints(['retry-after', 'x-ratelimit-reset'], 429) }),
  },
  {
    name: 'own-count-only',
    about: 'the quota headers are not read, only the documented limit counts',
    breaks: ['quota'],
    main: () => ({
      fetch: withoutHints(
        ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
        null,
      ),
    }),
  },
  {
    name: 'token-in-log',
    about: 'a failed refresh is logged with its request',
    breaks: ['sealed'],
    main: tokenInLog,
  },
  {
    name: 'wipe-unlooked',
    about: 'signing out writes over the stored tokens and does not look whether it could',
    breaks: ['sealed'],
    main: () => ({ tokenDocument: wipedByWriting }),
  },
  {
    name: 'new-chain-each-start',
    about: 'each start begins a chain of its own at the end of the journal',
    breaks: ['chain'],
    main: () => ({ files: (files) => ({ ...files, read: async () => succeed(null) }) }),
  },
];

/** @throws when there is none of this name */
export function plantNamed(name: string): PlantedBug {
  const plant = plants.find((each) => each.name === name);
  if (!plant) throw new Error(`no such plant; there are ${plants.map((each) => each.name).join()}`);
  return plant;
}

function withoutSync(files: Files): Files {
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

function attemptLate(journal: Journal): Journal {
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

/** Puts other replies in place of main's. */
function withReplies(
  bridge: Bridge,
  change: {
    recall(reply: ReplyOf<'approvals.recall'>): ReplyOf<'approvals.recall'>;
  },
): Bridge {
  return {
    on: bridge.on,
    call: async (name, ...request) => {
      const reply: unknown = await bridge.call(name, ...request);
      const changed =
        name === 'approvals.recall' ? change.recall(reply as ReplyOf<'approvals.recall'>) : reply;
      return changed as ReplyOf<typeof name>;
    },
  };
}

function forgetAttempts(reply: ReplyOf<'approvals.recall'>): ReplyOf<'approvals.recall'> {
  return reply.map((each) => ({ ...each, finding: { kind: 'noAttempt' } }));
}

function retrying(
  send: (request: SendApproval) => Promise<SendOutcome>,
  kind: ServiceErrorKind,
): (request: SendApproval) => Promise<SendOutcome> {
  return async (request) => {
    const outcome = await send(request);
    if (outcome.kind !== 'unknown' || outcome.error?.kind !== kind) return outcome;
    return { kind: 'notSent', reason: 'unreachable', retryAtMs: null, error: outcome.error };
  };
}

function popBeforeSend(bridge: Bridge): Bridge {
  return {
    on: bridge.on,
    call: async (name, ...request) => {
      const asked = bridge.call(name, ...request);
      if (name !== 'approvals.send') return asked;
      asked.catch(() => undefined);
      const done: ReplyOf<'approvals.send'> = { kind: 'confirmed', bill: null };
      return done as ReplyOf<typeof name>;
    },
  };
}

function withoutJournal(bridge: Bridge): Bridge {
  return {
    on: bridge.on,
    call: async (name, ...request) => {
      if (name !== 'approvals.noted') return bridge.call(name, ...request);
      const none: ReplyOf<'approvals.noted'> = { profileEpoch: '', known: null };
      return none as ReplyOf<typeof name>;
    },
  };
}

/** What the disk had before goes there again in place of a withdrawn row. */
function forgetWithdrawals(): (store: string, value: unknown) => unknown {
  const before = new Map<unknown, unknown>();
  return (store, value) => {
    if (store !== 'approvals') return value;
    const id: unknown = Object(value).id;
    if (stateOf(value) === 'withdrawn' && before.has(id)) return before.get(id);
    before.set(id, value);
    return value;
  };
}

function stateOf(value: unknown): unknown {
  return Object(value).state;
}

/** A caller who finds a refresh under way makes one more, with the same refresh token. */
function refreshEach(): ReturnType<NonNullable<Plant['main']>> {
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

function refusedWhenLost(fetch: Fetch): Fetch {
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
function withoutHints(names: readonly string[], status: number | null): (fetch: Fetch) => Fetch {
  return (fetch) => async (url, init) => {
    const response = await fetch(url, init);
    if (status !== null && response.status !== status) return response;
    const headers = new Headers(response.headers);
    for (const name of names) headers.delete(name);
    return new Response(response.body, { status: response.status, headers });
  };
}

function wipedByWriting(document: DocumentStore): DocumentStore {
  return {
    ...document,
    remove: () => {
      document.write({});
      return succeed(undefined);
    },
  };
}

function tokenInLog(): ReturnType<NonNullable<Plant['main']>> {
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
