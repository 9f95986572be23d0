import { expect, test } from 'vitest';
import type { RequestPriority } from '../../bridge/quota.ts';
import {
  backgroundLeftOf,
  createGovernorState,
  floorOf,
  isShared,
  leftByOthersAtFirst,
  noneOfEach,
  reserveOf,
  type Cap,
  type GovernorState,
  type PerPriority,
  type QuotaWindow,
} from './governor-state.ts';
import {
  ask,
  holdsUpOnlyItself,
  outlook,
  settle,
  type RequestResult,
  type Wait,
} from './governor.ts';
import { silence } from './testing/governor-scenario.ts';

const HOUR_MS = 3_600_000;
const START_MS = 1_800_000_000_000;
const at = { nowMs: START_MS + 10_000, elapsedMs: 10_000 };
const due = (elapsedMs: number) => ({ elapsedMs, wallMs: START_MS + elapsedMs });
/** Only the wall clock has reached this time, because the machine slept. */
const slept = { elapsedMs: 20_000, wallMs: START_MS + 5_000 };

type Change = Partial<Omit<GovernorState, 'window' | 'inFlight'>> & {
  readonly window?: Partial<QuotaWindow>;
  readonly inFlight?: Partial<PerPriority>;
  /** Requests spent in this hour, in the slice that ends at 9 s. */
  readonly spent?: Partial<PerPriority>;
};

/** A governor with a limit of 100, after its first answer. */
function stateWith({ window, inFlight, spent, ...more }: Change): GovernorState {
  const fresh = createGovernorState('a', { requestsPerWindow: 100, windowMs: HOUR_MS });
  return {
    ...fresh,
    probing: false,
    spends: spent === undefined ? [] : [{ ...noneOfEach, ...spent, atMs: 9_000 }],
    ...more,
    inFlight: { ...noneOfEach, ...inFlight },
    window: { ...fresh.window, ...window },
  };
}

const spentExpire = due(9_000 + HOUR_MS);
const probing: Wait = { why: 'probing', until: null };

test.each<[string, RequestPriority, Change, Wait | null]>([
  ['the last request is for an approval', 'approval', { spent: { waiting: 99 } }, null],
  [
    'nothing is left',
    'approval',
    { spent: { waiting: 100 } },
    { why: 'spent', until: spentExpire },
  ],
  [
    'a recheck leaves one',
    'recheck',
    { spent: { waiting: 99 } },
    { why: 'spent', until: spentExpire },
  ],
  ['a recheck of the last but one', 'recheck', { spent: { waiting: 98 } }, null],
  [
    'rechecks had half',
    'recheck',
    { spent: { recheck: 50 } },
    { why: 'share', until: spentExpire },
  ],
  [
    'a read leaves the reserve',
    'waiting',
    { spent: { waiting: 90 } },
    { why: 'spent', until: spentExpire },
  ],
  ['a read before the reserve', 'waiting', { spent: { waiting: 89 } }, null],
  [
    'background work had its share',
    'background',
    { spent: { background: 30 } },
    { why: 'share', until: spentExpire },
  ],
  ['background work before its share', 'background', { spent: { background: 29 } }, null],
  ['a read beside its background work', 'waiting', { spent: { background: 30 } }, null],
  [
    'others are to come',
    'waiting',
    { spent: { waiting: 60 }, window: { othersBefore: 30 } },
    { why: 'spent', until: spentExpire },
  ],
  [
    'others came',
    'waiting',
    { spent: { waiting: 60 }, window: { othersBefore: 30, othersSince: 4 } },
    null,
  ],
  [
    'others take less than half',
    'waiting',
    { spent: { waiting: 47 }, window: { othersBefore: 1_000 } },
    null,
  ],
  [
    'others take half',
    'waiting',
    { spent: { waiting: 48 }, window: { othersBefore: 1_000 } },
    { why: 'spent', until: spentExpire },
  ],
  [
    'the window ends first',
    'approval',
    { spent: { waiting: 100 }, window: { reset: due(30_000) } },
    { why: 'spent', until: due(30_000) },
  ],
  [
    'an early window ends first',
    'approval',
    {
      spent: { waiting: 100 },
      window: { reset: due(30_000), carried: { until: due(25_000), spentMs: 0 } },
    },
    { why: 'spent', until: due(25_000) },
  ],
  [
    'the count is the service’s',
    'approval',
    { window: { reset: due(30_000), lowestRemaining: 0 } },
    { why: 'spent', until: due(30_000) },
  ],
  ['a pause', 'waiting', { pausedUntil: due(20_000) }, { why: 'refused', until: due(20_000) }],
  ['after a sleep through the pause', 'waiting', { pausedUntil: slept }, null],
  [
    'a moment less',
    'waiting',
    { pausedUntil: { ...slept, wallMs: slept.wallMs + 1 } },
    { why: 'refused', until: { ...slept, wallMs: slept.wallMs + 1 } },
  ],
  [
    'a request finds out already',
    'waiting',
    { pausedUntil: slept, inFlight: { background: 1 } },
    probing,
  ],
  [
    'after a sleep through the window',
    'approval',
    { spent: { waiting: 100 }, window: { reset: slept } },
    null,
  ],
  [
    'a request beside the first',
    'waiting',
    { probing: true, inFlight: { background: 1 } },
    probing,
  ],
  [
    'an approval beside the first',
    'approval',
    { probing: true, inFlight: { background: 1 } },
    null,
  ],
  ['a recheck beside the first', 'recheck', { probing: true, inFlight: { background: 1 } }, null],
  [
    'a recheck beside an approval',
    'recheck',
    { probing: true, inFlight: { approval: 1 } },
    probing,
  ],
  [
    'refused approvals',
    'approval',
    { approvalsPausedUntil: due(20_000) },
    { why: 'backoff', until: due(20_000) },
  ],
  [
    'refused approvals, and a longer pause',
    'approval',
    { approvalsPausedUntil: due(20_000), pausedUntil: due(30_000) },
    { why: 'backoff', until: due(30_000) },
  ],
  [
    'refused approvals, and a shorter pause',
    'approval',
    { approvalsPausedUntil: due(20_000), pausedUntil: due(15_000) },
    { why: 'backoff', until: due(20_000) },
  ],
  [
    'one approval at a time after a refusal',
    'approval',
    { approvalRefusals: 1, inFlight: { approval: 1 } },
    { why: 'backoff', until: null },
  ],
  ['a read beside refused approvals', 'waiting', { approvalsPausedUntil: due(20_000) }, null],
])('G-6, G-10, G-28, G-46 reason and end of a wait: %s', (_, priority, change, wait) => {
  const [state, event] = [stateWith(change), { priority, backgroundShare: 0.3, at }];
  const { decision } = ask(state, event);
  const asked = decision.kind === 'go' ? null : decision;
  expect([asked, outlook(state, event)]).toEqual([wait && { kind: 'wait', ...wait }, wait]);
});

test('G-16 a request may go once enough earlier requests are a window old', () => {
  const spends = [1, 2, 3].map((second) => ({ ...noneOfEach, waiting: 45, atMs: 1_000 * second }));
  const { decision } = ask(stateWith({ spends }), {
    priority: 'waiting',
    backgroundShare: 0.3,
    at,
  });
  expect(decision).toEqual({ kind: 'wait', why: 'spent', until: due(2_000 + HOUR_MS) });
});

test.each<[RequestPriority, Change, isProbe: boolean]>([
  ['waiting', {}, false],
  ['approval', {}, false],
  ['waiting', { pausedUntil: slept }, true],
  ['approval', { approvalsPausedUntil: slept }, true],
  ['recheck', { approvalsPausedUntil: slept }, false],
])(
  'a request sent during a pause of its priority is a probe: %s %o',
  (priority, change, isProbe) => {
    const { decision } = ask(stateWith(change), { priority, backgroundShare: 0.3, at });
    expect(decision).toMatchObject({ kind: 'go', permit: { isProbe } });
  },
);

test('G-16 a request counts from the end of its slice of 36 seconds', () => {
  const first = ask(stateWith({}), { priority: 'waiting', backgroundShare: 0.3, at }).state;
  const later = { nowMs: START_MS + 36_000, elapsedMs: 36_000 };
  const second = ask(first, { priority: 'approval', backgroundShare: 0.3, at: later }).state;
  const beside = ask(first, { priority: 'recheck', backgroundShare: 0.3, at }).state;
  expect([first.spends, beside.spends, second.spends]).toEqual([
    [{ ...noneOfEach, waiting: 1, atMs: 36_000 }],
    [{ ...noneOfEach, waiting: 1, recheck: 1, atMs: 36_000 }],
    [
      { ...noneOfEach, waiting: 1, atMs: 36_000 },
      { ...noneOfEach, approval: 1, atMs: 72_000 },
    ],
  ]);
});

const cap: Cap = { name: 'c', limit: 20, remaining: 8, receivedAtMs: 4_000, until: due(60_000) };
const slice = (counts: Partial<PerPriority>, atMs: number) => ({ ...noneOfEach, ...counts, atMs });
const answered: RequestResult = { kind: 'answered', status: 200, reading: silence };

test.each<[string, RequestResult, Change, Partial<GovernorState>]>([
  [
    'a request that never left is taken back',
    { kind: 'unsent' },
    { spends: [slice({ waiting: 2 }, 4_999), slice({ background: 1, waiting: 2 }, 5_000)] },
    { spends: [slice({ waiting: 2 }, 4_999), slice({ background: 1, waiting: 1 }, 5_000)] },
  ],
  [
    'an empty slice goes',
    { kind: 'unsent' },
    { spends: [slice({ waiting: 1 }, 5_000)] },
    { spends: [] },
  ],
  [
    'a slice of other requests stays',
    { kind: 'unsent' },
    { spends: [slice({ background: 1 }, 5_000), slice({ waiting: 2 }, 6_000)] },
    { spends: [slice({ background: 1 }, 5_000), slice({ waiting: 1 }, 6_000)] },
  ],
  [
    'a request of a window that is over counts no more',
    answered,
    { spends: [slice({ waiting: 1 }, 4_999)] },
    { spends: [slice({ waiting: 1 }, 4_999)] },
  ],
  [
    'an answer moves the request to the present slice',
    answered,
    { spends: [slice({ waiting: 1 }, 5_000)] },
    { spends: [slice({ waiting: 1 }, 36_000)] },
  ],
  [
    'a lost answer counts on caps too',
    { kind: 'lost' },
    { caps: [cap] },
    { caps: [{ ...cap, remaining: 7 }], window: expect.objectContaining({ lost: 1 }) },
  ],
  [
    'an answer without a count is one more spent',
    answered,
    { caps: [cap], window: { lowestRemaining: 20, uncounted: 1 } },
    {
      caps: [{ ...cap, remaining: 7 }],
      window: expect.objectContaining({ uncounted: 2, uncountedAtMs: 10_000 }),
    },
  ],
  [
    'where no count ever came, only our own counts',
    answered,
    {},
    { window: expect.objectContaining({ uncounted: 0 }) },
  ],
  ['an answered read resets the count of refusals', answered, { refusals: 2 }, { refusals: 0 }],
  [
    'during a pause an answered read resets no count',
    answered,
    { refusals: 2, pausedUntil: due(20_000) },
    { refusals: 2 },
  ],
])('G-16 the result of a request: %s', (_, result, change, expected) => {
  const state = stateWith({ inFlight: { waiting: 1 }, ...change });
  const permit = {
    account: 'a',
    priority: 'waiting',
    windowSerial: 1,
    sentAtMs: 5_000,
    isProbe: false,
  } as const;
  expect(settle(state, { ...result, permit, at, random: 0 })).toMatchObject({
    ...expected,
    inFlight: noneOfEach,
  });
});

test.each<[limit: number, others: number, reserve: number, recheckFloor: number]>([
  [1, 0, 0, 0],
  [2, 0, 1, 1],
  [100, 0, 10, 1],
  [100, 80, 10, 1],
  [100, 90, 5, 1],
  [100, 99, 1, 1],
])(
  'G-6, G-28 a limit of %i, %i used by others, keeps %i for approvals, and a recheck leaves %i',
  (limit, others, reserve, left) => {
    const state = stateWith({ limit, window: { othersAtFirst: others } });
    const byOthers = leftByOthersAtFirst(state);
    expect([reserveOf(limit, byOthers), floorOf(limit, 'waiting', byOthers)]).toEqual([
      reserve,
      reserve,
    ]);
    expect(floorOf(limit, 'recheck')).toBe(left);
  },
);

test('G-6 lists are read down to 4 requests if others left 8 of 100', () => {
  const decided = [6, 5, 4].map((lowestRemaining) => {
    const state = stateWith({ limit: 100, window: { othersAtFirst: 92, lowestRemaining } });
    return ask(state, { priority: 'waiting', backgroundShare: 0.3, at }).decision.kind;
  });
  expect(decided).toEqual(['go', 'go', 'wait']);
});

test.each<[limit: number, othersSince: number, shared: boolean, backgroundLeft: number]>([
  [100, 4, false, 20],
  [100, 5, true, 5],
  [1_000, 9, false, 290],
  [1_000, 10, true, 140],
])(
  'the quota is shared once others sent a hundredth of it: %i, %i',
  (limit, othersSince, shared, backgroundLeft) => {
    const state = stateWith({ limit, spent: { background: 10 }, window: { othersSince } });
    expect([isShared(state), backgroundLeftOf(state, 0.3)]).toEqual([shared, backgroundLeft]);
  },
);

test('background work leaves room for the requests expected from other clients', () => {
  const state = stateWith({ spent: { waiting: 60 }, window: { othersBefore: 15 } });
  expect(backgroundLeftOf(state, 0.3)).toBe(10);
});

test('G-46 a request that waits for its share or a backoff holds up only its own priority', () => {
  const whys = ['refused', 'spent', 'share', 'probing', 'backoff'] as const;
  expect(whys.filter((why) => holdsUpOnlyItself({ why, until: null }))).toEqual([
    'share',
    'backoff',
  ]);
});
