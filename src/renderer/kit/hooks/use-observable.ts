import { useSyncExternalStore } from 'react';
import type { Observable } from '../../../base/observable.ts';

/** The present value of an observable; the component is drawn again when it changes. */
export function useObservable<Value>(observable: Observable<Value>): Value {
  return useSyncExternalStore(observable.subscribe, observable.get);
}
