import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../base/clock.ts';
import { createVirtualClock } from '../../../base/testing/virtual-clock.ts';
import { openBillCache, type BillCache } from '../mirror/bill-cache.ts';
import type { Bill } from '../../../contract/bill.ts';
import type { MalformedItem } from '../../../contract/body/read-item.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import type { CachedBill, CrawlGroup } from '../mirror/cache-database.ts';
import type { FetchedPage } from '../mirror/crawl-place.ts';
import { isInFront, type Running } from '../mirror/crawl-walk.ts';
import { sealedConnection } from './node-cipher.ts';

/** The cache of `connection` on this disk, with the key made of this letter. It closes with its test. */
export async function openTestCache(
  indexedDB = new IDBFactory(),
  clock: Pick<Clock, 'sleep'> = createVirtualClock(),
  letter?: string,
  yieldToMain = async (): Promise<void> => undefined,
): Promise<BillCache> {
  const { connectionId, cipher } = sealedConnection(undefined, letter);
  const port = { indexedDB, IDBKeyRange, yieldToMain };
  const cache = await openBillCache(connectionId, port, clock, cipher);
  onTestFinished(() => cache.close());
  return cache;
}

/** Ids and statuses of the bills of `acme`. */
export async function storedBills(cache: BillCache): Promise<string[]> {
  const rows = await readAllBills(cache, 'acme');
  return rows.map((row) => `${row.id} ${row.status}`).toSorted();
}

export async function readAllBills(
  cache: BillCache,
  organizationId: string,
): Promise<CachedBill[]> {
  const rows: CachedBill[] = [];
  for await (const chunk of cache.readPayable(organizationId)) rows.push(...chunk);
  for await (const chunk of cache.readRest(organizationId)) rows.push(...chunk);
  return rows;
}

/** Contents of a page of the service; missing lists are empty. */
export interface PageOf {
  readonly items?: readonly (Bill | Invoice)[];
  readonly malformed?: readonly MalformedItem[];
  readonly next?: string | null;
}

/** Times and launch of a page's request. */
export const asked = { seenAtMs: 5, askedMs: 5, listedMs: 5, run: 'run' };

/**
 * Begins or continues a crawl and stores these pages, in the order the crawl expects them. A first crawl has no
 * front.
 */
export async function crawl(
  cache: BillCache,
  group: CrawlGroup,
  pages: readonly PageOf[],
  of = 'acme',
): Promise<void> {
  const begin = async (): Promise<Running> => {
    const { running } = await cache.beginCrawl({ organizationId: of, group }, 1, 1);
    if (!running) throw new Error('no crawl');
    return running;
  };
  let running = await begin();
  const commit = async ({ items = [], malformed = [], next = null }: PageOf): Promise<void> => {
    const { generation, status, after } = running;
    const place = { organizationId: of, group, generation, status, after, ...asked };
    const page = { items, malformed, nextCursor: next, cutShort: null, isCached: false };
    await cache.commitPages([{ ...place, page } as FetchedPage]);
  };
  while (isInFront(running)) {
    await commit({});
    running = await begin();
  }
  for (const [at, page] of pages.entries()) {
    if (at > 0) running = await begin();
    await commit(page);
  }
}
