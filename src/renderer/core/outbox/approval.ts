import type * as z from '../../../base/zod.ts';
import type { NotSentReason, SendOutcome } from '../../../bridge/approval.ts';
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

/** The table's own names of events: an outcome is one event for each of its kinds. */
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
  'neverLeft',
  'sendAgain',
  'sendAgainByItself',
  'approveAsChanged',
  'markConfirmed',
  'observedPaid',
  'acknowledge',
  'adopt',
] as const;
export type ApprovalEventName = (typeof approvalEventNames)[number];

/** What a line of an approval's story can be about. */
export const storyEvents = [...approvalEventNames, 'approve', 'restored'] as const;
export type StoryEvent = (typeof storyEvents)[number];
/** The name of an event that only a newer version knows. */
export type NewerEvent = string & z.core.$brand<'NewerEvent'>;

/** One row of the outbox. Never deleted; changed only through the transition table. */
export interface Approval {
  readonly id: string;
  readonly connectionId: string;
  readonly signInId: string;
  /**
   * The life of this computer's data in which the user said yes. Another one than main's present one: the
   * data was copied or restored since, and what is in it may have been sent.
   */
  readonly profileEpoch: string;
  readonly organizationId: string;
  readonly billId: string;
  readonly snapshot: ReviewedSnapshot;
  readonly state: ApprovalState;
  readonly approvedAtMs: number;
  /** Rows approved in one action share this, and are undone together. */
  readonly batchId: string;
  /** `approvedAtMs` and the length of the undo period, milliseconds; see `createUndoPeriods` for when it ends. */
  readonly heldUntilMs: number;
  /** How often it was handed to main; the next attempt is one more. */
  readonly attempt: number;
  /** The bill has to be read by a request that begins after this, in ordered time; null: not asked yet. */
  readonly needsRecheckAfterMs: number | null;
  /** Rechecks that did not find the bill; a second one makes it `changed` (gone). */
  readonly missedRechecks: number;
  /** Not before this, epoch milliseconds. */
  readonly retryAtMs: number | null;
  /**
   * Why it is still here. `restored`: it was put back from the journal, and nobody knows whether the user
   * had taken it back since; so they are asked. `noOrganization`: this sign-in cannot see its organization.
   */
  readonly waitingFor: NotSentReason | 'restored' | 'noOrganization' | null;
  readonly outcome: SendOutcome | null;
  /**
   * In `changed`: the bill as it is now; null when it could not be found. In `confirmed`: the bill the
   * service answered with, when that was not what was approved.
   */
  readonly found: ReviewedSnapshot | null;
  /** The user has seen that what was confirmed had changed. */
  readonly isAcknowledged: boolean;
  readonly confirmedBy: 'service' | 'seen' | 'user' | null;
  readonly history: readonly ApprovalEvent[];
}

/** An outbox row that this version cannot read. */
export interface QuarantinedApproval {
  /** Its id in the outbox when it has one. */
  readonly id: string | null;
  readonly quarantinedAtMs: number;
  /** One line a field: what was wrong with it. */
  readonly problems: readonly string[];
}

/** One line of an approval's story. */
export interface ApprovalEvent {
  readonly atMs: number;
  readonly event: StoryEvent | NewerEvent;
  readonly from: ApprovalState | null;
  readonly to: ApprovalState;
  /** The service's message or another technical line. */
  readonly detail: string | null;
}
