import { Dexie, type EntityTable, type Table } from 'dexie';
import * as z from '../../../base/zod.ts';
import type { Bill } from '../../../contract/bill.ts';
import { cutReasons } from '../../../contract/lists/page.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import type { IndexedDbPort } from '../indexed-db.ts';

/**
 * Version of the cache's tables. When their shape changes, raise this and clear the tables in the upgrade: the
 * next crawl fills them. Never edit a released version. 1: sealed pages (ADR 18); earlier caches had another
 * name and rows in clear text. 2: pages are no longer bound to a generation, so an unchanged page need not be
 * written again. 3: bills have Billfold's own field names. 4: added `seen`.
 */
export const CACHE_SCHEMA_VERSION = 4;

/** One cache per connection, so that bills of one service never appear under another. */
export const cacheDatabaseName = (connectionId: string): string => `billfold-pages-${connectionId}`;

/** Caches from before bills were sealed. Billfold deletes them whole and never reads them. */
export const CLEAR_CACHE_PREFIX = 'billfold-cache-';

/** A bill as last seen: one row per bill and organization, whatever its status. */
export interface CachedBill {
  readonly organizationId: string;
  readonly id: string;
  readonly status: string;
  /** The crawl that last saw it. */
  readonly generation: number;
  readonly seenAtMs: number;
  /** The request that last returned it; absent on merged pages. */
  readonly read?: Reading;
  readonly bill: Bill;
}

/** A page of a list: its chain, and the cursor that leads to it (null for the first page). */
export type PageRef = Pick<Reading, 'status' | 'after'>;

const readingSchema = z.object({
  status: z.string(),
  after: z.nullable(z.string()),
  /** Id of the launch of the window that made the request. Times of different launches cannot be compared. */
  run: z.string(),
  /** When the page was requested, in ordered time. */
  askedMs: z.number(),
  /**
   * Ordered time at which Billfold began to read the list that issued the cursor. The page may show the list as it was
   * then. 0 for an old cursor, which an earlier reading of the list issued.
   */
  listedMs: z._default(z.number(), 0),
});
export type Reading = Readonly<z.infer<typeof readingSchema>>;

/** An invoice as last seen. Billfold relies only on its id: the service defines the other fields. */
export interface CachedInvoice {
  readonly organizationId: string;
  readonly id: string;
  /** The crawl that last saw it. */
  readonly generation: number;
  readonly seenAtMs: number;
  readonly invoice: Invoice;
}

/** Content of a page. Bills and invoices may have equal ids. */
const pageKinds = ['bills', 'invoices'] as const;
export type PageKind = (typeof pageKinds)[number];

/**
 * The part of a page that is readable without a key. An item is only on the newest page that listed it. A page
 * that has lost all its items is deleted.
 */
export const headSchema = z.object({
  /** Rises with each page written, across all organizations; never reused. */
  seq: z.int(),
  organizationId: z.string(),
  kind: z.enum(pageKinds),
  /** The crawl that last saw its items. */
  generation: z.int(),
  seenAtMs: z.number(),
  read: z.nullable(readingSchema),
  /** Ids of the items that are still on it. */
  ids: z.array(z.string()),
  /** Statuses of its bills, in the order of the ids; empty for invoices. */
  statuses: z.array(z.string()),
  /** Ids of the malformed items that are still on it; null for an item without an id. */
  malformed: z.array(z.nullable(z.string())),
});
export type Head = Readonly<z.infer<typeof headSchema>>;

/**
 * Pages that were read again without a change since their heads were written. Billfold writes these few bytes instead
 * of the heads, with neighboring pages in one row. The stored head then still has the time of an earlier reading.
 */
const seenSchema = z.object({
  /** Numbers of the pages, divided by `SEEN_PER_ROW`. */
  part: z.int(),
  /** For each page: the crawl that last saw it, and when; 0 and 0 for none. A head may have been written since. */
  at: z.instanceof(Float64Array),
});
const SEEN_PER_ROW = 16;

/** Readable heads, each with the time it was last seen. */
export function headsOf(rows: readonly unknown[], seenAgain: readonly unknown[]): readonly Head[] {
  const parsed = seenAgain.flatMap((row) => seenSchema.safeParse(row).data ?? []);
  const seenAt = new Map(parsed.map(({ part, at }) => [part, at]));
  return rows.flatMap((row) => {
    const head = headSchema.safeParse(row).data;
    if (head === undefined) return [];
    const at = seenAt.get(partOf(head.seq));
    const [generation, seenAtMs] = [at?.[placeIn(head.seq)] ?? 0, at?.[placeIn(head.seq) + 1] ?? 0];
    const last = {
      generation: Math.max(head.generation, generation),
      seenAtMs: Math.max(head.seenAtMs, seenAtMs),
    };
    return [{ ...head, ...last }];
  });
}

export const billGroups = ['payable', 'history'] as const;
export type BillGroup = (typeof billGroups)[number];

/** Lists that one crawl reads together. All groups of an organization share one count of generations. */
export const crawlGroups = [...billGroups, 'invoices'] as const;
export type CrawlGroup = (typeof crawlGroups)[number];

/** A chain that was not read to its end: a bill that it did not list may still exist. */
const cutSchema = z.object({
  status: z.string(),
  /** Number of its items that were read. */
  listed: z.int(),
  why: z.enum(cutReasons),
});
export type Cut = Readonly<z.infer<typeof cutSchema>>;

/** Progress of a crawl, and the result of the last complete crawl of its group. */
export const crawlRowSchema = z.object({
  organizationId: z.string(),
  group: z.enum(crawlGroups),
  running: z.nullable(
    z.object({
      generation: z.int(),
      /** Wall time of its start, for display. */
      beganAtMs: z.number(),
      /** Ordered time of its start (see ordered-time.ts), for rechecks. */
      orderedMs: z.number(),
      /** The chain being read. */
      status: z.string(),
      /** Cursor of its next page; null for the first. */
      after: z.nullable(z.string()),
      pages: z.int(),
      /** Number of items read, bills or invoices. The name dates from version 1. */
      bills: z.int(),
      /** Number of times a refused cursor restarted a chain. */
      restarts: z.int(),
      /** Number of bills or invoices read in this chain so far. */
      inChain: z.int(),
      /** Number of these that an earlier page of the chain had, too. */
      again: z._default(z.int(), 0),
      /** Whether any page repeated items of an earlier page of its chain. */
      overlaps: z._default(z.boolean(), false),
      cuts: z.array(cutSchema),
      /** Lists that a first crawl reads before its chains; null for none. */
      front: z._default(
        z.nullable(
          z.object({
            isOver: z.boolean(),
            pages: z.int(),
            /** Number of bills read there that the chains have not returned again. */
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
      /** When bills last left these lists: ordered time of the crawl's last request; null for never. */
      leftMs: z._default(z.nullable(z.number()), null),
      /** Whether its pages overlapped: `again` if those of the crawl before did, too. */
      overlap: z._default(z.enum(['none', 'once', 'again']), 'none'),
    }),
  ),
});
export type CrawlRow = Readonly<z.infer<typeof crawlRowSchema>>;

/** Small facts about the connection, by name. */
export const factSchemas = {
  /** The last sign-in, so that the user can approve after the session ends. */
  signInId: z.string(),
  organizationsReadAtMs: z.number(),
  /** Whether a page read by an old cursor was outdated (ADR 14). */
  oldCursorsEnded: z.boolean(),
  /** Whether a later list repeated a cursor of an earlier one (ADR 14). */
  oldCursorsRepeated: z.boolean(),
  /** Number of the last written page. Increases also when a page loses items. */
  lastSeq: z.int(),
  /** Number of transactions that wrote pages, or recorded that they were seen again. */
  writes: z.int(),
} as const;

/** Both are 0 before the first write. */
export async function numbersOf({
  facts,
}: CacheDatabase): Promise<{ lastSeq: number; writes: number }> {
  const [lastSeq, writes] = await facts.bulkGet(['lastSeq', 'writes']);
  return {
    lastSeq: factSchemas.lastSeq.safeParse(lastSeq?.value).data ?? 0,
    writes: factSchemas.writes.safeParse(writes?.value).data ?? 0,
  };
}

/**
 * Sealed facts: the organizations, the first screen that the next start shows before the bills are in memory, and a
 * text that proves the cache's key.
 */
export type SealedFact = 'organizations' | 'firstScreen' | 'key';

export type CacheDatabase = Dexie & {
  /** Rows are `unknown` until parsed with `headSchema`. */
  heads: Table<unknown, number>;
  /** Rows are `unknown` until parsed with `seenSchema`. */
  seen: Table<unknown, number>;
  /** Sealed content of the page. A row always has its head. */
  pages: EntityTable<{ seq: number; sealed: Uint8Array }, 'seq'>;
  crawls: Table<unknown, [string, string]>;
  facts: Table<{ name: string; value?: unknown; sealed?: Uint8Array }, string>;
};

/** Key of the page's row in `seen`. */
export const partOf = (seq: number): number => Math.floor(seq / SEEN_PER_ROW);
const placeIn = (seq: number): number => (seq % SEEN_PER_ROW) * 2;

/** Notes in the transaction that these pages were seen, and forgets the deleted ones. */
export async function noteSeen(
  { seen }: CacheDatabase,
  heads: readonly Head[],
  deletes: readonly number[],
): Promise<void> {
  const parts = [...new Set([...heads.map(({ seq }) => seq), ...deletes].map(partOf))];
  const rows = await seen.bulkGet(parts);
  const noted = new Map(
    parts.map((part, index) => {
      const known = seenSchema.safeParse(rows[index]).data?.at;
      return [part, known ?? new Float64Array(SEEN_PER_ROW * 2)];
    }),
  );
  for (const seq of deletes) noted.get(partOf(seq))?.set([0, 0], placeIn(seq));
  for (const { seq, generation, seenAtMs } of heads)
    noted.get(partOf(seq))?.set([generation, seenAtMs], placeIn(seq));
  const isUsed = (part: number): boolean => noted.get(part)?.some((value) => value > 0) ?? false;
  const used = [...noted].filter(([part]) => isUsed(part));
  const gone = parts.filter((part, index) => rows[index] !== undefined && !isUsed(part));
  await Promise.all([
    seen.bulkPut(used.map(([part, at]) => ({ part, at }))),
    seen.bulkDelete(gone),
  ]);
}

/** Rows from the least of these numbers to the greatest. */
export function rowsWithin(
  table: Table<unknown, number>,
  seqs: readonly number[],
): PromiseLike<unknown[]> {
  return table
    .where(':id')
    .between(Math.min(...seqs), Math.max(...seqs), true, true)
    .toArray();
}

/**
 * Rows with these numbers, in the order given. Adjacent rows are read in one request, because one request per row
 * costs twice as much. Rows far apart are read one by one: a range would include all rows between them.
 */
export async function rowsOf(
  table: Table<unknown, number>,
  seqs: readonly number[],
): Promise<unknown[]> {
  const [least, most] = [Math.min(...seqs), Math.max(...seqs)];
  if (seqs.length === 0 || most - least >= 2 * seqs.length) return table.bulkGet([...seqs]);
  const rows = await rowsWithin(table, seqs);
  const bySeq = new Map(rows.map((row) => [Reflect.get(Object(row), 'seq') as unknown, row]));
  return seqs.map((seq) => bySeq.get(seq));
}

/** A closed handle on the connection's cache. The caller opens it. */
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
    .version(3)
    .stores(tables)
    .upgrade(async (upgrade) => {
      for (const each of ['heads', 'pages', 'crawls']) await upgrade.table(each).clear();
      // Without their pages, which this upgrade deletes, the saved first screens would still open.
      const kept = upgrade.table('facts').where('name').startsWithAnyOf('firstScreen', 'list');
      await kept.delete();
    });
  database.version(CACHE_SCHEMA_VERSION).stores({ ...tables, seen: 'part' });
  return database as CacheDatabase;
}

export interface BillKey {
  readonly organizationId: string;
  readonly billId: string;
}

/** Key of a bill in the result of `readBills`. */
export const cacheKeyOf = ({ organizationId, billId }: BillKey): string =>
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
