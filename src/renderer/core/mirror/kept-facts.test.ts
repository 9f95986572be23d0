import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { aBill } from '../testing/fake-bridge.ts';
import { crawl, openTestCache, readAllBills } from '../testing/test-cache.ts';
import type { BillCache } from './bill-cache.ts';
import { createCacheDatabase } from './cache-database.ts';

async function* parts(...each: string[]): AsyncGenerator<string> {
  for (const part of each) yield part;
}

/** Parts of the saved list that open. */
function listOf(cache: BillCache): Promise<(string | null)[]> {
  return Promise.all([0, 1, 2].map((part) => cache.listPart(part)));
}

const nothing = [null, null, null];

async function filled(disk = new IDBFactory()): Promise<BillCache> {
  const cache = await openTestCache(disk);
  await crawl(cache, 'payable', [{ items: [aBill('b1')], next: 'more' }]);
  return cache;
}

test('C-93 a saved list goes with the next page, and a window unaware of another window’s pages saves none', async () => {
  const disk = new IDBFactory();
  const [mine, others] = [await filled(disk), await openTestCache(disk)];
  const kept: unknown[] = [];
  await mine.keepList(['acme'], () => parts('a', 'b', 'c'));
  kept.push(await listOf(mine));
  await crawl(mine, 'payable', [{ items: [aBill('b2')], next: 'more' }]);
  kept.push(await listOf(mine));
  await mine.keepList(['acme'], () => parts('d'));
  kept.push(await listOf(mine), await listOf(others));
  await crawl(others, 'payable', [{ items: [aBill('b3')], next: 'more' }]);
  await mine.keepList(['acme'], () => parts('of what is no more'));
  kept.push(await listOf(mine));
  const alone = ['d', null, null];
  expect(kept).toEqual([['a', 'b', 'c'], nothing, alone, alone, nothing]);
});

test('C-93 a kept list is sealed for its key, and each part for its place', async () => {
  const disk = new IDBFactory();
  const cache = await filled(disk);
  await cache.keepList(['acme'], () => parts('a', 'b', 'c'));
  const port = { indexedDB: disk, IDBKeyRange };
  const { facts } = (await createCacheDatabase('connection', port).open()) as ReturnType<
    typeof createCacheDatabase
  >;
  const second = await facts.get('list 1');
  await facts.put({ ...second, name: 'list 2' });
  const moved = await listOf(cache);
  const sealed = second?.sealed ?? new Uint8Array();
  await facts.put({ name: 'list 1', sealed: sealed.with(20, (sealed[20] ?? 0) ^ 1) });
  const damaged = await listOf(cache);
  cache.close();
  const another = await openTestCache(disk, undefined, 'd');
  expect([moved, damaged, await listOf(another)]).toEqual([
    ['a', 'b', null],
    ['a', null, null],
    nothing,
  ]);
});

test('C-93 a list whose saving was interrupted does not count, and never mixes with parts of the previous list', async () => {
  const cache = await filled();
  await cache.keepList(['acme'], () => parts('a', 'b', 'c'));
  async function* broken(): AsyncGenerator<string> {
    yield 'x';
    yield 'y';
    throw new Error('The window is gone.');
  }
  const keeping = cache.keepList(['acme'], () => broken());
  await expect(keeping).rejects.toThrow('The window is gone.');
  expect(await listOf(cache)).toEqual([null, 'y', null]);
});

test('C-93 making room deletes the saved list too', async () => {
  const cache = await filled();
  await cache.keepList(['acme'], () => parts('a', 'b', 'c'));
  await cache.dropHistory();
  expect(await listOf(cache)).toEqual(nothing);
});

test('C-93 a bill is read by its page number, from the page as it is now', async () => {
  const cache = await filled();
  await crawl(cache, 'payable', [{ items: [aBill('b2'), aBill('b3')], next: 'more' }]);
  const pageOf = async (id: string): Promise<number> => {
    let page = -1;
    await cache.keepList(['acme'], (numberOf) => {
      page = numberOf({ organizationId: 'acme', billId: id });
      return null;
    });
    return page;
  };
  const idsOn = async (page: number): Promise<string[]> =>
    (await cache.readPages([page])).map(({ id }) => id);
  const page = await pageOf('b2');
  const before = await idsOn(page);
  await crawl(cache, 'payable', [{ items: [aBill('b2', { memo: 'changed' })], next: 'more' }]);
  expect([before, await idsOn(page), await idsOn(await pageOf('b2'))]).toEqual([
    ['b2', 'b3'],
    ['b3'],
    ['b2'],
  ]);
  expect([await pageOf('unknown'), await idsOn(0)]).toEqual([0, []]);
});

test('C-93 a cache of an earlier version, with the service’s field names, starts over but keeps its key and organizations', async () => {
  const disk = new IDBFactory();
  const cache = await filled(disk);
  await cache.putOrganizations([{ id: 'acme', name: 'Acme' }]);
  await cache.keepFirstScreen(() => 'first screen');
  await cache.keepList(['acme'], () => parts('a', 'b'));
  cache.close();
  await turnBack(disk);
  const opened = await openTestCache(disk);
  expect([
    await readAllBills(opened, 'acme'),
    await opened.readCrawls(),
    await opened.firstScreen(),
    await listOf(opened),
    await opened.organizations(),
  ]).toEqual([[], [], undefined, nothing, [{ id: 'acme', name: 'Acme' }]]);
});

/** Gives the tables the number of the previous version, with the same rows. */
async function turnBack(disk: IDBFactory): Promise<void> {
  const port = { indexedDB: disk, IDBKeyRange };
  const now = createCacheDatabase('connection', port);
  await now.open();
  const tables = now.tables.map(async (table) => [table.name, await table.toArray()] as const);
  const rows = await Promise.all(tables);
  now.close();
  await now.delete();
  const before = new Dexie(now.name, port);
  const keys = { heads: 'seq,organizationId', pages: 'seq' };
  before.version(2).stores({ ...keys, crawls: '[organizationId+group]', facts: 'name' });
  await before.open();
  for (const [name, each] of rows) await before.table(name).bulkAdd(each);
  before.close();
}
