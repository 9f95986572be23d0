/** One contender's process: so many reads at once, and a click, if any, after a while. */
import { createSystemClock } from '../../src/base/system-clock.ts';
import { peers, type ContenderEntry, type ContenderOptions } from './contenders.ts';
import { machineMs } from './scenarios.ts';

export interface ClientOptions extends ContenderOptions {
  readonly contender: ContenderEntry['name'];
  readonly reads: number;
  /** When the user approves, after the start; null: this process is only there to use the window up. */
  readonly clickAtMs: number | null;
}

export interface ClientReport {
  readonly startMs: number;
  readonly clickMs: number | null;
  /** Reads and clicks that ended without a success. */
  readonly failed: number;
}

const options = JSON.parse(process.argv[2] ?? '{}') as ClientOptions;
const clock = createSystemClock();
const create =
  options.contender === 'billfold'
    ? (await import('./billfold.ts')).createBillfold
    : peers[options.contender];
const contender = await create(options);
process.once('disconnect', () => process.exit(1));

// The first `fetch` of a process loads its HTTP client: nobody's queue is to blame for that.
await fetch('data:,');

const startMs = machineMs();
let clickMs: number | null = null;
const click = async (): Promise<void> => {
  if (options.clickAtMs === null) return;
  await clock.sleep(options.clickAtMs);
  clickMs = machineMs();
  await contender.approve();
};
const reads = Array.from({ length: options.reads }, (_none, index) => contender.read(index));
const ends = await Promise.allSettled([...reads, click()]);
await contender.close();
const failed = ends.filter(({ status }) => status === 'rejected').length;
const report: ClientReport = { startMs, clickMs, failed };
process.send?.(report, () => process.exit(0));
