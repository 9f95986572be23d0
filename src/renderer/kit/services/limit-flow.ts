import { createObservable, type Observable } from '../../../base/observable.ts';
import type { ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import type { BulkRefused } from '../../core/approve/limits.ts';

/** Bills that the user's bulk limits refused, until the user dismisses the message. */
export interface LimitNotice {
  readonly why: BulkRefused['why'];
  /** `send`: the refused action would have sent approvals made earlier. */
  readonly does: 'approve' | 'send';
  readonly bills: readonly ReviewedSnapshot[];
}

/** Shows the user the bills that the bulk limits refused. */
export interface LimitFlow {
  readonly notice: Observable<LimitNotice | null>;
  show(refused: readonly { readonly why: string }[], does: LimitNotice['does']): void;
  close(): void;
}

export function createLimitFlow(): LimitFlow {
  const notice = createObservable<LimitNotice | null>(null);
  return {
    notice,
    show: (refused, does) => {
      const over = refused.filter(isRefusedInBulk);
      if (over.length === 0) return;
      // If one was not in the batch, use its text for all: it also fits amounts too large for bulk.
      const why = over.some((each) => each.why === 'notInBatch') ? 'notInBatch' : 'notInBulk';
      notice.set({ why, does, bills: over.map(({ snapshot }) => snapshot) });
    },
    close: () => notice.set(null),
  };
}

/** Whether the user's own limit refused the bill. */
export function isRefusedInBulk<Refused extends { readonly why: string }>(
  refused: Refused,
): refused is Refused & BulkRefused {
  return ['notInBulk', 'notInBatch'].includes(refused.why);
}
