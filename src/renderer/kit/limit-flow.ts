import { createObservable, type Observable } from '../../base/observable.ts';
import { fingerprint, type ReviewedSnapshot } from '../../bridge/snapshot.ts';
import type { OverLimit, Word } from '../core/outbox/limits.ts';

/** What the user's limits ask, or tell: `askAgain` is answered, the others are read. */
export interface LimitQuestion {
  readonly why: OverLimit['why'];
  /** To bills that were approved before, it is said yes by sending them. */
  readonly does: 'approve' | 'send';
  readonly bills: readonly ReviewedSnapshot[];
  answer(isYes: boolean): void;
}

/** The way from what the outbox refuses to the user and back. */
export interface LimitFlow {
  readonly question: Observable<LimitQuestion | null>;
  /**
   * Runs an action that approves. Where it asks again, so is the user, and with their yes it runs once more;
   * what stays refused is told. Answers with what the last run did.
   */
  run<Result>(
    act: (word: Word) => Promise<Result>,
    refusedOf: (result: Result) => readonly { readonly why: string }[],
    asWhat?: { readonly word?: Word; readonly does?: LimitQuestion['does'] },
  ): Promise<Result>;
}

export function createLimitFlow(): LimitFlow {
  const question = createObservable<LimitQuestion | null>(null);

  const ask = (
    { why, does }: Pick<LimitQuestion, 'why' | 'does'>,
    over: readonly OverLimit[],
  ): Promise<boolean> =>
    new Promise((resolve) => {
      // One at a time: an earlier one that is still there is answered by this.
      question.get()?.answer(false);
      const answer = (isYes: boolean): void => {
        question.set(null);
        resolve(isYes);
      };
      question.set({ why, does, bills: over.map(({ snapshot }) => snapshot), answer });
    });

  return {
    question,
    run: async (act, refusedOf, { word = {}, does = 'approve' } = {}) => {
      const askedAgain = new Set(word.askedAgain);
      for (;;) {
        const result = await act({ ...word, askedAgain });
        const over = refusedOf(result).filter(isOverLimit);
        const again = over.filter(({ why }) => why === 'askAgain');
        if (again.length === 0) {
          for (const why of ['notInBulk', 'notInBatch'] as const) {
            const refused = over.filter((each) => each.why === why);
            if (refused.length > 0) await ask({ why, does }, refused);
          }
          return result;
        }
        if (!(await ask({ why: 'askAgain', does }, again))) return result;
        for (const { snapshot } of again) askedAgain.add(fingerprint(snapshot));
      }
    },
  };
}

/** Whether it was refused by a limit of the user's. */
export function isOverLimit<Refused extends { readonly why: string }>(
  refused: Refused,
): refused is Refused & OverLimit {
  return ['askAgain', 'notInBulk', 'notInBatch'].includes(refused.why);
}
