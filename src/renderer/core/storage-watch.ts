import type { Clock } from '../../base/clock.ts';
import { createObservable, type Observable } from '../../base/observable.ts';

/**
 * Steps after which a transaction counts as stalled. It usually takes milliseconds, and a slow one delays all others
 * behind it.
 */
const SLOW_STEPS = 5;
/** Length of a step. Steps are counted because a computer that slept for an hour has not waited for its disk. */
const STEP_MS = 1_000;

/** The browser's databases, with a watch on their transactions. */
export interface StorageWatch {
  /** Opens databases as the browser does. */
  readonly indexedDB: IDBFactory;
  /** Whether a transaction has been under way for five seconds of running time. */
  readonly isStalled: Observable<boolean>;
}

/** Watches every transaction of every database opened through it. */
export function watchStorage(factory: IDBFactory, clock: Pick<Clock, 'sleep'>): StorageWatch {
  const isStalled = createObservable(false);
  /** Number of steps each transaction has been under way, the oldest first. */
  const running = new Map<IDBTransaction, number>();
  let stop = new AbortController();

  const count = async ({ signal }: AbortController): Promise<void> => {
    for (;;) {
      await clock.sleep(STEP_MS, signal);
      if (signal.aborted) return;
      for (const [transaction, steps] of running) running.set(transaction, steps + 1);
      isStalled.set(hasSlow());
    }
  };
  const hasSlow = (): boolean => [...running.values()].some((steps) => steps >= SLOW_STEPS);
  const end = (ended: readonly IDBTransaction[]): void => {
    for (const transaction of ended) running.delete(transaction);
    isStalled.set(hasSlow());
    if (running.size === 0) stop.abort();
  };
  const watch = (transaction: IDBTransaction): void => {
    running.set(transaction, 0);
    transaction.addEventListener('complete', () => end([transaction]));
    transaction.addEventListener('abort', () => end([transaction]));
    if (running.size > 1) return;
    stop = new AbortController();
    void count(stop);
  };
  /** Transactions that will never end: a browser that closes a failed database may not abort them. */
  const lost = (database: IDBDatabase): readonly IDBTransaction[] =>
    [...running.keys()].filter(({ db }) => db === database);

  const open = (...args: Parameters<IDBFactory['open']>): IDBOpenDBRequest => {
    const request = factory.open(...args);
    // Added before any listener of the caller, so that no transaction begins unwatched.
    request.addEventListener('success', () => {
      const database = request.result;
      const begin = database.transaction.bind(database);
      database.transaction = (...scope) => {
        const transaction = begin(...scope);
        watch(transaction);
        return transaction;
      };
      database.addEventListener('close', () => end(lost(database)));
    });
    return request;
  };
  const indexedDB: IDBFactory = {
    open,
    cmp: (one, other) => factory.cmp(one, other),
    databases: () => factory.databases(),
    deleteDatabase: (name) => factory.deleteDatabase(name),
  };
  return { indexedDB, isStalled };
}
