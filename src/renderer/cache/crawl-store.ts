import { Dexie } from 'dexie';
import { historyStatuses, payableStatuses } from '../../contract/assumptions.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { Bill } from '../../contract/bill.ts';
import type { Page } from '../../contract/envelope.ts';
import type { BillChange } from './bill-index.ts';
import {
  crawlGroups,
  crawlRowSchema,
  malformedRowSchema,
  type CacheDatabase,
  type CachedBill,
  type CrawlGroup,
  type CrawlRow,
  type MalformedRow,
} from './cache-database.ts';

/** Chains of a group, in the order they are read: the way bills move, so that none slips past. */
export const chainsOf: Record<CrawlGroup, readonly string[]> = {
  payable: payableStatuses,
  history: historyStatuses,
};

/** A chain whose cursors keep being refused is given up after this many fresh starts in one crawl. */
export const MOST_RESTARTS = 3;

/** The crawls of a connection on disk. */
export interface CrawlStore {
  readCrawls(): Promise<readonly CrawlRow[]>;
  /**
   * Begins a crawl at the next generation. One that is under way goes on instead; one that has read
   * nothing yet begins anew, so that it counts as a look from now on.
   */
  beginCrawl(key: CrawlKey, beganAtMs: number, lookMs: number): Promise<CrawlRow>;
  /**
   * One page: its rows, the cursor behind it and, after the last page of the last chain, the sweep,
   * all in one transaction. A page that is not the one the crawl waits for changes nothing (null).
   */
  commitPage(fetched: FetchedPage): Promise<CommittedPage | null>;
  /**
   * The service refused the chain's cursor: the chain starts anew. Too often, and the crawl is given
   * up; the next one begins at its own generation.
   */
  restartChain(
    key: CrawlKey,
    generation: number,
  ): Promise<{ crawl: CrawlRow; gaveUp: boolean } | null>;
}

export interface CrawlKey {
  readonly organizationId: string;
  readonly group: CrawlGroup;
}

export interface FetchedPage extends CrawlKey {
  readonly generation: number;
  readonly status: string;
  readonly after: string | null;
  readonly page: Page<Bill>;
  readonly seenAtMs: number;
}

export interface CommittedPage {
  readonly crawl: CrawlRow;
  readonly change: BillChange;
  readonly completed: boolean;
}

export function createCrawlStore(database: CacheDatabase): CrawlStore {
  const { bills, malformed, crawls } = database;
  const read = async ({ organizationId, group }: CrawlKey): Promise<CrawlRow> =>
    crawlRowSchema.safeParse(await crawls.get([organizationId, group])).data ?? {
      organizationId,
      group,
      running: null,
      completed: null,
    };

  return {
    readCrawls: async () => {
      const rows = await crawls.toArray();
      return rows.flatMap((row) => crawlRowSchema.safeParse(row).data ?? []);
    },
    beginCrawl: (key, beganAtMs, lookMs) =>
      database.transaction('rw', crawls, bills, async () => {
        const row = await read(key);
        if (row.running && row.running.pages > 0) return row;
        const both = await Promise.all(
          crawlGroups.map((group) => read({ organizationId: key.organizationId, group })),
        );
        const generation = 1 + Math.max(...both.map(newestGeneration));
        const status = chainsOf[key.group][0] ?? '';
        const counts = { pages: 0, bills: 0, restarts: 0 };
        const running = { generation, beganAtMs, lookMs, status, after: null, ...counts };
        const begun = { ...row, running };
        await crawls.put(begun);
        return begun;
      }),
    commitPage: (fetched) =>
      database.transaction('rw', bills, malformed, crawls, async () => {
        const crawl = await read(fetched);
        const { running } = crawl;
        if (!running || !isAwaited(running, fetched)) return null;
        const upserts = fetched.page.items.map((bill) => cachedBill(fetched, bill));
        await bills.bulkPut(upserts);
        await putMalformed(database, fetched);
        const progress = {
          ...running,
          pages: running.pages + 1,
          bills: running.bills + fetched.page.items.length,
        };
        const next = nextPlace(fetched);
        if (next) {
          const advanced = { ...crawl, running: { ...progress, ...next } };
          await crawls.put(advanced);
          return { crawl: advanced, change: changeOf(fetched, upserts, []), completed: false };
        }
        const { generation, beganAtMs, lookMs } = running;
        const completed = {
          generation,
          beganAtMs,
          lookMs,
          endedAtMs: fetched.seenAtMs,
          pages: progress.pages,
          bills: progress.bills,
        };
        const finished = { ...crawl, running: null, completed };
        await crawls.put(finished);
        const deletes = await sweep(database, fetched, generation);
        return { crawl: finished, change: changeOf(fetched, upserts, deletes), completed: true };
      }),
    restartChain: (key, generation) =>
      database.transaction('rw', crawls, async () => {
        const row = await read(key);
        if (row.running?.generation !== generation) return null;
        const restarts = row.running.restarts + 1;
        const gaveUp = restarts > MOST_RESTARTS;
        const running = gaveUp ? null : { ...row.running, after: null, restarts };
        const crawl = { ...row, running };
        await crawls.put(crawl);
        return { crawl, gaveUp };
      }),
  };
}

type Running = NonNullable<CrawlRow['running']>;

function newestGeneration(row: CrawlRow): number {
  return Math.max(row.running?.generation ?? 0, row.completed?.generation ?? 0);
}

function isAwaited(running: Running, fetched: FetchedPage): boolean {
  return (
    running.generation === fetched.generation &&
    running.status === fetched.status &&
    running.after === fetched.after
  );
}

/** Where the crawl goes on after this page, or null when it was the last one of the last chain. */
function nextPlace({ group, status, page }: FetchedPage): Pick<Running, 'status' | 'after'> | null {
  if (page.nextCursor !== null) return { status, after: page.nextCursor };
  const chains = chainsOf[group];
  const next = chains[chains.indexOf(status) + 1];
  return next === undefined ? null : { status: next, after: null };
}

function cachedBill(fetched: FetchedPage, bill: Bill): CachedBill {
  const { organizationId, generation, seenAtMs } = fetched;
  return { organizationId, id: bill.id, status: bill.status, generation, seenAtMs, bill };
}

function changeOf(
  { organizationId }: FetchedPage,
  upserts: readonly CachedBill[],
  deletes: readonly string[],
): BillChange {
  return { organizationId, upserts, deletes };
}

async function putMalformed(database: CacheDatabase, fetched: FetchedPage): Promise<void> {
  const { organizationId, generation, status, page } = fetched;
  const rows = page.malformed.map((item): MalformedRow => {
    const key = item.id ?? canonicalJson(item.raw);
    return { organizationId, key, status, generation, item };
  });
  await database.malformed.bulkPut(rows);
  // A bill that reads well now is no longer malformed.
  await database.malformed.bulkDelete(
    page.items.map((bill) => [organizationId, bill.id] as [string, string]),
  );
}

/**
 * Deletes what the finished crawl did not meet: bills in the group's statuses, and malformed items of
 * its chains. A bill in a status nobody knows goes when a full round of both groups has not met it.
 */
async function sweep(
  database: CacheDatabase,
  { organizationId, group }: CrawlKey,
  generation: number,
): Promise<string[]> {
  const chains = chainsOf[group];
  const rounds = await Promise.all(
    crawlGroups.map((each) => database.crawls.get([organizationId, each])),
  );
  const fullRound = Math.min(
    ...rounds.map((row) => crawlRowSchema.safeParse(row).data?.completed?.generation ?? 0),
  );
  const known: readonly string[] = [...payableStatuses, ...historyStatuses];
  const keys: [string, string][] = [];
  for (const status of await statusesOf(database, organizationId)) {
    if (chains.includes(status)) keys.push(...(await olderThan(status, generation)));
    else if (!known.includes(status)) keys.push(...(await olderThan(status, fullRound)));
  }
  await database.bills.bulkDelete(keys);
  await sweepMalformed(database, organizationId, chains, generation);
  return keys.map(([, id]) => id);

  function olderThan(status: string, oldest: number): PromiseLike<[string, string][]> {
    return database.bills
      .where('[organizationId+status+generation]')
      .between([organizationId, status, Dexie.minKey], [organizationId, status, oldest])
      .primaryKeys();
  }
}

/** The statuses that occur, from the index alone: a sweep reads no bill. */
async function statusesOf(
  database: CacheDatabase,
  organizationId: string,
): Promise<ReadonlySet<string>> {
  const keys = await database.bills
    .where('[organizationId+status+generation]')
    .between([organizationId, Dexie.minKey], [organizationId, Dexie.maxKey])
    .uniqueKeys();
  return new Set(keys.map((key) => String(Object(key)[1])));
}

async function sweepMalformed(
  database: CacheDatabase,
  organizationId: string,
  chains: readonly string[],
  generation: number,
): Promise<void> {
  await database.malformed
    .where({ organizationId })
    .filter((row) => {
      const parsed = malformedRowSchema.safeParse(row);
      // What this version cannot read of its own cache is of no use to anybody.
      if (!parsed.success) return true;
      return chains.includes(parsed.data.status) && parsed.data.generation < generation;
    })
    .delete();
}
