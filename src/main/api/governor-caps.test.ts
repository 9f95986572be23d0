import { expect, test } from 'vitest';
import { countOnCaps, applyCaps, type ReceivedCap } from './governor-caps.ts';
import type { RateReading } from '../../contract/body/rate-headers.ts';
import type { RequestPriority } from '../../bridge/quota.ts';
import {
  availableOf,
  backgroundLeftOf,
  createGovernorState,
  noneOfEach,
  type Cap,
  type GovernorState,
  type Permit,
  type PerPriority,
} from './governor-state.ts';
import { outlook, type Wait } from './governor.ts';
import { START_MS, startGovernor, type GovernorScenario } from './testing/governor-scenario.ts';

const HOUR_MS = 3_600_000;
const after = (delayMs: number) => ({ form: 'in', delayMs }) as const;
const at = { nowMs: START_MS + 10_000, elapsedMs: 10_000 };
const due = (elapsedMs: number) => ({ elapsedMs, wallMs: START_MS + elapsedMs });
const permit: Permit = {
  ...{ account: 'a', priority: 'waiting', windowSerial: 1, sentAtMs: 5_000, isProbe: false },
};
const known: Cap = { name: 'c', limit: 20, remaining: 8, receivedAtMs: 4_000, until: due(60_000) };
const received: ReceivedCap = { name: 'c', limit: 30, remaining: 9, until: due(70_000) };

test.each<[string, readonly Cap[], readonly ReceivedCap[], readonly Cap[]]>([
  ['the first', [], [received], [{ ...received, limit: 30, receivedAtMs: 10_000 }]],
  ['a later one', [known], [received], [{ ...received, limit: 30, receivedAtMs: 10_000 }]],
  [
    'of a request sent at the same time',
    [{ ...known, receivedAtMs: 5_000 }],
    [received],
    [{ ...received, limit: 30, receivedAtMs: 10_000 }],
  ],
  [
    'of an earlier request, with more left',
    [{ ...known, receivedAtMs: 5_001 }],
    [received],
    [{ ...known, limit: 30, receivedAtMs: 5_001 }],
  ],
  [
    'of an earlier request, with less left',
    [{ ...known, receivedAtMs: 5_001 }],
    [{ ...received, remaining: 7 }],
    [{ ...known, limit: 30, remaining: 7, receivedAtMs: 5_001 }],
  ],
  [
    'the largest count stands for the limit',
    [],
    [{ ...received, limit: null }],
    [{ ...received, limit: 9, receivedAtMs: 10_000 }],
  ],
  [
    'a larger one before',
    [known],
    [{ ...received, limit: null }],
    [{ ...received, limit: 20, receivedAtMs: 10_000 }],
  ],
  [
    'a limit of zero is one',
    [],
    [{ ...received, limit: 0, remaining: 0 }],
    [{ ...received, limit: 1, remaining: 0, receivedAtMs: 10_000 }],
  ],
  [
    'beside another, which counts the request',
    [{ ...known, name: 'b' }],
    [received],
    [
      { ...known, name: 'b', remaining: 7 },
      { ...received, limit: 30, receivedAtMs: 10_000 },
    ],
  ],
])('the caps after an answer: %s', (_, caps, of, expected) => {
  expect(applyCaps({ caps }, of, { permit, at })).toEqual(expected);
});

test('the state holds the last twenty caps', () => {
  const many = Array.from({ length: 21 }, (_, index) => ({ ...known, name: `c${index}` }));
  const caps = applyCaps({ caps: many }, [], { permit, at });
  expect([caps.length, caps[0]?.name, countOnCaps([known])]).toEqual([
    20,
    'c1',
    [{ ...known, remaining: 7 }],
  ]);
});

test.each<[string, Pick<RateReading, 'reset' | 'retryAfter'>, number]>([
  ['its reset', { reset: after(30_500), retryAfter: after(7_500) }, 30_500],
  ['the retry', { reset: null, retryAfter: after(7_500) }, 7_500],
  ['the end of a documented window', { reset: null, retryAfter: null }, HOUR_MS],
  ['no reset past all use', { reset: after(26 * HOUR_MS), retryAfter: null }, HOUR_MS],
])('a cap ends at %s', (_, { reset, retryAfter }, untilMs) => {
  const governor = startGovernor();
  const spent = { name: 'c', limit: 20, remaining: 0, reset };
  const uncounted = { ...spent, name: 'd', remaining: null };
  governor.request('waiting', { retryAfter, others: [spent, uncounted] });
  expect([governor.waitsUntil('approval'), governor.state().caps.length]).toEqual([untilMs, 1]);
});

test('a cap never adds quota, and each request counts against it', () => {
  const governor = startGovernor();
  const reset = after(30_500);
  governor.request('waiting', { others: [{ name: 'c', limit: 5_000, remaining: 4_000, reset }] });
  const plenty = governor.goAll('approval').length;
  const tight = startGovernor();
  tight.request('waiting', { others: [{ name: 'c', limit: 5, remaining: 3, reset }] });
  const few = tight.goAll('approval');
  for (const each of few) tight.answered(each);
  expect([plenty, few.length, tight.kinds(['approval']), tight.state().headersSeen]).toEqual([
    99,
    3,
    ['wait'],
    false,
  ]);
});

/** A limit in headers that the service page does not name. */
const otherLimit = (remaining: number | null, delayMs: number) => {
  return { name: 'c', limit: 20, remaining, reset: after(delayMs) };
};

test.each<[string, Parameters<GovernorScenario['request']>[1], number]>([
  ['another limit on an error', { status: 400, limit: 500, remaining: 5 }, 5],
  ['more on an error', { status: 503, limit: 500, remaining: 499 }, 69],
  ['the same limit', { status: 503, limit: 100, remaining: 60 }, 60],
  ['no limit', { status: 503, limit: null, remaining: 60 }, 60],
  ['another limit on a success', { status: 399, limit: 80, remaining: 60 }, 60],
])('quota headers of a gateway’s error are a cap: %s', (_, answer, rest) => {
  const governor = startGovernor();
  governor.request('waiting', { limit: 100, remaining: 70, reset: after(HOUR_MS) });
  governor.request('waiting', { reset: after(60_000), ...answer });
  const first = startGovernor();
  first.request('waiting', { status: 503, limit: 500, remaining: 60 });
  expect([availableOf(governor.state()), first.state().caps]).toEqual([rest, []]);
  governor.pass(62_000);
  governor.ask('waiting');
  expect(governor.state().caps).toEqual([]);
});

test.each<[string, Parameters<GovernorScenario['request']>[1], number]>([
  ['a reset alone', { others: [otherLimit(null, 30_500)] }, 30_500],
  ['nothing left, the last end', { others: [otherLimit(0, 9_500), otherLimit(0, 30_500)] }, 30_500],
  ['some left', { others: [otherLimit(5, 30_500)] }, 500],
  ['the page’s reset', { reset: after(9_500), others: [otherLimit(0, 30_500)] }, 30_500],
])('G-10 a refusal may tell its end in other headers: %s', (_, answer, waitMs) => {
  const governor = startGovernor();
  governor.request('waiting', { status: 429, ...answer });
  governor.pass(waitMs - 1);
  const before = governor.kinds(['approval']);
  governor.pass(1);
  expect([before, governor.kinds(['approval'])]).toEqual([['wait'], ['go']]);
});

/** Only the wall clock has reached this time, because the machine slept. */
const slept = { elapsedMs: 20_000, wallMs: START_MS + 5_000 };
const spentExpire = due(9_000 + HOUR_MS);
const probing: Wait = { why: 'probing', until: null };

type Change = Partial<Pick<GovernorState, 'caps'>> & {
  readonly lowestRemaining?: number;
  readonly inFlight?: Partial<PerPriority>;
  readonly spent?: Partial<PerPriority>;
};

/** A governor with a limit of 100, after its first answer. */
function stateWith({
  caps = [],
  lowestRemaining = 100,
  inFlight,
  spent = {},
}: Change): GovernorState {
  const fresh = createGovernorState('a', { requestsPerWindow: 100, windowMs: HOUR_MS });
  return {
    ...fresh,
    caps,
    probing: false,
    spends: [{ ...noneOfEach, ...spent, atMs: 9_000 }],
    inFlight: { ...noneOfEach, ...inFlight },
    window: { ...fresh.window, lowestRemaining },
  };
}

const withCap = (change: Partial<Cap>): Change => ({ caps: [{ ...known, ...change }] });

test.each<[string, RequestPriority, Change, Wait | null]>([
  ['an approval takes the last', 'approval', withCap({ remaining: 1 }), null],
  ['nothing is left', 'approval', withCap({ remaining: 0 }), { why: 'spent', until: due(60_000) }],
  [
    'requests under way count',
    'approval',
    { ...withCap({ remaining: 1 }), inFlight: { waiting: 1 } },
    { why: 'spent', until: due(60_000) },
  ],
  [
    'a read leaves a tenth of the cap',
    'waiting',
    withCap({ remaining: 2 }),
    { why: 'spent', until: due(60_000) },
  ],
  ['a read before that', 'waiting', withCap({ remaining: 3 }), null],
  [
    'of two caps the one that ends last counts',
    'approval',
    {
      caps: [
        { ...known, remaining: 0, until: due(20_000) },
        { ...known, remaining: 0 },
      ],
    },
    { why: 'spent', until: due(60_000) },
  ],
  [
    'after a sleep through a cap one request finds out',
    'approval',
    { ...withCap({ remaining: 0, until: slept }), inFlight: { waiting: 1 } },
    probing,
  ],
  ['after a sleep through a cap', 'approval', withCap({ remaining: 0, until: slept }), null],
  [
    'the window counts first',
    'approval',
    { ...withCap({ remaining: 0 }), spent: { waiting: 100 } },
    { why: 'spent', until: spentExpire },
  ],
  [
    'a recheck is no more than half of the window',
    'recheck',
    {
      ...withCap({ remaining: 2 }),
      spent: { recheck: 40 },
    },
    null,
  ],
])('G-6 a cap holds up requests: %s', (_, priority, change, wait) => {
  expect(outlook(stateWith(change), { priority, backgroundShare: 0.3, at })).toEqual(wait);
});

test.each<[string, Partial<Cap>[], available: number]>([
  ['the part left is smaller', [{ limit: 20, remaining: 8 }], 8],
  ['the window has less', [{ limit: 1_000, remaining: 800 }], 70],
  [
    'a cap with less left of more',
    [
      { limit: 10, remaining: 9 },
      { limit: 1_000, remaining: 60 },
    ],
    60,
  ],
  [
    'equal parts',
    [
      { limit: 40, remaining: 40 },
      { limit: 3, remaining: 3 },
    ],
    3,
  ],
  ['nothing is left', [{ remaining: -1 }], 0],
])(
  'the rest of the quota is the smaller of the window and its scarcest cap: %s',
  (_, caps, available) => {
    const state = stateWith({
      caps: caps.map((each) => ({ ...known, ...each })),
      lowestRemaining: 70,
    });
    expect([availableOf(state), backgroundLeftOf(state, 0.9)]).toEqual([available, 55]);
  },
);
