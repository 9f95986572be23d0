import type { RequestPriority } from '../../../bridge/quota.ts';
import {
  createGovernorState,
  type DocumentedQuota,
  type GovernorState,
  type Permit,
} from '../governor-state.ts';
import { ask, settle, type Decision } from '../governor.ts';
import type { RateReading } from '../../../contract/body/rate-headers.ts';

type Answer = Partial<RateReading> & { readonly status?: number; readonly random?: number };

/** A governor with its own clock, for tests that go step by step. */
export interface GovernorScenario {
  state(): GovernorState;
  /** Lets time pass on both clocks. */
  pass(durationMs: number): void;
  /** Moves only the wall clock. */
  jump(byMs: number): void;
  ask(priority: RequestPriority, backgroundShare?: number): Decision;
  /** Asks; the test fails if the answer is not go. */
  go(priority: RequestPriority): Permit;
  /** Sends requests of this priority while they may go; all stay under way. */
  goAll(priority: RequestPriority, backgroundShare?: number): Permit[];
  answered(permit: Permit, answer?: Answer): void;
  /** Sends a request, which is answered at once. */
  request(priority: RequestPriority, answer?: Answer): void;
  /** Asks for each priority in turn: go or wait. */
  kinds(priorities: readonly RequestPriority[]): string[];
  /** Time until which this priority must wait, elapsed milliseconds; null when it may go. */
  waitsUntil(priority: RequestPriority): number | null;
  lost(permit: Permit): void;
  unsent(permit: Permit): void;
  readonly nowMs: () => number;
}

export const START_MS = 1_800_000_000_000;

export const silence: RateReading = {
  limit: null,
  remaining: null,
  reset: null,
  retryAfter: null,
  dateMs: null,
  ageS: null,
  others: [],
};

export function startGovernor(
  documented: DocumentedQuota = { requestsPerWindow: 100, windowMs: 3_600_000 },
  start?: GovernorState,
): GovernorScenario {
  let state = start ?? createGovernorState('a', documented);
  let elapsedMs = 0;
  let offsetMs = START_MS;
  const at = () => ({ nowMs: offsetMs + elapsedMs, elapsedMs });
  const governor: GovernorScenario = {
    state: () => state,
    nowMs: () => at().nowMs,
    pass: (durationMs) => {
      elapsedMs += durationMs;
    },
    jump: (byMs) => {
      offsetMs += byMs;
    },
    ask: (priority, backgroundShare = 0.3) => {
      const asked = ask(state, { priority, backgroundShare, at: at() });
      state = asked.state;
      return asked.decision;
    },
    go: (priority) => {
      const decision = governor.ask(priority);
      if (decision.kind !== 'go') throw new Error(`expected go, got ${decision.why}`);
      return decision.permit;
    },
    goAll: (priority, backgroundShare) => {
      const permits: Permit[] = [];
      for (;;) {
        const decision = governor.ask(priority, backgroundShare);
        if (decision.kind !== 'go') return permits;
        permits.push(decision.permit);
      }
    },
    answered: (permit, { status = 200, random = 0.5, ...reading } = {}) => {
      const answer = { ...silence, ...reading };
      state = settle(state, {
        kind: 'answered',
        permit,
        status,
        reading: answer,
        random,
        at: at(),
      });
    },
    request: (priority, answer) => governor.answered(governor.go(priority), answer),
    kinds: (priorities) => priorities.map((priority) => governor.ask(priority).kind),
    waitsUntil: (priority) => {
      const decision = governor.ask(priority);
      return decision.kind === 'wait' ? (decision.until?.elapsedMs ?? null) : null;
    },
    lost: (permit) => {
      state = settle(state, { kind: 'lost', permit, random: 0.5, at: at() });
    },
    unsent: (permit) => {
      state = settle(state, { kind: 'unsent', permit, random: 0.5, at: at() });
    },
  };
  return governor;
}
