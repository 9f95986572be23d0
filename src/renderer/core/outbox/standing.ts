import { ANSWER_WAS_LOST } from './restored-approval.ts';
import { assertNever } from '../../../base/assert-never.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import type { Approval, ApprovalState } from './approval.ts';
import type { UndoLeft } from './undo-periods.ts';
import { heldBackAs, isToAcknowledge, type HeldBack } from './approval-sections.ts';

/** What the text about an approval depends on beside itself. */
export interface Around {
  /** Of the session; null when signed out. */
  readonly signInId: string | null;
  /** What the service is called. */
  readonly service: string;
  readonly isOnline: boolean;
  /** The last replies said nothing: see `Workspace.sendingPaused`. */
  readonly isSendingPaused: boolean;
  /** See `Workspace.missingPermission`. */
  readonly missingPermission: string | null;
  /** See `Workspace.wasAway`. */
  readonly wasAway?: boolean;
  /** Until when the quota lets nothing go, epoch milliseconds; null when it does. */
  readonly quotaPausedUntilMs: number | null;
  readonly undoLeftMs: UndoLeft;
  /** The reader's BCP 47 tag. */
  readonly locale: string;
}

/** How a bill differs from what was approved. An empty difference never means that it was not found. */
export type BillFinding = 'changed' | 'paid' | 'void' | 'notPayable' | 'notFound';

/** Where an approval stands, as far as a word on a badge tells it apart. */
export type Standing =
  | Exclude<ApprovalState, 'changed'>
  | BillFinding
  | HeldBack
  | 'checking'
  | 'differs';

/** @param around nothing of it but the session is needed for what stays, such as a file */
export function standingOf(
  approval: Approval,
  around: Pick<Around, 'signInId'> & Partial<Around>,
): Standing {
  const heldBack = heldBackAs(approval, around.signInId);
  if (heldBack !== null) return heldBack;
  switch (approval.state) {
    case 'queued':
      return isChecking(approval, around) ? 'checking' : 'queued';
    case 'changed':
      return changeOf(approval);
    case 'confirmed':
      return isToAcknowledge(approval) ? 'differs' : 'confirmed';
    case 'held':
    case 'sending':
    case 'unknown':
    case 'rejected':
    case 'withdrawn':
      return approval.state;
    default:
      return assertNever(approval.state);
  }
}

/** What became of the bill of an approval that is `changed`. */
export function changeOf({ found }: Pick<Approval, 'found'>): BillFinding {
  if (found === null) return 'notFound';
  if (isPayable(found.status)) return 'changed';
  return found.status === 'paid' || found.status === 'void' ? found.status : 'notPayable';
}

/** Its bill has to be read again before it is sent. */
export function waitsForCheck({ waitingFor }: Approval): boolean {
  return waitingFor === 'recheck' || waitingFor === 'notOnPage';
}

function isChecking(approval: Approval, around: Parameters<typeof standingOf>[1]): boolean {
  const { signInId, isOnline = false, isSendingPaused = false } = around;
  const { quotaPausedUntilMs = null, missingPermission = null } = around;
  const isHeldUp =
    signInId === null ||
    isSendingPaused ||
    quotaPausedUntilMs !== null ||
    missingPermission !== null;
  return waitsForCheck(approval) && isOnline && !isHeldUp;
}

/** Whatever came later, the service may have this approval: an answer was lost, or the data restored. */
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
