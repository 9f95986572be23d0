/**
 * The service as a Python team ships it: FastAPI with Pydantic v2 (snake case, nulls kept, `detail`),
 * SQLAlchemy rows behind a keyset cursor, Authlib for OAuth, slowapi for the hourly limit, under uvicorn.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { listen, type StartStranger, type StrangerBill } from './stranger.ts';

interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}
interface Bill extends StrangerBill {
  createdAt: string;
  approvedAt: string | null;
}
interface Call {
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  raw: string;
  id: string;
}
interface Grant {
  scope: string;
  until: number;
  redirect?: string;
  challenge?: string | undefined;
  token?: Grant;
}
const STATUSES = ['open', 'paid', 'overdue', 'partially_paid', 'void'] as const;
const SCOPES = `money_in money_out banking accounting journal_entries transfers taxes close_books reports team
settings payroll_view payroll_manage documents time_tracking_view time_tracking_manage time_tracking_approve`;
const CLIENT = {
  id: 'Vb3nT8qLx0RmZ5cYd2KsWg7h',
  secret: 'q1ZtY6mHk9XfB2rNw8DvC4sJp7LgA0uEe5QxMi3KoTbRyVhS',
};
const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' };
const BAD_SCOPE = 'The requested scope is invalid, unknown, or malformed.';
const [FIRST, SECOND, UNVERIFIED] = [
  'Hafen Kontor GmbH',
  "Miller's Bikes & Parts",
  'Ödegård Consulting AB',
];
const VENDORS = [
  'EUR Müller & Söhne GmbH',
  "GBP O'Brien Catering Ltd",
  'EUR Groß Papierhandel KG',
  'USD Lakeside Office Supply',
  'USD Smith & Daughters LLC',
  'EUR Stadtwerke Köln',
  'EUR Bäckerei Jäger',
];
const MEMOS = [
  '',
  'Monthly services',
  'Office move, second part',
  'Bürobedarf für Q3',
  'PO 4471 / "rush"',
];
const hash = (key: string): string => createHash('sha256').update(`fastapi:${key}`).digest('hex');
const uuid = (k: string): string =>
  hash(k).replace(/(.{8})(.{4})(.{3})(.{3})(.{12}).*/, '$1-$2-4$3-a$4-$5');
const day = (offset: number): string =>
  new Date(Date.now() + offset * 864e5).toISOString().slice(0, 10);
// Pydantic writes an aware UTC datetime with six decimals and a Z.
const stamp = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z');
const gensalt = (n: number): string =>
  randomBytes(n).toString('base64url').replace(/[-_]/g, 'x').slice(0, n);
const position = (row: Bill): string => `${row.createdAt}|${row.id}`;
const within = (a: string, b: string): boolean =>
  a.split(/\s+/).every((s) => b.split(/\s+/).includes(s));
function must(ok: unknown, status: number, detail: unknown, other?: Answer): asserts ok {
  if (!ok) throw new Error('refused', { cause: other ?? { status, body: { detail } } });
}
function oauth(
  ok: unknown,
  status: number,
  error: string,
  text?: string,
  scheme?: string,
): asserts ok {
  const challenge = {
    'www-authenticate': `${scheme} error="${error}", error_description="${text}"`,
  };
  const headers = { ...NO_STORE, ...(scheme ? challenge : {}) };
  must(ok, status, '', { status, body: { error, error_description: text }, headers });
}
const makeBills = (org: string, length: number): Bill[] =>
  Array.from({ length }, (_, i): Bill => {
    const status = STATUSES['oxvqp'.indexOf('oovoopvoxovooqoxvoqo'[i % 20] ?? 'o')] ?? 'open';
    const vendor =
      org === FIRST && i === 21 ? `EUR ${UNVERIFIED}` : (VENDORS[(i * 5 + (i >> 3)) % 7] ?? '');
    const due =
      status === 'open' ? (i * 7) % 61 : ((i * 13 + 74) % (status === 'overdue' ? 100 : 161)) - 100;
    const date = day(Math.min(due - 14 - (i % 3) * 16, -1 - (i % 9)));
    const part = parseInt(hash(`${org}${i}`).slice(0, 8), 16) / 2 ** 32;
    const createdAt = date + stamp(part * 864e5).slice(10);
    const size = i === 3 ? 1 : i === 7 ? 284_750_099 : Math.floor(10 ** (2.5 + part * 6));
    const totalCents = i % 20 === 11 ? -size : size;
    const left = status === 'paid' || status === 'void' ? 0 : status === 'partially_paid' ? 0.4 : 1;
    return {
      id: uuid(`${org}bill${i}`),
      number: `BILL-0${i + 1001}`,
      status,
      vendorName: vendor.slice(4),
      currency: vendor.slice(0, 3),
      totalCents,
      amountDueCents: Math.round(totalCents * left),
      date,
      dueDate: day(due),
      memo: MEMOS[i % 5] ?? '',
      approvedAt: null,
      createdAt,
    };
  }).sort((a, b) => (position(a) < position(b) ? 1 : -1));
const party = (name: string) => ({ id: uuid(name), name, email: null });
const billOut = (bill: Bill) => ({
  id: bill.id,
  object: 'bill',
  bill_number: bill.number,
  status: bill.status,
  date: bill.date,
  due_date: bill.dueDate,
  currency: bill.currency,
  total_cents: bill.totalCents,
  amount_due_cents: bill.amountDueCents,
  memo: bill.memo || null,
  vendor: party(bill.vendorName),
  approved_at: bill.approvedAt,
  created_at: bill.createdAt,
});
const invoiceOut = (row: Bill) => {
  const {
    bill_number: number,
    date: issue_date,
    vendor: customer,
    approved_at: _,
    ...rest
  } = billOut(row);
  return {
    ...rest,
    object: 'invoice',
    invoice_number: number.replace('BILL', 'INV'),
    issue_date,
    customer,
  };
};
function paginate(rows: Bill[], query: URLSearchParams, out: (row: Bill) => object): Answer {
  const [input, after, status] = [
    query.get('limit') ?? '25',
    query.get('after'),
    query.get('status'),
  ];
  const [limit, expected] = [
    Number(input),
    "'open', 'paid', 'overdue', 'partially_paid' or 'void'",
  ];
  must(status === null || STATUSES.some((each) => each === status), 400, [
    {
      type: 'literal_error',
      loc: ['query', 'status'],
      msg: `Input should be ${expected}`,
      input: status,
      ctx: { expected },
    },
  ]);
  const [type, msg, ctx] = !/^[+-]?\d+$/.test(input)
    ? ['int_parsing', 'be a valid integer, unable to parse string as an integer']
    : limit < 1
      ? ['greater_than_equal', 'be greater than or equal to 1', { ge: 1 }]
      : limit > 50
        ? ['less_than_equal', 'be less than or equal to 50', { le: 50 }]
        : [];
  must(!type, 400, [{ type, loc: ['query', 'limit'], msg: `Input should ${msg}`, input, ctx }]);
  const from = after === null ? '~' : Buffer.from(after, 'base64').toString();
  must(/^(~|.{27}\|.{36})$/.test(from), 400, 'Invalid cursor');
  const rest = rows.filter(
    (row) => position(row) < from && (status === null || row.status === status),
  );
  const [data, has_more] = [rest.slice(0, limit), rest.length > limit];
  const next_cursor = has_more ? btoa(data.slice(-1).map(position).join('')) : null;
  return { status: 200, body: { data: data.map(out), meta: { next_cursor, has_more } } };
}

const start: StartStranger = async () => {
  const orgs = [
    { id: uuid(FIRST), name: FIRST, bills: makeBills(FIRST, 110), sales: makeBills('in 1', 34) },
    { id: uuid(SECOND), name: SECOND, bills: makeBills(SECOND, 50), sales: makeBills('in 2', 8) },
  ];
  const [refusedId, uncategorizedId] = [uuid(`${FIRST}bill21`), uuid(`${FIRST}bill24`)];
  const [grants, tokens] = [new Map<string, Grant>(), new Map<string, Grant>()];
  const windows = new Map<string, { hits: number; reset: number }>();
  const ledger: { billId: string; organizationId: string }[] = [];
  const answers: { method: string; path: string; status: number }[] = [];
  function authorize({ query }: Call): Answer {
    const {
      response_type: type = 'None',
      client_id,
      redirect_uri: redirect = '',
      state,
      code_challenge: challenge,
      code_challenge_method: method,
      scope: asked,
    } = Object.fromEntries(query);
    oauth(
      type === 'code',
      400,
      'unsupported_response_type',
      `response_type=${type} is not supported`,
    );
    oauth(
      client_id === CLIENT.id,
      400,
      'invalid_client',
      'The client does not exist on this server.',
    );
    oauth(
      /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/[^#]*)?$/.test(redirect),
      400,
      'invalid_request',
      `Redirect URI ${redirect} is not supported by client.`,
    );
    const [code, target, scope] = [gensalt(48), new URL(redirect), asked || 'reports'];
    const [error, text] = !within(scope, SCOPES)
      ? ['invalid_scope', BAD_SCOPE]
      : challenge && method !== 'S256'
        ? ['invalid_request', "Unsupported 'code_challenge_method'"]
        : [];
    const fields = error ? { error, error_description: text, state } : { code, state };
    for (const [key, value] of Object.entries(fields))
      if (value) target.searchParams.append(key, value);
    if (!error)
      grants.set(`code ${code}`, { redirect, scope, challenge, until: Date.now() + 300_000 });
    return { status: 302, headers: { ...NO_STORE, location: target.href } };
  }
  function token({ raw, headers }: Call): Answer {
    const body: Record<string, string> = headers['content-type']?.includes('json')
      ? JSON.parse(raw)
      : Object.fromEntries(new URLSearchParams(raw));
    const { grant_type: type = 'None', redirect_uri: uri, code_verifier: verifier = '' } = body;
    const field = { authorization_code: 'code', refresh_token: 'refresh_token' }[type] ?? '';
    oauth(field, 400, 'unsupported_grant_type', `grant_type=${type} is not supported`);
    oauth(
      body['client_id'] === CLIENT.id && body['client_secret'] === CLIENT.secret,
      401,
      'invalid_client',
      "The client cannot authenticate with methods: ['client_secret_basic', 'client_secret_post']",
      'Basic',
    );
    oauth(body[field], 400, 'invalid_request', `Missing '${field}' in request.`);
    const grant = grants.get(`${field} ${body[field]}`);
    oauth(grant && grant.until > Date.now(), 400, 'invalid_grant');
    const scope = (grant.token && body['scope']) || grant.scope;
    oauth(within(scope, grant.scope), 400, 'invalid_scope', BAD_SCOPE);
    const digest = createHash('sha256').update(verifier).digest('base64url');
    oauth(
      grant.token || uri === grant.redirect,
      400,
      'invalid_grant',
      "Invalid 'redirect_uri' in request.",
    );
    oauth(
      !grant.challenge || digest === grant.challenge,
      400,
      'invalid_grant',
      'Code challenge failed.',
    );
    // Authlib's default keeps a used refresh token and sends no new one; its old access token is revoked.
    (grant.token ?? grant).until = 0;
    const [access_token, refresh_token] = [gensalt(42), grant.token ? undefined : gensalt(48)];
    const row = { scope, until: Date.now() + 7_200_000 };
    tokens.set(access_token, row);
    if (refresh_token)
      grants.set(`refresh_token ${refresh_token}`, { scope, until: Infinity, token: row });
    return {
      status: 200,
      headers: NO_STORE,
      body: { token_type: 'Bearer', access_token, expires_in: 7200, refresh_token, scope },
    };
  }
  function need({ headers }: Call, scope: string): typeof orgs {
    const given = /^bearer\s+(\S+)/i.exec(headers.authorization ?? '')?.[1];
    oauth(given, 401, 'missing_authorization', "Missing 'Authorization' in headers.", 'bearer');
    const row = tokens.get(given);
    oauth(
      row && row.until > Date.now(),
      401,
      'invalid_token',
      'The access token provided is expired, revoked, malformed, or invalid for other reasons.',
      'Bearer',
    );
    oauth(
      !scope || within(scope, row.scope),
      403,
      'insufficient_scope',
      'The request requires higher privileges than provided by the access token.',
    );
    return orgs;
  }
  function current(call: Call, scope: string): (typeof orgs)[number] {
    const [mine, id] = [need(call, scope), call.headers['x-organization-id']];
    const org = mine.find((each) => each.id === id);
    must(
      org,
      id ? 404 : 400,
      id ? 'Organization not found' : 'X-Organization-Id header is required',
    );
    return org;
  }
  function approve(call: Call): Answer {
    const [org, input, loc] = [current(call, 'money_out'), call.id, ['path', 'bill_id']];
    const msg = `Input should be a valid UUID, invalid length: found ${input.length}`;
    must(/^[\da-f-]{36}$/i.test(input), 400, [{ type: 'uuid_parsing', loc, msg, input }]);
    const bill = org.bills.find((each) => each.id === input.toLowerCase());
    must(bill, 404, 'Bill not found');
    must(!bill.approvedAt, 400, 'Bill is already approved');
    must(bill.amountDueCents !== 0, 400, `Bill is ${bill.status} and cannot be approved`);
    if (bill.id === uncategorizedId) need(call, 'money_out accounting');
    must(bill.id !== refusedId, 422, [
      {
        type: 'value_error',
        loc: ['bill', 'vendor'],
        ctx: { error: {} },
        msg: `Value error, The bank account of ${UNVERIFIED} is not verified`,
        input: party(UNVERIFIED),
      },
    ]);
    bill.approvedAt = stamp(Date.now());
    ledger.push({ billId: bill.id, organizationId: org.id });
    return { status: 200, body: billOut(bill) };
  }
  const routes: Record<string, (call: Call) => Answer> = {
    'GET /oauth/authorize': authorize,
    'POST /oauth/token': token,
    'PATCH /api/v1/bills/:id/approve': approve,
    'GET /api/v1/bills': (call) => paginate(current(call, 'money_out').bills, call.query, billOut),
    'GET /api/v1/invoices': (call) =>
      paginate(current(call, 'money_in').sales, call.query, invoiceOut),
    'GET /api/v1/me/organizations': (call) => ({
      status: 200,
      body: need(call, '').map(({ id, name }) => ({ id, name, base_currency: 'EUR' })),
    }),
  };
  const server = createServer(async (req, res) => {
    const { pathname: path, searchParams: query } = new URL(`http://localhost${req.url}`);
    const [{ headers, method = '' }, raw, now] = [req, await readText(req), Date.now() / 1000];
    const [key, id] = [
      headers.authorization ?? '',
      /\/bills\/([^/]+)\/approve$/.exec(path)?.[1] ?? '',
    ];
    const [old, route] = [windows.get(key), id ? path.replace(id, ':id') : path];
    const window = old && old.reset > now ? old : { hits: 0, reset: Math.floor(now) + 3600 };
    windows.set(key, window);
    let answer: Answer;
    try {
      must(!key || (window.hits += 1) <= 1000, 429, '', {
        status: 429,
        headers: { 'retry-after': `${Math.ceil(window.reset - now)}` },
        body: { error: 'Rate limit exceeded: 1000 per 1 hour' },
      });
      const known = Object.keys(routes).some((each) => each.endsWith(` ${route}`));
      const handler = routes[`${method} ${route}`];
      must(handler, known ? 405 : 404, known ? 'Method Not Allowed' : 'Not Found');
      answer = handler({ query, headers, raw, id });
    } catch (error) {
      answer = (error as { cause?: Answer }).cause ?? {
        status: 500,
        body: 'Internal Server Error',
      };
    }
    const text = answer.body ? JSON.stringify(answer.body) : '';
    answers.push({ method, path, status: answer.status });
    res
      .writeHead(answer.status, {
        server: 'uvicorn',
        'content-type': 'application/json',
        ...answer.headers,
        'content-length': Buffer.byteLength(text),
        'x-ratelimit-limit': 1000,
        'x-ratelimit-reset': window.reset,
        'x-ratelimit-remaining': Math.max(0, 1000 - window.hits),
      })
      .end(text);
  });
  return {
    ...(await listen(server)),
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    organizations: orgs,
    cut: [],
    ledger: () => ledger,
    answers: () => answers,
    refused: { billId: refusedId, words: ['bank account', 'is not verified'] },
    needsScope: { billId: uncategorizedId, scope: 'accounting' },
    expireAccessTokens: () =>
      tokens.forEach((row) => {
        row.until = 0;
      }),
  };
};
export default start;
