import type { BillCache } from '../../../src/renderer/core/mirror/bill-cache.ts';
import { crawlGroups, type CrawlRow } from '../../../src/renderer/core/mirror/cache-database.ts';
import type { FetchedPage } from '../../../src/renderer/core/mirror/crawl-place.ts';
import {
  chainsOf,
  type CommittedPages,
  type CrawlKey,
} from '../../../src/renderer/core/mirror/crawl-store.ts';

/**
 * The crawls of a bill cache without its bills: which page comes next, and when a crawl is complete, as
 * the real store keeps them. A week of pages is too much for an IndexedDB in memory, and the quota is
 * spent on pages, whatever is on them.
 */
export function createMemoryBillCache(): BillCache {
  const crawls = new Map<string, CrawlRow>();
  const keyOf = ({ organizationId, group }: CrawlKey): string => `${organizationId} ${group}`;
  const read = ({ organizationId, group }: CrawlKey): CrawlRow =>
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

  const commit = ({ page, ...asked }: FetchedPage): CommittedPages | null => {
    const crawl = read(asked);
    const { running } = crawl;
    if (running === null) return null;
    const progress = {
      ...running,
      pages: running.pages + 1,
      bills: running.bills + page.items.length,
    };
    const { organizationId } = asked;
    const change = { of: 'bills', organizationId, upserts: [], deletes: [] } as const;
    const chains = chainsOf[asked.group];
    const next = page.nextCursor === null ? chains[chains.indexOf(asked.status) + 1] : asked.status;
    if (next !== undefined) {
      const place = { status: next, after: page.nextCursor };
      const advanced = keep({ ...crawl, running: { ...progress, ...place } });
      return { crawl: advanced, change, completed: false };
    }
    const { generation, beganAtMs, orderedMs, pages, bills, cutShort } = progress;
    const endedAtMs = asked.seenAtMs;
    const completed = { generation, beganAtMs, orderedMs, endedAtMs, pages, bills, cutShort };
    return { crawl: keep({ ...crawl, running: null, completed }), change, completed: true };
  };

  return {
    readCrawls: async () => [...crawls.values()],
    beginCrawl: async (key, beganAtMs, orderedMs) => {
      const row = read(key);
      if (row.running && row.running.pages > 0) return row;
      const generation = newest(key.organizationId) + 1;
      const status = chainsOf[key.group][0] ?? '';
      const counts = { pages: 0, bills: 0, restarts: 0, cutShort: false };
      return keep({
        ...row,
        running: { generation, beganAtMs, orderedMs, status, after: null, ...counts },
      });
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
    organizations: async () => [],
    putOrganizations: async () => undefined,
    fact: async () => null,
    putFact: async () => undefined,
    firstScreen: async () => null,
    keepFirstScreen: async () => undefined,
    dropHistory: async () => [],
    close: () => undefined,
  };
}

async function* nothing(): AsyncGenerator<never> {
  // There is nothing to give: whoever loops over it ends at once.
}
