import { assertNever } from '../../../base/assert-never.ts';
import { messages } from '../text/messages.ts';
import { say } from '../text/say.ts';
import { clockTime, secondsLeft } from '../ui/relative-time.ts';
import { formatNotSent, formatScope } from '../ui/sentences.ts';
import type { Approval, ApprovalEvent } from '../../core/outbox/approval.ts';
import { formatAttention } from './format-attention.ts';
import { mayHaveArrived, waitsForCheck, type Around } from '../../core/outbox/standing.ts';
import { formatFields } from './format-snapshot.ts';

/** Why an approval stands where it stands, and what comes next, in one or two sentences. */
export function formatWhy(approval: Approval, around: Around, nowMs: number): string {
  const { why, confirmedBy } = messages.approvals;
  const attention = formatAttention(approval, around);
  if (attention) return [attention.happened, attention.meaning, attention.nextStep].join(' ');
  switch (approval.state) {
    case 'held':
      return why.held(secondsLeft(around.undoLeftMs(approval), 0));
    case 'sending':
      return why.sending;
    case 'confirmed': {
      const confirmation = confirmedBy[approval.confirmedBy ?? 'service'](around.service);
      return approval.found === null ? confirmation : `${confirmation} ${why.hadChanged}`;
    }
    case 'withdrawn':
      return formatWithdrawn(approval);
    case 'queued':
    case 'changed':
    case 'unknown':
    case 'rejected':
      // The last three always need the user, and have been said above.
      return [
        formatQueued(approval, around, nowMs),
        ...(mayHaveArrived(approval) ? [messages.approvals.attention.earlierAttempt] : []),
      ].join(' ');
    default:
      return assertNever(approval.state);
  }
}

/** Nobody may think that nothing was sent when something was. */
function formatWithdrawn(approval: Approval): string {
  const { why } = messages.approvals;
  if (mayHaveArrived(approval)) return why.withdrawnUnsure;
  return approval.outcome?.kind === 'rejected' ? why.withdrawnRefused : why.withdrawn;
}

function formatQueued(approval: Approval, around: Around, nowMs: number): string {
  const { why } = messages.approvals;
  const { signInId, isOnline, isSendingPaused, quotaPausedUntilMs, locale } = around;
  const retryAt = (atMs: number | null): string | null =>
    atMs !== null && atMs > nowMs ? why.retryAt(clockTime(atMs, locale)) : null;
  const waitsFor = (reason: Parameters<typeof formatNotSent>[0], atMs: number | null): string => {
    const { title, whatToDo } = formatNotSent(reason);
    return say`${title}. ${retryAt(atMs) ?? whatToDo}`;
  };
  // Whatever else it waits for, without a session nothing is sent.
  if (signInId === null) return waitsFor('signedOut', null);
  const { waitingFor, retryAtMs } = approval;
  const isHeldUp = waitingFor === null || waitingFor === 'unreachable' || waitsForCheck(approval);
  if (around.missingPermission !== null && isHeldUp)
    return why.permission(formatScope(around.missingPermission));
  if (isSendingPaused && isHeldUp) return why.paused;
  if (waitingFor === null) return why.queued;
  if (waitsForCheck(approval) && isOnline && quotaPausedUntilMs !== null) {
    return waitsFor('quota', quotaPausedUntilMs);
  }
  if (waitingFor === 'recheck') {
    return isOnline ? (retryAt(retryAtMs) ?? why.checking) : why.checkLater;
  }
  // Said as what needs the user, above.
  if (waitingFor === 'restored' || waitingFor === 'noOrganization') return why.queued;
  return waitsFor(waitingFor, retryAtMs);
}

/** The history with the first and the last of tries in a row that ended alike: an outage fills no screen. */
export function withoutRepeats(history: readonly ApprovalEvent[]): readonly ApprovalEvent[] {
  const endOf = (sent: number): ApprovalEvent | null => {
    const end = history[sent + 1];
    return history[sent]?.event === 'send' && end?.event === 'notSent' ? end : null;
  };
  return history.filter(({ event }, at) => {
    const sent = event === 'send' ? at : at - 1;
    const [before, own, after] = [sent - 2, sent, sent + 2].map(endOf);
    const isBetween = before && own && after;
    return !isBetween || before.detail !== own.detail || after.detail !== own.detail;
  });
}

/** One line of an approval's story. An event of a newer version is described by where it led. */
export function formatEvent({ event, to, detail }: ApprovalEvent): string {
  const { events, standings, confirmedDiffering } = messages.approvals;
  // Only a bill that was not what was approved leaves a detail there.
  if (event === 'confirmed' && detail !== null) return confirmedDiffering;
  return Object.hasOwn(events, event) ? events[event as keyof typeof events] : standings[to];
}

/** The service's message about an event, or the fields it is about; other details are not for reading. */
export function eventText({ event, detail }: ApprovalEvent): string | null {
  if (detail === null) return null;
  if (quotesService.has(event)) return detail;
  return fieldsOfBill.has(event) ? formatFields(detail) : null;
}

const quotesService: ReadonlySet<ApprovalEvent['event']> = new Set([
  'rejected',
  'answerLost',
  'notSent',
]);
const fieldsOfBill: ReadonlySet<ApprovalEvent['event']> = new Set([
  'confirmed',
  'foundChanged',
  'approveAsChanged',
]);
