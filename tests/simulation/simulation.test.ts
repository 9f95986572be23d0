import { expect, test } from 'vitest';
import { approvalTable } from '../../src/renderer/core/outbox/approval-table.ts';
import { commandFor, reportFailure } from './report.ts';
import { runPlan } from './run.ts';
import { createSimClock } from './sim-clock.ts';
import { planOf, TESTED_SEEDS } from './operations.ts';
import { addTo, createTotals, neverExercised, type Totals } from './totals.ts';

/** Events that a run over many seeds must include to prove anything. */
const mustHappen = [
  'approval',
  'crash of window',
  'end of main',
  'crash of both',
  '429',
  'lost answer',
  'editBill',
  'sign-out',
  'undone in time',
  'diskFull',
  'diskReadOnly',
  'setClock',
  'network down',
  'network portal',
  'changeBack',
  'otherMachine',
  'database call failed',
  'hideOrganization',
  'showAll',
  'badStart',
  'addOddBill',
  'put back: profile',
  'put back: home',
  'put back: machine',
  'service: pages end absent',
  'service: 429',
  'service: approve headers none',
  'service: approve headers contradicting',
  'service: approve timing late',
  'service: approve timing resetAfter',
  'service: pages chain loop',
  'service: pages chain emptyForEver',
  'service: pages chain sameForEver',
  'service: pages hasMore withoutCursor',
  'service: pages end empty',
  'service: pages move a row',
  'service: cursor offset',
  'service: cursor secret once',
  'service: cursor refused 404',
] as const;

// Runs end by themselves. This limit is for hangs, even on a busy machine.
const MAX_MS_A_SEED = 60_000;

test(
  `${TESTED_SEEDS} seeds keep every invariant, and include every kind of event`,
  async () => {
    const totals = createTotals();
    const failures: string[] = [];
    for (let seed = 1; seed <= TESTED_SEEDS && failures.length === 0; seed++) {
      const result = await runPlan(planOf(seed));
      addTo(totals, result);
      if (result.violations.length === 0) continue;
      failures.push(await reportFailure(planOf(seed), {}, commandFor(seed, null), result));
    }
    expect(failures.join('\n')).toBe('');
    expect({
      neverExercised: neverExercised(totals),
      neverHappened: mustHappen.filter((name) => !totals.counts.has(name)),
      neverReached: Object.keys(approvalTable).filter((state) => !isReached(totals, state)),
    }).toEqual({ neverExercised: [], neverHappened: [], neverReached: [] });
  },
  TESTED_SEEDS * MAX_MS_A_SEED,
);

function isReached(totals: Totals, state: string): boolean {
  return [...totals.transitions.keys()].some((name) => name.includes(`→ ${state} `));
}

test('a seed gives the same run every time', async () => {
  const first = await runPlan(planOf(17));
  const second = await runPlan(planOf(17));
  expect(second.trace).toEqual(first.trace);
});

test('code that retries without a pause, or with hardly any, ends the run', async () => {
  const clock = createSimClock(0);
  let isOver = false;
  const turnForEver = (): void => void (isOver || setImmediate(turnForEver));
  turnForEver();
  await expect(clock.settle()).rejects.toThrow('queues turns for ever');
  isOver = true;
  await clock.settle();
  const wakeForEver = async (): Promise<void> => {
    for (;;) await clock.service.sleep(1);
  };
  void wakeForEver();
  await expect(clock.runUntil(60_000, () => false)).rejects.toThrow('times in one minute');
});
