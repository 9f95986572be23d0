import type { Invariant } from './model.ts';
import type { Plan } from './operations.ts';
import { runPlan, type RunResult } from './run.ts';
import type { Mutant } from './processes.ts';

/** Maximum number of runs for shrinking. */
const MAX_RUNS = 200;

/**
 * Reports a failing plan, shrunk: the broken invariant, the remaining operations, the events, and the command.
 * @param command repeats the failure
 */
export async function reportFailure(
  plan: Plan,
  mutant: Mutant,
  command: string,
  failed: RunResult,
): Promise<string> {
  const [violation] = failed.violations;
  if (!violation) throw new Error(`seed ${plan.seed} did not fail`);
  const smallest = await shrink(plan, mutant, violation.invariant);
  const [shown = violation] = smallest.result.violations;
  return [
    `seed ${plan.seed} breaks "${shown.invariant}": ${shown.what}`,
    `operations left of ${plan.steps.length}:`,
    ...smallest.plan.steps.map(
      ({ operation, thenMs }) => `  ${JSON.stringify(operation)} then ${thenMs} ms`,
    ),
    'what happened (true milliseconds):',
    ...smallest.result.trace.map((line) => `  ${line}`),
    `repeat it: ${command}`,
  ].join('\n');
}

export function commandFor(seed: number, mutantName: string | null): string {
  const mutant = mutantName === null ? '' : ` --mutant ${mutantName}`;
  return `npm run simulate -- --seed ${seed}${mutant}`;
}

/**
 * Leaves operations out of a failing plan while the same invariant still breaks: first halves, then ever
 * smaller parts. @returns the smallest plan found, with its result
 */
async function shrink(
  plan: Plan,
  mutant: Mutant,
  broken: Invariant,
): Promise<{ readonly plan: Plan; readonly result: RunResult }> {
  let smallest = plan;
  let result = await runPlan(plan, mutant);
  let runs = 0;
  for (let size = plan.steps.length >> 1; size >= 1; size >>= 1) {
    for (let from = 0; from < smallest.steps.length && runs < MAX_RUNS; runs++) {
      const steps = smallest.steps.toSpliced(from, size);
      const tried = await runPlan({ ...smallest, steps }, mutant);
      if (tried.violations[0]?.invariant === broken) {
        smallest = { ...smallest, steps };
        result = tried;
      } else from += size;
    }
  }
  return { plan: smallest, result };
}
