import {
  MOST_AT_ONCE,
  type AgreementClaim,
  type AgreementReply,
  type AgreementRequest,
} from '../../../bridge/approval.ts';
import { fingerprint, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import { tryTwice } from '../indexed-db.ts';
import type { ApprovalTransition } from './approval-transitions.ts';
import type { Approval } from './approval.ts';
import { overLimit, type Approving, type OverLimit } from './limits.ts';
import type { Outbox, RowChange } from './outbox.ts';
import { mayHaveArrived } from './standing.ts';

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

/** Asks main to agree to an action. */
export type Agree = (request: AgreementRequest) => Promise<AgreementReply>;

/** Asks for all, in one question unless there are more than can cross at a time. */
export async function agreeTo(
  agree: Agree,
  does: AgreementRequest['does'],
  approvals: readonly AgreementClaim[],
): Promise<AgreementReply> {
  for (let from = 0; from < approvals.length; from += MOST_AT_ONCE) {
    const reply = await agree({ does, approvals: approvals.slice(from, from + MOST_AT_ONCE) });
    if (reply !== 'yes') return reply;
  }
  return 'yes';
}

/** The claim to main that the user approves the bill like this. */
export function claimOf(
  { id: approvalId, connectionId, organizationId }: Approval,
  snapshot: ReviewedSnapshot,
  mayBeApplied: boolean,
): AgreementClaim {
  return { approvalId, connectionId, organizationId, snapshot, mayBeApplied };
}

export interface WithinDeps extends Omit<Approving, 'bills'> {
  readonly outbox: Outbox;
  readonly agree: Agree;
  isFlagged(billId: string): boolean;
}

/**
 * Applies a command that says yes to bills, once main agrees. Answers with what the user's bulk limits refuse. A bill
 * that changes while the user is asked is not approved as what it has become.
 * @throws when the yes could not be journaled
 */
export async function applyWithin(
  deps: WithinDeps,
  approvalIds: readonly string[],
  eventFor: EventFor,
): Promise<readonly OverLimit[]> {
  const { outbox, agree, isFlagged } = deps;
  const chosen = [...new Set(approvalIds)];
  const action = { ...deps, bills: chosen.length };
  const refused: OverLimit[] = [];
  const allowed: string[] = [];
  const claims = new Map<string, AgreementClaim>();
  let does: AgreementRequest['does'] = 'send';
  for (const id of chosen) {
    const row = outbox.approvals.find(id);
    const event = row ? await eventFor(row) : null;
    if (!row || !event) continue;
    const approved = approvedBy(event, row);
    const over = approved && overLimit(approved, action, isFlagged(row.billId));
    if (over) {
      refused.push(over);
      continue;
    }
    allowed.push(id);
    if (event.name === 'approveAsChanged') does = 'approve';
    const mayBeApplied = mayHaveArrived(row) || (event.name === 'sendAgain' && !isForbidden(row));
    if (approved) claims.set(id, claimOf(row, approved, mayBeApplied));
  }
  const reply = await agreeTo(agree, does, [...claims.values()]);
  if (reply === 'notKept') throw new Error('the audit log cannot be written: nothing was approved');
  if (reply === 'no') return refused;
  await applyEvents(outbox, allowed, async (row) => {
    const event = await eventFor(row);
    const approved = event && approvedBy(event, row);
    const claim = claims.get(row.id);
    const isAsked = claim && approved && fingerprint(claim.snapshot) === fingerprint(approved);
    return approved && !isAsked ? null : event;
  });
  return refused;
}

/** A gateway may have repeated a request that went through; then the service would not miss a permission. */
function isForbidden({ outcome }: Approval): boolean {
  return outcome?.kind === 'rejected' && outcome.error.kind === 'forbidden';
}

/** What the event says yes to; null when it says yes to nothing. Money leaves on a resend as well. */
function approvedBy(event: ApprovalTransition, row: Approval): ReviewedSnapshot | null {
  if (event.name === 'approveAsChanged') return event.snapshot;
  return event.name === 'adopt' || event.name === 'sendAgain' ? row.snapshot : null;
}
