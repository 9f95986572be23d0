import { isSealed } from '../cipher.ts';
import type { IndexedDbPort } from '../indexed-db.ts';
import {
  createLocalDatabase,
  openRow,
  sealRow,
  type LocalDatabase,
  type SealedConnection,
  primaryKey,
} from './local-database.ts';
import {
  emptyAnnotation,
  isEmptyAnnotation,
  storedAnnotationSchema,
  type StoredAnnotation,
  type AnnotationKey,
} from './stored-annotation.ts';

/** The annotations of one connection on disk. Calls run one after another. Each throws the disk's error. */
export interface AnnotationStore {
  /** Every annotation this version can read, and the number of rows that do not open. */
  readAll(): Promise<{ readonly annotations: readonly StoredAnnotation[]; readonly lost: number }>;
  /**
   * Changes the annotations of these bills in one transaction, each from its state on disk.
   * @returns the annotations as written, in the order of the keys
   */
  update(
    keys: readonly AnnotationKey[],
    change: (annotation: StoredAnnotation, at: number) => StoredAnnotation,
  ): Promise<readonly StoredAnnotation[]>;
  close(): void;
}

/** A connection whose annotations are sealed. */
export interface AnnotatedConnection extends SealedConnection {
  /** False when data sealed now cannot be opened after the next start. */
  readonly lasts: boolean;
}

/** Maximum tries of an update. Each one fails only if another window wrote in between. */
const MAX_TRIES = 5;

/** The table of a connection's annotations, and the cipher of its rows. */
type SealedTable = Pick<AnnotatedConnection, 'cipher'> & { readonly database: LocalDatabase };

export function openAnnotationStore(
  { connectionId, cipher, lasts }: AnnotatedConnection,
  idb: IndexedDbPort,
): AnnotationStore {
  const database = createLocalDatabase(connectionId, idb);
  const table: SealedTable = { database, cipher };

  const open = async (): Promise<void> => {
    if (!database.isOpen()) await database.open();
  };

  return {
    readAll: async () => {
      await open();
      const rows = await database.kept.toArray();
      const read = await opened(table, rows);
      const annotations = read.filter((each) => each !== null);
      const before = rows.filter((row, at) => read[at] !== null && !isSealed(row));
      const clear = read.flatMap((each, at) => (each === null || isSealed(rows[at]) ? [] : each));
      // Rows in clear text would be lost if they were sealed with a key that ends with this launch.
      if (lasts && clear.length > 0) await sealClear(table, clear, before);
      const lost = rows.filter((row, at) => isSealed(row) && read[at] === null).length;
      return { annotations, lost };
    },
    update: async (keys, change) => {
      await open();
      for (let tries = 1; tries <= MAX_TRIES; tries++) {
        const annotations = await tryUpdate(table, keys, change);
        if (annotations !== null) return annotations;
      }
      throw new Error('another window changes the same annotations');
    },
    close: () => database.close(),
  };
}

function opened(
  { cipher }: SealedTable,
  rows: readonly unknown[],
): Promise<(StoredAnnotation | null)[]> {
  return Promise.all(
    rows.map(async (row) => {
      const content = await openRow(cipher, 'kept', row);
      return storedAnnotationSchema.safeParse(content).data ?? null;
    }),
  );
}

function sealed({ cipher }: SealedTable, annotations: readonly StoredAnnotation[]) {
  return Promise.all(annotations.map((annotation) => sealRow(cipher, 'kept', annotation)));
}

/** Replaces these rows by the annotations. Returns false when the rows have changed since. */
function replace(
  { database }: SealedTable,
  keys: readonly AnnotationKey[],
  before: readonly unknown[],
  work: () => Promise<unknown>,
): PromiseLike<boolean> {
  return database.transaction('rw', database.kept, async () => {
    const now = await database.kept.bulkGet(keys.map(primaryKey));
    if (!now.every((row, at) => textOf(row) === textOf(before[at]))) return false;
    await work();
    return true;
  });
}

async function sealClear(
  table: SealedTable,
  annotations: readonly StoredAnnotation[],
  before: readonly unknown[],
): Promise<void> {
  const puts = await sealed(table, annotations);
  const work = () => table.database.kept.bulkPut(puts);
  // Ignore a full disk: the next opening tries again.
  await replace(table, annotations, before, work).then(undefined, () => false);
}

/** Updates the annotations. Returns null when another window has changed one of their rows meanwhile. */
async function tryUpdate(
  table: SealedTable,
  keys: readonly AnnotationKey[],
  change: (annotation: StoredAnnotation, at: number) => StoredAnnotation,
): Promise<readonly StoredAnnotation[] | null> {
  const { database } = table;
  const before = await database.kept.bulkGet(keys.map(primaryKey));
  const stored = await opened(table, before);
  const annotations = keys.map((key, at) =>
    storedAnnotationSchema.parse(change(stored[at] ?? emptyAnnotation(key), at)),
  );
  const nonEmpty = annotations.filter((each) => !isEmptyAnnotation(each));
  const puts = await sealed(table, nonEmpty);
  const isDone = await replace(table, keys, before, async () => {
    const unreadable = before.filter((row, at) => row !== undefined && stored[at] === null);
    await quarantine(database, unreadable);
    await database.kept.bulkDelete(annotations.filter(isEmptyAnnotation).map(primaryKey));
    await database.kept.bulkPut(puts);
  });
  return isDone ? annotations : null;
}

/**
 * Moves rows that a later version or another key made unreadable to a place that no bill uses, because the user's new
 * decision takes theirs. A version that can read them may restore them.
 */
async function quarantine({ kept }: LocalDatabase, rows: readonly unknown[]): Promise<void> {
  for (const row of rows) {
    const { organizationId, billId } = row as AnnotationKey;
    await kept.put({ organizationId: `unreadable ${organizationId}`, billId, row });
  }
}

function textOf(row: unknown): string {
  return isSealed(row) ? row.sealed.toString() : (JSON.stringify(row) ?? '');
}
