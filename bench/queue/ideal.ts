/** Facts about the server when the workload begins, and the requests to send. */
export interface IdealCase {
  readonly limit: number;
  readonly windowMs: number;
  readonly reads: number;
  readonly clickAtMs: number;
  /** The window open at the start, if any: its end, in milliseconds after the start, and the requests left. */
  readonly open: { readonly endsInMs: number; readonly left: number } | null;
  /** Requests that others use of the later windows, in their order. */
  readonly others: readonly number[];
}

/**
 * Earliest possible arrival of the last request, milliseconds after the start, if the client knew everything
 * and requests took no time: each window is used up the moment it begins.
 */
export function idealTotalMs(facts: IdealCase): number {
  let beginsMs = 0;
  let endsMs = facts.open?.endsInMs ?? facts.windowMs;
  const others = [...facts.others];
  const next = (): number => facts.limit - (others.shift() ?? 0);
  let left = facts.open?.left ?? next();
  let reads = facts.reads;
  let clicks = 1;
  for (;;) {
    // The click is sent as soon as it happens; reads would only delay it.
    const clickHere = clicks > 0 && facts.clickAtMs < endsMs && left > 0 ? 1 : 0;
    const readsHere = Math.min(reads, left - clickHere);
    reads -= readsHere;
    clicks -= clickHere;
    if (reads + clicks === 0) {
      return clickHere > 0 ? Math.max(beginsMs, facts.clickAtMs) : beginsMs;
    }
    beginsMs = endsMs;
    endsMs += facts.windowMs;
    left = next();
  }
}
