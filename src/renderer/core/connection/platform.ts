import type { Observable } from '../../../base/observable.ts';
import type { CipherPort } from '../cipher.ts';
import type { CachePort } from '../mirror/bill-cache.ts';

/** Services of the browser that the renderer's core uses. */
export interface Platform extends CachePort, CipherPort {
  /** The system's opinion of the network: a reason to probe the service, never a proof. */
  readonly onLine: Observable<boolean>;
  /** Whether the window is visible. */
  readonly visibility: Observable<boolean>;
  readonly locks: LocksPort;
  /** Ends typing in the focused field, which then saves its text. */
  leaveField(): void;
  /** Resolves when the window is idle, or has been busy for a second. */
  idle(): Promise<void>;
}

/** The part of the Web Locks API in use. The lock is held until the promise of `hold` settles. */
export interface LocksPort {
  /** Rejects when `signal` aborts before the lock is granted. */
  request(
    name: string,
    options: { readonly signal: AbortSignal },
    hold: () => Promise<void>,
  ): Promise<unknown>;
}
