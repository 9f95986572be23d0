/** Loaded first with `node --import`: moves this process's clock by the requested offset. */
import { askedClockOffsetMs, moveClock } from './moved-clock.ts';

const offsetMs = askedClockOffsetMs(process.env);
if (offsetMs !== null) moveClock(offsetMs);
