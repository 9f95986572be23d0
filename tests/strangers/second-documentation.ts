/**
 * Second generation of public documentation: a hosted service that answers what was documented and no more.
 * Lists are one page under the resource's name, refusals `{"errors": […]}`, refresh tokens rotate at once.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import {
  listen,
  type StartStranger,
  type StrangerBill,
  type StrangerOrganization,
} from './stranger.ts';

type Reply = readonly [status: number, body?: object | undefined, headers?: OutgoingHttpHeaders];
type Params = Record<string, unknown>;
interface Access {
  scopes: string[];
  expiresAt: number;
  windowStart: number;
  used: number;
}

const [clientId, clientSecret] = ['app_5d1f0c7e92b84a36', 'sec_7c0e4f19ab3d4e52b86d1f7a90c35e28'];
const [PAGE_DEFAULT, PAGE_MAX, HOURLY_LIMIT, HOUR] = [25, 50, 1000, 3_600_000];
const SCOPES =
  `money_in money_out banking accounting journal_entries transfers taxes close_books reports
  settings team payroll_view payroll_manage documents time_tracking_view time_tracking_manage
  time_tracking_approve`.split(/\s+/);
const VENDORS = [
  ['Müller & Söhne GmbH', 'EUR', 'RE-'],
  ["O'Brien Catering", 'GBP', 'OBC/'],
  ['Zürcher Bürobedarf AG', 'CHF', 'ZB'],
  ['Acme Hosting, Inc.', 'USD', 'INV-'],
  ['Smith & Daughters LLP', 'USD', 'SD-'],
  ['Grünwald Spedition KG', 'EUR', 'GS-'],
] as const;
const CUSTOMERS = ['Bäckerei Höß', 'Northgate Clinics', "L'Atelier Rivoli", 'Fjord & Field AS'];
const MEMOS = [
  '',
  'Monthly retainer',
  'Office move, 2nd instalment',
  '',
  'Freight – Köln to Basel',
];
const SPANS = [
  ['open', 0, 60],
  ['overdue', -100, -1],
  ['partially_paid', -60, 45],
  ['paid', -98, 20],
  ['void', -80, 30],
] as const;
const INVOICE_STATUSES = ['draft', 'sent', 'paid', 'partially_paid', 'overdue', 'void'];
const TOTALS: Record<string, number> = {
  open0: 1,
  open1: 345_678_912,
  open2: -45_000,
  paid1: -8_050,
};

const pick = <T>(items: readonly T[], n: number): T => items[n % items.length] as T;
const day = (n: number): string => new Date(Date.now() + n * 24 * HOUR).toISOString().slice(0, 10);
const secret = (): string => randomBytes(32).toString('base64url');
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const uuid = (seed: string): string =>
  sha256(seed)
    .toString('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
const refusal = (status: number, message: string): Reply => [status, { errors: [message] }];
const oauthError = (status: number, error: string, text: string): Reply => [
  status,
  { error, error_description: text },
];
const unauthorized = (text: string): Reply => [
  401,
  { error: 'invalid_token', error_description: text },
  { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${text}"` },
];
const lacking = ({ scopes }: Access, scope: string): Reply | false =>
  !scopes.includes(scope) && [
    403,
    { errors: [`The access token lacks the required scope ${scope}`] },
    { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  ];

function makeOrganization(name: string, counts: readonly number[]): StrangerOrganization {
  let n = 0;
  const makeBill = (
    [status, from, to]: (typeof SPANS)[number],
    k: number,
    count: number,
  ): StrangerBill => {
    n += 1;
    const due = from + Math.round((((k * 17) % count) * (to - from)) / (count - 1));
    const [vendorName, currency, prefix] = pick(VENDORS, n);
    const totalCents = TOTALS[`${status}${k}`] ?? ((n * n * 7919 + n * 4211) % 1_800_000) + 99;
    const share = { open: 1, overdue: 1, partially_paid: 0.35, paid: 0, void: 0 }[status];
    return {
      id: uuid(`${name} bill ${n}`),
      number: `${prefix}${1040 + n}`,
      status,
      vendorName,
      currency,
      totalCents,
      amountDueCents: share && Math.round(totalCents * share),
      memo: pick(MEMOS, n),
      date: day(Math.min(due - pick([30, 14, 45], n), -1 - (n % 20))),
      dueDate: day(due),
    };
  };
  return {
    id: uuid(name),
    name,
    bills: SPANS.flatMap((span, s) =>
      Array.from({ length: pick(counts, s) }, (_, k) => makeBill(span, k, pick(counts, s))),
    ),
  };
}

const billJson = (bill: StrangerBill, orgId: string) => ({
  id: bill.id,
  object: 'bill',
  bill_number: bill.number,
  status: bill.status,
  date: bill.date,
  due_date: bill.dueDate,
  currency: bill.currency,
  total_cents: bill.totalCents,
  amount_due_cents: bill.amountDueCents,
  memo: bill.memo,
  vendor: { id: uuid(orgId + bill.vendorName), display_name: bill.vendorName },
  created_at: `${bill.date}T08:24:51Z`,
});

function invoiceJson(orgId: string, n: number) {
  const [status, name, quantity, rate] = [
    pick(INVOICE_STATUSES, n),
    pick(CUSTOMERS, n),
    (n % 3) + 1,
    12_500,
  ];
  const [due, subtotal, tax] = [
    status === 'overdue' ? -3 - n : n + 2,
    quantity * rate,
    quantity * 2_375,
  ];
  const left: Record<string, number> = { paid: 0, void: 0, partially_paid: tax };
  const time = `${day(due - 30)}T10:05:00Z`;
  return {
    id: uuid(`${orgId} invoice ${n}`),
    object: 'invoice',
    invoice_number: `INV-${2001 + n}`,
    status,
    issue_date: day(due - 30),
    due_date: day(due),
    currency: 'EUR',
    subtotal_cents: subtotal,
    tax_amount_cents: tax,
    total_cents: subtotal + tax,
    amount_due_cents: left[status] ?? subtotal + tax,
    terms: 'net_30',
    memo: '',
    note_to_customer: '',
    customer: { id: uuid(orgId + name), display_name: name, email: 'accounts@example.com' },
    line_items: [
      {
        id: uuid(orgId + n),
        description: 'Consulting',
        quantity,
        rate_cents: rate,
        amount_cents: subtotal,
      },
    ],
    sent_at: status === 'draft' ? null : time,
    created_at: time,
    updated_at: time,
  };
}

function list(
  name: string,
  items: { status: string; due_date: string }[],
  known: readonly string[],
  query: URLSearchParams,
): Reply {
  const [status, limit] = [query.get('status'), query.get('limit') ?? String(PAGE_DEFAULT)];
  if (status !== null && !known.includes(status))
    return refusal(400, "Status isn't included in the list");
  const isLimit = /^[1-9]\d?$/.test(limit) && Number(limit) <= PAGE_MAX;
  if (!isLimit) return refusal(400, `Limit must be between 1 and ${PAGE_MAX}`);
  const found = items
    .filter((item) => status === null || item.status === status)
    .sort((a, b) => a.due_date.localeCompare(b.due_date));
  return [200, { [name]: found.slice(0, Number(limit)) }];
}

async function readParams(request: IncomingMessage): Promise<Params> {
  try {
    const text = (await request.setEncoding('utf8').toArray()).join('');
    const isJson = request.headers['content-type']?.startsWith('application/json');
    return isJson ? { ...JSON.parse(text) } : Object.fromEntries(new URLSearchParams(text));
  } catch {
    return {};
  }
}

const start: StartStranger = async () => {
  const first = makeOrganization('Alpenrand Werkstätten GmbH', [61, 27, 11, 52, 6]);
  const organizations = [first, makeOrganization('Harbour & Pine Ltd', [14, 9, 5, 10, 4])];
  const cut = ['open', 'paid'].map((status) => ({
    organizationId: first.id,
    status,
    listed: PAGE_MAX,
  }));
  const [scopedId, refusedId] = [pick(first.bills, 4).id, pick(first.bills, 61 + 5).id];
  const [accesses, refreshes] = [new Map<unknown, Access>(), new Map<unknown, string[]>()];
  const codes = new Map<unknown, (sent: Params) => Reply | false>();
  const ledger: { billId: string; organizationId: string }[] = [];
  const answers: { method: string; path: string; status: number }[] = [];

  function issue(scopes: string[]): Reply {
    const [access_token, refresh_token, now] = [secret(), secret(), Date.now()];
    accesses.set(access_token, { scopes, expiresAt: now + 2 * HOUR, windowStart: now, used: 0 });
    refreshes.set(refresh_token, scopes);
    return [
      200,
      {
        access_token,
        refresh_token,
        token_type: 'Bearer',
        expires_in: 7200,
        scope: scopes.join(' '),
        created_at: Math.floor(now / 1000),
      },
    ];
  }
  function authorize(query: URLSearchParams): Reply {
    const [redirectUri, proof] = [query.get('redirect_uri') ?? '', query.get('code_challenge')];
    if (query.get('client_id') !== clientId)
      return oauthError(401, 'invalid_client', 'Unknown client.');
    if (!/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?([/?][^#]*)?$/.test(redirectUri)) {
      return oauthError(
        400,
        'invalid_request',
        'The redirect URI is not registered for this client.',
      );
    }
    const [target, code, until] = [new URL(redirectUri), secret(), Date.now() + HOUR / 6];
    const scopes = (query.get('scope')?.trim() || 'reports').split(/\s+/);
    const error =
      query.get('response_type') !== 'code'
        ? 'unsupported_response_type'
        : proof && query.get('code_challenge_method') !== 'S256'
          ? 'invalid_request'
          : scopes.some((scope) => !SCOPES.includes(scope))
            ? 'invalid_scope'
            : undefined;
    target.searchParams.set(error ? 'error' : 'code', error ?? code);
    if (query.has('state')) target.searchParams.set('state', query.get('state') ?? '');
    if (!error)
      codes.set(
        code,
        (sent) =>
          codes.delete(code) &&
          Date.now() < until &&
          sent['redirect_uri'] === redirectUri &&
          (!proof || sha256(String(sent['code_verifier'])).toString('base64url') === proof) &&
          issue(scopes),
      );
    return [302, undefined, { 'Content-Type': 'text/html', Location: target.href }];
  }
  function token(sent: Params): Reply {
    const isClient = sent['client_id'] === clientId && sent['client_secret'] === clientSecret;
    if (!isClient) return oauthError(401, 'invalid_client', 'Client authentication failed.');
    const invalid = oauthError(400, 'invalid_grant', 'The grant is invalid, expired or revoked.');
    if (sent['grant_type'] === 'authorization_code')
      return codes.get(sent['code'])?.(sent) || invalid;
    const isRefresh = sent['grant_type'] === 'refresh_token';
    if (!isRefresh)
      return oauthError(400, 'unsupported_grant_type', 'The grant type is not supported.');
    const scopes = refreshes.get(sent['refresh_token']);
    return scopes && refreshes.delete(sent['refresh_token']) ? issue(scopes) : invalid;
  }
  function approve(
    access: Access,
    { id: organizationId, bills }: StrangerOrganization,
    id: string,
  ): Reply {
    const bill = bills.find((one) => one.id === id);
    if (!bill) return refusal(404, 'Bill not found');
    const denied = bill.id === scopedId && lacking(access, 'accounting');
    if (denied) return denied;
    if (/^(paid|void)$/.test(bill.status)) return refusal(422, `Bill is already ${bill.status}`);
    if (bill.id === refusedId)
      return refusal(422, "Vendor bank details haven't been confirmed yet");
    const isApproved = ledger.some(({ billId }) => billId === bill.id);
    if (isApproved) return refusal(422, 'Bill has already been approved');
    ledger.push({ billId: bill.id, organizationId });
    return [200, { bill: billJson(bill, organizationId) }];
  }
  function api(request: IncomingMessage, route: string, query: URLSearchParams): Reply {
    const access = accesses.get(/^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]);
    const now = Date.now();
    if (!access) return unauthorized('The access token is missing or invalid');
    if (access.expiresAt <= now) return unauthorized('The access token expired');
    if (now - access.windowStart >= HOUR) Object.assign(access, { windowStart: now, used: 0 });
    const wait = { 'Retry-After': Math.ceil((access.windowStart + HOUR - now) / 1000) };
    if (++access.used > HOURLY_LIMIT) return [429, { errors: ['Too many requests'] }, wait];
    const mine = {
      organizations: organizations.map(({ id, name }) => ({ id, display_name: name })),
    };
    if (route === 'GET /api/v1/me/organizations') return [200, mine];
    const [isBills, isInvoices] = [route === 'GET /api/v1/bills', route === 'GET /api/v1/invoices'];
    const billId = /^PATCH \/api\/v1\/bills\/([^/]+)\/approve$/.exec(route)?.[1];
    if (!billId && !isBills && !isInvoices) return refusal(404, 'Not found');
    const denied = lacking(access, isInvoices ? 'money_in' : 'money_out');
    if (denied) return denied;
    const chosen = request.headers['x-organization-id'];
    if (!chosen) return refusal(400, "X-Organization-Id can't be blank");
    const organization = organizations.find(({ id }) => id === chosen);
    if (!organization) return refusal(404, 'Organization not found');
    if (billId) return approve(access, organization, billId);
    const { id, bills } = organization;
    return isBills
      ? list(
          'bills',
          bills.map((one) => billJson(one, id)),
          SPANS.map(([name]) => name),
          query,
        )
      : list(
          'invoices',
          Array.from({ length: 24 }, (_, n) => invoiceJson(id, n)),
          INVOICE_STATUSES,
          query,
        );
  }

  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams } = new URL(`http://service${request.url}`);
    const route = `${request.method} ${path}`;
    const [status, body, headers] = path.startsWith('/api/v1/')
      ? api(request, route, searchParams)
      : route === 'GET /oauth/authorize'
        ? authorize(searchParams)
        : route === 'POST /oauth/token'
          ? token(await readParams(request))
          : refusal(404, 'Not found');
    answers.push({ method: String(request.method), path, status });
    response.writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Request-Id': randomUUID(),
      ...headers,
    });
    response.end(body && JSON.stringify(body));
  });
  return {
    ...(await listen(server)),
    clientId,
    clientSecret,
    organizations,
    cut,
    refused: { billId: refusedId, words: ['bank details', 'confirmed'] },
    needsScope: { billId: scopedId, scope: 'accounting' },
    ledger: () => ledger,
    answers: () => answers,
    expireAccessTokens: () => {
      for (const access of accesses.values()) access.expiresAt = 0;
    },
  };
};

export default start;
