/** The queue's process: many reads at once and, optionally, a click later. */
import { createSystemClock } from '../../src/base/system-clock.ts';
import { createBillfold, type QueueOptions } from './billfold.ts';
import { machineMs } from './scenarios.ts';

export interface ClientOptions extends QueueOptions {
  readonly reads: number;
  /** Time of the user's approval after the start; null when this process only uses up the window. */
  readonly clickAtMs: number | null;
}

export interface ClientReport {
  readonly startMs: number;
  readonly clickMs: number | null;
  /** Number of reads and clicks that ended without success. */
  readonly failed: number;
}

const options = JSON.parse(process.argv[2] ?? '{}') as ClientOptions;
const clock = createSystemClock();
const queue = createBillfold(options);
process.once('disconnect', () => process.exit(1));

// The first `fetch` of a process loads its HTTP client, which is not part of any queue.
await fetch('data:,');

const startMs = machineMs();
let clickMs: number | null = null;
const click = async (): Promise<void> => {
  if (options.clickAtMs === null) return;
  await clock.sleep(options.clickAtMs);
  clickMs = machineMs();
  await queue.approve();
};
const reads = Array.from({ length: options.reads }, (_none, index) => queue.read(index));
const ends = await Promise.allSettled([...reads, click()]);
await queue.close();
const failed = ends.filter(({ status }) => status === 'rejected').length;
const report: ClientReport = { startMs, clickMs, failed };
process.send?.(report, () => process.exit(0));
