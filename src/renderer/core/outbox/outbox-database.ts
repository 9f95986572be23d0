import { Dexie, type Table } from 'dexie';
import { renameField, type IndexedDbPort } from '../indexed-db.ts';

/**
 * Version of the outbox's tables. Unlike the cache, the outbox is never cleared: a migration reads every old row or
 * quarantines it.
 * 1: approvals, and rows that could not be read.
 * 2: renames "look" to "recheck".
 * 3: indexes the states.
 */
const OUTBOX_SCHEMA_VERSION = 3;

/** One outbox for all connections, in its own database, so that wiping a cache cannot touch it. */
export const OUTBOX_DATABASE_NAME = 'billfold-outbox';

/** A row that could not be read, in its original form. */
export interface UnreadableRow {
  readonly key?: number;
  readonly id: string | null;
  readonly quarantinedAtMs: number;
  readonly problems: readonly string[];
  readonly raw: unknown;
}

export type OutboxDatabase = Dexie & {
  /** Rows are `unknown` until parsed with `approvalSchema`. */
  approvals: Table<unknown, string>;
  unreadable: Table<UnreadableRow, number>;
};

/**
 * A closed handle on the outbox. `strict`: a transaction ends when the disk has the data, not only the system's cache.
 * Chromium's default is `relaxed`, which a power cut can undo.
 */
export function createOutboxDatabase(port: IndexedDbPort): OutboxDatabase {
  const database = new Dexie(OUTBOX_DATABASE_NAME, {
    ...port,
    autoOpen: false,
    chromeTransactionDurability: 'strict',
  });
  database.version(1).stores({ approvals: 'id,connectionId', unreadable: '++key' });
  database.version(2).upgrade(async (upgrade) => {
    await upgrade.table('approvals').toCollection().modify(renameFieldsForVersion2);
    await upgrade
      .table('unreadable')
      .toCollection()
      .modify((row) => renameField(row, 'setAsideAtMs', 'quarantinedAtMs'));
  });
  database
    .version(OUTBOX_SCHEMA_VERSION)
    .stores({ approvals: 'id,connectionId,[connectionId+state]' });
  return database as OutboxDatabase;
}

const eventsOfVersion2: Readonly<Record<string, string>> = {
  lookNeeded: 'recheckNeeded',
  lookMissed: 'recheckMissed',
  foundGone: 'notFound',
  seenNotPayable: 'observedPaid',
};

/** Renames the fields of a version 1 row to version 2; a row that cannot be read stays as it is. */
function renameFieldsForVersion2(row: Record<string, unknown>): void {
  renameField(row, 'needsLookAfterMs', 'needsRecheckAfterMs');
  renameField(row, 'missedLooks', 'missedRechecks');
  if (row['waitingFor'] === 'look') row['waitingFor'] = 'recheck';
  if (!Array.isArray(row['history'])) return;
  for (const line of row['history']) {
    const name: unknown = line?.event;
    if (typeof name === 'string') line.event = eventsOfVersion2[name] ?? name;
  }
}
