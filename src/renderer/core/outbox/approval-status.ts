import { ANSWER_WAS_LOST } from './journaled-approval.ts';
import { assertNever } from '../../../base/assert-never.ts';
import { isAccountLike, mayGoUnchecked } from '../../../bridge/own-fields.ts';
import { differences } from '../../../bridge/snapshot.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import type { Approval, ApprovalState, HistoryLine } from '../model/approval.ts';
import type { UndoLeft } from './undo-periods.ts';
import { heldBackAs, isToAcknowledge, type HeldBack } from './approval-sections.ts';

/** Facts that the status of an approval, and texts about it, depend on. */
export interface StatusContext {
  /** Sign-in of the session; null when signed out. */
  readonly signInId: string | null;
  /** Display name of the service. */
  readonly service: string;
  readonly isOnline: boolean;
  /** See `Workspace.sendingPaused`. */
  readonly isSendingPaused: boolean;
  /** See `Workspace.missingPermission`. */
  readonly missingPermission: string | null;
  /** See `Workspace.wasAway`. */
  readonly wasAway?: boolean;
  /** Ids of the malformed bills of the organizations in view. */
  readonly unreadableIds: ReadonlySet<string>;
  /** When a bill can be checked again after the quota ran out, epoch milliseconds; null while it can be now. */
  readonly quotaPausedUntilMs: number | null;
  /** Whether an outage of the service is the cause of that pause. */
  readonly isServiceDown?: boolean;
  readonly undoLeftMs: UndoLeft;
  /** BCP 47 tag of the user's language. */
  readonly locale: string;
}

/** Difference between a bill and its approved version. */
export type BillDifference = 'changed' | 'paid' | 'void' | 'notPayable' | 'notFound' | 'unreadable';

/** How an approval was withdrawn: within the undo period, while it waited, or after a problem. */
export type Withdrawal = 'undone' | 'canceled' | 'discarded';

/** Status of an approval, as a badge shows it. */
export type ApprovalStatus =
  | Exclude<ApprovalState, 'changed' | 'withdrawn'>
  | Withdrawal
  | BillDifference
  | HeldBack
  | 'checking'
  | 'differs'
  /** A list shows the bill as paid, by this approval or another way. */
  | 'foundPaid'
  | 'byHand';

/** @param context only `signInId` is needed for lasting output, such as a file */
export function approvalStatus(
  approval: Approval,
  context: Pick<StatusContext, 'signInId'> & Partial<StatusContext>,
): ApprovalStatus {
  const heldBack = heldBackAs(approval, context.signInId);
  if (heldBack !== null) return heldBack;
  switch (approval.state) {
    case 'queued':
      return isChecking(approval, context) ? 'checking' : 'queued';
    case 'changed':
      return changeOf(approval, context.unreadableIds);
    case 'confirmed':
      return isToAcknowledge(approval)
        ? 'differs'
        : confirmations[approval.confirmedBy ?? 'service'];
    case 'held':
    case 'sending':
    case 'unknown':
    case 'rejected':
      return approval.state;
    case 'withdrawn':
      return withdrawalOf(approval.history.at(-1));
    default:
      return assertNever(approval.state);
  }
}

/** @param last the line of the withdrawal, the last one of the history */
export function withdrawalOf(last: Pick<HistoryLine, 'from'> | undefined): Withdrawal {
  const from = last?.from ?? 'queued';
  if (from === 'held') return 'undone';
  return from === 'queued' ? 'canceled' : 'discarded';
}

const confirmations = { service: 'confirmed', seen: 'foundPaid', user: 'byHand' } as const;

/** Difference between the bill of a `changed` approval and its approved version. */
export function changeOf(
  { found, snapshot }: Approval,
  unreadableIds: ReadonlySet<string> = new Set(),
): BillDifference {
  if (found === null) return unreadableIds.has(snapshot.billId) ? 'unreadable' : 'notFound';
  if (isPayable(found.status)) return 'changed';
  return found.status === 'paid' || found.status === 'void' ? found.status : 'notPayable';
}

/**
 * Fields in which a changed bill differed, if the last two readings found the same differences. Empty unless the user
 * may exclude all of these fields from the check.
 */
export function fieldsThatKeepChanging({ snapshot, found, history }: Approval): readonly string[] {
  const changes = found === null ? [] : differences(snapshot, found);
  const [last, before] = history.filter(({ event }) => event === 'foundChanged').toReversed();
  if (before === undefined || last?.detail !== before.detail) return [];
  const mayGo = changes.every(
    ({ field, ...values }) =>
      mayGoUnchecked(field) &&
      !isAccountLike(field, values.before) &&
      !isAccountLike(field, values.after),
  );
  return mayGo ? changes.map(({ field }) => field) : [];
}

/** Whether Billfold has to read the bill again before it sends the approval. */
export function waitsForCheck({ waitingFor }: Approval): boolean {
  return waitingFor === 'recheck' || waitingFor === 'notOnPage';
}

function isChecking(approval: Approval, context: Parameters<typeof approvalStatus>[1]): boolean {
  const { signInId, isOnline = false, isSendingPaused = false } = context;
  const { quotaPausedUntilMs = null, missingPermission = null } = context;
  const isDelayed =
    signInId === null ||
    isSendingPaused ||
    quotaPausedUntilMs !== null ||
    missingPermission !== null;
  return waitsForCheck(approval) && isOnline && !isDelayed;
}

/** Whether an attempt was refused as too early, by the service or by a server in its place. */
export function wasRejectedForNow({ history }: Approval): boolean {
  return history.some(({ event }) => event === 'rejectedForNow');
}

/** Whether the service may have this approval, whatever came later: an answer was lost, or the data was restored. */
export function mayHaveArrived({ history, waitingFor }: Approval): boolean {
  return (
    waitingFor === 'dataRestored' ||
    history.some(
      ({ event, detail }) =>
        event === 'answerLost' ||
        event === 'dataRestored' ||
        (event === 'restored' && detail === ANSWER_WAS_LOST),
    )
  );
}
