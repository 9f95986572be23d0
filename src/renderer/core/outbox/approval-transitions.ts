import { differences, type FieldChange, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import type { Override, SendAnswer } from '../../../bridge/approval.ts';
import { assertNever } from '../../../base/assert-never.ts';
import type { Bill } from '../../../contract/bill.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import type { PageRef } from '../mirror/cache-database.ts';
import type { Approval, ApprovalEventName } from '../model/approval.ts';
import { approvalTable } from './approval-table.ts';

/**
 * An event of an approval. `outcome` stands for the events in `outcomeEvents`. `nowMs`: time of the event for the
 * history, epoch milliseconds.
 */
export type ApprovalEvent = { readonly nowMs: number } & (
  | { readonly name: 'windowPassed' }
  | { readonly name: 'withdraw' }
  /** It is the approval's turn, but it needs a recheck that began after `afterMs` (ordered time). */
  | { readonly name: 'recheckNeeded'; readonly afterMs: number }
  /** A recheck did not find the bill. The next one, begun after `afterMs` (ordered time), decides. */
  | { readonly name: 'recheckMissed'; readonly afterMs: number }
  | { readonly name: 'foundChanged'; readonly found: ReviewedSnapshot }
  /** A bill that had changed (`isChangedBack`), or was not found, matches the approved version again. */
  | { readonly name: 'foundSame'; readonly isChangedBack: boolean }
  /** `afterMs`: only a reading that begins later (ordered time) can find the bill again. */
  | { readonly name: 'notFound'; readonly afterMs: number }
  /** The approval belongs to an earlier sign-in and waits for the user's decision. */
  | { readonly name: 'otherSignIn' }
  /** This sign-in cannot see the bill's organization. */
  | { readonly name: 'noOrganization' }
  /** The data was copied or restored since the approval, so it may have been sent already. */
  | { readonly name: 'dataRestored' }
  /** `page`: the page on which main rechecks the bill. */
  | { readonly name: 'send'; readonly page: PageRef | null }
  | { readonly name: 'outcome'; readonly attempt: number; readonly result: OutcomeResult }
  /** The journal has no such attempt: no request left this computer. */
  | { readonly name: 'neverLeft'; readonly attempt: number }
  /** `signInId`: the present sign-in, which sends the approval; null when signed out. */
  | (UserDecision & { readonly name: 'sendAgain'; readonly signInId: string | null })
  | { readonly name: 'sendAgainByItself' }
  | (UserDecision & {
      readonly name: 'approveAsChanged';
      readonly snapshot: ReviewedSnapshot;
      /** Absent when the new version has no flags. */
      readonly override?: Override | undefined;
      /** Batch of the action. Undo withdraws the whole batch. */
      readonly batchId: string;
      /** Length of the undo period, milliseconds. */
      readonly undoMs: number;
    })
  | { readonly name: 'markConfirmed' }
  /** A later reading showed the bill as paid: the lost answer was a success. */
  | { readonly name: 'observedPaid'; readonly status: string }
  /** A later reading showed the bill as paid with other fields than the user approved. */
  | { readonly name: 'paidOtherwise'; readonly found: ReviewedSnapshot }
  /** A later list shows the bill as approved by these fields. */
  | { readonly name: 'listedApproved'; readonly approvedBy: readonly string[] }
  | { readonly name: 'acknowledge' }
  | (UserDecision & { readonly name: 'adopt'; readonly signInId: string })
);

/** The user's decision to approve. Billfold then rechecks the bill after `recheckAfterMs` (ordered time). */
interface UserDecision {
  readonly recheckAfterMs: number;
  readonly profileEpoch: string;
}

/**
 * Main's answer about an attempt. `recheckAfterMs`: only a reading that began later (ordered time) gives new evidence
 * about an `unknown` or `changed` approval. `retryAtMs`: earliest time to retry an approval that was not sent, epoch
 * milliseconds.
 */
export interface OutcomeResult {
  readonly outcome: SendAnswer;
  readonly recheckAfterMs: number;
  readonly retryAtMs: number | null;
  /** The bill in the service's answer, if it differs from the approved one; else null. */
  readonly found: ReviewedSnapshot | null;
}

/** Side effects to perform once the new row is durable. */
export type ApprovalEffect =
  | { readonly kind: 'handToMain'; readonly page: PageRef | null }
  /** The service's answer contains the bill: store it in the cache. */
  | { readonly kind: 'keepBill'; readonly bill: Bill };

export type TransitionResult =
  | { readonly ok: true; readonly row: Approval; readonly effects: readonly ApprovalEffect[] }
  | { readonly ok: false; readonly why: 'notAllowed' | 'staleAttempt' };

export function eventNameOf(event: ApprovalEvent): ApprovalEventName {
  if (event.name !== 'outcome') return event.name;
  const { outcome } = event.result;
  return 'isRefused' in outcome ? 'rejectedForNow' : outcomeEvents[outcome.kind];
}

/**
 * Applies an event to a row. Pure: returns the new row and its side effects, or a refusal. The outcome of another
 * attempt than the row's is refused as stale.
 */
export function transition(row: Approval, event: ApprovalEvent): TransitionResult {
  const name = eventNameOf(event);
  const to = approvalTable[row.state][name];
  if (to === null) return { ok: false, why: 'notAllowed' };
  if (attemptOf(event) !== null && attemptOf(event) !== row.attempt) {
    return { ok: false, why: 'staleAttempt' };
  }
  const line = {
    atMs: event.nowMs,
    event: name,
    from: row.state,
    to,
    detail: detailOf(row, event),
  };
  return {
    ok: true,
    row: { ...row, ...changesOf(row, event), state: to, history: [...row.history, line] },
    effects: effectsOf(event),
  };
}

const outcomeEvents: Record<SendAnswer['kind'], ApprovalEventName> = {
  changed: 'foundChanged',
  confirmed: 'confirmed',
  rejected: 'rejected',
  unknown: 'answerLost',
  notSent: 'notSent',
};

function attemptOf(event: ApprovalEvent): number | null {
  return event.name === 'outcome' || event.name === 'neverLeft' ? event.attempt : null;
}

/** Fields of a row that waits for neither a reading nor a time. */
const noWait = {
  needsRecheckAfterMs: null,
  missedRechecks: 0,
  retryAtMs: null,
  waitingFor: null,
} as const;

function changesOf(row: Approval, event: ApprovalEvent): Partial<Approval> {
  switch (event.name) {
    case 'windowPassed':
    case 'withdraw':
      return {};
    case 'paidOtherwise':
      return { found: event.found };
    case 'listedApproved':
      return { approvedBy: event.approvedBy };
    case 'acknowledge':
      return { isAcknowledged: true };
    case 'recheckNeeded':
      return { needsRecheckAfterMs: event.afterMs, waitingFor: 'recheck' };
    case 'recheckMissed':
      return {
        needsRecheckAfterMs: event.afterMs,
        missedRechecks: row.missedRechecks + 1,
        waitingFor: 'recheck',
      };
    case 'foundChanged':
      return { ...noWait, found: event.found };
    case 'notFound':
      return { ...noWait, found: null, needsRecheckAfterMs: event.afterMs };
    case 'foundSame':
      return { ...noWait, found: null, waitingFor: event.isChangedBack ? 'changedBack' : null };
    case 'otherSignIn':
    case 'noOrganization':
    case 'dataRestored':
      return { waitingFor: event.name };
    case 'send':
      return { ...noWait, attempt: row.attempt + 1, outcome: null };
    case 'outcome':
      return outcomeChanges(event.result);
    case 'neverLeft':
      return noWait;
    case 'sendAgain':
      return { ...noWait, ...waitForRecheck(event), signInId: event.signInId ?? row.signInId };
    case 'sendAgainByItself':
      // The reading that allowed the event is also its recheck.
      return { ...noWait, needsRecheckAfterMs: row.needsRecheckAfterMs };
    case 'approveAsChanged':
      return {
        ...noWait,
        ...waitForRecheck(event),
        snapshot: event.snapshot,
        override: event.override,
        approvedAtMs: event.nowMs,
        batchId: event.batchId,
        heldUntilMs: event.nowMs + event.undoMs,
        found: null,
      };
    case 'markConfirmed':
      return { ...noWait, confirmedBy: 'user' };
    case 'observedPaid':
      return { ...noWait, confirmedBy: 'seen' };
    case 'adopt':
      return { ...waitForRecheck(event), signInId: event.signInId, retryAtMs: null };
    default:
      return assertNever(event);
  }
}

function waitForRecheck({ recheckAfterMs, profileEpoch }: UserDecision) {
  return { needsRecheckAfterMs: recheckAfterMs, waitingFor: 'recheck', profileEpoch } as const;
}

function outcomeChanges({
  outcome,
  recheckAfterMs,
  retryAtMs,
  found,
}: OutcomeResult): Partial<Approval> {
  switch (outcome.kind) {
    case 'changed':
      return { ...noWait, found: outcome.found, needsRecheckAfterMs: recheckAfterMs };
    case 'confirmed':
      return { ...noWait, outcome, found, confirmedBy: 'service' };
    case 'rejected':
      return { ...noWait, outcome };
    case 'unknown':
      return { ...noWait, outcome, needsRecheckAfterMs: recheckAfterMs };
    case 'notSent':
      return { ...noWait, outcome, retryAtMs, waitingFor: outcome.reason };
    default:
      return assertNever(outcome);
  }
}

function detailOf({ snapshot }: Approval, event: ApprovalEvent): string | null {
  switch (event.name) {
    case 'outcome': {
      const { outcome, found } = event.result;
      if (outcome.kind === 'changed') return fieldsIn(differences(snapshot, outcome.found));
      if (found) return fieldsIn(differences(snapshot, found));
      const error = outcome.kind === 'confirmed' ? null : outcome.error;
      const isRefused = eventNameOf(event) === 'rejectedForNow';
      if (outcome.kind === 'notSent' && error === null && !isRefused) return outcome.reason;
      return error === null || isByBillfold(error) ? null : messageOf(error);
    }
    case 'foundChanged':
    case 'paidOtherwise':
      return fieldsIn(differences(snapshot, event.found));
    case 'approveAsChanged':
      return fieldsIn(differences(snapshot, event.snapshot));
    case 'observedPaid':
      return event.status;
    case 'adopt':
      return event.signInId;
    case 'windowPassed':
    case 'withdraw':
    case 'recheckNeeded':
    case 'recheckMissed':
    case 'foundSame':
    case 'notFound':
    case 'otherSignIn':
    case 'noOrganization':
    case 'dataRestored':
    case 'listedApproved':
    case 'acknowledge':
    case 'send':
    case 'neverLeft':
    case 'sendAgain':
    case 'sendAgainByItself':
    case 'markConfirmed':
      return null;
    default:
      return assertNever(event);
  }
}

function fieldsIn(changes: readonly FieldChange[]): string {
  return changes.map(({ field }) => field).join(', ');
}

/** Whether Billfold itself stopped the request: `waitingFor` gives the reason. */
function isByBillfold(error: ServiceError): boolean {
  return error.kind === 'cancelled' || (error.kind === 'rateLimited' && error.by === 'billfold');
}

/** The service's message, with its details if a validation failed. */
function messageOf(error: ServiceError): string {
  const said = error.message ?? error.technical;
  return [said, ...(error.kind === 'validationFailed' ? error.details : [])].join('; ');
}

function effectsOf(event: ApprovalEvent): readonly ApprovalEffect[] {
  if (event.name === 'send') return [{ kind: 'handToMain', page: event.page }];
  if (event.name !== 'outcome' || event.result.outcome.kind !== 'confirmed') return [];
  const { bill } = event.result.outcome;
  return bill === null ? [] : [{ kind: 'keepBill', bill }];
}
