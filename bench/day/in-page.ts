/** Functions that run in the page by themselves, so each contains everything it needs. */

/** A task or an input event of the page; times are milliseconds of `performance.now()`. */
export interface Observed {
  readonly kind: 'task' | 'input';
  readonly startMs: number;
  readonly durationMs: number;
}

/** Records tasks over 50 ms, and the time from each input to its painted frame: a multiple of 8 ms, from 16 on. */
export function observe(): void {
  const seen: Observed[] = [];
  Reflect.set(window, 'observedOfDay', seen);
  const record = (kind: Observed['kind'], type: string, durationThreshold?: number): void => {
    const observer = new PerformanceObserver((list) => {
      for (const { startTime: startMs, duration: durationMs } of list.getEntries())
        seen.push({ kind, startMs, durationMs });
    });
    observer.observe({ type, durationThreshold } as PerformanceObserverInit);
  };
  record('task', 'longtask');
  record('input', 'event', 16);
}

/** Waits until the page has drawn, and has had no long task for a tenth of a second. */
export async function settled(): Promise<void> {
  const QUIET_MS = 100;
  const seen = Reflect.get(window, 'observedOfDay') as readonly Observed[];
  const quietSince = (): number => {
    const last = seen.findLast(({ kind }) => kind === 'task');
    return last === undefined ? 0 : last.startMs + last.durationMs;
  };
  const begunMs = performance.now();
  do {
    await new Promise((frame) => requestAnimationFrame(frame));
    await new Promise((idle) => requestIdleCallback(idle, { timeout: 500 }));
  } while (performance.now() - Math.max(quietSince(), begunMs) < QUIET_MS);
}

/** Returns everything observed since the last call. */
export function take(): readonly Observed[] {
  return (Reflect.get(window, 'observedOfDay') as Observed[]).splice(0);
}
