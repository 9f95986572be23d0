import type { IndexedDbPort } from '../indexed-db.ts';
import { createLocalDatabase, type LocalDatabase } from './local-database.ts';

/** What becomes of the user's own work (notes, snoozes, dismissals, saved views) at sign-out. */
export type OwnWork = 'keep' | 'remove';

/**
 * Forgets what goes with the bills of a connection at sign-out: every look at them. What no reading of
 * the service brings back, the user's own work, goes only when that is asked for.
 */
export async function forgetAnnotations(
  connectionId: string,
  idb: IndexedDbPort,
  ownWork: OwnWork,
): Promise<void> {
  const database = createLocalDatabase(connectionId, idb);
  try {
    await database.open();
    await Promise.all(tablesToClear(database, ownWork).map((table) => table.clear()));
  } finally {
    database.close();
  }
}

function tablesToClear({ seen, kept, views }: LocalDatabase, ownWork: OwnWork) {
  return ownWork === 'keep' ? [seen] : [seen, kept, views];
}
