import type * as z from '../../../base/zod.ts';
import type { NotSentReason, Override, SendOutcome } from '../../../bridge/approval.ts';
import type { ReviewedSnapshot } from '../../../bridge/snapshot.ts';

export const approvalStates = [
  'held',
  'queued',
  'sending',
  'changed',
  'unknown',
  'rejected',
  'confirmed',
  'withdrawn',
] as const;
export type ApprovalState = (typeof approvalStates)[number];

/**
 * Names of events in the table: an outcome has one event per kind. Rows store them. `windowPassed`: the undo period has
 * ended.
 */
export const approvalEventNames = [
  'windowPassed',
  'withdraw',
  'recheckNeeded',
  'recheckMissed',
  'foundChanged',
  'foundSame',
  'notFound',
  'otherSignIn',
  'noOrganization',
  'dataRestored',
  'send',
  'confirmed',
  'rejected',
  'answerLost',
  'notSent',
  'rejectedForNow',
  'neverLeft',
  'sendAgain',
  'sendAgainByItself',
  'approveAsChanged',
  'markConfirmed',
  'observedPaid',
  'paidOtherwise',
  'listedApproved',
  'acknowledge',
  'adopt',
] as const;
export type ApprovalEventName = (typeof approvalEventNames)[number];

/** Events that a history line can record. */
export const historyEvents = [...approvalEventNames, 'approve', 'restored'] as const;
export type HistoryEvent = (typeof historyEvents)[number];
/** Name of an event that only a newer version knows. */
export type NewerEvent = string & z.core.$brand<'NewerEvent'>;

/**
 * One row of the outbox. Never deleted. Changed only through the transition table, or corrected from main's journal.
 */
export interface Approval {
  readonly id: string;
  readonly connectionId: string;
  readonly signInId: string;
  /**
   * Main's profile epoch when the user approved. If main's present epoch differs, the data was copied or restored
   * since, and the approval may have been sent.
   */
  readonly profileEpoch: string;
  readonly organizationId: string;
  readonly billId: string;
  readonly snapshot: ReviewedSnapshot;
  /** Absent when the bill had no flags. */
  readonly override?: Override | undefined;
  readonly state: ApprovalState;
  readonly approvedAtMs: number;
  /** Rows approved in one action share this id, and are undone together. */
  readonly batchId: string;
  /**
   * `approvedAtMs` plus the length of the undo period, in milliseconds. `createUndoPeriods` determines when the period
   * ends.
   */
  readonly heldUntilMs: number;
  /** Number of attempts so far: how often the push handed the approval to main. */
  readonly attempt: number;
  /** A request that begins after this must read the bill first, in ordered time; null: no recheck requested yet. */
  readonly needsRecheckAfterMs: number | null;
  /** Number of rechecks that did not find the bill. The second one makes the row `changed`, without `found`. */
  readonly missedRechecks: number;
  /** Earliest time of the next attempt, epoch milliseconds; null for no limit. */
  readonly retryAtMs: number | null;
  /**
   * Reason why the approval has not been sent. `restored`: the row was rebuilt from the journal, which may not know
   * that the user withdrew it, so Billfold asks the user. `changedBack`: the bill had changed. `noOrganization`: this
   * sign-in cannot see the bill's organization.
   */
  readonly waitingFor: NotSentReason | 'restored' | 'changedBack' | 'noOrganization' | null;
  readonly outcome: SendOutcome | null;
  /**
   * In `changed`: the bill as it is now; null when it could not be found. In `confirmed`: the bill in the service's
   * answer, or as it was paid, if it differs from the approved one.
   */
  readonly found: ReviewedSnapshot | null;
  /** Whether the user has seen that the confirmed bill had changed. */
  readonly isAcknowledged: boolean;
  /** Keys of the fields by which a list showed the confirmed bill as approved; empty before. */
  readonly approvedBy: readonly string[];
  readonly confirmedBy: 'service' | 'seen' | 'user' | null;
  readonly history: readonly HistoryLine[];
}

/** An outbox row that this version cannot read. */
export interface QuarantinedApproval {
  /** Its id in the outbox, or null. */
  readonly id: string | null;
  /** One line per invalid field, with the reason. */
  readonly problems: readonly string[];
}

export interface HistoryLine {
  readonly atMs: number;
  readonly event: HistoryEvent | NewerEvent;
  readonly from: ApprovalState | null;
  readonly to: ApprovalState;
  /** The service's message, the reason why an attempt was not sent, or another technical detail. */
  readonly detail: string | null;
}
