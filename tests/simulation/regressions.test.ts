import { expect, test } from 'vitest';
import type { Step } from './operations.ts';
import { runPlan } from './run.ts';
import { planOf } from './seeds.ts';

/**
 * Plans that once broke an invariant, shrunk to what it took. They are kept as data, since a seed means
 * another plan as soon as the drawing of plans changes.
 */
const regressions: readonly (readonly [string, readonly Step[]])[] = [
  [
    'a window that starts on a full disk goes on once there is room',
    [
      { operation: { kind: 'approve', picks: [0.1, 0.6], undo: false }, thenMs: 400 },
      { operation: { kind: 'diskFull', which: 'renderer', forMs: 16_000 }, thenMs: 100 },
      {
        operation: {
          kind: 'crash',
          who: 'power',
          inSteps: 0,
          downMs: 500,
          kept: 0,
          losesCache: true,
        },
        thenMs: 60_000,
      },
    ],
  ],
  [
    'a change approved offline is not sent before a look at the bill',
    [
      { operation: { kind: 'approve', picks: [0.1], undo: false }, thenMs: 200 },
      { operation: { kind: 'editBill', pick: 0.01, field: 0.1 }, thenMs: 10 },
      { operation: { kind: 'refresh' }, thenMs: 8_000 },
      { operation: { kind: 'network', state: 'down', forMs: 30_000 }, thenMs: 500 },
      { operation: { kind: 'refresh' }, thenMs: 3_000 },
      { operation: { kind: 'approveAsChanged', pick: 0 }, thenMs: 1_000 },
      { operation: { kind: 'editBill', pick: 0.01, field: 0.1 }, thenMs: 60_000 },
    ],
  ],
  [
    'a new sign-in reads the bills although the one before had spent the background’s share',
    [
      { operation: { kind: 'consumeQuota', share: 0.86 }, thenMs: 200 },
      { operation: { kind: 'refresh' }, thenMs: 48_000 },
      { operation: { kind: 'signOut', waiting: 'keep' }, thenMs: 5_000 },
    ],
  ],
];

test.each(regressions)('%s', async (_name, steps) => {
  const { violations } = await runPlan({ ...planOf(1), circumstances: usual, steps });
  expect(violations).toEqual([]);
});

const usual = {
  requestsPerWindow: 1_000,
  windowMs: 3_600_000,
  tokenLifetimeS: 7_200,
  resetForm: 'epochSeconds',
  clockOffsetMs: 0,
  approveAnswer: 'bill',
  statusAfterApprove: 'unchanged',
  undoWindowMs: 5_000,
} as const;
