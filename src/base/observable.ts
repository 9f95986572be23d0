/** A value that can be watched. Fits React's `useSyncExternalStore`. */
export interface Observable<Value> {
  get(): Value;
  /** Calls `listener` after each change; returns the way to stop. */
  subscribe(listener: () => void): () => void;
}

/** An observable its owner can set. Setting the same value (`Object.is`) notifies nobody. */
export interface ObservableValue<Value> extends Observable<Value> {
  set(value: Value): void;
}

/** @param onFault hears of what a listener throws; it reaches neither the setter nor other listeners */
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
      // A copy: a listener may unsubscribe another while it is notified.
      const notified = [...listeners];
      for (const listener of notified) attempt(listener, onFault);
    },
  };
}

/**
 * Notifies somebody who has no say in what the caller does: what is thrown goes to `onFault`, never to the
 * caller.
 */
export function attempt(
  listener: () => void,
  onFault: (problem: unknown) => void = reportUnhandled,
): void {
  try {
    listener();
  } catch (problem) {
    onFault(problem);
  }
}

/** The window puts rejections nobody handles on screen and into the log, main into the log. */
function reportUnhandled(problem: unknown): void {
  void Promise.reject(problem);
}
