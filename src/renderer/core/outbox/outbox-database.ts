import { Dexie, type Table } from 'dexie';
import type { IndexedDbPort } from '../indexed-db.ts';

/**
 * Version of the outbox's tables. Unlike the cache, the outbox is never cleared: a migration reads every old row or
 * quarantines it.
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
  database
    .version(OUTBOX_SCHEMA_VERSION)
    .stores({ approvals: 'id,connectionId,[connectionId+state]', unreadable: '++key' });
  return database as OutboxDatabase;
}
