import { visibleText } from '../../../base/controls.ts';
import type { Override } from '../../../bridge/approval.ts';
import type { Ids } from '../../../base/random.ts';
import { fingerprint, snapshotOf, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import type { Approval } from '../model/approval.ts';
import type { OrganizationBill } from '../model/bill-row.ts';
import type { Approvals } from '../outbox/approval-slices.ts';
import type { ApprovalEvent } from '../outbox/approval-transitions.ts';
import { isCovered } from '../outbox/covered-bills.ts';
import { bulkRefusal, type ApproveAction, type BulkRefused } from './limits.ts';

export interface ApproveResult {
  readonly approved: readonly Approval[];
  readonly skipped: readonly (BulkRefused | Skipped)[];
}

/** Undo period after approving several bills, since it takes longer to notice that one was wrong. Milliseconds. */
export const MANY_UNDO_MS = 15_000;

/**
 * `notSaved`: this computer could not store the approval, usually because its disk is full. `notAgreed`: the user said
 * no when main asked.
 */
export interface Skipped {
  readonly billId: string;
  readonly why: 'notPayable' | 'alreadyApproved' | 'unknownBill' | 'notSaved' | 'notAgreed';
}

export interface ApproveFacts extends Omit<ApproveAction, 'billCount'> {
  readonly nowMs: number;
  readonly orderedNowMs: number;
  readonly connectionId: string;
  readonly signInId: string;
  readonly profileEpoch: string;
  readonly undoPeriodMs: number;
  /** The bill as it is on screen, or null. */
  billOf(billId: string): OrganizationBill | null;
  /** Kinds of the bill's flags. */
  flagsOf(billId: string): readonly string[];
  readonly approvals: Pick<Approvals, 'ofBill'>;
  readonly ids: Ids;
}

/** Bills planned per step, which then takes a few milliseconds. */
const PLANNED_AT_ONCE = 200;

/** Plans the new approval rows, and the bills to skip. Yields between steps; writes nothing. */
export function* planApproval(
  billIds: readonly string[],
  facts: ApproveFacts,
): Generator<undefined, ApproveResult> {
  const approved: Approval[] = [];
  const skipped: ApproveResult['skipped'][number][] = [];
  const batchId = facts.ids.next();
  const chosen = new Set(billIds);
  const action = { ...facts, billCount: chosen.size };
  for (const [at, billId] of [...chosen].entries()) {
    if (at > 0 && at % PLANNED_AT_ONCE === 0) yield;
    const row = facts.billOf(billId);
    const snapshot = row && snapshotOf(row.bill);
    const refusal = snapshot && bulkRefusal(snapshot, action, facts.flagsOf(billId).length > 0);
    if (!row || !snapshot) skipped.push({ billId, why: 'unknownBill' });
    else if (isCovered(facts.approvals, row)) skipped.push({ billId, why: 'alreadyApproved' });
    else if (!isPayable(row.bill.status)) skipped.push({ billId, why: 'notPayable' });
    else if (refusal) skipped.push(refusal);
    else approved.push(newApproval({ ...row, snapshot }, batchId, facts));
  }
  return { approved, skipped };
}

/** The planned row with the present time as its approval time: the user may have taken a while to answer main. */
export function approvedNow(
  row: Approval,
  { nowMs, orderedNowMs }: Pick<ApproveFacts, 'nowMs' | 'orderedNowMs'>,
): Approval {
  return {
    ...row,
    approvedAtMs: nowMs,
    heldUntilMs: nowMs + row.heldUntilMs - row.approvedAtMs,
    needsRecheckAfterMs: orderedNowMs,
    history: row.history.map((line) => ({ ...line, atMs: nowMs })),
  };
}

/**
 * Event that approves the bill as it is now, if the user was shown this version. If the bill has changed once more, the
 * event shows the new difference and approves nothing. Null when no event fits.
 * @param now the present version of the bill; null when it is not known
 */
export function approveChange(
  row: Approval,
  now: ReviewedSnapshot | null,
  given: Omit<Extract<ApprovalEvent, { name: 'approveAsChanged' }>, 'name' | 'snapshot'>,
): ApprovalEvent | null {
  const { nowMs } = given;
  if (row.state !== 'changed' || !now) return null;
  if (!row.found || fingerprint(row.found) !== fingerprint(now)) {
    return { name: 'foundChanged', nowMs, found: now };
  }
  if (!isPayable(now.status)) return null;
  return { name: 'approveAsChanged', snapshot: now, ...given };
}

/** Flags of the bill and the user's reason to approve it anyway; absent for a bill without flags. */
export function overrideOf(
  billId: string,
  { flagsOf, options }: Pick<ApproveFacts, 'flagsOf' | 'options'>,
): Override | undefined {
  const flags = [...flagsOf(billId)];
  return flags.length === 0
    ? undefined
    : { flags, reason: visibleText(options.reasonOf?.(billId) ?? '') };
}

/** Length of the undo period, milliseconds. Zero in the settings turns undo off, for several bills, too. */
export function undoMsOf({
  undoPeriodMs,
  options,
}: Pick<ApproveFacts, 'undoPeriodMs' | 'options'>): number {
  return undoPeriodMs === 0 ? 0 : Math.max(undoPeriodMs, options.minUndoMs ?? 0);
}

function newApproval(
  row: OrganizationBill & Pick<Approval, 'snapshot'>,
  batchId: string,
  facts: ApproveFacts,
): Approval {
  const { nowMs } = facts;
  const override = overrideOf(row.bill.id, facts);
  return {
    id: facts.ids.next(),
    connectionId: facts.connectionId,
    signInId: facts.signInId,
    profileEpoch: facts.profileEpoch,
    organizationId: row.organizationId,
    billId: row.bill.id,
    snapshot: row.snapshot,
    ...(override && { override }),
    state: 'held',
    approvedAtMs: nowMs,
    batchId,
    heldUntilMs: nowMs + undoMsOf(facts),
    attempt: 0,
    // The bill on screen may be outdated, even when online.
    needsRecheckAfterMs: facts.orderedNowMs,
    missedRechecks: 0,
    retryAtMs: null,
    waitingFor: 'recheck',
    outcome: null,
    found: null,
    isAcknowledged: false,
    approvedBy: [],
    confirmedBy: null,
    history: [{ atMs: nowMs, event: 'approve', from: null, to: 'held', detail: null }],
  };
}
