import { expect, test } from 'vitest';
import { plants } from './plants.ts';
import { runPlan } from './run.ts';
import { planOf } from './seeds.ts';

/**
 * The seed at which each planted bug was first found, counted from 1; the whole search is
 * `npm run simulate -- --plant all`. A change of the product may move a find to a later seed.
 */
const foundAt: Readonly<Record<string, number>> = {
  'no-fsync': 10,
  'attempt-after-send': 25,
  'requeue-on-restart': 27,
  'retry-500': 12,
  'retry-lost-answer': 4,
  'pop-before-send': 1,
  'amount-only': 5,
  'no-look': 1,
  'any-sign-in': 1,
  'resend-by-itself': 4,
  'undo-in-memory': 1,
  'history-of-rejected': 6,
  'cursor-apart': 119,
  'early-sweep': 13,
  'refresh-each': 16,
  'sign-out-offline': 4,
  'no-retry-after': 10,
  'own-count-only': 208,
  'token-in-log': 1,
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
