import { expect, test } from 'vitest';
import { sentBillSchema } from '../../contract/items/sent-items.ts';
import { createVirtualClock, type VirtualClock } from '../../base/testing/virtual-clock.ts';
import { succeed } from '../../base/result.ts';
import type { Api } from './create-api.ts';
import {
  createScriptedService,
  createScriptedTokens,
  createTestApi,
  jsonAnswer,
  type ScriptedService,
  type ScriptedTokens,
  type SeenRequest,
} from './testing/doubles.ts';

interface Setting {
  readonly api: Api;
  readonly service: ScriptedService;
  readonly tokens: ScriptedTokens;
  readonly clock: VirtualClock;
}

function connect(answer: (request: SeenRequest, count: number) => Response): Setting {
  const service = createScriptedService(answer);
  const tokens = createScriptedTokens();
  const clock = createVirtualClock(1_800_000_000_000);
  const api = createTestApi({ clock, fetch: service.fetch, tokens });
  return { api, service, tokens, clock };
}

const bill = {
  id: 'bill-1',
  object: 'bill',
  bill_number: 'B-1',
  status: 'open',
  date: '2026-01-02',
  due_date: '2026-02-02',
  currency: 'EUR',
  total_cents: 12_300,
  amount_due_cents: 12_300,
  memo: null,
  vendor: { name: 'Muster GmbH', tax: 'DE1' },
  created_at: '2026-01-02T03:04:05Z',
  shade: 'blue',
};
/** The same bill in our own form. */
const ours = sentBillSchema.parse(bill);

const billsOf = (api: Api, after: string | null = null) =>
  api.billsPage({
    organizationId: 'org-1',
    status: 'open',
    limit: 50,
    after,
    priority: 'waiting',
  });
const approve = (api: Api, billId = 'bill 1') =>
  api.approveBill({ organizationId: 'org-1', billId, beforeSend: async () => succeed(undefined) });

test('a bills page is requested as the service page says, and keeps unknown fields', async () => {
  const { api, service } = connect(() =>
    jsonAnswer(200, { data: [bill], meta: { has_more: true, next_cursor: 'c2' } }),
  );
  expect({ answer: await billsOf(api, 'c1'), requests: service.requests }).toEqual({
    answer: {
      ok: true,
      value: { items: [ours], malformed: [], ...next('c2') },
    },
    requests: [
      {
        method: 'GET',
        url: 'https://service.test/api/v1/bills?status=open&limit=50&after=c1',
        headers: {
          accept: 'application/json',
          authorization: 'Bearer token-1',
          'x-organization-id': 'org-1',
        },
        redirect: 'manual',
        body: null,
      },
    ],
  });
});

test('a malformed bill is reported as such, and the other bills of its page are used', async () => {
  const broken = { ...bill, id: 'bill-2', total_cents: '12.5' };
  const { api } = connect(() => jsonAnswer(200, { data: [bill, broken, 7, bill] }));
  expect(await billsOf(api)).toEqual({
    ok: true,
    value: {
      items: [ours],
      malformed: [
        {
          id: 'bill-2',
          problems: ['total_cents: Invalid input: expected number, received string'],
          raw: broken,
        },
        { id: null, problems: ['(all): Invalid input: expected object, received number'], raw: 7 },
      ],
      ...end,
    },
  });
});

const end = { nextCursor: null, cutShort: null, isCached: false };
const cutShort = { nextCursor: null, cutShort: 'noCursor', isCached: false };
const repeats = { ...cutShort, cutShort: 'repeats' };
const next = (nextCursor: string) => ({ nextCursor, cutShort: null, isCached: false });

test.each<[string, unknown, object]>([
  ['no meta', undefined, end],
  ['meta null', null, end],
  ['the end with a cursor', { has_more: false, next_cursor: 'c9' }, end],
  ['the end with an empty cursor', { has_more: false, next_cursor: '' }, end],
  ['a cursor alone', { next_cursor: 'c9' }, next('c9')],
  ['no cursor alone', { next_cursor: null }, end],
  ['an empty cursor alone', { next_cursor: '' }, end],
  ['more without a cursor', { has_more: true }, cutShort],
  ['more with a null cursor', { has_more: true, next_cursor: null }, cutShort],
  ['more with an empty cursor', { has_more: true, next_cursor: '' }, cutShort],
  ['the cursor just asked for', { has_more: true, next_cursor: 'c1' }, repeats],
  ['the cursor just asked for, alone', { next_cursor: 'c1' }, repeats],
  ['the longest cursor', { next_cursor: 'x'.repeat(8_192) }, next('x'.repeat(8_192))],
  ['a longer cursor', { has_more: true, next_cursor: 'x'.repeat(8_193) }, cutShort],
  ['a cursor that is no text', { next_cursor: { page: 2 } }, cutShort],
  ['more that is neither yes nor no', { has_more: 'yes' }, cutShort],
  ['meta that is no object', 'page 1 of 9', cutShort],
])(
  'a page keeps its items, and its list ends, goes on or is cut short: %s',
  async (_name, meta, expected) => {
    const { api } = connect(() => jsonAnswer(200, { data: [bill], meta }));
    expect(await billsOf(api, 'c1')).toEqual({
      ok: true,
      value: { items: [ours], malformed: [], ...expected },
    });
  },
);

test('a bill that is on a page twice with differences is malformed: neither version is certain', async () => {
  const same = { ...bill, id: 'same' };
  const [one, other] = [bill, { ...bill, total_cents: 99_900 }];
  const [good, broken] = [
    { ...bill, id: 'half' },
    { ...bill, id: 'half', total_cents: '1.5' },
  ];
  const moved = { ...Object.fromEntries(Object.entries(same).toReversed()) };
  const data = [one, same, good, other, moved, broken];
  const { api } = connect(() => jsonAnswer(200, { data }));
  const problems = ['(all): comes twice on this page, with different contents'];
  expect(await billsOf(api)).toEqual({
    ok: true,
    value: {
      items: [sentBillSchema.parse(same)],
      malformed: [
        { id: 'bill-1', problems, raw: [one, other].map((each) => sentBillSchema.parse(each)) },
        { id: 'half', problems, raw: [sentBillSchema.parse(good), broken] },
      ],
      ...end,
    },
  });
});

test.each([
  ['no list', { bill: {} }],
  ['a list with an error', { data: [], error: 'Not all could be read', meta: { has_more: false } }],
  ['a list with an error object', { data: [bill], error: { code: 17 } }],
  ['a list with several errors', { data: [bill], errors: [{ message: 'shard 3 is down' }] }],
  ['a list that says no', { data: [], success: false }],
  ['more items than any body has bills', { data: Array.from({ length: 20_001 }, () => 0) }],
])('an answer that is not a page of a list is refused: %s', async (_name, body) => {
  const answer = await billsOf(connect(() => jsonAnswer(200, body)).api);
  expect(answer.ok || answer.error.kind).toBe('malformedResponse');
});

test('an answer that is not a page of a list is reported with its error’s message', async () => {
  const body = { data: null, errors: [{ message: 'Under maintenance until 18:30' }] };
  const answer = await billsOf(connect(() => jsonAnswer(200, body)).api);
  expect(answer).toMatchObject({
    error: { kind: 'malformedResponse', message: 'Under maintenance until 18:30' },
  });
});

test.each([20_000, 500_000])(
  'a bill nested %i levels deep loses only itself, even if the rest of the page is as deep',
  async (levels) => {
    const nested = `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const deep = JSON.stringify({ ...bill, id: 'deep', memo: 'NEST' }).replace('"NEST"', nested);
    const data = `[${JSON.stringify(bill)},${deep}]`;
    const body = `{"data":${data},"meta":{"more":${nested}},"links":${nested}}`;
    const raw = `nested ${(levels + 1).toLocaleString('en-US')} levels deep`;
    expect(await billsOf(connect(() => new Response(body)).api)).toEqual({
      ok: true,
      value: {
        items: [ours],
        malformed: [{ id: 'deep', problems: [`(all): ${raw}`], raw }],
        ...end,
      },
    });
  },
);

test('an answer to an approval that is too deep or too large does not count as the bill', async () => {
  const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const deep = JSON.stringify({ ...bill, memo: 'NEST' }).replace('"NEST"', nested);
  const large = JSON.stringify({ ...bill, memo: 'x'.repeat(600_000) });
  const bills: unknown[] = [];
  for (const body of [deep, large]) {
    const { api } = connect(() => new Response(body, { headers: { 'x-ratelimit-limit': '9' } }));
    bills.push(await approve(api, 'bill-1'));
  }
  expect(bills).toEqual([
    { ok: true, value: { bill: null, isUnreadable: true } },
    { ok: true, value: { bill: null, isUnreadable: true } },
  ]);
});

test('invoices keep all fields that the service sends', async () => {
  const { api, service } = connect(() => jsonAnswer(200, { data: [{ id: 'i1', anything: [1] }] }));
  const answer = await api.invoicesPage({
    organizationId: 'org-1',
    limit: 25,
    after: null,
    priority: 'background',
  });
  expect({ answer, url: service.requests[0]?.url }).toEqual({
    answer: {
      ok: true,
      value: {
        items: [{ id: 'i1', anything: [1] }],
        malformed: [],
        ...end,
      },
    },
    url: 'https://service.test/api/v1/invoices?limit=25',
  });
});

test('approve sends no body, and returns the bill only when the answer is this bill', async () => {
  const same = { ...bill, id: 'bill 1' };
  const answers: unknown[] = [];
  for (const body of [same, { data: same }, {}, null]) {
    const { api, service } = connect(() => jsonAnswer(200, body));
    answers.push([await approve(api), service.requests[0]?.method, service.requests[0]?.url]);
  }
  const url = 'https://service.test/api/v1/bills/bill%201/approve';
  expect(answers).toEqual(
    [sentBillSchema.parse(same), sentBillSchema.parse(same), null, null].map((found) => [
      { ok: true, value: { bill: found, isUnreadable: false } },
      ...['PATCH', url],
    ]),
  );
});

test('a service that refuses an approval without a body gets an empty object with the next one', async () => {
  const { api, service } = connect(({ body }) =>
    body === null ? jsonAnswer(400, { error: 'Body cannot be empty' }) : jsonAnswer(200, {}),
  );
  const oks: boolean[] = [];
  for (let nth = 1; nth <= 2; nth += 1) oks.push((await approve(api)).ok);
  const { api: other, service: strict } = connect(() => jsonAnswer(400, { error: 'Paid already' }));
  for (let nth = 1; nth <= 2; nth += 1) await approve(other);
  const bodies = [service, strict].map(({ requests }) => requests.map(({ body }) => body));
  expect([oks, bodies]).toEqual([
    [false, true],
    [
      [null, '{}'],
      [null, null],
    ],
  ]);
});

test('Q-61 a success without the quota headers that this service has sent before does not count as the service’s answer', async () => {
  const quota = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '900' };
  const { api } = connect((_request, count) => jsonAnswer(200, {}, count === 2 ? {} : quota));
  const answers = [await approve(api), await approve(api), await approve(api)];
  expect(answers.map((answer) => answer.ok || answer.error.error.kind)).toEqual([
    true,
    'malformedResponse',
    true,
  ]);
});

test('a recheck has its own request: a read under way may have begun before the approval', async () => {
  const { api, service } = connect(() => jsonAnswer(200, { data: [] }));
  const asked = { organizationId: 'org-1', status: 'open', limit: 50, after: null } as const;
  await billsOf(api);
  await Promise.all(
    (['waiting', 'recheck', 'background', 'recheck'] as const).map((priority) =>
      api.billsPage({ ...asked, priority }),
    ),
  );
  expect(service.requests.length).toBe(1 + 3);
});

test('a 401 renews the token and sends the same request once more, as one attempt', async () => {
  const { api, service, tokens } = connect((_request, count) =>
    count === 1 ? jsonAnswer(401, { error: 'expired' }) : jsonAnswer(200, {}),
  );
  const turns: string[] = [];
  const answer = await api.approveBill({
    organizationId: 'org-1',
    billId: 'bill-1',
    beforeSend: async (turn) => {
      turns.push(turn);
      return succeed(undefined);
    },
  });
  const sent = service.requests.map(({ url, headers }) => [url, headers['authorization']]);
  expect({ answer, turns, sent, renewed: tokens.renewed }).toEqual({
    answer: { ok: true, value: { bill: null, isUnreadable: false } },
    turns: ['first', 'again'],
    sent: [
      ['https://service.test/api/v1/bills/bill-1/approve', 'Bearer token-1'],
      ['https://service.test/api/v1/bills/bill-1/approve', 'Bearer token-2'],
    ],
    renewed: [1],
  });
});

test('a refused new token ends no session: that list pauses for a while, others do not', async () => {
  const refusing = new Set(['org-1']);
  const { api, service, tokens, clock } = connect(({ headers }) =>
    refusing.has(headers['x-organization-id'] ?? '')
      ? jsonAnswer(401, { error: 'no' })
      : jsonAnswer(200, { data: [] }),
  );
  const listOf = (organizationId: string) =>
    api.billsPage({ organizationId, status: 'open', limit: 50, after: null, priority: 'waiting' });
  const refused = await listOf('org-1');
  const atOnce = await listOf('org-1');
  const others = await listOf('org-2');
  const asked = service.requests.length;
  await clock.advance(2_000);
  const again = await listOf('org-1');
  refusing.clear();
  await clock.advance(4_000);
  const after = [await listOf('org-1'), await listOf('org-1')].map(({ ok }) => ok);
  const error = {
    kind: 'serverFailed',
    status: 401,
    message: 'no',
    technical: 'GET /api/v1/bills: 401, JSON, to a new token',
  };
  const nowMs = 1_800_000_000_000;
  expect({ refused, atOnce, others: others.ok, asked, again, after }).toEqual({
    refused: { ok: false, error: { ...error, retryAtMs: nowMs + 2_000 } },
    atOnce: { ok: false, error: { ...error, retryAtMs: nowMs + 2_000 } },
    others: true,
    asked: 3,
    again: { ok: false, error: { ...error, retryAtMs: nowMs + 6_000 } },
    after: [true, true],
  });
  expect(tokens.renewed).toEqual([1, 2]);
});

test('a read is refused by an answer in any form', async () => {
  const answer = await billsOf(connect(() => jsonAnswer(404, { message: 'gone' })).api);
  expect(answer).toMatchObject({ ok: false, error: { kind: 'notFound', status: 404 } });
});

test('if a token cannot be renewed, the call fails with that reason, and as not sent', async () => {
  const { api, tokens } = connect(() => jsonAnswer(401, {}));
  tokens.failRenewal({ kind: 'answerLost', technical: 'token endpoint' });
  expect(await approve(api)).toEqual({
    ok: false,
    error: { error: { kind: 'answerLost', technical: 'token endpoint' }, mayHaveActed: false },
  });
});

test('without a token nothing is sent', async () => {
  const { api, tokens, service } = connect(() => jsonAnswer(200, {}));
  const error = { kind: 'unauthenticated', technical: 'signed out' } as const;
  tokens.failCurrent(error);
  expect([await billsOf(api), await approve(api), service.requests]).toEqual([
    { ok: false, error },
    { ok: false, error: { error, mayHaveActed: false } },
    [],
  ]);
});
