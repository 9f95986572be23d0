import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RecordedBill } from './records.ts';
import { drawApproveAnswer, drawReadAnswer, labelOf, type ApproveAnswer } from './grammar.ts';
import type { PagingReading } from './lists.ts';
import { oddBills, plainBill } from './odd-bills.ts';
import { servePeer } from './serve.ts';
import { createReferencePeer, peerClient, type ReferencePeer } from './service.ts';

const START_MS = Date.UTC(2026, 2, 10, 12);
const HOST = 'http://peer.invalid';
const CALLBACK = 'http://127.0.0.1:47113/callback';

interface Scene {
  readonly peer: ReferencePeer;
  nowMs: number;
  call(path: string, method?: string): Promise<{ status: number; headers: Headers; body: unknown }>;
}

/** A peer with these open bills, and a signed-in client. */
async function sceneOf(bills: readonly RecordedBill[]): Promise<Scene> {
  const scene = { nowMs: START_MS };
  const peer = createReferencePeer({
    nowMs: () => scene.nowMs,
    sleep: async (delayMs) => {
      scene.nowMs += delayMs;
    },
    random: { next: chanceFrom(1) },
    organizations: [{ id: 'org-1', name: 'First', bills }],
  });
  const token = await signIn(HOST, peer.fetch);
  const headers = { authorization: `Bearer ${token}`, 'x-organization-id': 'org-1' };
  return Object.assign(scene, {
    peer,
    call: async (path: string, method = 'GET') => {
      const response = await peer.fetch(`${HOST}/api/v1${path}`, { method, headers });
      const text = await response.text();
      const body: unknown = text === '' ? null : JSON.parse(text);
      return { status: response.status, headers: response.headers, body };
    },
  });
}

function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

type AnyFetch = (url: string, init?: RequestInit) => Promise<Response>;

async function signIn(host: string, fetch: AnyFetch): Promise<string> {
  const query = `client_id=${peerClient.clientId}&response_type=code&state=s-1`;
  const asked = `${host}/oauth/authorize?${query}&redirect_uri=${encodeURIComponent(CALLBACK)}`;
  const back = await fetch(asked, { redirect: 'manual' });
  const location = new URL(back.headers.get('location') ?? '');
  expect([back.status, location.searchParams.get('state')]).toEqual([302, 's-1']);
  const tokens = await exchange(fetch, host, {
    grant_type: 'authorization_code',
    code: location.searchParams.get('code') ?? '',
    redirect_uri: CALLBACK,
  });
  return String(tokens['access_token']);
}

async function exchange(
  fetch: AnyFetch,
  host: string,
  grant: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const client = {
    client_id: peerClient.clientId,
    client_secret: peerClient.clientSecret,
  };
  const response = await fetch(`${host}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...grant, ...client }),
  });
  return Object(await response.json());
}

const fiveBills = [1, 2, 3, 4, 5].map((number) => plainBill(`b-${number}`));

/** Ids of each page, following cursors to the end or for `most` pages. */
async function pagesOf(scene: Scene, most = 8): Promise<readonly string[]> {
  const pages: string[] = [];
  let after = '';
  while (pages.length < most) {
    const answer = await scene.call(`/bills?status=open&limit=2${after}`);
    if (answer.status !== 200) return [...pages, String(answer.status)];
    const { data, meta } = Object(answer.body);
    pages.push(data.map(({ id }: RecordedBill) => id).join(' '));
    if (!meta.next_cursor || meta.has_more === false) return pages;
    after = `&after=${meta.next_cursor}`;
  }
  return pages;
}

test('a plain peer lists, approves, counts the approvals it applied, and sends the quota with every answer', async () => {
  const scene = await sceneOf(fiveBills);
  expect(await pagesOf(scene)).toEqual(['b-5 b-4', 'b-3 b-2', 'b-1']);
  const approved = await scene.call('/bills/b-3/approve', 'PATCH');
  scene.peer.records.pay('b-2');
  const refused = await scene.call('/bills/b-2/approve', 'PATCH');
  expect({
    approved: [approved.status, Object(approved.body).id],
    refused: [refused.status, refused.body],
    remaining: refused.headers.get('x-ratelimit-remaining'),
    ledger: scene.peer
      .ledger()
      .map(({ billId, applied, content, answeredWith }) => [
        billId,
        applied,
        content?.status,
        answeredWith,
      ]),
    times: [scene.peer.timesApplied('b-3'), scene.peer.timesApplied('b-2')],
  }).toEqual({
    approved: [200, 'b-3'],
    refused: [422, { error: 'This bill is paid.' }],
    remaining: '995',
    ledger: [
      ['b-3', true, 'open', 'approve 200 bill applied'],
      ['b-2', false, 'paid', 'approve 422 refused'],
    ],
    times: [1, 0],
  });
});

test.each<[string, Partial<PagingReading>, readonly string[]]>([
  ['offset cursors', { cursors: 'offset' }, ['b-5 b-4', 'b-3 b-2', 'b-1']],
  ['oldest first', { order: 'oldest' }, ['b-1 b-2', 'b-3 b-4', 'b-5']],
  ['an empty cursor at the end', { end: 'empty' }, ['b-5 b-4', 'b-3 b-2', 'b-1']],
  ['has_more without a cursor', { hasMore: 'withoutCursor' }, ['b-5 b-4']],
  [
    'pages in a circle',
    { chain: 'loop' },
    ['b-5 b-4', 'b-3 b-2', 'b-1', 'b-3 b-2', 'b-1', 'b-3 b-2', 'b-1', 'b-3 b-2'],
  ],
  [
    'endless empty pages',
    { chain: 'emptyForEver', cursors: 'secret' },
    ['b-5 b-4', 'b-3 b-2', 'b-1', '', '', '', '', ''],
  ],
  ['endless equal pages', { chain: 'sameForEver' }, Array.from({ length: 8 }, () => 'b-5 b-4')],
  ['a repeated row', { repeats: true }, ['b-5 b-4', 'b-4 b-3', 'b-3 b-2', 'b-2 b-1']],
  ['moving rows with offsets', { cursors: 'offset', moves: true }, ['b-5 b-4', 'b-3 b-2', 'b-1']],
])('pages: %s', async (_name, reading, pages) => {
  const scene = await sceneOf(fiveBills);
  Object.assign(scene.peer.readings.paging, reading);
  expect(await pagesOf(scene)).toEqual(pages);
});

test('a single-use cursor is refused the second time, with the status of the reading', async () => {
  const scene = await sceneOf(fiveBills);
  const reading = { cursors: 'secret', life: 'once', refusedWith: 404 } as const;
  Object.assign(scene.peer.readings.paging, reading);
  const first = await scene.call('/bills?status=open&limit=2');
  const next = `/bills?status=open&limit=2&after=${Object(first.body).meta.next_cursor}`;
  const answers = [await scene.call(next), await scene.call(next)];
  expect(answers.map(({ status }) => status)).toEqual([200, 404]);
});

test('a snapshot cursor shows the list as its first page found it, even when requested again', async () => {
  const scene = await sceneOf(fiveBills);
  Object.assign(scene.peer.readings.paging, { cursors: 'snapshot' });
  const first = await scene.call('/bills?status=open&limit=2');
  const next = `/bills?status=open&limit=2&after=${Object(first.body).meta.next_cursor}`;
  scene.peer.records.changeBill('b-3', { total_cents: 1 });
  scene.peer.records.addBill('org-1', plainBill('b-6'));
  const totals = async (path: string) =>
    Object((await scene.call(path)).body).data.map((bill: RecordedBill) => [
      bill.id,
      bill['total_cents'] === 1,
    ]);
  expect([await totals(next), await totals(next), await pagesOf(scene)]).toEqual([
    [
      ['b-3', false],
      ['b-2', false],
    ],
    [
      ['b-3', false],
      ['b-2', false],
    ],
    ['b-6 b-5', 'b-4 b-3', 'b-2 b-1'],
  ]);
});

test('a bill changed and changed back is as before, except for its time of change', async () => {
  const { peer } = await sceneOf(fiveBills);
  peer.records.changeBill('b-1', { total_cents: 99_999_900, memo: undefined });
  const changed = peer.records.find('org-1', 'b-1');
  peer.records.changeBack('b-1');
  const stamp = new Date(START_MS).toISOString();
  expect([
    changed?.['total_cents'],
    'memo' in (changed ?? {}),
    peer.records.find('org-1', 'b-1'),
  ]).toEqual([99_999_900, false, plainBill('b-1', { updated_at: stamp })]);
});

test('an answer with another amount shows a bill that the records have, and the next list agrees', async () => {
  const scene = await sceneOf([plainBill('b-1')]);
  const drawn = { status: 200, body: 'changedAmount', headers: 'quota', timing: 'now' } as const;
  scene.peer.answerApprovals(() => ({ ...drawn, applied: true }));
  const { body: said } = await scene.call('/bills/b-1/approve', 'PATCH');
  const { body: list } = await scene.call('/bills?status=open');
  const amounts = [Object(said).total_cents, scene.peer.ledger()[0]?.content?.['total_cents']];
  expect([amounts, Object(list).data]).toEqual([[99_999_900, 1_000], [said]]);
});

test('an open bill is overdue once its day is over', async () => {
  const scene = await sceneOf([plainBill('b-1', { due_date: '2026-03-10' })]);
  const before = scene.peer.records.find('org-1', 'b-1')?.status;
  scene.nowMs = Date.UTC(2026, 2, 11);
  expect([before, scene.peer.records.find('org-1', 'b-1')?.status]).toEqual(['open', 'overdue']);
});

test('a refresh token works once, and the quota ends at its limit', async () => {
  const scene = await sceneOf(fiveBills);
  scene.peer.readings.quota.limit = 2;
  const statuses = [];
  for (let call = 0; call < 3; call++) statuses.push((await scene.call('/bills')).status);
  const grant = { grant_type: 'refresh_token', refresh_token: 'never issued' };
  const refused = await exchange(scene.peer.fetch, HOST, grant);
  expect([statuses, refused['error']]).toEqual([[200, 200, 429], 'invalid_grant']);
});

test('the grammar draws every kind of answer, and none of a lying service', () => {
  const chance = chanceFrom(7);
  const drawn = Array.from({ length: 40_000 }, () => drawApproveAnswer(chance));
  const lies = drawn.filter(
    ({ status, applied, body, headers, timing }) =>
      !timing.startsWith('reset') &&
      (applied
        ? status === 401 || status === 429 || (status === 422 && body === 'error')
        : status === 200 && body === 'bill' && headers === 'quota'),
  );
  const kinds = new Set(drawn.map((each) => labelOf('approve', each)));
  const looked = [
    'approve 503 html applied',
    'approve 200 error not applied',
    'approve 200 emptyArray not applied',
    'approve 202 bill not applied',
    'approve 409 error applied',
    'approve resetAfter applied',
  ];
  expect([lies, looked.filter((kind) => !kinds.has(kind)), kinds.size > 600]).toEqual([
    [],
    [],
    true,
  ]);
});

test('reads give the drawn answer, counted by kind, with rows of the records', async () => {
  const scene = await sceneOf(fiveBills);
  const chance = chanceFrom(7);
  const drawn = Array.from({ length: 400 }, () => drawReadAnswer(chance));
  const good = drawn.find(
    ({ status, body, timing }) => `${status} ${body} ${timing}` === '200 rows now',
  );
  const bad = { status: 502, body: 'error', headers: 'none', timing: 'now' } as const;
  const answers = [good ?? null, bad];
  scene.peer.answerReads(() => answers.shift() ?? null);
  const first = await scene.call('/bills?limit=1');
  const second = await scene.call('/bills?limit=1');
  expect({
    first: [first.status, Object(first.body).data.map(({ id }: RecordedBill) => id)],
    second: [second.status, second.headers.has('x-ratelimit-limit')],
    counts: ['read 200 rows', 'read 502 error'].map((kind) => scene.peer.counts().get(kind)),
  }).toEqual({ first: [200, ['b-5']], second: [502, false], counts: [1, 1] });
});

test('a socket carries a drawn answer, a reset, a body cut off, and an extremely nested bill', async () => {
  const peer = await servePeer([{ id: 'org-1', bills: [...fiveBills, oddBills.deep()] }]);
  const token = await signIn(peer.url, fetch);
  const drawn: ApproveAnswer[] = [
    { status: 503, body: 'html', headers: 'none', timing: 'now', applied: true },
    { status: 200, body: 'bill', headers: 'quota', timing: 'resetAfter', applied: true },
    { status: 200, body: 'brokenOff', headers: 'quota', timing: 'now', applied: true },
  ];
  peer.answerApprovals(() => drawn.shift() ?? null);
  const headers = { authorization: `Bearer ${token}` };
  const send = async (path: string, method: string): Promise<string> => {
    try {
      const response = await fetch(`${peer.url}/api/v1${path}`, { method, headers });
      return `${response.status} ${(await response.text()).slice(0, 15)}`;
    } catch (problem) {
      return problem instanceof TypeError ? problem.message : String(problem);
    }
  };
  const answers = [];
  for (let call = 0; call < 3; call++) answers.push(await send('/bills/b-1/approve', 'PATCH'));
  answers.push(await send('/bills', 'GET'));
  await peer.close();
  expect([answers, peer.timesApplied('b-1')]).toEqual([
    ['503 <!doctype html>', 'fetch failed', 'terminated', '200 {"data":[{"id":'],
    3,
  ]);
});

test('the reference peer has its own reading of the page and imports nothing of Billfold or the sandbox', () => {
  const folder = new URL('.', import.meta.url);
  const importing = readdirSync(folder)
    .filter((name) => !name.endsWith('.test.ts'))
    .filter((name) => /from '\.\.\//.test(readFileSync(new URL(name, folder), 'utf8')));
  expect(importing).toEqual([]);
});
