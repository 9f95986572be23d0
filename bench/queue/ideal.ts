/** What is known of the server when the workload begins, and what must be sent. */
export interface IdealCase {
  readonly limit: number;
  readonly windowMs: number;
  readonly reads: number;
  readonly clickAtMs: number;
  /** The window that is open at the start, if any: when it ends after the start, and what is left of it. */
  readonly open: { readonly endsInMs: number; readonly left: number } | null;
  /** Requests that somebody else takes of the windows after the open one, in their order. */
  readonly others: readonly number[];
}

/**
 * When the last request could arrive at the earliest, milliseconds after the start, if the client knew
 * everything and the way took no time: each window is filled the moment it begins.
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
    // The click takes its place as soon as it is there; reads would only be late for it.
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
