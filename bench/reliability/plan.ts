import type { Random } from '../../src/base/random.ts';
import { createSeededRandom } from '../../src/base/seeded-random.ts';

/** Result of one request for an approval. */
export type Fate =
  | 'answered'
  /** The connection breaks before the approval is applied. */
  | 'droppedBefore'
  /** The approval is applied; the connection breaks before the answer. */
  | 'droppedAfter'
  | 'unavailable503'
  /** The approval is applied, then answered with 500. */
  | 'failedAfter500'
  /** The approval is not applied; `Retry-After: 1`. */
  | 'tooMany429';

export interface RequestPlan {
  readonly fate: Fate;
  /** Delay before the service handles the request, milliseconds. It is applied even when its sender is gone. */
  readonly latencyMs: number;
}

/** The time from one start of the app to the next. */
export interface Round {
  readonly approvals: number;
  /** Number of approvals before the kill; the others follow after the restart. */
  readonly killAfter: number;
  /** Time between two approvals, milliseconds. */
  readonly gapMs: number;
  /** Whether the network is cut before the first approval. */
  readonly isCut: boolean;
  /** Whether it is restored before the kill, so that the kill meets the queue while it empties. */
  readonly isBackBeforeKill: boolean;
  /** From the last approval before the kill, or the network's return, to the kill, milliseconds. */
  readonly killDelayMs: number;
  /** From the restart to the network's return, if it is still cut, milliseconds. */
  readonly backAfterRestartMs: number;
  /** From the last approval of the round to the next round, milliseconds. */
  readonly settleMs: number;
}

export interface Plan {
  readonly seed: number;
  readonly approvals: number;
  readonly rounds: readonly Round[];
  /** Plan for the `attempt`-th request (from 1) for the `bill`-th bill (from 0). The same for all contenders. */
  requestPlan(bill: number, attempt: number): RequestPlan;
}

/** From this attempt on every request is answered, so that persistent retries succeed. */
export const FIRST_SURE_ATTEMPT = 3;
const BASE_LATENCY_MS = 60;
const LATENCY_SPREAD_MS = 240;
const DELAYED_MS = 1_200;
/** Share of slow requests. */
const DELAYED_SHARE = 0.2;

/** Probabilities of the faults. The remaining requests are answered. */
const chances: readonly (readonly [Fate, number])[] = [
  ['droppedBefore', 0.08],
  ['droppedAfter', 0.1],
  ['unavailable503', 0.08],
  ['failedAfter500', 0.07],
  ['tooMany429', 0.07],
];

/** All events of a seed, the same for every contender. */
export function createPlan(seed: number, approvals: number, kills: number): Plan {
  const random = createSeededRandom(seed);
  const perRound = Math.ceil(approvals / kills);
  const rounds = Array.from({ length: kills }, (_, index) =>
    planRound(random, Math.min(perRound, approvals - index * perRound)),
  );
  return {
    seed,
    approvals,
    rounds,
    requestPlan: (bill, attempt) =>
      planRequest(createSeededRandom(seed * 7_919 + bill * 101 + attempt), attempt),
  };
}

function planRound(random: Random, approvals: number): Round {
  const between = (least: number, most: number): number =>
    Math.round(least + random.next() * (most - least));
  return {
    approvals,
    killAfter: between(1, approvals),
    gapMs: between(20, 250),
    isCut: random.next() < 0.6,
    isBackBeforeKill: random.next() < 0.7,
    killDelayMs: between(0, 1_500),
    backAfterRestartMs: between(0, 800),
    settleMs: between(0, 1_500),
  };
}

function planRequest(random: Random, attempt: number): RequestPlan {
  const slow = random.next() < DELAYED_SHARE ? DELAYED_MS : 0;
  const latencyMs = Math.round(BASE_LATENCY_MS + random.next() * LATENCY_SPREAD_MS + slow);
  if (attempt >= FIRST_SURE_ATTEMPT) return { fate: 'answered', latencyMs };
  let drawn = random.next();
  for (const [fate, chance] of chances) {
    if (drawn < chance) return { fate, latencyMs };
    drawn -= chance;
  }
  return { fate: 'answered', latencyMs };
}
