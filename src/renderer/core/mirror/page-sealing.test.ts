import { serialize } from 'node:v8';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import type { Bill } from '../../../contract/bill.ts';
import { aBill } from '../testing/fake-bridge.ts';
import { crawl as crawled, openTestCache, readAllBills } from '../testing/test-cache.ts';
import type { BillCache } from './bill-cache.ts';
import type { FetchedPage } from './crawl-place.ts';

const organizationId = 'acme';

function page(
  after: string | null,
  items: readonly Bill[],
  nextCursor: string | null,
  place: { readonly generation?: number; readonly status?: string } = {},
): FetchedPage {
  const times = { seenAtMs: 5, askedMs: 5, listedMs: 5 };
  const asked = { ...times, run: 'run', generation: 2, status: 'open', ...place };
  const read = { items, malformed: [], nextCursor, cutShort: null, isCached: false };
  return { organizationId, group: 'payable', ...asked, after, page: read };
}

/** Crawls pages of 50 open bills, ten per transaction, up to a page or to the end. The other chains are empty. */
async function crawl(
  cache: BillCache,
  bills: readonly Bill[],
  part = { from: 0, to: bills.length / 50 },
): Promise<void> {
  const { running } = await cache.beginCrawl({ organizationId, group: 'payable' }, 1, 1);
  const generation = running?.generation ?? 0;
  const pages: FetchedPage[] = [];
  for (let at = 0; at < bills.length; at += 50) {
    const end = at + 50;
    const next = end < bills.length ? `${end}` : null;
    pages.push(page(at === 0 ? null : `${at}`, bills.slice(at, end), next, { generation }));
  }
  const { from, to } = part;
  for (let at = from; at < to; at += 10)
    await cache.commitPages(pages.slice(at, Math.min(at + 10, to)));
  if (to < pages.length) return;
  for (const status of ['overdue', 'partially_paid'])
    await cache.commitPages([page(null, [], null, { generation, status })]);
}

test('a refresh in which one bill of a hundred changed seals only the changed pages, ten per transaction', async () => {
  const disk = new IDBFactory();
  const cache = await openTestCache(disk);
  await crawled(cache, 'payable', []);
  const list = (memoOf: (at: number) => string) =>
    Array.from({ length: 1_000 }, (_, at) => aBill(`b${at}`, { memo: memoOf(at) }));
  await crawl(
    cache,
    list(() => 'old'),
  );
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  await crawl(
    cache,
    list((at) => (at % 100 === 0 ? 'new' : 'old')),
  );
  const written = Map.groupBy(put.mock.contexts, (store) => (store as IDBObjectStore).name);
  const transactions = put.mock.calls.filter(([value]) => Object(value).name === 'writes');
  put.mockRestore();
  cache.close();
  const again = await openTestCache(disk);
  const rows = await readAllBills(again, organizationId);
  again.close();
  expect({
    pages: written.get('pages')?.length,
    heads: written.get('heads')?.length,
    transactions: transactions.length,
    changed: rows.filter(({ bill }) => bill.memo === 'new').length,
    seen: new Set(rows.map(({ generation }) => generation)),
    bills: rows.length,
  }).toEqual({
    pages: 10,
    heads: 10,
    transactions: 2,
    changed: 10,
    seen: new Set([3]),
    bills: 1_000,
  });
});

test('at 100,000 bills, a crawl that finds nothing changed writes less than 150 KB, in 40 transactions', async () => {
  const cache = await openTestCache();
  await crawled(cache, 'payable', []);
  const bills = Array.from({ length: 5_000 }, (_, at) => aBill(`b${at}`));
  await crawl(cache, bills);
  await cache.saveFirstScreen(() => 'first screen');
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  await crawl(cache, bills);
  const written = put.mock.contexts.map((store) => (store as IDBObjectStore).name);
  const bytes = put.mock.calls.reduce((sum, [value]) => sum + serialize(value).length, 0);
  const transactions = new Set(
    put.mock.contexts.map((store) => Reflect.get(Object(store), 'transaction')),
  );
  put.mockRestore();
  const seen = new Set((await readAllBills(cache, organizationId)).map((row) => row.generation));
  expect({
    tables: [...new Set(written)].toSorted(),
    firstScreen: await cache.firstScreen(),
    // Billfold writes when the crawl begins, and then every 60 pages.
    isSeldom: transactions.size <= 1 + 100 / 50,
    seen: [...seen],
  }).toEqual({
    tables: ['crawls', 'facts', 'seen'],
    firstScreen: 'first screen',
    isSeldom: true,
    seen: [3],
  });
  expect(bytes * 20).toBeLessThan(150_000);
});

test('C-4 a crawl continues after the page written last, repeats at most 60, and forgets none it saw', async () => {
  const disk = new IDBFactory();
  const cache = await openTestCache(disk);
  await crawled(cache, 'payable', []);
  const bills = Array.from({ length: 5_000 }, (_, at) => aBill(`b${at}`));
  await crawl(cache, bills);
  const listed = bills.slice(0, -50);
  await crawl(cache, listed, { from: 0, to: 80 });
  cache.close();
  const next = await openTestCache(disk);
  const { running } = await next.beginCrawl({ organizationId, group: 'payable' }, 1, 1);
  const from = Number(running?.after) / 50;
  await crawl(next, listed, { from, to: 99 });
  const left = await readAllBills(next, organizationId);
  expect({ isFarEnough: from >= 80 - 60, ids: left.map(({ id }) => id) }).toEqual({
    isFarEnough: true,
    ids: listed.map(({ id }) => id),
  });
});

test('pages seen again reach the disk with the next page that changed, and with a refused cursor', async () => {
  const disk = new IDBFactory();
  const bills = Array.from({ length: 500 }, (_, at) => aBill(`b${at}`));
  const afterOnDisk = async (): Promise<unknown> => {
    const other = await openTestCache(disk);
    const [row] = await other.readCrawls();
    other.close();
    return row?.running?.after;
  };
  const cache = await openTestCache(disk);
  await crawled(cache, 'payable', []);
  await crawl(cache, bills);
  await crawl(cache, bills.slice(0, 450), { from: 0, to: 2 });
  const before = await afterOnDisk();
  const changed = bills.with(120, aBill('b120', { memo: 'new' }));
  await crawl(cache, changed, { from: 2, to: 3 });
  const afterChange = await afterOnDisk();
  await crawl(cache, changed, { from: 3, to: 5 });
  const key = { organizationId, group: 'payable' } as const;
  const restarted = await cache.restartChain(key, 3);
  const afterRefusal = await afterOnDisk();
  expect({ before, afterChange, pages: restarted?.crawl.running?.pages, afterRefusal }).toEqual({
    before: null,
    afterChange: '150',
    pages: 5,
    afterRefusal: null,
  });
  await crawl(cache, changed.slice(0, 450));
  const left = await readAllBills(cache, organizationId);
  expect(left.length).toBe(450);
});

test('if pages of one batch repeat a bill, its last page counts, and a page the crawl does not expect is ignored', async () => {
  const cache = await openTestCache();
  await crawled(cache, 'payable', []);
  const bills = async () => {
    const rows = await readAllBills(cache, organizationId);
    return rows.map(({ id, bill, read }) => `${id} ${bill.memo} ${read?.after}`).toSorted();
  };
  const torn = [page(null, [aBill('1')], 'A'), page('B', [aBill('2')], null)];
  const refused = [await cache.commitPages(torn), await cache.commitPages([]), await bills()];
  await cache.commitPages([
    page(null, [aBill('1'), aBill('2')], 'A'),
    page('A', [aBill('2', { memo: 'again' }), aBill('3')], null),
  ]);
  expect([refused, await bills()]).toEqual([
    [null, null, []],
    ['1 null null', '2 again A', '3 null A'],
  ]);
  cache.close();
});
