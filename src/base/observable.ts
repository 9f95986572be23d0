/** A value with change notifications. Fits React's `useSyncExternalStore`. */
export interface Observable<Value> {
  get(): Value;
  /** Calls `listener` after each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** An observable that its owner can set. Setting the same value (`Object.is`) notifies no listener. */
export interface ObservableValue<Value> extends Observable<Value> {
  set(value: Value): void;
}

/** @param onFault receives errors of listeners, which reach neither the setter nor other listeners */
export function createObservable<Value>(
  initial: Value,
  onFault: (problem: unknown) => void = reportUnhandled,
): ObservableValue<Value> {
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
      // Iterate over a copy: a listener may unsubscribe another one meanwhile.
      const notified = [...listeners];
      for (const listener of notified) notifySafely(listener, onFault);
    },
  };
}

/** Calls a listener whose failure must not affect the caller: `onFault` receives any error. */
export function notifySafely(
  listener: () => void,
  onFault: (problem: unknown) => void = reportUnhandled,
): void {
  try {
    listener();
  } catch (problem) {
    onFault(problem);
  }
}

/** Makes the error an unhandled rejection, which the window shows and logs, and main logs. */
function reportUnhandled(problem: unknown): void {
  void Promise.reject(problem);
}
