import type { Random } from '../../../src/base/random.ts';
import { createSeededRandom } from '../../../src/base/seeded-random.ts';
import type { Fault, FaultRule } from '../../../src/sandbox/faults/fault.ts';

/** One start of the app, up to its SIGKILL. */
export interface Life {
  /** Milliseconds from the window's appearance to SIGKILL, on an idle machine. */
  readonly killAfterMs: number;
  /** Number of approvals the user would make, and the time spent on each bill. */
  readonly approvals: number;
  readonly pauseMs: number;
  readonly faults: readonly FaultRule[];
}

const EARLIEST_KILL_MS = 100;
const LATEST_KILL_MS = 6_000;

/** The same seed gives the same lives. The state at each kill depends on the machine. */
export function planLives(count: number, seed: number): readonly Life[] {
  const random = createSeededRandom(seed);
  return Array.from({ length: count }, () => ({
    killAfterMs: between(random, EARLIEST_KILL_MS, LATEST_KILL_MS),
    approvals: between(random, 1, 5),
    pauseMs: between(random, 0, 300),
    faults: [...approveFaults(random), ...listFaults(random)],
  }));
}

const approvePath = { method: 'PATCH', path: '/api/v1/bills/*/approve' };
const listPath = { method: 'GET', path: '/api/v1/bills' };

/** Approving is usually slow, so that a kill comes during it, and sometimes fails. */
function approveFaults(random: Random): readonly FaultRule[] {
  const slow: Fault = { kind: 'latency', delayMs: between(random, 100, 1_200) };
  const failing: readonly Fault[] = [
    { kind: 'dropBeforeApply', reset: random.next() < 0.5 },
    { kind: 'dropAfterApply', reset: random.next() < 0.5 },
    { kind: 'status', status: 503, retryAfter: '1' },
    { kind: 'truncateBody', keepBytes: 20 },
  ];
  return [
    ...(random.next() < 0.8 ? [{ match: approvePath, fault: slow }] : []),
    ...(random.next() < 0.6
      ? [{ match: { ...approvePath, nth: between(random, 1, 3) }, fault: pick(random, failing) }]
      : []),
  ];
}

/** Each life reads a few pages. One of the first is slow, torn or refused. */
function listFaults(random: Random): readonly FaultRule[] {
  const failing: readonly Fault[] = [
    { kind: 'latency', delayMs: between(random, 50, 500) },
    { kind: 'truncateBody', keepBytes: 500 },
    { kind: 'dropBeforeApply', reset: true },
    { kind: 'status', status: 503, retryAfter: '1' },
  ];
  return [
    { match: { ...listPath, nth: between(random, 1, 6) }, fault: pick(random, failing) },
    { match: listPath, fault: { kind: 'latency', delayMs: between(random, 0, 80) } },
  ];
}

/** A whole number from `least` to `most`, both included. */
function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random.next() * (most - least + 1));
}

function pick<Thing>(random: Random, things: readonly Thing[]): Thing {
  const thing = things[Math.floor(random.next() * things.length)];
  if (thing === undefined) throw new Error('There is nothing to pick from.');
  return thing;
}
