import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { createVirtualClock } from '../../../base/testing/virtual-clock.ts';
import { failDatabaseCalls } from '../testing/failing-database.ts';
import { aBill } from '../testing/fake-bridge.ts';
import {
  crawl,
  openTestCache,
  type PageOf,
  readAllBills,
  storedBills,
} from '../testing/test-cache.ts';
import { openJson } from '../cipher.ts';
import { sealedConnection } from '../testing/node-cipher.ts';
import { deleteBillCache, type BillCache } from './bill-cache.ts';
import {
  CACHE_SCHEMA_VERSION,
  cacheDatabaseName,
  createCacheDatabase,
  type CacheDatabase,
} from './cache-database.ts';

const organizationId = 'acme';
test('unreadable rows of the cache are skipped, and a cache of a newer version starts over', async () => {
  const disk = new IDBFactory();
  const first = await openTestCache(disk);
  await crawl(first, 'payable', [{ items: [aBill('1'), aBill('2')] }, {}, {}]);
  first.close();
  const raw = createCacheDatabase('connection', { indexedDB: disk, IDBKeyRange });
  await raw.open();
  const head = Object(await raw.heads.get(1));
  await raw.heads.put({ ...head, statuses: ['open', 'overdue'] });
  raw.close();
  const second = await openTestCache(disk);
  const readable = await storedBills(second);
  second.close();
  await replaceByNewer(disk);
  const third = await openTestCache(disk);
  await crawl(third, 'payable', [{ items: [aBill('3')] }, {}, {}]);
  expect([readable, await storedBills(third)]).toEqual([['1 open'], ['3 open']]);
});

test('the catalog is read once, even if another organization is written meanwhile', async () => {
  const disk = new IDBFactory();
  const before = await openTestCache(disk);
  // More pages than are read at once, and more bills on each than are merged.
  const pages = Array.from({ length: 101 }, (_none, page) => ({
    items: Array.from({ length: 30 }, (_bill, at) => aBill(`b${page}-${at}`)),
    next: page < 100 ? `${page}` : null,
  }));
  await crawl(before, 'payable', [...pages, {}, {}]);
  before.close();
  let yields = 0;
  const cache = await openTestCache(disk, createVirtualClock(), undefined, async () => {
    yields += 1;
    await crawl(cache, 'payable', [{ items: [aBill(`o${yields}`)] }, {}, {}], 'other');
  });
  expect([(await storedBills(cache)).length, yields]).toEqual([3_030, 1]);
  const others = await readAllBills(cache, 'other');
  expect(others.map(({ id }) => id)).toEqual(['o1']);
});

/** Replaces the cache by one whose table has another key, as a newer version might leave it. */
async function replaceByNewer(indexedDB: IDBFactory): Promise<void> {
  const newer = new Dexie(cacheDatabaseName('connection'), { indexedDB, IDBKeyRange });
  await newer.delete({ disableAutoOpen: false });
  newer.version(CACHE_SCHEMA_VERSION + 1).stores({ heads: 'uuid' });
  await newer.open();
  newer.close();
}

/** Number of failures, error name, result of opening, and content of the cache afterwards. */
const openings = [
  [1, 'AbortError', 'AbortError', ['1 open']],
  [1, 'TimeoutError', 'TimeoutError', ['1 open']],
  [1, 'QuotaExceededError', 'QuotaExceededError', ['1 open']],
  [4, 'UnknownError', 'opened', ['1 open']],
  // Dexie itself tries four times.
  [12, 'UnknownError', 'opened', []],
  [16, 'UnknownError', 'UnknownError', []],
] as const;

test.each(openings)(
  'opening fails %i times with %s: %s, and the cache then holds %j',
  async (times, name, end, holds) => {
    const disk = new IDBFactory();
    const first = await openTestCache(disk);
    await crawl(first, 'payable', [{ items: [aBill('1')] }, {}, {}]);
    first.close();
    const clock = createVirtualClock();
    // Dexie logs its retries to the console.
    vi.spyOn(console, 'warn').mockReturnValue();
    const faults = failDatabaseCalls((nth) => (nth <= times ? name : null));
    const opening = openTestCache(disk, clock);
    const ended = opening.then(
      (cache) => (cache.close(), 'opened'),
      (problem: unknown) => Object(problem).name,
    );
    await clock.advance(10_000);
    faults.stop();
    const again = await openTestCache(disk);
    expect([await ended, await storedBills(again)]).toEqual([end, holds]);
  },
);

test('C-90 the old caches in clear text are deleted when the first sealed cache is opened', async () => {
  const disk = new IDBFactory();
  const old = new Dexie('billfold-cache-another', { indexedDB: disk, IDBKeyRange });
  old.version(3).stores({ bills: '[organizationId+id]' });
  await old.table('bills').put({ organizationId, id: '1', bill: aBill('1') });
  old.close();
  await openTestCache(disk);
  expect((await disk.databases()).map(({ name }) => name)).toEqual([
    cacheDatabaseName('connection'),
  ]);
});

test('C-91 a page of an earlier cache with the same key, page number and bills does not open in a new one', async () => {
  const disk = new IDBFactory();
  const raw = async <Value>(work: (database: CacheDatabase) => Promise<Value>): Promise<Value> => {
    const database = createCacheDatabase('connection', { indexedDB: disk, IDBKeyRange });
    await database.open();
    const value = await work(database);
    database.close();
    return value;
  };
  const pages: PageOf[] = [{ items: [aBill('b1', { memo: 'old' })] }, {}, {}];
  const first = await openTestCache(disk);
  await crawl(first, 'payable', pages);
  first.close();
  const old = await raw(({ pages: table }) => table.toArray());
  await deleteBillCache('connection', { indexedDB: disk, IDBKeyRange });
  const second = await openTestCache(disk);
  await crawl(second, 'payable', [{ items: [aBill('b1', { memo: 'new' })] }, {}, {}]);
  second.close();
  const present = await raw(({ pages: table }) => table.toArray());
  await raw(({ pages: table }) => table.bulkPut(old));
  const seqs = [old, present].map((rows) => rows.map(({ seq }) => seq));
  expect([seqs[0], await storedBills(await openTestCache(disk))]).toEqual([seqs[1], []]);
});

test('C-91 pages sealed by an earlier version still open', async () => {
  const disk = new IDBFactory();
  const { connectionId, cipher } = sealedConnection();
  const database = createCacheDatabase(connectionId, { indexedDB: disk, IDBKeyRange });
  await database.open();
  await database.facts.put({ name: 'key', sealed: await cipher.seal(['key'], '{}') });
  database.close();
  const organizations = [{ id: 'acme', name: 'Alder & Finch' }];
  const cache = await openTestCache(disk);
  await cache.putOrganizations(organizations);
  cache.close();
  await database.open();
  const row = await database.facts.get('organizations');
  database.close();
  expect([
    await openJson(cipher, ['organizations'], row),
    await (await openTestCache(disk)).organizations(),
  ]).toEqual([organizations, { listed: organizations, former: [] }]);
});

test('an organization that the service no longer lists keeps its name, until it is listed again', async () => {
  const disk = new IDBFactory();
  const cache = await openTestCache(disk);
  const [acme, lumen] = [
    { id: 'acme', name: 'Acme' },
    { id: 'lumen', name: 'Lumen' },
  ];
  await cache.putOrganizations([acme, lumen]);
  const gone = await cache.putOrganizations([acme]);
  await cache.putOrganizations([acme]);
  const reopened = await (await openTestCache(disk)).organizations();
  const back = await cache.putOrganizations([lumen]);
  expect([gone, reopened, back]).toEqual([
    { listed: [acme], former: [lumen] },
    { listed: [acme], former: [lumen] },
    { listed: [lumen], former: [acme] },
  ]);
});

test('the next page deletes the first screen’s copy, and a window unaware of another window’s pages saves none', async () => {
  const disk = new IDBFactory();
  const [mine, others] = [await openTestCache(disk), await openTestCache(disk)];
  const pages = (status: string): PageOf[] => [{ items: [aBill('b1', { status })], next: 'more' }];
  const kept: unknown[] = [];
  const keep = async (cache: BillCache, what: string): Promise<void> => {
    await cache.saveFirstScreen(() => what);
    kept.push(await mine.firstScreen());
  };
  await crawl(mine, 'payable', pages('open'));
  await keep(mine, 'first');
  await crawl(mine, 'payable', pages('overdue'));
  kept.push(await mine.firstScreen());
  await keep(mine, 'second');
  await crawl(others, 'payable', pages('open'));
  await keep(mine, 'of what is no more');
  // This window still reads and writes, although its list lacks that page.
  await crawl(mine, 'history', [{ items: [aBill('b2', { status: 'paid' })] }]);
  await keep(mine, 'still without it');
  await keep(others, 'without that one');
  expect(kept).toEqual(['first', undefined, 'second', undefined, undefined, undefined]);
});

/** Number of requests for heads and pages with which a newly opened cache reads all bills. */
async function countReads(disk: IDBFactory) {
  const cache = await openTestCache(disk);
  const gets = vi.spyOn(IDBObjectStore.prototype, 'get').mock;
  const ranges = vi.spyOn(IDBObjectStore.prototype, 'getAll').mock;
  const bills = (await storedBills(cache)).length;
  const timesOf = (stores: readonly unknown[], name: string): number =>
    stores.filter((store) => Reflect.get(Object(store), 'name') === name).length;
  const counts = ['heads', 'pages'].map((name) => ({
    name,
    one: timesOf(gets.contexts, name),
    many: timesOf(ranges.contexts, name),
  }));
  vi.restoreAllMocks();
  return { bills, counts };
}

test('adjacent pages on disk are read in one request, pages between those of another organization one by one', async () => {
  const disk = new IDBFactory();
  const cache = await openTestCache(disk);
  const pages = (from: string): PageOf[] =>
    Array.from({ length: 15 }, (_none, at) => ({ items: [aBill(`${from}${at}`)], next: `${at}` }));
  await crawl(cache, 'payable', pages('a'));
  const together = await countReads(disk);
  for (const other of ['b', 'c']) await crawl(cache, 'payable', pages(other), other);
  await crawl(cache, 'history', [{ items: [aBill('z', { status: 'paid' })] }]);
  const apart = await countReads(disk);
  expect({ together, apart }).toEqual({
    together: {
      bills: 15,
      counts: [
        { name: 'heads', one: 0, many: 1 },
        { name: 'pages', one: 0, many: 1 },
      ],
    },
    apart: {
      bills: 16,
      counts: [
        { name: 'heads', one: 16, many: 0 },
        { name: 'pages', one: 0, many: 2 },
      ],
    },
  });
});

test('a cache of an earlier version, with the service’s field names, starts over but keeps its key and organizations', async () => {
  const disk = new IDBFactory();
  const cache = await openTestCache(disk);
  await crawl(cache, 'payable', [{ items: [aBill('b1')], next: 'more' }]);
  await cache.putOrganizations([{ id: 'acme', name: 'Acme' }]);
  await cache.saveFirstScreen(() => 'first screen');
  cache.close();
  await downgradeTo(disk, 2);
  const opened = await openTestCache(disk);
  expect([
    await readAllBills(opened, 'acme'),
    await opened.readCrawls(),
    await opened.firstScreen(),
    (await opened.organizations()).listed,
  ]).toEqual([[], [], undefined, [{ id: 'acme', name: 'Acme' }]]);
});

test('a cache of the version without separate times keeps its pages', async () => {
  const disk = new IDBFactory();
  const cache = await openTestCache(disk);
  await crawl(cache, 'payable', [{ items: [aBill('b1')] }]);
  await cache.saveFirstScreen(() => 'first screen');
  cache.close();
  await downgradeTo(disk, 3);
  const opened = await openTestCache(disk);
  expect([await storedBills(opened), await opened.firstScreen()]).toEqual([
    ['b1 open'],
    'first screen',
  ]);
});

/** Replaces the tables by those of an earlier version, with the same rows. */
async function downgradeTo(disk: IDBFactory, version: number): Promise<void> {
  const port = { indexedDB: disk, IDBKeyRange };
  const now = createCacheDatabase('connection', port);
  await now.open();
  const tables = now.tables.map(async (table) => [table.name, await table.toArray()] as const);
  const rows = await Promise.all(tables);
  now.close();
  await now.delete();
  const before = new Dexie(now.name, port);
  const keys = { heads: 'seq,organizationId', pages: 'seq' };
  before.version(version).stores({ ...keys, crawls: '[organizationId+group]', facts: 'name' });
  await before.open();
  for (const [name, each] of rows) if (name !== 'seen') await before.table(name).bulkAdd(each);
  before.close();
}
