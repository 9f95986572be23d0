import { expect, test } from 'vitest';
import { mutants } from './mutants.ts';
import { runPlan } from './run.ts';
import { planOf } from './seeds.ts';

/**
 * The seed at which each planted bug was first found, counted from 1; the whole search is
 * `npm run simulate -- --mutant all`. A change of the product may move a find to a later seed.
 */
const foundAt: Readonly<Record<string, number>> = {
  'no-fsync': 2,
  'attempt-after-send': 22,
  'requeue-on-restart': 7,
  'retry-500': 5,
  'retry-503': 27,
  'any-200': 11,
  'any-4xx': 8,
  'retry-lost-answer': 8,
  'pop-before-send': 5,
  'amount-only': 11,
  'named-only': 14,
  'no-recheck': 3,
  invents: 1,
  'changed-stays': 34,
  'any-organization': 54,
  'start-once': 27,
  'heads-unread': 4,
  'says-empty': 8,
  'no-breaker': 15,
  'reads-on': 28,
  'empty-cursor': 2,
  'dots-accepted': 42,
  'deep-costs-list': 18,
  'listener-breaks-add': 1,
  'marks-blind': 13,
  'any-sign-in': 3,
  'resend-by-itself': 11,
  'undo-in-memory': 1,
  'history-of-rejected': 97,
  'no-rebuild': 8,
  'rebuilt-goes': 43,
  'cursor-apart': 9,
  'early-sweep': 9,
  'refresh-each': 35,
  'sign-out-offline': 8,
  'no-retry-after': 79,
  'own-count-only': 44,
  'token-in-log': 1,
  'wipe-unlooked': 150,
  'new-chain-each-start': 1,
};

/** Seeds tried from the recorded one on. */
const TRIES = 40;
const LIMIT_MS = 120_000;

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  'the simulation finds the planted bug %s',
  async (name, mutant) => {
    const from = foundAt[name] ?? 1;
    for (let seed = from; seed < from + TRIES; seed++) {
      const [violation] = (await runPlan(planOf(seed), mutant)).violations;
      if (!violation) continue;
      const honest = await runPlan(planOf(seed));
      return expect({
        isWhatItBreaks: mutant.breaks.includes(violation.invariant),
        withoutIt: honest.violations,
      }).toEqual({ isWhatItBreaks: true, withoutIt: [] });
    }
    expect.fail(`not found from seed ${from} to ${from + TRIES - 1}`);
  },
  LIMIT_MS,
);

test('every planted bug has a seed on record, and none is recorded that is not planted', () => {
  expect(Object.keys(foundAt).toSorted()).toEqual(mutants.map(({ name }) => name).toSorted());
});
