import { fail, succeed } from '../../src/base/result.ts';
import type { SendAnswer, SendApproval } from '../../src/bridge/approval.ts';
import type { Fetch } from '../../src/main/ports.ts';
import type { MainMutant } from './main-process.ts';
import type { PlantedMutant } from './mutants.ts';

/** Planted bugs of main. */
export const mainMutants: readonly PlantedMutant[] = [
  {
    name: 'no-fsync',
    about: 'the journal is written but not synced',
    breaks: ['once', 'chain'],
    foundAt: 2,
    main: () => ({
      files: (files) => ({
        ...files,
        openAppend: async (path, mode) => {
          const opened = await files.openAppend(path, mode);
          if (!opened.ok) return opened;
          return succeed({ ...opened.value, sync: async () => succeed(undefined) });
        },
      }),
    }),
  },
  {
    name: 'attempt-after-send',
    about: 'the attempt is written together with its outcome, after the request',
    breaks: ['once', 'chain', 'claimed'],
    foundAt: 26,
    main: () => {
      const late = new Map<string, SendApproval>();
      return {
        journal: (journal) => ({
          ...journal,
          writeAttempt: async (request) => {
            late.set(`${request.approvalId} ${request.attempt}`, request);
            return succeed(undefined);
          },
          writeOutcome: async (approvalId, attempt, outcome) => {
            const request = late.get(`${approvalId} ${attempt}`);
            if (request) await journal.writeAttempt(request);
            return journal.writeOutcome(approvalId, attempt, outcome);
          },
        }),
      };
    },
  },
  {
    name: 'new-chain-each-start',
    about: 'each start begins a chain of its own at the end of the journal',
    breaks: ['chain'],
    foundAt: 1,
    main: () => ({ files: (files) => ({ ...files, read: async () => succeed(null) }) }),
  },
  {
    name: 'never-asks',
    about: 'main assumes consent without asking the user',
    breaks: ['asked'],
    foundAt: 36,
    main: () => ({ asksUser: false }),
  },
  {
    name: 'cancel-too-late',
    about: 'main says that it canceled an approval, whether or not that has left',
    breaks: ['claimed', 'undone', 'chain'],
    foundAt: 4,
    main: () => ({
      sender: (sender) => ({
        ...sender,
        cancel: (list) => list.map(({ approvalId }) => approvalId),
      }),
    }),
  },
  {
    name: 'retry-500',
    about: 'a 500 counts as not sent and is tried again',
    breaks: ['once', 'chain', 'claimed'],
    foundAt: 5,
    main: reading((outcome) => retried(outcome, errorOf(outcome)?.kind === 'serverFailed')),
  },
  {
    name: 'retry-503',
    about: 'a 503 counts as not sent and is tried again',
    breaks: ['once', 'chain', 'claimed'],
    foundAt: 27,
    main: reading((outcome) => retried(outcome, statusOf(outcome) === 503)),
  },
  {
    name: 'retry-lost-answer',
    about: 'an answer that was lost counts as not sent and is tried again',
    breaks: ['once', 'chain', 'claimed'],
    foundAt: 8,
    main: reading((outcome) => retried(outcome, errorOf(outcome)?.kind === 'answerLost')),
  },
  {
    name: 'any-200',
    about: 'every answer under a 2xx is a confirmation',
    breaks: ['claimed', 'chain'],
    foundAt: 11,
    main: reading((outcome) => {
      const isSuccess = statusOf(outcome) >= 200 && statusOf(outcome) < 300;
      return isSuccess ? { kind: 'confirmed', bill: null } : outcome;
    }),
  },
  {
    name: 'any-4xx',
    about: 'every answer under a 4xx is a no',
    breaks: ['claimed', 'chain'],
    foundAt: 8,
    main: reading((outcome) => {
      const isNo = statusOf(outcome) >= 400 && statusOf(outcome) < 500;
      const error = errorOf(outcome);
      return isNo && error ? { kind: 'rejected', error } : outcome;
    }),
  },
  {
    name: 'marks-blind',
    about: 'the marks that a copy of the profile cannot carry are not compared',
    breaks: ['seen'],
    foundAt: 13,
    main: () => ({ machine: async () => 'any machine' }),
  },
  {
    name: 'refresh-each',
    about: 'every caller who finds a refresh under way makes one more, with the same refresh token',
    breaks: ['live'],
    foundAt: 35,
    main: () => {
      let underWay: (() => void) | null = null;
      return {
        fetch: (fetch) => async (url, init) => {
          if (!isRefresh(url, init)) return fetch(url, init);
          underWay = () => void fetch(url, init).catch(() => undefined);
          return fetch(url, init).finally(() => {
            underWay = null;
          });
        },
        tokens: (tokens) => ({
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
    },
  },
  {
    name: 'sign-out-offline',
    about: 'a refresh that does not reach the service ends the session',
    breaks: ['live'],
    foundAt: 8,
    main: () => ({
      fetch: (fetch) => async (url, init) => {
        try {
          return await fetch(url, init);
        } catch (problem) {
          if (!isRefresh(url, init)) throw problem;
          return Response.json({ error: 'invalid_grant' }, { status: 400 });
        }
      },
    }),
  },
  {
    name: 'no-retry-after',
    about: 'Retry-After and the reset of a 429 are not read',
    breaks: ['quota'],
    foundAt: 79,
    main: withoutHeaders(['retry-after', 'x-ratelimit-reset'], ({ status }) => status === 429),
  },
  {
    name: 'own-count-only',
    about: 'the quota headers are not read, only the documented limit counts',
    breaks: ['quota'],
    foundAt: 44,
    main: withoutHeaders(['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']),
  },
  {
    name: 'token-in-log',
    about: 'a failed refresh is logged with its request',
    breaks: ['sealed'],
    foundAt: 1,
    main: () => {
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
    },
  },
  {
    name: 'wipe-unlooked',
    about: 'signing out writes over the stored tokens and does not look whether it could',
    breaks: ['sealed'],
    foundAt: 150,
    main: () => ({
      tokenDocument: (document) => ({
        ...document,
        remove: () => {
          document.write({});
          return succeed(undefined);
        },
      }),
    }),
  },
  {
    name: 'empty-cursor',
    about: 'an empty cursor is no end of a list, though it says that there is no more',
    breaks: ['live'],
    foundAt: 2,
    main: () => ({
      fetch: (fetch) =>
        withLists(fetch, (text) => (/"next_cursor":""/.test(text) ? NO_LIST : text)),
    }),
  },
  {
    name: 'deep-costs-list',
    about: 'one bill nested too deep costs the list it is in',
    breaks: ['live'],
    foundAt: 18,
    main: () => ({
      fetch: (fetch) =>
        withLists(fetch, (text) => (text.includes('{"a":'.repeat(40)) ? NO_LIST : text)),
    }),
  },
  {
    name: 'dots-accepted',
    about: 'a bill whose id is two dots is a bill like any other',
    breaks: ['seen', 'mirror'],
    foundAt: 42,
    // The id passes the check under another name, and enters the address as it is.
    main: () => ({
      fetch: (fetch) =>
        withLists(
          (url, init) => fetch(url.replace('/taken-as-it-is/', '/../'), init),
          (text) => text.replaceAll('"id":".."', '"id":"taken-as-it-is"'),
        ),
    }),
  },
];

/** A journal that forgets bills: approving one twice needs no agreement. */
export function forgettingBills(): MainMutant {
  return {
    journal: (journal) => ({
      ...journal,
      describeBills: async (claims) => {
        const read = await journal.describeBills(claims);
        return read.ok
          ? succeed(
              read.value.map((each) => ({
                ...{ ...each, lastApplied: 0, timesApplied: 0, others: [], mayLackOthers: false },
              })),
            )
          : read;
      },
    }),
  };
}

/** Main with another interpretation of each send's answer. */
function reading(read: (answer: SendAnswer) => SendAnswer): () => MainMutant {
  return () => ({
    sender: (sender) => ({
      ...sender,
      send: async (request) => {
        const reply = await sender.send(request);
        return { ...reply, answer: read(reply.answer) };
      },
    }),
  });
}

function retried(outcome: SendAnswer, isRetried: boolean): SendAnswer {
  if (outcome.kind !== 'unknown' || !isRetried) return outcome;
  return { kind: 'notSent', reason: 'unreachable', retryAtMs: null, error: outcome.error };
}

/** Error of an answer that proves nothing; null for none. */
function errorOf(outcome: SendAnswer) {
  return outcome.kind === 'unknown' ? outcome.error : null;
}

function statusOf(outcome: SendAnswer): number {
  return errorOf(outcome)?.status ?? 0;
}

function isRefresh(url: string, init: RequestInit): boolean {
  return url.endsWith('/oauth/token') && bodyOf(init).includes('refresh_token=');
}

function bodyOf({ body }: RequestInit): string {
  return typeof body === 'string' ? body : '';
}

/** Removes some headers from answers. @param isMeant selects the answers */
function withoutHeaders(
  names: readonly string[],
  isMeant: (response: Response) => boolean = () => true,
): () => MainMutant {
  return () => ({
    fetch: (fetch) => async (url, init) => {
      const response = await fetch(url, init);
      if (!isMeant(response)) return response;
      const headers = new Headers(response.headers);
      for (const name of names) headers.delete(name);
      return new Response(response.body, { status: response.status, headers });
    },
  });
}

/** Text of an answer that is no list. */
const NO_LIST = 'null';

/** Changes the text of bill lists. */
function withLists(fetch: Fetch, change: (text: string) => string): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (init.method === 'PATCH' || !new URL(url).pathname.endsWith('/bills')) return response;
    // An answer that was cut off stays cut off.
    const text = await response
      .clone()
      .text()
      .catch(() => null);
    if (text === null) return response;
    const { status, headers } = response;
    const isBare = text === '' || status === 204 || status === 304;
    return new Response(isBare ? null : change(text), { status, headers });
  };
}
