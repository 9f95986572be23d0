import { renameField, type IndexedDbPort } from '../indexed-db.ts';
import { Dexie, type EntityTable, type Table } from 'dexie';
import { z } from 'zod';
import type { Bill } from '../../../contract/bill.ts';
import { malformedItemSchema } from '../../../contract/envelope.ts';
import type { Invoice } from '../../../contract/invoice.ts';

/**
 * Version of the cache's tables. The cache is a mirror: when its shape changes, raise this and clear
 * the tables in the upgrade; the next crawl fills them. A version is never edited after release.
 * 1: bills, malformed items, crawls, organizations, facts.
 * 2: invoices beside them; what was there stays.
 * 3: the beginning of a crawl in ordered time is called `orderedMs`.
 */
export const CACHE_SCHEMA_VERSION = 3;

/** One cache for each connection, so that nothing of one service is ever shown under another. */
export const cacheDatabaseName = (connectionId: string): string => `billfold-cache-${connectionId}`;

/** A bill as it was last seen. The key is [organizationId, id]: a bill has one row whatever its status. */
export interface CachedBill {
  readonly organizationId: string;
  readonly id: string;
  readonly status: string;
  /** The crawl that last saw it. */
  readonly generation: number;
  readonly seenAtMs: number;
  /** The request that last brought it; none in rows of a version that did not keep it. */
  readonly read?: Reading;
  readonly bill: Bill;
}

/** A page of a list: the chain it belongs to, and the cursor that leads to it (null: the first). */
export interface PageRef {
  readonly status: string;
  readonly after: string | null;
}

export interface Reading extends PageRef {
  /** The run of the window that asked; times of another run cannot be compared with this one's. */
  readonly run: string;
  /** When it was asked for, ordered time. */
  readonly askedMs: number;
}

/** An invoice as it was last seen. Its fields are the service's affair: none but the id is relied on. */
export interface CachedInvoice {
  readonly organizationId: string;
  readonly id: string;
  /** The crawl that last saw it. */
  readonly generation: number;
  readonly seenAtMs: number;
  readonly invoice: Invoice;
}

/** An item the schema refused, kept until a crawl of its group no longer meets it. */
export const malformedRowSchema = z.object({
  organizationId: z.string(),
  /** The item's id, or its raw text when it has none; invoices have a mark before it. */
  key: z.string(),
  /** The chain it came in. */
  status: z.string(),
  generation: z.int(),
  item: malformedItemSchema,
});
export type MalformedRow = Readonly<z.infer<typeof malformedRowSchema>>;

export const billGroups = ['payable', 'history'] as const;
export type BillGroup = (typeof billGroups)[number];

/** What is read in one crawl. Generations are counted through all groups of an organization. */
export const crawlGroups = [...billGroups, 'invoices'] as const;
export type CrawlGroup = (typeof crawlGroups)[number];

/** How far a crawl is, and how the last complete one of its group went. */
export const crawlRowSchema = z.object({
  organizationId: z.string(),
  group: z.enum(crawlGroups),
  running: z
    .object({
      generation: z.int(),
      /** Wall time of its beginning, for people. */
      beganAtMs: z.number(),
      /** Ordered time of its beginning (see ordered-time.ts), for rechecks. */
      orderedMs: z.number(),
      /** The chain being read. */
      status: z.string(),
      /** Cursor of its next page; null for the first. */
      after: z.string().nullable(),
      pages: z.int(),
      /** Items read, bills or invoices. The name is version 1's. */
      bills: z.int(),
      /** How often a refused cursor made a chain start anew. */
      restarts: z.int(),
      /** A chain ended before its end: what it did not meet may be there all the same. */
      cutShort: z.boolean().default(false),
    })
    .nullable(),
  completed: z
    .object({
      generation: z.int(),
      beganAtMs: z.number(),
      orderedMs: z.number(),
      endedAtMs: z.number(),
      pages: z.int(),
      bills: z.int(),
      cutShort: z.boolean().default(false),
    })
    .nullable(),
});
export type CrawlRow = Readonly<z.infer<typeof crawlRowSchema>>;

/** Small facts about the connection, by name. */
export const factSchemas = {
  /** The last sign-in, so that approving goes on while the session is over. */
  signInId: z.string(),
  organizationsReadAtMs: z.number(),
} as const;

export type CacheDatabase = Dexie & {
  bills: Table<CachedBill, [string, string]>;
  invoices: Table<CachedInvoice, [string, string]>;
  malformed: Table<unknown, [string, string]>;
  crawls: Table<unknown, [string, string]>;
  organizations: EntityTable<{ id: string; position: number; organization: unknown }, 'id'>;
  facts: Table<{ name: string; value: unknown }, string>;
};

/** A closed handle on the connection's cache; the caller opens it. */
export function createCacheDatabase(connectionId: string, port: IndexedDbPort): CacheDatabase {
  const database = new Dexie(cacheDatabaseName(connectionId), { ...port, autoOpen: false });
  database.version(1).stores({
    bills: '[organizationId+id],[organizationId+status+generation]',
    malformed: '[organizationId+key],organizationId',
    crawls: '[organizationId+group]',
    organizations: 'id',
    facts: 'name',
  });
  database.version(2).stores({ invoices: '[organizationId+id],[organizationId+generation]' });
  database.version(CACHE_SCHEMA_VERSION).upgrade((upgrade) =>
    upgrade
      .table('crawls')
      .toCollection()
      .modify((row) => {
        for (const progress of [row.running, row.completed]) {
          renameField(progress, 'lookMs', 'orderedMs');
        }
      }),
  );
  return database as CacheDatabase;
}

export interface BillKey {
  readonly organizationId: string;
  readonly billId: string;
}

/** The text under which `readBills` answers. */
export const billKey = ({ organizationId, billId }: BillKey): string =>
  JSON.stringify([organizationId, billId]);

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
