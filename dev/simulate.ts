/**
 * `npm run simulate -- --seeds N [--seed S] [--mutant NAME|all]`: runs seeds S to S + N - 1 of the simulation
 * on all cores. `--seed` alone runs that seed and prints its whole trace. `--mutant` searches for the first
 * seed that finds the planted bug.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { createSystemClock } from '../src/base/system-clock.ts';
import { createProgress, hideExpectedWarnings } from './progress.ts';
import { mutantNamed, mutants } from '../tests/simulation/mutants.ts';
import { commandFor, reportFailure } from '../tests/simulation/report.ts';
import { runPlan, type RunResult } from '../tests/simulation/run.ts';
import { planOf } from '../tests/simulation/operations.ts';
import {
  addTo,
  createTotals,
  describeTotals,
  neverExercised,
  neverTaken,
  type Totals,
} from '../tests/simulation/totals.ts';
import type { Mutant } from '../tests/simulation/processes.ts';

const clock = createSystemClock();
const progress = createProgress(process.stderr);
hideExpectedWarnings(console);
const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    mutant: { type: 'string' },
    /** For a worker: its first seed, the end of the range, and the distance between its seeds. */
    work: { type: 'string' },
  },
});

/** Number of seeds in which to look for a planted bug. */
const SEEDS_FOR_A_MUTANT = 500;
const MANY_SEEDS = 1_000;

if (values.work !== undefined) await work(values.work);
else process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  const first = Number(values.seed ?? 1);
  const mutantName = values.mutant ?? null;
  if (mutantName === 'all') return findAll(first, Number(values.seeds ?? SEEDS_FOR_A_MUTANT));
  if (values.seeds === undefined && values.seed !== undefined) return runOne(first, mutantName);
  if (mutantName !== null)
    return find(mutantName, first, Number(values.seeds ?? SEEDS_FOR_A_MUTANT));
  return runMany(first, Number(values.seeds ?? MANY_SEEDS));
}

async function runOne(seed: number, mutantName: string | null): Promise<boolean> {
  const mutant: Mutant = mutantName === null ? {} : mutantNamed(mutantName);
  const plan = planOf(seed);
  const result = await runPlan(plan, mutant);
  const isGood = result.violations.length === 0;
  if (isGood) console.log([...result.trace, `seed ${seed} holds`].join('\n'));
  else console.log(await reportFailure(plan, mutant, commandFor(seed, mutantName), result));
  return isGood;
}

async function findAll(first: number, seeds: number): Promise<boolean> {
  let isFound = true;
  for (const { name } of mutants) isFound = (await find(name, first, seeds)) && isFound;
  return isFound;
}

/** Looks for the first seed that breaks an invariant the planted bug should break. */
async function find(mutantName: string, first: number, seeds: number): Promise<boolean> {
  const mutant = mutantNamed(mutantName);
  for (let seed = first; seed < first + seeds; seed++) {
    const [violation] = (await runPlan(planOf(seed), mutant)).violations;
    if (!violation) continue;
    const isRight = mutant.breaks.includes(violation.invariant);
    const count = seed - first + 1;
    console.log(
      `${mutantName}: found by seed ${seed}, after ${count} of ${seeds} (${violation.invariant}${isRight ? '' : ', not what it should break'})`,
    );
    console.log(`  ${violation.what.slice(0, 200)}\n  ${commandFor(seed, mutantName)}`);
    return isRight;
  }
  console.log(`${mutantName}: NOT FOUND in ${seeds} seeds`);
  return false;
}

async function runMany(first: number, seeds: number): Promise<boolean> {
  const startedMs = clock.elapsedMs();
  const totals = createTotals();
  const workers = Math.min(availableParallelism(), seeds);
  await Promise.all(
    Array.from({ length: workers }, (_none, index) =>
      startWorker(`${first + index},${first + seeds},${workers}`, totals),
    ),
  );
  progress.end();
  const seconds = (clock.elapsedMs() - startedMs) / 1_000;
  console.log(describeTotals(totals, seconds).join('\n'));
  const [failed] = totals.failed.toSorted((left, right) => left - right);
  if (failed !== undefined) {
    console.log(`\nfailed: ${totals.failed.join(' ')}`);
    const plan = planOf(failed);
    console.log(await reportFailure(plan, {}, commandFor(failed, null), await runPlan(plan)));
  }
  return isEnough(totals, seeds) && totals.failed.length === 0;
}

/** Whether the seeds together met every situation. Otherwise a simulation that exercises nothing would pass. */
function isEnough(totals: Totals, seeds: number): boolean {
  if (totals.seeds !== seeds) console.log(`only ${totals.seeds} of ${seeds} seeds came to an end`);
  const idle = neverExercised(totals);
  if (idle.length > 0) console.log(`never put to the test: ${idle.join(', ')}`);
  const isWide = seeds < MANY_SEEDS || neverTaken(totals).length === 0;
  return totals.seeds === seeds && idle.length === 0 && isWide;
}

function startWorker(share: string, totals: Totals): Promise<void> {
  return new Promise((resolve) => {
    const worker = fork(import.meta.filename, ['--work', share], { serialization: 'advanced' });
    worker.on('message', (message) => {
      // Only `work` below sends messages.
      const result = message as RunResult;
      addTo(totals, result);
      progress.show(`${totals.seeds} seeds`);
      for (const { invariant, what } of result.violations.slice(0, 1)) {
        progress.end();
        console.log(`failed: ${commandFor(result.seed, null)}`);
        console.log(`  ${invariant}: ${what}`.slice(0, 300));
      }
    });
    worker.on('exit', () => resolve());
    // An interrupted worker reports its results so far.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => worker.kill());
  });
}

async function work(share: string): Promise<void> {
  const [first = 1, end = 1, apart = 1] = share.split(',').map(Number);
  for (let seed = first; seed < end; seed += apart) {
    process.send?.({ ...(await runPlan(planOf(seed))), trace: [] });
  }
  process.disconnect();
}
