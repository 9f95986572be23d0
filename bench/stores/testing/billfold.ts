/** Billfold's own cache, sealed, and its index of bills, without the screens around them. */
import { createSystemClock } from '../../../src/base/system-clock.ts';
import type { Bill } from '../../../src/contract/bill.ts';
import { createBrowserPlatform } from '../../../src/renderer/core/connection/browser-platform.ts';
import { createSystemRandom } from '../../../src/base/system-random.ts';
import { createBillIndex } from '../../../src/renderer/core/bills/bill-index.ts';
import { readFirstScreen } from '../../../src/renderer/core/bills/first-screen.ts';
import { makeFirstScreen } from '../../../src/renderer/core/bills/make-first-screen.ts';
import { payableByDueDate } from '../../../src/renderer/core/bills/bill-row.ts';
import { type BillCache, openBillCache } from '../../../src/renderer/core/mirror/bill-cache.ts';
import { takeIn } from '../../../src/renderer/core/connection/take-in.ts';
import type { FetchedPage } from '../../../src/renderer/core/mirror/crawl-place.ts';
import { serve } from '../peers/store.ts';

const organizationId = 'bench';
const clock = createSystemClock();
const platform = createBrowserPlatform(window, createSystemRandom(), clock);
const facts = { organizationIds: [organizationId], approvals: [], hiddenIds: [] };
const index = createBillIndex();
/** Resolves when all bills are in memory. */
let takenIn: Promise<unknown> = Promise.resolve();
const cache = (async () => {
  // In the app it comes from the system's keyring.
  const key = (localStorage['cacheKey'] ??= btoa(
    String.fromCodePoint(...createSystemRandom().bytes(32)),
  )) as string;
  const cipher = await platform.cipher('bench', key);
  return openBillCache('bench', platform, clock, cipher);
})();

const found = (search: string, count: number): { found: number; first: readonly Bill[] } => {
  const rows = index.query({ ...payableByDueDate, search });
  return { found: rows.length, first: rows.slice(0, count).map(({ bill }) => bill) };
};

const takeInAll = (store: BillCache): Promise<boolean> =>
  takeIn({ bills: index, platform, isShown: () => true }, 'all', [
    store.readPayable(organizationId),
  ]);

serve({
  fill: async (pages) => {
    const store = await cache;
    const commit = async (items: readonly Bill[], isLast: boolean): Promise<void> => {
      const { running } = await store.beginCrawl({ organizationId, group: 'payable' }, 1, 1);
      if (running === null) throw new Error('no crawl');
      const { generation, status, after } = running;
      const nextCursor = isLast ? null : `${Number(after) + 1}`;
      const fetched: FetchedPage = {
        ...{ organizationId, group: 'payable', generation, status, after },
        ...{ seenAtMs: 1, askedMs: 1, run: 'bench' },
        page: { items, malformed: [], nextCursor, cutShort: false },
      };
      await store.commitPages([fetched]);
    };
    let before: readonly Bill[] | null = null;
    for await (const page of pages) {
      if (before !== null) await commit(before, false);
      before = page;
    }
    if (before !== null) await commit(before, true);
    index.reset(organizationId);
    await takeInAll(store);
    await store.keepFirstScreen(() => makeFirstScreen(index, () => [], [], facts));
  },
  open: async (count) => {
    const store = await cache;
    index.reset(organizationId);
    const screen = readFirstScreen(await store.firstScreen());
    if (screen === null) throw new Error('no first screen');
    index.begin(screen);
    takenIn = takeInAll(store);
    return screen.rows.slice(0, count).map(({ bill }) => bill);
  },
  search: async (text, count) => {
    await takenIn;
    return found(text, count);
  },
  change: async (bill, count) => {
    await takenIn;
    const shown = new Promise<void>((resolve) => {
      const stop = index.version.subscribe(() => {
        stop();
        resolve();
      });
    });
    index.change(await (await cache).keepBill(organizationId, bill, 2));
    await shown;
    return found('', count).first;
  },
});
