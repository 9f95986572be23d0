/**
 * Habits of Spring Boot 3: Spring Authorization Server (JWTs, reused refresh tokens), resource server errors
 * without a body, ProblemDetail elsewhere, Jackson SNAKE_CASE with nulls, keyset scrolling of Spring Data.
 */
import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { createServer, STATUS_CODES, type IncomingMessage } from 'node:http';
import { listen, type StartStranger, type StrangerBill } from './stranger.ts';

interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  type?: string;
}
interface Row {
  id: string;
  status: string;
  created_at: string;
  [key: string]: unknown;
}
interface Org {
  id: string;
  name: string;
  bills: Row[];
  invoices: Row[];
  plain: StrangerBill[];
}
interface Access {
  scopes: string[];
  exp: number;
  used: number;
  reset: number;
}
interface Code {
  scopes: string[];
  redirect: string;
  challenge: string | null;
  exp: number;
}

const STATUSES = ['open', 'paid', 'overdue', 'partially_paid', 'void'] as const;
const VENDORS = [
  'Müller & Söhne GmbH',
  "O'Brien Consulting Ltd",
  'Bäckerei Größl',
  'Stadtwerke Düren',
  'Éditions du Pré',
  'Żuraw Logistyka sp. z o.o.',
  'Papierfabrik Weiß KG',
  'Acme Tools Inc.',
];
const MEMOS = [
  'Office rent',
  null,
  'Hosting, production',
  'Freight Gdańsk – Köln',
  null,
  'Toner & paper',
];
const AMOUNTS = [
  4_990, 11_900, 125_000, 1, 78_345, 1_249_999, 36, 260_010, 9_415_527, 84_000, 61_245_075,
];
const SCOPE = new RegExp(
  '^(money_(in|out)|banking|accounting|journal_entries|transfers|taxes|close_books' +
    '|reports|settings|team|payroll_(view|manage)|documents|time_tracking_(view|manage|approve))$',
);
const REFUSAL = { field: 'vendor.bankAccount', message: 'The vendor has no verified bank account' };
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  RFC = 'https://datatracker.ietf.org/doc/html/rfc';
const AUTH = '/oauth/authorize',
  LISTS = ['/api/v1/me/organizations', '/api/v1/bills', '/api/v1/invoices'];

const sha = (text: string): Buffer => createHash('sha256').update(text).digest();
const uuid = (name: string): string =>
  sha(name)
    .toString('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');
const day = (offset: number): string =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const instant = (time: number): string =>
  new Date(time).toISOString().replace('Z', `${(time % 899) + 100}Z`);
const encode = (text: string): string => Buffer.from(text).toString('base64url');
const pick = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;
const keyset = (row: Row): string => row.created_at + row.id;
const newest = (rows: Row[]): Row[] => rows.sort((a, b) => (keyset(a) < keyset(b) ? 1 : -1));

function books(name: string, counts: number[]): Org {
  const all = STATUSES.flatMap((status, s) =>
    Array.from(Array(counts[s]), (_, n) => ({ status, n })),
  );
  // The order of the statuses is mixed, so that no page holds one status only.
  all.sort((a, b) => sha(a.status + a.n).compare(sha(b.status + b.n)));
  const plain = all.map(({ status, n }, i): StrangerBill => {
    const late =
      { open: -((n * 17) % 61), overdue: 1 + ((n * 33) % 100) }[status as string] ??
      100 - ((i * 19) % 161);
    const partly = status === 'partially_paid',
      size = pick(AMOUNTS, i * 3 + n) * (1 + (n % 7)) + +partly * 50;
    const totalCents = status === 'open' && n % 20 === 9 ? -size : size;
    return {
      id: uuid(name + i),
      number: `ER-${1001 + i}`,
      status,
      vendorName: pick(VENDORS, i * 7 + n),
      currency: pick(['EUR', 'EUR', 'USD', 'EUR', 'CHF', 'EUR', 'USD'], i),
      totalCents,
      dueDate: day(-late),
      amountDueCents: partly ? Math.ceil(size * 0.4) : /paid|void/.test(status) ? 0 : totalCents,
      date: day(Math.min(-late - 30, -1 - (i % 9))),
      memo: pick(MEMOS, i) ?? '',
    };
  });
  const bills = plain.map((bill, i): Row => {
    const created_at = instant(Date.parse(bill.date) + 30_000_000 + i * 97_531);
    return {
      id: bill.id,
      object: 'bill',
      bill_number: bill.number,
      status: bill.status,
      date: bill.date,
      due_date: bill.dueDate,
      currency: bill.currency,
      total_cents: bill.totalCents,
      memo: bill.memo || null,
      amount_due_cents: bill.amountDueCents,
      vendor: { id: uuid(bill.vendorName), name: bill.vendorName },
      approved_at: null,
      created_at,
      updated_at: created_at,
    };
  });
  const invoices = Array.from({ length: 33 }, (_, i): Row => ({
    id: uuid(name + ~i),
    object: 'invoice',
    invoice_number: `AR-${2001 + i}`,
    status: 'sent',
    issue_date: day(-2),
    due_date: day(28),
    currency: 'EUR',
    total_cents: 15_000 + i * 4_321,
    amount_due_cents: 15_000 + i * 4_321,
    memo: null,
    customer: { id: uuid('K'), name: 'Kundin AG' },
    created_at: instant(Date.parse(day(-2)) + i * 61_007),
  }));
  return { id: uuid(name), name, bills: newest(bills), invoices: newest(invoices), plain };
}

const json = (status: number, body: object): Reply => ({ status, body, type: 'application/json' });
const problem = (status: number, detail: string, instance: string, errors?: object[]): Reply => ({
  status,
  body: { type: 'about:blank', title: STATUS_CODES[status], status, detail, instance, errors },
});
const unconverted = (name: string, value: string, path: string): Reply =>
  problem(400, `Failed to convert '${name}' with value: '${value}'`, path);
const bearer = (status: number, name: string, why: string): Reply => ({
  status,
  headers: {
    'WWW-Authenticate': `Bearer error="${name}", error_description="${why}", error_uri="${RFC}6750#section-3.1"`,
  },
});
const denied = (): Reply =>
  bearer(
    403,
    'insufficient_scope',
    'The request requires higher privileges than provided by the access token.',
  );
const described = (error: string, name: string, section: string): Record<string, string> => ({
  error,
  error_description: `OAuth 2.0 Parameter: ${name}`,
  error_uri: `${RFC}6749#section-${section}`,
});
function scroll(
  rows: Row[],
  query: URLSearchParams,
  size: number,
  max: number,
  path: string,
): Reply {
  // An empty parameter counts as absent, as @RequestParam(defaultValue) does it.
  const text = query.get('limit') || String(size),
    after = query.get('after') || '',
    limit = Number(text);
  if (!/^[+-]?\d{1,9}$/.test(text)) return unconverted('limit', text, path);
  if (limit < 1 || limit > max)
    return problem(400, 'Validation failure', path, [
      { field: 'limit', message: `must be between 1 and ${max}` },
    ]);
  const key = Buffer.from(after, 'base64url').toString();
  if (after && !/^\d{4}-\S{16,22}Z[\da-f-]{36}$/.test(key))
    return unconverted('after', after, path);
  const rest = rows.filter((row) => !after || keyset(row) < key),
    last = rest[limit - 1];
  const has_more = rest.length > limit,
    next_cursor = has_more && last ? encode(keyset(last)) : null;
  return json(200, { data: rest.slice(0, limit), meta: { size: limit, next_cursor, has_more } });
}

const start: StartStranger = async () => {
  const clientId = 'ledger-desk',
    clientSecret = 'c2VjcmV0LWZvci10aGUtZGVzaw';
  const orgs = [
    books('Brückner & Partner GmbH', [64, 18, 25, 14, 7]),
    books('Brück Ltd', [15, 8, 9, 5, 3]),
  ];
  const payable = (orgs[0]?.plain ?? []).filter(
    (bill) => bill.status === 'open' && bill.totalCents > 1000,
  );
  const refusedId = payable[4]?.id ?? '',
    scopedId = payable[11]?.id ?? '';
  const codes = new Map<string, Code>(),
    refreshes = new Map<string, string[]>();
  const accesses = new Map<string, Access>(),
    ledger: { billId: string; organizationId: string }[] = [];
  const answers: { method: string; path: string; status: number }[] = [];
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 }),
    kid = randomUUID();
  function token(scope: string[], refresh_token = randomBytes(96).toString('base64url')): Reply {
    const iat = Math.floor(Date.now() / 1000),
      exp = iat + 7200,
      token_type = 'Bearer';
    const claims = {
      sub: 'clerk',
      aud: clientId,
      nbf: iat,
      scope,
      iss: url,
      exp,
      iat,
      jti: randomUUID(),
    };
    const text = `${encode(JSON.stringify({ kid, alg: 'RS256' }))}.${encode(JSON.stringify(claims))}`;
    const access_token = `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
    accesses.set(access_token, { scopes: scope, exp: exp * 1000, used: 0, reset: 0 });
    if (!refreshes.has(refresh_token)) refreshes.set(refresh_token, scope);
    return json(200, {
      access_token,
      refresh_token,
      scope: scope.join(' '),
      token_type,
      expires_in: 7200,
    });
  }
  function authorize(query: URLSearchParams): Reply {
    const redirect = query.get('redirect_uri') ?? '',
      challenge = query.get('code_challenge');
    const state = query.get('state') ?? '',
      code = randomBytes(96).toString('base64url');
    if (
      !/^http:\/\/(127(\.\d+){3}|\[::1\]|localhost)(:\d+)?([/?][^#]*)?$/.test(redirect) ||
      query.get('client_id') !== clientId ||
      query.get('response_type') !== 'code'
    )
      return json(400, { timestamp: new Date(), status: 400, error: 'Bad Request', path: AUTH });
    // The scopes travel through a Java Set, so the order of the request is lost.
    const scopes = [...new Set((query.get('scope') || 'reports').split(' '))].sort(),
      uri = new URL(redirect);
    const answer = !scopes.every((one) => SCOPE.test(one))
      ? described('invalid_scope', 'scope', '4.1.2.1')
      : challenge === null || query.get('code_challenge_method') === 'S256'
        ? { code }
        : described('invalid_request', 'code_challenge_method', '4.1.2.1');
    if ('code' in answer)
      codes.set(code, { scopes, redirect, challenge, exp: Date.now() + 300_000 });
    for (const [k, v] of Object.entries({ ...answer, state })) if (v) uri.searchParams.append(k, v);
    return { status: 302, headers: { Location: uri.href } };
  }
  function grant(form: URLSearchParams): Reply {
    const id = form.get('client_id'),
      secret = form.get('client_secret'),
      type = form.get('grant_type') ?? '';
    const field = type === 'refresh_token' ? type : 'code',
      value = form.get(field);
    if (!id || !secret) return { status: 401 };
    if (id !== clientId || secret !== clientSecret) return json(401, { error: 'invalid_client' });
    if (!/^(authorization_code|refresh_token)$/.test(type))
      return json(
        400,
        described(type ? 'unsupported_grant_type' : 'invalid_request', 'grant_type', '5.2'),
      );
    if (!value) return json(400, described('invalid_request', field, '5.2'));
    const scopes = refreshes.get(value);
    if (type === field)
      return scopes ? token(scopes, value) : json(400, { error: 'invalid_grant' });
    const code = codes.get(value),
      hash = sha(form.get('code_verifier') ?? '').toString('base64url');
    if (
      !code ||
      code.exp < Date.now() ||
      form.get('redirect_uri') !== code.redirect ||
      (code.challenge ?? hash) !== hash
    )
      return json(400, { error: 'invalid_grant' });
    codes.delete(value);
    return token(code.scopes);
  }
  function approve(org: Org, id: string, scopes: string[], path: string): Reply {
    const bill = org.bills.find((row) => row.id === id.toLowerCase()),
      now = instant(Date.now());
    if (!UUID.test(id)) return unconverted('id', id, path);
    if (!bill) return problem(404, `Bill ${id} not found`, path);
    if (bill.id === scopedId && !scopes.includes('accounting')) return denied();
    const conflict = bill['approved_at']
      ? 'is approved'
      : /^paid|void/.test(bill.status)
        ? 'is closed'
        : '';
    if (conflict) return problem(409, `Bill ${bill['bill_number']} ${conflict} already`, path);
    if (bill.id === refusedId) return problem(422, 'Invalid request content.', path, [REFUSAL]);
    ledger.push({ billId: bill.id, organizationId: org.id });
    return json(200, Object.assign(bill, { approved_at: now, updated_at: now }));
  }
  function api(
    { headers, method }: IncomingMessage,
    path: string,
    query: URLSearchParams,
    access?: Access,
  ) {
    const chosen = String(headers['x-organization-id'] ?? ''),
      status = query.get('status') || '';
    const fault = access
      ? `Jwt expired at ${instant(access.exp).slice(0, 19)}Z`
      : 'Malformed token';
    if (!/^bearer /i.test(headers.authorization ?? ''))
      return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
    if (!access || access.exp <= Date.now())
      return bearer(
        401,
        'invalid_token',
        `An error occurred while attempting to decode the Jwt: ${fault}`,
      );
    if (access.used > 1000)
      return problem(429, 'Rate limit of 1000 requests per hour exceeded', path);
    const id = /^\/api\/v1\/bills\/([^/]+)\/approve$/.exec(path)?.[1];
    const needed = path.startsWith('/api/v1/bills')
      ? 'money_out'
      : path === LISTS[2]
        ? 'money_in'
        : '';
    if (needed && !access.scopes.includes(needed)) return denied();
    if (!id && !LISTS.includes(path))
      return problem(404, `No static resource ${path.slice(1)}.`, path);
    if (method !== (id ? 'PATCH' : 'GET'))
      return problem(405, `Method '${method}' is not supported`, path);
    if (path === LISTS[0])
      return json(
        200,
        orgs.map((one) => ({ id: one.id, name: one.name })),
      );
    if (!chosen) return problem(400, "Required header 'X-Organization-Id' is not present.", path);
    const org = orgs.find((one) => one.id === chosen.toLowerCase());
    if (!org) return problem(404, `Organization ${chosen} not found`, path);
    if (id) return approve(org, id, access.scopes, path);
    if (path === LISTS[2]) return scroll(org.invoices, query, 20, 100, path);
    if (status && !STATUSES.some((one) => one === status))
      return unconverted('status', status, path);
    return scroll(
      org.bills.filter((bill) => !status || bill.status === status),
      query,
      25,
      50,
      path,
    );
  }
  const server = createServer(async (request, response) => {
    const [path = '/', search] = (request.url ?? '/').split('?'),
      query = new URLSearchParams(search);
    const access = accesses.get(
      /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '',
    );
    const now = Math.floor(Date.now() / 1000),
      method = request.method ?? 'GET';
    if (access && access.reset <= now) Object.assign(access, { used: 0, reset: now + 3600 });
    const used = access ? ++access.used : 0;
    let reply: Reply,
      text = '';
    try {
      for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
      const form = /json/.test(request.headers['content-type'] ?? '')
        ? JSON.parse(text || '{}')
        : text;
      reply =
        path === AUTH
          ? authorize(query)
          : path !== '/oauth/token' || method !== 'POST'
            ? api(request, path, query, access)
            : grant(new URLSearchParams(form as Record<string, string>));
    } catch {
      reply = problem(400, 'Failed to read request', path);
    }
    const body = reply.body ? JSON.stringify(reply.body) : '',
      headers = reply.headers;
    answers.push({ method, path, status: reply.status });
    response
      .writeHead(reply.status, {
        'Cache-Control': 'no-cache, no-store, max-age=0, must-revalidate',
        Pragma: 'no-cache',
        Expires: '0',
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
        'X-RateLimit-Limit': 1000,
        'X-RateLimit-Remaining': Math.max(0, 1000 - used),
        'X-RateLimit-Reset': access?.reset ?? now + 3600,
        'Content-Length': Buffer.byteLength(body),
        ...(body && { 'Content-Type': reply.type ?? 'application/problem+json' }),
        ...headers,
      })
      .end(body);
  });
  const { url, close } = await listen(server);
  return {
    url,
    close,
    clientId,
    clientSecret,
    cut: [],
    ledger: () => [...ledger],
    answers: () => [...answers],
    organizations: orgs.map(({ id, name, plain }) => ({ id, name, bills: plain })),
    refused: { billId: refusedId, words: ['no verified bank account'] },
    needsScope: { billId: scopedId, scope: 'accounting' },
    expireAccessTokens: () =>
      accesses.forEach((one) => {
        one.exp = Math.min(one.exp, Date.now());
      }),
  };
};
export default start;
