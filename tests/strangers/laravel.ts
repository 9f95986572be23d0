/**
 * An accounting service with the habits of Laravel 12: Passport 13 (league/oauth2-server 9), API resources in
 * `data`, form requests, `cursorPaginate` plus the page's `has_more`, `throttle:api`, JSON as PHP escapes it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { listen, type StartStranger, type StrangerBill } from './stranger.ts';

type Json = Record<string, unknown>;
type Headers = Record<string, string | number>;
type Reply = { status: number; body?: Json; headers?: Headers };
type Grant = {
  scopes: string[];
  expiresAt: number;
  revoked: boolean;
  uri?: string;
  challenge?: string;
};
const clientId = '019816f2-6c1e-7a4b-9d0f-3b5e8c7a2d41';
const clientSecret = 'kQ3vT8mZr1LwXc6NpYb9HsJd2GfUa7Ee5RtVi0Oq';
const knownScope = new RegExp(
  '^(money_(in|out)|banking|documents|accounting|journal_entries|transfers|taxes|' +
    'close_books|team|reports|settings|payroll_(view|manage)|time_tracking_(view|manage|approve))$',
);
const statuses = ['open', 'overdue', 'partially_paid', 'paid', 'void'] as const;
const vendors = [
  'Müller & Söhne GmbH',
  "O'Brien Catering",
  'Bäckerei Jäger',
  'Café Noël',
  'Nordlicht AG',
];
const memos = [
  '',
  'Büromaterial, 2. Quartal',
  '',
  'Project "Atlas"',
  'Siehe Vertrag 4711/B',
  '',
  'Rent',
];
const founded = Date.parse('2025-02-03T08:15:00Z');
const sha = (text: string): Buffer => createHash('sha256').update(text).digest();
const opaque = (): string => `def50200${randomBytes(300).toString('hex')}`;
const base64url = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const phpJson = (value: Json): string =>
  JSON.stringify(value)
    .replace(/\//g, '\\/')
    .replace(
      /[\u0080-\uffff]/g,
      (c: string) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
const stamp = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z/, '.000000Z');
/** Eloquent's `HasUuids` gives UUIDs of version 7, so their order is the order of creation. */
const uuid = (ms: number, seed: string): string =>
  `0${ms.toString(16)}${sha(seed).toString('hex')}`.replace(
    /^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/,
    '$1-$2-7$3-9$4-$5',
  );

function seed(name: string, counts: readonly number[]) {
  const today = Date.parse(new Date().toISOString().slice(0, 10));
  const at = (offset: number): number => today + offset * 864e5;
  const party = (label: string): Json => ({
    id: uuid(founded, name + label),
    name: label,
    email: null,
  });
  const all = statuses.flatMap((status, s) => Array<typeof status>(counts[s] ?? 0).fill(status));
  const rows: Json[] = [];
  const bills = all.map((_, i): StrangerBill => {
    const status = all[(i * 37) % all.length] ?? 'open';
    const due = {
      open: (i * 7) % 61,
      overdue: -1 - ((i * 11) % 100),
      partially_paid: -30 + ((i * 5) % 71),
      paid: -100 + ((i * 7) % 100),
      void: -60 + ((i * 9) % 100),
    }[status];
    const dated = at(Math.min(due - 30, -1 - (i % 20)));
    const created = dated + (420 + ((i * 37) % 600)) * 6e4 + (i % 60) * 1000;
    const usual = i % 31 === 30 ? -(4200 + i * 37) : 450 + ((i * 7919 + 131) % 250000);
    const total = { 2: 1, 5: 345678950, 50: 128000000 }[i] ?? usual;
    const left = { open: total, overdue: total, partially_paid: total >> 1, paid: 0, void: 0 }[
      status
    ];
    const [id, number] = [
      uuid(created, name + i),
      `RE-${stamp(dated).slice(0, 4)}-${1001 + i * 3}`,
    ];
    const [vendorName = '', memo = ''] = [
      vendors[(i * 3) % vendors.length],
      memos[i % memos.length],
    ];
    const currency = i % 7 === 3 ? 'CHF' : i % 11 === 4 ? 'USD' : 'EUR';
    rows.push({
      id,
      object: 'bill',
      bill_number: number,
      status,
      date: stamp(dated),
      due_date: stamp(at(due)),
      currency,
      total_cents: total,
      amount_due_cents: left,
      memo: memo || null,
      vendor: party(vendorName),
      approved_at: null,
      created_at: stamp(created),
      updated_at: stamp(created),
    });
    return {
      id,
      number,
      status,
      vendorName,
      currency,
      totalCents: total,
      amountDueCents: left,
      memo,
      date: stamp(dated).slice(0, 10),
      dueDate: stamp(at(due)).slice(0, 10),
    };
  });
  const invoices = [2, 9, 16, 30, 44].map((age, i): Json => ({
    id: uuid(at(-age), name),
    object: 'invoice',
    invoice_number: `A-${40 - i}`,
    status: 'sent',
    issue_date: stamp(at(-age)),
    due_date: stamp(at(9 - age)),
    currency: 'EUR',
    total_cents: 18900 + i * 4250,
    amount_due_cents: 18900 + i * 4250,
    memo: null,
    customer: party('Küchenstudio Süd'),
    created_at: stamp(at(-age)),
    updated_at: stamp(at(-age)),
  }));
  return { id: uuid(founded, name), name, bills, rows, invoices };
}

const abort = (status: number, message: string): Reply => ({ status, body: { message } });
const invalid = (field: string, text: string): Reply => ({
  status: 422,
  body: { message: text, errors: { [field]: [text] } },
});
const descriptions: Record<string, string> = {
  invalid_client: 'Client authentication failed',
  invalid_request:
    'The request is missing a required parameter, includes an invalid parameter value, ' +
    'includes a parameter more than once, or is otherwise malformed.',
  invalid_grant:
    'The provided authorization grant (e.g., authorization code, resource owner credentials) or ' +
    'refresh token is invalid, expired, revoked, does not match the redirection URI used in the ' +
    'authorization request, or was issued to another client.',
  invalid_scope: 'The requested scope is invalid, unknown, or malformed',
  unsupported_grant_type:
    'The authorization grant type is not supported by the authorization server.',
};
const oauth = (
  error: string,
  hint?: string,
  description: string = descriptions[error] ?? '',
): Reply => ({
  status: error === 'invalid_client' ? 401 : 400,
  body: { error, error_description: description, hint },
});
/** `cursorPaginate($limit, ['*'], 'after')`, newest first and forward only. An unreadable cursor is none. */
function paginate(rows: readonly Json[], { searchParams: query, origin, pathname }: URL): Reply {
  const [limit, path] = [query.get('limit') || '25', origin + pathname];
  if (!/^-?\d+$/.test(limit)) throw invalid('limit', 'The limit field must be an integer.');
  if (+limit < 1 || +limit > 50)
    throw invalid('limit', 'The limit field must be between 1 and 50.');
  const after =
    /"id":"([^"]+)/.exec(`${Buffer.from(query.get('after') ?? '', 'base64url')}`)?.[1] ?? '~';
  const found = rows
    .filter((row) => `${row['id']}` < after)
    .sort((a, b) => `${b['id']}`.localeCompare(`${a['id']}`));
  const [data, has_more] = [found.slice(0, +limit), found.length > +limit];
  const next_cursor = has_more
    ? base64url({ id: data.at(-1)?.['id'], _pointsToNextItems: true })
    : null;
  query.set('after', next_cursor ?? '');
  const links = { first: null, last: null, prev: null, next: next_cursor && `${path}?${query}` };
  const meta = { path, per_page: +limit, next_cursor, prev_cursor: null, has_more };
  return { status: 200, body: { data, links, meta } };
}

const start: StartStranger = async () => {
  const organizations = [
    seed('Möbel Linden', [58, 24, 11, 22, 4]),
    seed('Alpenblick AG', [14, 8, 4, 10, 3]),
  ];
  const open =
    organizations[0]?.bills.filter((bill) => bill.status === 'open' && bill.totalCents > 0) ?? [];
  const [uncategorized, reclassified] = [open[20]?.id ?? '', open[41]?.id ?? ''];
  const [codes, refreshes] = [new Map<string, Grant>(), new Map<string, Grant>()];
  const accesses = new Map<string, Grant & { hits: number; resetAt: number }>();
  const ledger: { billId: string; organizationId: string }[] = [];
  const answers: { method: string; path: string; status: number }[] = [];
  function authorize(query: URLSearchParams): Reply {
    const [uri, challenge] = [query.get('redirect_uri') ?? '', query.get('code_challenge') ?? ''];
    const state: Record<string, string> = query.has('state')
      ? { state: query.get('state') ?? '' }
      : {};
    if (query.get('response_type') !== 'code') throw oauth('unsupported_grant_type');
    if (
      query.get('client_id') !== clientId ||
      !/^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?(\/|$)/.test(uri)
    )
      throw oauth('invalid_client');
    const redirect = (params: object): Reply => ({
      status: 302,
      headers: {
        Location: `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams({ ...params, ...state })}`,
      },
    });
    const scopes = [...new Set((query.get('scope') || 'reports').split(' '))];
    const unknown = scopes.find((scope) => !knownScope.test(scope));
    if (unknown)
      return redirect(oauth('invalid_scope', `Check the \`${unknown}\` scope`).body ?? {});
    if (challenge && query.get('code_challenge_method') !== 'S256')
      throw oauth('invalid_request', 'Code challenge method must be one of `S256`');
    const code = opaque();
    codes.set(code, { uri, scopes, challenge, expiresAt: Date.now() + 6e5, revoked: false });
    return redirect({ code });
  }
  function token(input: Record<string, string | undefined>): Reply {
    const refresh = input['grant_type'] === 'refresh_token';
    if (!refresh && input['grant_type'] !== 'authorization_code')
      throw oauth('unsupported_grant_type');
    if (input['client_id'] !== clientId || input['client_secret'] !== clientSecret)
      throw oauth('invalid_client');
    const grant = refresh
      ? refreshes.get(input['refresh_token'] ?? '')
      : codes.get(input['code'] ?? '');
    if (refresh && (!grant || grant.revoked))
      throw oauth(
        'invalid_grant',
        grant ? 'Token has been revoked' : 'Cannot decrypt the refresh token',
        'The refresh token is invalid.',
      );
    if (!grant) throw oauth('invalid_grant', 'Cannot validate the provided authorization code');
    if (grant.revoked || (!refresh && grant.expiresAt < Date.now()))
      throw oauth(
        'invalid_grant',
        `Authorization code has ${grant.revoked ? 'been revoked' : 'expired'}`,
      );
    if (!refresh && input['redirect_uri'] !== grant.uri)
      throw oauth('invalid_request', 'Invalid redirect URI');
    if (
      grant.challenge &&
      sha(input['code_verifier'] ?? '').toString('base64url') !== grant.challenge
    )
      throw oauth('invalid_grant', 'Failed to verify `code_verifier`.');
    grant.revoked = true;
    const [iat, refresh_token, scopes] = [Math.floor(Date.now() / 1000), opaque(), grant.scopes];
    const access_token = [
      base64url({ typ: 'JWT', alg: 'RS256' }),
      base64url({
        aud: clientId,
        iat,
        nbf: iat,
        exp: iat + 7200,
        jti: sha(refresh_token).toString('hex'),
        sub: '1',
        scopes,
      }),
      randomBytes(256).toString('base64url'),
    ].join('.');
    const access = { scopes, expiresAt: Date.now() + 72e5, revoked: false, hits: 0, resetAt: 0 };
    accesses.set(access_token, access);
    refreshes.set(refresh_token, access);
    return {
      status: 200,
      headers: { Pragma: 'no-cache', 'Cache-Control': 'no-store, private' },
      body: {
        token_type: 'Bearer',
        expires_in: 7200,
        access_token,
        refresh_token,
        scope: scopes.join(' '),
      },
    };
  }
  /** `ThrottleRequests` runs after the guard, and names the reset only when it refuses. */
  function api(req: IncomingMessage, url: URL, headers: Headers): Reply {
    const access = accesses.get(/^Bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '');
    if (!access || access.revoked || access.expiresAt <= Date.now())
      throw abort(401, 'Unauthenticated.');
    const now = Math.floor(Date.now() / 1000);
    if (access.resetAt <= now) Object.assign(access, { hits: 0, resetAt: now + 3600 });
    headers['X-RateLimit-Limit'] = 1000;
    headers['X-RateLimit-Remaining'] = Math.max(0, 1000 - ++access.hits);
    if (access.hits > 1000)
      throw {
        ...abort(429, 'Too Many Attempts.'),
        headers: { 'Retry-After': access.resetAt - now, 'X-RateLimit-Reset': access.resetAt },
      };
    const [, , , list, id, approve] = url.pathname.split('/');
    if (list === 'me')
      return {
        status: 200,
        body: {
          data: organizations.map((entry) => ({
            id: entry.id,
            object: 'organization',
            name: entry.name,
            created_at: stamp(founded),
          })),
        },
      };
    const [wanted, status] = [req.headers['x-organization-id'], url.searchParams.get('status')];
    if (!wanted) throw abort(400, 'The X-Organization-Id header is required.');
    const current = organizations.find((entry) => entry.id === wanted);
    if (!current) throw abort(403, 'You do not have access to this organization.');
    const can = (scope: string): boolean => access.scopes.includes(scope);
    if (!can(list === 'invoices' ? 'money_in' : 'money_out'))
      throw abort(403, 'Invalid scope(s) provided.');
    if (list === 'invoices') return paginate(current.invoices, url);
    if (![null, '', ...statuses].includes(status))
      throw invalid('status', 'The selected status is invalid.');
    if (!approve)
      return paginate(
        current.rows.filter((row) => !status || row['status'] === status),
        url,
      );
    const bill = current.rows.find((row) => row['id'] === id);
    if (!bill) throw abort(404, `No query results for model [App\\Models\\Bill] ${id}`);
    if (id === reclassified && !can('accounting')) throw abort(403, 'Invalid scope(s) provided.');
    if (bill['approved_at']) throw invalid('bill', 'This bill has already been approved.');
    if (bill['amount_due_cents'] === 0)
      throw invalid('bill', `A ${bill['status']} bill cannot be approved.`);
    if (id === uncategorized)
      throw invalid(
        'line_items.1.category_id',
        'Line 2 has no expense category. Assign one before approving this bill.',
      );
    bill['approved_at'] = bill['updated_at'] = stamp(Date.now());
    ledger.push({ billId: String(id), organizationId: current.id });
    return { status: 200, body: { data: bill } };
  }
  function handle(req: IncomingMessage, url: URL, headers: Headers, text: string): Reply {
    const route = `${req.method} ${url.pathname.replace('/api/v1/', '')}`;
    const json = req.headers['content-type']?.includes('json');
    if (route === 'GET /oauth/authorize') return authorize(url.searchParams);
    if (route === 'POST /oauth/token')
      return token(json ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)));
    const known = /^(GET (me\/organizations|bills|invoices)|PATCH bills\/[^/]+\/approve)$/.test(
      route,
    );
    if (known) return api(req, url, headers);
    throw abort(404, `The route ${url.pathname.slice(1)} could not be found.`);
  }
  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? '/', `http://${req.headers.host}`);
    const headers: Headers = {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-cache, private',
      'X-Powered-By': 'PHP/8.4.8',
      'Access-Control-Allow-Origin': '*',
    };
    const chunks = await req.setEncoding('utf8').toArray();
    const reply = await Promise.resolve()
      .then(() => handle(req, url, headers, chunks.join('')))
      .catch((thrown: Reply) => (thrown.status ? thrown : abort(500, 'Server Error')));
    answers.push({ method: req.method ?? '', path: url.pathname, status: reply.status });
    res
      .writeHead(reply.status, { ...headers, ...reply.headers })
      .end(reply.body && phpJson(reply.body));
  });
  return {
    ...(await listen(server)),
    clientId,
    clientSecret,
    organizations,
    cut: [],
    refused: { billId: uncategorized, words: ['Line 2', 'expense category'] },
    ledger: () => [...ledger],
    needsScope: { billId: reclassified, scope: 'accounting' },
    answers: () => [...answers],
    expireAccessTokens: () => {
      for (const access of accesses.values()) access.expiresAt = 0;
    },
  };
};
export default start;
