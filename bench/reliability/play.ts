import type { Clock } from '../../src/base/clock.ts';
import type { Plan, Round } from './plan.ts';

/** Where one approval ended. */
export interface Fate {
  /** The app told the user that it keeps the approval, or that it is sent. */
  readonly isAcknowledged: boolean;
  /** How often the service applied it. */
  readonly applied: number;
  /** What the user is told of it at the end; `failed` also when it was told at any time before. */
  readonly shown: 'waiting' | 'failed' | 'inDoubt' | null;
}

/** A queue under test: an app with a user in front of it and a service behind it. */
export interface Contender {
  readonly name: string;
  /** Starts the app, on the profile of the run before. */
  start(): Promise<void>;
  /** SIGKILL to all of it. */
  kill(): Promise<void>;
  /** The user's click. Does not wait for what comes of it. */
  approve(bill: number): Promise<void>;
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Waits until nothing waits any more, or no longer than `limitMs`. */
  drain(limitMs: number): Promise<void>;
  /** One for each bill, in order. */
  fates(): Promise<readonly Fate[]>;
  close(): Promise<void>;
}

/** How long a queue may take to empty after the last kill. The faults go on. */
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
