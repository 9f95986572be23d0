import type { BillCache } from '../../../src/renderer/core/mirror/bill-cache.ts';
import { crawlGroups, type CrawlRow } from '../../../src/renderer/core/mirror/cache-database.ts';
import type { CrawlPlace, FetchedPage } from '../../../src/renderer/core/mirror/crawl-place.ts';
import type { CommittedPages } from '../../../src/renderer/core/mirror/crawl-store.ts';
import {
  afterFront,
  completionOf,
  isInFront,
  newCrawl,
  nextPlace,
  withPage,
} from '../../../src/renderer/core/mirror/crawl-walk.ts';

/**
 * The crawls of a bill cache without its bills: the next page, and when a crawl is complete, as in the real
 * store. A week of pages would be too much for an IndexedDB in memory, and the quota depends only on the number
 * of pages.
 */
export function createMemoryBillCache(): BillCache {
  const crawls = new Map<string, CrawlRow>();
  const keyOf = ({ organizationId, group }: CrawlPlace): string => `${organizationId} ${group}`;
  const read = ({ organizationId, group }: CrawlPlace): CrawlRow =>
    crawls.get(keyOf({ organizationId, group })) ?? {
      organizationId,
      group,
      running: null,
      completed: null,
    };
  const keep = (row: CrawlRow): CrawlRow => {
    crawls.set(keyOf(row), row);
    return row;
  };
  const newest = (organizationId: string): number =>
    Math.max(
      ...crawlGroups.map((group) => {
        const { running, completed } = read({ organizationId, group });
        return Math.max(running?.generation ?? 0, completed?.generation ?? 0);
      }),
    );

  const commit = (fetched: FetchedPage): CommittedPages | null => {
    const { organizationId, seenAtMs } = fetched;
    const crawl = read(fetched);
    const { running } = crawl;
    if (running === null) return null;
    const progress = withPage(running, fetched);
    const change = { of: 'bills', organizationId, upserts: [], deletes: [] } as const;
    const next = nextPlace(running, fetched);
    if (next === null && !isInFront(running)) {
      const completed = completionOf(progress, seenAtMs, crawl.completed);
      return { crawl: keep({ ...crawl, running: null, completed }), change, isComplete: true };
    }
    const generation = newest(organizationId) + 1;
    const advanced = next
      ? { ...progress, status: next.status, after: next.after }
      : afterFront(fetched.group, { ...progress, generation });
    return { crawl: keep({ ...crawl, running: advanced }), change, isComplete: false };
  };

  return {
    readCrawls: async () => [...crawls.values()],
    beginCrawl: async (key, beganAtMs, orderedMs) => {
      const row = read(key);
      if (row.running && row.running.pages > 0) return row;
      const generation = newest(key.organizationId) + 1;
      return keep({ ...row, running: newCrawl(row, { generation, beganAtMs, orderedMs }) });
    },
    commitPages: async (fetched) => {
      const committed = fetched.map(commit);
      return committed.at(-1) ?? null;
    },
    commitReread: async ({ organizationId }) => ({ organizationId, upserts: [], deletes: [] }),
    restartChain: async (key, generation) => {
      const row = read(key);
      if (row.running?.generation !== generation) return null;
      const running = { ...row.running, after: null, restarts: row.running.restarts + 1 };
      return { crawl: keep({ ...row, running }), gaveUp: false };
    },
    readPayable: nothing,
    readRest: nothing,
    readInvoices: nothing,
    readBills: async () => new Map(),
    keepBill: async (organizationId) => ({ organizationId, upserts: [], deletes: [] }),
    malformed: async () => [],
    malformedInvoices: async () => [],
    organizations: async () => ({ listed: [], former: [] }),
    putOrganizations: async (listed) => ({ listed, former: [] }),
    fact: async () => null,
    putFact: async () => undefined,
    firstScreen: async () => null,
    saveFirstScreen: async () => undefined,
    dropHistory: async () => [],
    close: () => undefined,
  };
}

async function* nothing(): AsyncGenerator<never> {
  // It holds no bills, so loops over them end at once.
}
