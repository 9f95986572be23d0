import { expect, test } from 'vitest';
import { mutants } from './mutants.ts';
import { runPlan } from './run.ts';
import { planOf, TESTED_SEEDS } from './operations.ts';

/** Number of seeds to try, starting with the recorded one. */
const TRIES = 40;

test.each(mutants)('the simulation finds the planted bug $name', async (mutant) => {
  const { foundAt } = mutant;
  for (let seed = foundAt; seed < foundAt + TRIES; seed++) {
    const [violation] = (await runPlan(planOf(seed), mutant)).violations;
    if (!violation) continue;
    // simulation.test.ts runs the first seeds without the bug.
    const honest = seed > TESTED_SEEDS ? (await runPlan(planOf(seed))).violations : [];
    return expect({
      isWhatItBreaks: mutant.breaks.includes(violation.invariant),
      withoutIt: honest,
    }).toEqual({ isWhatItBreaks: true, withoutIt: [] });
  }
  expect.fail(`not found from seed ${foundAt} to ${foundAt + TRIES - 1}`);
});
