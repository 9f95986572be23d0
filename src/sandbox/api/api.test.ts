import { expect, test } from 'vitest';
import { billStatuses, apiPaths } from '../../contract/wire-names.ts';
import { scopes } from '../../contract/scopes.ts';
import {
  createSandboxHarness,
  fieldOf,
  firstOrganization,
  readPage,
  refreshFields,
  secondOrganization,
  sentListSchema,
  signedIn,
  testBill,
  testCompany,
  type SandboxHarness,
} from '../testing/harness.ts';

async function crawl(harness: SandboxHarness, query: string): Promise<string[][]> {
  const pages: string[][] = [];
  let after = '';
  for (;;) {
    const { ids, next } = readPage(await harness.call(`${apiPaths.bills}?${query}${after}`));
    pages.push(ids);
    if (next === null) return pages;
    after = `&after=${encodeURIComponent(next)}`;
  }
}

test('GET /api/v1/me/organizations: the values valid for X-Organization-Id, without the header', async () => {
  const harness = await signedIn({}, 'reports');
  const answer = await harness.call(apiPaths.organizations, { organization: null });
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      data: [
        { id: firstOrganization, object: 'organization', display_name: 'Company org-1' },
        { id: secondOrganization, object: 'organization', display_name: 'Company org-2' },
      ],
      meta: { next_cursor: null, has_more: false },
    },
  ]);
});

test.each(billStatuses)(
  'GET /api/v1/bills, status %s: only bills with that status',
  async (status) => {
    const harness = await signedIn();
    const { data } = sentListSchema.parse(
      (await harness.call(`${apiPaths.bills}?status=${status}`)).body,
    );
    expect(data.map((bill) => fieldOf(bill, 'status'))).toEqual(Array(12).fill(status));
  },
);

const limits: readonly [string, number | null][] = [
  ['', 25],
  ['limit=1', 1],
  ['limit=50', 50],
  ['limit=0', null],
  ['limit=51', null],
  ['limit=-1', null],
  ['limit=2.5', null],
  ['limit=ten', null],
  ['limit=', null],
  ['limit=1e1', null],
  ['limit=5&limit=6', null],
];

test.each(limits)('GET /api/v1/bills, "%s": %s items, or 400', async (query, count) => {
  const harness = await signedIn();
  const { status, body } = await harness.call(`${apiPaths.bills}?${query}`);
  expect(status === 200 ? readPage({ status, body, headers: {} }).ids.length : body).toEqual(
    count ?? {
      error: 'limit must be a whole number from 1 to 50.',
      code: 'invalid_parameter',
      details: { limit: ['must be a whole number from 1 to 50'] },
    },
  );
});

test.each([
  'status=approved',
  'status=',
  'status=open&status=paid',
  'after=',
  'after=x',
  'after=a.b',
])('GET /api/v1/bills, "%s": 400', async (query) => {
  const { status, body } = await (await signedIn()).call(`${apiPaths.bills}?${query}`);
  expect([status, fieldOf(body, 'code')]).toEqual([400, 'invalid_parameter']);
});

test('single-use cursors let a client repeat a page only from the beginning', async () => {
  const harness = await signedIn({ cursors: 'once' });
  const start = `${apiPaths.bills}?limit=5`;
  const walk = async () => `${start}&after=${readPage(await harness.call(start)).next}`;
  const [before, since] = [await walk(), await walk()];
  const statuses: number[] = [];
  for (const path of [before, before, since]) statuses.push((await harness.call(path)).status);
  expect([...statuses, before === since]).toEqual([200, 400, 200, false]);
});

test('a cursor is valid only for its own list', async () => {
  const harness = await signedIn();
  const { next } = readPage(await harness.call(`${apiPaths.bills}?status=open&limit=5`));
  const after = `after=${encodeURIComponent(next ?? '')}`;
  const own = `${apiPaths.bills}?status=open&${after}`;
  const answers = [
    await harness.call(own),
    await harness.call(`${apiPaths.bills}?status=paid&${after}`),
    await harness.call(`${apiPaths.bills}?${after}`),
    await harness.call(`${apiPaths.invoices}?${after}`),
    await harness.call(own, { organization: secondOrganization }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 400, 400]);
});

test('GET /api/v1/invoices: the envelope, limit and after', async () => {
  const harness = await signedIn({}, 'money_in');
  const answer = await harness.call(`${apiPaths.invoices}?limit=1`);
  const refused = await harness.call(`${apiPaths.invoices}?limit=51`);
  expect([answer.status, readPage(answer), refused.status]).toEqual([
    200,
    { ids: ['org-1-invoice-1'], next: null },
    400,
  ]);
});

test('a whole chain returns every bill once, oldest first', async () => {
  const pages = await crawl(await signedIn(), 'limit=7');
  expect([pages.map(({ length }) => length), pages.flat()]).toEqual([
    [7, 7, 7, 7, 7, 7, 7, 7, 4],
    Array.from({ length: 60 }, (_, index) => `bill-${index + 1}`),
  ]);
});

test('a bill paid during a crawl moves to the other chain, and hides no bill', async () => {
  const harness = await signedIn();
  const first = readPage(await harness.call(`${apiPaths.bills}?status=open&limit=5`));
  harness.sandbox.edit.pay('bill-1');
  harness.sandbox.edit.removeBill('bill-21');
  const after = encodeURIComponent(first.next ?? '');
  const second = readPage(
    await harness.call(`${apiPaths.bills}?status=open&limit=5&after=${after}`),
  );
  const paid = await crawl(harness, 'status=paid&limit=50');
  expect([first.ids, second.ids, paid.flat().slice(0, 2)]).toEqual([
    ['bill-1', 'bill-6', 'bill-11', 'bill-16', 'bill-21'],
    ['bill-26', 'bill-31', 'bill-36', 'bill-41', 'bill-46'],
    ['bill-1', 'bill-4'],
  ]);
});

test('bills entered at the same time are ordered by id', async () => {
  const created_at = '2026-03-01T08:00:00.000Z';
  const bills = Array.from({ length: 9 }, (_, index) => testBill(index + 1, { created_at }));
  const harness = await signedIn({ companies: [testCompany(firstOrganization, bills)] });
  expect((await crawl(harness, 'limit=2')).flat()).toEqual(bills.map(({ id }) => id));
});

const authorizations: readonly [string, string | null, string][] = [
  ['missing', null, 'Bearer'],
  ['invalid', 'Bearer made-up', 'Bearer error="invalid_token"'],
  ['of another scheme', 'Basic abc', 'Bearer error="invalid_token"'],
];

test.each(authorizations)(
  'Errors, 401: a token that is %s',
  async (_, authorization, challenge) => {
    const answer = await createSandboxHarness().call(apiPaths.bills, {
      headers: authorization === null ? {} : { authorization },
    });
    expect([answer.status, answer.body, answer.headers['www-authenticate']]).toEqual([
      401,
      { error: 'invalid_token', error_description: expect.any(String) },
      challenge,
    ]);
  },
);

test('Limits, access token lifetime: 7200 seconds, and a refresh gives a new one', async () => {
  const harness = createSandboxHarness();
  const { refreshToken } = await harness.signIn();
  await harness.clock.advance(7_199_999);
  const before = await harness.call(apiPaths.bills);
  await harness.clock.advance(1);
  const expired = await harness.call(apiPaths.bills);
  const { body } = await harness.token(refreshFields(refreshToken));
  const renewed = await harness.call(apiPaths.bills, { token: fieldOf(body, 'access_token') });
  expect([before.status, expired.status, renewed.status]).toEqual([200, 401, 200]);
});

test('an expired token can be renewed, but not a revoked sign-in', async () => {
  const harness = createSandboxHarness();
  const first = await harness.signIn();
  harness.sandbox.edit.expireTokens();
  const expired = await harness.call(apiPaths.bills);
  const { status, body } = await harness.token(refreshFields(first.refreshToken));
  harness.sandbox.edit.revokeSignIns();
  const revoked = await harness.call(apiPaths.bills, { token: fieldOf(body, 'access_token') });
  const refused = await harness.token(refreshFields(fieldOf(body, 'refresh_token')));
  expect([expired.status, status, revoked.status, refused.status]).toEqual([401, 200, 401, 400]);
});

const opening: Readonly<Record<string, readonly number[]>> = {
  money_in: [200, 403, 200, 403],
  money_out: [200, 200, 403, 200],
};

test.each(Object.keys(scopes))(
  'Scopes, %s: gives access to the resources it names',
  async (scope) => {
    const harness = await signedIn({}, scope);
    const answers = [
      await harness.call(apiPaths.organizations),
      await harness.call(apiPaths.bills),
      await harness.call(apiPaths.invoices),
      await harness.approve('bill-1'),
    ];
    expect(answers.map(({ status }) => status)).toEqual(opening[scope] ?? [200, 403, 403, 403]);
  },
);

test('Errors, 403: names the missing scope', async () => {
  const { body, headers } = await (await signedIn({}, 'reports')).call(apiPaths.bills);
  expect([body, headers['www-authenticate']]).toEqual([
    {
      error: 'This needs the scope money_out.',
      code: 'insufficient_scope',
      details: { scope: 'money_out' },
    },
    'Bearer error="insufficient_scope", scope="money_out"',
  ]);
});

test('X-Organization-Id: selects the organization; omitted 400, unknown 404', async () => {
  const harness = await signedIn();
  const omitted = await harness.call(apiPaths.bills, { organization: null });
  const unknown = await harness.call(apiPaths.bills, { organization: 'org-9' });
  const second = await harness.call(apiPaths.bills, { organization: secondOrganization });
  expect([
    [omitted.status, fieldOf(omitted.body, 'code')],
    [unknown.status, fieldOf(unknown.body, 'code')],
    readPage(second).ids,
  ]).toEqual([[400, 'organization_required'], [404, 'organization_not_found'], ['bill-900']]);
});

test('the header may be left out if there is only one organization', async () => {
  const harness = createSandboxHarness({ companies: [testCompany('only', [testBill(1)])] });
  await harness.signIn();
  expect(readPage(await harness.call(apiPaths.bills, { organization: null })).ids).toEqual([
    'bill-1',
  ]);
});

test.each([
  ['open', 'bill-1'],
  ['overdue', 'bill-2'],
  ['partially_paid', 'bill-3'],
])('PATCH /api/v1/bills/:id/approve, %s: applied, and counted each time', async (_, billId) => {
  const harness = await signedIn();
  const bill = harness.sandbox.bill(billId);
  const { name: display_name, ...vendor } = { ...bill?.vendor };
  const sent = { ...bill, vendor: { ...vendor, display_name } };
  const answers = [await harness.approve(billId), await harness.approve(billId)];
  const { approvals, timesApproved } = harness.sandbox.ledger();
  expect({
    answers: answers.map(({ status, body }) => [status, body]),
    after: harness.sandbox.bill(billId),
    first: approvals[0],
    timesApproved,
  }).toEqual({
    answers: [
      [200, sent],
      [200, sent],
    ],
    after: bill,
    first: {
      organizationId: firstOrganization,
      billId,
      atMs: harness.clock.nowMs(),
      signInId: '00000000-0000-4000-8000-000000000001',
      tokenNumber: 1,
      totalCents: bill?.total_cents,
      amountDueCents: bill?.amount_due_cents,
    },
    timesApproved: { [billId]: 2 },
  });
});

test.each([
  ['of another organization', 'bill-900'],
  ['unknown', 'bill-0'],
  ['known by an id that cannot be decoded', '%E0%A4%A'],
])('PATCH /api/v1/bills/:id/approve, a bill that is %s: not applied', async (_, id) => {
  const harness = await signedIn();
  const headers = { 'content-type': 'application/json' };
  const answer = await harness.call(`/api/v1/bills/${id}/approve`, { method: 'PATCH', headers });
  const { approvals } = harness.sandbox.ledger();
  expect([answer.status, fieldOf(answer.body, 'code'), approvals]).toEqual([
    404,
    'bill_not_found',
    [],
  ]);
});

test.each([
  ['paid', 'bill-4'],
  ['void', 'bill-5'],
])('Errors, 422, a bill that is %s: details in the body, not applied', async (status, id) => {
  const harness = await signedIn();
  const answer = await harness.approve(id);
  expect([answer.status, answer.body, harness.sandbox.ledger().approvals]).toEqual([
    422,
    {
      error: `A bill that is ${status} cannot be approved.`,
      code: 'not_approvable',
      details: { status: [`is ${status}`] },
    },
    [],
  ]);
});

test('PATCH requests carry Content-Type application/json, and a body only if it is JSON', async () => {
  const harness = await signedIn();
  const answers = [
    await harness.approve('bill-1', { headers: { 'content-type': 'text/plain' } }),
    await harness.approve('bill-1', { body: '{' }),
    await harness.approve('bill-1', { body: '{}' }),
    await harness.approve('bill-1', {
      headers: { 'content-type': 'application/json; charset=utf-8' },
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 200, 200]);
});

const answerForms = [
  ['bill', 200, expect.objectContaining({ id: 'bill-1' })],
  ['wrappedBill', 200, { data: expect.objectContaining({ id: 'bill-1' }) }],
  ['noContent', 204, ''],
  ['accepted', 202, { status: 'accepted' }],
  ['text', 200, 'OK'],
] as const;

test.each(answerForms)('approve answers with %s: %s', async (approveAnswer, status, body) => {
  const harness = await signedIn({ approveAnswer });
  const answer = await harness.approve('bill-1');
  expect([answer.status, answer.body, harness.sandbox.ledger().timesApproved]).toEqual([
    status,
    body,
    { 'bill-1': 1 },
  ]);
});

test('a setting makes approved bills paid', async () => {
  const harness = await signedIn({ statusAfterApprove: 'paid' });
  const { body } = await harness.approve('bill-1');
  const paid = { status: 'paid', amount_due_cents: 0 };
  expect([body, harness.sandbox.bill('bill-1')]).toMatchObject([paid, paid]);
});

test.each([
  ['GET', '/api/v1/nothing', 404, undefined],
  ['POST', apiPaths.bills, 405, 'GET'],
  ['DELETE', apiPaths.organizations, 405, 'GET'],
  ['GET', apiPaths.approveBill('bill-1'), 405, 'PATCH'],
])('Errors, %s %s: %i', async (method, path, status, allow) => {
  const answer = await (await signedIn()).call(path, { method });
  expect([answer.status, answer.headers['allow'], typeof fieldOf(answer.body, 'error')]).toEqual([
    status,
    allow,
    'string',
  ]);
});

test('the ledger records every request, and no secrets', async () => {
  const harness = createSandboxHarness();
  const { accessToken, refreshToken } = await harness.signIn('money_out');
  await harness.call(`${apiPaths.bills}?status=open`);
  await harness.approve('bill-4');
  const ledger = harness.sandbox.ledger();
  const text = JSON.stringify(ledger);
  expect({
    requests: ledger.requests.map(({ number, method, path, query, status, signInId }) =>
      [number, method, path + query, status, signInId === null ? 'nobody' : 'signed in'].join(' '),
    ),
    count: ledger.requestCount,
    secrets: [accessToken, refreshToken, 'state-1', 'client_id'].filter((word) =>
      text.includes(word),
    ),
  }).toEqual({
    requests: [
      '1 GET /oauth/authorize 200 nobody',
      '2 POST /oauth/authorize 303 nobody',
      '3 POST /oauth/token 200 nobody',
      '4 GET /api/v1/bills?status=open 200 signed in',
      '5 PATCH /api/v1/bills/bill-4/approve 422 signed in',
    ],
    count: 5,
    secrets: [],
  });
});
