import type { Random } from '../../src/base/random.ts';
import { createSeededRandom } from '../../src/base/seeded-random.ts';

/** What becomes of one request for an approval. */
export type Fate =
  | 'answered'
  /** The connection goes before anything is applied. */
  | 'droppedBefore'
  /** Applied; the connection goes before the answer. */
  | 'droppedAfter'
  | 'unavailable503'
  /** Applied, then answered with 500. */
  | 'failedAfter500'
  /** Not applied; `Retry-After: 1`. */
  | 'tooMany429';

export interface RequestPlan {
  readonly fate: Fate;
  /** How long the request waits before it is looked at; it is applied even when its sender is gone. */
  readonly latencyMs: number;
}

/** From one start of the app to the next. */
export interface Round {
  readonly approvals: number;
  /** Killed after this many of them; the others are made after the restart. */
  readonly killAfter: number;
  /** Between one approval and the next. */
  readonly gapMs: number;
  /** The network is cut before the first approval. */
  readonly isCut: boolean;
  /** And is back before the kill, so that the kill meets the queue as it empties. */
  readonly isBackBeforeKill: boolean;
  /** From the last approval before the kill, or the network's return, to the kill. */
  readonly killDelayMs: number;
  /** From the restart to the network's return, when it is still cut. */
  readonly backAfterRestartMs: number;
  /** From the last approval of the round to the next round. */
  readonly settleMs: number;
}

export interface Plan {
  readonly seed: number;
  readonly approvals: number;
  readonly rounds: readonly Round[];
  /** The fate of the `attempt`-th request (from 1) for the `bill`-th bill (from 0): the same for everyone. */
  requestPlan(bill: number, attempt: number): RequestPlan;
}

/** From this attempt on every request is answered, so that whoever keeps trying gets there. */
export const FIRST_SURE_ATTEMPT = 3;
const BASE_LATENCY_MS = 60;
const LATENCY_SPREAD_MS = 240;
const DELAYED_MS = 1_200;
/** One request in this many is slow. */
const DELAYED_SHARE = 0.2;

/** Chances of the fates, one after the other; what is left is answered. */
const chances: readonly (readonly [Fate, number])[] = [
  ['droppedBefore', 0.08],
  ['droppedAfter', 0.1],
  ['unavailable503', 0.08],
  ['failedAfter500', 0.07],
  ['tooMany429', 0.07],
];

/** Everything that happens to everyone, from a seed. */
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
