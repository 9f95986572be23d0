/**
 * Number of bills by status, updated as bills come and go: counting 100,000 bills each time would block the window.
 */
export interface StatusCounts {
  /** The same map until a count changes. */
  get(): ReadonlyMap<string, number>;
  /** Counts a bill that was added (`before` is null), changed, or removed (`after` is null). */
  replace(before: string | null, after: string | null): void;
  /** Sets the total numbers, including bills that are not loaded yet. */
  expect(counts: Iterable<readonly [status: string, bills: number]>): void;
  /** Call when all bills of these statuses are loaded. */
  arrived(isOf: (status: string) => boolean): void;
  clear(): void;
}

export function createStatusCounts(): StatusCounts {
  const here = new Map<string, number>();
  const awaited = new Map<string, number>();
  let sums: ReadonlyMap<string, number> | null = null;
  return {
    get: () => (sums ??= sumsOf(here, awaited)),
    replace: (before, after) => {
      if (before === after) return;
      if (before !== null) add(here, before, -1);
      if (after !== null) add(here, after, 1);
      // Don't count the bill twice: it was already counted before it was loaded.
      if (before === null && after !== null && (awaited.get(after) ?? 0) > 0)
        add(awaited, after, -1);
      sums = null;
    },
    expect: (counts) => {
      for (const [status, bills] of counts) awaited.set(status, bills - (here.get(status) ?? 0));
      sums = null;
    },
    arrived: (isOf) => {
      for (const status of awaited.keys()) if (isOf(status)) awaited.delete(status);
      sums = null;
    },
    clear: () => {
      here.clear();
      awaited.clear();
      sums = null;
    },
  };
}

function add(counts: Map<string, number>, status: string, more: number): void {
  counts.set(status, (counts.get(status) ?? 0) + more);
}

function sumsOf(...parts: ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const part of parts) for (const [status, bills] of part) add(sums, status, bills);
  return new Map([...sums].filter(([, bills]) => bills > 0));
}
