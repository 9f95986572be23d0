/**
 * Time as a port. Core logic is handed a `Clock`; only `system-clock.ts` reads the machine's.
 */
export interface Clock {
  /** Wall time, epoch milliseconds. The user may change it at any moment. */
  nowMs(): number;
  /** Milliseconds since some fixed start; never goes back, keeps counting through wall-clock changes. */
  elapsedMs(): number;
  /**
   * Resolves after `delayMs` milliseconds, or at once when `signal` aborts. It never rejects:
   * whoever sleeps looks at its signal afterwards.
   */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}
