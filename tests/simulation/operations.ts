import type { Random } from '../../src/base/random.ts';
import { createSeededRandom } from '../../src/base/testing/seeded-random.ts';
import type { ApproveAnswer } from '../reference-peer/grammar.ts';
import type { PagingReading } from '../reference-peer/lists.ts';
import { backupKinds, type BackupKind } from './backup.ts';
import { exchangeFaults, type ExchangeFault, type Place } from './network.ts';

/**
 * Events of a run, as data. `pick` and `picks` are numbers in [0, 1) that choose among the candidates at the
 * time, so that a plan still works when operations are left out.
 */
export type Operation =
  // Actions of the user.
  | { readonly kind: 'approve'; readonly picks: readonly number[]; readonly undo: boolean }
  | { readonly kind: 'undo'; readonly pick: number }
  | { readonly kind: 'sendAgain'; readonly pick: number; readonly all: boolean }
  | { readonly kind: 'approveAsChanged'; readonly pick: number }
  | { readonly kind: 'withdraw'; readonly pick: number }
  | { readonly kind: 'markConfirmed'; readonly pick: number }
  /** The user has seen that a confirmed bill had changed. */
  | { readonly kind: 'acknowledge'; readonly pick: number }
  | { readonly kind: 'adopt' }
  | { readonly kind: 'selectOrganization' }
  | { readonly kind: 'showAll' }
  | { readonly kind: 'signOut'; readonly waiting: 'keep' | 'discard' }
  | { readonly kind: 'signIn' }
  | { readonly kind: 'refresh' }
  | { readonly kind: 'sendAgainByItself'; readonly on: boolean }
  | { readonly kind: 'setClock'; readonly byMs: number }
  | { readonly kind: 'hideWindow'; readonly forMs: number }
  | { readonly kind: 'quit' }
  // Events at the service.
  | { readonly kind: 'editBill'; readonly pick: number; readonly field: number }
  | { readonly kind: 'payBill'; readonly pick: number; readonly part: boolean }
  | { readonly kind: 'voidBill'; readonly pick: number }
  | { readonly kind: 'addBill' }
  | { readonly kind: 'removeBill'; readonly pick: number }
  /** Another user of the service reverts the last change of a bill. */
  | { readonly kind: 'changeBack'; readonly pick: number }
  | { readonly kind: 'moveBill'; readonly pick: number }
  /** Adds a bill that the service page hardly allows, for good. */
  | { readonly kind: 'addOddBill'; readonly odd: OddBill }
  /** Hides an organization from this sign-in, for good. */
  | { readonly kind: 'hideOrganization'; readonly isFirst: boolean }
  | { readonly kind: 'expireTokens' }
  | { readonly kind: 'revokeSignIns' }
  | { readonly kind: 'consumeQuota'; readonly share: number }
  // Faults.
  | {
      readonly kind: 'network';
      readonly state: 'down' | 'portal';
      readonly forMs: number;
    }
  | {
      readonly kind: 'exchange';
      readonly fault: ExchangeFault;
      readonly place: Place | null;
      readonly count: number;
    }
  | {
      readonly kind: 'answer';
      readonly place: Place;
      readonly answer: ServiceFault;
      readonly count: number;
    }
  /** The next answers come from the reference peer's grammar, drawn with `seed`. */
  | {
      readonly kind: 'oddAnswers';
      readonly place: Place;
      readonly count: number;
      readonly seed: number;
    }
  /** Answers to the next approvals, in this order. The sandbox ignores it. */
  | { readonly kind: 'answers'; readonly answers: readonly ApproveAnswer[] }
  | { readonly kind: 'oddPages'; readonly reading: PageReading; readonly forMs: number }
  /** One call of the window to its databases fails once: the `inCalls`-th from now. */
  | { readonly kind: 'databaseFails'; readonly inCalls: number }
  /** The window closes, and its databases fail once during the next start. */
  | { readonly kind: 'badStart'; readonly inCalls: number }
  | {
      readonly kind: 'crash';
      readonly who: 'renderer' | 'main' | 'power';
      /** The process at whose step the power fails; drawn if absent. */
      readonly at?: 'renderer' | 'main';
      readonly inSteps: number;
      readonly downMs: number;
      /** Share of the unsynced bytes that survive a power cut. */
      readonly kept: number;
      /** Whether the power cut destroys the cached bills. */
      readonly losesCache: boolean;
    }
  | { readonly kind: 'diskFull'; readonly which: 'main' | 'renderer'; readonly forMs: number }
  /** Main's disk refuses every change, even the removal of a file. */
  | { readonly kind: 'diskReadOnly'; readonly forMs: number }
  | { readonly kind: 'sleep'; readonly forMs: number }
  /** The disk continues in another computer, like a copy: queued approvals may have been sent from here. */
  | { readonly kind: 'otherMachine' }
  /** Copies the profile now, and restores it later. */
  | { readonly kind: 'restore'; readonly what: BackupKind; readonly afterMs: number }
  | { readonly kind: 'wait'; readonly forMs: number };

/** The sandbox's faults, each with the places it can occur. */
const faultPlaces = {
  status500: ['approve', 'approve', 'bills', 'token'],
  status500Applied: ['approve'],
  status502Applied: ['approve'],
  status503: ['approve', 'approve', 'bills', 'token'],
  status503Applied: ['approve'],
  storm: ['approve', 'bills'],
  malformedBill: ['bills'],
  refuseCursor: ['bills'],
  duplicateItems: ['bills'],
  tokenDies: ['approve', 'bills'],
  invalid: ['approve'],
} as const satisfies Record<string, readonly Place[]>;
export type ServiceFault = keyof typeof faultPlaces;
const serviceFaults = Object.keys(faultPlaces) as ServiceFault[];
const oddKinds = ['dotDot', 'slash', 'deep', 'beyondExact'] as const;
export type OddBill = (typeof oddKinds)[number];
/** Oddities of the reference peer's pages. Anything not named is plain. */
export type PageReading = Readonly<Partial<PagingReading>>;

/** A step of a plan: an operation, and the time to wait after it. */
export interface Step {
  readonly operation: Operation;
  readonly thenMs: number;
}

/** Conditions fixed before a run begins. */
export interface Circumstances {
  readonly requestsPerWindow: number;
  readonly windowMs: number;
  readonly tokenLifetimeS: number;
  readonly resetForm: 'epochSeconds' | 'epochMs' | 'deltaSeconds' | 'httpDate' | 'absent';
  readonly clockOffsetMs: number;
  readonly approveAnswer: 'bill' | 'noContent' | 'wrappedBill' | 'accepted' | 'text';
  readonly statusAfterApprove: 'unchanged' | 'paid';
  readonly undoWindowMs: number;
  /** `meta.next_cursor` at the end of the reference peer's lists. The sandbox ends with null. */
  readonly listEnd: PagingReading['end'];
  /** Whether the reference peer has only one organization with four open bills, so that a run is short. */
  readonly isSmall?: true;
}

/** The sandbox, or a service written independently from the service page. */
export type ServiceKind = 'sandbox' | 'peer';

export interface Plan {
  readonly seed: number;
  readonly service: ServiceKind;
  readonly circumstances: Circumstances;
  readonly steps: readonly Step[];
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Operations per plan, without those drawn last. */
const LENGTH = 30;

/** `npm test` runs the seeds from 1 to this one, `npm run simulate` any number. */
export const TESTED_SEEDS = 110;

/**
 * The plan of a seed, always the same. Each seed prefers some kinds of operations and leaves others out, so
 * that rare ones coincide. Every second seed uses the peer.
 */
export function planOf(seed: number): Plan {
  const service: ServiceKind = seed % 2 === 0 ? 'peer' : 'sandbox';
  const random = createSeededRandom(seed * 7 + 5);
  // Draws the operations that were added last, so that the rest of a seed's plan stays the same.
  const later = createSeededRandom(seed * 7 + 4);
  const circumstances = { ...drawCircumstances(random), listEnd: choose(later, LIST_ENDS) };
  const draws = [...sharedDraws, ...(service === 'sandbox' ? sandboxDraws : peerDraws)];
  const mood = draws.map(([weight], index) =>
    // Without approvals, there would be nothing to check.
    index === 0 ? weight : weight * choose(random, MOODS),
  );
  const steps = Array.from({ length: LENGTH }, () => drawStep(random, draws, mood));
  const laterDraws = [...sharedLater, ...(service === 'peer' ? peerLater : [])];
  const weights = laterDraws.map(([weight]) => weight);
  for (let left = choose(later, HOW_MANY_LATER); left > 0; left--) {
    const place = between(later, 0, steps.length);
    steps.splice(place, 0, drawStep(later, laterDraws, weights));
  }
  return { seed, service, circumstances, steps };
}

const MOODS = [0, 1, 1, 3] as const;
const LIST_ENDS = ['null', 'null', 'empty', 'absent', 'stillThere'] as const;
/** In a plan with limits, main asks the user above this amount. */
export const LIMIT_CENTS = 100_000;

export function hasLimits({ seed }: Pick<Plan, 'seed'>): boolean {
  return seed % 3 === 0;
}

/** Most plans have none of them, some have several. */
const HOW_MANY_LATER = [0, 0, 0, 3, 5] as const;

function drawCircumstances(random: Random): Omit<Circumstances, 'listEnd'> {
  const isTight = random.next() < 0.25;
  return {
    requestsPerWindow: isTight ? between(random, 40, 90) : 1_000,
    windowMs: isTight ? 10 * MINUTE_MS : 60 * MINUTE_MS,
    tokenLifetimeS: choose(random, [7_200, 7_200, 900, 600]),
    resetForm: choose(random, [
      'epochSeconds',
      'epochSeconds',
      'epochMs',
      'deltaSeconds',
      'httpDate',
      isTight ? 'epochMs' : 'absent',
    ]),
    clockOffsetMs: choose(random, [0, 0, -90_000, 240_000]),
    approveAnswer: choose(random, ['bill', 'bill', 'noContent', 'wrappedBill', 'accepted', 'text']),
    statusAfterApprove: choose(random, ['unchanged', 'unchanged', 'paid']),
    undoWindowMs: choose(random, [5_000, 5_000, 5_000, 1_000, 30_000]),
  };
}

function drawStep(random: Random, draws: Draws, mood: readonly number[]): Step {
  const operation = drawOperation(random, draws, mood);
  return { operation, thenMs: drawPause(random) };
}

/** Usually a short time, so that operations overlap; sometimes a long one. */
function drawPause(random: Random): number {
  const chance = random.next();
  if (chance < 0.3) return Math.floor(random.next() * 300);
  if (chance < 0.75) return Math.floor(random.next() * 8 * SECOND_MS);
  if (chance < 0.95) return Math.floor(random.next() * MINUTE_MS);
  return Math.floor(random.next() * 8 * MINUTE_MS);
}

type Draw = (random: Random) => Operation;
/** Kinds of operations with their weights. */
type Draws = readonly (readonly [number, Draw])[];

const sharedDraws: Draws = [
  [
    26,
    (random) => ({
      kind: 'approve',
      picks: Array.from({ length: between(random, 1, 4) }, () => random.next()),
      undo: random.next() < 0.15,
    }),
  ],
  [4, (random) => ({ kind: 'undo', pick: random.next() })],
  [6, (random) => ({ kind: 'sendAgain', pick: random.next(), all: random.next() < 0.3 })],
  [5, (random) => ({ kind: 'approveAsChanged', pick: random.next() })],
  [2, (random) => ({ kind: 'withdraw', pick: random.next() })],
  [1, (random) => ({ kind: 'markConfirmed', pick: random.next() })],
  [1, (random) => ({ kind: 'acknowledge', pick: random.next() })],
  [2, () => ({ kind: 'adopt' })],
  [2, () => ({ kind: 'selectOrganization' })],
  [2, (random) => ({ kind: 'signOut', waiting: random.next() < 0.7 ? 'keep' : 'discard' })],
  [7, () => ({ kind: 'signIn' })],
  [4, () => ({ kind: 'refresh' })],
  [1, (random) => ({ kind: 'sendAgainByItself', on: random.next() < 0.5 })],
  [2, (random) => ({ kind: 'setClock', byMs: drawJump(random) })],
  [1, (random) => ({ kind: 'hideWindow', forMs: drawPause(random) })],
  [2, () => ({ kind: 'quit' })],
  [7, (random) => ({ kind: 'editBill', pick: random.next(), field: random.next() })],
  [3, (random) => ({ kind: 'payBill', pick: random.next(), part: random.next() < 0.4 })],
  [1, (random) => ({ kind: 'voidBill', pick: random.next() })],
  [2, () => ({ kind: 'addBill' })],
  [1, (random) => ({ kind: 'removeBill', pick: random.next() })],
  [3, (random) => ({ kind: 'changeBack', pick: random.next() })],
  [2, () => ({ kind: 'expireTokens' })],
  [1, () => ({ kind: 'revokeSignIns' })],
  [1, (random) => ({ kind: 'consumeQuota', share: random.next() })],
  [
    4,
    (random) => ({
      kind: 'network',
      state: random.next() < 0.8 ? 'down' : 'portal',
      forMs: 2 * SECOND_MS + drawPause(random),
    }),
  ],
  [
    10,
    (random) => ({
      kind: 'exchange',
      fault: choose(random, exchangeFaults),
      place: choose(random, ['approve', 'approve', 'approve', 'bills', 'token', null]),
      count: between(random, 1, 2),
    }),
  ],
  [
    12,
    (random) => ({
      kind: 'crash',
      who: choose(random, ['renderer', 'main', 'power', 'power']),
      inSteps: Math.floor(random.next() ** 2 * 100),
      downMs: Math.floor(random.next() * 20 * SECOND_MS),
      kept: random.next(),
      losesCache: random.next() < 0.15,
    }),
  ],
  [
    1,
    (random) => ({
      kind: 'diskFull',
      which: random.next() < 0.5 ? 'main' : 'renderer',
      forMs: drawPause(random),
    }),
  ],
  [1, (random) => ({ kind: 'diskReadOnly', forMs: drawPause(random) })],
  [1, (random) => ({ kind: 'sleep', forMs: drawPause(random) })],
  [3, (random) => ({ kind: 'wait', forMs: Math.floor(random.next() * 7 * MINUTE_MS) })],
  [0.7, () => ({ kind: 'otherMachine' })],
  [2, (random) => ({ kind: 'databaseFails', inCalls: Math.floor(random.next() ** 2 * 60) })],
];

const sandboxDraws: Draws = [
  [
    9,
    (random) => {
      const answer = choose(random, serviceFaults);
      const count = between(random, 1, 2);
      const [first, ...others] = faultPlaces[answer];
      const place = others.length === 0 ? first : choose(random, faultPlaces[answer]);
      return { kind: 'answer', place, answer, count };
    },
  ],
];

const peerDraws: Draws = [
  [
    12,
    (random) => ({
      kind: 'oddAnswers',
      place: choose(random, ['approve', 'approve', 'approve', 'bills', 'bills', 'organizations']),
      count: between(random, 1, 5),
      seed: Math.floor(random.next() * 2 ** 31),
    }),
  ],
  [
    5,
    (random) => ({
      kind: 'oddPages',
      reading: drawReading(random),
      forMs: MINUTE_MS + drawPause(random),
    }),
  ],
  [2, (random) => ({ kind: 'moveBill', pick: random.next() })],
  [0.6, (random) => ({ kind: 'hideOrganization', isFirst: random.next() < 0.5 })],
];

/** Operations that were added last. */
const sharedLater: Draws = [
  [2, () => ({ kind: 'showAll' })],
  [
    2,
    (random) => ({
      kind: 'restore',
      what: choose(random, backupKinds),
      afterMs: 20 * SECOND_MS + drawPause(random),
    }),
  ],
  [2, (random) => ({ kind: 'badStart', inCalls: Math.floor(random.next() * 20) })],
  [
    1,
    (random) => ({
      kind: 'approve',
      picks: Array.from({ length: 12 }, () => random.next()),
      undo: false,
    }),
  ],
];

const peerLater: Draws = [
  [4, (random) => ({ kind: 'addOddBill', odd: choose(random, oddKinds) })],
  // Longer than the interval between crawls, so that one of them sees it.
  [
    2,
    (random) => ({
      kind: 'oddPages',
      reading: { chain: choose(random, ['loop', 'emptyForEver', 'sameForEver']) },
      forMs: between(random, 6, 14) * MINUTE_MS,
    }),
  ],
  [
    3,
    (random) => ({
      kind: 'oddAnswers',
      place: 'token',
      count: between(random, 1, 3),
      seed: Math.floor(random.next() * 2 ** 31),
    }),
  ],
];

/** Two readings other than the plain one. */
function drawReading(random: Random): PageReading {
  const odd: readonly PageReading[] = [
    { cursors: 'secret', life: 'once', refusedWith: choose(random, [400, 404, 410, 422]) },
    { cursors: 'secret', life: 'threeRequests', refusedWith: choose(random, [400, 404]) },
    { cursors: 'secret', life: 'minute', refusedWith: 404 },
    { cursors: 'offset' },
    { end: choose(random, ['empty', 'absent', 'stillThere']) },
    { hasMore: choose(random, ['missing', 'withoutCursor']) },
    { chain: choose(random, ['loop', 'emptyForEver', 'sameForEver']) },
    { order: choose(random, ['oldest', 'shuffled']) },
    { repeats: true },
    { moves: true },
  ];
  return { ...choose(random, odd), ...choose(random, odd) };
}

/** @param mood weights of `draws` in this plan */
function drawOperation(random: Random, draws: Draws, mood: readonly number[]): Operation {
  let left = random.next() * mood.reduce((sum, weight) => sum + weight, 0);
  for (const [index, [, draw]] of draws.entries()) {
    left -= mood[index] ?? 0;
    if (left < 0) return draw(random);
  }
  return { kind: 'refresh' };
}

/** Clocks are off by minutes after a fault, and by hours after travel. */
function drawJump(random: Random): number {
  const size = choose(random, [40 * SECOND_MS, 7 * MINUTE_MS, 60 * MINUTE_MS, 26 * 60 * MINUTE_MS]);
  return random.next() < 0.5 ? -size : size;
}

function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random.next() * (most - least + 1));
}

export function choose<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[Math.floor(random.next() * values.length)];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
}

/** The value that a number in [0, 1) chooses; empty if there are no values. */
export function pickOne<Value>(values: readonly Value[], pick: number): Value[] {
  const value = values[Math.floor(pick * values.length)];
  return value === undefined ? [] : [value];
}
