import { IDBKeyRange } from 'fake-indexeddb';
import { openBillCache, type BillCache } from '../../src/renderer/core/mirror/bill-cache.ts';
import {
  createCacheDatabase,
  type CacheDatabase,
  type CachedBill,
} from '../../src/renderer/core/mirror/cache-database.ts';
import type { FetchedPage } from '../../src/renderer/core/mirror/crawl-place.ts';
import type { CommittedPage } from '../../src/renderer/core/mirror/crawl-store.ts';
import { whyEmpty } from '../../src/renderer/screens/review/empty-list.ts';
import { never } from './life.ts';
import type { PlantedMutant } from './mutants.ts';
import { answering, type RendererMutant } from './renderer-process.ts';

/** Mistakes of the window with its bills. */
export const mirrorMutants: readonly PlantedMutant[] = [
  {
    name: 'start-once',
    about: 'a connection that could not be taken up or started is not tried again',
    breaks: ['live'],
    foundAt: 27,
    renderer: () =>
      caching((cache) => ({
        fact: (name) => cache.fact(name).catch(never),
        organizations: () => cache.organizations().catch(never),
        readCrawls: () => cache.readCrawls().catch(never),
      })),
  },
  {
    name: 'says-empty',
    about: 'nothing is said to be left to review though only paid and void bills were read',
    breaks: ['told'],
    foundAt: 8,
    renderer: () => ({
      whyEmpty: (facts) => {
        const { pull } = facts;
        const payableAsOfMs = pull.payableAsOfMs ?? pull.historyAsOfMs;
        return whyEmpty({ ...facts, pull: { ...pull, payableAsOfMs } });
      },
    }),
  },
  {
    name: 'reads-on',
    about: 'a list whose pages bring nothing new is read on and on, as long as it names another',
    breaks: ['spent'],
    foundAt: 28,
    renderer: () => {
      const cursors = new Map<string, string | null>();
      const keyOf = (page: Pick<FetchedPage, 'organizationId' | 'status' | 'after'>): string =>
        JSON.stringify([page.organizationId, page.status, page.after]);
      return {
        ...caching((cache) => ({
          commitPage: (fetched) => {
            if (fetched.group === 'invoices') return cache.commitPage(fetched);
            const nextCursor = cursors.get(keyOf(fetched)) ?? null;
            const isCut = fetched.page.nextCursor === null && nextCursor !== null;
            const page = isCut ? { ...fetched.page, nextCursor, cutShort: false } : fetched.page;
            return cache.commitPage({ ...fetched, page });
          },
        })),
        bridge: answering('service.billsPage', async (asked, ask) => {
          const page = await ask(asked);
          if (page.ok) cursors.set(keyOf(asked), page.value.nextCursor);
          return page;
        }),
      };
    },
  },
  {
    name: 'cursor-apart',
    about: 'the cursor is saved before its page, whose rows follow in a transaction of their own',
    breaks: ['mirror'],
    foundAt: 9,
    renderer: committing(async (database, cache, fetched) => {
      if (fetched.group === 'invoices') return cache.commitPage(fetched);
      const { page, organizationId, generation, seenAtMs, status, after, askedMs, run } = fetched;
      const read = { status, after, askedMs, run };
      const committed = await cache.commitPage({ ...fetched, page: { ...page, items: [] } });
      if (committed?.change.of !== 'bills') return committed;
      const upserts = page.items.map((bill): CachedBill => {
        const { id, status: shown } = bill;
        return { organizationId, id, status: shown, generation, seenAtMs, bill, read };
      });
      await database.bills.bulkPut(upserts);
      const kept = new Set(upserts.map(({ id }) => id));
      const deletes = committed.change.deletes.filter((id) => !kept.has(id));
      return { ...committed, change: { ...committed.change, upserts, deletes } };
    }),
  },
  {
    name: 'early-sweep',
    about: 'every page sweeps its chain of what this crawl has not met yet',
    breaks: ['mirror'],
    foundAt: 9,
    renderer: committing(async (database, cache, fetched) => {
      const committed = await cache.commitPage(fetched);
      if (committed?.change.of !== 'bills' || committed.completed) return committed;
      const { organizationId, status, generation } = fetched;
      const old = await database.bills
        .where('[organizationId+status+generation]')
        .between([organizationId, status, 0], [organizationId, status, generation])
        .primaryKeys();
      await database.bills.bulkDelete(old);
      const deletes = [...committed.change.deletes, ...old.map(([, id]) => id)];
      return { ...committed, change: { ...committed.change, deletes } };
    }),
  },
];

/** The real cache with some of its methods replaced. */
function caching(replace: (cache: BillCache) => Partial<BillCache>): RendererMutant {
  const openCache: typeof openBillCache = async (...given) => {
    const cache = await openBillCache(...given);
    return { ...cache, ...replace(cache) };
  };
  return { parts: { openCache } };
}

/** The real cache with another way to commit a page. */
function committing(
  commit: (
    database: CacheDatabase,
    cache: BillCache,
    fetched: FetchedPage,
  ) => Promise<CommittedPage | null>,
): () => RendererMutant {
  const openCache: typeof openBillCache = async (connectionId, port, clock) => {
    const cache = await openBillCache(connectionId, port, clock);
    const database = createCacheDatabase(connectionId, { ...port, IDBKeyRange });
    await database.open();
    return {
      ...cache,
      commitPage: (fetched) => commit(database, cache, fetched),
      close: () => {
        database.close();
        cache.close();
      },
    };
  };
  return () => ({ parts: { openCache } });
}
