/**
 * `npm run bench:reliability`: offline queues and Billfold, one after the other, with the same faults and the
 * same SIGKILLs in Chromium. Prints a table and one line of JSON, and fails when Billfold loses an approval or
 * applies one twice.
 * Arguments: `--seed S`, `--seeds N` (this many seeds, with their sum), `--approvals N`, `--kills K` (both per
 * seed), and parts of names, to run only those.
 */
import { parseArgs } from 'node:util';
import { createSystemClock } from '../../src/base/system-clock.ts';
import { ensureBuilt } from '../../dev/build.ts';
import { startAppServer } from './app-server.ts';
import { createBillfold } from './contenders/billfold.ts';
import { createPeer, type PeerOptions } from './contenders/peer.ts';
import { installPeers, peerVersion } from '../../dev/reference-peers.ts';
import { createPlan, type Plan } from './plan.ts';
import { play, type Contender } from './play.ts';
import { tableOf } from '../../dev/markdown-table.ts';
import { columns, type Row, rowOf, type Score, scoreOf, sumOf } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '6' },
    seeds: { type: 'string', default: '1' },
    approvals: { type: 'string', default: '60' },
    kills: { type: 'string', default: '10' },
  },
});
const here = import.meta.dirname;
installPeers(here);
const clock = createSystemClock();
const seed = Number(values.seed);
const seeds = Number(values.seeds);
const approvals = Number(values.approvals);
const kills = Number(values.kills);
const plans = Array.from({ length: seeds }, (_, index) =>
  createPlan(seed + index, approvals, kills),
);

const tanstack = `TanStack Query ${peerVersion(here, '@tanstack/query-core')}`;
const workbox = `Workbox ${peerVersion(here, 'workbox-background-sync')}`;
const syncTag = 'workbox-background-sync:approvals';
const peers: readonly PeerOptions[] = [
  { name: `${tanstack}, as documented`, page: 'tanstack' },
  { name: `${tanstack}, those under way stored too`, page: 'tanstack', variant: 'pending' },
  { name: `${workbox}, as documented`, page: 'workbox', syncTag },
  { name: `${workbox}, answers checked`, page: 'workbox', variant: 'checked', syncTag },
  { name: `RxDB ${peerVersion(here, 'rxdb')}`, page: 'rxdb' },
  { name: `PouchDB ${peerVersion(here, 'pouchdb-browser')}`, page: 'pouchdb' },
];

const app = await startAppServer();
const makers: readonly { name: string; make: (plan: Plan) => Promise<Contender> }[] = [
  ...peers.map((options) => ({
    name: options.name,
    make: (plan: Plan) => createPeer(options, app.url, plan, clock),
  })),
  {
    name: 'Billfold',
    make: async (plan) => {
      await ensureBuilt();
      return createBillfold(plan, clock);
    },
  },
];

async function measure(name: string, make: (plan: Plan) => Promise<Contender>): Promise<Row> {
  const scores: Score[] = [];
  try {
    for (const plan of plans) {
      const contender = await make(plan);
      try {
        const score = scoreOf(await play(contender, plan, clock));
        console.error(JSON.stringify({ name, seed: plan.seed, score }));
        scores.push(score);
      } finally {
        await contender.close();
      }
    }
    return { name, score: sumOf(scores), problem: null };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    console.error(`${name}: ${problem}`);
    return { name, score: null, problem };
  }
}

const rows: Row[] = [];
for (const { name, make } of makers) {
  if (positionals.length > 0 && !positionals.some((part) => name.includes(part))) continue;
  rows.push(await measure(name, make));
}
await app.close();

console.log(tableOf(columns, rows.map(rowOf)));
const summary = { seed, seeds, approvals, kills, rows };
console.log(`\n${JSON.stringify({ bench: 'reliability', node: process.version, ...summary })}`);
const ours = rows.find(({ name }) => name === 'Billfold');
const isKept = ours === undefined || (ours.score?.lost === 0 && ours.score.duplicated === 0);
process.exit(isKept ? 0 : 1);
