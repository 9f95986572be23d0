import type { Played } from './play.ts';

/** What is counted for one contender. */
export interface Score {
  readonly made: number;
  readonly acknowledged: number;
  /** Acknowledged, never applied, and nothing on screen says so. */
  readonly lost: number;
  /** Not acknowledged either: clicked, and gone without a word. */
  readonly gone: number;
  /** Applied more than once. */
  readonly duplicated: number;
  /** Held for the user to decide. */
  readonly inDoubt: number;
  /** Of those, the service had applied. */
  readonly inDoubtApplied: number;
  /** Told as failed, and not applied. */
  readonly failed: number;
  /** Told as failed, and applied all the same. */
  readonly failedButApplied: number;
  /** Still waiting when the time was up. */
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

/** Several runs of one contender, added up. */
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

/** What became of one contender; `problem` stands for one that could not be run. */
export interface Row {
  readonly name: string;
  readonly score: Score | null;
  readonly problem: string | null;
}

/** One line of the table. */
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
