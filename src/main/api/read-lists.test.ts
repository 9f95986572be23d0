import { expect, test } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import {
  createScriptedService,
  createScriptedTokens,
  createTestApi,
  jsonAnswer,
  type SeenRequest,
} from './testing/doubles.ts';

const bill = {
  ...{ id: 'bill-1', status: 'open', currency: 'EUR', total_cents: 1, amount_due_cents: 1 },
};

function connect(answer: (request: SeenRequest, count: number) => Response) {
  const service = createScriptedService(answer);
  const clock = createVirtualClock(1_800_000_000_000);
  return createTestApi({ clock, fetch: service.fetch, tokens: createScriptedTokens() });
}

const of = { organizationId: 'org-1', status: 'open', limit: 50, after: null } as const;

const sized = (id: string, bytes: number) => ({ ...bill, id, memo: 'x'.repeat(bytes) });
const MB = 1024 * 1024;

test('a page that is too large is requested again with half the limit, down to one bill', async () => {
  const bills = [bill, sized('large', 6 * MB), { ...bill, id: 'after' }];
  const limits: string[] = [];
  const api = connect(({ url }) => {
    const query = new URL(url).searchParams;
    limits.push(`${query.get('limit')}@${query.get('after') ?? 0}`);
    const from = Number(query.get('after') ?? 0);
    const data = bills.slice(from, from + Number(query.get('limit')));
    const to = from + data.length;
    return jsonAnswer(200, { data, meta: { has_more: to < 3, next_cursor: `${to}` } });
  });
  const read: unknown[] = [];
  for (let after: string | null | undefined = null; after !== undefined;) {
    const page = await api.billsPage({ ...of, limit: 2, after, priority: 'waiting' });
    if (!page.ok) throw new Error(page.error.technical);
    read.push(...page.value.items.map(({ id }) => id), ...page.value.malformed.map(({ id }) => id));
    after = page.value.nextCursor ?? undefined;
  }
  expect([read, limits]).toEqual([
    ['bill-1', 'large', 'after'],
    ['2@0', '1@0', '2@1', '1@1', '2@2'],
  ]);
});

test('a bill larger than the maximum answer is quarantined, and its list is cut short there', async () => {
  const endless = () =>
    new Response(
      new ReadableStream({ pull: (sink) => sink.enqueue(new Uint8Array(MB).fill(120)) }),
    );
  expect(await connect(endless).billsPage({ ...of, priority: 'waiting' })).toEqual({
    ok: true,
    value: {
      items: [],
      malformed: [{ id: null, problems: ['(all): larger than 32 MB'], raw: 'larger than 32 MB' }],
      ...{ nextCursor: null, cutShort: 'tooLarge', isCached: false },
    },
  });
});

test.each<[string, (agoS: number) => Record<string, string>]>([
  ['an Age', (agoS) => ({ age: String(agoS) })],
  ['an old Date', (agoS) => ({ date: new Date(1_800_000_000_000 - agoS * 1000).toUTCString() })],
])(
  'Q-66 an answer from a cache does not count as a recheck, and proves nothing about the present: %s',
  async (_name, headers) => {
    let agoS = 0;
    const api = connect(() =>
      jsonAnswer(
        200,
        { data: [bill] },
        { date: new Date(1_800_000_000_000).toUTCString(), ...headers(agoS) },
      ),
    );
    const cached: unknown[] = [];
    for (agoS of [0, 0, 90]) {
      const page = await api.billsPage({ ...of, priority: 'waiting' });
      const recheck = await api.billsPage({ ...of, priority: 'recheck' });
      cached.push([page.ok && page.value.isCached, recheck.ok || recheck.error.kind]);
    }
    expect(cached).toEqual([
      [false, true],
      [false, true],
      [true, 'cached'],
    ]);
  },
);

test.each([
  ['one read a second', 1_000, [false, true, true, false, false, false]],
  ['two reads a second', 500, [false, true, true, true, true, false]],
])(
  'Q-66 a clock that was set back does not count as a cache forever: %s',
  async (_, stepMs, expected) => {
    let nowMs = 1_800_000_000_000;
    const api = connect(() =>
      jsonAnswer(200, { data: [bill] }, { date: new Date((nowMs += stepMs)).toUTCString() }),
    );
    const cached: unknown[] = [];
    for (let count = 0; count < 6; count += 1) {
      if (count === 1) nowMs -= 3_600_000;
      const page = await api.billsPage({ ...of, priority: 'waiting' });
      cached.push(page.ok && page.value.isCached);
    }
    expect(cached).toEqual(expected);
  },
);

test.each<[string, unknown, unknown]>([
  ['bare where it lists in an object', { data: [bill] }, []],
  ['in an object where it lists bare', [bill], { items: [] }],
])(
  'an empty list in a form that this service does not use is refused: %s',
  async (_name, usual, empty) => {
    const api = connect((_request, count) => jsonAnswer(200, count === 1 ? usual : empty));
    await api.billsPage({ ...of, priority: 'waiting' });
    expect(await api.billsPage({ ...of, priority: 'waiting' })).toMatchObject({
      ok: false,
      error: { kind: 'malformedResponse' },
    });
  },
);
