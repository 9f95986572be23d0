import type { Random } from '../../../base/random.ts';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import { requestPrioritySchema, type RequestPriority } from '../../../bridge/quota.ts';
import {
  availableOf,
  createGovernorState,
  reserveOf,
  usedOf,
  type GovernorState,
  type ClockReading,
  type Permit,
} from '../governor-state.ts';
import { ask, holdsUpOnlyItself, outlook, settle, type RequestResult } from '../governor.ts';
import { readRateHeaders } from '../../../contract/body/rate-headers.ts';

/** Forms in which a service writes its reset, including no reset and no headers at all. */
export const resetForms = [
  'epochSeconds',
  'epochMs',
  'deltaSeconds',
  'httpDate',
  'absent',
  'none',
] as const;

/** One scenario: a service, a line of requests, and faults on the way. */
export interface Scenario {
  readonly seed: number;
  readonly limit: number;
  readonly windowMs: number;
  readonly resetForm: (typeof resetForms)[number];
  /** Whether the service rounds the reset to whole seconds up or down. */
  readonly roundsUp: boolean;
  readonly clockSkewMs: number;
  readonly latencyMs: number;
  /** Percentage of requests that never leave, and of requests whose answers are lost. */
  readonly unsentPercent: number;
  readonly lostPercent: number;
  readonly backgroundShare: number;
  /**
   * Requests that an earlier process, whose count was lost, had sent in a window, and how long ago.
   */
  readonly before: { readonly used: number; readonly agoMs: number } | null;
  /** Times at which another client of the same token sends a request. */
  readonly othersAtMs: readonly number[];
  readonly arrivals: readonly { readonly atMs: number; readonly priority: RequestPriority }[];
  /** Moves of the wall clock: by the user, or, against elapsed time, by a sleep. */
  readonly jumps: readonly { readonly atMs: number; readonly byMs: number }[];
}

/** Course of a scenario. All counts are zero when it went well. */
export interface Course {
  readonly refused: number;
  /** Reads other than rechecks that left although the headers showed that only the reserve remained. */
  readonly intoReserve: number;
  /** Rechecks beyond half of the quota for approving. */
  readonly beyondHalf: number;
  /** Rechecks after which the service had nothing left for the approval. */
  readonly noneLeft: number;
  /** Number of times that a lower priority could leave while a higher one could not. */
  readonly inversions: number;
  /** Requests that had not left at the end. */
  readonly unsent: number;
}

const priorities = requestPrioritySchema.options;
const START_MS = 1_800_000_000_000;

interface Run {
  readonly scenario: Scenario;
  readonly random: Random;
  readonly service: ReturnType<typeof createWindow>;
  readonly waiting: Scenario['arrivals'][number][];
  /** Answers on their way back, with their effect on arrival. */
  readonly answers: { atMs: number; deliver(): void }[];
  /** Times at which something may change without a request or an answer. */
  readonly events: Set<number>;
  readonly course: { -readonly [Key in keyof Course]: Course[Key] };
  state: GovernorState;
  nowMs: number;
  /** Requests sent and not yet counted by the service. */
  onTheWay: number;
}

const LONGEST_WINDOWS = 60;

/** Plays a scenario to its end; time jumps from event to event. */
export function play(scenario: Scenario): Course {
  // Enough windows to send every request, however low its share.
  const maxMs = (scenario.arrivals.length + LONGEST_WINDOWS) * (scenario.windowMs + 5_000);
  const documented = { requestsPerWindow: scenario.limit, windowMs: scenario.windowMs };
  const run: Run = {
    scenario,
    random: createSeededRandom(scenario.seed),
    service: createWindow(scenario),
    waiting: scenario.arrivals.toSorted((left, right) => left.atMs - right.atMs),
    answers: [],
    events: new Set([...scenario.arrivals, ...scenario.jumps].map(({ atMs }) => atMs)),
    course: { refused: 0, intoReserve: 0, beyondHalf: 0, noneLeft: 0, inversions: 0, unsent: 0 },
    state: createGovernorState('a', documented),
    nowMs: 0,
    onTheWay: 0,
  };
  while (run.nowMs < maxMs && (run.waiting.length > 0 || run.answers.length > 0)) {
    admit(run);
    if (!run.answers.some(({ atMs }) => atMs <= run.nowMs)) {
      const times = [...run.events, ...run.answers.map(({ atMs }) => atMs)];
      const nextMs = Math.min(...times.filter((each) => each > run.nowMs));
      if (nextMs === Infinity) break;
      run.nowMs = nextMs;
    }
    for (const answer of run.answers.filter(({ atMs }) => atMs <= run.nowMs)) {
      run.answers.splice(run.answers.indexOf(answer), 1);
      answer.deliver();
    }
  }
  return { ...run.course, unsent: run.waiting.length };
}

function readClock({ scenario, nowMs }: Run): ClockReading {
  const offsetMs = scenario.jumps.reduce((sum, j) => sum + (j.atMs <= nowMs ? j.byMs : 0), 0);
  return { nowMs: START_MS + offsetMs + nowMs, elapsedMs: nowMs };
}

function admit(run: Run): void {
  const { scenario, waiting, course } = run;
  const passed = new Set<RequestPriority>();
  for (;;) {
    const next = priorities
      .filter((each) => !passed.has(each))
      .map((each) => waiting.findIndex((a) => a.priority === each && a.atMs <= run.nowMs))
      .find((index) => index >= 0);
    if (next === undefined) return;
    const priority = waiting[next]?.priority ?? 'background';
    const event = { priority, backgroundShare: scenario.backgroundShare, at: readClock(run) };
    const { state, decision } = ask(run.state, event);
    if (decision.kind === 'go') {
      run.state = state;
      waiting.splice(next, 1);
      dispatch(run, decision.permit);
      continue;
    }
    if (decision.until !== null) run.events.add(decision.until.elapsedMs);
    // Same order as `admit` in the queue.
    passed.add(priority);
    if (holdsUpOnlyItself(decision)) continue;
    const lower = priorities.slice(priorities.indexOf(priority) + 1);
    const isOpen = (each: RequestPriority): boolean =>
      outlook(run.state, { ...event, priority: each }) === null;
    course.inversions += lower.filter(isOpen).length;
    return;
  }
}

function dispatch(run: Run, permit: Permit): void {
  const { scenario, random, service, answers } = run;
  run.onTheWay += 1;
  watch(run, permit.priority, service.leftAt(run.nowMs) - run.onTheWay);
  const chance = random.next() * 100;
  const thereMs = run.nowMs + random.next() * scenario.latencyMs;
  const backMs = thereMs + random.next() * scenario.latencyMs;
  const end = (result: RequestResult): void => {
    run.state = settle(run.state, { ...result, permit, random: random.next(), at: readClock(run) });
  };
  const serve = (): void => {
    run.onTheWay -= 1;
    const { status, headers } = service.take(thereMs);
    if (status === 429) run.course.refused += 1;
    const reading = readRateHeaders(new Headers(headers));
    const isLost = chance < scenario.unsentPercent + scenario.lostPercent;
    const result: RequestResult = isLost ? { kind: 'lost' } : { kind: 'answered', status, reading };
    answers.push({ atMs: backMs, deliver: () => end(result) });
  };
  const fails = (): void => {
    run.onTheWay -= 1;
    end({ kind: 'unsent' });
  };
  answers.push({ atMs: thereMs, deliver: chance < scenario.unsentPercent ? fails : serve });
}

/**
 * Counts violations when a request leaves.
 * @param left what the service has left after it
 */
function watch(
  { scenario, state, course, service }: Run,
  priority: RequestPriority,
  left: number,
): void {
  if (priority === 'approval') return;
  if (priority === 'recheck') {
    const { approval, recheck } = usedOf(state);
    // If the quota for approving is odd, a recheck may use the last request.
    if (recheck > approval + availableOf(state) + 1) course.beyondHalf += 1;
    if (scenario.limit > 1 && left < 1) course.noneLeft += 1;
    return;
  }
  const isKnown = state.window.lowestRemaining !== null;
  const reserve = reserveOf(scenario.limit, scenario.limit - service.usedBefore());
  if (isKnown && left < reserve) course.intoReserve += 1;
}

/** The service's side: a window that begins with its first request (service page, *Limits*). */
function createWindow(scenario: Scenario) {
  let startMs: number | null = scenario.before === null ? null : -scenario.before.agoMs;
  let used = scenario.before?.used ?? 0;
  let usedBefore = used;
  const others = scenario.othersAtMs.toSorted((left, right) => left - right);
  const isOpen = (nowMs: number): boolean =>
    startMs !== null && nowMs < startMs + scenario.windowMs;
  const spend = (nowMs: number): number => {
    if (!isOpen(nowMs)) {
      startMs = nowMs;
      used = 0;
      usedBefore = 0;
    }
    const status = used < scenario.limit ? 200 : 429;
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
    return isOpen(nowMs) ? scenario.limit - used : scenario.limit;
  };
  return {
    leftAt,
    /** Requests of this window before the scenario began. */
    usedBefore: () => usedBefore,
    take: (nowMs: number) => {
      letOthersSpend(nowMs);
      const status = spend(nowMs);
      const resetMs = (startMs ?? nowMs) + scenario.windowMs;
      return { status, headers: headersOf(scenario, nowMs, resetMs, leftAt(nowMs)) };
    },
  };
}

function headersOf(
  scenario: Scenario,
  nowMs: number,
  resetMs: number,
  left: number,
): Record<string, string> {
  const serviceMs = (elapsedMs: number): number => START_MS + scenario.clockSkewMs + elapsedMs;
  const date = new Date(Math.floor(serviceMs(nowMs) / 1000) * 1000).toUTCString();
  if (scenario.resetForm === 'none') return { date };
  const whole = scenario.roundsUp ? Math.ceil : Math.floor;
  const resetS = whole(serviceMs(resetMs) / 1000);
  const reset = {
    epochSeconds: String(resetS),
    epochMs: String(Math.ceil(serviceMs(resetMs))),
    deltaSeconds: String(whole((resetMs - nowMs) / 1000)),
    httpDate: new Date(resetS * 1000).toUTCString(),
    absent: null,
  }[scenario.resetForm];
  return {
    date,
    'x-ratelimit-limit': String(scenario.limit),
    'x-ratelimit-remaining': String(left),
    ...(reset === null ? {} : { 'x-ratelimit-reset': reset }),
  };
}
