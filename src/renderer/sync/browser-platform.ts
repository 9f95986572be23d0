import { createObservable, type Observable } from '../../base/observable.ts';
import type { Platform } from './platform.ts';

/** The platform of a real window. Lives as long as the window does. */
export function createBrowserPlatform(
  window: Window & typeof globalThis,
): Platform & { readonly focus: Observable<boolean> } {
  const { document, navigator } = window;
  return {
    indexedDB: window.indexedDB,
    IDBKeyRange: window.IDBKeyRange,
    onLine: watched(window, ['online', 'offline'], () => navigator.onLine),
    visibility: watched(
      document,
      ['visibilitychange'],
      () => document.visibilityState === 'visible',
    ),
    /** Whether the keyboard is the window's. */
    focus: watched(window, ['focus', 'blur'], () => document.hasFocus()),
    locks: {
      request: (name, options, hold) => navigator.locks.request(name, { ...options }, hold),
    },
  };
}

function watched(
  target: EventTarget,
  events: readonly string[],
  read: () => boolean,
): Observable<boolean> {
  const value = createObservable(read());
  for (const event of events) target.addEventListener(event, () => value.set(read()));
  return value;
}
