import { createSerial } from '../../../base/serial.ts';
import type { Cipher } from '../cipher.ts';
import {
  headSchema,
  headsOf,
  noteSeen,
  numbersOf,
  partOf,
  rowsOf,
  rowsWithin,
  type CacheDatabase,
  type CrawlGroup,
  type CrawlRow,
  type Head,
} from './cache-database.ts';
import {
  isSeenAgain,
  mergedPage,
  openPage,
  sealPages,
  type NewPage,
  type OpenPage,
  type WrittenPage,
} from './page-sealing.ts';
import {
  createCatalog,
  createDraft,
  scatteredPages,
  type Catalog,
  type Draft,
} from './page-catalog.ts';

/** A connection's sealed pages, and the place of each item in them. */
export interface PageStore {
  catalogOf(organizationId: string): Promise<Catalog>;
  /** Opens the chosen pages as of one moment. A page that does not open has no items. */
  read(organizationId: string, pick: (catalog: Catalog) => readonly Head[]): Promise<OpenPage[]>;
  /** Opens every page that is wanted, in batches, including pages written meanwhile. */
  readAll(organizationId: string, isWanted: (head: Head) => boolean): AsyncIterable<OpenPage[]>;
  /**
   * Runs one transaction over pages, crawls and facts. Seals pages before it, because a transaction would not
   * survive waiting for a cipher. For a page whose items are on disk unchanged, writes only that it was seen. Throw
   * `StalePages` inside to start over.
   * @param prepare returns the pages, in the order they were read
   * @param change returns the result; null discards the pages and changes nothing
   * @param ahead called if no page changed, so that writing can wait. Returns the crawl after them; null to write now
   */
  write<Value>(
    organizationId: string,
    prepare: (catalog: Catalog) => Promise<readonly NewPage[]>,
    change: (draft: Draft) => Promise<Value | null>,
    ahead?: () => Promise<Ahead<Value> | null>,
  ): Promise<Value | null>;
  /** The crawl including pages that are not written yet; null when all are. */
  crawlAhead(key: Pick<CrawlRow, 'organizationId' | 'group'>): CrawlRow | null;
  /**
   * Deletes whole pages of all organizations, in one transaction with the crawls. Returns their heads.
   * @param choose called in the transaction; says which pages to delete
   */
  deletePages(choose: () => Promise<(head: Head) => boolean>): Promise<readonly Head[]>;
  /** Number of the last page the index has seen; null after another window has written. */
  knownSeq(): Promise<number | null>;
}

/** A crawl after pages that are written later, and the result of `write`. */
export interface Ahead<Value> {
  readonly crawl: CrawlRow;
  readonly value: Value;
}

/** Another window has written, so the prepared change is based on outdated pages. */
export class StalePages extends Error {
  override name = 'StalePages';
}

/** Maximum tries of a write. Each one fails only if another window wrote in between. */
const MAX_TRIES = 5;
/** Pages opened at a time, so that the window responds while 2,000 are read. */
const PAGES_AT_ONCE = 40;
/** Heads read at a time. */
const HEADS_AT_ONCE = 100;
/** Maximum unchanged pages that may wait to be written. After a crash, their crawl reads them once more. */
const MAX_UNWRITTEN = 50;

interface Store {
  readonly database: CacheDatabase;
  readonly cipher: Cipher;
  readonly yieldToMain: () => Promise<void>;
  readonly catalogs: Map<string, Promise<Catalog>>;
  /** Pages and crawls to write later, by organization. The catalogs already count these pages as seen. */
  readonly unwritten: Map<string, Unwritten>;
  /** Number of the newest page in the catalogs, from which the next page is numbered; 0 for none. */
  lastSeq: number;
  /** Number of transactions that the catalogs include: the disk has more if another window wrote. Null if unknown. */
  writes: number | null;
  /** Newest page that the index includes, as long as no other window has written; null before the first read. */
  knownSeq: number | null;
  /** Number of times the catalogs were discarded. A catalog requested before the last time is outdated. */
  discards: number;
}

/**
 * Pages seen again, and the crawls that saw them. A crawl is only written with its pages, or a sweep would remove them.
 */
interface Unwritten {
  readonly seqs: ReadonlySet<number>;
  readonly crawls: ReadonlyMap<CrawlGroup, CrawlRow>;
}
const noneUnwritten: Unwritten = { seqs: new Set(), crawls: new Map() };

/** @param yieldToMain called after each hundred heads */
export function createPageStore(
  database: CacheDatabase,
  cipher: Cipher,
  yieldToMain: () => Promise<void>,
): PageStore {
  const store: Store = {
    database,
    cipher,
    yieldToMain,
    catalogs: new Map(),
    unwritten: new Map(),
    lastSeq: 0,
    writes: null,
    knownSeq: null,
    discards: 0,
  };
  const inOrder = createSerial();
  return {
    catalogOf: (organizationId) => retryStale(store, () => catalogOf(store, organizationId)),
    read: (organizationId, pick) => read(store, organizationId, pick),
    readAll: (organizationId, isWanted) => readAll(store, organizationId, isWanted),
    write: (organizationId, prepare, change, ahead) =>
      inOrder(async () => {
        await mergeScattered(store, organizationId);
        return write(store, organizationId, prepare, change, ahead);
      }),
    crawlAhead: ({ organizationId, group }) =>
      store.unwritten.get(organizationId)?.crawls.get(group) ?? null,
    deletePages: (choose) => inOrder(() => deletePages(store, choose)),
    knownSeq: async () => {
      const { lastSeq } = await numbersOf(database);
      return lastSeq === store.knownSeq ? lastSeq : null;
    },
  };
}

async function retryStale<Value>(store: Store, work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (problem) {
      if (!(problem instanceof StalePages) || tries === MAX_TRIES) throw problem;
      discardCatalogs(store);
    }
  }
}

function discardCatalogs(store: Store): void {
  store.catalogs.clear();
  store.unwritten.clear();
  store.writes = null;
  store.discards += 1;
}

function catalogOf(store: Store, organizationId: string): Promise<Catalog> {
  const known = store.catalogs.get(organizationId);
  if (known) return known;
  const reading = readCatalog(store, organizationId);
  store.catalogs.set(organizationId, reading);
  reading.catch(() => {
    if (store.catalogs.get(organizationId) === reading) store.catalogs.delete(organizationId);
  });
  return reading;
}

async function readCatalog(store: Store, organizationId: string): Promise<Catalog> {
  const { database, discards } = store;
  const { heads, seen, facts } = database;
  const parts: { readonly rows: unknown[]; readonly seenAgain: unknown[] }[] = [];
  const numbers = await database.transaction('r', heads, seen, facts, async () => {
    const seqs = await heads.where({ organizationId }).primaryKeys();
    // One batch after the other: 2,000 heads at once would block the window, and every other request for a few
    // pages.
    for (let at = 0; at < seqs.length; at += HEADS_AT_ONCE) {
      const batch = seqs.slice(at, at + HEADS_AT_ONCE);
      const [rows, seenAgain] = await Promise.all([
        rowsOf(heads, batch),
        rowsWithin(seen, batch.map(partOf)),
      ]);
      parts.push({ rows, seenAgain });
    }
    return numbersOf(database);
  });
  // Catalogs of other organizations are outdated.
  if ((store.writes ?? numbers.writes) !== numbers.writes) throw new StalePages();
  Object.assign(store, numbers);
  store.knownSeq ??= numbers.lastSeq;
  const catalog = createCatalog();
  for (const [at, { rows, seenAgain }] of parts.entries()) {
    // Other pages may be written meanwhile. A write to this organization waits for its catalog.
    if (at > 0) await store.yieldToMain();
    catalog.apply({ puts: headsOf(rows, seenAgain), deletes: [] });
  }
  if (store.discards !== discards) throw new StalePages();
  return catalog;
}

/** @param discards `store.discards` when the catalog was requested */
async function checkFresh(store: Store, discards: number): Promise<void> {
  const { writes } = await numbersOf(store.database);
  if (writes !== store.writes || store.discards !== discards) throw new StalePages();
}

function read(
  store: Store,
  organizationId: string,
  pick: (catalog: Catalog) => readonly Head[],
): Promise<OpenPage[]> {
  const { database } = store;
  return retryStale(store, async () => {
    const { discards } = store;
    const catalog = await catalogOf(store, organizationId);
    const picked = await database.transaction('r', database.facts, database.pages, async () => {
      await checkFresh(store, discards);
      const heads = pick(catalog);
      const seqs = heads.map(({ seq }) => seq);
      const rows = await rowsOf(database.pages, seqs);
      return heads.map((head, at) => ({ head, row: rows[at] }));
    });
    return Promise.all(picked.map(({ head, row }) => openPage(store.cipher, head, row)));
  });
}

async function* readAll(
  store: Store,
  organizationId: string,
  isWanted: (head: Head) => boolean,
): AsyncGenerator<OpenPage[]> {
  const done = new Set<number>();
  const readNext = async (): Promise<OpenPage[]> => {
    const pages = await read(store, organizationId, ({ heads }) => {
      const next: Head[] = [];
      for (const head of heads.values()) {
        if (next.length === PAGES_AT_ONCE) break;
        if (!done.has(head.seq) && isWanted(head)) next.push(head);
      }
      return next;
    });
    for (const { head } of pages) done.add(head.seq);
    return pages;
  };
  for (let next = readNext(); ;) {
    const pages = await next;
    if (pages.length === 0) return;
    // Opens the next pages while the caller handles these. A caller that stops here does not learn of their
    // failure.
    next = readNext();
    next.catch(() => undefined);
    yield pages;
  }
}

function write<Value>(
  store: Store,
  organizationId: string,
  prepare: (catalog: Catalog) => Promise<readonly NewPage[]>,
  change: (draft: Draft) => Promise<Value | null>,
  ahead?: () => Promise<Ahead<Value> | null>,
): Promise<Value | null> {
  const { heads, seen, pages, crawls, facts } = store.database;
  const tables = [heads, seen, pages, crawls, facts];
  return retryStale(store, async () => {
    const { discards } = store;
    const catalog = await catalogOf(store, organizationId);
    const prepared = (await prepare(catalog)).filter(
      ({ items, malformed }) => items.length + malformed.length > 0,
    );
    const written = await sealPages({ ...store, catalog }, prepared, store.lastSeq + 1);
    if (ahead && written.every(({ head }) => isSeenAgain(catalog.heads.get(head.seq), head))) {
      await checkFresh(store, discards);
      const value = await writeLater(store, organizationId, written, ahead);
      if (value !== null) return value;
    }
    const done = await store.database.transaction('rw', tables, async () => {
      await checkFresh(store, discards);
      const draft = createDraft(catalog);
      const { seqs, crawls: crawlsAhead } = store.unwritten.get(organizationId) ?? noneUnwritten;
      await crawls.bulkPut([...crawlsAhead.values()]);
      for (const { head } of written) draft.add(head);
      const value = await change(draft);
      const changed = value === null ? { puts: [], deletes: [] } : draft.change();
      const { puts, deletes } = changed;
      const numbers = { lastSeq: store.lastSeq, writes: store.writes ?? 0 };
      const unwritten = [...seqs].flatMap((seq) => catalog.heads.get(seq) ?? []);
      if (puts.length + deletes.length + seqs.size === 0) return { value, changed, numbers };
      numbers.writes += 1;
      const [seenAgain = [], changedHeads = []] = [true, false].map((isSeen) =>
        puts.filter((head) => isSeenAgain(catalog.heads.get(head.seq), head) === isSeen),
      );
      const isSame = changedHeads.length + deletes.length === 0;
      // Increase it with each change, even one that writes no page.
      if (!isSame) numbers.lastSeq += Math.max(1, prepared.length);
      const rows = written.flatMap(({ head: { seq }, sealed }) => (sealed ? { seq, sealed } : []));
      // Requested together: the disk executes them in this order.
      await Promise.all([
        heads.bulkDelete([...deletes]),
        pages.bulkDelete([...deletes]),
        heads.bulkPut(changedHeads),
        noteSeen(store.database, [...unwritten, ...seenAgain], deletes),
        pages.bulkPut(rows),
        facts.put({ name: 'writes', value: numbers.writes }),
        ...(isSame ? [] : [facts.put({ name: 'lastSeq', value: numbers.lastSeq })]),
      ]);
      return { value, changed, numbers };
    });
    const { value, changed, numbers } = done;
    store.unwritten.delete(organizationId);
    catalog.apply(changed);
    if (store.knownSeq === store.lastSeq) store.knownSeq = numbers.lastSeq;
    Object.assign(store, numbers);
    return value;
  });
}

/** Notes these pages, and the crawl after them, in memory. Returns null if they must be written now. */
async function writeLater<Value>(
  store: Store,
  organizationId: string,
  written: readonly WrittenPage[],
  ahead: () => Promise<Ahead<Value> | null>,
): Promise<Value | null> {
  const known = store.unwritten.get(organizationId) ?? noneUnwritten;
  const puts = written.map(({ head }) => head);
  const seqs = new Set([...known.seqs, ...puts.map(({ seq }) => seq)]);
  const found = seqs.size > MAX_UNWRITTEN ? null : await ahead();
  if (found === null) return null;
  const crawls = new Map(known.crawls).set(found.crawl.group, found.crawl);
  (await catalogOf(store, organizationId)).apply({ puts, deletes: [] });
  store.unwritten.set(organizationId, { seqs, crawls });
  return found.value;
}

/** Merges pages that have lost most of their items, until there are few such pages. */
async function mergeScattered(store: Store, organizationId: string): Promise<void> {
  for (;;) {
    const catalog = await retryStale(store, () => catalogOf(store, organizationId));
    const scattered = scatteredPages(catalog);
    const [first] = scattered;
    if (first === undefined) return;
    const { kind } = first;
    const seqs = new Set(scattered.map(({ seq }) => seq));
    await write(
      store,
      organizationId,
      async () => {
        const pages = await read(store, organizationId, ({ heads }) =>
          [...seqs].flatMap((seq) => heads.get(seq) ?? []),
        );
        return [mergedPage(first, pages)];
      },
      async (draft) => {
        // Drop unreadable items too: they are read again.
        draft.drop(kind, ({ seq }) => seqs.has(seq));
        return true;
      },
    );
  }
}

/** Deletes only, which works even on a full disk. The numbering of pages continues. */
async function deletePages(
  store: Store,
  choose: () => Promise<(head: Head) => boolean>,
): Promise<readonly Head[]> {
  const { heads, seen, pages, crawls, facts } = store.database;
  const tables = [heads, seen, pages, crawls, facts];
  const gone = await store.database.transaction('rw', tables, async () => {
    const isGone = await choose();
    const rows = await heads.toArray();
    const found = rows.flatMap((row) => headSchema.safeParse(row).data ?? []).filter(isGone);
    const seqs = found.map(({ seq }) => seq);
    await heads.bulkDelete(seqs);
    await noteSeen(store.database, [], seqs);
    await pages.bulkDelete(seqs);
    return found;
  });
  discardCatalogs(store);
  return gone;
}
