import type { Plan } from './operations.ts';
import type { RunResult } from './run.ts';
import { shrink } from './shrink.ts';
import type { Mutant } from './processes.ts';

/** A failing plan, shrunk: what broke, the operations that are left, what happened, how to repeat it. */
export async function reportFailure(
  plan: Plan,
  mutant: Mutant,
  mutantName: string | null,
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
    `repeat it: ${commandFor(plan.seed, mutantName)}`,
  ].join('\n');
}

export function commandFor(seed: number, mutantName: string | null): string {
  const mutant = mutantName === null ? '' : ` --mutant ${mutantName}`;
  return `npm run simulate -- --seed ${seed}${mutant}`;
}
