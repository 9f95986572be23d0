import type { RequestOf } from '../../../bridge/methods.ts';
import type { Clock } from '../../../base/clock.ts';
import { tryTwice } from '../indexed-db.ts';
import type { Approval } from '../model/approval.ts';
import { isUnsent } from './approval-sections.ts';
import type { Outbox, RowChange } from './outbox.ts';

type Rows = Pick<Outbox, 'approvals' | 'applyAll'>;

export interface CancelDeps {
  readonly outbox: Rows;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Cancels attempts in main. Resolves to the ids of the approvals that will not be sent. */
  cancelAttempts(list: RequestOf<'approvals.cancel'>): Promise<readonly string[]>;
}

/** Cancels approvals that wait in main. Returns their number. */
export async function cancelSending(
  { outbox, clock, cancelAttempts }: CancelDeps,
  approvalIds: readonly string[],
): Promise<number> {
  const nowMs = clock.nowMs();
  const attempts = attemptsOf(outbox, approvalIds);
  if (attempts.length === 0) return 0;
  const canceled = new Set(await cancelAttempts(attempts));
  const changes = attempts.flatMap(({ approvalId, attempt }): readonly RowChange[] =>
    canceled.has(approvalId)
      ? [
          { approvalId, event: { name: 'neverLeft', nowMs, attempt } },
          { approvalId, event: { name: 'withdraw', nowMs } },
        ]
      : [],
  );
  const results = await tryTwice(() => outbox.applyAll(changes));
  return results.filter((result) => result.ok && result.row.state === 'withdrawn').length;
}

/** Attempts under way of these approvals. */
export function attemptsOf(
  { approvals }: Rows,
  approvalIds: readonly string[],
): RequestOf<'approvals.cancel'> {
  return approvalIds.flatMap((approvalId) => {
    const row = approvals.find(approvalId);
    return row?.state === 'sending' ? { approvalId, attempt: row.attempt } : [];
  });
}

/** Withdraws unsent approvals. Ends their undo periods first, so that the history shows a discard, not an undo. */
export async function discardUnsent(outbox: Rows, nowMs: number): Promise<void> {
  const discard = ({ id: approvalId, state }: Approval): readonly RowChange[] => [
    ...(state === 'held' ? [{ approvalId, event: { name: 'windowPassed', nowMs } } as const] : []),
    { approvalId, event: { name: 'withdraw', nowMs } },
  ];
  await outbox.applyAll(outbox.approvals.get().filter(isUnsent).flatMap(discard));
}
