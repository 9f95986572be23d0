import { useSyncExternalStore } from 'react';
import type { Observable } from '../../../base/observable.ts';

/** The present value of an observable; the component is drawn again when it changes. */
export function useObservable<Value>(observable: Observable<Value>): Value {
  return useSyncExternalStore(observable.subscribe, observable.get);
}

/**
 * Finds an answer that is another with each version of what it is asked of. Memos name the version by
 * it: of an object that answers differently without being another one, nothing else notifies them.
 */
export function asOf<Answer>(_version: unknown, find: () => Answer): Answer {
  return find();
}
