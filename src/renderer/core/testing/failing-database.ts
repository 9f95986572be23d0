import { IDBFactory, IDBIndex, IDBObjectStore } from 'fake-indexeddb';

/** Called for each call in turn, from 1. Returns the name of the error to fail with, or null for none. */
type Fault = (nth: number, method: string) => string | null;

const requests = ['get', 'getAll', 'getKey', 'getAllKeys', 'count', 'openCursor', 'openKeyCursor'];
const places: readonly (readonly [object, readonly string[]])[] = [
  [IDBFactory.prototype, ['open']],
  [IDBObjectStore.prototype, [...requests, 'put', 'add', 'delete', 'clear']],
  [IDBIndex.prototype, requests],
];

/** Sends every call of every database through the fault until `stop`. A call fails as in a browser. */
export function failDatabaseCalls(fault: Fault): { calls(): number; stop(): void } {
  let calls = 0;
  const undo = places.flatMap(([prototype, methods]) =>
    methods.map((method) => {
      const real = Reflect.get(prototype, method) as (...given: unknown[]) => unknown;
      const failing = function failing(this: object, ...given: unknown[]): unknown {
        calls += 1;
        const name = fault(calls, method);
        if (name === null) return real.apply(this, given);
        if (this instanceof IDBFactory) return refusedOpen(name);
        const request = real.apply(this, given);
        transactionOf(this).abort();
        return request;
      };
      Reflect.set(prototype, method, failing);
      return () => Reflect.set(prototype, method, real);
    }),
  );
  return {
    calls: () => calls,
    stop: () => {
      for (const each of undo) each();
    },
  };
}

function transactionOf(place: object): IDBTransaction {
  const store = place instanceof IDBIndex ? place.objectStore : place;
  return (store as IDBObjectStore).transaction;
}

/** A request that fails with the error once its caller listens. */
function refusedOpen(name: string): unknown {
  const nothing = (): void => undefined;
  const request = {
    error: new DOMException('', name),
    onerror: (_event: unknown): void => undefined,
    addEventListener: nothing,
  };
  const event = { target: request, preventDefault: nothing, stopPropagation: nothing };
  queueMicrotask(() => request.onerror(event));
  return request;
}
