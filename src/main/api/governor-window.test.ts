import { expect, test } from 'vitest';
import {
  createGovernorState,
  noneOfEach,
  type GovernorState,
  type Permit,
  type QuotaWindow,
  type Spend,
} from './governor-state.ts';
import { beginEarly, beginWindow, compareEnds, distrustsReset, roll } from './governor-window.ts';

const HOUR_MS = 3_600_000;
/** Ten seconds after the start of the elapsed clock. */
const at = { nowMs: 1_800_000_010_000, elapsedMs: 10_000 };
const due = (elapsedMs: number) => ({ elapsedMs, wallMs: 1_800_000_000_000 + elapsedMs });
const spent = (atMs: number): Spend => ({ ...noneOfEach, waiting: 1, atMs });
const permit: Permit = {
  ...{ account: 'a', priority: 'waiting', windowSerial: 1, sentAtMs: 0, isProbe: false },
};

function stateWith(
  window: Partial<QuotaWindow>,
  more: Partial<Omit<GovernorState, 'window'>> = {},
): GovernorState {
  const fresh = createGovernorState('a', { requestsPerWindow: 100, windowMs: HOUR_MS });
  return {
    ...fresh,
    spends: [spent(1), spent(2)],
    ...more,
    window: { ...fresh.window, ...window },
  };
}

const capUntil = (elapsedMs: number) => {
  return { name: 'c', limit: 9, remaining: 0, receivedAtMs: 1, until: due(elapsedMs) };
};

const withEnd = { reset: due(20_000), resetServiceMs: 7, lowestRemaining: 5 };
const carried = { until: due(15_000), spentMs: 1 };

test.each<[string, GovernorState, Partial<GovernorState>]>([
  [
    'spends of a window ago go',
    stateWith({}, { spends: [spent(10_000 - HOUR_MS), spent(10_001 - HOUR_MS)] }),
    { spends: [spent(10_001 - HOUR_MS)] },
  ],
  [
    'spends of an early window go at its end',
    stateWith({ carried: { until: due(10_000), spentMs: 1 } }),
    { spends: [spent(2)] },
  ],
  [
    'spends of an early window stay until its end',
    stateWith({ carried }),
    { spends: [spent(1), spent(2)] },
  ],
  [
    'a pause ends, and one request goes first',
    stateWith(withEnd, { pausedUntil: due(10_000), probing: false }),
    { pausedUntil: null, probing: true, window: expect.objectContaining(withEnd) },
  ],
  [
    'a pause forgets a count without an end',
    stateWith({ ...withEnd, resetServiceMs: null }, { pausedUntil: due(10_000) }),
    { window: expect.objectContaining({ reset: null, lowestRemaining: null }) },
  ],
  [
    'a pause lasts to its end',
    stateWith({}, { pausedUntil: due(10_001) }),
    { pausedUntil: due(10_001) },
  ],
  [
    'a pause of approvals ends',
    stateWith({}, { approvalsPausedUntil: due(10_000) }),
    { approvalsPausedUntil: null },
  ],
  [
    'a pause of approvals lasts to its end',
    stateWith({}, { approvalsPausedUntil: due(10_001) }),
    { approvalsPausedUntil: due(10_001) },
  ],
  [
    'caps end',
    stateWith({}, { caps: [capUntil(10_000), capUntil(10_001)] }),
    { caps: [capUntil(10_001)] },
  ],
  [
    'a window ends',
    stateWith({ ...withEnd, reset: due(10_000) }),
    { window: expect.objectContaining({ serial: 2, endedServiceMs: 7 }) },
  ],
])('G-16 time passes: %s', (_, state, expected) => {
  expect(roll(state, at)).toMatchObject(expected);
});

const inFlight = { ...noneOfEach, approval: 1 };

test.each<[string, GovernorState, readonly Spend[], QuotaWindow['before']]>([
  ['with nothing under way', stateWith(withEnd), [], { lowest: 5, spends: [spent(1), spent(2)] }],
  [
    'with an approval under way',
    stateWith(withEnd, { inFlight }),
    [{ ...inFlight, atMs: 10_000 }],
    { lowest: 5, spends: [spent(1), spent(2)] },
  ],
  [
    'at an assumed end',
    stateWith({ ...withEnd, resetServiceMs: null }),
    [spent(1), spent(2)],
    { lowest: 5, spends: [] },
  ],
  [
    'without a remaining count',
    stateWith({ ...withEnd, lowestRemaining: null, before: { lowest: 9, spends: [] } }),
    [spent(1), spent(2)],
    { lowest: 9, spends: [] },
  ],
])('our own count ends only with a window known from headers: %s', (_, state, spends, before) => {
  const { window, ...begun } = beginWindow(state, at);
  expect([begun.spends, window.before, window.serial, begun.probing]).toEqual([
    spends,
    before,
    2,
    true,
  ]);
});

test.each<[string, Partial<QuotaWindow>, windowLengthMs: number, othersBefore: number]>([
  ['half of the window was seen', { firstObservedMs: 1_000, lowestAtMs: 6_000 }, 10_000, 8],
  ['a tenth was seen', { firstObservedMs: 1_000, lowestAtMs: 2_000 }, 10_000, 40],
  ['less was seen', { firstObservedMs: 1_000, lowestAtMs: 1_999 }, 10_000, 6],
  [
    'less was seen, of fewer before',
    { firstObservedMs: 1_000, lowestAtMs: 1_999, othersBefore: 3 },
    10_000,
    4,
  ],
  ['more than a window was seen', { firstObservedMs: 1_000, lowestAtMs: 21_000 }, 10_000, 4],
  ['nothing was seen', { firstObservedMs: null, lowestAtMs: 9_000 }, 10_000, 6],
  ['the length is not known', { firstObservedMs: 1_000, lowestAtMs: 9_000 }, 0, 6],
])(
  'requests of others in a window are estimated from the seen part: %s',
  (_, window, windowLengthMs, othersBefore) => {
    const state = stateWith({ othersSince: 4, othersBefore: 6, ...window }, { windowLengthMs });
    expect(beginWindow(state, at).window.othersBefore).toBe(othersBefore);
  },
);

test.each<[string, Partial<QuotaWindow>, QuotaWindow['carried']]>([
  ['of a known end', withEnd, { until: due(20_000), spentMs: 10_000 }],
  ['of an assumed end', { ...withEnd, resetServiceMs: null }, null],
  ['without a remaining count', { ...withEnd, lowestRemaining: null }, null],
  ['without an end', { ...withEnd, reset: null }, null],
  ['that began early itself', { ...withEnd, carried }, carried],
])('the count of an early window lasts to the end of the last one: %s', (_, window, expected) => {
  const { window: begun, spends } = beginEarly(stateWith(window), at);
  expect([begun.carried, begun.before, spends]).toEqual([expected, null, [spent(1), spent(2)]]);
});

const before = { lowest: 5, spends: [spent(0)] };

test.each<
  [string, Partial<QuotaWindow>, remaining: number | null, falseEnds: number, spends: number]
>([
  ['fewer are left than before', {}, 4, 2, 3],
  ['as many are left', {}, 5, 0, 2],
  ['the count is not known', {}, null, 1, 2],
  ['the answer is older than the window', { serial: 2 }, 4, 1, 2],
  ['nothing is known of the last window', { before: null }, 4, 1, 2],
])(
  'G-20 the first count of a window shows whether the last one had ended: %s',
  (_, window, remaining, falseEnds, spends) => {
    const state = stateWith({ before, falseEnds: 1, ...window });
    const compared = compareEnds(state, remaining, permit);
    expect([compared.window.falseEnds, compared.spends.length]).toEqual([falseEnds, spends]);
  },
);

test('G-20 Billfold distrusts resets after two false ends in a row', () => {
  expect([1, 2].map((falseEnds) => distrustsReset(stateWith({ falseEnds }).window))).toEqual([
    false,
    true,
  ]);
});
