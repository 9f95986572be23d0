import { historyStatuses, payableStatuses } from '../../../contract/assumptions.ts';
import type { Bill } from '../../../contract/bill.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import type { CrawlPlace, FetchedPage, PagePlace } from './crawl-place.ts';
import {
  type BillChange,
  billGroups,
  crawlGroups,
  crawlRowSchema,
  type CacheDatabase,
  type CachedBill,
  type CachedInvoice,
  type CrawlRow,
  type InvoiceChange,
} from './cache-database.ts';
import type { Draft } from './page-catalog.ts';
import {
  afterFront,
  chainsOf,
  completionOf,
  isInFront,
  newCrawl,
  nextPlace,
  type Running,
  withPage,
} from './crawl-walk.ts';
import type { NewPage } from './page-sealing.ts';
import { StalePages, type PageStore } from './page-store.ts';

/**
 * Maximum restarts after refused cursors: one count for a crawl's front, one for all its chains together. One more
 * refused cursor ends the front, or the crawl.
 */
export const MAX_RESTARTS = 3;

/** A connection's crawls on disk. */
export interface CrawlStore {
  readCrawls(): Promise<readonly CrawlRow[]>;
  /**
   * Begins a crawl with the next generation. A crawl that has already read pages continues instead. One that has read
   * none begins again, so that it counts as a reading from now on.
   */
  beginCrawl(key: CrawlPlace, beganAtMs: number, orderedMs: number): Promise<CrawlRow>;
  /**
   * Stores consecutive pages of one chain in one transaction: their rows, the cursor after the last page and,
   * after the last page of the last chain, the sweep. Changes nothing and returns null if the crawl does not
   * expect the first page.
   */
  commitPages(fetched: readonly FetchedPage[]): Promise<CommittedPages | null>;
  /** Stores a page of bills that was read out of turn. Affects no crawl. */
  commitReread(reread: RereadPage): Promise<BillChange>;
  /**
   * Restarts the chain after the service refused its cursor. After too many restarts, gives up the crawl, or
   * only its front. The next crawl has a new generation.
   */
  restartChain(
    key: CrawlPlace,
    generation: number,
  ): Promise<{ crawl: CrawlRow; gaveUp: boolean } | null>;
}

export type RereadPage = Omit<PagePlace, 'generation'> & { readonly items: readonly Bill[] };

export interface CommittedPages {
  readonly crawl: CrawlRow;
  readonly change: CacheChange;
  readonly isComplete: boolean;
}

/** Changes made by a transaction, by kind of item. */
export type CacheChange =
  | ({ readonly of: 'bills' } & BillChange)
  | ({ readonly of: 'invoices' } & InvoiceChange);

export function createCrawlStore(database: CacheDatabase, pages: PageStore): CrawlStore {
  return {
    readCrawls: async () => {
      const rows = await database.crawls.toArray();
      const written = rows.flatMap((row) => crawlRowSchema.safeParse(row).data ?? []);
      return written.map((row) => pages.crawlAhead(row) ?? row);
    },
    beginCrawl: async (key, beganAtMs, orderedMs) =>
      pages.crawlAhead(key) ?? beginCrawl(database, key, beganAtMs, orderedMs),
    commitPages: async (fetched) => {
      const [first] = fetched;
      if (!first) return null;
      return pages.write(
        first.organizationId,
        async () => fetched.map(pageOf),
        (draft) => advance(database, draft, first, fetched),
        async () => {
          const crawl = pages.crawlAhead(first) ?? (await readCrawl(database, first));
          const running = fetched.reduce(withinChains, crawl.running);
          const moved = { ...crawl, running };
          return (
            running && {
              crawl: moved,
              value: { crawl: moved, change: changeOf(fetched), isComplete: false },
            }
          );
        },
      );
    },
    commitReread: async (reread) => {
      const { organizationId, run, askedMs } = reread;
      const catalog = await pages.catalogOf(organizationId);
      // Main sends the page of a recheck with the approval's answer, which may take longer than a whole crawl.
      const items = reread.items.filter(({ id }) => {
        const known = catalog.find('bills', id)?.read;
        return known?.run !== run || known.askedMs <= askedMs;
      });
      const place = { ...reread, generation: 0 };
      const change = await writeOutOfTurn(database, pages, organizationId, (generation) => {
        place.generation = generation;
        return items.length === 0 ? null : billPageOf(items, place);
      });
      const upserts = items.map((bill) => cachedBill(bill, place));
      return change === null
        ? { organizationId, upserts: [], deletes: [] }
        : { organizationId, upserts, deletes: [] };
    },
    restartChain: (key, generation) =>
      pages.write(
        key.organizationId,
        async () => [],
        () => restartChain(database, key, generation),
      ),
  };
}

async function readCrawl(
  { crawls }: CacheDatabase,
  { organizationId, group }: CrawlPlace,
): Promise<CrawlRow> {
  const row = crawlRowSchema.safeParse(await crawls.get([organizationId, group])).data;
  return row ?? { organizationId, group, running: null, completed: null };
}

function beginCrawl(
  database: CacheDatabase,
  key: CrawlPlace,
  beganAtMs: number,
  orderedMs: number,
): PromiseLike<CrawlRow> {
  return database.transaction('rw', database.crawls, async () => {
    const row = await readCrawl(database, key);
    if (row.running && row.running.pages > 0) return row;
    const generation = 1 + (await newestGeneration(database, key.organizationId));
    const begun = { ...row, running: newCrawl(row, { generation, beganAtMs, orderedMs }) };
    await database.crawls.put(begun);
    return begun;
  });
}

/** Stores the crawl's progress after these pages. Returns null if it expects other pages. */
async function advance(
  database: CacheDatabase,
  draft: Draft,
  key: CrawlPlace,
  fetched: readonly FetchedPage[],
): Promise<CommittedPages | null> {
  const crawl = await readCrawl(database, key);
  const change = changeOf(fetched);
  let running = crawl.running;
  for (const page of fetched) {
    if (!running || !isAwaited(running, page)) return null;
    const moved: Running | null = withinChains(running, page);
    const progress = withPage(running, page);
    if (moved !== null) running = moved;
    else if (isInFront(running)) running = await leaveFront(database, key, progress);
    else return complete(database, draft, { crawl, progress, page, change });
  }
  const advanced = { ...crawl, running };
  await database.crawls.put(advanced);
  return { crawl: advanced, change, isComplete: false };
}

/** The crawl after this page; null if it expects another page, or if its front or its last chain ends here. */
function withinChains(running: Running | null, page: FetchedPage): Running | null {
  const next = running && isAwaited(running, page) ? nextPlace(running, page) : null;
  return running && next && { ...withPage(running, page), status: next.status, after: next.after };
}

/** Gives the crawl a new generation, so that its sweep removes bills that only the front has listed. */
async function leaveFront(
  database: CacheDatabase,
  { organizationId, group }: CrawlPlace,
  running: Running,
): Promise<Running> {
  const generation = 1 + (await newestGeneration(database, organizationId));
  return afterFront(group, { ...running, generation });
}

interface LastPage {
  readonly crawl: CrawlRow;
  readonly progress: Running;
  readonly page: FetchedPage;
  readonly change: CacheChange;
}

async function complete(
  database: CacheDatabase,
  draft: Draft,
  { crawl, progress, page, change }: LastPage,
): Promise<CommittedPages> {
  const completed = completionOf(progress, page.seenAtMs, crawl.completed);
  // The sweep reads the completed crawls.
  await database.crawls.put({ ...crawl, running: null, completed });
  const deletes = await sweep(database, draft, page, progress);
  const hasLeft = deletes.length > 0;
  const leftMs = hasLeft ? Math.max(progress.orderedMs, page.askedMs) : crawl.completed?.leftMs;
  const finished = { ...crawl, running: null, completed: { ...completed, leftMs: leftMs ?? null } };
  await database.crawls.put(finished);
  return { crawl: finished, change: { ...change, deletes: [...deletes] }, isComplete: true };
}

async function restartChain(
  database: CacheDatabase,
  key: CrawlPlace,
  generation: number,
): Promise<{ crawl: CrawlRow; gaveUp: boolean } | null> {
  const row = await readCrawl(database, key);
  if (row.running?.generation !== generation) return null;
  const restarts = row.running.restarts + 1;
  const isOver = restarts > MAX_RESTARTS;
  // A crawl that is still in its front only gives up the front: its chains list the same bills.
  const gaveUp = isOver && !isInFront(row.running);
  const again = isOver
    ? await leaveFront(database, key, row.running)
    : { ...row.running, after: null, restarts };
  const crawl = { ...row, running: gaveUp ? null : again };
  await database.crawls.put(crawl);
  return { crawl, gaveUp };
}

/** Generation of the organization's latest crawl of any group, running or complete; 0 before the first. */
async function newestGeneration(database: CacheDatabase, organizationId: string): Promise<number> {
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

/**
 * Writes a page read out of turn, with the newest generation. Otherwise a crawl under way that has already read the
 * page's status would sweep its bills.
 */
export async function writeOutOfTurn(
  database: CacheDatabase,
  pages: PageStore,
  organizationId: string,
  pageAt: (generation: number) => NewPage | null,
): Promise<NewPage | null> {
  let prepared: NewPage | null = null;
  return pages.write(
    organizationId,
    async () => {
      prepared = pageAt(await newestGeneration(database, organizationId));
      return prepared === null ? [] : [prepared];
    },
    async () => {
      const generation = await newestGeneration(database, organizationId);
      if (prepared !== null && prepared.head.generation !== generation) throw new StalePages();
      return prepared;
    },
  );
}

/** A page of bills as stored. If it lists a bill twice, the last listing counts. */
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
  // An item that is readable elsewhere on the page is not malformed.
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
  const { organizationId, generation, seenAtMs, run, askedMs, listedMs, status, after } = place;
  const read = { run, askedMs, listedMs, status, after };
  const ids = items.map(({ id }) => id);
  const head = { organizationId, kind, generation, seenAtMs, read, ids, statuses, malformed: [] };
  return { head, items, malformed: [] };
}

/** Change to report to observers. If the pages list an item twice, observers apply both in order. */
function changeOf(fetched: readonly FetchedPage[]): CacheChange {
  const organizationId = fetched[0]?.organizationId ?? '';
  const bills: CachedBill[] = [];
  const invoices: CachedInvoice[] = [];
  for (const place of fetched) {
    const { generation, seenAtMs } = place;
    if (place.group !== 'invoices')
      bills.push(...place.page.items.map((bill) => cachedBill(bill, place)));
    else
      for (const invoice of place.page.items)
        invoices.push({ organizationId, id: invoice.id, generation, seenAtMs, invoice });
  }
  return fetched[0]?.group === 'invoices'
    ? { of: 'invoices', organizationId, upserts: invoices, deletes: [] }
    : { of: 'bills', organizationId, upserts: bills, deletes: [] };
}

function cachedBill(bill: Bill, place: PagePlace): CachedBill {
  const { organizationId, generation, seenAtMs, run, askedMs, listedMs, status, after } = place;
  const read = { run, askedMs, listedMs, status, after };
  return { organizationId, generation, seenAtMs, read, id: bill.id, status: bill.status, bill };
}

/** Drops items of fully read chains that the finished crawl did not list. Returns their ids. */
async function sweep(
  database: CacheDatabase,
  draft: Draft,
  { organizationId, group }: CrawlPlace,
  { generation, cuts }: Pick<Running, 'generation' | 'cuts'>,
): Promise<readonly string[]> {
  // An item missing from a chain that was cut short may still exist.
  const chains = chainsOf[group].filter((chain) => !cuts.some(({ status }) => status === chain));
  const kind = group === 'invoices' ? 'invoices' : 'bills';
  draft.dropMalformed(
    (head) =>
      head.kind === kind &&
      head.generation < generation &&
      chains.includes(head.read?.status ?? ''),
  );
  if (kind === 'invoices')
    return draft.drop(kind, (head) => chains.length > 0 && head.generation < generation);
  const rounds = await Promise.all(
    billGroups.map((each) => database.crawls.get([organizationId, each])),
  );
  // Drop a bill with an unknown status once complete crawls of both groups have not listed it.
  const fullRound = Math.min(
    ...rounds.map((row) => crawlRowSchema.safeParse(row).data?.completed?.generation ?? 0),
  );
  const known: readonly string[] = [...payableStatuses, ...historyStatuses];
  return draft.drop(kind, (head, status) => {
    if (chains.includes(status)) return head.generation < generation;
    return cuts.length === 0 && !known.includes(status) && head.generation < fullRound;
  });
}
