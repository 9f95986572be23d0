import { expect, test } from 'vitest';
import { plants } from './plants.ts';
import { runPlan } from './run.ts';
import { planOf } from './seeds.ts';

/**
 * The seed at which each planted bug was first found, counted from 1; the whole search is
 * `npm run simulate -- --plant all`. A change of the product may move a find to a later seed.
 */
const foundAt: Readonly<Record<string, number>> = {
  'no-fsync': 3,
  'attempt-after-send': 26,
  'requeue-on-restart': 52,
  'retry-500': 12,
  'retry-lost-answer': 11,
  'pop-before-send': 1,
  'amount-only': 13,
  'no-look': 5,
  'any-sign-in': 5,
  'resend-by-itself': 11,
  'no-pause': 26,
  'undo-in-memory': 3,
  'history-of-rejected': 10,
  'no-rebuild': 3,
  'rebuilt-goes': 21,
  'cursor-apart': 203,
  'early-sweep': 9,
  'refresh-each': 7,
  'sign-out-offline': 4,
  'no-retry-after': 28,
  'own-count-only': 119,
  'token-in-log': 4,
  'wipe-unlooked': 347,
  'new-chain-each-start': 3,
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
