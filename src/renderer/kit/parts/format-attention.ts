import type { Attention } from '../text/en/approvals.ts';
import { mayHaveArrived, changeOf, type Around } from '../../core/outbox/standing.ts';
import { assertNever } from '../../../base/assert-never.ts';
import { en } from '../text/en.ts';
import { errorOfOutcome, formatServiceError } from '../ui/sentences.ts';
import type { Approval } from '../../core/outbox/approval.ts';
import { heldBackAs, isToAcknowledge } from '../../core/outbox/approval-sections.ts';

/** What an approval needs the user for, or null when it needs nobody. */
export function formatAttention(
  approval: Approval,
  around: Pick<Around, 'signInId' | 'service' | 'locale'>,
): Attention | null {
  const { service, locale, signInId } = around;
  switch (approval.state) {
    case 'unknown':
      return formatUnknown(approval, service);
    case 'rejected':
      return formatRejected(approval, service, locale);
    case 'changed':
      return formatChanged(approval, service);
    case 'queued':
      return formatHeldBack(approval, signInId, service);
    case 'confirmed':
      return isToAcknowledge(approval) ? en.approvals.attention.differs(service) : null;
    case 'held':
    case 'sending':
    case 'withdrawn':
      return null;
    default:
      return assertNever(approval.state);
  }
}

/** What came in place of a confirmation: an answer that came is not called lost. */
function formatUnknown({ outcome }: Approval, service: string): Attention {
  const { came, mayMean, canDo } = en.approvals.attention.unknown;
  const error = errorOfOutcome(outcome);
  const said = error?.message ? [en.approvals.why.says(service, error.message)] : [];
  const happened = (): string => {
    if (error === null) return came.noRecord;
    if (error.kind === 'malformedResponse') return came.noConfirmation(service);
    return error.status === undefined ? came.nothing : came.error(service, error.status);
  };
  return { happened: [happened(), ...said].join(' '), mayMean, canDo: canDo(service) };
}

/** The service's words, and what to do about them. */
function formatRejected(approval: Approval, service: string, locale: string): Attention {
  const { rejected, orDiscard, earlierTry } = en.approvals.attention;
  const words = rejected(service);
  const error = errorOfOutcome(approval.outcome);
  if (error === null) return words;
  const { title, whatToDo } = formatServiceError(error, locale);
  const said = error.message ? [en.approvals.why.says(service, error.message)] : [];
  const meaning = [`${title}.`, ...(mayHaveArrived(approval) ? [earlierTry] : [])];
  return {
    happened: [words.happened, ...said].join(' '),
    mayMean: meaning.join(' '),
    canDo: [whatToDo, orDiscard].join(' '),
  };
}

function formatHeldBack(
  approval: Approval,
  signInId: string | null,
  service: string,
): Attention | null {
  const heldBack = heldBackAs(approval, signInId);
  if (heldBack === null) return null;
  const { attention } = en.approvals;
  if (heldBack === 'dataRestored') return attention.dataRestored(service);
  const words = attention[heldBack];
  const sent = mayHaveArrived(approval) ? attention.earlierTry : attention.sentNothing;
  // What was recovered may have been sent all the same: only a lost answer is known of.
  if (heldBack === 'restored' && !mayHaveArrived(approval)) return words;
  return { ...words, happened: `${words.happened} ${sent}` };
}

function formatChanged(approval: Approval, service: string): Attention {
  const { changes, sentNothing, earlierTry } = en.approvals.attention;
  const words = changes[changeOf(approval)](service);
  const sent = mayHaveArrived(approval) ? earlierTry : sentNothing;
  return { ...words, happened: `${words.happened} ${sent}` };
}
