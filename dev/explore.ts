/**
 * `npm run explore [-- --jobs N] [--branch TEXT] [--mutant NAME]`: crashes at every step of one scenario, and
 * plays each resulting state to its end. `--jobs` is the number of processes, by default one per core.
 * `--branch` takes only branches with this text in their name. `--mutant` plants a bug and stops at the first
 * branch that finds it.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { createProgress, hideExpectedWarnings } from './progress.ts';
import { explore, scenarios, type Explored } from '../tests/simulation/explore.ts';
import type { Invariant } from '../tests/simulation/model.ts';
import { mutantNamed } from '../tests/simulation/mutants.ts';
import { reportFailure } from '../tests/simulation/report.ts';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: `${availableParallelism()}` },
    branch: { type: 'string', default: '' },
    mutant: { type: 'string' },
    /** For a worker: number of its first scenario. The next ones follow at intervals of `jobs`. */
    work: { type: 'string' },
  },
});
const jobs = Number(values.jobs);
const progress = createProgress(process.stderr);
hideExpectedWarnings(console);
const mutant = values.mutant === undefined ? {} : mutantNamed(values.mutant);
const mine = scenarios.map((branches) =>
  branches.filter(({ name }) => name.includes(values.branch)),
);

if (values.work !== undefined) await work(Number(values.work));
else process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  const explored: Explored[] = [];
  await Promise.all(Array.from({ length: jobs }, (_none, first) => startWorker(first, explored)));
  progress.end();
  const isWhole = explored.length > 0 && explored.length === mine.flat().length;
  const failed = explored.filter((each) => each.failed !== null);
  if (!isWhole && failed.length === 0)
    console.log(`only ${explored.length} of ${mine.flat().length} branches came to an end`);
  console.log(describe(explored).join('\n'));
  console.log(`${explored.length - failed.length} passed, ${failed.length} failed`);
  const [first] = failed;
  if (first?.failed) console.log(await report(first.branch.name, first.failed));
  return isWhole && failed.length === 0;
}

/** Totals of all branches. A failed branch counts for the first invariant it broke. */
function describe(explored: readonly Explored[]): string[] {
  const points = explored.reduce((sum, each) => sum + each.points, 0);
  const states = explored.reduce((sum, each) => sum + each.states, 0);
  const broken = explored.flatMap(({ failed }) => failed?.result.violations[0]?.invariant ?? []);
  const meanings: Readonly<Partial<Record<Invariant, string>>> = {
    kept: 'lost',
    once: 'twice',
    seen: 'unseen',
    claimed: 'claimed more than the ledger knows',
  };
  const counted = Object.entries(meanings).map(
    ([invariant, meaning]) => `${broken.filter((each) => each === invariant).length} ${meaning}`,
  );
  const others = broken.filter((each) => meanings[each] === undefined).length;
  return [
    `${explored.length} branches, ${points} crash points`,
    `${states} states explored, ${counted.join(', ')}, ${others} wrong otherwise`,
  ];
}

function report(
  branch: string,
  { plan, result }: NonNullable<Explored['failed']>,
): Promise<string> {
  const planted = values.mutant === undefined ? '' : ` --mutant ${values.mutant}`;
  const command = `npm run explore -- --branch '${branch}'${planted}`;
  return reportFailure(plan, mutant, command, result);
}

function startWorker(first: number, explored: Explored[]): Promise<void> {
  return new Promise((resolve) => {
    const worker = fork(import.meta.filename, [...process.argv.slice(2), '--work', `${first}`], {
      serialization: 'advanced',
      // A larger nursery saves collections, because runs create much garbage.
      execArgv: [...process.execArgv, '--max-semi-space-size=64'],
    });
    worker.on('message', (message) => {
      // Only `work` below sends messages.
      const one = message as Explored;
      explored.push(one);
      const { branch, points, states, failed } = one;
      const [broken] = failed?.result.violations ?? [];
      const line = `${branch.name}: ${points} crash points, ${states} new states`;
      if (broken === undefined) return progress.show(line);
      progress.end();
      console.log(`${line}, breaks "${broken.invariant}": ${broken.what}`.slice(0, 400));
    });
    worker.on('exit', () => resolve());
    // After an interrupt it prints its results so far.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => worker.kill());
  });
}

async function work(first: number): Promise<void> {
  for (let index = first; index < mine.length; index += jobs) {
    const played = new Set<string>();
    for (const branch of mine[index] ?? []) {
      const explored = await explore(branch, mutant, played);
      process.send?.(explored);
      if (values.mutant !== undefined && explored.failed !== null) return process.disconnect();
    }
  }
  process.disconnect();
}
