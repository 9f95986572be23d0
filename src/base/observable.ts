/** A value that can be watched. Fits React's `useSyncExternalStore`. */
export interface Observable<Value> {
  get(): Value;
  /** Calls `listener` after each change; returns the way to stop. */
  subscribe(listener: () => void): () => void;
}

/** An observable its owner can set. Setting the same value (`Object.is`) tells nobody. */
export interface ObservableValue<Value> extends Observable<Value> {
  set(value: Value): void;
}

export function createObservable<Value>(initial: Value): ObservableValue<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      // A copy: a listener may unsubscribe another while it is told.
      const told = [...listeners];
      for (const listener of told) listener();
    },
  };
}
