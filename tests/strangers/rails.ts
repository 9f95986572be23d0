/**
 * Accounting service in the habits of Rails 7 (API mode), Doorkeeper, ActiveRecord, jbuilder and rack-attack.
 */
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type StartStranger, type StrangerBill } from './stranger.ts';

type Reply = { status: number; body?: unknown; headers?: Record<string, string> };
type Row = StrangerBill & { partyId: string; createdAt: string; approvedAt: string | null };
type Grant = { scopes: string[]; uri: string; challenge: string; endsAt: number };
type Token = {
  value: string;
  refresh: string;
  scopes: string[];
  endsAt: number;
  dead: boolean;
  old?: Token;
};
type Get = (name: string) => string;
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const SCOPES =
  words(`money_in money_out banking accounting journal_entries transfers taxes close_books
  reports settings team payroll_view payroll_manage documents time_tracking_view time_tracking_manage
  time_tracking_approve`);
const STATUSES = ['open', 'overdue', 'partially_paid', 'paid', 'void'] as const;
const NAMES = [
  ['Müller & Söhne Bürobedarf', "O'Brien Catering Ltd.", 'Stadtwerke Köln', 'Ørsted Wind A/S'],
  ['Alpenstrom Zürich AG', "L'Atelier du Bois", 'Hügli Transporte', 'Smith & Daughters LLP'],
] as const;
const TOTALS: Record<string, number> = {
  open1: 1,
  open2: -12_550,
  open5: 345_678_912,
  paid0: -999,
};
const UNCODED = 'must all have an expense account before the bill can be approved';
const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const uuid = (id: string): string =>
  hash('md5', id).replace(/(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-');
const day = (offset: number): string =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const secret = (): string => randomBytes(32).toString('base64url');
const key = (row: Row): string => `${row.createdAt} ${row.id}`;
function makeRow(kind: string, org: number, s: number, i: number): Row {
  const [status, seed] = [pick(STATUSES, s), `${kind}/${org}/${s}/${i}`];
  const rank = (name: string, n: number): number =>
    hash('md5', seed + name, 'buffer').readUInt32BE() % n;
  const due = s === 0 ? (i * 7) % 61 : ((i * 37) % (s === 1 ? 100 : 161)) - 100;
  // Terms are longer than the days left, so that nothing is dated in the future.
  const date = day(
    due -
      pick(
        [14, 30, 60, 90].filter((days: number) => days > due),
        i,
      ),
  );
  const createdAt = new Date(Date.parse(date) + rank('time', 86_400_000)).toISOString();
  const totalCents =
    TOTALS[status + i] ?? 150 + rank('total', pick([40_000, 900_000, 25_000_000], i));
  const rest = s === 2 ? Math.floor((totalCents * (1 + rank('rest', 8))) / 10) : 0;
  const vendorName = pick(pick(NAMES, org), rank('name', 4));
  const memo = pick(
    ['Office supplies', '', 'Miete & Nebenkosten', "Driver's allowance"],
    rank('memo', 4),
  );
  return {
    id: uuid(seed),
    number: `${kind}-${date.slice(0, 4)}-${1000 + s * 200 + i}`,
    status,
    date,
    memo,
    vendorName,
    partyId: uuid(kind + vendorName),
    currency: pick(['EUR', 'CHF', 'EUR', 'USD'], i),
    createdAt,
    totalCents,
    amountDueCents: s < 2 ? totalCents : rest,
    dueDate: day(due),
    approvedAt: null,
  };
}
const makeRows = (kind: string, org: number, counts: readonly number[]): Row[] =>
  counts
    .flatMap((n: number, s: number) =>
      [...Array(n).keys()].map((i: number) => makeRow(kind, org, s, i)),
    )
    .sort((a: Row, b: Row) => (key(a) < key(b) ? 1 : -1));
/** The jbuilder partials. A blank memo is NULL in its column. */
function view(kind: string, row: Row): object {
  const party = {
    id: row.partyId,
    object: kind === 'bill' ? 'vendor' : 'customer',
    name: row.vendorName,
  };
  return {
    id: row.id,
    object: kind,
    [`${kind}_number`]: row.number,
    status: row.status,
    date: row.date,
    due_date: row.dueDate,
    currency: row.currency,
    total_cents: row.totalCents,
    amount_due_cents: row.amountDueCents,
    memo: row.memo || null,
    [party.object]: party,
    ...(kind === 'bill' && { approved_at: row.approvedAt }),
    created_at: row.createdAt,
  };
}
const failure = (status: number, error: string, code: string): Reply => ({
  status,
  body: { error, code },
});
/** ActiveRecord::RecordInvalid: its message in `error`, the `record.errors` in `details`. */
const invalid = (name: string, label: string, text: string): Reply => ({
  status: 422,
  body: {
    error: `Validation failed: ${label}${text}`,
    code: 'validation_failed',
    details: { [name]: [text] },
  },
});
const exception = (status: number, error: string): Reply => ({ status, body: { status, error } });
const TEXTS: Record<string, string> = {
  invalid_scope: 'The requested scope is invalid, unknown, or malformed.',
  invalid_redirect_uri:
    "The requested redirect uri is malformed or doesn't match client redirect URI.",
  invalid_code_challenge_method: 'The code_challenge_method must be S256.',
  unsupported_response_type: 'The authorization server does not support this response type.',
  unsupported_grant_type:
    'The authorization grant type is not supported by the authorization server.',
  invalid_client:
    'Client authentication failed due to unknown client, no client authentication included, ' +
    'or unsupported authentication method.',
  invalid_grant:
    'The provided authorization grant is invalid, expired, revoked, does not match the ' +
    'redirection URI used in the authorization request, or was issued to another client.',
};
const NO_STORE = { 'Cache-Control': 'no-store, no-cache' };
/** Doorkeeper's ErrorResponse. Its ForbiddenTokenResponse drops WWW-Authenticate. */
function oauthError(error: string, status: number = 400, text: string = `${TEXTS[error]}`): Reply {
  const info = `Bearer realm="Doorkeeper", error="${error}", error_description="${text}"`;
  const headers = status === 403 ? NO_STORE : { ...NO_STORE, 'WWW-Authenticate': info };
  const state =
    status === 403 ? 'forbidden' : error === 'invalid_token' ? 'unauthorized' : undefined;
  return { status, body: { error, error_description: text, state }, headers };
}
const missing = (p: string): Reply =>
  oauthError('invalid_request', 400, `Missing required parameter: ${p}.`);
function paginate(kind: string, list: readonly Row[], get: Get): Reply {
  const after = Buffer.from(get('after'), 'base64url').toString();
  if (get('after') && !/Z \S{36}$/.test(after))
    return failure(400, 'Invalid cursor', 'invalid_parameter');
  const all = list.filter((row: Row) => !after || key(row) < after);
  const limit = Math.min(Number.parseInt(get('limit'), 10), 50);
  const data = all.slice(0, limit > 0 ? limit : 25);
  const next =
    all.length > data.length ? Buffer.from(data.map(key).pop() ?? '').toString('base64url') : null;
  return {
    status: 200,
    body: {
      data: data.map((row: Row) => view(kind, row)),
      meta: { next_cursor: next, has_more: next !== null },
    },
  };
}
const start: StartStranger = async () => {
  const organizations = ['Brückner & Co. GmbH', 'Edelweiss Studio AG'].map(
    (name: string, org: number) => ({
      id: uuid(name),
      name,
      invoices: makeRows('INV', org, [12, 6, 3, 9, 1]),
      bills: makeRows(
        'RE',
        org,
        pick(
          [
            [58, 31, 12, 22, 5],
            [14, 9, 4, 11, 2],
          ],
          org,
        ),
      ),
    }),
  );
  const [clientId, clientSecret, refused, locked] = [
    secret(),
    secret(),
    uuid('RE/0/0/3'),
    uuid('RE/0/0/7'),
  ];
  const [grants, hits, tokens] = [
    new Map<string, Grant>(),
    new Map<string, number>(),
    new Array<Token>(),
  ];
  const ledger: { billId: string; organizationId: string }[] = [];
  const answers: { method: string; path: string; status: number }[] = [];
  function authorize(get: Get): Reply {
    const [uri, challenge, code] = [get('redirect_uri'), get('code_challenge'), secret()];
    const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?(\/[^#]*)?$/.test(uri);
    if (get('client_id') !== clientId) return oauthError('invalid_client', 401);
    if (!loopback) return oauthError('invalid_redirect_uri');
    const scopes = words(get('scope') || 'reports');
    const error =
      get('response_type') !== 'code'
        ? 'unsupported_response_type'
        : !scopes.every((scope: string) => SCOPES.includes(scope))
          ? 'invalid_scope'
          : challenge && get('code_challenge_method') !== 'S256'
            ? 'invalid_code_challenge_method'
            : '';
    if (!error) grants.set(code, { scopes, uri, challenge, endsAt: Date.now() + 600_000 });
    const back = new URLSearchParams(
      error ? { error, error_description: `${TEXTS[error]}` } : { code },
    );
    if (get('state')) back.set('state', get('state'));
    return { status: 302, headers: { Location: `${uri}${uri.includes('?') ? '&' : '?'}${back}` } };
  }
  function issue(scopes: string[], old?: Token): Reply {
    const [value, refresh, now] = [secret(), secret(), Math.floor(Date.now() / 1000)];
    tokens.push({
      value,
      refresh,
      scopes,
      endsAt: (now + 7200) * 1000,
      dead: false,
      ...(old && { old }),
    });
    return {
      status: 200,
      headers: NO_STORE,
      body: {
        access_token: value,
        token_type: 'Bearer',
        expires_in: 7200,
        refresh_token: refresh,
        scope: scopes.join(' '),
        created_at: now,
      },
    };
  }
  function tokenRequest(get: Get): Reply {
    const [type, uri, verifier] = [get('grant_type'), get('redirect_uri'), get('code_verifier')];
    const stranger = get('client_id') !== clientId || get('client_secret') !== clientSecret;
    if (type === 'refresh_token') {
      const old = tokens.find((token: Token) => token.refresh === get(type));
      if (!old || old.dead) return get(type) ? oauthError('invalid_grant') : missing(type);
      if (stranger) return oauthError('invalid_client', 401);
      const scopes = words(get('scope') || old.scopes.join(' '));
      const within = scopes.every((scope: string) => old.scopes.includes(scope));
      return within ? issue(scopes, old) : oauthError('invalid_scope');
    }
    if (!type) return missing('grant_type');
    if (type !== 'authorization_code') return oauthError('unsupported_grant_type');
    const grant = grants.get(get('code'));
    if (!uri || (grant?.challenge && !verifier))
      return missing(uri ? 'code_verifier' : 'redirect_uri');
    if (stranger) return oauthError('invalid_client', 401);
    const proven = !grant?.challenge || grant.challenge === hash('sha256', verifier, 'base64url');
    if (grant?.uri !== uri || !proven || grant.endsAt < Date.now())
      return oauthError('invalid_grant');
    grants.delete(get('code'));
    return issue(grant.scopes);
  }
  function route(name: string, get: Get, bearer: string, orgId: unknown): Reply {
    if (name === 'GET /oauth/authorize') return authorize(get);
    if (name === 'POST /oauth/token') return tokenRequest(get);
    const list = /^GET \/api\/v1\/(bills|invoices|me\/organizations)$/.exec(name)?.[1];
    const billId = /^PATCH \/api\/v1\/bills\/([^/]+)\/approve$/.exec(name)?.[1];
    if (!list && !billId) return exception(404, 'Not Found');
    const token = tokens.find((one: Token) => one.value === bearer);
    // Doorkeeper revokes the previous refresh token, and its access token, when the new one is first used.
    if (token?.old) token.old.dead = true;
    const fault = !token
      ? 'is invalid'
      : token.dead
        ? 'was revoked'
        : token.endsAt < Date.now() && 'expired';
    if (!token || fault) return oauthError('invalid_token', 401, `The access token ${fault}`);
    if (list === 'me/organizations')
      return {
        status: 200,
        body: {
          data: organizations.map(({ id, name }: { id: string; name: string }) => ({
            id,
            object: 'organization',
            name,
          })),
        },
      };
    const org = organizations.find((one: { id: string }) => one.id === orgId);
    const bill = org?.bills.find((row: Row) => row.id === billId);
    const [area, status] = [list === 'invoices' ? 'money_in' : 'money_out', get('status')];
    const scope = bill?.id === locked && token.scopes.includes(area) ? 'accounting' : area;
    const text = `Access to this resource requires scope "${scope}".`;
    if (!token.scopes.includes(scope)) return oauthError('invalid_scope', 403, text);
    if (!orgId)
      return failure(400, 'X-Organization-Id header is required', 'organization_required');
    if (!org) return failure(404, 'Organization not found', 'not_found');
    if (list === 'invoices') return paginate('invoice', org.invoices, get);
    if (list)
      return status && !STATUSES.some((one: string) => one === status)
        ? failure(400, `Invalid status: ${status}`, 'invalid_parameter')
        : paginate(
            'bill',
            org.bills.filter((row: Row) => !status || row.status === status),
            get,
          );
    if (!bill) return failure(404, 'Bill not found', 'not_found');
    if (bill.approvedAt) return invalid('base', '', 'Bill has already been approved');
    if (['paid', 'void'].includes(bill.status))
      return invalid('status', 'Status ', 'must be payable');
    if (bill.id === refused) return invalid('line_items', 'Line items ', UNCODED);
    bill.approvedAt = new Date().toISOString();
    ledger.push({ billId: bill.id, organizationId: org.id });
    return { status: 200, body: view('bill', bill) };
  }
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    const {
      authorization = '',
      'content-type': type = '',
      'x-organization-id': orgId,
    } = request.headers;
    const bearer = /^Bearer (.+)$/i.exec(authorization)?.[1] ?? '';
    const text = Buffer.concat(await request.toArray()).toString();
    // rack-attack counts in fixed windows, by the token as sent; requests without one are not throttled.
    const [now, reset] = [
      Math.floor(Date.now() / 1000),
      Math.floor(Date.now() / 3_600_000 + 1) * 3600,
    ];
    const count = bearer ? (hits.get(bearer + reset) ?? 0) + 1 : 0;
    hits.set(bearer + reset, count);
    let reply = exception(400, 'Bad Request');
    try {
      const given = new URLSearchParams(type.includes('json') ? JSON.parse(text || '{}') : text);
      const get = (name: string): string => given.get(name) ?? query.get(name) ?? '';
      reply =
        count > 1000
          ? failure(429, 'Rate limit exceeded', 'rate_limited')
          : route(`${request.method} ${path}`, get, bearer, orgId);
    } catch {
      /* A body that is no JSON is a bad request. */
    }
    const { status, body, headers } = reply;
    answers.push({ method: request.method ?? '', path, status });
    response.writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'X-RateLimit-Limit': 1000,
      'Cache-Control': status === 200 ? 'max-age=0, private, must-revalidate' : 'no-cache',
      'X-RateLimit-Reset': reset,
      'X-RateLimit-Remaining': Math.max(0, 1000 - count),
      'X-Request-Id': randomUUID(),
      ...(status === 429 && { 'Retry-After': reset - now }),
      ...headers,
    });
    response.end(JSON.stringify(body)?.replaceAll('&', '\\u0026'));
  });
  return {
    ...(await listen(server)),
    clientId,
    clientSecret,
    organizations,
    refused: { billId: refused, words: [UNCODED] },
    needsScope: { billId: locked, scope: 'accounting' },
    cut: [],
    ledger: () => [...ledger],
    answers: () => [...answers],
    expireAccessTokens: () => {
      for (const token of tokens) token.endsAt = 0;
    },
  };
};
export default start;
