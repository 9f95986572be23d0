import { IDBKeyRange } from 'fake-indexeddb';
import { openBillCache, type BillCache } from '../../src/renderer/core/mirror/bill-cache.ts';
import {
  type BillChange,
  createCacheDatabase,
  factSchemas,
  headSchema,
  type CacheDatabase,
} from '../../src/renderer/core/mirror/cache-database.ts';
import { createCatalog, createDraft } from '../../src/renderer/core/mirror/page-catalog.ts';
import type { FetchedPage } from '../../src/renderer/core/mirror/crawl-place.ts';
import type { CommittedPages } from '../../src/renderer/core/mirror/crawl-store.ts';
import { completionOf } from '../../src/renderer/core/mirror/crawl-walk.ts';
import { whyEmpty } from '../../src/renderer/screens/review/list/empty-list.ts';
import { never } from './life.ts';
import type { PlantedMutant } from './mutants.ts';
import { answering, type RendererMutant } from './renderer-process.ts';

/** Planted bugs of the window with its bills. */
export const mirrorMutants: readonly PlantedMutant[] = [
  {
    name: 'start-once',
    about: 'a connection that could not be taken up or started is not tried again',
    breaks: ['live'],
    foundAt: 159,
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
    breaks: ['claimed'],
    foundAt: 8,
    renderer: () => ({
      whyEmpty: (facts) => {
        const { pull } = facts;
        const payableSyncedAtMs = pull.payableSyncedAtMs ?? pull.historySyncedAtMs;
        return whyEmpty({ ...facts, pull: { ...pull, payableSyncedAtMs } });
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
          commitPages: (pages) =>
            cache.commitPages(
              pages.map((fetched) => {
                if (fetched.group === 'invoices') return fetched;
                const nextCursor = cursors.get(keyOf(fetched)) ?? null;
                const isCut = fetched.page.nextCursor === null && nextCursor !== null;
                const page = { ...fetched.page, nextCursor, cutShort: null };
                return isCut ? { ...fetched, page } : fetched;
              }),
            ),
        })),
        bridge: answering('service.billsPages', async (asked, ask) => {
          const read = await ask(asked);
          for (const { after, nextCursor } of read.ok ? read.value : [])
            cursors.set(keyOf({ ...asked, after }), nextCursor);
          return read;
        }),
      };
    },
  },
  {
    name: 'cursor-ahead',
    about: 'the cursor is saved a page ahead of its rows, which follow with the next page',
    breaks: ['mirror'],
    foundAt: 1,
    renderer: () => {
      let writeLate = async (): Promise<Pick<BillChange, 'upserts'>> => ({ upserts: [] });
      return committing(async (_database, cache, fetched) => {
        if (fetched.group === 'invoices') return cache.commitPages([fetched]);
        const { items } = fetched.page;
        const page = { ...fetched.page, items: [] };
        const committed = await cache.commitPages([{ ...fetched, page }]);
        if (committed?.change.of !== 'bills') return committed;
        const { upserts } = await writeLate();
        writeLate = () => cache.commitReread({ ...fetched, items });
        const kept = new Set(upserts.map(({ id }) => id));
        const deletes = committed.change.deletes.filter((id) => !kept.has(id));
        return { ...committed, change: { ...committed.change, upserts, deletes } };
      })();
    },
  },
  {
    name: 'early-sweep',
    about: 'every page sweeps its chain of what this crawl has not met yet',
    breaks: ['mirror'],
    foundAt: 17,
    renderer: committing(async (database, cache, fetched) => {
      const committed = await cache.commitPages([fetched]);
      if (committed?.change.of !== 'bills' || committed.isComplete) return committed;
      const old = await dropOlder(database, fetched);
      const deletes = [...committed.change.deletes, ...old];
      return { ...committed, change: { ...committed.change, deletes } };
    }),
  },
  {
    name: 'front-is-all',
    about: 'a first crawl counts as complete when it is through with its front',
    breaks: ['claimed', 'mirror'],
    foundAt: 1,
    renderer: committing(async (database, cache, fetched) => {
      const committed = await cache.commitPages([fetched]);
      const running = committed?.crawl.running;
      if (!committed || !running?.front?.isOver || running.front.pages < running.pages)
        return committed;
      const completed = completionOf(running, fetched.seenAtMs, null);
      const crawl = { ...committed.crawl, running: null, completed };
      await database.crawls.put(crawl);
      return { ...committed, crawl, isComplete: true };
    }),
  },
];

/** Drops a chain's items of older generations, as another window would. Returns their ids. */
async function dropOlder(
  { heads, facts }: CacheDatabase,
  { organizationId, status, generation }: FetchedPage,
): Promise<string[]> {
  const rows = await heads.where({ organizationId }).toArray();
  const stored = rows.map((row) => headSchema.parse(row));
  const old = stored.filter((head) => head.kind === 'bills' && head.generation < generation);
  const catalog = createCatalog();
  catalog.apply({ puts: old, deletes: [] });
  const draft = createDraft(catalog);
  const ids = draft.drop('bills', (_head, of) => of === status);
  const { puts, deletes } = draft.change();
  await heads.bulkDelete([...deletes]);
  await heads.bulkPut([...puts]);
  const lastSeq = factSchemas.lastSeq.parse((await facts.get('lastSeq'))?.value);
  await facts.put({ name: 'lastSeq', value: lastSeq + 1 });
  return [...ids];
}

/** The real cache with some methods replaced. */
function caching(replace: (cache: BillCache) => Partial<BillCache>): RendererMutant {
  const openCache: typeof openBillCache = async (...given) => {
    const cache = await openBillCache(...given);
    return { ...cache, ...replace(cache) };
  };
  return { parts: { openCache } };
}

/** The real cache with another way to store pages, each in its own transaction. */
function committing(
  commit: (
    database: CacheDatabase,
    cache: BillCache,
    fetched: FetchedPage,
  ) => Promise<CommittedPages | null>,
): () => RendererMutant {
  const openCache: typeof openBillCache = async (connectionId, port, clock, cipher) => {
    const cache = await openBillCache(connectionId, port, clock, cipher);
    const database = createCacheDatabase(connectionId, { ...port, IDBKeyRange });
    await database.open();
    return {
      ...cache,
      commitPages: async (pages) => {
        let all: CommittedPages | null = null;
        for (const fetched of pages) all = merged(all, await commit(database, cache, fetched));
        return all;
      },
      close: () => {
        database.close();
        cache.close();
      },
    };
  };
  return () => ({ parts: { openCache } });
}

/** The changes of two transactions as one. */
function merged(
  before: CommittedPages | null,
  after: CommittedPages | null,
): CommittedPages | null {
  if (before?.change.of !== 'bills' || after?.change.of !== 'bills') return after;
  const upserts = [...before.change.upserts, ...after.change.upserts];
  const deletes = [...before.change.deletes, ...after.change.deletes];
  return { ...after, change: { ...after.change, upserts, deletes } };
}
