import { useEffect, useState, useSyncExternalStore } from 'react';
import { plainDateAt, type PlainDate } from '../../../base/days.ts';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import { formatAgo } from '../ui/relative-time.ts';
import { useObservable } from './use-observable.ts';

/**
 * Wall time, epoch milliseconds, for countdowns. Redraws every `everyMs` while the window is visible; at each full
 * minute if `everyMs` is null.
 */
export function useNow(everyMs: number | null): number {
  const { clock, isVisible } = useData();
  const [nowMs, setNowMs] = useState(() => clock.nowMs());
  const minuteMs = useMinute();
  const isShown = useObservable(isVisible);
  useEffect(() => {
    if (!isShown || everyMs === null) return;
    const stop = new AbortController();
    const tick = async (): Promise<void> => {
      for (;;) {
        // Sleep first: redrawing right after the first render would slow down the display of every bill.
        await clock.sleep(everyMs, stop.signal);
        if (stop.signal.aborted) return;
        setNowMs(clock.nowMs());
      }
    };
    void tick();
    return () => stop.abort();
  }, [clock, isShown, everyMs]);
  return everyMs === null ? minuteMs : nowMs;
}

/** Wall time, epoch milliseconds, updated at each full minute. */
export function useMinute(): number {
  return useObservable(useData().minute);
}

/** Age such as "5 minutes ago". Redraws only when its text changes. @param atMs epoch milliseconds */
export function useAgo(atMs: number): string {
  const { minute } = useData();
  const { locale } = useShell();
  return useSyncExternalStore(minute.subscribe, () => formatAgo(atMs, minute.get(), locale));
}

/** The local day. Updates after midnight. */
export function useToday(): PlainDate {
  const { minute } = useData();
  return useSyncExternalStore(minute.subscribe, () => plainDateAt(minute.get()));
}
