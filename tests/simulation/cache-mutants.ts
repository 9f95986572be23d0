import { IDBKeyRange } from 'fake-indexeddb';
import type { Clock } from '../../src/base/clock.ts';
import { openBillCache, type BillCache } from '../../src/renderer/core/mirror/bill-cache.ts';
import {
  createCacheDatabase,
  type CacheDatabase,
  type CachedBill,
} from '../../src/renderer/core/mirror/cache-database.ts';
import type { CommittedPage } from '../../src/renderer/core/mirror/crawl-store.ts';
import type { FetchedPage } from '../../src/renderer/core/mirror/crawl-place.ts';
import type { IndexedDbPort } from '../../src/renderer/core/indexed-db.ts';
import type { RendererDisk } from './renderer-disk.ts';

type OpenCache = typeof openBillCache;
type Commit = (
  database: CacheDatabase,
  cache: BillCache,
  fetched: FetchedPage,
) => Promise<CommittedPage | null>;

/** The real cache, with another way to commit a page. */
function committing(commit: Commit): (disk: RendererDisk) => OpenCache {
  return () => async (connectionId: string, port: IndexedDbPort, clock: Pick<Clock, 'sleep'>) => {
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
}

/** The cursor goes on first, the rows follow in a transaction of their own. */
export const cursorApart = committing(async (database, cache, fetched) => {
  if (fetched.group === 'invoices') return cache.commitPage(fetched);
  const { page, organizationId, generation, seenAtMs, status, after, askedMs, run } = fetched;
  const read = { status, after, askedMs, run };
  const committed = await cache.commitPage({ ...fetched, page: { ...page, items: [] } });
  if (committed?.change.of !== 'bills') return committed;
  const upserts = page.items.map((bill): CachedBill => {
    return { organizationId, id: bill.id, status: bill.status, generation, seenAtMs, bill, read };
  });
  await database.bills.bulkPut(upserts);
  const kept = new Set(upserts.map(({ id }) => id));
  const deletes = committed.change.deletes.filter((id) => !kept.has(id));
  return { ...committed, change: { ...committed.change, upserts, deletes } };
});

/** Every page sweeps its chain of what this crawl has not met yet. */
export const sweepsEarly = committing(async (database, cache, fetched) => {
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
});
