import { expect, test } from 'vitest';
import type { Circumstances, Operation, ServiceKind } from './operations.ts';
import type { Crash } from './processes.ts';
import { runPlan, type RunResult } from './run.ts';

/** A plan that once broke an invariant, shrunk to the necessary steps. */
interface Regression {
  readonly rule: string;
  readonly service?: ServiceKind;
  readonly seed?: number;
  readonly circumstances?: Partial<Circumstances>;
  /** Each operation with the milliseconds to wait after it. */
  readonly steps: readonly (readonly [Operation, number])[];
  /** Further condition of the test. */
  readonly holds?: (result: RunResult) => boolean;
}

const usual: Circumstances = {
  requestsPerWindow: 1_000,
  windowMs: 3_600_000,
  tokenLifetimeS: 7_200,
  resetForm: 'epochSeconds',
  clockOffsetMs: 0,
  approveAnswer: 'bill',
  statusAfterApprove: 'unchanged',
  undoWindowMs: 5_000,
  listEnd: 'null',
};

/** Stored as data, because a seed gives another plan whenever the drawing of plans changes. */
const regressions: readonly Regression[] = [
  {
    rule: 'a window that starts on a full disk goes on once there is room',
    steps: [
      [approve(0.1, 0.6), 400],
      [{ kind: 'diskFull', which: 'renderer', forMs: 16_000 }, 100],
      [crash('power', { downMs: 500, losesCache: true }), 60_000],
    ],
  },
  {
    rule: 'a change approved offline is not sent before a look at the bill',
    steps: [
      [approve(0.1), 200],
      [{ kind: 'editBill', pick: 0.01, field: 0.1 }, 10],
      [{ kind: 'refresh' }, 8_000],
      [{ kind: 'network', state: 'down', forMs: 30_000 }, 500],
      [{ kind: 'refresh' }, 3_000],
      [{ kind: 'approveAsChanged', pick: 0 }, 1_000],
      [{ kind: 'editBill', pick: 0.01, field: 0.1 }, 60_000],
    ],
  },
  {
    rule: 'a new sign-in reads the bills although the one before had spent the background’s share',
    steps: [
      [{ kind: 'consumeQuota', share: 0.72 }, 200],
      [{ kind: 'refresh' }, 48_000],
      [{ kind: 'signOut', waiting: 'keep' }, 5_000],
    ],
  },
  {
    rule: 'after the clock was set back and the machine slept, an old look does not pass for a new one',
    steps: [
      [{ kind: 'wait', forMs: 60_000 }, 0],
      [{ kind: 'setClock', byMs: -420_000 }, 3_000],
      [approve(0.2), 400],
      [{ kind: 'sleep', forMs: 400_000 }, 420_000],
    ],
  },
  {
    rule: 'signing out on a full disk leaves no tokens for the next start',
    steps: [
      [{ kind: 'diskFull', which: 'main', forMs: 60_000 }, 500],
      [{ kind: 'signOut', waiting: 'keep' }, 2_000],
    ],
  },
  {
    rule: 'what the machine slept over is looked at, although the clock was set back by as much',
    steps: [
      [approve(0.4, 0.26), 36],
      [{ kind: 'sleep', forMs: 448_504 }, 422_000],
      [{ kind: 'setClock', byMs: -420_000 }, 4_618],
    ],
  },
  {
    rule: 'nor is it sent without a look when the power fails before Billfold hears that it has slept',
    steps: [
      [crash('power', { inSteps: 1, downMs: 17_930, kept: 0.25 }), 3_409],
      [approve(0.4, 0.26), 36],
      [{ kind: 'sleep', forMs: 448_504 }, 422_000],
      [{ kind: 'setClock', byMs: -420_000 }, 30_000],
    ],
  },
  {
    rule: 'what waits for the quota while the user signs out does not go out with the old token',
    steps: [
      [{ kind: 'consumeQuota', share: 0.52 }, 2_992],
      [{ kind: 'refresh' }, 157],
      [{ kind: 'editBill', pick: 0.7, field: 0.66 }, 43_065],
      [crash('main', { inSteps: 4, downMs: 6_200, kept: 0.48 }), 2_279],
      [{ kind: 'consumeQuota', share: 0.52 }, 5_161],
      [{ kind: 'selectOrganization' }, 186],
      [{ kind: 'signOut', waiting: 'keep' }, 32_016],
    ],
  },
  {
    rule: 'a request that arrives after the next attempt was refused is not taken for that attempt’s',
    steps: [
      [{ kind: 'sendAgainByItself', on: true }, 0],
      [{ kind: 'exchange', fault: 'slowRequest', place: 'approve', count: 1 }, 0],
      [{ kind: 'answer', place: 'approve', answer: 'storm', count: 1 }, 0],
      [approve(0.1), 40_000],
      // So that the refused one waits while the first arrives.
      [{ kind: 'network', state: 'down', forMs: 60_000 }, 60_000],
    ],
  },
  {
    // Its timing is hard to arrange by hand.
    rule: 'a bill that an approval’s answer shows paid stays, although history is being read',
    seed: 535,
    circumstances: {
      requestsPerWindow: 71,
      windowMs: 600_000,
      resetForm: 'epochMs',
      statusAfterApprove: 'paid',
      undoWindowMs: 30_000,
    },
    steps: [
      [
        approve(0.41108077322132885, 0.26679467293433845, 0.05651974328793585, 0.5510784273501486),
        183,
      ],
      [{ kind: 'exchange', fault: 'dropBefore', place: 'approve', count: 1 }, 248],
      [crash('main', { inSteps: 22, downMs: 12_527, kept: 0.9696737199556082 }), 5_595],
      [
        crash('power', {
          inSteps: 41,
          downMs: 16_924,
          kept: 0.48179568676277995,
          losesCache: true,
        }),
        13,
      ],
      [{ kind: 'answer', place: 'approve', answer: 'tokenDies', count: 1 }, 5_973],
      [{ kind: 'answer', place: 'token', answer: 'status503', count: 2 }, 1_987],
      [approve(0.8694266597740352, 0.8982816128991544, 0.6656454559415579), 48_458],
    ],
  },
  {
    rule: 'history is read although one payable crawl takes more than half of a window’s share',
    seed: 161,
    circumstances: {
      requestsPerWindow: 43,
      windowMs: 600_000,
      resetForm: 'httpDate',
      approveAnswer: 'wrappedBill',
    },
    steps: [
      [{ kind: 'setClock', byMs: 93_600_000 }, 187],
      [{ kind: 'selectOrganization' }, 18],
    ],
  },
  {
    rule: 'a refusal after the clock was set holds, although it asks for less than the one before',
    seed: 4_214,
    circumstances: { resetForm: 'absent', undoWindowMs: 30_000 },
    steps: [
      [crash('power', { inSteps: 70, downMs: 16_964, kept: 0.89 }), 251],
      [{ kind: 'consumeQuota', share: 0.38 }, 4_589],
      [approve(0.52), 2_872],
      [{ kind: 'consumeQuota', share: 0.65 }, 51_269],
      [{ kind: 'setClock', byMs: 93_600_000 }, 213],
      [approve(0.28, 0.02, 0.96), 6_927],
    ],
  },
  {
    rule: 'a disk that takes nothing is not tried over and over because the clock was set back',
    seed: 9_528,
    steps: [
      [{ kind: 'diskReadOnly', forMs: 60_000 }, 1_000],
      [{ kind: 'refresh' }, 500],
      [{ kind: 'setClock', byMs: -40_000 }, 500],
      [approve(0.5), 30_000],
    ],
    holds: ({ transitions }) => (transitions.get('queued → sending (send)') ?? 0) < 20,
  },
  {
    rule: 'what the reference peer answers to an approval during a crawl is what its records have',
    service: 'peer',
    seed: 2_198,
    steps: [
      // Draws a confirmation with another amount.
      [{ kind: 'oddAnswers', place: 'approve', count: 1, seed: 215 }, 0],
      [approve(0.1), 4_750],
      [{ kind: 'refresh' }, 10_000],
    ],
    holds: ({ counts }) => counts.get('service: approve 200 changedAmount applied') === 1,
  },
  {
    rule: 'while others have used the quota up, an organization that is gone stays until the next window',
    service: 'peer',
    seed: 2_816,
    steps: [
      [{ kind: 'hideOrganization', isFirst: false }, 1_000],
      [{ kind: 'consumeQuota', share: 1 }, 1_000],
    ],
  },
  {
    rule: 'where cursors are snapshots, every invariant holds through edits, approvals and crawls',
    service: 'peer',
    steps: [
      [{ kind: 'oddPages', reading: { cursors: 'snapshot' }, forMs: 1_800_000 }, 500],
      [{ kind: 'refresh' }, 10_000],
      [{ kind: 'editBill', pick: 0.02, field: 0.1 }, 10],
      [{ kind: 'editBill', pick: 0.1, field: 0.1 }, 10],
      [approve(0.02, 0.1, 0.2, 0.3, 0.5, 0.7), 60_000],
      [{ kind: 'editBill', pick: 0.3, field: 0.1 }, 10],
      [approve(0.3, 0.6), 60_000],
    ],
  },
  {
    rule: 'the tries of automatic resending do not begin anew when the outbox is rebuilt',
    seed: 8_417,
    circumstances: { approveAnswer: 'text' },
    steps: [
      [{ kind: 'sendAgainByItself', on: true }, 288],
      [approve(0.42, 0.44, 0.36), 5_571],
      [crash('renderer', { inSteps: 22, downMs: 3_970, kept: 0.23 }), 4_896],
      [{ kind: 'quit' }, 27_679],
    ],
  },
];

test.each(regressions)('$rule', async (regression) => {
  const { service = 'sandbox', seed = 1, circumstances, steps, holds } = regression;
  const result = await runPlan({
    seed,
    service,
    circumstances: { ...usual, ...circumstances },
    steps: steps.map(([operation, thenMs]) => ({ operation, thenMs })),
  });
  const isHeld = holds?.(result) ?? true;
  expect({ violations: result.violations, isHeld }).toEqual({ violations: [], isHeld: true });
});

function approve(...picks: readonly number[]): Operation {
  return { kind: 'approve', picks, undo: false };
}

function crash(who: Crash['who'], facts: Partial<Crash>): Crash {
  return { kind: 'crash', who, inSteps: 0, downMs: 0, kept: 0, losesCache: false, ...facts };
}
