/**
 * Habits of a Go team: net/http ServeMux, encoding/json structs (nested Vendor, Customer and FieldError and
 * Organization.Role never got their tags), ory/fosite, database/sql with keyset paging by a bigserial id, and
 * time.Time read with loc=Europe/Berlin and marshalled as RFC 3339 with nanoseconds.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { listen, type StartStranger, type StrangerBill } from './stranger.ts';

type Status = StrangerBill['status'];
type Row = StrangerBill & { seq: number; vendor: object; createdAt: string; approvedAt?: string };
type Org = { id: string; name: string; role: string; bills: Row[]; invoices: { seq: number }[] };
type Source = { request: string; scope: string[]; uri: string; digest: string };
type Grant = Source & { kind: string; expires: number; used: boolean };
type Reply = { status: number; body?: object | string; headers?: Record<string, string> };
const STATUSES: readonly Status[] = ['open', 'overdue', 'partially_paid', 'paid', 'void'];
const READ = ['/oauth/authorize', '/api/v1/me/organizations', '/api/v1/bills', '/api/v1/invoices'];
const APPROVE = /^\/api\/v1\/bills\/([^/]+)\/approve$/;
const SCOPES = (
  'money_in money_out banking accounting journal_entries transfers taxes close_books reports ' +
  'settings team payroll_view payroll_manage documents time_tracking_view time_tracking_manage ' +
  'time_tracking_approve'
).split(' ');
const VENDORS = [
  'Müller & Söhne GmbH',
  "O'Neill Freight Ltd",
  'Bäckerei Grünwald',
  'Smith & Partners LLP',
  'Zürcher Papier AG',
  'Stadtwerke Köln',
  "L'Atelier Dubois",
  'Østergaard ApS',
  'Weiß Büromöbel KG',
];
const MEMOS = [
  '',
  'Quarterly retainer',
  'Büromaterial <Lager 2>',
  '',
  'Freight & customs',
  'Per PO 4711',
];
const sha = (text: string): Buffer => createHash('sha256').update(text).digest();
const num = (text: string): number => sha(text).readUIntBE(0, 6);
const uuid = (text: string): string =>
  sha(text)
    .toString('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');
const day = (offset: number): string =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const zone = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Berlin',
  timeZoneName: 'longOffset',
});
const offsetAt = (ms: number): string => zone.format(ms).slice(-6);
const midnight = (date: string): string =>
  `${date}T00:00:00${offsetAt(Date.parse(date) - 7_200_000)}`;
const rfc3339 = (ms: number, nanos: number): string => {
  const local = new Date(ms + Number(offsetAt(ms).slice(1, 3)) * 3_600_000)
    .toISOString()
    .slice(0, 19);
  return local + `.${String(nanos).padStart(9, '0')}`.replace(/\.?0+$/, '') + offsetAt(ms);
};
const makeBill = (org: number, index: number, status: Status, nth: number): Row => {
  const [id, seed] = [uuid(`bill ${org} ${index}`), num(`bill ${org} ${index}`)];
  const size = 501 + (seed % 10 ** (3 + (seed % 6)));
  const totalCents =
    status !== 'open' || (nth > 1 && nth % 19 < 18) ? size : ([1, 345_678_912][nth] ?? -size);
  const due = {
    open: 60 - (nth && seed % 60),
    overdue: -100 + (nth && seed % 100),
    paid: -95 + (seed % 90),
    partially_paid: -20 + (seed % 50),
    void: -60 + (seed % 90),
  }[status];
  const date = day(Math.min(due - [14, 30, 30, 45][seed % 4]!, -1 - (seed % 7)));
  const vendor = { ID: 31 + (seed % VENDORS.length) * 4, Name: VENDORS[seed % VENDORS.length]! };
  const share = [1, 1, 0.4, 0, 0][STATUSES.indexOf(status)]!;
  return {
    id,
    seq: 1041 + index * 7 + org * 3,
    number: `ER-${1200 + index}`,
    status,
    date,
    dueDate: day(due),
    vendor,
    vendorName: vendor.Name,
    totalCents,
    amountDueCents: Math.round(totalCents * share),
    currency: ['EUR', 'EUR', 'CHF', 'USD'][seed % 4]!,
    memo: MEMOS[seed % MEMOS.length]!,
    createdAt: rfc3339(
      Date.parse(date) + 25_200_000 + (seed % 28_800) * 1000,
      seed % 1_000_000_000,
    ),
  };
};
const makeOrg = (
  org: number,
  name: string,
  role: string,
  counts: number[],
  invoices: number,
): Org => {
  const kinds = STATUSES.flatMap((status, at) =>
    [...Array(counts[at]).keys()].map((n) => ({ status, n })),
  );
  kinds.sort((a, b) => num(a.status + a.n) - num(b.status + b.n));
  return {
    id: uuid(name),
    name,
    role,
    bills: kinds.map(({ status, n }, at) => makeBill(org, at, status, n)),
    invoices: [...Array(invoices).keys()].map((n) => ({
      seq: 301 + n,
      id: uuid(`ar ${n}`),
      object: 'invoice',
      invoice_number: `AR-${5001 + n}`,
      status: 'sent',
      due_date: midnight(day(n - 10)),
      currency: 'EUR',
      total_cents: 11_900 * (n + 1),
      customer: { ID: 9, Name: 'Café Löwe' },
    })),
  };
};
const billJson = (bill: Row): object => ({
  id: bill.id,
  object: 'bill',
  bill_number: bill.number,
  status: bill.status,
  date: midnight(bill.date),
  due_date: midnight(bill.dueDate),
  currency: bill.currency,
  total_cents: bill.totalCents,
  amount_due_cents: bill.amountDueCents,
  memo: bill.memo || undefined,
  vendor: bill.vendor,
  created_at: bill.createdAt,
  approved_at: bill.approvedAt,
});
/** encoding/json escapes HTML characters, and its Encoder ends with a newline. */
const encode = (body: object): string =>
  `${JSON.stringify(body).replace(
    /[<>&]/g,
    (char: string) => `\\u00${char.charCodeAt(0).toString(16)}`,
  )}\n`;
const oauth = (status: number, body: object): Reply => ({
  status,
  body,
  headers: {
    Pragma: 'no-cache',
    'Content-Type': 'application/json;charset=UTF-8',
    'Cache-Control': 'no-store',
  },
});
const oauthError = (status: number, error: string, error_description: string): Reply =>
  oauth(status, { error, error_description });
const apiError = (status: number, error: string, code: string, details?: object): Reply => ({
  status,
  body: { error, code, details },
});
const bad = (error: string): Reply => apiError(400, error, 'invalid_parameter');
const invalid = (field: string, Code: string, Message: string): Reply =>
  apiError(422, 'validation failed', 'validation_failed', { [field]: [{ Code, Message }] });
const need = (granted: string[], scope: string): void => {
  if (!granted.includes(scope))
    throw oauthError(
      403,
      'scope_not_granted',
      'The token was not granted the ' +
        `requested scope. The request scope '${scope}' has not been granted or is not allowed to be requested.`,
    );
};
const list = <T extends { seq: number }>(
  rows: T[],
  query: URLSearchParams,
  json: (row: T) => object,
) => {
  const [limit, after] = [Number(query.get('limit') || 25), Number(query.get('after') || 0)];
  if (!Number.isInteger(limit) || limit < 1 || limit > 50)
    return bad('limit must be between 1 and 50');
  if (!Number.isSafeInteger(after)) return bad('after is not a valid cursor');
  const rest = rows.filter((row) => row.seq > after);
  const page = rest.slice(0, limit);
  // A nil slice of rows is written as null by encoding/json, and omitempty empties the meta of the last page.
  return {
    status: 200,
    body: {
      data: page.length ? page.map(json) : null,
      meta: rest.length > limit ? { next_cursor: page.at(-1)!.seq, has_more: true } : {},
    },
  };
};

const start: StartStranger = async () => {
  const [clientId, clientSecret] = ['books-desktop', randomBytes(24).toString('base64url')];
  const orgs = [
    makeOrg(0, 'Bergmann & Söhne GmbH', 'owner', [58, 24, 12, 16, 6], 31),
    makeOrg(1, 'Alpenblick Handels AG', 'accountant', [22, 10, 6, 8, 0], 0),
  ];
  const [refused, scoped] = orgs[0]!.bills.filter(
    (bill) => bill.status === 'open' && bill.totalCents > 999,
  );
  const grants = new Map<string, Grant>();
  const windows = new Map<string, [number, number]>();
  const ledger: { billId: string; organizationId: string }[] = [];
  const answers: { method: string; path: string; status: number }[] = [];
  const mint = (kind: string, ttl: number, from: Source): string => {
    const key = randomBytes(48)
      .toString('base64url')
      .replace(/^.{32}/, '$&.');
    grants.set(key, {
      ...from,
      request: from.request || key,
      kind,
      expires: Date.now() + ttl,
      used: false,
    });
    return key;
  };
  const authorize = (query: URLSearchParams): Reply => {
    const [uri, state] = [query.get('redirect_uri') ?? '', query.get('state')];
    if (query.get('client_id') !== clientId)
      return oauthError(401, 'invalid_client', 'Unknown client.');
    if (!/^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?([/?][^#]*)?$/.test(uri))
      return oauthError(
        400,
        'invalid_request',
        "The 'redirect_uri' does not match any of the pre-registered redirect urls.",
      );
    const back = (values: Record<string, string>): Reply => ({
      status: 302,
      headers: {
        Location:
          uri +
          (uri.includes('?') ? '&' : '?') +
          new URLSearchParams(state ? { ...values, state } : values),
      },
    });
    const refuse = (error: string, error_description: string): Reply =>
      back({ error, error_description });
    const scope = [...new Set((query.get('scope') || 'reports').split(' ').filter(Boolean))];
    const digest = query.get('code_challenge') ?? '';
    if (query.get('response_type') !== 'code')
      return refuse('unsupported_response_type', 'Use code.');
    if (scope.some((name) => !SCOPES.includes(name)))
      return refuse('invalid_scope', 'The scope is unknown.');
    if (digest && query.get('code_challenge_method') !== 'S256')
      return refuse('invalid_request', 'Use S256');
    return back({
      code: mint('code', 9e5, { request: '', scope, uri, digest }),
      scope: scope.join(' '),
    });
  };
  const token = (text: string): Reply => {
    const form: Record<string, unknown> = text.startsWith('{')
      ? JSON.parse(text)
      : Object.fromEntries(new URLSearchParams(text));
    if (form['client_id'] !== clientId || form['client_secret'] !== clientSecret)
      return oauthError(
        401,
        'invalid_client',
        'Client authentication failed (e.g., unknown client, no client authentication).',
      );
    const kind = { authorization_code: 'code', refresh_token: 'refresh' }[
      String(form['grant_type'])
    ];
    if (!kind) return oauthError(400, 'unsupported_grant_type', 'The grant type is not supported.');
    const old = grants.get(String(kind === 'code' ? form['code'] : form['refresh_token']));
    const proof = form['code_verifier']
      ? sha(String(form['code_verifier'])).toString('base64url')
      : '';
    const wrong =
      !old ||
      old.kind !== kind ||
      old.expires < Date.now() ||
      (kind === 'code' && !old.used && (old.uri !== form['redirect_uri'] || old.digest !== proof));
    const again = old?.used;
    // A rotation ends the old pair, and a code or refresh token that comes twice ends the whole chain.
    if (!wrong) grants.forEach((grant) => (grant.used ||= grant.request === old.request));
    if (wrong || again)
      return oauthError(
        400,
        'invalid_grant',
        'The provided authorization grant (e.g., ' +
          'authorization code) or refresh token is invalid, expired, revoked, or was already used.',
      );
    return oauth(200, {
      access_token: mint('access', 7_200_000, old),
      expires_in: 7199,
      refresh_token: mint('refresh', 2_592_000_000, old),
      scope: old.scope.join(' '),
      token_type: 'bearer',
    });
  };
  const approve = (org: Org, id: string, granted: string[]): Reply => {
    const bill = org.bills.find((row) => row.id === id);
    if (!bill) return apiError(404, 'bill not found', 'not_found');
    if (bill === scoped) need(granted, 'accounting');
    if (bill.approvedAt) return apiError(409, 'bill has already been approved', 'already_approved');
    if (!bill.amountDueCents)
      return invalid('status', 'not_payable', `This bill is ${bill.status}.`);
    if (bill === refused)
      return invalid(
        'vendor',
        'bank_details_unverified',
        'The bank details of this vendor have not been verified, so the bill cannot be approved for payment.',
      );
    bill.approvedAt = rfc3339(Date.now(), Number(process.hrtime.bigint() % 1_000_000_000n));
    ledger.push({ billId: id, organizationId: org.id });
    return { status: 200, body: { bill: billJson(bill) } };
  };
  const route = async (request: IncomingMessage, url: URL, bearer: string): Promise<Reply> => {
    const [path, query, method = ''] = [url.pathname, url.searchParams, request.method];
    const id = APPROVE.exec(path)?.[1];
    const allow = id
      ? 'PATCH'
      : path === '/oauth/token'
        ? 'POST'
        : READ.includes(path)
          ? 'GET, HEAD'
          : '';
    if (!allow) return { status: 404, body: '404 page not found' };
    if (!allow.includes(method))
      return { status: 405, body: 'Method Not Allowed', headers: { allow } };
    if (path === '/oauth/authorize') return authorize(query);
    if (path === '/oauth/token') return token(Buffer.concat(await request.toArray()).toString());
    const grant = grants.get(bearer);
    if (grant?.kind !== 'access' || grant.used)
      return oauthError(
        401,
        'request_unauthorized',
        'The ' +
          'request could not be authorized. Check that you provided valid credentials in the right format.',
      );
    if (grant.expires <= Date.now())
      return oauthError(
        401,
        'invalid_token',
        'Token expired. Access token ' +
          `expired at '${new Date(grant.expires).toISOString().replace(/T(.*)\..*/, ' $1 +0000 UTC')}'.`,
      );
    if (path === '/api/v1/me/organizations')
      return {
        status: 200,
        body: {
          organizations: orgs.map((org) => ({ id: org.id, name: org.name, Role: org.role })),
        },
      };
    need(grant.scope, path === '/api/v1/invoices' ? 'money_in' : 'money_out');
    const org = orgs.find((row) => row.id === request.headers['x-organization-id']);
    if (!request.headers['x-organization-id']) return bad('X-Organization-Id header is required');
    if (!org) return apiError(404, 'organization not found', 'not_found');
    if (id) return approve(org, id, grant.scope);
    if (path === '/api/v1/invoices') return list(org.invoices, query, ({ seq, ...json }) => json);
    const status = query.get('status');
    if (status && !STATUSES.includes(status as Status)) return bad('status is not a bill status');
    return list(
      org.bills.filter((bill) => !status || bill.status === status),
      query,
      billJson,
    );
  };
  const server = createServer(async (request, response) => {
    const url = new URL(`http://localhost${request.url}`);
    const bearer = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const last = windows.get(bearer);
    const [reset, count] =
      last && last[0] > Date.now() ? [last[0], last[1] + 1] : [Date.now() + 36e5, 1];
    if (bearer) windows.set(bearer, [reset, count]);
    const limited = count > 1000 && apiError(429, 'rate limit exceeded', 'rate_limited');
    const { status, body, headers } =
      limited ||
      (await route(request, url, bearer).catch((thrown: Reply) =>
        thrown.status ? thrown : bad('malformed request body'),
      ));
    const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
    answers.push({ method: request.method!, path: url.pathname, status });
    response.writeHead(status, {
      ...(body && { 'Content-Type': type }),
      'X-Ratelimit-Limit': 1000,
      'X-Ratelimit-Remaining': Math.max(0, 1000 - count),
      'X-Ratelimit-Reset': Math.ceil(reset / 1000),
      ...headers,
    });
    response.end(typeof body === 'string' ? `${body}\n` : body && encode(body));
  });
  return {
    ...(await listen(server)),
    clientId,
    clientSecret,
    organizations: orgs,
    ledger: () => ledger,
    answers: () => answers,
    needsScope: { scope: 'accounting', billId: scoped!.id },
    cut: [],
    refused: { billId: refused!.id, words: ['bank details', 'verified'] },
    expireAccessTokens: () =>
      grants.forEach(
        (grant) => (grant.expires = grant.kind === 'access' ? Date.now() : grant.expires),
      ),
  };
};
export default start;
