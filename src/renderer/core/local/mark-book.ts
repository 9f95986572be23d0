import type { IndexedDbPort } from '../indexed-db.ts';
import { createMarksDatabase, type MarksDatabase } from './marks-database.ts';
import {
  emptyMark,
  isEmptyMark,
  keptMarkSchema,
  type KeptMark,
  type MarkKey,
} from './kept-mark.ts';

/** The marks of one connection on disk. Calls follow one another; each throws what the disk says. */
export interface MarkBook {
  /** Every mark this version can read. */
  readAll(): Promise<readonly KeptMark[]>;
  /**
   * Changes the marks of these bills in one transaction, each from what is on disk.
   * @returns the marks as written, in the order of the keys
   */
  update(
    keys: readonly MarkKey[],
    change: (mark: KeptMark, at: number) => KeptMark,
  ): Promise<readonly KeptMark[]>;
  close(): void;
}

export function openMarkBook(connectionId: string, idb: IndexedDbPort): MarkBook {
  const database = createMarksDatabase(connectionId, idb);

  const open = async (): Promise<void> => {
    if (!database.isOpen()) await database.open();
  };

  return {
    readAll: async () => {
      await open();
      const stored = await database.kept.toArray();
      return stored.flatMap((row) => keptMarkSchema.safeParse(row).data ?? []);
    },
    update: async (keys, change) => {
      await open();
      return database.transaction('rw', database.kept, async () => {
        const stored = await database.kept.bulkGet(keys.map(primaryKey));
        const marks = keys.map((key, at) =>
          change(keptMarkSchema.safeParse(stored[at]).data ?? emptyMark(key), at),
        );
        await setAsideUnreadable(database, stored);
        await database.kept.bulkDelete(marks.filter(isEmptyMark).map(primaryKey));
        await database.kept.bulkPut(marks.filter((mark) => !isEmptyMark(mark)));
        return marks;
      });
    },
    close: () => database.close(),
  };
}

/**
 * What the user decides about a bill takes the key of a row this version cannot read. That row goes on
 * under a key no bill has, for the version that wrote it.
 */
async function setAsideUnreadable(
  { kept }: MarksDatabase,
  stored: readonly unknown[],
): Promise<void> {
  for (const row of stored) {
    if (row === undefined || keptMarkSchema.safeParse(row).success) continue;
    const { organizationId, billId } = row as MarkKey;
    await kept.put({ organizationId: `unreadable ${organizationId}`, billId, row });
  }
}

function primaryKey({ organizationId, billId }: MarkKey): [string, string] {
  return [organizationId, billId];
}
