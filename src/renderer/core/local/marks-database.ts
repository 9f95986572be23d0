import { Dexie, type Table } from 'dexie';
import type { IndexedDbPort } from '../indexed-db.ts';

/**
 * Version of the tables of what is kept on this computer alone. Never cleared by an upgrade: no crawl
 * brings it back. A version is never edited after release.
 * 1: what was last seen of each bill.
 * 2: also what the user keeps about bills (note, snooze, dismissal), and named views of the list.
 */
export const MARKS_SCHEMA_VERSION = 2;

/**
 * One for each connection, beside its cache and not in it: the cache is a mirror, deleted when it is
 * damaged and cleared when its shape changes, and a look must outlive both.
 */
export const marksDatabaseName = (connectionId: string): string => `billfold-marks-${connectionId}`;

export type MarksDatabase = Dexie & {
  /** Rows are `unknown` until parsed with `seenBillSchema`. */
  seen: Table<unknown, [string, string]>;
  /** Rows are `unknown` until parsed with `keptMarkSchema`. */
  kept: Table<unknown, [string, string]>;
  /** Rows are `unknown` until parsed with `savedViewSchema`. */
  views: Table<unknown, string>;
};

/** A closed handle; the caller opens it. */
export function createMarksDatabase(connectionId: string, port: IndexedDbPort): MarksDatabase {
  const database = new Dexie(marksDatabaseName(connectionId), { ...port, autoOpen: false });
  database.version(1).stores({ seen: '[organizationId+billId]' });
  database.version(MARKS_SCHEMA_VERSION).stores({
    seen: '[organizationId+billId]',
    kept: '[organizationId+billId]',
    views: 'id',
  });
  return database as MarksDatabase;
}
