import { Dexie, type Table } from 'dexie';
import { isSealed, openJson, type Cipher, type SealedRow } from '../cipher.ts';
import type { BillKey } from '../mirror/cache-database.ts';
import { renameField, type IndexedDbPort } from '../indexed-db.ts';

/**
 * Version of the tables for the user's data on this computer. An upgrade never clears them: no crawl can
 * restore them.
 * Never edit a released version.
 * 1: last viewed versions of bills.
 * 2: also annotations (note, snooze, hiding), and saved views of the list.
 * 3: `hiddenAs`: the bill as it was when it was hidden.
 * 4: in a view, `filter` became `list`, and `sift` became `filter`.
 * 5: viewed versions and annotations are sealed. An upgrade cannot wait for a cipher: older rows are sealed
 * when read.
 * 6: a view's filter asks for a kind of flag: `flagged` became `flag: 'any'`.
 * 7: also choices of the reports.
 * 8: a view's list `dismissed` became `hidden`. In annotations `hiddenAtMs` was `dismissedAtMs`; rows keep that name
 * until they are written again.
 */
export const LOCAL_SCHEMA_VERSION = 8;

/**
 * One per connection, separate from its cache: the cache is deleted when it is damaged, and cleared when its
 * shape changes. This data must outlive both.
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
  database.version(1).stores({ seen: '[organizationId+billId]' });
  database.version(2).stores({
    seen: '[organizationId+billId]',
    kept: '[organizationId+billId]',
    views: 'id',
  });
  database.version(3).upgrade((upgrade) =>
    upgrade
      .table('kept')
      .toCollection()
      .modify((row) => renameField(row, 'asideAs', 'hiddenAs')),
  );
  database.version(4).upgrade((upgrade) =>
    upgrade
      .table('views')
      .toCollection()
      .modify((row) => {
        renameField(row, 'filter', 'list');
        renameField(row, 'sift', 'filter');
      }),
  );
  database.version(5);
  database.version(6).upgrade((upgrade) =>
    upgrade
      .table('views')
      .toCollection()
      .modify((row: { filter?: unknown }) => {
        renameField(row.filter, 'flagged', 'flag');
        if (row.filter instanceof Object && 'flag' in row.filter)
          row.filter.flag = row.filter.flag === true ? 'any' : null;
      }),
  );
  database.version(7).stores({ choices: 'id' });
  database.version(LOCAL_SCHEMA_VERSION).upgrade((upgrade) =>
    upgrade
      .table('views')
      .toCollection()
      .modify((row: { list?: unknown }) => {
        if (row.list === 'dismissed') row.list = 'hidden';
      }),
  );
  return database as LocalDatabase;
}

/** A connection, and the cipher of its rows here. */
export interface SealedConnection {
  readonly connectionId: string;
  readonly cipher: Cipher;
}

type BillRowKey = Pick<BillKey, 'organizationId' | 'billId'>;

/** Seals a row except for its key. */
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
