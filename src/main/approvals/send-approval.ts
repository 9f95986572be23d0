import { assertNever } from '../../base/assert-never.ts';
import type { Clock } from '../../base/clock.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import {
  wholeOutcome,
  type JournaledApproval,
  type NotSentReason,
  type AttemptFinding,
  type SendAnswer,
  type SendApproval,
  type SendOutcome,
  type SendRequest,
} from '../../bridge/approval.ts';
import { isOtherPayment } from '../../bridge/other-payment.ts';
import { vendorOf } from '../../bridge/snapshot.ts';
import { billKey } from '../../contract/item-id.ts';
import { sentFieldsOf } from '../../contract/items/sent-items.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { ServiceClient } from '../api/service-client.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../ports.ts';
import type { SessionFacts } from '../auth/session.ts';
import type { KnownOfBill } from '../journal/journal-index.ts';
import type { BillReadings, Recheck } from './bill-readings.ts';
import { missingAgreement, type SpendingRules } from './agree.ts';
import { notSent, notSentBy, outcomeOf } from './send-outcome.ts';

interface ApprovalSenderDeps {
  readonly journal: Pick<
    Journal,
    | 'find'
    | 'describeBills'
    | 'writeAttempt'
    | 'writeOutcome'
    | 'readApprovals'
    | 'sealEnd'
    | 'close'
  >;
  readonly client: Pick<ServiceClient, 'approveBill' | 'isListed'>;
  readonly session: () => SessionFacts;
  readonly readings: Pick<
    BillReadings,
    'knows' | 'learnOf' | 'isRechecked' | 'setAnswerTime' | 'recheck' | 'expire'
  >;
  readonly clock: Pick<Clock, 'elapsedMs'>;
  /** Epoch of the profile at this start. An approval made under another epoch waits for the user. */
  readonly profileEpoch: () => string;
  /** While the window is locked, Billfold sends nothing, not even an approval that waits for its recheck. */
  readonly isLocked: () => boolean;
  readonly rules: () => SpendingRules;
  readonly log: Log;
}

/** Answer to a request to send, with the page read for its recheck. */
export interface SendReply extends Pick<Recheck, 'read'> {
  readonly answer: SendAnswer;
}

/** Sends approvals and journals them. Approvals leave this machine only through it. */
export interface ApprovalSender {
  /** Rechecks the bill and sends the attempt. A second call for the same attempt only returns its outcome. */
  send(request: SendRequest): Promise<SendReply>;
  /** Cancels attempts that have not left this computer. Returns the ids of their approvals. */
  cancel(list: readonly AttemptId[]): string[];
  /** Journaled state of each attempt, in the order asked. Waits for attempts under way. */
  findAttempts(list: readonly AttemptId[]): Promise<AttemptFinding[]>;
  /** Journaled state of each approval, or `attemptOnly` if it is under way. Empty when the journal cannot be read. */
  fromJournal(approvalIds: readonly string[]): Promise<JournaledApproval[]>;
  /** Resolves when no attempt is under way. */
  settle(): Promise<void>;
  /** Stops sending, waits for attempts under way, and closes the journal. */
  close(): Promise<void>;
}

type AttemptId = Pick<SendApproval, 'approvalId' | 'attempt'>;

/** State of one attempt, which either leaves or is canceled. */
interface AttemptState {
  hasLeft: boolean;
  isCanceled: boolean;
}

interface UnderWay {
  readonly approval: SendApproval;
  readonly state: AttemptState;
  readonly sending: Promise<SendReply>;
}

export function createApprovalSender(deps: ApprovalSenderDeps): ApprovalSender {
  const underWay = new Map<string, UnderWay>();
  let closing: Promise<void> | null = null;

  const send = (request: SendRequest): Promise<SendReply> => {
    const key = keyOf(request);
    const known = underWay.get(key);
    if (known !== undefined) return known.sending;
    const all = [...underWay.values()].map((each) => each.approval);
    const ahead = all.filter((each) => isOfSameBill(each, request));
    const state: AttemptState = { hasLeft: false, isCanceled: closing !== null };
    const sending = sendAttempt(deps, request, ahead, state).finally(() => underWay.delete(key));
    underWay.set(key, { approval: request, state, sending });
    return sending;
  };

  const cancelOne = (id: AttemptId): string[] => {
    const state = underWay.get(keyOf(id))?.state;
    if (state === undefined || state.hasLeft) return [];
    state.isCanceled = true;
    return [id.approvalId];
  };

  const settle = async (): Promise<void> => {
    const all = () => [...underWay.values()].map(({ sending }) => sending);
    while (underWay.size > 0) await Promise.allSettled(all());
  };

  const findAttempt = async (id: AttemptId): Promise<AttemptFinding> => {
    await underWay.get(keyOf(id))?.sending.catch(() => undefined);
    const found = await deps.journal.find(id.approvalId, id.attempt);
    // An unreadable journal proves nothing: the approval may have been sent.
    const finding = found.ok ? found.value : ({ kind: 'attemptOnly' } as const);
    return { approvalId: id.approvalId, attempt: id.attempt, finding };
  };

  /** An approval that waits in main is not in the journal yet, but it will still be sent. */
  const asUnderWay = (approval: JournaledApproval): JournaledApproval => {
    const last = [...underWay.values()].findLast(
      (each) => each.approval.approvalId === approval.approvalId,
    );
    if (last === undefined) return approval;
    return {
      ...approval,
      attempt: last.approval.attempt,
      finding: { kind: 'attemptOnly' },
      answerLost: true,
    };
  };

  return {
    send,
    cancel: (list) => list.flatMap(cancelOne),
    fromJournal: async (approvalIds) => {
      const read = await deps.journal.readApprovals(approvalIds);
      return read.ok ? read.value.map(asUnderWay) : [];
    },
    findAttempts: (list) => Promise.all(list.map(findAttempt)),
    settle,
    close: () => {
      for (const { approval } of underWay.values()) cancelOne(approval);
      closing ??= Promise.resolve().then(settle).then(deps.journal.close);
      return closing;
    },
  };
}

/**
 * All steps of one attempt:
 * 1. Look for it in the journal.
 * 2. Check the lock, the session, other approvals of the bill, limits and organization.
 * 3. Read the bill's page again, and compare.
 * 4. Journal the attempt, send the PATCH, journal the outcome.
 * @param ahead approvals of the same bill that are under way and may be applied
 */
async function sendAttempt(
  deps: ApprovalSenderDeps,
  request: SendRequest,
  ahead: readonly SendApproval[],
  state: AttemptState,
): Promise<SendReply> {
  const { page: _page, ...approval } = request;
  const { approvalId, attempt, snapshot } = approval;
  const found = await deps.journal.find(approvalId, attempt);
  if (!found.ok) return withoutPage(notSent('journalUnwritable'));
  if (found.value.kind === 'outcome')
    return withoutPage(wholeOutcome(found.value.outcome, snapshot));
  // A crash or a lost answer left only the attempt: the request may have left.
  if (found.value.kind === 'attemptOnly') return withoutPage({ kind: 'unknown', error: null });

  const knownNow = async (): Promise<KnownOfBill | null> => {
    const read = await deps.journal.describeBills([approval]);
    return (read.ok && read.value[0]) || null;
  };
  let known = await knownNow();
  if (known === null) return withoutPage(notSent('journalUnwritable'));
  if (!deps.readings.knows(approvalId)) deps.readings.learnOf(approval, known.isKnown);
  const reasonNotToSend = (): NotSentReason | null =>
    (state.isCanceled || deps.isLocked() ? 'closing' : null) ??
    sessionMismatch(deps, approval) ??
    (known && missingAgreement(approval, ahead.reduce(withApplied, known), deps.rules()));
  const before = reasonNotToSend();
  if (before !== null) return withoutPage(notSent(before));

  // A service that reads 07 or 7abc as 7 would approve a bill once for each spelling of its organization.
  const isListed = await deps.client.isListed(approval.organizationId);
  if (!isListed.ok) return withoutPage(notSentBy(isListed.error));
  if (!isListed.value) return withoutPage(notSent('notOnPage'));

  const recheck = await deps.readings.recheck(request);
  const { finding } = recheck;
  switch (finding.kind) {
    case 'notOnPage':
      return { answer: notSent('notOnPage'), read: recheck.read };
    case 'failed':
      return { answer: notSentBy(finding.error), read: null };
    case 'changed':
      return { answer: finding, read: recheck.read };
    case 'same': {
      // Last checks. While the approval waits, the user may cancel it, the bill may change, or its reading may become
      // too old.
      const reload = async (): Promise<void> => {
        known = (await knownNow()) ?? known;
      };
      const reasonAtLast = () =>
        reasonNotToSend() ?? (deps.readings.isRechecked(approval) ? null : 'recheck');
      return {
        answer: await journalAndSend(deps, approval, state, reload, reasonAtLast),
        read: recheck.read,
      };
    }
    default:
      return assertNever(finding);
  }
}

function withoutPage(answer: SendOutcome): SendReply {
  return { answer, read: null };
}

/** Adds an approval of the bill that is under way. It may be applied, although the journal does not say so yet. */
function withApplied(known: KnownOfBill, { approvalId }: SendApproval): KnownOfBill {
  return { ...known, others: [...known.others, { approvalId, mayBeApplied: true }] };
}

function isOfSameBill(one: SendApproval, other: SendApproval): boolean {
  const bill = ({ organizationId, snapshot }: SendApproval) =>
    billKey(organizationId, snapshot.billId);
  return bill(one) === bill(other);
}

async function journalAndSend(
  deps: ApprovalSenderDeps,
  request: SendApproval,
  state: AttemptState,
  reload: () => Promise<void>,
  reasonNotToSend: () => NotSentReason | null,
): Promise<SendOutcome> {
  let written = false;
  let refused: NotSentReason | null = null;
  let leftMs = 0;

  const beforeSend = async (turn: 'first' | 'again'): Promise<Result<void, ServiceError>> => {
    // During the wait for the quota or a new token, the session may have changed, or main may have
    // read the bill again.
    if (turn === 'first') await reload();
    refused = reasonNotToSend();
    if (refused === null && turn === 'again') {
      // The bill may have changed while the token was renewed, or because the approval was applied despite the 401.
      deps.readings.expire();
      refused = 'recheck';
    }
    if (refused === null) {
      written = (await deps.journal.writeAttempt(request)).ok;
      if (written) deps.journal.sealEnd();
      // Session or bill may also have changed while the journal was written.
      refused = written ? reasonNotToSend() : 'journalUnwritable';
    }
    leftMs = deps.clock.elapsedMs();
    if (refused === null) state.hasLeft = true;
    return refused === null
      ? succeed(undefined)
      : fail({ kind: 'cancelled', technical: `not sent: ${refused}` });
  };

  const { approvalId, attempt, organizationId, snapshot } = request;
  const { billId, rest } = snapshot;
  const shown = sentFieldsOf({ memo: null, ...rest, ...snapshot, vendor: vendorOf(snapshot) });
  const answer = await deps.client.approveBill({ organizationId, billId, shown, beforeSend });
  const outcome = outcomeOf(answer, refused);
  const bill = outcome.kind === 'confirmed' ? outcome.bill : null;
  // If this bill changed after its reading, others of the batch may have changed too. And a network that forges this
  // answer may have forged the reads.
  if (outcome.kind === 'unknown' || (bill && isOtherPayment(snapshot, bill)))
    deps.readings.expire();
  if (!written) return outcome;
  deps.readings.setAnswerTime(deps.clock.elapsedMs() - leftMs);
  const saved = await deps.journal.writeOutcome(approvalId, attempt, outcome);
  if (!saved.ok) {
    // The journal writes the line later, before the next one.
    const facts = { approvalId, attempt, outcome: outcome.kind, code: saved.error.code };
    deps.log.error('an outcome could not be written to the journal', facts);
  }
  return outcome;
}

/** Reason not to send an approval that was made under another sign-in or in another profile; null when it may be sent. */
function sessionMismatch(deps: ApprovalSenderDeps, request: SendApproval): NotSentReason | null {
  const { connectionId, signInId } = deps.session();
  if (connectionId === null || signInId === null) return 'signedOut';
  const same = connectionId === request.connectionId && signInId === request.signInId;
  if (!same) return 'otherSignIn';
  return request.profileEpoch === deps.profileEpoch() ? null : 'dataRestored';
}

function keyOf({ approvalId, attempt }: AttemptId): string {
  return `${attempt} ${approvalId}`;
}
