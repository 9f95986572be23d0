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

/** Crawls open bills in pages of 50, ten per transaction. The other chains are empty. */
async function crawl(cache: BillCache, bills: readonly Bill[]): Promise<void> {
  const { running } = await cache.beginCrawl({ organizationId, group: 'payable' }, 1, 1);
  const generation = running?.generation ?? 0;
  const pages: FetchedPage[] = [];
  for (let from = 0; from < bills.length; from += 50) {
    const to = from + 50;
    const next = to < bills.length ? `${to}` : null;
    pages.push(page(from === 0 ? null : `${from}`, bills.slice(from, to), next, { generation }));
  }
  for (let at = 0; at < pages.length; at += 10) await cache.commitPages(pages.slice(at, at + 10));
  for (const status of ['overdue', 'partially_paid'])
    await cache.commitPages([page(null, [], null, { generation, status })]);
}

test('C-96 a refresh in which one bill of a hundred changed seals only the changed pages, ten per transaction', async () => {
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
  put.mockRestore();
  cache.close();
  const again = await openTestCache(disk);
  const rows = await readAllBills(again, organizationId);
  again.close();
  expect({
    pages: written.get('pages')?.length,
    transactions: written.get('facts')?.length,
    changed: rows.filter(({ bill }) => bill.memo === 'new').length,
    seen: new Set(rows.map(({ generation }) => generation)),
    bills: rows.length,
  }).toEqual({ pages: 10, transactions: 2, changed: 10, seen: new Set([3]), bills: 1_000 });
});

test('C-96 if pages of one batch repeat a bill, its last page counts, and a page the crawl does not expect is ignored', async () => {
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
