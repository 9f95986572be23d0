import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { IndexedDbPort } from '../../src/renderer/core/indexed-db.ts';
import type { Life } from './life.ts';

/** A planted bug's change of a value before it is stored. Returns the value to write. */
export type RowHook = (storeName: string, value: unknown) => unknown;

/** The window's databases, which outlive it. */
export interface RendererDisk {
  factory: IDBFactory;
  /**
   * The browser died during a write. It opens once more, and writes behind the torn end. At the next start, it
   * finds the databases damaged and drops them.
   */
  damage: 'none' | 'torn' | 'overwritten';
  /** The databases were dropped and have to be rebuilt by this true time; null when they are. */
  rebuiltByMs: number | null;
  full: boolean;
  /** Number of committed transactions with writes. */
  commits: number;
  /** Index of the next call to fail once, for no reason; null for none. */
  failsIn: number | null;
  /** Number of calls that failed this way. */
  failures: number;
  /** Number of rows that a full disk refused. */
  refusals: number;
}

export function createRendererDisk(): RendererDisk {
  return {
    factory: new IDBFactory(),
    damage: 'none',
    rebuiltByMs: null,
    full: false,
    commits: 0,
    failsIn: null,
    failures: 0,
    refusals: 0,
  };
}

/**
 * The databases for one process. Each transaction and each request is a step. When the process dies, its open
 * transactions roll back and its connections close. It opens none afterwards.
 */
export function mortalDisk(disk: RendererDisk, life: Life, onPut: RowHook | null): IndexedDbPort {
  const open = (name: string, version?: number): IDBOpenDBRequest => {
    if (!life.step()) throw new DOMException('the process is dead', 'InvalidStateError');
    const request = disk.factory.open(name, version);
    request.addEventListener('success', () => adopt(request.result, disk, life, onPut));
    return request;
  };
  const indexedDB = new Proxy(disk.factory, {
    get: (target, property) => {
      if (property === 'open') return open;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { indexedDB, IDBKeyRange };
}

function adopt(
  connection: IDBDatabase,
  disk: RendererDisk,
  life: Life,
  onPut: RowHook | null,
): void {
  if (life.isOver()) return connection.close();
  const running = new Set<IDBTransaction>();
  const die = (): void => {
    for (const transaction of running) if (!abort(transaction)) countCommit(transaction, disk);
    connection.close();
  };
  life.signal.addEventListener('abort', die, { once: true });
  const begin = connection.transaction.bind(connection);
  connection.transaction = (...asked) => {
    if (!life.step()) throw new DOMException('the process is dead', 'AbortError');
    const transaction = begin(...asked);
    running.add(transaction);
    const end = (): void => void running.delete(transaction);
    transaction.addEventListener('complete', () => {
      end();
      countCommit(transaction, disk);
    });
    transaction.addEventListener('abort', end);
    watchStores(transaction, disk, life, onPut);
    if (failsNow(disk)) queueMicrotask(() => fail(transaction));
    return transaction;
  };
}

function failsNow(disk: RendererDisk): boolean {
  if (disk.failsIn === null) return false;
  disk.failsIn -= 1;
  if (disk.failsIn > 0) return false;
  disk.failsIn = null;
  disk.failures += 1;
  return true;
}

/** Fails the transaction once: rolls back, and reports an error to its caller. */
function fail(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction had already ended.
  }
}

function countCommit({ mode }: IDBTransaction, disk: RendererDisk): void {
  if (mode !== 'readonly') disk.commits += 1;
}

/**
 * Rolls back without an event, because the process is dead.
 * @returns false when it was committing, so that its writes stay
 */
function abort(transaction: IDBTransaction): boolean {
  transaction.dispatchEvent = () => true;
  const waiting: unknown = Reflect.get(transaction, '_requests');
  for (const entry of Array.isArray(waiting) ? waiting : []) {
    Reflect.set(Reflect.get(Object(entry), 'request'), 'dispatchEvent', () => true);
  }
  try {
    transaction.abort();
    return true;
  } catch {
    return false;
  }
}

const written = new WeakSet<IDBObjectStore>();

function watchStores(
  transaction: IDBTransaction,
  disk: RendererDisk,
  life: Life,
  onPut: RowHook | null,
): void {
  const find = transaction.objectStore.bind(transaction);
  transaction.objectStore = (name) => {
    const store = find(name);
    if (written.has(store)) return store;
    written.add(store);
    const write =
      (work: (value: unknown) => IDBRequest<IDBValidKey>) =>
      (value: unknown): IDBRequest<IDBValidKey> => {
        if (!life.step()) throw new DOMException('the process is dead', 'AbortError');
        if (disk.full) {
          disk.refusals += 1;
          throw new DOMException('full', 'QuotaExceededError');
        }
        return work(onPut === null ? value : onPut(name, value));
      };
    store.put = write(store.put.bind(store));
    store.add = write(store.add.bind(store));
    return store;
  };
}
