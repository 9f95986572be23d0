import { createObservable, type Observable } from '../../base/observable.ts';
import type { ReviewedSnapshot } from '../../bridge/snapshot.ts';
import type { OverLimit } from '../core/outbox/limits.ts';

/** Bills that the user's bulk limits have refused, until it is read. */
export interface LimitNotice {
  readonly why: OverLimit['why'];
  /** Bills that were approved before are sent. */
  readonly does: 'approve' | 'send';
  readonly bills: readonly ReviewedSnapshot[];
}

/** The way from what the bulk limits refuse to the user. */
export interface LimitFlow {
  readonly notice: Observable<LimitNotice | null>;
  tell(refused: readonly { readonly why: string }[], does: LimitNotice['does']): void;
  close(): void;
}

export function createLimitFlow(): LimitFlow {
  const notice = createObservable<LimitNotice | null>(null);
  return {
    notice,
    tell: (refused, does) => {
      const over = refused.filter(isOverLimit);
      if (over.length === 0) return;
      // A batch refuses what is too large for bulk as well: its words are true of both.
      const why = over.some((each) => each.why === 'notInBatch') ? 'notInBatch' : 'notInBulk';
      notice.set({ why, does, bills: over.map(({ snapshot }) => snapshot) });
    },
    close: () => notice.set(null),
  };
}

/** Whether it was refused by a limit of the user's. */
export function isOverLimit<Refused extends { readonly why: string }>(
  refused: Refused,
): refused is Refused & OverLimit {
  return ['notInBulk', 'notInBatch'].includes(refused.why);
}
