import { assertNever } from '../../../base/assert-never.ts';
import { notSentReasonSchema, type NotSentReason } from '../../../bridge/approval.ts';
import { messages } from '../text/messages.ts';
import { say } from '../text/say.ts';
import { timeToCome, secondsLeft } from '../ui/relative-time.ts';
import { errorOfOutcome, formatNotSent, formatScope, formatServiceError } from '../ui/sentences.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import type { Approval, HistoryLine } from '../../core/model/approval.ts';
import { formatAttention } from './format-attention.ts';
import {
  mayHaveArrived,
  wasRejectedForNow,
  waitsForCheck,
  withdrawalOf,
  type StatusContext,
} from '../../core/outbox/approval-status.ts';
import { formatFields } from './format-snapshot.ts';

/** The reason for an approval's state and the next step, in one or two sentences. */
export function formatWhy(approval: Approval, context: StatusContext, nowMs: number): string {
  const { why, confirmedBy } = messages.approvals;
  const attention = formatAttention(approval, context);
  if (attention) return [attention.happened, attention.meaning, attention.nextStep].join(' ');
  switch (approval.state) {
    case 'held':
      return why[context.isOnline ? 'held' : 'heldOffline'](
        secondsLeft(context.undoLeftMs(approval), 0),
      );
    case 'sending':
      return why.sending;
    case 'confirmed': {
      const confirmation = confirmedBy[approval.confirmedBy ?? 'service'](context.service);
      return approval.found === null ? confirmation : `${confirmation} ${why.hadChanged}`;
    }
    case 'withdrawn':
      return formatWithdrawn(approval);
    case 'queued':
    case 'changed':
    case 'unknown':
    case 'rejected':
      // Only `queued` gets here: for the others `formatAttention` returned a text.
      return [
        formatQueued(approval, context, nowMs),
        ...(mayHaveArrived(approval) ? [messages.approvals.attention.earlierAttempt] : []),
      ].join(' ');
    default:
      return assertNever(approval.state);
  }
}

/** Text for a withdrawn approval. It must not say "nothing was sent" if something may have been. */
function formatWithdrawn(approval: Approval): string {
  const { why } = messages.approvals;
  if (mayHaveArrived(approval)) return why.withdrawnUnsure;
  if (wasRejectedForNow(approval)) return why.withdrawnRefused;
  if (approval.outcome?.kind === 'rejected') return why.withdrawnRefused;
  return withdrawalOf(approval.history.at(-1)) === 'undone'
    ? messages.approvals.attention.sentNothing
    : why.withdrawn;
}

function formatQueued(approval: Approval, context: StatusContext, nowMs: number): string {
  const { why } = messages.approvals;
  const { signInId, isOnline, isSendingPaused, quotaPausedUntilMs, locale } = context;
  const retryAt = (atMs: number | null): string | null =>
    atMs !== null && atMs > nowMs ? why.retryAt(timeToCome(atMs, nowMs, locale)) : null;
  const waitsFor = (reason: NotSentReason, atMs: number | null): string => {
    const isOutage = reason === 'quota' && context.isServiceDown;
    const { title, whatToDo } = formatNotSent(isOutage ? 'unavailable' : reason);
    return say`${title}. ${retryAt(atMs) ?? whatToDo}`;
  };
  // Without a session Billfold sends nothing, so this reason comes first.
  if (signInId === null) return waitsFor('signedOut', null);
  const { waitingFor, retryAtMs } = approval;
  const isFailed = waitingFor === 'serviceFailed' || waitingFor === 'unreachable';
  const isDelayed = waitingFor === null || isFailed || waitsForCheck(approval);
  if (context.missingPermission !== null && isDelayed)
    return why.permission(formatScope(context.missingPermission));
  if (isSendingPaused && isDelayed) return why.paused;
  if (waitingFor === null) return why.queued;
  if (waitsForCheck(approval) && isOnline && quotaPausedUntilMs !== null) {
    return waitsFor('quota', quotaPausedUntilMs);
  }
  if (waitingFor === 'recheck') {
    return isOnline ? (retryAt(retryAtMs) ?? why.checking) : why.checkLater;
  }
  // `formatAttention` has already returned the texts for these.
  if (waitingFor === 'restored' || waitingFor === 'changedBack' || waitingFor === 'noOrganization')
    return why.queued;
  const error = waitingFor === 'serviceFailed' ? errorOfOutcome(approval.outcome) : null;
  if (error?.status === 401)
    return say`${why.refusesSignIn(context.service)} ${retryAt(retryAtMs) ?? ''}`.trim();
  const said = error?.message;
  const quoted = said ? [why.quote(context.service, said)] : [];
  const atMs =
    waitingFor === 'quota' ? Math.max(retryAtMs ?? 0, quotaPausedUntilMs ?? 0) : retryAtMs;
  const waits = waitsFor(waitingFor, atMs);
  return [error ? withCause(waits, error, context) : waits, ...quoted].join(' ');
}

/** “Last check failed. Retrying at 1:04 PM.” with the cause, and with the next step if the answer is another server's. */
function withCause(waits: string, error: ServiceError, context: StatusContext): string {
  const isOfOther = error.kind === 'malformedResponse' && !error.message;
  if (!isOfOther && error.kind !== 'serverFailed') return waits;
  const { title, whatToDo } = formatServiceError(error, context.service, context.locale);
  return [waits, say`${title}.`, ...(isOfOther ? [whatToDo] : [])].join(' ');
}

/**
 * The history with only the first and last of repeated attempts that ended alike, so that an outage doesn't
 * fill the screen.
 */
export function withoutRepeats(history: readonly HistoryLine[]): readonly HistoryLine[] {
  const endOf = (sent: number): HistoryLine | null => {
    const end = history[sent + 1];
    const isRepeated = end?.event === 'notSent' || end?.event === 'rejectedForNow';
    return history[sent]?.event === 'send' && isRepeated ? end : null;
  };
  return history.filter(({ event }, at) => {
    const sent = event === 'send' ? at : at - 1;
    const [before, own, after] = [sent - 2, sent, sent + 2].map(endOf);
    const isLike = (end: HistoryLine | null | undefined): boolean =>
      end?.event === own?.event && end?.detail === own?.detail;
    return !(before && own && after && isLike(before) && isLike(after));
  });
}

/** One line of an approval's history. An unknown event of a newer version is described by its new state. */
export function formatEvent({ event, from, to, detail }: HistoryLine): string {
  const { events, statuses, confirmedDiffering } = messages.approvals;
  if (to === 'withdrawn') return statuses[withdrawalOf({ from })];
  const reason = reasonNotSent({ event, detail });
  if (reason !== null) return formatNotSent(reason).title;
  // Only a confirmed bill that differs from the approved one has a detail here.
  if (event === 'confirmed' && detail !== null) return confirmedDiffering;
  return Object.hasOwn(events, event) ? events[event as keyof typeof events] : statuses[to];
}

/** The service's message or the changed fields of an event; null if the detail is internal. */
export function eventText({ event, detail }: HistoryLine): string | null {
  if (detail === null || reasonNotSent({ event, detail }) !== null) return null;
  if (quotesService.has(event)) return detail;
  return fieldsOfBill.has(event) ? formatFields(detail) : null;
}

/** Why Billfold did not send an attempt; null when the line quotes the service, or an earlier version wrote it. */
function reasonNotSent({ event, detail }: Pick<HistoryLine, 'event' | 'detail'>) {
  return event === 'notSent' ? (notSentReasonSchema.safeParse(detail).data ?? null) : null;
}

const quotesService: ReadonlySet<HistoryLine['event']> = new Set([
  'rejected',
  'answerLost',
  'notSent',
  'rejectedForNow',
]);
const fieldsOfBill: ReadonlySet<HistoryLine['event']> = new Set([
  'confirmed',
  'foundChanged',
  'paidOtherwise',
  'approveAsChanged',
]);
