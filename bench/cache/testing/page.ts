import { createSystemClock } from '../../../src/base/system-clock.ts';
import { createSystemRandom } from '../../../src/base/system-random.ts';
import type { Bill } from '../../../src/contract/bill.ts';
import { createBrowserPlatform } from '../../../src/renderer/core/connection/browser-platform.ts';
import { openBillCache, type BillCache } from '../../../src/renderer/core/mirror/bill-cache.ts';

/** What the bench does in the page: the product's own cache, and the same bytes with nothing around them. */
export interface CacheBench {
  /** Adds bills, in pages of 50, as a crawl does. Answers with the milliseconds it took. */
  put(bills: readonly Bill[], isLast: boolean): Promise<number>;
  /** Opens the cache and reads: milliseconds to the first payable bills, and to all; and how many. */
  read(): Promise<{ readonly firstMs: number; readonly allMs: number; readonly bills: number }>;
  /** Puts and reads the same text in bare records, a transaction each as well. */
  floor(bills: readonly Bill[]): Promise<{ readonly putMs: number; readonly readMs: number }>;
}

const PAGE = 50;
const organizationId = 'bench';
const key = btoa(String.fromCodePoint(...createSystemRandom().bytes(32)));
const platform = createBrowserPlatform(window, createSystemRandom());
let open: BillCache | null = null;

const openCache = async (): Promise<BillCache> => {
  const cipher = await platform.cipher('bench', key);
  return openBillCache('bench', platform, createSystemClock(), cipher);
};

const bench: CacheBench = {
  put: async (bills, isLast) => {
    const cache = (open ??= await openCache());
    const begun = performance.now();
    for (let at = 0; at < bills.length; at += PAGE) {
      const { running } = await cache.beginCrawl({ organizationId, group: 'payable' }, 1, 1);
      if (running === null) throw new Error('no crawl');
      const { generation, status, after } = running;
      const isEnd = isLast && at + PAGE >= bills.length;
      await cache.commitPage({
        ...{ organizationId, group: 'payable', generation, status, after },
        ...{ seenAtMs: 1, askedMs: 1, run: 'bench' },
        page: {
          items: bills.slice(at, at + PAGE),
          malformed: [],
          nextCursor: isEnd ? null : `${Number(after) + 1}`,
          cutShort: false,
        },
      });
    }
    return performance.now() - begun;
  },
  read: async () => {
    open?.close();
    const begun = performance.now();
    const cache = (open = await openCache());
    let firstMs = 0;
    let bills = 0;
    for (const chunks of [cache.readPayable(organizationId), cache.readRest(organizationId)]) {
      for await (const rows of chunks) {
        firstMs ||= performance.now() - begun;
        bills += rows.length;
      }
    }
    return { firstMs, allMs: performance.now() - begun, bills };
  },
  floor: async (bills) => {
    const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((resolve) =>
        request.addEventListener('success', () => resolve(request.result), { once: true }),
      );
    const opening = indexedDB.open('floor', 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('pages'));
    const database = await done(opening);
    const begun = performance.now();
    for (let at = 0; at < bills.length; at += PAGE) {
      const work = database.transaction('pages', 'readwrite');
      const text = JSON.stringify(bills.slice(at, at + PAGE));
      work.objectStore('pages').put(new TextEncoder().encode(text), at);
      await new Promise((resolve) => work.addEventListener('complete', resolve, { once: true }));
    }
    const putMs = performance.now() - begun;
    const readFrom = performance.now();
    const all = await done(database.transaction('pages').objectStore('pages').getAll());
    for (const page of all) JSON.parse(new TextDecoder().decode(page));
    return { putMs, readMs: performance.now() - readFrom };
  },
};

Object.assign(window, { cacheBench: bench });
