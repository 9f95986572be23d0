import { expect, test } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { organizationName } from '../../contract/organization.ts';
import {
  createScriptedService,
  createScriptedTokens,
  createTestApi,
  jsonAnswer,
} from './testing/doubles.ts';

function connect(answer: Parameters<typeof createScriptedService>[0]) {
  const service = createScriptedService(answer);
  const clock = createVirtualClock(1_800_000_000_000);
  const api = createTestApi({ clock, fetch: service.fetch, tokens: createScriptedTokens() });
  return { api, service };
}

test.each([
  ['bare', [{ id: 'o1', name: 'One' }]],
  ['under data', { data: [{ id: 'o1', name: 'One' }] }],
  ['in the envelope', { data: [{ id: 'o1', name: 'One' }], meta: { has_more: false } }],
  ['under its name', { organizations: [{ id: 'o1', name: 'One' }] }],
])('organizations are found in every form of the list: %s', async (_name, body) => {
  const { api, service } = connect(() => jsonAnswer(200, body));
  expect({
    answer: await api.organizations({ priority: 'waiting' }),
    header: service.requests[0]?.headers['x-organization-id'],
  }).toEqual({
    answer: {
      ok: true,
      value: { items: [{ id: 'o1', name: 'One' }], malformed: [], cutShort: null },
    },
    header: undefined,
  });
});

test('W-32 an organization counts as listed only under its exact id, and main reads the list only when needed', async () => {
  let organizations = [{ id: '7', name: 'Seven' }];
  const { api, service } = connect(() => jsonAnswer(200, { organizations }));
  const found = [await api.isListed('7'), await api.isListed('7'), await api.isListed('07')];
  organizations = [];
  await api.organizations({ priority: 'waiting' });
  const gone = await api.isListed('7');
  expect([...found, gone].map((each) => each.ok && each.value)).toEqual([true, true, false, false]);
  expect([service.requests.length, api.organizationName('7')]).toEqual([4, null]);
});

test('approvals sent at once share one read of the organizations', async () => {
  const { api, service } = connect(() => jsonAnswer(200, { organizations: [{ id: '7' }] }));
  const found = await Promise.all(['7', '7', '8'].map(api.isListed));
  const later = await api.isListed('9');
  expect([...found, later].map((each) => each.ok && each.value)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(service.requests.length).toBe(2);
});

test.each([
  ['an error', { error: 'Not now', data: [] }],
  ['several errors', { errors: [{ message: 'no' }], organizations: [] }],
  ['a no', { success: false, data: [] }],
])(
  'a list of organizations with %s is refused: otherwise users would lose organizations',
  async (_, body) => {
    const { api } = connect(() => jsonAnswer(200, body));
    const answer = await api.organizations({ priority: 'waiting' });
    expect(answer.ok || answer.error.kind).toBe('malformedResponse');
  },
);

/** Organizations page by page: each cursor has its own page. */
async function organizationsFrom(pages: Readonly<Record<string, object>>) {
  const { api, service } = connect(({ url }) =>
    jsonAnswer(200, pages[new URL(url).searchParams.get('after') ?? ''] ?? { error: 'gone' }),
  );
  const answer = await api.organizations({ priority: 'waiting' });
  return {
    ids: answer.ok ? answer.value.items.map(({ id }) => id) : answer.error.kind,
    isAll: answer.ok && !answer.value.cutShort,
    asked: service.requests.map(({ url }) => new URL(url).search),
  };
}

test.each<[string, Parameters<typeof organizationsFrom>[0], object]>([
  [
    'in the envelope, on two pages',
    {
      '': { data: [{ id: 'o1' }, { id: 'o2' }], meta: { has_more: true, next_cursor: 'c 2' } },
      'c 2': { data: [{ id: 'o2' }, { id: 'o3' }], meta: { has_more: false } },
    },
    { ids: ['o1', 'o2', 'o3'], isAll: true, asked: ['', '?after=c+2'] },
  ],
  [
    'under their name, the next page empty',
    {
      '': { organizations: [{ id: 'o1' }], meta: { next_cursor: 'c2' } },
      c2: { organizations: [], meta: { next_cursor: 'c3' } },
    },
    { ids: ['o1'], isAll: false, asked: ['', '?after=c2'] },
  ],
  [
    'more pages, without a cursor',
    { '': { data: [{ id: 'o1' }], meta: { has_more: true } } },
    { ids: ['o1'], isAll: false, asked: [''] },
  ],
  [
    'more by a total',
    { '': { organizations: [{ id: 'o1' }], total_count: 7, page: 1, per_page: 1 } },
    { ids: ['o1'], isAll: false, asked: [''] },
  ],
  [
    'a next page that is empty, and more by a total',
    {
      '': { data: [{ id: 'o1' }], meta: { next_cursor: 'c2' } },
      c2: { data: [], meta: { total: 7, has_more: false } },
    },
    { ids: ['o1'], isAll: false, asked: ['', '?after=c2'] },
  ],
  [
    'more by page number',
    { '': { data: [{ id: 'o1' }], links: { next: '/api/v1/me/organizations?page=2' } } },
    { ids: ['o1'], isAll: false, asked: [''] },
  ],
  [
    'a failing next page, which costs no organization',
    { '': { data: [{ id: 'o1' }], meta: { has_more: true, next_cursor: 'c2' } } },
    { ids: 'malformedResponse', isAll: false, asked: ['', '?after=c2'] },
  ],
])('lists of organizations are read to the end: %s', async (_, pages, read) => {
  expect(await organizationsFrom(pages)).toEqual(read);
});

test('an endless list of organizations is read up to a maximum of pages', async () => {
  const { api, service } = connect((_, count) =>
    jsonAnswer(200, { data: [{ id: `o${count}` }], meta: { next_cursor: `c${count}` } }),
  );
  const answer = await api.organizations({ priority: 'waiting' });
  expect({
    read: answer.ok && answer.value.items.length,
    isAll: answer.ok && !answer.value.cutShort,
    asked: service.requests.length,
  }).toEqual({ read: 40, isAll: false, asked: 40 });
});

test('an organization whose name has an unknown form stays, without a name', async () => {
  const names = ['One', 7, { code: 'Three' }, null];
  const data = names.map((name, at) => ({ id: `o${at}`, name }));
  const answer = await connect(() => jsonAnswer(200, { data })).api.organizations({
    priority: 'waiting',
  });
  expect(answer.ok && answer.value.items.map(organizationName)).toEqual(['One', '7', 'o2', 'o3']);
});

test.each<[unknown, unknown]>([
  [
    [{ identifiant: '89e0c1f2-5a3b-4c6d-8e7f-0123456789ab', raison_sociale: 'Acme' }],
    [['Acme'], 0],
  ],
  [
    { aziende: [{ codice: '89e0c1f2-5a3b-4c6d-8e7f-0123456789ab', denominazione: 'Acme' }] },
    [['Acme'], 0],
  ],
  [[{ nummer: 'o-1', firma: 'Acme' }], [[], 1]],
  [
    [{ id: 'o1', name: 'One' }, { firma: 'Acme' }],
    [['One'], 1],
  ],
  [[], [[], 0]],
])('organizations are read or counted as malformed: %j', async (body, read) => {
  const { api } = connect(() => jsonAnswer(200, body));
  const answer = await api.organizations({ priority: 'waiting' });
  const { items, malformed } = answer.ok ? answer.value : { items: [], malformed: [] };
  expect([items.map(organizationName), malformed.length]).toEqual(read);
});
