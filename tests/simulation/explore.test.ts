import { expect, test } from 'vitest';
import { explore, planOf, scenarios, type Branch } from './explore.ts';
import { mutantNamed } from './mutants.ts';
import { runPlan } from './run.ts';

/** A few steps around the first answers. `npm run explore` plays all of them. */
const branch = branchNamed('answer lost; power at main');
const steps = { from: 44, to: 49 };

test('the explored scenario has a changed, a refused and an unanswered approval', async () => {
  const { violations, transitions } = await runPlan(planOf(branch, Infinity));
  expect({ violations, transitions: Object.fromEntries(transitions) }).toEqual({
    violations: [],
    transitions: {
      '— → held (approve)': 3,
      'held → queued (windowPassed)': 4,
      'sending → changed (foundChanged)': 1,
      'changed → held (approveAsChanged)': 1,
      'queued → sending (send)': 6,
      'sending → rejected (rejected)': 1,
      'rejected → queued (sendAgain)': 1,
      'sending → unknown (answerLost)': 1,
      'unknown → queued (sendAgain)': 1,
      'sending → confirmed (confirmed)': 3,
    },
  });
});

test('a crash at any of these steps breaks no invariant, and bisection plays each resulting state', async () => {
  const played = new Set<string>();
  const { failed } = await explore(branch, {}, played, steps);
  const inTurn = new Set<string>();
  for (let from = steps.from; from < steps.to; from += 2)
    await explore(branch, {}, inTurn, { from, to: from + 1 });
  expect({ failed, played }).toEqual({ failed: null, played: inTurn });
});

test('the exploration finds a planted bug', async () => {
  const { failed } = await explore(branch, mutantNamed('requeue-on-restart'), new Set(), steps);
  expect(failed?.result.violations[0]?.invariant).toBe('asked');
});

function branchNamed(name: string): Branch {
  const found = scenarios.flat().find((each) => each.name === name);
  if (!found) throw new Error(`no branch ${name}`);
  return found;
}
