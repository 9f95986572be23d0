/**
 * `npm run bench:queue`: Billfold's queue and its peers, one after the other. Each plays all scenarios at once,
 * because it mostly waits, each with its own real server and quota. Prints a table and one line of JSON, and
 * fails when Billfold misses a target. Without arguments it includes `bench:recheck`. Arguments: parts of names
 * of contenders or scenarios, to run only those.
 */
import { spawnSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { createSystemClock } from '../../src/base/system-clock.ts';
import { installPeers, peerVersion } from '../../dev/reference-peers.ts';
import { tableOf } from '../../dev/markdown-table.ts';
import { contenders, type ContenderEntry } from './contenders.ts';
import { measure, type Measurement } from './measure.ts';
import { columns, missesOf, rowOf, targets } from './report.ts';
import { CLICK_AT_MS, LIMIT, READS, scenarios, WINDOW_MS, type Scenario } from './scenarios.ts';

const peers = resolve(import.meta.dirname, '..');
installPeers(peers);
const wanted = process.argv.slice(2);
const isWanted = (...names: string[]): boolean =>
  wanted.every((part) => names.some((name) => name.includes(part)));

const runsOf = ({ name, readsHeaders }: ContenderEntry): readonly Scenario[] =>
  scenarios
    .filter((scenario) => {
      if (scenario.for === 'billfold') return name === 'billfold';
      return scenario.for === 'all' || readsHeaders;
    })
    .filter((scenario) => isWanted(scenario.name, name));

console.log(
  `${LIMIT} requests per ${WINDOW_MS / 1000} s; ${READS} reads queued at 0, an approval at ${CLICK_AT_MS / 1000} s.`,
);
console.log("Billfold's reads have the priority 'waiting': as background they stop at 30 %.\n");

// A machine with other work sends late, so its totals mean little.
const [loadBefore = 0] = loadavg();
if (loadBefore > cpus().length)
  console.log(`This machine is busy: load ${loadBefore.toFixed(1)}.\n`);

// Processes that start together delay each other, which is not the fault of any queue.
const APART_MS = 4_000;
const clock = createSystemClock();
const measurements: Measurement[] = [];
const rows: string[][] = [];
let missed = 0;
for (const contender of contenders) {
  const run = async (scenario: Scenario, index: number): Promise<void> => {
    await clock.sleep(index * APART_MS);
    const measured = await measure(scenario, contender.name);
    const misses = missesOf(measured, scenario);
    if (contender.name === 'billfold' && misses.length > 0) missed += 1;
    measurements.push(measured);
    const row = rowOf(measured, misses);
    rows.push(row);
    console.error(row.join(' · '));
  };
  await Promise.all(runsOf(contender).map(run));
}

const names = scenarios.map(({ name }) => name);
const inOrder = rows.toSorted(([a = ''], [b = '']) => names.indexOf(a) - names.indexOf(b));
console.log(tableOf(columns, inOrder));
const versions = Object.fromEntries(
  contenders.flatMap((entry) =>
    entry.package === null ? [] : [[entry.package, peerVersion(peers, entry.package)]],
  ),
);
const machine = {
  node: process.version,
  cpus: cpus().length,
  platform: process.platform,
  load: { before: loadBefore, after: loadavg()[0] },
};
console.log(`\n${JSON.stringify({ targets, machine, versions, measurements })}`);
if (missed > 0) console.error(`\nBillfold misses a target in ${missed} of its scenarios.`);
// Approvals with their recheck, which peers do not have. They are part of a full run, or have a script of their
// own.
const recheck = resolve(import.meta.dirname, '..', 'recheck', 'run.ts');
const isReached =
  wanted.length > 0 || spawnSync(process.execPath, [recheck], { stdio: 'inherit' }).status === 0;
process.exitCode = missed > 0 || !isReached ? 1 : 0;
