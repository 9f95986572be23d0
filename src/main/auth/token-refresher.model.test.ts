import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { resultOf, signedIn, type TokenFixture } from './testing/token-fixture.ts';
import { oauthError } from './testing/fake-token-endpoint.ts';
import type { TokenFault } from './testing/fake-token-endpoint.ts';

const faults = {
  offline: (): TokenFault => 'offline',
  lostBefore: (): TokenFault => 'lostBefore',
  lostAfter: (): TokenFault => 'lostAfter',
  down: (): TokenFault => ({ answer: new Response('', { status: 500 }) }),
  busy: (): TokenFault => ({ answer: new Response('', { status: 429 }) }),
  portal: (): TokenFault => ({ answer: new Response('<html>') }),
  wrongClient: (): TokenFault => ({ answer: oauthError('invalid_client', null, 401) }),
} as const;
const faultNames = [
  'offline',
  'lostBefore',
  'lostAfter',
  'down',
  'busy',
  'portal',
  'wrongClient',
] as const;
const waitsMs = [0, 500, 5_000, 60_000, 400_000, 6_900_000, 7_200_000];

/** One step of a run: what callers, time, the service and the machine do next. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('ask'), callers: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('renew'), behind: fc.integer({ min: 0, max: 2 }) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(...waitsMs) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('fault'), fault: fc.constantFrom(...faultNames) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('hold', 'release', 'crash', 'lockKeyring') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('signOut', 'revoke') }) },
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** A step, and how many turns the promises get before the next: where the interleavings come from. */
const timed = fc.tuple(step, fc.integer({ min: 0, max: 40 }));
type Timed = readonly [Step, number];

/** What the runs met in all; a model of nothing would pass everything. */
const met = { refreshes: 0, ends: 0, crashes: 0, faults: 0, handedOut: 0 };

interface Run {
  readonly fixture: TokenFixture;
  readonly pending: Promise<string>[];
  gate: PromiseWithResolvers<void> | null;
}

async function play(steps: readonly Timed[]): Promise<Run> {
  const fixture = await signedIn();
  const run: Run = { fixture, pending: [], gate: null };
  for (const [next, turns] of steps) {
    await perform(run, next);
    await breathe(turns);
  }
  release(run);
  await drain(run);
  return run;
}

async function perform(run: Run, next: Step): Promise<void> {
  const { fixture, pending } = run;
  const at = fixture.refresher;
  switch (next.do) {
    case 'ask':
      for (let count = 0; count < next.callers; count++) pending.push(at.current().then(resultOf));
      break;
    case 'renew':
      pending.push(renewBehind(fixture, next.behind));
      break;
    case 'wait':
      await fixture.clock.advance(next.ms);
      break;
    case 'fault':
      met.faults++;
      fixture.endpoint.faults.push(faults[next.fault]());
      break;
    case 'hold':
      run.gate ??= Promise.withResolvers<void>();
      fixture.endpoint.gate = run.gate.promise;
      break;
    case 'release':
      release(run);
      break;
    case 'crash':
      met.crashes++;
      fixture.crash();
      break;
    case 'signOut':
      at.drop();
      break;
    case 'lockKeyring':
      fixture.secrets.awayFor = 2;
      break;
    case 'revoke':
      fixture.endpoint.revokeAll();
      break;
  }
}

/** A caller that got 401 to a token it was handed `behind` generations ago. */
async function renewBehind(fixture: TokenFixture, behind: number): Promise<string> {
  const held = await fixture.refresher.current();
  if (!held.ok) return resultOf(held);
  return resultOf(await fixture.refresher.renew(Math.max(1, held.value.generation - behind)));
}

function release(run: Run): void {
  run.gate?.resolve();
  run.gate = null;
  run.fixture.endpoint.gate = null;
}

/** Lets what is ready run. Microtasks only: nothing here waits for the platform. */
async function breathe(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
}

async function drain(run: Run): Promise<void> {
  const answers: string[] = [];
  for (const pending of run.pending) void pending.then((answer) => answers.push(answer));
  for (let turn = 0; turn < 20 && answers.length < run.pending.length; turn++) {
    await breathe(10);
    await run.fixture.clock.advance(2_000);
  }
  if (answers.length < run.pending.length) throw new Error('a caller was never answered');
  met.handedOut += answers.filter((answer) => answer.includes('@')).length;
}

/** What must hold after any run. @returns the sentences that do not */
function broken(run: Run, steps: readonly Step[]): string[] {
  const { endpoint, ends, disk } = run.fixture;
  const problems: string[] = [];
  const crashes = steps.filter((next) => next.do === 'crash').length;
  if (endpoint.mostAtOnce > 1) problems.push('two refreshes at once');
  for (const [token, times] of endpoint.redeemed) {
    if (times > 1) problems.push(`${token} was redeemed ${times} times`);
  }
  const presented = [...endpoint.refusedAfterUse.values()].reduce((sum, times) => sum + times, 0);
  // Whoever did not hear of the new refresh token may present the old one again.
  const allowed =
    crashes + steps.filter((next) => next.do === 'fault' && next.fault === 'lostAfter').length;
  if (presented > allowed) problems.push('a used refresh token was presented again');
  const mayBeRefused =
    allowed > 0 || steps.some((next) => next.do === 'signOut' || next.do === 'revoke');
  const isRefused = endpoint.requests.length > 0 && ends.includes('refused');
  if (isRefused && !mayBeRefused) problems.push('signed out without invalid_grant');
  if (ends.some((why) => why !== 'refused')) problems.push(`ended as ${ends.join(', ')}`);
  const text = disk.text() ?? '';
  if (endpoint.secrets.some((secret) => text.includes(secret)))
    problems.push('a token in the clear');
  met.refreshes += endpoint.redeemed.size;
  met.ends += ends.length;
  return problems;
}

const RUNS = process.env['BILLFOLD_DEEP'] ? 200_000 : 10_000;

test('T-12 whatever callers, time, failures and crashes do: one refresh at a time, no token used twice, no one signed out but by the service', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(timed, { minLength: 5, maxLength: 40 }), async (steps) => {
      const run = await play(steps);
      const done = steps.map(([next]) => next);
      expect(broken(run, done)).toEqual([]);
    }),
    { seed: 20_260_201, numRuns: RUNS },
  );
  const unmet = Object.entries(met).filter(([, count]) => count === 0);
  expect(unmet).toEqual([]);
}, 300_000);
