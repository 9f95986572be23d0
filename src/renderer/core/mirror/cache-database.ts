import { Dexie, type EntityTable, type Table } from 'dexie';
import * as z from '../../../base/zod.ts';
import type { Bill } from '../../../contract/bill.ts';
import { cutReasons } from '../../../contract/page.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import type { IndexedDbPort } from '../indexed-db.ts';

/**
 * Version of the cache's tables. The cache is a mirror: when its shape changes, raise this and clear
 * the tables in the upgrade; the next crawl fills them. A version is never edited after release.
 * 1: sealed pages (ADR 18). Before it there was a cache under another name, with its rows in clear.
 * 2: a page is no longer bound to a generation, so that one that has not changed need not be written again.
 * 3: bills have Billfold's own field names.
 */
export const CACHE_SCHEMA_VERSION = 3;

/** One cache for each connection, so that nothing of one service is ever shown under another. */
export const cacheDatabaseName = (connectionId: string): string => `billfold-pages-${connectionId}`;

/** The caches as they were before bills were sealed: deleted as wholes, never read. */
export const CLEAR_CACHE_PREFIX = 'billfold-cache-';

/** A bill as it was last seen: one in its organization, whatever its status. */
export interface CachedBill {
  readonly organizationId: string;
  readonly id: string;
  readonly status: string;
  /** The crawl that last saw it. */
  readonly generation: number;
  readonly seenAtMs: number;
  /** The request that last brought it; none where pages were merged. */
  readonly read?: Reading;
  readonly bill: Bill;
}

/** A page of a list: the chain it belongs to, and the cursor that leads to it (null: the first). */
export type PageRef = Pick<Reading, 'status' | 'after'>;

const readingSchema = z.object({
  status: z.string(),
  after: z.nullable(z.string()),
  /** The run of the window that asked; times of another run cannot be compared with this one's. */
  run: z.string(),
  /** When it was asked for, ordered time. */
  askedMs: z.number(),
  /**
   * When its list was asked for from the beginning, ordered time: a cursor may show the list as it was then. 0: long
   * before, by a cursor of an earlier reading.
   */
  listedMs: z._default(z.number(), 0),
});
export type Reading = Readonly<z.infer<typeof readingSchema>>;

/** An invoice as it was last seen. Its fields are the service's affair: none but the id is relied on. */
export interface CachedInvoice {
  readonly organizationId: string;
  readonly id: string;
  /** The crawl that last saw it. */
  readonly generation: number;
  readonly seenAtMs: number;
  readonly invoice: Invoice;
}

/** What a page holds. Bills and invoices may have equal ids. */
const pageKinds = ['bills', 'invoices'] as const;
export type PageKind = (typeof pageKinds)[number];

/**
 * What can be read of a page without a key. An item is in one page only, the newest that held it: a page
 * that is left by all its items is deleted.
 */
export const headSchema = z.object({
  /** Grows with each page that is written, through all organizations; never used twice. */
  seq: z.int(),
  organizationId: z.string(),
  kind: z.enum(pageKinds),
  /** The crawl that last saw its items. */
  generation: z.int(),
  seenAtMs: z.number(),
  read: z.nullable(readingSchema),
  /** Of the items that are still in it. */
  ids: z.array(z.string()),
  /** Of its bills, in the order of the ids; of invoices none is known. */
  statuses: z.array(z.string()),
  /** Ids of the malformed items that are still in it; null: those without one. */
  malformed: z.array(z.nullable(z.string())),
});
export type Head = Readonly<z.infer<typeof headSchema>>;

export const billGroups = ['payable', 'history'] as const;
export type BillGroup = (typeof billGroups)[number];

/** What is read in one crawl. Generations are counted through all groups of an organization. */
export const crawlGroups = [...billGroups, 'invoices'] as const;
export type CrawlGroup = (typeof crawlGroups)[number];

/** A chain that was not read to its end: a bill it did not meet may be there all the same. */
const cutSchema = z.object({
  status: z.string(),
  /** How many of its items were read. */
  listed: z.int(),
  why: z.enum(cutReasons),
});
export type Cut = Readonly<z.infer<typeof cutSchema>>;

/** How far a crawl is, and how the last complete one of its group went. */
export const crawlRowSchema = z.object({
  organizationId: z.string(),
  group: z.enum(crawlGroups),
  running: z.nullable(
    z.object({
      generation: z.int(),
      /** Wall time of its beginning, for people. */
      beganAtMs: z.number(),
      /** Ordered time of its beginning (see ordered-time.ts), for rechecks. */
      orderedMs: z.number(),
      /** The chain being read. */
      status: z.string(),
      /** Cursor of its next page; null for the first. */
      after: z.nullable(z.string()),
      pages: z.int(),
      /** Items read, bills or invoices. The name is version 1's. */
      bills: z.int(),
      /** How often a refused cursor made a chain start anew. */
      restarts: z.int(),
      /** Bills or invoices read of the chain so far. */
      inChain: z.int(),
      cuts: z.array(cutSchema),
      /** What a first crawl reads in front of its chains; null: nothing. */
      front: z._default(
        z.nullable(
          z.object({
            isOver: z.boolean(),
            pages: z.int(),
            /** Bills read there that the chains have not brought again. */
            again: z.int(),
          }),
        ),
        null,
      ),
    }),
  ),
  completed: z.nullable(
    z.object({
      generation: z.int(),
      beganAtMs: z.number(),
      orderedMs: z.number(),
      endedAtMs: z.number(),
      pages: z.int(),
      bills: z.int(),
      cuts: z.array(cutSchema),
    }),
  ),
});
export type CrawlRow = Readonly<z.infer<typeof crawlRowSchema>>;

/** Small facts about the connection, by name. */
export const factSchemas = {
  /** The last sign-in, so that approving goes on while the session is over. */
  signInId: z.string(),
  organizationsReadAtMs: z.number(),
  /** A page read by an old cursor was of the past (ADR 14). */
  oldCursorsEnded: z.boolean(),
  /** Of the page written last. */
  lastSeq: z.int(),
} as const;

/**
 * Facts that lie sealed: the organizations, what the next start needs before the bills are in memory (kept-facts.ts), and
 * what tells that this is the key of the cache.
 */
export type SealedFact = 'organizations' | 'firstScreen' | `list ${number}` | 'key';

export type CacheDatabase = Dexie & {
  /** Rows are `unknown` until parsed with `headSchema`. */
  heads: Table<unknown, number>;
  /** What was on the page, sealed. Never without its head. */
  pages: EntityTable<{ seq: number; sealed: Uint8Array }, 'seq'>;
  crawls: Table<unknown, [string, string]>;
  facts: Table<{ name: string; value?: unknown; sealed?: Uint8Array }, string>;
};

/** A closed handle on the connection's cache; the caller opens it. */
export function createCacheDatabase(connectionId: string, port: IndexedDbPort): CacheDatabase {
  const { indexedDB, IDBKeyRange } = port;
  const name = cacheDatabaseName(connectionId);
  const database = new Dexie(name, { indexedDB, IDBKeyRange, autoOpen: false });
  const tables = {
    heads: 'seq,organizationId',
    pages: 'seq',
    crawls: '[organizationId+group]',
    facts: 'name',
  };
  database.version(1).stores(tables);
  database
    .version(CACHE_SCHEMA_VERSION)
    .stores(tables)
    .upgrade(async (upgrade) => {
      for (const each of ['heads', 'pages', 'crawls']) await upgrade.table(each).clear();
      // Sealed for the page written last, as if it were still there.
      const kept = upgrade.table('facts').where('name').startsWithAnyOf('firstScreen', 'list');
      await kept.delete();
    });
  return database as CacheDatabase;
}

export interface BillKey {
  readonly organizationId: string;
  readonly billId: string;
}

/** The text under which `readBills` answers. */
export const billKey = ({ organizationId, billId }: BillKey): string =>
  JSON.stringify([organizationId, billId]);

/** The number of the page a bill is on; 0 for none. */
export type PageOf = (bill: BillKey) => number;

export interface BillChange {
  readonly organizationId: string;
  readonly upserts: readonly CachedBill[];
  readonly deletes: readonly string[];
}

export interface InvoiceChange {
  readonly organizationId: string;
  readonly upserts: readonly CachedInvoice[];
  readonly deletes: readonly string[];
}
