import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { play, resetForms, type World } from './testing/quota-harness.ts';

const runs = { numRuns: 1_000, seed: 20_261_120 };
const LONGEST_WINDOWS = 60;

const worlds: fc.Arbitrary<World> = fc
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
  .map(({ pattern, ...world }) => ({
    ...world,
    arrivals: pattern.map(({ part, priority }) => ({ atMs: part * world.windowMs, priority })),
  }));

const jumps = fc.array(
  fc.record({
    atMs: fc.integer({ min: 0, max: 7_200_000 }),
    byMs: fc.integer({ min: -36_000_000, max: 36_000_000 }),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Enough windows for every request to find its place, however low its share. */
function boundMs(world: World): number {
  return (world.arrivals.length + LONGEST_WINDOWS) * (world.windowMs + 5_000);
}

type Check = (world: World, moves: World['jumps']) => boolean;

/** A window that had begun before, and another client of the same token. */
const company = fc.record({
  usedPart: fc.double({ min: 0, max: 1, noNaN: true }),
  agoPart: fc.double({ min: 0, max: 1, noNaN: true }),
  others: fc.array(fc.double({ min: 0, max: 4, noNaN: true }), { maxLength: 100 }),
});
type Company = typeof company extends fc.Arbitrary<infer Value> ? Value : never;

/** The worst it can find and still send its first request, a recheck and a click beside it, unrefused. */
function inUse(world: World, { usedPart, agoPart }: Company): World {
  const used = Math.floor(usedPart * Math.max(0, world.limit - 3));
  return { ...world, before: { used, agoMs: agoPart * world.windowMs * 0.99 } };
}

function inCompany(world: World, given: Company): World {
  return { ...inUse(world, given), othersAtMs: given.others.map((part) => part * world.windowMs) };
}

/** The smallest world in which the check fails, or null. */
function counterexample(check: Check, moves: fc.Arbitrary<World['jumps']> = fc.constant([])) {
  return fc.check(fc.property(worlds, moves, check), runs).counterexample;
}

const isNeverRefused: Check = (world) => play(world, boundMs(world)).refused === 0;
const sparesReserve: Check = (world) => play(world, boundMs(world)).intoReserve === 0;
const halvesRechecks: Check = (world) => {
  const { beyondHalf, noneLeft } = play(world, boundMs(world));
  return beyondHalf + noneLeft === 0;
};
const keepsOrder: Check = (world) => play(world, boundMs(world)).inversions === 0;
const sendsAll: Check = (world, moves) =>
  play({ ...world, jumps: moves }, boundMs(world)).dispatched === world.arrivals.length;

test('G-20 property: alone on its token, Billfold is never refused', () => {
  expect(counterexample(isNeverRefused)).toBeNull();
});

test('G-20 property: also when a count was lost in mid-window, as long as headers tell it', () => {
  const isNever = (world: World, given: Company): boolean => {
    const told = world.resetForm === 'none' ? ({ ...world, resetForm: 'epochMs' } as const) : world;
    return isNeverRefused(inUse({ ...told, lostPercent: 0, unsentPercent: 0 }, given), []);
  };
  expect(fc.check(fc.property(worlds, company, isNever), runs).counterexample).toBeNull();
});

test('G-22 property: also beside another client, and with a count that was lost', () => {
  const goesOut = (world: World, given: Company): boolean => sendsAll(inCompany(world, given), []);
  expect(fc.check(fc.property(worlds, company, goesOut), runs).counterexample).toBeNull();
});

test('G-23 property: also beside another client, and with a count that was lost', () => {
  const inOrder = (world: World, given: Company): boolean =>
    keepsOrder(inCompany(world, given), []);
  expect(fc.check(fc.property(worlds, company, inOrder), runs).counterexample).toBeNull();
});

test('G-21 property: nothing but approvals and their rechecks ever takes from the reserve', () => {
  expect(counterexample(sparesReserve)).toBeNull();
});

test('G-21 property: also when a count was lost in mid-window, once it is known', () => {
  const spares = (world: World, given: Company): boolean => sparesReserve(inUse(world, given), []);
  expect(fc.check(fc.property(worlds, company, spares), runs).counterexample).toBeNull();
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

test('the worlds of these properties are no idyll: windows fill up, answers are lost, clocks jump', () => {
  const met = { full: 0, lost: 0, unsent: 0, headerless: 0 };
  for (const world of fc.sample(worlds, runs)) {
    if (world.arrivals.length > world.limit) met.full += 1;
    if (world.lostPercent > 0) met.lost += 1;
    if (world.unsentPercent > 0) met.unsent += 1;
    if (world.resetForm === 'none') met.headerless += 1;
  }
  expect(Object.values(met).every((count) => count > 30)).toBe(true);
});
