import type { AgreementClaim, AgreementRequest } from '../../../bridge/approval.ts';
import { fingerprint } from '../../../bridge/snapshot.ts';
import { tryTwice } from '../indexed-db.ts';
import { transition, type ApprovalEvent } from '../outbox/approval-transitions.ts';
import type { Approval } from '../model/approval.ts';
import { askMainToAgree, type Agree } from './ask-main.ts';
import { bulkRefusal, type ApproveAction, type BulkRefused } from './limits.ts';
import type { Outbox, RowChange } from '../outbox/outbox.ts';
import { mayHaveArrived } from '../outbox/approval-status.ts';
import { factsForMain } from '../outbox/journaled-approval.ts';

/** Event that a command applies to a row; null when the command does not fit it. */
export type EventFor = (row: Approval) => Promise<ApprovalEvent | null> | ApprovalEvent | null;

/** Applies a command to rows in one transaction. Returns the number of changed rows. */
export async function applyEvents(
  outbox: Pick<Outbox, 'approvals' | 'applyAll'>,
  approvalIds: readonly string[],
  eventFor: EventFor,
): Promise<number> {
  const changes: RowChange[] = [];
  for (const approvalId of approvalIds) {
    const row = outbox.approvals.find(approvalId);
    const event = row ? await eventFor(row) : null;
    if (event) changes.push({ approvalId, event });
  }
  // A busy disk may refuse once. If an undo were lost that way, the bill would stay approved.
  const results = await tryTwice(() => outbox.applyAll(changes));
  return results.filter((result) => result.ok).length;
}

export interface LimitedDeps extends Omit<ApproveAction, 'billCount'> {
  readonly outbox: Pick<Outbox, 'approvals' | 'applyAll'>;
  readonly agree: Agree;
  isFlagged(billId: string): boolean;
}

/**
 * Applies a command that approves bills, once main agrees. Returns the approvals that the user's bulk limits refuse. If
 * a bill changes while main asks the user, its new version is not approved.
 * @throws when main could not journal the user's consent
 */
export async function applyWithinLimits(
  deps: LimitedDeps,
  approvalIds: readonly string[],
  eventFor: EventFor,
): Promise<readonly BulkRefused[]> {
  const { outbox, agree, isFlagged } = deps;
  const chosen = [...new Set(approvalIds)];
  const action = { ...deps, billCount: chosen.length };
  const refused: BulkRefused[] = [];
  const allowed: string[] = [];
  const claims = new Map<string, AgreementClaim>();
  let does: AgreementRequest['does'] = 'send';
  for (const id of chosen) {
    const row = outbox.approvals.find(id);
    const event = row ? await eventFor(row) : null;
    if (!row || !event) continue;
    const approved = approvedBy(event, row);
    const refusal = approved && bulkRefusal(approved.snapshot, action, isFlagged(row.billId));
    if (refusal) {
      refused.push(refusal);
      continue;
    }
    allowed.push(id);
    if (event.name === 'approveAsChanged') does = 'approve';
    const mayBeApplied = mayHaveArrived(row) || (event.name === 'sendAgain' && !isForbidden(row));
    const claim = approved && { ...factsForMain(approved), mayBeApplied };
    const wasRejected = row.outcome?.kind === 'rejected' && !mayHaveArrived(row);
    if (claim) claims.set(id, mayBeApplied && wasRejected ? { ...claim, wasRejected } : claim);
  }
  const { reply } = await askMainToAgree(agree, does, [...claims.values()]);
  if (reply === 'notSaved') throw new Error('the journal cannot be written: nothing was approved');
  if (reply === 'no') return refused;
  await applyEvents(outbox, allowed, async (row) => {
    const event = await eventFor(row);
    const approved = event && approvedBy(event, row);
    const claim = claims.get(row.id);
    const isAsked =
      claim && approved && fingerprint(claim.snapshot) === fingerprint(approved.snapshot);
    return approved && !isAsked ? null : event;
  });
  return refused;
}

/**
 * Whether the service refused because a permission is missing, so it has not applied the approval. Any other refusal
 * may be about a repeated request, when a gateway had already delivered the first.
 */
function isForbidden({ outcome }: Approval): boolean {
  return outcome?.kind === 'rejected' && outcome.error.kind === 'forbidden';
}

/** The row after an event that approves it, as sending again and adopting do; null for any other event. */
function approvedBy(event: ApprovalEvent, row: Approval): Approval | null {
  if (!['approveAsChanged', 'adopt', 'sendAgain'].includes(event.name)) return null;
  const changed = transition(row, event);
  return changed.ok ? changed.row : null;
}
