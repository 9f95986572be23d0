import { createObservable, type Observable } from '../../../base/observable.ts';
import type { Platform } from './platform.ts';

interface BrowserOnly {
  /** Whether the keyboard is the window's. */
  readonly focus: Observable<boolean>;
  /** Asks the browser not to drop the databases when the disk is nearly full. Answers whether it will not. */
  keepStorage(): Promise<boolean>;
}

/** The platform of a real window. Lives as long as the window does. */
export function createBrowserPlatform(window: Window & typeof globalThis): Platform & BrowserOnly {
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
    focus: watched(window, ['focus', 'blur'], () => document.hasFocus()),
    keepStorage: () => navigator.storage.persist(),
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
