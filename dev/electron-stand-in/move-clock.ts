/** Imported before anything else (`node --import`): this process has the clock it is asked to have. */
import { askedClockOffsetMs, moveClock } from './moved-clock.ts';

const offsetMs = askedClockOffsetMs(process.env);
if (offsetMs !== null) moveClock(offsetMs);
