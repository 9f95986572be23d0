import {
  type BillKey,
  billKey,
  type BillChange,
  CACHE_SCHEMA_VERSION,
  createCacheDatabase,
  factSchemas,
  type CacheDatabase,
  type CachedBill,
  type CachedInvoice,
} from './cache-database.ts';
import { Dexie, type Table } from 'dexie';
import type { z } from 'zod';
import type { Clock } from '../../../base/clock.ts';
import type { Bill } from '../../../contract/bill.ts';
import type { MalformedItem } from '../../../contract/envelope.ts';
import { organizationSchema, type Organization } from '../../../contract/organization.ts';
import { historyStatuses, payableStatuses } from '../../../contract/assumptions.ts';
import { chainsOf, createCrawlStore, newestGeneration, type CrawlStore } from './crawl-store.ts';
import { afterFailedOpen, type IndexedDbPort } from '../indexed-db.ts';
import { readMalformed } from './malformed-store.ts';

/** One connection's mirror on disk. Nothing in it is missed when it is lost: the next crawl fills it. */
export interface BillCache extends CrawlStore {
  /** The organization's rows that can be approved, status by status. */
  readPayable(organizationId: string): AsyncIterable<readonly CachedBill[]>;
  /** All rows of the organization in chunks. */
  readAll(organizationId: string): AsyncIterable<readonly CachedBill[]>;
  /** The rows of these bills that are there, by `billKey`. */
  readBills(keys: readonly BillKey[]): Promise<ReadonlyMap<string, CachedBill>>;
  /** A bill the service sent along with an answer; kept only when the mirror has it. */
  keepBill(organizationId: string, bill: Bill, seenAtMs: number): Promise<BillChange>;
  /** All invoices of the organization in chunks. */
  readInvoices(organizationId: string): AsyncIterable<readonly CachedInvoice[]>;
  malformed(organizationId: string): Promise<readonly MalformedItem[]>;
  malformedInvoices(organizationId: string): Promise<readonly MalformedItem[]>;
  organizations(): Promise<readonly Organization[]>;
  putOrganizations(organizations: readonly Organization[]): Promise<void>;
  fact<Name extends FactName>(name: Name): Promise<FactValue<Name> | null>;
  putFact<Name extends FactName>(name: Name, value: FactValue<Name>): Promise<void>;
  /** Makes room: the paid and void bills of every organization go. Answers with what went. */
  dropHistory(): Promise<readonly BillChange[]>;
  close(): void;
}

export type FactName = keyof typeof factSchemas;
export type FactValue<Name extends FactName> = z.infer<(typeof factSchemas)[Name]>;

/** Rows read at a time, so that the screen keeps answering while 100,000 are loaded. */
const CHUNK = 2_000;

/** A cache that gave no answer is asked again after this, once for each time. */
const OPEN_AGAIN_MS = 500;

/**
 * Opens the connection's cache. One of a newer version, or damaged for sure, is deleted and begun anew:
 * it is a mirror. @throws when it cannot be opened for another reason, which may pass; nothing is lost then
 */
export async function openBillCache(
  connectionId: string,
  port: IndexedDbPort,
  clock: Pick<Clock, 'sleep'>,
): Promise<BillCache> {
  const database = await openDatabase(connectionId, port, clock);

  return {
    ...createCrawlStore(database),
    readPayable: (organizationId) => readPayable(database, organizationId),
    readAll: async function* (organizationId) {
      for await (const rows of inChunks(database.bills, organizationId)) {
        yield rows.filter(isReadable);
      }
    },
    readInvoices: async function* (organizationId) {
      for await (const rows of inChunks(database.invoices, organizationId)) {
        yield rows.filter(isReadableInvoice);
      }
    },
    readBills: async (keys) => {
      const rows = await database.bills.bulkGet(
        keys.map(({ organizationId, billId }) => [organizationId, billId] as [string, string]),
      );
      const found = rows.filter((row) => row !== undefined).filter(isReadable);
      return new Map(
        found.map((row) => [billKey({ organizationId: row.organizationId, billId: row.id }), row]),
      );
    },
    keepBill: (organizationId, bill, seenAtMs) =>
      database.transaction('rw', database.bills, database.crawls, async () => {
        const known = await database.bills.get([organizationId, bill.id]);
        if (!known) return { organizationId, upserts: [], deletes: [] };
        // Seen just now: a crawl under way that has passed its new status would sweep it otherwise.
        const generation = await newestGeneration(database, organizationId);
        const row: CachedBill = { ...known, status: bill.status, generation, seenAtMs, bill };
        await database.bills.put(row);
        return { organizationId, upserts: [row], deletes: [] };
      }),
    malformed: (organizationId) =>
      readMalformed(database, organizationId, [...chainsOf.payable, ...chainsOf.history]),
    malformedInvoices: (organizationId) =>
      readMalformed(database, organizationId, chainsOf.invoices),
    organizations: async () => {
      const rows = await database.organizations.toArray();
      return rows
        .toSorted((left, right) => left.position - right.position)
        .flatMap((row) => organizationSchema.safeParse(row.organization).data ?? []);
    },
    putOrganizations: (organizations) =>
      database.transaction('rw', database.organizations, async () => {
        await database.organizations.clear();
        await database.organizations.bulkPut(
          organizations.map((organization, position) => ({
            id: organization.id,
            position,
            organization,
          })),
        );
      }),
    fact: async (name) => {
      const row = await database.facts.get(name);
      const parsed = factSchemas[name].safeParse(row?.value);
      return parsed.success ? (parsed.data as FactValue<typeof name>) : null;
    },
    putFact: async (name, value) => {
      await database.facts.put({ name, value });
    },
    dropHistory: () => dropHistory(database),
    close: () => database.close(),
  };
}

async function openDatabase(
  connectionId: string,
  port: IndexedDbPort,
  clock: Pick<Clock, 'sleep'>,
): Promise<CacheDatabase> {
  let isAnew = false;
  for (let failures = 1; ; failures++) {
    const database = createCacheDatabase(connectionId, port);
    try {
      await database.open();
      if (database.backendDB().version <= CACHE_SCHEMA_VERSION * VERSION_STEP) return database;
      // Dexie opens a newer version's too, and patches it into something no version knows.
      throw new Dexie.VersionError();
    } catch (problem) {
      database.close();
      const next = afterFailedOpen(problem, failures);
      if (next === 'giveUp' || isAnew) throw problem;
      isAnew = next === 'beginAnew';
      if (isAnew) await database.delete();
      else await clock.sleep(failures * OPEN_AGAIN_MS);
    }
  }
}

/** Dexie's version 2 is the browser's 20. */
const VERSION_STEP = 10;

/** Deletes the connection's cache, as if the connection had never been used. It must be closed. */
export async function deleteBillCache(connectionId: string, port: IndexedDbPort): Promise<void> {
  await createCacheDatabase(connectionId, port).delete();
}

async function* readPayable(
  database: CacheDatabase,
  organizationId: string,
): AsyncGenerator<readonly CachedBill[]> {
  for (const status of payableStatuses) {
    const rows = await withStatus(database, organizationId, status).toArray();
    yield rows.filter(isReadable);
  }
}

/** An organization's rows of a table in the order of their ids. */
async function* inChunks<Row extends { readonly id: string }>(
  table: Table<Row, [string, string]>,
  organizationId: string,
): AsyncGenerator<readonly Row[]> {
  let last: string | null = null;
  for (;;) {
    const rows: Row[] = await table
      .where('[organizationId+id]')
      .between(
        [organizationId, last ?? Dexie.minKey],
        [organizationId, Dexie.maxKey],
        last === null,
        true,
      )
      .limit(CHUNK)
      .toArray();
    if (rows.length > 0) yield rows;
    last = rows.at(-1)?.id ?? null;
    if (rows.length < CHUNK) return;
  }
}

/**
 * Whether a stored row is what this version wrote. The whole schema over 100,000 rows would hold the
 * first screen up; the bill was parsed when it came, so what sorting and comparing rest on is enough.
 */
function isReadable(row: CachedBill): boolean {
  const { bill } = row;
  return (
    typeof row.id === 'string' &&
    bill instanceof Object &&
    bill.id === row.id &&
    bill.status === row.status &&
    typeof bill.currency === 'string' &&
    Number.isSafeInteger(bill.total_cents) &&
    Number.isSafeInteger(bill.amount_due_cents)
  );
}

function isReadableInvoice({ id, invoice }: CachedInvoice): boolean {
  return typeof id === 'string' && invoice instanceof Object && invoice.id === id;
}

function dropHistory(database: CacheDatabase): Promise<readonly BillChange[]> {
  return database.transaction('rw', database.bills, database.crawls, async () => {
    const changes: BillChange[] = [];
    for (const [organizationId, group] of await database.crawls.toCollection().primaryKeys()) {
      if (group !== 'history') continue;
      const keys: [string, string][] = [];
      for (const status of historyStatuses) {
        keys.push(...(await withStatus(database, organizationId, status).primaryKeys()));
      }
      await database.bills.bulkDelete(keys);
      // Without its rows the crawl knows nothing any more; it begins anew when there is room.
      await database.crawls.delete([organizationId, group]);
      changes.push({ organizationId, upserts: [], deletes: keys.map(([, id]) => id) });
    }
    return changes;
  });
}

function withStatus(database: CacheDatabase, organizationId: string, status: string) {
  return database.bills
    .where('[organizationId+status+generation]')
    .between([organizationId, status, Dexie.minKey], [organizationId, status, Dexie.maxKey]);
}
