import type { Played } from './play.ts';

/** Counts of one contender. */
export interface Score {
  readonly made: number;
  readonly acknowledged: number;
  /** Acknowledged, never applied, and not shown as such. */
  readonly lost: number;
  /** Not acknowledged either: clicked, and lost without a message. */
  readonly gone: number;
  /** Applied more than once. */
  readonly duplicated: number;
  /** Waiting for the user's decision. */
  readonly inDoubt: number;
  /** Number of those that the service had applied. */
  readonly inDoubtApplied: number;
  /** Reported as failed, and not applied. */
  readonly failed: number;
  /** Reported as failed, but applied. */
  readonly failedButApplied: number;
  /** Still waiting at the end. */
  readonly waiting: number;
  readonly kills: number;
  readonly seconds: number;
}

export function scoreOf({ fates, kills, seconds }: Played): Score {
  const count = (is: (fate: Played['fates'][number]) => boolean): number => fates.filter(is).length;
  const isSilent = (fate: Played['fates'][number]): boolean =>
    fate.applied === 0 && fate.shown === null;
  return {
    made: fates.length,
    acknowledged: count((fate) => fate.isAcknowledged),
    lost: count((fate) => isSilent(fate) && fate.isAcknowledged),
    gone: count((fate) => isSilent(fate) && !fate.isAcknowledged),
    duplicated: count(({ applied }) => applied > 1),
    inDoubt: count(({ shown }) => shown === 'inDoubt'),
    inDoubtApplied: count(({ shown, applied }) => shown === 'inDoubt' && applied > 0),
    failed: count(({ shown, applied }) => shown === 'failed' && applied === 0),
    failedButApplied: count(({ shown, applied }) => shown === 'failed' && applied > 0),
    waiting: count(({ shown }) => shown === 'waiting'),
    kills,
    seconds: Math.round(seconds),
  };
}

/** Sum of several runs of one contender. */
export function sumOf(scores: readonly Score[]): Score {
  const [first] = scores;
  if (!first) throw new Error('Nothing was played.');
  const names = Object.keys(first) as (keyof Score)[];
  const sums = names.map((name) => [name, scores.reduce((sum, score) => sum + score[name], 0)]);
  return Object.fromEntries(sums) as Score;
}

export const columns = [
  'queue',
  'approvals',
  'acknowledged',
  'lost',
  'gone unacknowledged',
  'applied twice or more',
  'left to the user (of them applied)',
  'told failed (though applied)',
  'still waiting',
  'kills',
  'seconds',
];

/** Result of one contender; `problem` if it could not run. */
export interface Row {
  readonly name: string;
  readonly score: Score | null;
  readonly problem: string | null;
}

/** A row of the table. */
export function rowOf({ name, score, problem }: Row): readonly (string | number)[] {
  if (score === null) return [name, `could not be run: ${problem}`];
  return [
    name,
    score.made,
    score.acknowledged,
    score.lost,
    score.gone,
    score.duplicated,
    `${score.inDoubt} (${score.inDoubtApplied})`,
    `${score.failed + score.failedButApplied} (${score.failedButApplied})`,
    score.waiting,
    score.kills,
    score.seconds,
  ];
}
