import { expect, test } from 'vitest';
import { plants } from './plants.ts';
import { runPlan } from './run.ts';
import { planOf } from './seeds.ts';

/**
 * The seed at which each planted bug was first found, counted from 1; the whole search is
 * `npm run simulate -- --plant all`. A change of the product may move a find to a later seed.
 */
const foundAt: Readonly<Record<string, number>> = {
  'no-fsync': 1,
  'attempt-after-send': 5,
  'requeue-on-restart': 7,
  'retry-500': 3,
  'retry-503': 3,
  'any-200': 2,
  'any-4xx': 2,
  'retry-lost-answer': 8,
  'pop-before-send': 2,
  'amount-only': 3,
  'named-only': 3,
  'no-recheck': 1,
  invents: 1,
  'changed-stays': 3,
  'any-organization': 60,
  'any-sign-in': 10,
  'resend-by-itself': 2,
  'undo-in-memory': 1,
  'history-of-rejected': 23,
  'no-rebuild': 1,
  'rebuilt-goes': 1,
  'cursor-apart': 38,
  'early-sweep': 5,
  'refresh-each': 8,
  'sign-out-offline': 2,
  'no-retry-after': 15,
  'own-count-only': 14,
  'token-in-log': 2,
  'wipe-unlooked': 75,
  'new-chain-each-start': 1,
};

/** Seeds tried from the recorded one on. */
const TRIES = 40;
const LIMIT_MS = 120_000;

test.each(plants.map((plant) => [plant.name, plant] as const))(
  'the simulation finds the planted bug %s',
  async (name, plant) => {
    const from = foundAt[name] ?? 1;
    for (let seed = from; seed < from + TRIES; seed++) {
      const [violation] = (await runPlan(planOf(seed), plant)).violations;
      if (!violation) continue;
      const honest = await runPlan(planOf(seed));
      return expect({
        isWhatItBreaks: plant.breaks.includes(violation.invariant),
        withoutIt: honest.violations,
      }).toEqual({ isWhatItBreaks: true, withoutIt: [] });
    }
    expect.fail(`not found from seed ${from} to ${from + TRIES - 1}`);
  },
  LIMIT_MS,
);

test('every planted bug has a seed on record, and none is recorded that is not planted', () => {
  expect(Object.keys(foundAt).toSorted()).toEqual(plants.map(({ name }) => name).toSorted());
});
