import {
  wholeOutcome,
  type ApprovalEnd,
  type JournaledApproval,
  type AttemptFinding,
  type SendApproval,
  type SendOutcome,
} from '../../../bridge/approval.ts';
import type { Approval } from '../model/approval.ts';

/** History detail of a rebuilt row whose answer was lost, according to the journal. */
export const ANSWER_WAS_LOST = 'answerLost';

/** Time of the rebuild as wall time and ordered time, both epoch milliseconds. */
export interface RestoreTime {
  readonly nowMs: number;
  readonly orderedNowMs: number;
}

/** Facts of an approval that main journals and sends. `restoredApproval` rebuilds the row from them. */
export function factsForMain(row: Approval): Omit<SendApproval, 'attempt' | 'approvedAtMs'> {
  const { id: approvalId, connectionId, signInId, profileEpoch, organizationId } = row;
  const { snapshot, override } = row;
  const made = { connectionId, signInId, profileEpoch, organizationId };
  return { approvalId, ...made, snapshot, override };
}

/**
 * Outbox row for an approval that only the journal has. If it may have been sent, its state is that of the journal.
 * Otherwise it waits for the user, because the journal may lack a withdrawal.
 */
export function restoredApproval(
  journaled: JournaledApproval,
  { nowMs, orderedNowMs }: RestoreTime,
): Approval {
  const { approvalId, attempt, snapshot, approvedAtMs, override } = journaled;
  const restored = restoredOf(journaled);
  const { state } = restored;
  const needsRecheck = state === 'queued' || state === 'unknown';
  const detail = journaled.answerLost ? ANSWER_WAS_LOST : null;
  return {
    id: approvalId,
    connectionId: journaled.connectionId,
    signInId: journaled.signInId,
    profileEpoch: journaled.profileEpoch,
    organizationId: journaled.organizationId,
    billId: snapshot.billId,
    snapshot,
    override,
    approvedAtMs,
    // The journal does not record batches.
    batchId: approvalId,
    heldUntilMs: approvedAtMs,
    attempt,
    needsRecheckAfterMs: needsRecheck ? orderedNowMs : null,
    missedRechecks: 0,
    retryAtMs: null,
    waitingFor: state === 'queued' ? 'restored' : null,
    found: null,
    isAcknowledged: false,
    approvedBy: [],
    ...restored,
    history: [{ atMs: nowMs, event: 'restored', from: null, to: state, detail }],
  };
}

/**
 * The row corrected by main's finding, or null if the finding does not contradict it. Main receives each answer before
 * the window does. So if only the row says that the service confirmed the approval, or the row is withdrawn although
 * main knows of a confirmation, another program has edited the row.
 */
export function correctedApproval(
  row: Approval,
  { attempt, finding }: AttemptFinding,
  { nowMs, orderedNowMs }: RestoreTime,
): Approval | null {
  const isByService = row.state === 'confirmed' && (row.confirmedBy ?? 'service') === 'service';
  const outcome: SendOutcome =
    finding.kind === 'outcome'
      ? wholeOutcome(finding.outcome, row.snapshot)
      : { kind: 'unknown', error: null };
  const isContradicted = {
    confirmed: row.state !== 'confirmed',
    rejected: row.state === 'confirmed',
    unknown: isByService,
    notSent: isByService,
  }[outcome.kind];
  if (!isContradicted) return null;
  const { state, confirmedBy } = outcomes[outcome.kind];
  const detail = state === 'unknown' ? ANSWER_WAS_LOST : null;
  return {
    ...row,
    state,
    confirmedBy,
    outcome,
    attempt,
    isAcknowledged: false,
    approvedBy: [],
    needsRecheckAfterMs: state === 'unknown' || state === 'queued' ? orderedNowMs : null,
    waitingFor: state === 'queued' ? 'restored' : null,
    history: [
      ...row.history,
      { atMs: nowMs, event: 'restored', from: row.state, to: state, detail },
    ],
  };
}

type Restored = Pick<Approval, 'state' | 'outcome' | 'confirmedBy'>;

const endings: Readonly<Record<ApprovalEnd, Omit<Restored, 'outcome'>>> = {
  withdrawn: { state: 'withdrawn', confirmedBy: null },
  notStored: { state: 'withdrawn', confirmedBy: null },
  confirmedByService: { state: 'confirmed', confirmedBy: 'service' },
  seenPaid: { state: 'confirmed', confirmedBy: 'seen' },
  markedConfirmed: { state: 'confirmed', confirmedBy: 'user' },
};

const outcomes: Readonly<Record<SendOutcome['kind'], Omit<Restored, 'outcome'>>> = {
  confirmed: endings.confirmedByService,
  rejected: { state: 'rejected', confirmedBy: null },
  unknown: { state: 'unknown', confirmedBy: null },
  notSent: { state: 'queued', confirmedBy: null },
};

function restoredOf({ ended, finding, snapshot }: JournaledApproval): Restored {
  const outcome = finding.kind === 'outcome' ? wholeOutcome(finding.outcome, snapshot) : null;
  if (ended !== null) return { ...endings[ended], outcome };
  if (outcome !== null) return { ...outcomes[outcome.kind], outcome };
  // An attempt may still be under way: ask the journal once more, as after any crash.
  return {
    state: finding.kind === 'noAttempt' ? 'queued' : 'sending',
    confirmedBy: null,
    outcome,
  };
}
