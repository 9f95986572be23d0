import type { Invariant } from './model.ts';
import type { Plan } from './operations.ts';
import { runPlan, type RunResult } from './run.ts';
import type { Mutant } from './processes.ts';

/** Runs that shrinking may take at most. */
const MOST_RUNS = 200;

/**
 * Leaves operations out of a failing plan for as long as the same invariant still breaks: first halves,
 * then ever smaller parts. @returns the smallest plan found, with what it shows
 */
export async function shrink(
  plan: Plan,
  mutant: Mutant,
  broken: Invariant,
): Promise<{ readonly plan: Plan; readonly result: RunResult }> {
  let smallest = plan;
  let result = await runPlan(plan, mutant);
  let runs = 0;
  for (let size = plan.steps.length >> 1; size >= 1; size >>= 1) {
    for (let from = 0; from < smallest.steps.length && runs < MOST_RUNS; runs++) {
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
