import { createApprovals, type ChooseApproval, type LedgerLine } from './approvals.ts';
import { createRecords, type RecordedBill, type Records, type Organization } from './records.ts';
import { createLists } from './lists.ts';
import { createQuota } from './quota.ts';
import { plainReadings, type Readings } from './readings.ts';
import { createReads, type ChooseRead } from './reads.ts';
import { createTokenAnswers, type ChooseToken } from './token-answers.ts';
import { createTokens, type RegisteredClient } from './tokens.ts';
import { answer, inProcess, withHeaders, type Answer, type Asked } from './wire.ts';

/**
 * An accounting service with its own reading of the service page. It shares no code with the sandbox, Billfold
 * or their types. By default it is plain; `readings` and the choosers make it odd.
 */
export interface ReferencePeer {
  /** A request like `fetch`: redirects are answers, a reset is thrown. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** A request, without the transport of its answer. */
  handle(asked: Asked): Promise<Answer>;
  readonly records: Records;
  readonly readings: Readings;
  /** Chooses the answer to each PATCH of a payable bill; null, or a returned null, for the plain one. */
  answerApprovals(choose: ChooseApproval | null): void;
  /** Chooses the answer to each read of a list. */
  answerReads(choose: ChooseRead | null): void;
  /** Chooses the answer to each request for tokens. */
  answerTokens(choose: ChooseToken | null): void;
  /** See `TokenAnswers`. */
  grantsLost(): number;
  /** Every PATCH that arrived, in order. */
  ledger(): readonly LedgerLine[];
  timesApplied(billId: string): number;
  /** Every request that arrived, in order. */
  requests(): readonly RequestLine[];
  /** Number of readings and answers, by kind. */
  counts(): ReadonlyMap<string, number>;
  consumeQuota(count: number): void;
  expireTokens(): void;
  revokeSignIns(): void;
}

interface RequestLine {
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly organizationId: string | null;
  /** 0 for none: the connection was reset or is still open. */
  status: number;
}

export interface ReferencePeerDeps {
  readonly nowMs: () => number;
  readonly sleep: (delayMs: number) => Promise<void>;
  readonly random: { next(): number };
  readonly organizations: readonly Organization[];
  readonly client?: RegisteredClient;
  /** Lifetime of access tokens; default 7200 (service page, *Limits*). */
  readonly tokenLifetimeS?: number;
}

export const peerClient: RegisteredClient = {
  clientId: 'peer-client',
  clientSecret: 'peer-secret',
};

const DAY_MS = 86_400_000;

export function createReferencePeer(deps: ReferencePeerDeps): ReferencePeer {
  const { nowMs, sleep, random } = deps;
  const readings = plainReadings();
  const counts = new Map<string, number>();
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  let secrets = 0;
  const secret = (kind: string): string => {
    secrets += 1;
    return `${kind}-${secrets}-${Math.floor(random.next() * 2 ** 32).toString(36)}`;
  };
  const statusOf = (bill: RecordedBill): string => {
    const due = typeof bill['due_date'] === 'string' ? bill['due_date'] : '';
    // "ISO 8601" allows a time of day.
    const endMs = Date.parse(due) + (due.includes('T') ? 0 : DAY_MS);
    const isLate = readings.becomesOverdue && bill.status === 'open' && endMs <= nowMs();
    return isLate ? 'overdue' : bill.status;
  };
  const records = createRecords(deps.organizations, statusOf, () =>
    new Date(nowMs()).toISOString(),
  );
  const lists = createLists({ records, paging: readings.paging, nowMs, secret, count });
  const reads = createReads({ nowMs, sleep, count });
  const approvals = createApprovals({ records, readings, nowMs, sleep, count });
  const quota = createQuota(readings.quota, nowMs);
  const { client = peerClient, tokenLifetimeS: lifetimeS = 7_200 } = deps;
  const tokens = createTokens({ client, lifetimeS, nowMs, secret });
  const tokenAnswers = createTokenAnswers({ plain: tokens.token, sleep, count });
  const requests: RequestLine[] = [];

  const organizations = (): Answer => {
    const seen = deps.organizations
      .filter(({ id }) => !readings.hidden.has(id))
      .map(({ id, name }) => ({ id, name }));
    count(`organizations ${readings.organizations}`);
    if (readings.organizations === 'bare') return answer(200, seen);
    if (readings.organizations === 'named') return answer(200, { organizations: seen });
    const meta = { has_more: false, next_cursor: null };
    return answer(200, readings.organizations === 'data' ? { data: seen } : { data: seen, meta });
  };

  /** Organization of a request. The header is optional if there is only one. */
  const organizationOf = (asked: Asked): string | null => {
    const seen = records.organizationIds().filter((id) => !readings.hidden.has(id));
    const named = asked.headers.get('x-organization-id') ?? (seen.length === 1 ? seen[0] : null);
    return seen.find((id) => id === named) ?? null;
  };

  const route = async (asked: Asked, token: string): Promise<Answer> => {
    const { pathname: path, searchParams } = asked.url;
    const quotaHeaders = () => quota.headers(token);
    const plainly = (served: Answer): Answer => withHeaders(served, quotaHeaders());
    const isRead = asked.method === 'GET';
    if (isRead && path === '/api/v1/me/organizations') {
      return reads.answer(asked.url, organizations, quotaHeaders);
    }
    const organizationId = organizationOf(asked);
    if (organizationId === null) {
      const isNamed = asked.headers.has('x-organization-id');
      const error = isNamed ? 'This organization is not yours.' : 'Which organization?';
      return plainly(answer(isNamed ? 403 : 400, { error }));
    }
    if (asked.method === 'PATCH') return approvals.patch(path, organizationId, quotaHeaders);
    if (isRead && path === '/api/v1/bills') {
      return reads.answer(asked.url, () => lists.page(organizationId, searchParams), quotaHeaders);
    }
    if (isRead && path === '/api/v1/invoices') {
      return plainly(answer(200, { data: [], meta: { next_cursor: null, has_more: false } }));
    }
    return plainly(answer(404, { error: 'There is nothing here.' }));
  };

  const serve = async (asked: Asked): Promise<Answer> => {
    const path = asked.url.pathname;
    if (path === '/oauth/authorize') return tokens.authorize(asked);
    if (path === '/oauth/token') {
      return withHeaders(await tokenAnswers.token(asked), quota.headers(null));
    }
    const [, token = ''] = /^Bearer (.+)$/.exec(asked.headers.get('authorization') ?? '') ?? [];
    if (!tokens.isValid(token)) {
      const error_description = 'The access token is missing, invalid or expired.';
      const refusal = answer(401, { error: 'invalid_token', error_description });
      return withHeaders(refusal, quota.headers(null));
    }
    if (quota.take(token)) return route(asked, token);
    count('429');
    return withHeaders(answer(429, { error: 'Too many requests.' }), quota.headers(token));
  };

  const handle = async (asked: Asked): Promise<Answer> => {
    const { method, url, headers } = asked;
    const organizationId = headers.get('x-organization-id');
    const [path, query] = [url.pathname, url.search];
    const line = { atMs: nowMs(), method, path, query, organizationId, status: 0 };
    requests.push(line);
    const served = await serve(asked);
    if (served.kind === 'answer') line.status = served.status;
    return served;
  };

  return {
    handle,
    fetch: async (url, { method = 'GET', headers, body } = {}) => {
      const text =
        typeof body === 'string' ? body : body instanceof URLSearchParams ? `${body}` : '';
      const asked = { method, url: new URL(url), headers: new Headers(headers), body: text };
      return inProcess(await handle(asked));
    },
    records,
    readings,
    answerApprovals: approvals.answerWith,
    answerReads: reads.answerWith,
    answerTokens: tokenAnswers.answerWith,
    grantsLost: tokenAnswers.grantsLost,
    ledger: approvals.ledger,
    timesApplied: (billId) =>
      approvals.ledger().filter((line) => line.applied && line.billId === billId).length,
    requests: () => requests,
    counts: () => counts,
    consumeQuota: quota.consume,
    expireTokens: tokens.expireAll,
    revokeSignIns: tokens.revokeAll,
  };
}
