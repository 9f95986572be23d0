import type { Attention } from '../text/en/approvals.ts';
import {
  mayHaveArrived,
  wasRejectedForNow,
  changeOf,
  type StatusContext,
} from '../../core/outbox/approval-status.ts';
import { assertNever } from '../../../base/assert-never.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import type { Bill } from '../../../contract/bill.ts';
import { asksForBody, hasOtherReason } from '../../../contract/service-error.ts';
import { messages } from '../text/messages.ts';
import { say } from '../text/say.ts';
import { errorOfOutcome, formatServiceError } from '../ui/sentences.ts';
import type { Approval } from '../../core/model/approval.ts';
import { isReopenedSince } from '../../core/outbox/covered-bills.ts';
import { decisionSince, type SinceDecision } from '../../core/outbox/unexpected-change.ts';
import { heldBackAs, isToAcknowledge, isUncompared } from '../../core/outbox/approval-sections.ts';

type Unreadable = Partial<Pick<StatusContext, 'unreadableIds'>>;

/**
 * The decision an approval needs from the user; null when it needs none.
 * @param since see `decisionSince`
 */
export function formatAttention(
  approval: Approval,
  context: Pick<StatusContext, 'signInId' | 'service' | 'locale' | 'wasAway'> & Unreadable,
  since: SinceDecision = null,
): Attention | null {
  const { service, locale } = context;
  switch (approval.state) {
    case 'unknown':
      return formatUnknown(approval, service, since);
    case 'rejected':
      return formatRejected(approval, service, locale);
    case 'changed':
      return formatChanged(approval, context);
    case 'queued':
      return formatHeldBack(approval, context);
    case 'confirmed':
      return isToAcknowledge(approval) ? formatConfirmed(approval, service) : null;
    case 'held':
    case 'sending':
    case 'withdrawn':
      return null;
    default:
      return assertNever(approval.state);
  }
}

/** Later state of a confirmed approval's bill, if it matters to the user; null for none. */
export function formatSince(approval: Approval, bill: Bill, service: string): string | null {
  const { why, attention } = messages.approvals;
  if (approval.state !== 'confirmed') return null;
  if (bill.status === 'void') return why.voidSince;
  if (isPayable(bill.status) && decisionSince(approval.snapshot, bill) === 'rejected')
    return attention.unknown.shownSince.rejected(service);
  return isReopenedSince(approval, bill) ? why.reopenedSince(service) : null;
}

function formatConfirmed(approval: Approval, service: string): Attention {
  const { attention, difference } = messages.approvals;
  const { found, outcome } = approval;
  if (found === null && isUncompared(approval)) return attention.uncompared(service);
  const differs = attention.differs(service);
  const isOfAnswer = outcome?.kind !== 'confirmed' || outcome.bill !== null;
  if (isOfAnswer) return differs;
  return { ...differs, happened: difference.paidOtherwise, meaning: differs.happened };
}

/** Text for an approval without confirmation. It distinguishes an unclear answer from a lost one. */
function formatUnknown({ outcome }: Approval, service: string, since: SinceDecision): Attention {
  const { replies, shownSince, nextStep, ...text } = messages.approvals.attention.unknown;
  const error = errorOfOutcome(outcome);
  const quoted = error?.message ? [messages.approvals.why.quote(service, error.message)] : [];
  const happened = (): string => {
    if (error === null) return replies.noRecord;
    if (error.kind === 'malformedResponse') {
      return error.lacksHeaders
        ? replies.lacksHeaders(service, error.status ?? 0)
        : replies.noConfirmation(service);
    }
    if (error.kind === 'answerLost' || error.status === undefined) return replies.nothing;
    return replies.error(service, error.status);
  };
  const shown = since === null ? [] : [shownSince[since](service)];
  const meaning = [...shown, ...(since === 'approved' ? [] : [text.meaning])].join(' ');
  return { happened: [happened(), ...quoted].join(' '), meaning, nextStep: nextStep(service) };
}

/** Text for a rejected approval: the service's message, and what to do about it. */
function formatRejected(approval: Approval, service: string, locale: string): Attention {
  const { rejected, rejectedSaying, orDiscard, earlierAttempt } = messages.approvals.attention;
  const { resending } = messages.problems;
  const text = rejected(service);
  const error = errorOfOutcome(approval.outcome);
  if (error === null) return text;
  const { title, whatToDo } = formatServiceError(error, service, locale);
  const isOfBill =
    error.kind === 'validationFailed' || (error.kind === 'invalid' && error.message !== undefined);
  // The text has already said that it was rejected, so only the meaning follows.
  const meant = isOfBill || hasOtherReason(error) ? text.meaning : say`${title}.`;
  const meaning = [meant, ...(mayHaveArrived(approval) ? [earlierAttempt] : [])];
  const nextStep = (): string => {
    // The service needs another method or header, which Billfold would not send with another try either.
    if (error.status === 405 || error.status === 428) return resending.never(service);
    // The second attempt has an empty object as its body. Another refusal shows that this did not help.
    if (approval.attempt <= 1 && asksForBody(error)) return resending.otherForm(service);
    // A precondition or a lock (RFC 9110 §15.5.13, RFC 4918 §11.3).
    if (error.status === 412 || error.status === 423) return resending.later;
    // The service demands payment, or the law forbids it (RFC 9110 §15.5.3, RFC 7725 §3): the bill is not the cause.
    const isOfAccount = error.status === 402 || error.status === 451;
    if (isOfAccount || hasOtherReason(error)) return resending.cleared(service);
    return isOfBill ? text.nextStep : [whatToDo, orDiscard].join(' ');
  };
  return {
    happened: error.message ? rejectedSaying(service, error.message) : text.happened,
    meaning: meaning.join(' '),
    nextStep: nextStep(),
  };
}

function formatHeldBack(
  approval: Approval,
  { signInId, service, wasAway }: Pick<StatusContext, 'signInId' | 'service' | 'wasAway'>,
): Attention | null {
  const heldBack = heldBackAs(approval, signInId);
  if (heldBack === null) return null;
  const { attention } = messages.approvals;
  if (heldBack === 'dataRestored') {
    return wasAway ? attention.longAway(service) : attention.dataRestored(service);
  }
  const isAskedFirst = heldBack === 'noOrganization' && signInId === null;
  const text = { ...attention[heldBack], ...(isAskedFirst && { meaning: attention.askedFirst }) };
  const sent = formatAttempts(approval);
  // Another approval of the bill may have been sent: "nothing was sent" would mislead.
  if (heldBack === 'twice') return text;
  // A restored approval may have been sent without a record of a lost answer.
  if (heldBack === 'restored' && !mayHaveArrived(approval)) return text;
  return { ...text, happened: `${text.happened} ${sent}` };
}

/** One sentence on the attempts so far, as far as Billfold knows. */
function formatAttempts(approval: Approval): string {
  const { earlierAttempt, wasRejected, sentNothing } = messages.approvals.attention;
  if (mayHaveArrived(approval)) return earlierAttempt;
  return wasRejectedForNow(approval) ? wasRejected : sentNothing;
}

function formatChanged(
  approval: Approval,
  { signInId, service, unreadableIds }: Pick<StatusContext, 'signInId' | 'service'> & Unreadable,
): Attention {
  const { changes, askedFirst } = messages.approvals.attention;
  const change = changeOf(approval, unreadableIds);
  const text = changes[change](service);
  const sent = formatAttempts(approval);
  const meaning = approval.signInId === signInId ? text.meaning : askedFirst;
  return { ...text, meaning, happened: `${text.happened} ${sent}` };
}
