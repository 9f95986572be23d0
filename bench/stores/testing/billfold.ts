/** Billfold's own cache, sealed, and its index of bills, without the screens. */
import { createSystemClock } from '../../../src/base/system-clock.ts';
import { createObservable } from '../../../src/base/observable.ts';
import type { Bill } from '../../../src/contract/bill.ts';
import { createBrowserPlatform } from '../../../src/renderer/core/connection/browser-platform.ts';
import { createSystemRandom } from '../../../src/base/system-random.ts';
import { createBillIndex } from '../../../src/renderer/core/bills/index/bill-index.ts';
import { readFirstScreen } from '../../../src/renderer/core/bills/index/first-screen.ts';
import { makeFirstScreen } from '../../../src/renderer/core/bills/index/make-first-screen.ts';
import { payableByDueDate } from '../../../src/renderer/core/model/bill-row.ts';
import { keptParts } from '../../../src/renderer/core/bills/index/kept-part.ts';
import { searchTerms } from '../../../src/renderer/core/bills/search/search-terms.ts';
import { type BillCache, openBillCache } from '../../../src/renderer/core/mirror/bill-cache.ts';
import {
  type EarlySearch,
  followFirstScreen,
} from '../../../src/renderer/core/connection/early-search.ts';
import { takeIn } from '../../../src/renderer/core/connection/take-in.ts';
import { Turnstile } from '../../../src/renderer/core/connection/turnstile.ts';
import type { FetchedPage } from '../../../src/renderer/core/mirror/crawl-place.ts';
import { nextPlace, type Place } from '../../../src/renderer/core/mirror/crawl-walk.ts';
import { serve } from '../peers/store.ts';

const organizationId = 'bench';
/** Number of pages that main hands over at a time. */
const PAGES_AT_ONCE = 10;
const clock = createSystemClock();
const platform = createBrowserPlatform(window, createSystemRandom(), clock);
const facts = { organizationIds: [organizationId], approvals: [], hiddenIds: [] };
const place = { organizationId, group: 'payable' } as const;
const index = createBillIndex();
const turnstile = new Turnstile(clock);
const earlySearch = createObservable<EarlySearch | null>(null);
/** Resolves when all bills are in memory. */
let takenIn: Promise<unknown> = Promise.resolve();
const cache = (async () => {
  // In the app, the key comes from the system's keyring.
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

const takeInAll = (store: BillCache): Promise<boolean> => {
  const breathe = async (): Promise<void> => {
    await turnstile.pass();
    await platform.breathe();
  };
  const chunks = [store.readPayable(organizationId)];
  return takeIn({ bills: index, platform: { breathe }, isShown: () => true }, 'all', chunks);
};

/** Stores up to ten pages in one transaction while the next are read, like the app. */
async function commitAll(store: BillCache, pages: AsyncIterable<readonly Bill[]>): Promise<void> {
  let written: Promise<void> = Promise.resolve();
  let some: FetchedPage[] = [];
  const commit = async (fetched: readonly FetchedPage[]): Promise<void> => {
    const committed = await store.commitPages(fetched);
    if (committed?.change.of !== 'bills') throw new Error('not what the crawl waits for');
    index.change(committed.change);
  };
  let { running } = await store.beginCrawl(place, 1, 1);
  let next: Place | null = running;
  for await (const items of pages) {
    if (next === null || running === null) throw new Error('no crawl');
    const { status, after }: Place = next;
    const fetched: FetchedPage = {
      ...{ ...place, generation: running.generation, status, after },
      ...{ seenAtMs: 1, askedMs: 1, listedMs: 1, run: 'bench' },
      page: {
        items,
        malformed: [],
        nextCursor: `${Number(after) + 1}`,
        cutShort: null,
        isCached: false,
      },
    };
    some.push(fetched);
    next = nextPlace(next, fetched);
    if (next !== null && some.length < PAGES_AT_ONCE) continue;
    await written;
    written = commit(some);
    some = [];
    if (next !== null) continue;
    await written;
    ({ running } = await store.beginCrawl(place, 1, 1));
    next = running;
  }
  await written;
  if (some.length > 0) await commit(some);
}

/** Matches in the first screen and the saved list; null if the search has to wait for the bills. */
async function foundEarly(search: string, count: number): Promise<ReturnType<typeof found> | null> {
  const isReady = new Promise<void>((resolve) => {
    earlySearch.subscribe(() => earlySearch.get() && resolve());
  });
  if (earlySearch.get() === null) await Promise.race([isReady, takenIn]);
  const finds = await earlySearch
    .get()
    ?.find(searchTerms(search), new Set(), new AbortController().signal);
  if (!finds) return null;
  const total = finds.dues.reduce((sum, { bills }) => sum + bills, 0);
  return { found: total, first: finds.rows.slice(0, count).map(({ bill }) => bill) };
}

serve({
  fill: async (pages) => {
    const store = await cache;
    index.reset(organizationId);
    await takeInAll(store);
    await commitAll(store, pages);
    await store.keepFirstScreen(() => makeFirstScreen(index, () => [], [], facts));
    const ids = [organizationId];
    await store.keepList(ids, (pageOf) =>
      keptParts(index.find(payableByDueDate).rows, ids, pageOf, platform.breathe),
    );
  },
  open: async (count) => {
    const store = await cache;
    index.reset(organizationId);
    const screen = readFirstScreen(await store.firstScreen());
    if (screen === null) throw new Error('no first screen');
    index.begin(screen);
    const shown = (): readonly string[] => [organizationId];
    const onFault = (problem: unknown): void => console.error(problem);
    const deps = { cache: store, platform, turnstile, bills: index, shown, earlySearch, onFault };
    followFirstScreen(deps);
    takenIn = takeInAll(store);
    return screen.rows.slice(0, count).map(({ bill }) => bill);
  },
  search: async (text, count) => {
    const early = index.firstScreen.get() === null ? null : await foundEarly(text, count);
    if (early !== null) return early;
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
