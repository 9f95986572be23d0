import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { createVirtualClock } from '../../../../base/testing/virtual-clock.ts';
import { createOutboxDatabase } from '../outbox-database.ts';
import { createOutbox } from '../outbox.ts';

/** A disk with an outbox that tests open again and again. `raw` changes its rows behind the outbox's back. */
export function createDisk() {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const faults: unknown[] = [];
  const clock = createVirtualClock(42);
  const open = async () => {
    const onFault = (problem: unknown): void => void faults.push(problem);
    const outbox = createOutbox({ idb, clock, onFault });
    await outbox.switchConnection('connection');
    return outbox;
  };
  const raw = async (work: (db: ReturnType<typeof createOutboxDatabase>) => Promise<unknown>) => {
    const database = createOutboxDatabase(idb);
    await database.open();
    const result = await work(database);
    database.close();
    return result;
  };
  return { open, raw, faults, idb, clock };
}
