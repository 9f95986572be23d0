import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import { requestPrioritySchema, type RequestPriority } from '../../../bridge/quota.ts';
import {
  availableOf,
  createGovernorState,
  reserveOf,
  usedOf,
  type GovernorState,
  type Permit,
} from '../governor-state.ts';
import { ask, outlook, settle } from '../governor.ts';
import { readRateHeaders } from '../rate-headers.ts';

/** How a service writes its reset, or that it sends no headers at all. */
export const resetForms = ['epochSeconds', 'epochMs', 'deltaSeconds', 'httpDate', 'none'] as const;

/** One arrangement: a service, a line of requests, and what goes wrong on the way. */
export interface World {
  readonly seed: number;
  readonly limit: number;
  readonly windowMs: number;
  readonly resetForm: (typeof resetForms)[number];
  /** Whether it cuts the reset to whole seconds upwards or downwards. */
  readonly roundsUp: boolean;
  readonly clockSkewMs: number;
  readonly latencyMs: number;
  /** Of 100 requests, how many never leave, and of how many the answer is lost. */
  readonly unsentPercent: number;
  readonly lostPercent: number;
  readonly backgroundShare: number;
  /** What a process before this one, whose count was lost, had used of a window, and how long ago. */
  readonly before: { readonly used: number; readonly agoMs: number } | null;
  /** When another client of the same token sends a request. */
  readonly othersAtMs: readonly number[];
  readonly arrivals: readonly { readonly atMs: number; readonly priority: RequestPriority }[];
  /** Moves of the wall clock: by the user, or, seen from running time, by a sleep. */
  readonly jumps: readonly { readonly atMs: number; readonly byMs: number }[];
}

/** What happened. Lists are empty when all went well. */
export interface Course {
  readonly refused: number;
  /** Reads, but for rechecks, that went out although only the reserve was left and that was known. */
  readonly intoReserve: number;
  /** Rechecks that took more than half of what the quota left to approving. */
  readonly beyondHalf: number;
  /** Rechecks after which the service had nothing left for the approval. */
  readonly noneLeft: number;
  /** Moments at which a lower priority would have been let out and a higher one not. */
  readonly inversions: number;
  readonly dispatched: number;
  readonly endedMs: number;
}

const priorities = requestPrioritySchema.options;
const START_MS = 1_800_000_000_000;

/** Plays a world to its end, or until `mostMs`; time jumps from event to event. */
export function play(world: World, mostMs: number): Course {
  const random = createSeededRandom(world.seed);
  const service = createWindow(world);
  const events = [
    ...world.arrivals.map(({ atMs }) => atMs),
    ...world.jumps.map(({ atMs }) => atMs),
  ];
  const answers: { atMs: number; deliver(): void }[] = [];
  const waiting = world.arrivals.toSorted((left, right) => left.atMs - right.atMs);
  const course = {
    refused: 0,
    intoReserve: 0,
    beyondHalf: 0,
    noneLeft: 0,
    inversions: 0,
    dispatched: 0,
    endedMs: 0,
  };
  const documented = { requestsPerWindow: world.limit, windowMs: world.windowMs };
  let state: GovernorState = createGovernorState('a', documented);
  let nowMs = 0;
  // Dispatched, and not yet counted by the service.
  let onTheWay = 0;

  const at = () => {
    const offsetMs = world.jumps.reduce((sum, j) => sum + (j.atMs <= nowMs ? j.byMs : 0), 0);
    return { nowMs: START_MS + offsetMs + nowMs, elapsedMs: nowMs };
  };

  const noteRecheck = (left: number): void => {
    const { approval, recheck } = usedOf(state);
    // Of what is left to approving, an odd one may be a recheck's.
    if (recheck > approval + availableOf(state) + 1) course.beyondHalf += 1;
    if (world.limit > 1 && left < 1) course.noneLeft += 1;
  };

  const dispatch = (permit: Permit): void => {
    course.dispatched += 1;
    onTheWay += 1;
    const left = service.leftAt(nowMs) - onTheWay;
    const isApproval = permit.priority === 'approval' || permit.priority === 'recheck';
    if (permit.priority === 'recheck') noteRecheck(left);
    const isKnown = state.window.lowestRemaining !== null;
    if (!isApproval && isKnown && left < reserveOf(world.limit)) course.intoReserve += 1;
    const chance = random.next() * 100;
    const thereMs = nowMs + random.next() * world.latencyMs;
    const backMs = thereMs + random.next() * world.latencyMs;
    const serve = (): void => {
      onTheWay -= 1;
      const { status, headers } = service.take(thereMs);
      if (status === 429) course.refused += 1;
      const isLost = chance < world.unsentPercent + world.lostPercent;
      answers.push({
        atMs: backMs,
        deliver: () => {
          const known = { permit, at: at(), random: random.next(), status };
          const reading = readRateHeaders(new Headers(headers));
          state = settle(
            state,
            isLost ? { ...known, kind: 'lost' } : { ...known, kind: 'answered', reading },
          );
        },
      });
    };
    const fails = (): void => {
      onTheWay -= 1;
      state = settle(state, { kind: 'unsent', permit, random: 0.5, at: at() });
    };
    answers.push({ atMs: thereMs, deliver: chance < world.unsentPercent ? fails : serve });
  };

  const admit = (): void => {
    const passed = new Set<RequestPriority>();
    for (;;) {
      const next = priorities
        .filter((each) => !passed.has(each))
        .map((each) => waiting.findIndex((a) => a.priority === each && a.atMs <= nowMs))
        .find((index) => index >= 0);
      if (next === undefined) return;
      const priority = waiting[next]?.priority ?? 'background';
      const event = { priority, backgroundShare: world.backgroundShare, at: at() };
      const asked = ask(state, event);
      if (asked.decision.kind === 'wait') {
        if (asked.decision.until !== null) events.push(asked.decision.until.elapsedMs);
        // Whose share is used up waits alone; the queue goes on with the others.
        passed.add(priority);
        if (asked.decision.why === 'share') continue;
        const lower = priorities.slice(priorities.indexOf(priority) + 1);
        const passes = lower.filter(
          (each) => outlook(state, { ...event, priority: each }) === null,
        );
        course.inversions += passes.length;
        return;
      }
      state = asked.state;
      waiting.splice(next, 1);
      dispatch(asked.decision.permit);
    }
  };

  while (nowMs < mostMs && (waiting.length > 0 || answers.length > 0)) {
    admit();
    const times = [...events, ...answers.map(({ atMs }) => atMs)].filter((each) => each > nowMs);
    const due = answers.filter(({ atMs }) => atMs <= nowMs);
    if (due.length === 0) {
      if (times.length === 0) break;
      nowMs = Math.min(...times);
    }
    for (const answer of answers.filter(({ atMs }) => atMs <= nowMs)) {
      answers.splice(answers.indexOf(answer), 1);
      answer.deliver();
    }
    events.splice(0, events.length, ...events.filter((each) => each > nowMs));
  }
  return { ...course, endedMs: nowMs };
}

/** The service's side: a window that begins with its first request (service page, *Limits*). */
function createWindow(world: World) {
  let startMs: number | null = world.before === null ? null : -world.before.agoMs;
  let used = world.before?.used ?? 0;
  const others = world.othersAtMs.toSorted((left, right) => left - right);
  const isOpen = (nowMs: number): boolean => startMs !== null && nowMs < startMs + world.windowMs;
  const spend = (nowMs: number): number => {
    if (!isOpen(nowMs)) {
      startMs = nowMs;
      used = 0;
    }
    const status = used < world.limit ? 200 : 429;
    if (status === 200) used += 1;
    return status;
  };
  const letOthersSpend = (nowMs: number): void => {
    for (let atMs = others[0]; atMs !== undefined && atMs <= nowMs; atMs = others[0]) {
      others.shift();
      spend(atMs);
    }
  };
  const leftAt = (nowMs: number): number => {
    letOthersSpend(nowMs);
    return isOpen(nowMs) ? world.limit - used : world.limit;
  };
  return {
    leftAt,
    take: (nowMs: number) => {
      letOthersSpend(nowMs);
      const status = spend(nowMs);
      const resetMs = (startMs ?? nowMs) + world.windowMs;
      return { status, headers: headersOf(world, nowMs, resetMs, leftAt(nowMs)) };
    },
  };
}

function headersOf(
  world: World,
  nowMs: number,
  resetMs: number,
  left: number,
): Record<string, string> {
  const serviceMs = (elapsedMs: number): number => START_MS + world.clockSkewMs + elapsedMs;
  const date = new Date(Math.floor(serviceMs(nowMs) / 1000) * 1000).toUTCString();
  if (world.resetForm === 'none') return { date };
  const whole = world.roundsUp ? Math.ceil : Math.floor;
  const resetS = whole(serviceMs(resetMs) / 1000);
  const reset = {
    epochSeconds: String(resetS),
    epochMs: String(Math.ceil(serviceMs(resetMs))),
    deltaSeconds: String(whole((resetMs - nowMs) / 1000)),
    httpDate: new Date(resetS * 1000).toUTCString(),
  }[world.resetForm];
  return {
    date,
    'x-ratelimit-limit': String(world.limit),
    'x-ratelimit-remaining': String(left),
    'x-ratelimit-reset': reset,
  };
}
