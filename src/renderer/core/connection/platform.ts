import type { Observable } from '../../../base/observable.ts';
import type { CipherPort } from '../cipher.ts';
import type { CachePort } from '../mirror/bill-cache.ts';

/** What the renderer's core asks of the browser it runs in. */
export interface Platform extends CachePort, CipherPort {
  /** What the system believes of the network. A hint to ask the service, never an answer. */
  readonly onLine: Observable<boolean>;
  /** Whether the window can be seen. */
  readonly visibility: Observable<boolean>;
  readonly locks: LocksPort;
  /** Resolves when the window has nothing else to do, or has been busy for a second. */
  idle(): Promise<void>;
}

/** The Web Locks API, as far as it is used: the lock is held until the promise of `hold` is done. */
export interface LocksPort {
  /** Rejects when `signal` aborts before the lock was given. */
  request(
    name: string,
    options: { readonly signal: AbortSignal },
    hold: () => Promise<void>,
  ): Promise<unknown>;
}
