import { Dexie } from 'dexie';
import * as z from '../../../base/zod.ts';
import { canonicalJson } from '../../../base/canonical-json.ts';
import type { Clock } from '../../../base/clock.ts';
import { historyStatuses, payableStatuses } from '../../../contract/assumptions.ts';
import type { Bill } from '../../../contract/bill.ts';
import { malformedItemSchema, type MalformedItem } from '../../../contract/body/read-item.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import { organizationSchema, type Organization } from '../../../contract/organization.ts';
import { openJson, type Cipher } from '../cipher.ts';
import { afterFailedOpen, type IndexedDbPort } from '../indexed-db.ts';
import {
  type BillKey,
  cacheKeyOf,
  type BillChange,
  CACHE_SCHEMA_VERSION,
  CLEAR_CACHE_PREFIX,
  createCacheDatabase,
  factSchemas,
  numbersOf,
  type CacheDatabase,
  type CachedBill,
  type CachedInvoice,
  type Head,
  type PageKind,
  type SealedFact,
} from './cache-database.ts';
import { billPageOf, createCrawlStore, writeOutOfTurn, type CrawlStore } from './crawl-store.ts';
import type { OpenPage } from './page-sealing.ts';
import { createPageStore, type PageStore } from './page-store.ts';

export interface KnownOrganizations {
  readonly listed: readonly Organization[];
  readonly former: readonly Organization[];
}

const storedOrganizationSchema = z.extend(organizationSchema, {
  isFormer: z.optional(z.boolean()),
});

/** One connection's mirror on disk. It may be lost at any time: the next crawl fills it again. */
export interface BillCache extends CrawlStore {
  /** The organization's payable bills in chunks, with the bills that share a page with one. */
  readPayable(organizationId: string): AsyncIterable<readonly CachedBill[]>;
  /** The organization's other bills, in chunks. */
  readRest(organizationId: string): AsyncIterable<readonly CachedBill[]>;
  /** Rows of these bills, by `cacheKeyOf`. Missing bills are left out. */
  readBills(keys: readonly BillKey[]): Promise<ReadonlyMap<string, CachedBill>>;
  /** Stores a bill from the service's answer if the mirror has that bill already. */
  keepBill(organizationId: string, bill: Bill, seenAtMs: number): Promise<BillChange>;
  /** All invoices of the organization in chunks. */
  readInvoices(organizationId: string): AsyncIterable<readonly CachedInvoice[]>;
  malformed(organizationId: string): Promise<readonly MalformedItem[]>;
  malformedInvoices(organizationId: string): Promise<readonly MalformedItem[]>;
  /** Organizations of the last list, and `former` ones of earlier lists, whose names old approvals need. */
  organizations(): Promise<KnownOrganizations>;
  /** Stores the list. Organizations that are no longer in it become former ones. */
  putOrganizations(listed: readonly Organization[]): Promise<KnownOrganizations>;
  fact<Name extends FactName>(name: Name): Promise<FactValue<Name> | null>;
  putFact<Name extends FactName>(name: Name, value: FactValue<Name>): Promise<void>;
  /** The saved first screen; undefined if anything was written after it. */
  firstScreen(): Promise<unknown>;
  /**
   * Saves a copy of the first screen, which is valid until the next page is written. If that page came first, the copy
   * is saved but cannot be opened.
   * @param make builds the copy from everything written now; null for none
   * @param isSame whether the copy would equal the last one. If that one is still valid, nothing is saved
   */
  saveFirstScreen(make: () => unknown, isSame?: boolean): Promise<void>;
  /**
   * Makes room: deletes the paid and void bills of all organizations, and the first screen's copy.
   * Returns what it deleted.
   */
  dropHistory(): Promise<readonly BillChange[]>;
  close(): void;
}

type FactName = Exclude<keyof typeof factSchemas, 'lastSeq' | 'writes'>;
type FactValue<Name extends FactName> = z.infer<(typeof factSchemas)[Name]>;

export interface CachePort extends IndexedDbPort {
  /** Resolves once the window has handled pending input; at once if it did so a few milliseconds ago. */
  yieldToMain(): Promise<void>;
}

/** Pause before the first retry of opening a cache. Each later pause is this much longer. */
const OPEN_RETRY_MS = 500;

/**
 * Opens the connection's cache. Deletes and recreates a cache of a newer version, one with another key, and one
 * that is certainly damaged, because a crawl can fill it again.
 * @throws when it cannot be opened for another reason, which may pass; nothing is lost then
 */
export async function openBillCache(
  connectionId: string,
  port: CachePort,
  clock: Pick<Clock, 'sleep'>,
  ofConnection: Cipher,
): Promise<BillCache> {
  const { database, cipher } = await openWithKey(connectionId, port, clock, ofConnection);
  const pages = createPageStore(database, cipher, port.yieldToMain);
  /** Page that the saved first screen is valid for; null for none saved in this launch. */
  let savedFor: number | null = null;

  const knownOrganizations = async (): Promise<KnownOrganizations> => {
    const stored = await openJson(cipher, ['organizations'], await factOf('organizations'));
    const list = z.array(z.unknown()).safeParse(stored).data ?? [];
    const all = list.flatMap((each) => storedOrganizationSchema.safeParse(each).data ?? []);
    const of = (wanted: boolean): readonly Organization[] =>
      all.flatMap(({ id, name, isFormer = false }) => (isFormer === wanted ? { id, name } : []));
    return { listed: of(false), former: of(true) };
  };

  return {
    ...createCrawlStore(database, pages),
    readPayable: (organizationId) => billsOf(pages, organizationId, isPayablePage),
    readRest: (organizationId) => billsOf(pages, organizationId, (head) => !isPayablePage(head)),
    readInvoices: async function* (organizationId) {
      for await (const read of pages.readAll(organizationId, ({ kind }) => kind === 'invoices')) {
        yield read.flatMap(invoicesOn);
      }
    },
    readBills: (keys) => readBills(pages, keys),
    keepBill: (organizationId, bill, seenAtMs) =>
      keepBill(database, pages, organizationId, bill, seenAtMs),
    malformed: (organizationId) => malformedOf(pages, organizationId, 'bills'),
    malformedInvoices: (organizationId) => malformedOf(pages, organizationId, 'invoices'),
    organizations: knownOrganizations,
    putOrganizations: async (listed) => {
      const before = await knownOrganizations();
      const ids = new Set(listed.map(({ id }) => id));
      const former = [...before.listed, ...before.former].filter(({ id }) => !ids.has(id));
      const all = [...listed, ...former.map((each) => ({ ...each, isFormer: true }))];
      const sealed = await cipher.seal(['organizations'], JSON.stringify(all));
      await database.facts.put({ name: 'organizations', sealed });
      return { listed, former };
    },
    fact: async (name) => {
      const row = await database.facts.get(name);
      const parsed = factSchemas[name].safeParse(row?.value);
      return parsed.success ? (parsed.data as FactValue<typeof name>) : null;
    },
    putFact: async (name, value) => {
      await database.facts.put({ name, value });
    },
    firstScreen: () => readFirstScreen(database, cipher),
    saveFirstScreen: async (make, isSame = false) => {
      // The index has received all writes up to this number, so `make` includes them. Null if another window wrote.
      const seq = await pages.knownSeq();
      if (seq === null || (isSame && seq === savedFor)) return;
      const content = make();
      if (content === null) return;
      const sealed = await cipher.seal(['firstScreen', seq], JSON.stringify(content));
      // Sealed for this page: once another page is written, the copy no longer opens.
      await database.facts.put({ name: 'firstScreen', sealed });
      savedFor = seq;
    },
    dropHistory: () => {
      savedFor = null;
      return dropHistory(database, pages);
    },
    close: () => database.close(),
  };

  function factOf(name: SealedFact): PromiseLike<unknown> {
    return database.facts.get(name);
  }
}

/** Opens the cache with this key. A cache with another key is recreated. */
async function openWithKey(
  connectionId: string,
  port: IndexedDbPort,
  clock: Pick<Clock, 'sleep'>,
  cipher: Cipher,
): Promise<{ readonly database: CacheDatabase; readonly cipher: Cipher }> {
  const database = await openDatabase(connectionId, port, clock);
  try {
    const stored = await database.facts.get('key');
    const about = await openJson(cipher, ['key'], stored);
    if (stored && about !== undefined) return { database, cipher: boundTo(cipher, stored, about) };
    if (stored) {
      await database.delete();
      await database.open();
    }
    await deleteClearCaches(port);
    const row = {
      name: 'key',
      sealed: await cipher.seal(['key'], JSON.stringify(KEY_ROW_CONTENT)),
    };
    // Another window may have written the row first. Both windows then bind their texts to that row.
    const kept = await database.transaction('rw', database.facts, async () => {
      const first = await database.facts.get('key');
      if (first === undefined) await database.facts.put(row);
      return first ?? row;
    });
    return { database, cipher: boundTo(cipher, kept, KEY_ROW_CONTENT) };
  } catch (problem) {
    database.close();
    throw problem;
  }
}

/** Content of the row `key`. It shows that the cache's other sealed texts are bound to this row. */
const KEY_ROW_CONTENT = { bound: true } as const;
/** Bytes of a nonce at the beginning of each sealed text. No two are alike. */
const NONCE_BYTES = 12;

/**
 * Binds sealed texts to one cache. A recreated cache numbers its pages from 1 again, so without this, a page of the
 * deleted cache would open in it. Texts in caches of earlier versions are not bound.
 * @param about content of the row `key`
 */
function boundTo(cipher: Cipher, row: { readonly sealed?: Uint8Array }, about: unknown): Cipher {
  if (Reflect.get(Object(about), 'bound') !== true) return cipher;
  const own = [...(row.sealed ?? []).slice(0, NONCE_BYTES)].join(' ');
  return {
    seal: (place, plain) => cipher.seal([...place, own], plain),
    open: (place, sealed) => cipher.open([...place, own], sealed),
  };
}

async function openDatabase(
  connectionId: string,
  port: IndexedDbPort,
  clock: Pick<Clock, 'sleep'>,
): Promise<CacheDatabase> {
  let isRecreated = false;
  for (let failures = 1; ; failures++) {
    const database = createCacheDatabase(connectionId, port);
    try {
      await database.open();
      if (database.backendDB().version <= CACHE_SCHEMA_VERSION * VERSION_STEP) return database;
      // Dexie would also open a newer version and patch it into a shape that no version knows.
      throw new Dexie.VersionError();
    } catch (problem) {
      database.close();
      const next = afterFailedOpen(problem, failures);
      if (next === 'giveUp' || isRecreated) throw problem;
      isRecreated = next === 'recreate';
      if (isRecreated) await database.delete();
      else await clock.sleep(failures * OPEN_RETRY_MS);
    }
  }
}

/** Dexie multiplies its versions by ten for the browser. */
const VERSION_STEP = 10;

/** Deletes the connection's cache, as if the connection had never been used. It must be closed. */
export async function deleteBillCache(connectionId: string, port: IndexedDbPort): Promise<void> {
  await createCacheDatabase(connectionId, port).delete();
  await deleteClearCaches(port);
}

/**
 * Deletes the caches in clear text of all connections, also of those never opened again. Deleting whole
 * databases frees the browser's files sooner than deleting rows.
 */
async function deleteClearCaches({ indexedDB, IDBKeyRange }: IndexedDbPort): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const isClear = name.startsWith(CLEAR_CACHE_PREFIX);
    if (isClear) await new Dexie(name, { indexedDB, IDBKeyRange }).delete();
  }
}

function isPayablePage({ statuses }: Head): boolean {
  return statuses.some((status) => (payableStatuses as readonly string[]).includes(status));
}

async function* billsOf(
  pages: PageStore,
  organizationId: string,
  isWanted: (head: Head) => boolean,
): AsyncGenerator<readonly CachedBill[]> {
  const isTheirs = (head: Head): boolean => head.kind === 'bills' && isWanted(head);
  for await (const read of pages.readAll(organizationId, isTheirs)) yield read.flatMap(billsOn);
}

/** Bills on the page that this version can read. */
function billsOn({ head, items }: OpenPage): CachedBill[] {
  const { organizationId, generation, seenAtMs, read, ids, statuses } = head;
  return items.flatMap((item, at) => {
    const { id } = item;
    // Items are in the order of the head, except where some did not open.
    const status = statuses[ids[at] === id ? at : ids.indexOf(id)] ?? '';
    const place = { organizationId, id, status, generation, seenAtMs };
    const bill = item as Bill;
    return isReadable(bill, status) ? { ...place, ...(read && { read }), bill } : [];
  });
}

/**
 * Checks only the fields that sorting and comparing need. The whole schema over 100,000 bills would delay the
 * first screen, and each bill was parsed when it arrived.
 */
function isReadable(bill: Bill, status: string): boolean {
  return (
    bill.status === status &&
    typeof bill.currency === 'string' &&
    Number.isSafeInteger(bill.totalCents) &&
    Number.isSafeInteger(bill.amountDueCents)
  );
}

function invoicesOn({ head, items }: OpenPage): CachedInvoice[] {
  const { organizationId, generation, seenAtMs } = head;
  return items.map((item) => ({
    organizationId,
    id: item.id,
    generation,
    seenAtMs,
    invoice: item as Invoice,
  }));
}

async function readBills(
  pages: PageStore,
  keys: readonly BillKey[],
): Promise<ReadonlyMap<string, CachedBill>> {
  const found = new Map<string, CachedBill>();
  for (const [organizationId, wanted] of Map.groupBy(keys, (key) => key.organizationId)) {
    const ids = new Set(wanted.map(({ billId }) => billId));
    const read = await pages.read(organizationId, (catalog) => [
      ...new Set([...ids].flatMap((id) => catalog.find('bills', id) ?? [])),
    ]);
    for (const row of read.flatMap(billsOn)) {
      if (ids.has(row.id)) found.set(cacheKeyOf({ organizationId, billId: row.id }), row);
    }
  }
  return found;
}

async function keepBill(
  database: CacheDatabase,
  pages: PageStore,
  organizationId: string,
  bill: Bill,
  seenAtMs: number,
): Promise<BillChange> {
  const catalog = await pages.catalogOf(organizationId);
  const known = catalog.find('bills', bill.id);
  const nothing = { organizationId, upserts: [], deletes: [] };
  if (known === null) return nothing;
  const read = known.read ?? { status: bill.status, after: null, run: '', askedMs: 0, listedMs: 0 };
  const page = await writeOutOfTurn(database, pages, organizationId, (generation) => {
    const { head, ...rest } = billPageOf([bill], { ...read, organizationId, generation, seenAtMs });
    return { ...rest, head: { ...head, read: known.read } };
  });
  if (page === null) return nothing;
  const upserts = billsOn({ ...page, head: { ...page.head, seq: 0 } });
  return { organizationId, upserts, deletes: [] };
}

async function malformedOf(
  pages: PageStore,
  organizationId: string,
  kind: PageKind,
): Promise<readonly MalformedItem[]> {
  const read = await pages.read(organizationId, ({ heads }) =>
    [...heads.values()].filter((head) => head.kind === kind && head.malformed.length > 0),
  );
  const items = read
    .flatMap(({ malformed }) => malformed)
    .flatMap((item) => malformedItemSchema.safeParse(item).data ?? []);
  // Items without an id are identified by their content.
  return [...new Map(items.map((item) => [item.id ?? canonicalJson(item.raw), item])).values()];
}

async function readFirstScreen(database: CacheDatabase, cipher: Cipher): Promise<unknown> {
  const [row, { lastSeq }] = await database.transaction('r', database.facts, () =>
    Promise.all([database.facts.get('firstScreen'), numbersOf(database)]),
  );
  return openJson(cipher, ['firstScreen', lastSeq], row);
}

async function dropHistory(
  { crawls, facts }: CacheDatabase,
  pages: PageStore,
): Promise<readonly BillChange[]> {
  const known: readonly string[] = historyStatuses;
  const organizationIds: string[] = [];
  const gone = await pages.deletePages(async () => {
    // The first screen's copy counts the deleted bills, and no written page invalidates it.
    await facts.delete('firstScreen');
    for (const [organizationId, group] of await crawls.toCollection().primaryKeys()) {
      if (group !== 'history') continue;
      organizationIds.push(organizationId);
      // Without its bills the crawl is worthless. It starts over when there is room.
      await crawls.delete([organizationId, group]);
    }
    return ({ organizationId, kind, ids, statuses }) =>
      organizationIds.includes(organizationId) &&
      kind === 'bills' &&
      ids.length > 0 &&
      statuses.every((status) => known.includes(status));
  });
  const deleted = Map.groupBy(gone, (head) => head.organizationId);
  return organizationIds.map((organizationId) => {
    const heads = deleted.get(organizationId) ?? [];
    return { organizationId, upserts: [], deletes: heads.flatMap(({ ids }) => ids) };
  });
}
