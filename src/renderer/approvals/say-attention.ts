import { assertNever } from '../../base/assert-never.ts';
import { isPayable } from '../../contract/assumptions.ts';
import { en } from '../text/en.ts';
import { errorOfOutcome, sayServiceError } from '../ui/sentences.ts';
import { ANSWER_WAS_LOST, RESTORED_EVENT } from '../sync/restored-approval.ts';
import type { Approval } from '../workspace.ts';
import { heldBackAs } from './approval-sections.ts';

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
      return sayHeldBack(approval, signInId);
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
  return approval.history.some(
    ({ event, detail }) =>
      event === 'answerLost' || (event === RESTORED_EVENT && detail === ANSWER_WAS_LOST),
  );
}

/** Whether the bill, as it is now, is one that can be approved. A bill that is gone is not. */
export function canBeApprovedAsChanged({ found }: Approval): boolean {
  return found !== null && isPayable(found.status);
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

function sayHeldBack(approval: Approval, signInId: string | null): Attention | null {
  const heldBack = heldBackAs(approval, signInId);
  if (heldBack === null) return null;
  const { [heldBack]: words, earlierTry } = en.approvals.attention;
  if (heldBack === 'otherSignIn' || !mayHaveArrived(approval)) return words;
  return { ...words, mayMean: `${words.mayMean} ${earlierTry}` };
}

function sayChanged(approval: Approval): Attention {
  const { changed, closed, gone, sentNothing, earlierTry } = en.approvals.attention;
  const words =
    approval.found === null ? gone : canBeApprovedAsChanged(approval) ? changed : closed;
  const sent = mayHaveArrived(approval) ? earlierTry : sentNothing;
  return { ...words, happened: `${words.happened} ${sent}` };
}
