import { Dexie, type Table } from 'dexie';
import { isSealed, openJson, type Cipher, type SealedRow } from '../cipher.ts';
import type { BillKey } from '../mirror/cache-database.ts';
import type { IndexedDbPort } from '../indexed-db.ts';

/**
 * Version of the tables for the user's data on this computer. An upgrade never clears them: no crawl can restore them.
 */
export const LOCAL_SCHEMA_VERSION = 8;

/**
 * One per connection. Separate from the cache, because this data must outlive it: the cache is deleted when it is
 * damaged, and cleared when its shape changes.
 */
export const localDatabaseName = (connectionId: string): string => `billfold-marks-${connectionId}`;

export type LocalDatabase = Dexie & {
  /** Rows are `unknown` until opened, and parsed with `viewedBillSchema`. */
  seen: Table<unknown, [string, string]>;
  /** Rows are `unknown` until opened, and parsed with `storedAnnotationSchema`. */
  kept: Table<unknown, [string, string]>;
  /** Rows are `unknown` until parsed with `savedViewSchema`. */
  views: Table<unknown, string>;
  /** Sealed rows. */
  choices: Table<unknown, string>;
};

/** Key of a row of `seen` or `kept`. */
export function primaryKey(row: unknown): [string, string] {
  const { organizationId, billId } = row as BillKey;
  return [organizationId, billId];
}

/** A closed handle. The caller opens it. */
export function createLocalDatabase(connectionId: string, port: IndexedDbPort): LocalDatabase {
  const database = new Dexie(localDatabaseName(connectionId), { ...port, autoOpen: false });
  database.version(LOCAL_SCHEMA_VERSION).stores({
    seen: '[organizationId+billId]',
    kept: '[organizationId+billId]',
    views: 'id',
    choices: 'id',
  });
  return database as LocalDatabase;
}

/** A connection, and the cipher of its rows here. */
export interface SealedConnection {
  readonly connectionId: string;
  readonly cipher: Cipher;
}

type BillRowKey = Pick<BillKey, 'organizationId' | 'billId'>;

/** Seals all of a row except its key. */
export async function sealRow(
  cipher: Cipher,
  table: 'seen' | 'kept',
  row: BillRowKey,
): Promise<BillRowKey & SealedRow> {
  const { organizationId, billId } = row;
  const sealed = await cipher.seal([table, organizationId, billId], JSON.stringify(row));
  return { organizationId, billId, sealed };
}

/**
 * The sealed content; undefined when it does not open. A row from a version that did not seal is returned
 * unchanged.
 */
export async function openRow(
  cipher: Cipher,
  table: 'seen' | 'kept',
  row: unknown,
): Promise<unknown> {
  if (!isSealed(row)) return row;
  const { organizationId, billId } = row as BillRowKey & SealedRow;
  return openJson(cipher, [table, organizationId, billId], row);
}

/** Whether signing out keeps the user's own work: notes, holds, snoozes, hidden bills, saved views. */
export type OwnWork = 'keep' | 'remove';

/**
 * Deletes the data that goes with a connection's bills at sign-out: the viewed versions. Deletes the user's own
 * work, which no sync can restore, only on request.
 */
export async function forgetAnnotations(
  connectionId: string,
  idb: IndexedDbPort,
  ownWork: OwnWork,
): Promise<void> {
  const database = createLocalDatabase(connectionId, idb);
  // Deleting the whole database works even if it is damaged.
  if (ownWork === 'remove') return database.delete();
  try {
    await database.open();
    await database.seen.clear();
  } finally {
    database.close();
  }
}
