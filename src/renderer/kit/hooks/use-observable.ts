import { useSyncExternalStore } from 'react';
import type { Observable } from '../../../base/observable.ts';

/** The current value of an observable. Redraws when it changes. */
export function useObservable<Value>(observable: Observable<Value>): Value {
  return useSyncExternalStore(observable.subscribe, observable.get);
}

/**
 * Calls `find`. The version argument makes a memo depend on it: an object that changes in place doesn't
 * otherwise invalidate memos.
 */
export function atVersion<Answer>(_version: unknown, find: () => Answer): Answer {
  return find();
}
