import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { play, resetForms, type Scenario } from './testing/quota-harness.ts';

const runs = { numRuns: 1_000, seed: 20_261_120 };
const LONGEST_WINDOWS = 60;

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
    // In parts of a window, so that long windows are as crowded as short ones.
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

const jumps = fc.array(
  fc.record({
    atMs: fc.integer({ min: 0, max: 7_200_000 }),
    byMs: fc.integer({ min: -36_000_000, max: 36_000_000 }),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Enough windows for every request to find its place, however low its share. */
function boundMs(scenario: Scenario): number {
  return (scenario.arrivals.length + LONGEST_WINDOWS) * (scenario.windowMs + 5_000);
}

type Check = (scenario: Scenario, moves: Scenario['jumps']) => boolean;

/** A window that had begun before, and another client of the same token. */
const company = fc.record({
  usedPart: fc.double({ min: 0, max: 1, noNaN: true }),
  agoPart: fc.double({ min: 0, max: 1, noNaN: true }),
  others: fc.array(fc.double({ min: 0, max: 4, noNaN: true }), { maxLength: 100 }),
});
type Company = typeof company extends fc.Arbitrary<infer Value> ? Value : never;

/** The worst it can find and still send its first request, a recheck and a click beside it, unrefused. */
function inUse(scenario: Scenario, { usedPart, agoPart }: Company): Scenario {
  const used = Math.floor(usedPart * Math.max(0, scenario.limit - 3));
  return { ...scenario, before: { used, agoMs: agoPart * scenario.windowMs * 0.99 } };
}

function inCompany(scenario: Scenario, given: Company): Scenario {
  return {
    ...inUse(scenario, given),
    othersAtMs: given.others.map((part) => part * scenario.windowMs),
  };
}

/** The smallest scenario in which the check fails, or null. */
function counterexample(check: Check, moves: fc.Arbitrary<Scenario['jumps']> = fc.constant([])) {
  return fc.check(fc.property(scenarios, moves, check), runs).counterexample;
}

const isNeverRefused: Check = (scenario) => play(scenario, boundMs(scenario)).refused === 0;
const sparesReserve: Check = (scenario) => play(scenario, boundMs(scenario)).intoReserve === 0;
const halvesRechecks: Check = (scenario) => {
  const { beyondHalf, noneLeft } = play(scenario, boundMs(scenario));
  return beyondHalf + noneLeft === 0;
};
const keepsOrder: Check = (scenario) => play(scenario, boundMs(scenario)).inversions === 0;
const sendsAll: Check = (scenario, moves) =>
  play({ ...scenario, jumps: moves }, boundMs(scenario)).dispatched === scenario.arrivals.length;

test('G-20 property: alone on its token, Billfold is never refused', () => {
  expect(counterexample(isNeverRefused)).toBeNull();
});

test('G-20 property: also when a count was lost in mid-window, as long as headers tell it', () => {
  const isNever = (scenario: Scenario, given: Company): boolean => {
    const told =
      scenario.resetForm === 'none' ? ({ ...scenario, resetForm: 'epochMs' } as const) : scenario;
    return isNeverRefused(inUse({ ...told, lostPercent: 0, unsentPercent: 0 }, given), []);
  };
  expect(fc.check(fc.property(scenarios, company, isNever), runs).counterexample).toBeNull();
});

test('G-22 property: also beside another client, and with a count that was lost', () => {
  const goesOut = (scenario: Scenario, given: Company): boolean =>
    sendsAll(inCompany(scenario, given), []);
  expect(fc.check(fc.property(scenarios, company, goesOut), runs).counterexample).toBeNull();
});

test('G-23 property: also beside another client, and with a count that was lost', () => {
  const inOrder = (scenario: Scenario, given: Company): boolean =>
    keepsOrder(inCompany(scenario, given), []);
  expect(fc.check(fc.property(scenarios, company, inOrder), runs).counterexample).toBeNull();
});

test('G-21 property: nothing but approvals and their rechecks ever takes from the reserve', () => {
  expect(counterexample(sparesReserve)).toBeNull();
});

test('G-21 property: also when a count was lost in mid-window, once it is known', () => {
  const spares = (scenario: Scenario, given: Company): boolean =>
    sparesReserve(inUse(scenario, given), []);
  expect(fc.check(fc.property(scenarios, company, spares), runs).counterexample).toBeNull();
});

test('G-28 property: rechecks take half at most, and leave a request for the approval', () => {
  expect(counterexample(halvesRechecks)).toBeNull();
});

test('G-22 property: every request goes out in bounded time', () => {
  expect(counterexample(sendsAll)).toBeNull();
});

test('G-22 property: also when the wall clock jumps', () => {
  expect(counterexample(sendsAll, jumps)).toBeNull();
});

test('G-23 property: when a request is held back, nothing below it would go', () => {
  expect(counterexample(keepsOrder)).toBeNull();
});

test('the scenarios of these properties are no idyll: windows fill up, answers are lost, clocks jump', () => {
  const met = { full: 0, lost: 0, unsent: 0, headerless: 0 };
  for (const scenario of fc.sample(scenarios, runs)) {
    if (scenario.arrivals.length > scenario.limit) met.full += 1;
    if (scenario.lostPercent > 0) met.lost += 1;
    if (scenario.unsentPercent > 0) met.unsent += 1;
    if (scenario.resetForm === 'none') met.headerless += 1;
  }
  expect(Object.values(met).every((count) => count > 30)).toBe(true);
});
