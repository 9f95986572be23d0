import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { fail, succeed } from '../../../base/result.ts';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import { createVirtualClock, settle } from '../../../base/testing/virtual-clock.ts';
import type { RequestOf } from '../../../bridge/methods.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import { crawl, openTestCache, readAllBills } from '../testing/test-cache.ts';
import type { BillCache } from './bill-cache.ts';
import { createSerial } from '../../../base/serial.ts';
import { createOrderedTime } from '../time/ordered-time.ts';
import { FRONT_MAX_PAGES } from './crawl-walk.ts';
import { createPageReader, type PageReader } from './page-reader.ts';
import { createPullLedger, type PullLedger } from './pull-ledger.ts';
import type { ServiceCalls } from './service-calls.ts';
import { aBill } from '../testing/fake-bridge.ts';

const organizationId = 'acme';
const payable = { organizationId, group: 'payable' } as const;

interface PageOf {
  readonly ids?: readonly string[];
  readonly next?: string | null;
  readonly isCached?: boolean;
  readonly total?: number;
}
type Lists = (status: string, after: string | null) => PageOf | ServiceError;

interface Reading {
  readonly reader: PageReader;
  readonly cache: BillCache;
  readonly ledger: PullLedger;
  /** "status cursor" of each page requested. */
  readonly asked: string[];
  /** Sets the service's lists. */
  serve(lists: Lists): void;
  /** Reads until the payable crawl, or its front, is complete. */
  crawl(): Promise<void>;
  /** Ids in the mirror. */
  kept(): Promise<string[]>;
}

const invalid: ServiceError = { kind: 'invalid', technical: '400' };
const notFound: ServiceError = { kind: 'notFound', technical: '404' };

/** Starts after the front of the first crawl. */
async function startReading(lists: Lists, exclusive = createSerial()): Promise<Reading> {
  const reading = await startFirstReading(lists, exclusive);
  await crawl(reading.cache, 'payable', []);
  return reading;
}

async function startFirstReading(lists: Lists, exclusive = createSerial()): Promise<Reading> {
  const clock = createVirtualClock();
  const cache = await openTestCache(new IDBFactory(), clock);
  const ledger = createPullLedger({ clock, random: createSeededRandom(1) }, []);
  const asked: string[] = [];
  let present = lists;
  const calls: ServiceCalls = {
    ask: async (_name, request) => {
      const { status, after, askedMs } = request as RequestOf<'service.billsPages'>;
      asked.push(`${status} ${after ?? 'start'}`);
      const page = present(status, after);
      if ('kind' in page) return fail(page);
      const { ids = [], next = null, total } = page;
      const items = ids.map((id) => aBill(id, { status }));
      const read = { after, askedMs, items, malformed: [], nextCursor: next, cutShort: null };
      return succeed([{ ...read, total, isCached: page.isCached ?? false }]);
    },
    stopAhead: () => undefined,
  };
  const reader = createPageReader({
    clock,
    orderedTime: createOrderedTime(clock),
    calls,
    cache,
    ledger,
    launchId: 'run',
    exclusive,
    over: new AbortController().signal,
    onProgress: () => undefined,
    onBills: () => undefined,
    onChange: () => undefined,
    onEvidence: () => undefined,
    onMalformed: () => undefined,
    onLeft: () => undefined,
  });
  return {
    reader,
    cache,
    ledger,
    asked,
    serve: (next) => {
      present = next;
    },
    crawl: async () => {
      await reader.readOn(payable, 'background', () => Number(asked.length < 100));
    },
    kept: async () => {
      return (await readAllBills(cache, organizationId)).map(({ id }) => id).toSorted();
    },
  };
}

/** Lists of open bills only, with pages by the cursor that leads to them. */
const openPages =
  (pages: Readonly<Record<string, PageOf>>): Lists =>
  (status, after) =>
    status === 'open' ? (pages[after ?? 'start'] ?? {}) : {};

const openAsked = ({ asked }: Reading): string[] =>
  asked.filter((line) => line.startsWith('open')).map((line) => line.slice('open '.length));

const cutsOf = ({ ledger }: Reading): readonly string[] | undefined =>
  ledger
    .crawls()
    .get(JSON.stringify([organizationId, 'payable']))
    ?.completed?.cuts.map(({ status, listed, why }) => `${status} ${listed} ${why}`);

test('C-98 a first crawl reads bills that may be overdue first, then all bills in the order they move', async () => {
  const first: Lists = (status, after) =>
    ({
      open: { ids: ['b1', 'b2'] },
      overdue: after === null ? { ids: ['o1'], next: 'A' } : { ids: ['o2'] },
    })[status] ?? {};
  const reading = await startFirstReading(first);
  const runningOf = () => reading.ledger.crawls().get(JSON.stringify(['acme', 'payable']));
  await reading.crawl();
  const front = {
    asked: reading.asked.splice(0),
    kept: await reading.kept(),
    completed: runningOf()?.completed,
  };
  // One bill is paid, another becomes overdue.
  reading.serve(
    (status) => ({ open: { ids: ['b1'] }, overdue: { ids: ['b2', 'o2'] } })[status] ?? {},
  );
  await reading.crawl();
  const { pages, bills } = runningOf()?.completed ?? {};
  const whole = { asked: reading.asked.splice(0), kept: await reading.kept(), pages, bills };
  await reading.crawl();
  const chains = ['open start', 'overdue start', 'partially_paid start'];
  expect({ front, whole, next: reading.asked }).toEqual({
    front: {
      asked: ['overdue start', 'overdue A', 'partially_paid start'],
      kept: ['o1', 'o2'],
      completed: null,
    },
    whole: { asked: chains, kept: ['b1', 'b2', 'o2'], pages: 3, bills: 3 },
    next: chains,
  });
});

test.each<[string, Lists]>([
  ['there are too many', (_status, after) => ({ ids: [`${after}`], next: `${Number(after) + 1}` })],
  ['its cursors are refused', (_status, after) => (after === null ? { next: 'A' } : invalid)],
])('C-98 the front of a first crawl ends: %s', async (_, front) => {
  const reading = await startFirstReading((status, after) =>
    status === 'open' ? {} : front(status, after),
  );
  while (!reading.asked.includes('open start')) await reading.crawl();
  const { length } = reading.asked.slice(0, reading.asked.indexOf('open start'));
  expect(length).toBeLessThanOrEqual(FRONT_MAX_PAGES);
});

test('C-66 a chain ends at a repeated cursor, keeps the bills it read, and sweeps nothing', async () => {
  const reading = await startReading(openPages({ start: { ids: ['old', 'b1'] } }));
  await reading.crawl();
  reading.asked.length = 0;
  reading.serve(
    openPages({
      start: { ids: ['b1'], next: 'A' },
      A: { ids: ['b2'], next: 'B' },
      B: { ids: ['b3'], next: 'A' },
    }),
  );
  await reading.crawl();
  expect({
    asked: reading.asked,
    cuts: cutsOf(reading),
    kept: await reading.kept(),
  }).toEqual({
    asked: ['open start', 'open A', 'open B', 'overdue start', 'partially_paid start'],
    cuts: ['open 3 repeats'],
    kept: ['b1', 'b2', 'b3', 'old'],
  });
});

test('C-66 a list whose service ignores the cursor is reported with the number of its bills', async () => {
  const page = { ids: ['b1', 'b2'], next: 'x' };
  const reading = await startReading(openPages({ start: page, x: page }));
  await reading.crawl();
  expect(cutsOf(reading)).toEqual(['open 2 repeats']);
});

test.each<[string, (page: number) => readonly string[], number]>([
  ['20 empty pages', () => [], 20],
  ['3 pages of the same bill', () => ['b1'], 4],
  ['3 of the same bill between empty ones', (page) => (page % 2 === 0 ? ['b1'] : []), 7],
  ['a new bill restarts the count', (page) => (page === 19 ? ['b2'] : []), 40],
])('C-66 a chain without new ids ends, whatever its cursors: %s', async (_, idsOf, pages) => {
  const reading = await startReading((status, after) => {
    if (status !== 'open') return {};
    const page = Number(after ?? '0');
    return { ids: idsOf(page), next: String(page + 1) };
  });
  await reading.crawl();
  expect([openAsked(reading).length, cutsOf(reading)]).toEqual([
    pages,
    [expect.stringMatching(/^open \d+ repeats$/)],
  ]);
});

test('C-66 a list without a fixed order, in which many bills come twice and others never, sweeps nothing', async () => {
  const ids = ['b1', 'b2', 'b3', 'b4'];
  const reading = await startReading(openPages({ start: { ids: [...ids, 'b5', 'old'] } }));
  await reading.crawl();
  const start = { ids, next: 'A' };
  reading.serve(openPages({ start, A: { ids: ['b4', 'b2', 'b1', 'b3', 'b5'] } }));
  await reading.crawl();
  const unordered = [cutsOf(reading), await reading.kept()];
  // A bill added meanwhile moves one bill to the next page.
  reading.serve(openPages({ start, A: { ids: ['b4', 'b5'] } }));
  await reading.crawl();
  expect([unordered, [cutsOf(reading), await reading.kept()]]).toEqual([
    [['open 5 unordered'], [...ids, 'b5', 'old']],
    [[], [...ids, 'b5']],
  ]);
});

test('C-66 a list is complete if each page begins with the end of the page before, in the same order', async () => {
  const pages = {
    start: { ids: ['b1', 'b2', 'b3', 'b4'], next: 'A' },
    A: { ids: ['b3', 'b4', 'b5', 'b6'], next: 'B' },
    B: { ids: ['b5', 'b6', 'b7', 'b8'], next: 'C' },
    C: { ids: ['b7', 'b8'] },
  };
  const reading = await startReading(openPages(pages));
  await reading.crawl();
  const cuts = cutsOf(reading);
  // The last page repeats two bills in another order.
  reading.serve(
    openPages({ ...pages, C: { ids: ['b6', 'b7'], next: 'D' }, D: { ids: ['b8', 'b7'] } }),
  );
  await reading.crawl();
  expect([cuts, cutsOf(reading)]).toEqual([[], ['open 8 unordered']]);
});

test('C-66 pages that are read again after history made room on the disk do not end their chain', async () => {
  const start = { ids: ['1'], next: 'A' };
  const rest = { A: { ids: ['2'], next: 'B' }, B: { ids: ['3'] } };
  const reading = await startReading(openPages({ start, ...rest }));
  await reading.crawl();
  reading.asked.splice(0);
  reading.serve((status, after) => {
    // The crawl forgets that it saw A again.
    if (status === 'overdue' && reading.asked.length === 4) void reading.cache.dropHistory();
    return openPages({ start: { ...start, ids: ['1', '4'] }, ...rest })(status, after);
  });
  await reading.crawl();
  await reading.crawl();
  expect([openAsked(reading), cutsOf(reading)]).toEqual([['start', 'A', 'B', 'A', 'B'], []]);
});

test('C-66 a long chain whose pages bring new bills is read to its end, and again in the next crawl', async () => {
  const reading = await startReading((status, after) => {
    const page = Number(after ?? '0');
    if (status !== 'open') return {};
    return { ids: [`b${page}`], next: page < 9 ? String(page + 1) : null };
  });
  await reading.crawl();
  await reading.crawl();
  expect([openAsked(reading).length, cutsOf(reading)]).toEqual([20, []]);
});

test('C-66 a crawl that was cut short sweeps nothing; the next whole one does', async () => {
  const reading = await startReading(openPages({ start: { ids: ['b1', 'b2'] } }));
  await reading.crawl();
  reading.serve(openPages({ start: { ids: ['b1'], next: 'A' }, A: { next: 'A' } }));
  await reading.crawl();
  const cut = await reading.kept();
  reading.serve(openPages({ start: { ids: ['b1'] } }));
  await reading.crawl();
  expect([cut, await reading.kept()]).toEqual([['b1', 'b2'], ['b1']]);
});

test.each<[string, Readonly<Record<string, PageOf>>, string]>([
  [
    'a later page is empty',
    { start: { ids: ['b1'], next: 'A', total: 3 }, A: { total: 3 } },
    'open 1 noCursor',
  ],
  [
    'a later page is short',
    { start: { ids: ['b1'], next: 'A' }, A: { ids: ['b2'], total: 3 } },
    'open 2 noCursor',
  ],
  ['the only page is empty', { start: { total: 3 } }, 'open 0 noCursor'],
])(
  'C-66 a list that ends before the total it states is cut short, and keeps its bills: %s',
  async (_, pages, cut) => {
    const ids = ['b1', 'b2', 'b3'];
    const reading = await startReading(
      openPages({
        start: { ids: ['b1'], next: 'A', total: 3 },
        A: { ids: ['b2', 'b3'], total: 3 },
      }),
    );
    await reading.crawl();
    const whole = cutsOf(reading);
    reading.serve(openPages(pages));
    await reading.crawl();
    expect([whole, cutsOf(reading), await reading.kept()]).toEqual([[], [cut], ids]);
  },
);

test('C-66 a list that was cut short keeps its bills, while whole lists beside it are swept', async () => {
  const bills: Record<string, readonly string[]> = { open: ['b1', 'b2'], overdue: ['b3', 'b4'] };
  const reading = await startReading((status) => ({ ids: bills[status] ?? [] }));
  await reading.crawl();
  reading.serve((status, after) => {
    if (status === 'open') return { ids: after === null ? ['b1'] : [], next: 'A' };
    return { ids: status === 'overdue' ? ['b3'] : [] };
  });
  await reading.crawl();
  expect([await reading.kept(), cutsOf(reading)]).toEqual([['b1', 'b2', 'b3'], ['open 1 repeats']]);
});

test.each<ServiceError>([notFound, invalid, { kind: 'forbidden', scope: null, technical: '403' }])(
  'C-66 a status whose list is refused stops no other list, keeps its bills, and is reported: %j',
  async (refused) => {
    const bills: Record<string, readonly string[]> = { open: ['b1', 'b2'], overdue: ['b3', 'b4'] };
    const reading = await startReading((status) => ({ ids: bills[status] ?? [] }));
    await reading.crawl();
    reading.serve((status) => (status === 'open' ? { ids: ['b1'] } : refused));
    await reading.crawl();
    expect([await reading.kept(), cutsOf(reading)?.toSorted()]).toEqual([
      ['b1', 'b3', 'b4'],
      ['overdue 0 notFound', 'partially_paid 0 notFound'],
    ]);
  },
);

test('C-66 when no status has a list, the crawl fails, and goes on once one has', async () => {
  const reading = await startReading(openPages({ start: { ids: ['b1'] } }));
  await reading.crawl();
  reading.serve(() => notFound);
  await reading.crawl();
  const failed = [...reading.ledger.failures().values()].map(({ error }) => error?.kind);
  reading.serve(openPages({ start: { ids: ['b2'] } }));
  await reading.crawl();
  expect([failed, reading.ledger.failures().size]).toEqual([['notFound'], 0]);
});

test('C-66 pages from a cache sweep nothing, and do not count as read after an approval', async () => {
  const reading = await startReading(openPages({ start: { ids: ['b1', 'b2'] } }));
  await reading.crawl();
  reading.serve(openPages({ start: { ids: ['b1'], isCached: true } }));
  await reading.crawl();
  const rows = await readAllBills(reading.cache, organizationId);
  const askedMs = rows.map(({ id, read }) => `${id} ${read !== undefined && read.askedMs > 0}`);
  expect([askedMs.toSorted(), cutsOf(reading)]).toEqual([
    ['b1 false', 'b2 true'],
    ['open 1 cached'],
  ]);
});

test('a page read out of turn moves no crawl, and a crawl under way does not sweep its bills', async () => {
  const pages = { start: { ids: ['b1', 'b2'], next: 'A' }, A: { ids: ['b3'] } };
  const reading = await startReading(openPages(pages));
  await reading.crawl();
  // b3 moves to a page that the next crawl has already passed, and is read there out of turn.
  reading.serve(openPages({ start: { ids: ['b1'], next: 'A' } }));
  let turns = 1;
  await reading.reader.readOn(payable, 'background', () => turns--);
  reading.serve(openPages({ start: { ids: ['b1', 'b3'], next: 'A' } }));
  const outcome = await reading.reader.reread({ organizationId, status: 'open', after: null });
  const place = reading.ledger.factsOf(payable).isRunning;
  await reading.crawl();
  expect({ outcome, place, asked: openAsked(reading), kept: await reading.kept() }).toEqual({
    outcome: 'read',
    place: true,
    asked: ['start', 'A', 'start', 'start', 'A'],
    kept: ['b1', 'b3'],
  });
});

test('a bill read out of turn records the time of the request and the cursor used', async () => {
  const reading = await startReading(openPages({ start: { next: 'A' }, A: { ids: ['b1'] } }));
  await reading.crawl();
  const readOf = async () => {
    const rows = await reading.cache.readBills([{ organizationId, billId: 'b1' }]);
    return [...rows.values()][0]?.read;
  };
  const before = await readOf();
  await reading.reader.reread({ organizationId, status: 'open', after: 'A' });
  const after = await readOf();
  expect({ after, isLater: (after?.askedMs ?? 0) > (before?.askedMs ?? 0) }).toEqual({
    after: { run: 'run', askedMs: after?.askedMs, listedMs: 0, status: 'open', after: 'A' },
    isLater: true,
  });
});

const failed: ServiceError = { kind: 'serverFailed', retryAtMs: null, technical: '500' };

test.each([
  ['a refused cursor', 'A', invalid, 'refused', false],
  ['an expired cursor', 'A', { kind: 'notFound', technical: '404' }, 'refused', false],
  ['a refused first page', null, invalid, null, true],
  ['a failing service', 'A', failed, null, true],
] as const)(
  'a page that cannot be read out of turn: %s',
  async (_, after, error, outcome, waits) => {
    const reading = await startReading(() => error);
    const page = { organizationId, status: 'open', after };
    expect([
      await reading.reader.reread(page),
      reading.ledger.factsOf(payable).retryAtMs !== null,
    ]).toEqual([outcome, waits]);
  },
);

test('the next pages are requested while the previous ones are written, and are stored after them', async () => {
  const lane = createSerial();
  const written = Promise.withResolvers<void>();
  const chain = openPages({ start: { ids: ['b1'], next: 'A' }, A: { ids: ['b2'], next: 'B' } });
  const reading = await startReading(chain, lane);
  void lane(() => written.promise);
  const crawled = reading.crawl();
  await settle();
  const before = [...reading.asked];
  written.resolve();
  await crawled;
  expect([before, openAsked(reading), await reading.kept()]).toEqual([
    ['open start', 'open A'],
    ['start', 'A', 'B'],
    ['b1', 'b2'],
  ]);
});
