import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { START_MS, startGovernor } from './testing/governor-scenario.ts';
import { play, resetForms, type Course, type Scenario } from './testing/quota-harness.ts';

const runs = { numRuns: 1_000, seed: 20_261_120 };

const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    seed: fc.nat(),
    limit: fc.integer({ min: 1, max: 80 }),
    windowMs: fc.constantFrom(30_000, 300_000, 3_600_000),
    resetForm: fc.constantFrom(...resetForms),
    roundsUp: fc.boolean(),
    clockSkewMs: fc.oneof(fc.constant(0), fc.integer({ min: -600_000, max: 600_000 })),
    latencyMs: fc.constantFrom(0, 50, 2_000),
    unsentPercent: fc.constantFrom(0, 10),
    lostPercent: fc.constantFrom(0, 5),
    backgroundShare: fc.constantFrom(0.05, 0.3, 0.9),
    jumps: fc.constant([]),
    before: fc.constant(null),
    othersAtMs: fc.constant([]),
    // Times in parts of a window, so that long windows are as crowded as short ones.
    pattern: fc.array(
      fc.record({
        part: fc.double({ min: 0, max: 3, noNaN: true }),
        priority: fc.constantFrom('approval', 'recheck', 'waiting', 'background'),
      }),
      { minLength: 1, maxLength: 120 },
    ),
  })
  .map(({ pattern, ...scenario }) => ({
    ...scenario,
    arrivals: pattern.map(({ part, priority }) => ({ atMs: part * scenario.windowMs, priority })),
  }));

/** Disturbances: a window that had already begun, other clients of the same token, clock jumps. */
const troubles = fc.record({
  usedPart: fc.double({ min: 0, max: 1, noNaN: true }),
  agoPart: fc.double({ min: 0, max: 1, noNaN: true }),
  others: fc.array(fc.double({ min: 0, max: 4, noNaN: true }), { maxLength: 100 }),
  jumps: fc.array(
    fc.record({
      atMs: fc.integer({ min: 0, max: 7_200_000 }),
      byMs: fc.integer({ min: -36_000_000, max: 36_000_000 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});
type Troubles = typeof troubles extends fc.Arbitrary<infer Value> ? Value : never;
type Arrange = (scenario: Scenario, given: Troubles) => Scenario;

/**
 * The worst start with which the first request, a recheck and a click beside it are not refused.
 */
const countLost: Arrange = (scenario, { usedPart, agoPart }) => {
  const used = Math.floor(usedPart * Math.max(0, scenario.limit - 3));
  return { ...scenario, before: { used, agoMs: agoPart * scenario.windowMs * 0.99 } };
};

const limitedByHeaders: Arrange = (scenario, given) => {
  const resetForm = scenario.resetForm === 'none' ? 'epochMs' : scenario.resetForm;
  return countLost({ ...scenario, resetForm, lostPercent: 0, unsentPercent: 0 }, given);
};

const inCompany: Arrange = (scenario, given) => ({
  ...countLost(scenario, given),
  othersAtMs: given.others.map((part) => part * scenario.windowMs),
});

/** The smallest scenario in which one of the counts is not zero, or null. */
function counterexample(arrange: Arrange, never: readonly (keyof Course)[]) {
  const holds = (scenario: Scenario, given: Troubles): boolean => {
    const course = play(arrange(scenario, given));
    return never.every((count) => course[count] === 0);
  };
  return fc.check(fc.property(scenarios, troubles, holds), runs).counterexample;
}

test('G-20, G-28 property: alone on its token, Billfold is never refused, sends everything in order, and respects each priority’s share', () => {
  const never = [
    'refused',
    'intoReserve',
    'beyondHalf',
    'noneLeft',
    'inversions',
    'unsent',
  ] as const;
  expect(counterexample((scenario) => scenario, never)).toBeNull();
});

test('G-20 property: after losing its count in mid-window, Billfold is still never refused if headers show the quota', () => {
  expect(counterexample(limitedByHeaders, ['refused'])).toBeNull();
});

test('property: once the lost count is known, Billfold leaves the reserve alone', () => {
  expect(counterexample(countLost, ['intoReserve'])).toBeNull();
});

test('property: beside another client, every request leaves, never before one of higher priority', () => {
  expect(counterexample(inCompany, ['inversions', 'unsent'])).toBeNull();
});

test('property: every request leaves when the wall clock jumps', () => {
  const jumping: Arrange = (scenario, { jumps }) => ({ ...scenario, jumps });
  expect(counterexample(jumping, ['unsent'])).toBeNull();
});

const HOUR_MS = 3_600_000;

/**
 * Number of reads that leave, at most one a second; `resetMs` gives the reset in the answer of each
 * second.
 */
function reads(
  seconds: number,
  resetMs: (second: number) => number,
  remainingAfter: (sent: number) => number | null = (sent) => Math.max(0, 100 - sent),
): number {
  const governor = startGovernor();
  let sent = 0;
  for (let second = 0; second < seconds; second++, governor.pass(1_000)) {
    const asked = governor.ask('waiting');
    if (asked.kind === 'wait') continue;
    sent += 1;
    const reset = { form: 'at', serviceMs: START_MS + resetMs(second) } as const;
    governor.answered(asked.permit, { limit: 100, remaining: remainingAfter(sent), reset });
  }
  return sent;
}

test.each<[string, number, (second: number) => number]>([
  ['two hours slow, without a Date', 90, () => -HOUR_MS],
  ['the beginning of the window', 90, () => 0],
  // Two requests are needed to notice.
  ['a moment later, each time', 92, (second) => second * 1_000],
])('G-20 a reset that ends no window brings no new quota: %s', (_name, most, resetMs) => {
  expect(reads(3_599, resetMs)).toBe(most);
});

test('G-20 a reset without a remaining count adds no quota', () => {
  expect(
    reads(
      3_599,
      (second) => second * 1_000,
      () => null,
    ),
  ).toBe(90);
});

test('a reset beyond a day is ignored, and a nearer one corrects one that was too far away', () => {
  const far = startGovernor();
  far.request('waiting', { remaining: 0, reset: { form: 'in', delayMs: 30 * 24 * HOUR_MS } });
  const governor = startGovernor();
  governor.request('waiting', { remaining: 99, reset: { form: 'in', delayMs: 20 * HOUR_MS } });
  governor.request('waiting', { remaining: 40, reset: { form: 'in', delayMs: HOUR_MS } });
  expect([far.waitsUntil('approval'), governor.goAll('waiting').length]).toEqual([HOUR_MS, 30]);
});

test('the scenarios have full windows, lost answers and missing headers', () => {
  const sample = fc.sample(scenarios, runs);
  const met = [
    sample.filter(({ arrivals, limit }) => arrivals.length > limit),
    sample.filter(({ lostPercent }) => lostPercent > 0),
    sample.filter(({ unsentPercent }) => unsentPercent > 0),
    sample.filter(({ resetForm }) => resetForm === 'none'),
  ];
  expect(met.every(({ length }) => length > 30)).toBe(true);
});
