import { useEffect, useState } from 'react';
import { plainDateAt, type PlainDate } from '../../../base/days.ts';
import { useData } from '../services/data.ts';

const MINUTE_MS = 60_000;

/** Wall time, epoch milliseconds. Redraws every `everyMs`. */
export function useNow(everyMs: number): number {
  const { clock } = useData();
  const [nowMs, setNowMs] = useState(() => clock.nowMs());
  useEffect(() => {
    const stop = new AbortController();
    const tick = async (): Promise<void> => {
      for (;;) {
        // Sleeps first: redrawing right after the first render would slow down every bill.
        await clock.sleep(everyMs, stop.signal);
        if (stop.signal.aborted) return;
        setNowMs(clock.nowMs());
      }
    };
    void tick();
    return () => stop.abort();
  }, [clock, everyMs]);
  return nowMs;
}

/** The local day. Updates after midnight. */
export function useToday(): PlainDate {
  return plainDateAt(useNow(MINUTE_MS));
}
