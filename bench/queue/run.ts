/**
 * `npm run bench:queue`: plays all scenarios of Billfold's queue at once, because it mostly waits, each with its
 * own real server and quota. Prints a table and one line of JSON, and fails when a target is missed. Without
 * arguments it includes `bench:recheck`. Arguments: `queue` for the queue alone, or parts of names of scenarios.
 */
import { spawnSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { createSystemClock } from '../../src/base/system-clock.ts';
import { tableOf } from '../../dev/markdown-table.ts';
import { createProgress } from '../../dev/progress.ts';
import { measure, type Measurement } from './measure.ts';
import { columns, missesOf, rowOf, targets } from './report.ts';
import { CLICK_AT_MS, LIMIT, READS, scenarios, WINDOW_MS, type Scenario } from './scenarios.ts';

const wanted = process.argv.slice(2);
const played = scenarios.filter(({ name }) =>
  wanted.every((part) => part === 'queue' || name.includes(part)),
);

console.log(
  `${LIMIT} requests per ${WINDOW_MS / 1000} s; ${READS} reads queued at 0, an approval at ${CLICK_AT_MS / 1000} s.`,
);
console.log("The reads have the priority 'waiting': as background they stop at 30 %.\n");

// A machine with other work sends late, so its totals mean little.
const [loadBefore = 0] = loadavg();
if (loadBefore > cpus().length)
  console.log(`This machine is busy: load ${loadBefore.toFixed(1)}.\n`);

// Processes that start together delay each other, which is not the queue's fault.
const APART_MS = 4_000;
const clock = createSystemClock();
const progress = createProgress(process.stderr);
let missed = 0;
const run = async (scenario: Scenario, index: number): Promise<[Measurement, string[]]> => {
  await clock.sleep(index * APART_MS);
  const measured = await measure(scenario);
  const misses = missesOf(measured, scenario);
  if (misses.length > 0) missed += 1;
  const row = rowOf(measured, misses);
  progress.show(row.join(' · '));
  return [measured, row];
};
const results = await Promise.all(played.map(run));
progress.end();

console.log(
  tableOf(
    columns,
    results.map(([, row]) => row),
  ),
);
const machine = {
  node: process.version,
  cpus: cpus().length,
  platform: process.platform,
  load: { before: loadBefore, after: loadavg()[0] },
};
const measurements = results.map(([measured]) => measured);
console.log(`\n${JSON.stringify({ targets, machine, measurements })}`);
if (missed > 0) console.error(`\nBillfold misses a target in ${missed} of its scenarios.`);
// Approvals with their recheck are part of a full run, and have a script of their own.
const recheck = resolve(import.meta.dirname, '..', 'recheck', 'run.ts');
const isReached =
  wanted.length > 0 || spawnSync(process.execPath, [recheck], { stdio: 'inherit' }).status === 0;
process.exitCode = missed > 0 || !isReached ? 1 : 0;
