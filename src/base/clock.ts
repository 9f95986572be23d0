/** Time as a port. Core logic takes a `Clock` as an argument; only `system-clock.ts` reads the machine's clock. */
export interface Clock {
  /** Wall time, epoch milliseconds. The user may change it at any moment. */
  nowMs(): number;
  /** Milliseconds since a fixed start. It never goes back, and ignores changes of the wall clock. */
  elapsedMs(): number;
  /**
   * Resolves after `delayMs` milliseconds, or at once when `signal` aborts. It never rejects, so callers check their
   * signal afterwards.
   */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}
