import { Dexie, type Table } from 'dexie';
import { isSealed, openJson, type Cipher, type SealedRow } from '../cipher.ts';
import type { BillKey } from '../mirror/cache-database.ts';
import { renameField, type IndexedDbPort } from '../indexed-db.ts';

/**
 * Version of the tables of what is kept on this computer alone. Never cleared by an upgrade: no crawl
 * brings it back. A version is never edited after release.
 * 1: what was last seen of each bill.
 * 2: also what the user keeps about bills (note, snooze, dismissal), and named views of the list.
 * 3: what a bill was when it was hidden is called `hiddenAs`.
 * 4: in a view, what was `filter` is called `list`, and what was `sift` is called `filter`.
 * 5: what was seen and what is kept is sealed. No upgrade can wait for a cipher: rows of before are sealed when
 *    they are read.
 * 6: the filter of a view asks for a kind of flag; what was `flagged` is `flag: 'any'`.
 */
export const LOCAL_SCHEMA_VERSION = 6;

/**
 * One for each connection, beside its cache and not in it: the cache is a mirror, deleted when it is
 * damaged and cleared when its shape changes, and what was viewed must outlive both.
 */
export const localDatabaseName = (connectionId: string): string => `billfold-marks-${connectionId}`;

export type LocalDatabase = Dexie & {
  /** Rows are `unknown` until opened, and parsed with `seenBillSchema`. */
  seen: Table<unknown, [string, string]>;
  /** Rows are `unknown` until opened, and parsed with `storedAnnotationSchema`. */
  kept: Table<unknown, [string, string]>;
  /** Rows are `unknown` until parsed with `savedViewSchema`. */
  views: Table<unknown, string>;
};

/** A closed handle; the caller opens it. */
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
  database.version(LOCAL_SCHEMA_VERSION).upgrade((upgrade) =>
    upgrade
      .table('views')
      .toCollection()
      .modify((row: { filter?: unknown }) => {
        renameField(row.filter, 'flagged', 'flag');
        if (row.filter instanceof Object && 'flag' in row.filter)
          row.filter.flag = row.filter.flag === true ? 'any' : null;
      }),
  );
  return database as LocalDatabase;
}

/** A connection, and what its rows here are sealed with. */
export interface SealedConnection {
  readonly connectionId: string;
  readonly cipher: Cipher;
}

type BillRowKey = Pick<BillKey, 'organizationId' | 'billId'>;

/** A row in which only its key can be read. */
export async function sealRow(
  cipher: Cipher,
  table: 'seen' | 'kept',
  row: BillRowKey,
): Promise<BillRowKey & SealedRow> {
  const { organizationId, billId } = row;
  const sealed = await cipher.seal([table, organizationId, billId], JSON.stringify(row));
  return { organizationId, billId, sealed };
}

/** What was sealed; undefined when it does not open. A row of a version that did not seal is as it is. */
export async function openRow(
  cipher: Cipher,
  table: 'seen' | 'kept',
  row: unknown,
): Promise<unknown> {
  if (!isSealed(row)) return row;
  const { organizationId, billId } = row as BillRowKey & SealedRow;
  return openJson(cipher, [table, organizationId, billId], row);
}

/** What becomes of the user's own work (notes, snoozes, dismissals, saved views) at sign-out. */
export type OwnWork = 'keep' | 'remove';

/**
 * Forgets what goes with the bills of a connection at sign-out: what was seen of them. What no reading of
 * the service brings back, the user's own work, goes only when that is asked for.
 */
export async function forgetAnnotations(
  connectionId: string,
  idb: IndexedDbPort,
  ownWork: OwnWork,
): Promise<void> {
  const database = createLocalDatabase(connectionId, idb);
  // As a whole it goes whatever is wrong with it.
  if (ownWork === 'remove') return database.delete();
  try {
    await database.open();
    await database.seen.clear();
  } finally {
    database.close();
  }
}
