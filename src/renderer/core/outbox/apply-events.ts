import type { ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import { tryTwice } from '../indexed-db.ts';
import type { ApprovalTransition } from './approval-transitions.ts';
import type { Approval } from './approval.ts';
import { isToAskAgain } from './approve.ts';
import { overLimit, type Approving, type OverLimit } from './limits.ts';
import type { Outbox, RowChange } from './outbox.ts';

/** The event that a command means for a row; null for none. */
export type EventFor = (
  row: Approval,
) => Promise<ApprovalTransition | null> | ApprovalTransition | null;

/** Applies a command to rows, all in one transaction. Answers with how many have changed. */
export async function applyEvents(
  outbox: Outbox,
  approvalIds: readonly string[],
  eventFor: EventFor,
): Promise<number> {
  const changes: RowChange[] = [];
  for (const approvalId of approvalIds) {
    const row = outbox.approvals.find(approvalId);
    const event = row ? await eventFor(row) : null;
    if (event) changes.push({ approvalId, event });
  }
  // An undo that a busy disk refused once must not end as an approval.
  const results = await tryTwice(() => outbox.applyAll(changes));
  return results.filter((result) => result.ok).length;
}

export interface WithinDeps extends Omit<Approving, 'bills'> {
  readonly outbox: Outbox;
  isFlagged(billId: string): boolean;
}

/** The same for what says yes to bills: within the user's limits. Answers with what they refuse. */
export async function applyWithin(
  deps: WithinDeps,
  approvalIds: readonly string[],
  eventFor: EventFor,
): Promise<readonly OverLimit[]> {
  const chosen = [...new Set(approvalIds)];
  const action = { ...deps, bills: chosen.length };
  const refused: OverLimit[] = [];
  const events = new Map<Approval, ApprovalTransition>();
  for (const id of chosen) {
    const row = deps.outbox.approvals.find(id);
    const event = row ? await eventFor(row) : null;
    if (!row || !event) continue;
    const approved = approvedBy(event, row);
    const over = approved && overLimit(approved, action, deps.isFlagged(row.billId));
    if (over) refused.push(over);
    else events.set(row, event);
  }
  if (isToAskAgain(refused)) return refused;
  const changes = [...events].map(([{ id: approvalId }, event]) => ({ approvalId, event }));
  await tryTwice(() => deps.outbox.applyAll(changes));
  return refused;
}

/** What the event says yes to; null when it says yes to nothing. Money leaves on a resend as well. */
function approvedBy(event: ApprovalTransition, row: Approval): ReviewedSnapshot | null {
  if (event.name === 'approveAsChanged') return event.snapshot;
  return event.name === 'adopt' || event.name === 'sendAgain' ? row.snapshot : null;
}
