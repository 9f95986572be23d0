import type { Bill } from '../../../contract/bill.ts';
import type { Ids } from '../../../base/random.ts';
import { fingerprint, snapshotOf, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import type { Approval } from './approval.ts';
import type { Approvals } from './approval-slices.ts';
import type { ApprovalTransition } from './approval-transitions.ts';

/** A bill with the organization it is of. */
export interface BillOnScreen {
  readonly organizationId: string;
  readonly bill: Bill;
}

export interface ApproveResult {
  readonly approved: readonly Approval[];
  /** `notKept`: this computer could not store the approval, so there is none; mostly its disk is full. */
  readonly skipped: readonly {
    readonly billId: string;
    readonly why: 'notPayable' | 'alreadyApproved' | 'unknownBill' | 'notKept';
  }[];
}

export interface ApproveFacts {
  readonly nowMs: number;
  readonly orderedNowMs: number;
  readonly connectionId: string;
  readonly signInId: string;
  readonly profileEpoch: string;
  readonly undoWindowMs: number;
  /** The bill as it is on screen, or null. */
  billOf(billId: string): BillOnScreen | null;
  readonly approvals: Pick<Approvals, 'isApproved'>;
  readonly ids: Ids;
}

/** The rows that approving these bills makes, and which bills are skipped. Writes nothing. */
export function planApproval(billIds: readonly string[], facts: ApproveFacts): ApproveResult {
  const approved: Approval[] = [];
  const skipped: ApproveResult['skipped'][number][] = [];
  const batchId = facts.ids.next();
  for (const billId of new Set(billIds)) {
    const row = facts.billOf(billId);
    if (!row) skipped.push({ billId, why: 'unknownBill' });
    else if (facts.approvals.isApproved({ ...row, billId })) {
      skipped.push({ billId, why: 'alreadyApproved' });
    } else if (!isPayable(row.bill.status)) skipped.push({ billId, why: 'notPayable' });
    else approved.push(newApproval(row, batchId, facts));
  }
  return { approved, skipped };
}

/**
 * Approves the bill as it is now, if that is what the user was shown; if it has changed once more, the
 * new difference is shown instead and nothing is approved.
 */
export function approveChange(
  row: Approval,
  now: ReviewedSnapshot | null,
  word: { readonly nowMs: number; readonly recheckAfterMs: number; readonly profileEpoch: string },
): ApprovalTransition | null {
  const { nowMs } = word;
  if (row.state !== 'changed' || !now) return null;
  if (!row.found || fingerprint(row.found) !== fingerprint(now)) {
    return { name: 'foundChanged', nowMs, found: now };
  }
  if (!isPayable(now.status)) return null;
  return { name: 'approveAsChanged', snapshot: now, ...word };
}

function newApproval(row: BillOnScreen, batchId: string, facts: ApproveFacts): Approval {
  const { nowMs } = facts;
  return {
    id: facts.ids.next(),
    connectionId: facts.connectionId,
    signInId: facts.signInId,
    profileEpoch: facts.profileEpoch,
    organizationId: row.organizationId,
    billId: row.bill.id,
    snapshot: snapshotOf(row.bill),
    state: 'held',
    approvedAtMs: nowMs,
    batchId,
    heldUntilMs: nowMs + facts.undoWindowMs,
    attempt: 0,
    // What was on the screen may be old, online as well.
    needsRecheckAfterMs: facts.orderedNowMs,
    missedRechecks: 0,
    retryAtMs: null,
    waitingFor: 'recheck',
    outcome: null,
    found: null,
    isAcknowledged: false,
    confirmedBy: null,
    history: [{ atMs: nowMs, event: 'approve', from: null, to: 'held', detail: null }],
  };
}
