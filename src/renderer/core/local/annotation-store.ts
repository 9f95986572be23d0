import type { IndexedDbPort } from '../indexed-db.ts';
import { createLocalDatabase, type LocalDatabase } from './local-database.ts';
import {
  emptyAnnotation,
  isEmptyAnnotation,
  storedAnnotationSchema,
  type StoredAnnotation,
  type AnnotationKey,
} from './stored-annotation.ts';

/** The annotations of one connection on disk. Calls follow one another; each throws what the disk says. */
export interface AnnotationStore {
  /** Every annotation this version can read. */
  readAll(): Promise<readonly StoredAnnotation[]>;
  /**
   * Changes the annotations of these bills in one transaction, each from what is on disk.
   * @returns the annotations as written, in the order of the keys
   */
  update(
    keys: readonly AnnotationKey[],
    change: (annotation: StoredAnnotation, at: number) => StoredAnnotation,
  ): Promise<readonly StoredAnnotation[]>;
  close(): void;
}

export function openAnnotationStore(connectionId: string, idb: IndexedDbPort): AnnotationStore {
  const database = createLocalDatabase(connectionId, idb);

  const open = async (): Promise<void> => {
    if (!database.isOpen()) await database.open();
  };

  return {
    readAll: async () => {
      await open();
      const stored = await database.kept.toArray();
      return stored.flatMap((row) => storedAnnotationSchema.safeParse(row).data ?? []);
    },
    update: async (keys, change) => {
      await open();
      return database.transaction('rw', database.kept, async () => {
        const stored = await database.kept.bulkGet(keys.map(primaryKey));
        const annotations = keys.map((key, at) =>
          change(storedAnnotationSchema.safeParse(stored[at]).data ?? emptyAnnotation(key), at),
        );
        await quarantineUnreadable(database, stored);
        await database.kept.bulkDelete(annotations.filter(isEmptyAnnotation).map(primaryKey));
        await database.kept.bulkPut(
          annotations.filter((annotation) => !isEmptyAnnotation(annotation)),
        );
        return annotations;
      });
    },
    close: () => database.close(),
  };
}

/**
 * What the user decides about a bill takes the key of a row this version cannot read. That row goes on
 * under a key no bill has, for the version that wrote it.
 */
async function quarantineUnreadable(
  { kept }: LocalDatabase,
  stored: readonly unknown[],
): Promise<void> {
  for (const row of stored) {
    if (row === undefined || storedAnnotationSchema.safeParse(row).success) continue;
    const { organizationId, billId } = row as AnnotationKey;
    await kept.put({ organizationId: `unreadable ${organizationId}`, billId, row });
  }
}

function primaryKey({ organizationId, billId }: AnnotationKey): [string, string] {
  return [organizationId, billId];
}
