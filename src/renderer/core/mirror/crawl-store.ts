import { historyStatuses, payableStatuses } from '../../../contract/assumptions.ts';
import type { Bill } from '../../../contract/bill.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import type { FetchedPage, PagePlace } from './crawl-place.ts';
import {
  type BillChange,
  billGroups,
  crawlGroups,
  crawlRowSchema,
  type CacheDatabase,
  type CachedBill,
  type CachedInvoice,
  type CrawlGroup,
  type CrawlRow,
  type InvoiceChange,
} from './cache-database.ts';
import type { Draft } from './page-catalog.ts';
import { StalePages, type NewPage, type PageStore } from './page-store.ts';

/** Chains of a group, in the order they are read: the way bills move, so that none slips past. */
export const chainsOf: Record<CrawlGroup, readonly string[]> = {
  payable: payableStatuses,
  history: historyStatuses,
  // The service lists invoices in one chain; its name is ours.
  invoices: ['invoices'],
};

/** A chain whose cursors keep being refused is given up after this many fresh starts in one crawl. */
export const MOST_RESTARTS = 3;

/** The crawls of a connection on disk. */
export interface CrawlStore {
  readCrawls(): Promise<readonly CrawlRow[]>;
  /**
   * Begins a crawl at the next generation. One that is under way goes on instead; one that has read
   * nothing yet begins anew, so that it counts as a reading from now on.
   */
  beginCrawl(key: CrawlKey, beganAtMs: number, orderedMs: number): Promise<CrawlRow>;
  /**
   * One page: its rows, the cursor behind it and, after the last page of the last chain, the sweep,
   * all in one transaction. A page that is not the one the crawl waits for changes nothing (null).
   */
  commitPage(fetched: FetchedPage): Promise<CommittedPage | null>;
  /** A page of bills asked for out of turn: its rows, and nothing of any crawl. */
  commitReread(reread: RereadPage): Promise<BillChange>;
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

export type RereadPage = Omit<PagePlace, 'generation'> & { readonly items: readonly Bill[] };

export interface CommittedPage {
  readonly crawl: CrawlRow;
  readonly change: CacheChange;
  readonly completed: boolean;
}

/** What a transaction changed, by the kind of thing it changed. */
export type CacheChange =
  | ({ readonly of: 'bills' } & BillChange)
  | ({ readonly of: 'invoices' } & InvoiceChange);

export function createCrawlStore(database: CacheDatabase, pages: PageStore): CrawlStore {
  const { crawls } = database;
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
    beginCrawl: (key, beganAtMs, orderedMs) =>
      database.transaction('rw', crawls, async () => {
        const row = await read(key);
        if (row.running && row.running.pages > 0) return row;
        const generation = 1 + (await newestGeneration(database, key.organizationId));
        const status = chainsOf[key.group][0] ?? '';
        const counts = { pages: 0, bills: 0, restarts: 0, cutShort: false };
        const running = { generation, beganAtMs, orderedMs, status, after: null, ...counts };
        const begun = { ...row, running };
        await crawls.put(begun);
        return begun;
      }),
    commitPage: (fetched) =>
      pages.write(
        fetched.organizationId,
        async () => pageOf(fetched),
        async (draft) => {
          const crawl = await read(fetched);
          const { running } = crawl;
          if (!running || !isAwaited(running, fetched)) return null;
          const change = changeOf(fetched);
          const progress = {
            ...running,
            pages: running.pages + 1,
            bills: running.bills + fetched.page.items.length,
            cutShort: running.cutShort || fetched.page.cutShort,
          };
          const next = nextPlace(fetched);
          if (next) {
            const advanced = { ...crawl, running: { ...progress, ...next } };
            await crawls.put(advanced);
            return { crawl: advanced, change, completed: false };
          }
          const completed = completionOf(progress, fetched.seenAtMs);
          const finished = { ...crawl, running: null, completed };
          await crawls.put(finished);
          // What a list that was cut short did not show may be there all the same.
          const deletes = progress.cutShort
            ? []
            : await sweep(database, draft, fetched, running.generation);
          return { crawl: finished, change: { ...change, deletes: [...deletes] }, completed: true };
        },
      ),
    commitReread: async (reread) => {
      const { organizationId, items } = reread;
      const place = { ...reread, generation: 0 };
      const change = await writeSeenNow(database, pages, organizationId, (generation) => {
        place.generation = generation;
        return billPageOf(items, place);
      });
      const upserts = items.map((bill) => cachedBill(bill, place));
      return change === null
        ? { organizationId, upserts: [], deletes: [] }
        : { organizationId, upserts, deletes: [] };
    },
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

function completionOf(progress: Running, endedAtMs: number): NonNullable<CrawlRow['completed']> {
  const { generation, beganAtMs, orderedMs, pages, bills, cutShort } = progress;
  return { generation, beganAtMs, orderedMs, endedAtMs, pages, bills, cutShort };
}

/** The generation of the organization's latest crawl of any group, running or complete; 0 before the first. */
export async function newestGeneration(
  database: CacheDatabase,
  organizationId: string,
): Promise<number> {
  const rows = await Promise.all(
    crawlGroups.map((group) => database.crawls.get([organizationId, group])),
  );
  const known = rows.flatMap((row) => crawlRowSchema.safeParse(row).data ?? []);
  return Math.max(0, ...known.map(generationOf));
}

function generationOf({ running, completed }: CrawlRow): number {
  return Math.max(running?.generation ?? 0, completed?.generation ?? 0);
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

/**
 * Writes a page that was seen just now, out of turn: under the newest generation, since a crawl under way that
 * has passed its status would sweep it otherwise.
 */
export async function writeSeenNow(
  database: CacheDatabase,
  pages: PageStore,
  organizationId: string,
  pageAt: (generation: number) => NewPage | null,
): Promise<NewPage | null> {
  let prepared: NewPage | null = null;
  return pages.write(
    organizationId,
    async () => (prepared = pageAt(await newestGeneration(database, organizationId))),
    async () => {
      const generation = await newestGeneration(database, organizationId);
      if (prepared !== null && prepared.head.generation !== generation) throw new StalePages();
      return prepared;
    },
  );
}

/** A page of bills as it is kept: of a bill that comes twice, what came last. */
export function billPageOf(bills: readonly Bill[], place: PagePlace): NewPage {
  const items = [...new Map(bills.map((bill) => [bill.id, bill])).values()];
  const statuses = items.map(({ status }) => status);
  return pageWith('bills', place, items, statuses);
}

function pageOf(fetched: FetchedPage): NewPage {
  const isBills = fetched.group !== 'invoices';
  const page = isBills
    ? billPageOf(fetched.page.items, fetched)
    : pageWith(
        'invoices',
        fetched,
        [...new Map(fetched.page.items.map((item) => [item.id, item])).values()],
        [],
      );
  const ids = new Set(page.head.ids);
  // One that reads well is not malformed.
  const malformed = fetched.page.malformed.filter(({ id }) => id === null || !ids.has(id));
  const head = { ...page.head, malformed: [...new Set(malformed.map(({ id }) => id))] };
  return { ...page, head, malformed };
}

function pageWith(
  kind: 'bills' | 'invoices',
  place: PagePlace,
  items: readonly (Bill | Invoice)[],
  statuses: string[],
): NewPage {
  const { organizationId, generation, seenAtMs, run, askedMs, status, after } = place;
  const read = { run, askedMs, status, after };
  const ids = items.map(({ id }) => id);
  const head = { organizationId, kind, generation, seenAtMs, read, ids, statuses, malformed: [] };
  return { head, items, malformed: [] };
}

/** What the page's items are for those who show them. */
function changeOf(fetched: FetchedPage): CacheChange {
  const { organizationId, generation, seenAtMs } = fetched;
  if (fetched.group !== 'invoices') {
    const upserts = fetched.page.items.map((bill) => cachedBill(bill, fetched));
    return { of: 'bills', organizationId, upserts, deletes: [] };
  }
  const upserts = fetched.page.items.map((invoice): CachedInvoice => {
    const { id } = invoice;
    return { organizationId, id, generation, seenAtMs, invoice };
  });
  return { of: 'invoices', organizationId, upserts, deletes: [] };
}

function cachedBill(bill: Bill, place: PagePlace): CachedBill {
  const { organizationId, generation, seenAtMs, run, askedMs, status, after } = place;
  const read = { run, askedMs, status, after };
  return { organizationId, generation, seenAtMs, read, id: bill.id, status: bill.status, bill };
}

/** Drops what the finished crawl did not meet, and answers with its ids. */
async function sweep(
  database: CacheDatabase,
  draft: Draft,
  { organizationId, group }: CrawlKey,
  generation: number,
): Promise<readonly string[]> {
  const chains = chainsOf[group];
  const kind = group === 'invoices' ? 'invoices' : 'bills';
  draft.dropMalformed(
    (head) =>
      head.kind === kind &&
      head.generation < generation &&
      chains.includes(head.read?.status ?? ''),
  );
  if (kind === 'invoices') return draft.drop(kind, (head) => head.generation < generation);
  const rounds = await Promise.all(
    billGroups.map((each) => database.crawls.get([organizationId, each])),
  );
  // A bill in a status nobody knows goes when a full round of both groups has not met it.
  const fullRound = Math.min(
    ...rounds.map((row) => crawlRowSchema.safeParse(row).data?.completed?.generation ?? 0),
  );
  const known: readonly string[] = [...payableStatuses, ...historyStatuses];
  return draft.drop(kind, (head, status) => {
    if (chains.includes(status)) return head.generation < generation;
    return !known.includes(status) && head.generation < fullRound;
  });
}
