/** Functions that run in the page by themselves, so each contains everything it needs. */

/** A task or an input event of the page; times are milliseconds of `performance.now()`. */
export interface Observed {
  readonly kind: 'task' | 'input';
  readonly startMs: number;
  readonly durationMs: number;
}

/** Records tasks over 50 ms, and the time from each input to its painted frame: a multiple of 8 ms, from 16 on. */
export function observe(): void {
  const seen: Observed[] = [];
  Reflect.set(window, 'observedOfDay', seen);
  const record = (kind: Observed['kind'], type: string, durationThreshold?: number): void => {
    const observer = new PerformanceObserver((list) => {
      for (const { startTime: startMs, duration: durationMs } of list.getEntries())
        seen.push({ kind, startMs, durationMs });
    });
    observer.observe({ type, durationThreshold } as PerformanceObserverInit);
  };
  record('task', 'longtask');
  record('input', 'event', 16);
}

/** Waits until the page has drawn, and has had no long task for a tenth of a second. */
export async function settled(): Promise<void> {
  const QUIET_MS = 100;
  const seen = Reflect.get(window, 'observedOfDay') as readonly Observed[];
  const quietSince = (): number => {
    const last = seen.findLast(({ kind }) => kind === 'task');
    return last === undefined ? 0 : last.startMs + last.durationMs;
  };
  const begunMs = performance.now();
  do {
    await new Promise((frame) => requestAnimationFrame(frame));
    await new Promise((idle) => requestIdleCallback(idle, { timeout: 500 }));
  } while (performance.now() - Math.max(quietSince(), begunMs) < QUIET_MS);
}

/** Returns everything observed since the last call. */
export function take(): readonly Observed[] {
  return (Reflect.get(window, 'observedOfDay') as Observed[]).splice(0);
}

/** From now on, each transaction that writes ends this much later, as on a slow disk. Milliseconds. */
export function slowDisk(delayMs: number): void {
  const { prototype } = IDBTransaction;
  const late = (transaction: IDBTransaction, listener: unknown): unknown =>
    transaction.mode === 'readonly' || typeof listener !== 'function'
      ? listener
      : (event: unknown) => setTimeout(() => listener.call(transaction, event), delayMs);
  const given = Object.getOwnPropertyDescriptor(prototype, 'oncomplete');
  Object.defineProperty(prototype, 'oncomplete', {
    ...given,
    set(this: IDBTransaction, listener: unknown) {
      given?.set?.call(this, late(this, listener));
    },
  });
  const { addEventListener } = prototype;
  prototype.addEventListener = function added(
    this: IDBTransaction,
    name: string,
    listener: unknown,
    options: never,
  ) {
    const shown = name === 'complete' ? late(this, listener) : listener;
    addEventListener.call(this, name, shown as never, options);
  };
}

/** Number of approvals in the outbox by state. Counting reads no row, so it takes the page no time. */
export async function outboxCounts(): Promise<Readonly<Record<string, number>>> {
  const answerOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  const database = await answerOf(indexedDB.open('billfold-outbox'));
  const store = database.transaction('approvals').objectStore('approvals');
  const states = store.index('[connectionId+state]');
  const counts: Record<string, number> = {};
  let key: IDBValidKey | undefined;
  do {
    const range = key === undefined ? null : IDBKeyRange.lowerBound(key, true);
    key = (await answerOf(states.openKeyCursor(range)))?.key;
    if (key !== undefined) counts[String(Object(key)[1])] = await answerOf(states.count(key));
  } while (key !== undefined);
  database.close();
  return counts;
}

/** Bills of the outbox's approvals, by state. */
export async function outboxStates(): Promise<Readonly<Record<string, readonly string[]>>> {
  const rows = await new Promise<readonly { readonly state: string; readonly billId: string }[]>(
    (resolve, reject) => {
      const opening = indexedDB.open('billfold-outbox');
      opening.addEventListener('success', () => {
        const reading = opening.result.transaction('approvals').objectStore('approvals').getAll();
        reading.addEventListener('success', () => {
          opening.result.close();
          resolve(reading.result);
        });
        reading.addEventListener('error', () => reject(reading.error));
      });
    },
  );
  const states: Record<string, string[]> = {};
  for (const { state, billId } of rows) (states[state] ??= []).push(billId);
  return states;
}
