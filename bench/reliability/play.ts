import type { Clock } from '../../src/base/clock.ts';
import type { Plan, Round } from './plan.ts';

/** Final state of one approval. */
export interface Fate {
  /** Whether the app reported the approval as stored or sent. */
  readonly isAcknowledged: boolean;
  /** Number of times the service applied it. */
  readonly applied: number;
  /** The app's final message about it; `failed` also if it was reported as failed at any time before. */
  readonly shown: 'waiting' | 'failed' | 'inDoubt' | null;
}

/** A queue under test: an app with a user and a service. */
export interface Contender {
  readonly name: string;
  /** Starts the app with the previous run's profile. */
  start(): Promise<void>;
  /** Sends SIGKILL to all its processes. */
  kill(): Promise<void>;
  /** The user's click. Does not wait for the result. */
  approve(bill: number): Promise<void>;
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Waits until no approval is waiting, at most `limitMs`. */
  drain(limitMs: number): Promise<void>;
  /** One per bill, in order. */
  fates(): Promise<readonly Fate[]>;
  close(): Promise<void>;
}

/** Most time for a queue to empty after the last kill. The faults continue. */
const DRAIN_LIMIT_MS = 240_000;

export interface Played {
  readonly fates: readonly Fate[];
  readonly kills: number;
  readonly seconds: number;
}

/** Plays the whole plan with one contender. */
export async function play(contender: Contender, plan: Plan, clock: Clock): Promise<Played> {
  const startMs = clock.elapsedMs();
  await contender.start();
  let next = 0;
  for (const round of plan.rounds) {
    await playRound(contender, round, next, clock);
    next += round.approvals;
  }
  await contender.drain(DRAIN_LIMIT_MS);
  const fates = await contender.fates();
  const seconds = (clock.elapsedMs() - startMs) / 1_000;
  return { fates, kills: plan.rounds.length, seconds };
}

async function playRound(contender: Contender, round: Round, first: number, clock: Clock) {
  const approve = async (from: number, to: number): Promise<void> => {
    for (let bill = first + from; bill < first + to; bill += 1) {
      await contender.approve(bill);
      await clock.sleep(round.gapMs);
    }
  };
  if (round.isCut) await contender.cut();
  await approve(0, round.killAfter);
  if (round.isCut && round.isBackBeforeKill) await contender.restore();
  await clock.sleep(round.killDelayMs);
  await contender.kill();
  await contender.start();
  if (round.isCut && !round.isBackBeforeKill) {
    await clock.sleep(round.backAfterRestartMs);
    await contender.restore();
  }
  await approve(round.killAfter, round.approvals);
  await clock.sleep(round.settleMs);
}
