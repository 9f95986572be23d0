import type { Table } from 'dexie';
import { createSerial } from '../../../base/serial.ts';
import { openJson, type Cipher } from '../cipher.ts';
import { factSchemas, headSchema, type CacheDatabase, type Head } from './cache-database.ts';
import { placeOf, sealPages, type Item, type NewPage } from './page-sealing.ts';
import {
  createCatalog,
  createDraft,
  scatteredPages,
  type Catalog,
  type Draft,
} from './page-catalog.ts';

/** The sealed pages of a connection, and where in them each item is. */
export interface PageStore {
  catalogOf(organizationId: string): Promise<Catalog>;
  /** The pages that are picked, as one moment had them, opened. What does not open has nothing on it. */
  read(organizationId: string, pick: (catalog: Catalog) => readonly Head[]): Promise<OpenPage[]>;
  /** The pages of these numbers that are there, as one moment has them, opened. No catalog is read for it. */
  readAt(seqs: readonly number[]): Promise<OpenPage[]>;
  /** Every page it is true of, some at a time; those that are written meanwhile as well. */
  readAll(organizationId: string, isWanted: (head: Head) => boolean): AsyncIterable<OpenPage[]>;
  /**
   * One transaction over pages, crawls and facts. What is to be sealed is prepared before it: no transaction
   * outlives the wait for a cipher. Of a page whose items are on disk as they are the head alone is written.
   * `StalePages` thrown inside has it begun anew.
   * @param prepare the pages, in the order they were read
   * @param change returns what comes of it; null takes the pages back, and changes nothing
   */
  write<Value>(
    organizationId: string,
    prepare: (catalog: Catalog) => Promise<readonly NewPage[]>,
    change: (draft: Draft) => Promise<Value | null>,
  ): Promise<Value | null>;
  /**
   * Deletes whole pages of every organization, in one transaction with the crawls. Answers with their heads.
   * @param choose says, in the transaction, which pages go
   */
  deletePages(choose: () => Promise<(head: Head) => boolean>): Promise<readonly Head[]>;
  /** The page written last, of which whoever shows the bills has heard: null once somebody else has written. */
  heardSeq(): Promise<number | null>;
}

export interface OpenPage {
  readonly head: Head;
  /** As they were sealed. Those that are no longer in the page are left out. */
  readonly items: readonly Item[];
  readonly malformed: readonly unknown[];
}

/** Somebody else has written: what was prepared rests on what is no more. */
export class StalePages extends Error {
  override name = 'StalePages';
}

/** Another window would have to write each time in between. */
const MOST_TRIES = 5;
/** Pages opened at a time, so that the screen keeps answering while 2,000 are read. */
const PAGES_AT_ONCE = 40;
const HEADS_AT_ONCE = 100;

interface Store {
  readonly database: CacheDatabase;
  readonly cipher: Cipher;
  readonly breathe: () => Promise<void>;
  readonly catalogs: Map<string, Promise<Catalog>>;
  /** Of the page written last, as the catalogs have it; null while nothing is known. */
  lastSeq: number | null;
  /** As far as it was read first, or written here since with nobody else in between; null before that. */
  heardSeq: number | null;
  /** Counts how often the catalogs were forgotten: an older one is of no use. */
  forgotten: number;
}

/** @param breathe asked between two hundreds of heads that are taken in */
export function createPageStore(
  database: CacheDatabase,
  cipher: Cipher,
  breathe: () => Promise<void>,
): PageStore {
  const store: Store = {
    ...{ database, cipher, breathe },
    catalogs: new Map(),
    lastSeq: null,
    heardSeq: null,
    forgotten: 0,
  };
  const inOrder = createSerial();
  return {
    catalogOf: (organizationId) => again(store, () => catalogOf(store, organizationId)),
    read: (organizationId, pick) => read(store, organizationId, pick),
    readAt: (seqs) => readAt(store, seqs),
    readAll: (organizationId, isWanted) => readAll(store, organizationId, isWanted),
    write: (organizationId, prepare, change) =>
      inOrder(async () => {
        await mergeScattered(store, organizationId);
        return write(store, organizationId, prepare, change);
      }),
    deletePages: (choose) => inOrder(() => deletePages(store, choose)),
    heardSeq: async () => {
      const lastSeq = await lastSeqOf(database);
      return lastSeq === store.heardSeq ? lastSeq : null;
    },
  };
}

async function again<Value>(store: Store, work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (problem) {
      if (!(problem instanceof StalePages) || tries === MOST_TRIES) throw problem;
      forget(store);
    }
  }
}

function forget(store: Store): void {
  store.catalogs.clear();
  store.lastSeq = null;
  store.forgotten += 1;
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
  const { database, forgotten } = store;
  const { heads, facts } = database;
  const parts: unknown[][] = [];
  const lastSeq = await database.transaction('r', heads, facts, async () => {
    const seqs = await heads.where({ organizationId }).primaryKeys();
    // One after the other: 2,000 at once would stop the screen, and whoever asks the disk for a few pages meanwhile.
    for (let at = 0; at < seqs.length; at += HEADS_AT_ONCE)
      parts.push(await rowsOf(heads, seqs.slice(at, at + HEADS_AT_ONCE)));
    return lastSeqOf(database);
  });
  // What is known of the others is of before.
  if ((store.lastSeq ?? lastSeq) !== lastSeq) throw new StalePages();
  store.lastSeq = lastSeq;
  store.heardSeq ??= lastSeq;
  const catalog = createCatalog([]);
  for (const [at, part] of parts.entries()) {
    // Others may be written meanwhile; whoever writes this one waits for its catalog.
    if (at > 0) await store.breathe();
    const puts = part.flatMap((row) => headSchema.safeParse(row).data ?? []);
    catalog.apply({ puts, deletes: [] });
  }
  if (store.forgotten !== forgotten) throw new StalePages();
  return catalog;
}

/**
 * The rows of these numbers, in their order. Those that lie close together are asked for as one: what is asked for
 * each costs twice as much. Where others lie between them, those would be read too.
 */
async function rowsOf(table: Table<unknown, number>, seqs: readonly number[]): Promise<unknown[]> {
  const [least, most] = [Math.min(...seqs), Math.max(...seqs)];
  if (seqs.length === 0 || most - least >= 2 * seqs.length) return table.bulkGet([...seqs]);
  const rows = await table.where(':id').between(least, most, true, true).toArray();
  const bySeq = new Map(rows.map((row) => [Reflect.get(Object(row), 'seq') as unknown, row]));
  return seqs.map((seq) => bySeq.get(seq));
}

async function lastSeqOf({ facts }: CacheDatabase): Promise<number> {
  const row = await facts.get('lastSeq');
  return factSchemas.lastSeq.safeParse(row?.value).data ?? 0;
}

/** @param forgotten as it was when the catalog was asked for */
async function checkFresh(store: Store, forgotten: number): Promise<void> {
  const lastSeq = await lastSeqOf(store.database);
  if (lastSeq !== store.lastSeq || store.forgotten !== forgotten) throw new StalePages();
}

function read(
  store: Store,
  organizationId: string,
  pick: (catalog: Catalog) => readonly Head[],
): Promise<OpenPage[]> {
  const { database } = store;
  return again(store, async () => {
    const { forgotten } = store;
    const catalog = await catalogOf(store, organizationId);
    const picked = await database.transaction('r', database.facts, database.pages, async () => {
      await checkFresh(store, forgotten);
      const heads = pick(catalog);
      const seqs = heads.map(({ seq }) => seq);
      const rows = await rowsOf(database.pages, seqs);
      return heads.map((head, at) => ({ head, row: rows[at] }));
    });
    return Promise.all(picked.map(({ head, row }) => openPage(store.cipher, head, row)));
  });
}

async function readAt({ database, cipher }: Store, seqs: readonly number[]): Promise<OpenPage[]> {
  const { heads, pages } = database;
  const [found, rows] = await database.transaction('r', heads, pages, () =>
    Promise.all([heads.bulkGet([...seqs]), pages.bulkGet([...seqs])]),
  );
  const opened = found.map((row, at) => {
    const head = headSchema.safeParse(row).data;
    return head ? [openPage(cipher, head, rows[at])] : [];
  });
  return Promise.all(opened.flat());
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
    // Opened while these are taken in. Who stops here does not hear what becomes of them.
    next = readNext();
    next.catch(() => undefined);
    yield pages;
  }
}

async function openPage(cipher: Cipher, head: Head, row: unknown): Promise<OpenPage> {
  const content = await openJson(cipher, placeOf(head), row);
  const items: Item[] = [];
  for (const item of listIn(content, 'items')) {
    const own = idOf(item);
    // They stand as in the head; those that are left there are looked for.
    const next = head.ids[items.length];
    const id = next === own ? next : head.ids.find((each) => each === own);
    // The id of the head: of 100,000 one in memory is enough.
    if (id !== undefined) items.push(Object.assign(item as Item, { id }));
  }
  const malformed = listIn(content, 'malformed').filter((item) =>
    head.malformed.includes(idOf(item)),
  );
  return { head, items, malformed };
}

function listIn(content: unknown, field: string): unknown[] {
  const list: unknown = Reflect.get(Object(content), field);
  return Array.isArray(list) ? list : [];
}

function idOf(item: unknown): string | null {
  const id: unknown = Reflect.get(Object(item), 'id');
  return typeof id === 'string' ? id : null;
}

function write<Value>(
  store: Store,
  organizationId: string,
  prepare: (catalog: Catalog) => Promise<readonly NewPage[]>,
  change: (draft: Draft) => Promise<Value | null>,
): Promise<Value | null> {
  const { heads, pages, crawls, facts } = store.database;
  return again(store, async () => {
    const { forgotten } = store;
    const catalog = await catalogOf(store, organizationId);
    const prepared = (await prepare(catalog)).filter(
      ({ items, malformed }) => items.length + malformed.length > 0,
    );
    const seqs = (store.lastSeq ?? 0) + 1;
    const written = await sealPages({ ...store, catalog }, prepared, seqs);
    // Grows with each change, also one that needs no page of its own.
    const lastSeq = (store.lastSeq ?? 0) + Math.max(1, prepared.length);
    const done = await store.database.transaction('rw', heads, pages, crawls, facts, async () => {
      await checkFresh(store, forgotten);
      const draft = createDraft(catalog);
      for (const { head } of written) draft.add(head);
      const value = await change(draft);
      if (value === null) return null;
      const changed = draft.change();
      if (changed.puts.length + changed.deletes.length === 0) return { value, changed };
      const rows = written.flatMap(({ head: { seq }, sealed }) => (sealed ? { seq, sealed } : []));
      // Asked for together: the disk goes through them in this order.
      await Promise.all([
        heads.bulkDelete([...changed.deletes]),
        pages.bulkDelete([...changed.deletes]),
        heads.bulkPut([...changed.puts]),
        pages.bulkPut(rows),
        facts.put({ name: 'lastSeq', value: lastSeq }),
      ]);
      return { value, changed };
    });
    if (done === null) return null;
    const { value, changed } = done;
    catalog.apply(changed);
    if (changed.puts.length + changed.deletes.length === 0) return value;
    if (store.heardSeq === store.lastSeq) store.heardSeq = lastSeq;
    store.lastSeq = lastSeq;
    return value;
  });
}

/** What pages left behind by most of their items still hold goes into one, until there are few such pages. */
async function mergeScattered(store: Store, organizationId: string): Promise<void> {
  for (;;) {
    const catalog = await again(store, () => catalogOf(store, organizationId));
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
        // What did not open goes as well: it is read again.
        draft.drop(kind, ({ seq }) => seqs.has(seq));
        return true;
      },
    );
  }
}

/** No request has brought it as it is: a recheck of what is on it takes a crawl. */
function mergedPage(
  { organizationId, kind, generation }: Head,
  pages: readonly OpenPage[],
): NewPage {
  const items = pages.flatMap((page) => page.items);
  const statusOf = new Map(
    pages.flatMap(({ head }) => head.ids.map((id, at) => [id, head.statuses[at] ?? ''])),
  );
  const ids = items.map(({ id }) => id);
  const statuses = kind === 'bills' ? ids.map((id) => statusOf.get(id) ?? '') : [];
  const seenAtMs = Math.min(...pages.map(({ head }) => head.seenAtMs));
  const head = { organizationId, kind, generation, seenAtMs, read: null };
  return { head: { ...head, ids, statuses, malformed: [] }, items, malformed: [] };
}

/** Deletes alone, for which a full disk has room; the pages' numbers go on. */
async function deletePages(
  store: Store,
  choose: () => Promise<(head: Head) => boolean>,
): Promise<readonly Head[]> {
  const { heads, pages, crawls, facts } = store.database;
  const gone = await store.database.transaction('rw', heads, pages, crawls, facts, async () => {
    const isGone = await choose();
    const rows = await heads.toArray();
    const found = rows.flatMap((row) => headSchema.safeParse(row).data ?? []).filter(isGone);
    const seqs = found.map(({ seq }) => seq);
    await heads.bulkDelete(seqs);
    await pages.bulkDelete(seqs);
    return found;
  });
  forget(store);
  return gone;
}
