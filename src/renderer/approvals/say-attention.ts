import { assertNever } from '../../base/assert-never.ts';
import { isPayable } from '../../contract/assumptions.ts';
import { en } from '../text/en.ts';
import { errorOfOutcome, sayServiceError } from '../ui/sentences.ts';
import type { Approval } from '../workspace.ts';
import { isOfOtherSignIn } from './approval-sections.ts';

/** Why an approval needs the user: what happened, what it may mean, what can be done. */
export interface Attention {
  readonly happened: string;
  readonly mayMean: string;
  readonly canDo: string;
}

/**
 * What an approval needs the user for, or null when it needs nobody.
 * @param signInId of the session, or null when signed out
 */
export function sayAttention(
  approval: Approval,
  signInId: string | null,
  locale: string,
): Attention | null {
  const { attention } = en.approvals;
  switch (approval.state) {
    case 'unknown':
      return attention.unknown;
    case 'rejected':
      return sayRejected(approval, locale);
    case 'changed':
      return sayChanged(approval);
    case 'queued':
      return isOfOtherSignIn(approval, signInId) ? attention.otherSignIn : null;
    case 'held':
    case 'sending':
    case 'confirmed':
    case 'withdrawn':
      return null;
    default:
      return assertNever(approval.state);
  }
}

/** An earlier try was sent and its answer lost: whatever came later, the service may have it. */
export function mayHaveArrived(approval: Approval): boolean {
  return approval.history.some(({ event }) => event === 'answerLost');
}

/** Whether the bill, as it is now, is one that can be approved. A bill that is gone is not. */
export function canBeApprovedAsChanged({ changes }: Approval): boolean {
  if (changes.length === 0) return false;
  const status = changes.find(({ field }) => field === 'status');
  return status === undefined || (typeof status.after === 'string' && isPayable(status.after));
}

/** The service's words, and what to do about them. */
function sayRejected(approval: Approval, locale: string): Attention {
  const { rejected, orWithdraw, earlierTry } = en.approvals.attention;
  const error = errorOfOutcome(approval.outcome);
  if (error === null) return rejected;
  const { title, whatToDo } = sayServiceError(error, locale);
  const said = error.message ? [en.approvals.why.serviceSaid(error.message)] : [];
  const meaning = [`${title}.`, ...(mayHaveArrived(approval) ? [earlierTry] : [])];
  return {
    happened: [rejected.happened, ...said].join(' '),
    mayMean: meaning.join(' '),
    canDo: [whatToDo, orWithdraw].join(' '),
  };
}

function sayChanged(approval: Approval): Attention {
  const { changed, closed, gone, sentNothing, earlierTry } = en.approvals.attention;
  const words =
    approval.changes.length === 0 ? gone : canBeApprovedAsChanged(approval) ? changed : closed;
  const sent = mayHaveArrived(approval) ? earlierTry : sentNothing;
  return { ...words, happened: `${words.happened} ${sent}` };
}
