import type { Clock } from '../../../base/clock.ts';
import { createObservable } from '../../../base/observable.ts';
import type { OrganizationBill } from '../model/bill-row.ts';
import { tryTwice, type IndexedDbPort } from '../indexed-db.ts';
import { createSerial } from '../../../base/serial.ts';
import { isSealed } from '../cipher.ts';
import { cacheKeyOf } from '../mirror/cache-database.ts';
import {
  createLocalDatabase,
  openRow,
  sealRow,
  type LocalDatabase,
  type SealedConnection,
  primaryKey,
} from './local-database.ts';
import {
  viewedBillSchema,
  viewedChanges,
  viewedFieldsOf,
  type ViewedBill,
  type ViewedVersions,
} from '../bills/flags/viewed-bill.ts';

/** The version of each bill that the user last viewed, on this computer. */
export interface LastViewed extends ViewedVersions {
  /** Connection whose bills are on screen; null for none. */
  switchConnection(connection: SealedConnection | null): void;
  /** Like `saw` for many bills, in one write. */
  sawAll(rows: readonly OrganizationBill[]): void;
  /** Resolves when all views so far are on disk, or could not be written. */
  settled(): Promise<void>;
  close(): void;
}

export interface LastViewedDeps {
  readonly idb: IndexedDbPort;
  readonly clock: Pick<Clock, 'nowMs'>;
  onFault(problem: unknown): void;
}

/** One connection's viewed versions: on disk, and in memory after the first call. */
interface ViewedBills extends SealedConnection {
  readonly database: LocalDatabase;
  readonly seen: Map<string, ViewedBill>;
  /** Resolves to true if the disk can be written. Null before the first call. */
  reading: Promise<boolean> | null;
}

/** Rows opened or sealed at a time. */
const ROWS_AT_ONCE = 500;

/**
 * If the database cannot be opened, leaves it unchanged and keeps views in memory only. Rows of a newer version stay on
 * disk for that version. Deletes rows with another key: they belong to a session that has ended.
 */
export function createLastViewed({ idb, clock, onFault }: LastViewedDeps): LastViewed {
  const version = createObservable(0);
  const inOrder = createSerial();
  let current: ViewedBills | null = null;

  const changed = (): void => version.set(version.get() + 1);

  const read = async (mine: ViewedBills): Promise<boolean> => {
    try {
      const { seen } = mine.database;
      const { clear, unreadable } = await openAll(mine);
      // Only report a disk that refuses: the next opening tries again.
      if (unreadable.length > 0) await seen.bulkDelete(unreadable.map(primaryKey)).catch(onFault);
      await write(mine, clear).catch(onFault);
      if (mine === current) changed();
      return true;
    } catch (problem) {
      // If the database was closed while it opened, the fault no longer matters.
      if (mine === current) onFault(problem);
      return false;
    }
  };

  const open = (mine: ViewedBills): Promise<boolean> =>
    (mine.reading ??= inOrder(() => read(mine)));

  const leave = (): void => {
    const left = current;
    current = null;
    if (left?.reading) void inOrder(async () => left.database.close());
  };

  const sawAll = (rows: readonly OrganizationBill[]): void => {
    const mine = current;
    if (mine === null || rows.length === 0) return;
    const viewed = rows.map((row) => viewedBillOf(row, clock.nowMs()));
    // A first view, or one of the same version, changes no flag.
    const isOther = viewed.some((bill) => {
      const before = mine.seen.get(cacheKeyOf(bill));
      return before && viewedChanges(before.fields, bill.fields).length > 0;
    });
    for (const bill of viewed) mine.seen.set(cacheKeyOf(bill), bill);
    if (isOther) changed();
    void open(mine)
      .then((isWritable) => (isWritable ? inOrder(() => write(mine, viewed)) : null))
      .catch((problem: unknown) => mine === current && onFault(problem));
  };

  return {
    version,
    switchConnection: (connection) => {
      if ((connection?.connectionId ?? null) === (current?.connectionId ?? null)) return;
      leave();
      if (connection !== null) {
        const database = createLocalDatabase(connection.connectionId, idb);
        current = { ...connection, database, seen: new Map(), reading: null };
      }
      changed();
    },
    of: (organizationId, billId) => {
      if (current === null) return null;
      void open(current);
      return current.seen.get(cacheKeyOf({ organizationId, billId })) ?? null;
    },
    saw: (organizationId, bill) => sawAll([{ organizationId, bill }]),
    sawAll,
    settled: () => inOrder(async () => undefined),
    close: leave,
  };
}

/** Loads the viewed versions from disk. Returns the rows in clear text, still to seal, and those with another key. */
async function openAll({ database, cipher, seen }: ViewedBills): Promise<{
  readonly clear: readonly ViewedBill[];
  readonly unreadable: readonly unknown[];
}> {
  const stored = await tryTwice(async () => {
    if (!database.isOpen()) await database.open();
    return database.seen.toArray();
  });
  const unreadable: unknown[] = [];
  const clear: ViewedBill[] = [];
  for (let at = 0; at < stored.length; at += ROWS_AT_ONCE) {
    const rows = stored.slice(at, at + ROWS_AT_ONCE);
    const opened = await Promise.all(rows.map((row) => openRow(cipher, 'seen', row)));
    for (const [index, content] of opened.entries()) {
      const row = rows[index];
      const bill = viewedBillSchema.safeParse(content).data;
      // A bill viewed meanwhile is newer in memory than on disk.
      if (bill && !seen.has(cacheKeyOf(bill))) seen.set(cacheKeyOf(bill), bill);
      if (bill && !isSealed(row)) clear.push(bill);
      if (content === undefined) unreadable.push(row);
    }
  }
  return { clear, unreadable };
}

async function write(
  { database, cipher }: ViewedBills,
  bills: readonly ViewedBill[],
): Promise<void> {
  for (let at = 0; at < bills.length; at += ROWS_AT_ONCE) {
    const slice = bills.slice(at, at + ROWS_AT_ONCE);
    await database.seen.bulkPut(
      await Promise.all(slice.map((bill) => sealRow(cipher, 'seen', bill))),
    );
  }
}

function viewedBillOf({ organizationId, bill }: OrganizationBill, seenAtMs: number): ViewedBill {
  return { organizationId, billId: bill.id, seenAtMs, fields: viewedFieldsOf(bill) };
}
