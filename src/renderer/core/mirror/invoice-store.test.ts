import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../../base/testing/virtual-clock.ts';
import type { MalformedItem } from '../../../contract/envelope.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import { aBill } from '../testing/fake-bridge.ts';
import { openBillCache, type BillCache } from './bill-cache.ts';
import { cacheDatabaseName } from './cache-database.ts';

const organizationId = 'acme';
const key = { organizationId, group: 'invoices' } as const;

function openCache(indexedDB = new IDBFactory()): Promise<BillCache> {
  return openBillCache('connection', { indexedDB, IDBKeyRange }, createVirtualClock());
}

interface PageOf {
  readonly invoices?: readonly Invoice[];
  readonly malformed?: readonly MalformedItem[];
  readonly next?: string;
}

/** Begins or goes on with the crawl of invoices and commits these pages. */
async function crawl(cache: BillCache, pages: readonly PageOf[]): Promise<void> {
  for (const { invoices = [], malformed = [], next = null } of pages) {
    const { running } = await cache.beginCrawl(key, 1, 1);
    if (!running) throw new Error('no crawl');
    const { generation, status, after } = running;
    const page = { items: invoices, malformed, nextCursor: next, cutShort: false };
    await cache.commitPage({
      ...key,
      generation,
      status,
      after,
      seenAtMs: 5,
      askedMs: 5,
      run: 'run',
      page,
    });
  }
}

async function crawlPayable(cache: BillCache): Promise<void> {
  const place = {
    organizationId,
    group: 'payable',
    after: null,
    seenAtMs: 5,
    askedMs: 5,
    run: 'run',
  } as const;
  const { running } = await cache.beginCrawl(place, 1, 1);
  const generation = running?.generation ?? 0;
  for (const status of ['open', 'overdue', 'partially_paid']) {
    const items = status === 'open' ? [aBill('1')] : [];
    const page = { items, malformed: [], nextCursor: null, cutShort: false };
    await cache.commitPage({ ...place, generation, status, page });
  }
}

async function stored(cache: BillCache): Promise<string[]> {
  const rows = [];
  for await (const chunk of cache.readInvoices(organizationId)) rows.push(...chunk);
  return rows.map(({ id }) => id).toSorted();
}

async function storedBills(cache: BillCache): Promise<string[]> {
  const rows = [];
  for await (const chunk of cache.readAll(organizationId)) rows.push(...chunk);
  return rows.map(({ id }) => id).toSorted();
}

const broken: MalformedItem = { id: null, problems: ['id: expected string'], raw: { total: 1 } };

test('C-50 invoices are crawled as bills are: cursor with its page, a sweep at the end alone', async () => {
  const disk = new IDBFactory();
  const first = await openCache(disk);
  await crawl(first, [{ invoices: [{ id: '1' }, { id: '2' }] }]);
  await crawl(first, [{ invoices: [{ id: '2' }], next: 'page-2' }]);
  const unfinished = await stored(first);
  first.close();
  const second = await openCache(disk);
  const { running } = await second.beginCrawl(key, 9, 9);
  await crawl(second, [{ invoices: [{ id: '3', total_cents: 5 }] }]);
  expect([unfinished, running?.after, await stored(second)]).toEqual([
    ['1', '2'],
    'page-2',
    ['2', '3'],
  ]);
  second.close();
});

test('C-51 bills and invoices with equal ids live side by side, and neither sweeps the other', async () => {
  const cache = await openCache();
  await crawlPayable(cache);
  await crawl(cache, [{ invoices: [{ id: '1' }], malformed: [broken] }]);
  const both = [await storedBills(cache), await stored(cache)];
  await crawlPayable(cache);
  const afterBills = await stored(cache);
  const malformed = [
    await cache.malformed(organizationId),
    await cache.malformedInvoices(organizationId),
  ];
  await crawl(cache, [{}]);
  expect([both, afterBills, malformed, await storedBills(cache), await stored(cache)]).toEqual([
    [['1'], ['1']],
    ['1'],
    [[], [broken]],
    ['1'],
    [],
  ]);
  expect(await cache.malformedInvoices(organizationId)).toEqual([]);
  cache.close();
});

test('C-52 a cache of version 1 keeps its bills and has room for invoices', async () => {
  const disk = new IDBFactory();
  // As version 1 wrote it: never to be edited.
  const old = new Dexie(cacheDatabaseName('connection'), { indexedDB: disk, IDBKeyRange });
  old.version(1).stores({
    bills: '[organizationId+id],[organizationId+status+generation]',
    malformed: '[organizationId+key],organizationId',
    crawls: '[organizationId+group]',
    organizations: 'id',
    facts: 'name',
  });
  await old.open();
  const bill = aBill('1');
  const completed = { generation: 3, beganAtMs: 1, lookMs: 1, endedAtMs: 2, pages: 1, bills: 1 };
  await old
    .table('bills')
    .put({ organizationId, id: '1', status: 'open', generation: 3, seenAtMs: 2, bill });
  await old.table('crawls').put({ organizationId, group: 'payable', running: null, completed });
  await old.table('facts').put({ name: 'signInId', value: 'sign-in-1' });
  old.close();

  const cache = await openCache(disk);
  const { running } = await cache.beginCrawl(key, 5, 5);
  await crawl(cache, [{ invoices: [{ id: 'i-1' }] }]);
  expect({
    bills: await storedBills(cache),
    invoices: await stored(cache),
    signInId: await cache.fact('signInId'),
    generation: running?.generation,
  }).toEqual({ bills: ['1'], invoices: ['i-1'], signInId: 'sign-in-1', generation: 4 });
  cache.close();
});
