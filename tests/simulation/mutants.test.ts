import { expect, test } from 'vitest';
import { mutants } from './mutants.ts';
import { runPlan } from './run.ts';
import { planOf } from './operations.ts';

/** Seeds tried from the recorded one on. */
const TRIES = 40;
const LIMIT_MS = 120_000;

test.each(mutants)(
  'the simulation finds the planted bug $name',
  async (mutant) => {
    const { foundAt } = mutant;
    for (let seed = foundAt; seed < foundAt + TRIES; seed++) {
      const [violation] = (await runPlan(planOf(seed), mutant)).violations;
      if (!violation) continue;
      const honest = await runPlan(planOf(seed));
      return expect({
        isWhatItBreaks: mutant.breaks.includes(violation.invariant),
        withoutIt: honest.violations,
      }).toEqual({ isWhatItBreaks: true, withoutIt: [] });
    }
    expect.fail(`not found from seed ${foundAt} to ${foundAt + TRIES - 1}`);
  },
  LIMIT_MS,
);
