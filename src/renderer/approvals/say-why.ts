import { assertNever } from '../../base/assert-never.ts';
import { en } from '../text/en.ts';
import { clockTime, secondsLeft } from '../ui/moments.ts';
import { sayNotSent } from '../ui/sentences.ts';
import type { Approval, ApprovalEvent } from '../workspace.ts';
import { isOfOtherSignIn } from './approval-sections.ts';
import { mayHaveArrived, sayAttention } from './say-attention.ts';

/**
 * Why an approval stands where it stands, and what comes next, in one or two sentences.
 * @param signInId of the session, or null when signed out
 */
export function sayWhy(
  approval: Approval,
  signInId: string | null,
  nowMs: number,
  locale: string,
): string {
  const { why, confirmedBy } = en.approvals;
  const attention = sayAttention(approval, signInId, locale);
  if (attention) return [attention.happened, attention.mayMean, attention.canDo].join(' ');
  switch (approval.state) {
    case 'held':
      return why.held(secondsLeft(approval.heldUntilMs, nowMs));
    case 'sending':
      return why.sending;
    case 'confirmed':
      return confirmedBy[approval.confirmedBy ?? 'service'];
    case 'withdrawn':
      return sayWithdrawn(approval);
    case 'queued':
    case 'changed':
    case 'unknown':
    case 'rejected':
      // The last three always need the user, and have been said above.
      return sayQueued(approval, signInId, nowMs, locale);
    default:
      return assertNever(approval.state);
  }
}

/** Nobody may think that nothing was sent when something was. */
function sayWithdrawn(approval: Approval): string {
  const { why } = en.approvals;
  if (mayHaveArrived(approval)) return why.withdrawnUnsure;
  return approval.outcome?.kind === 'rejected' ? why.withdrawnRefused : why.withdrawn;
}

function sayQueued(
  approval: Approval,
  signInId: string | null,
  nowMs: number,
  locale: string,
): string {
  const { why } = en.approvals;
  const reason = reasonOf(approval, signInId);
  if (reason === null) return why.queued;
  if (reason === 'look') return why.look;
  // Said as what needs the user, above.
  if (reason === 'restored' || reason === 'noOrganization') return why.queued;
  const { title, whatToDo } = sayNotSent(reason);
  const next =
    approval.retryAtMs !== null && approval.retryAtMs > nowMs
      ? why.retryAt(clockTime(approval.retryAtMs, locale))
      : whatToDo;
  return `${title}. ${next}`;
}

function reasonOf(approval: Approval, signInId: string | null): Approval['waitingFor'] {
  if (isOfOtherSignIn(approval, signInId)) return 'otherSignIn';
  // Whatever else it waits for, without a session nothing is sent.
  return signInId === null ? 'signedOut' : approval.waitingFor;
}

/** One line of an approval's story. An event of a newer version is told by where it led. */
export function sayEvent({ event, to }: ApprovalEvent): string {
  const { events, states } = en.approvals;
  return Object.hasOwn(events, event) ? events[event as keyof typeof events] : states[to];
}

/** The service's words about an event; other details are for the journal, not for reading. */
export function eventWords({ event, detail }: ApprovalEvent): string | null {
  return event === 'rejected' || event === 'answerLost' || event === 'notSent' ? detail : null;
}
