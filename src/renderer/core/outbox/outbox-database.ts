import { Dexie, type Table } from 'dexie';
import type { IndexedDbPort } from '../indexed-db.ts';

/**
 * Version of the outbox's tables. Unlike the cache it is never cleared: a migration reads every row of
 * the old shape or sets it aside.
 * 1: approvals; rows that could not be read.
 */
export const OUTBOX_SCHEMA_VERSION = 1;

/** One outbox for all connections, apart from every cache, so that wiping a cache cannot touch it. */
export const OUTBOX_DATABASE_NAME = 'billfold-outbox';

/** A row that could not be read, as it was. */
export interface UnreadableRow {
  readonly key?: number;
  readonly id: string | null;
  readonly setAsideAtMs: number;
  readonly problems: readonly string[];
  readonly raw: unknown;
}

export type OutboxDatabase = Dexie & {
  /** Rows are `unknown` until parsed with `approvalSchema`. */
  approvals: Table<unknown, string>;
  unreadable: Table<UnreadableRow, number>;
};

/**
 * A closed handle on the outbox. `strict`: a transaction is done when the disk has it, not when the
 * system's cache has (Chromium's default is `relaxed`, which a power cut can undo).
 */
export function createOutboxDatabase(port: IndexedDbPort): OutboxDatabase {
  const database = new Dexie(OUTBOX_DATABASE_NAME, {
    ...port,
    autoOpen: false,
    chromeTransactionDurability: 'strict',
  });
  database.version(OUTBOX_SCHEMA_VERSION).stores({
    approvals: 'id,connectionId',
    unreadable: '++key',
  });
  return database as OutboxDatabase;
}
