import { assertNever } from '../../base/assert-never.ts';
import type { Result } from '../../base/result.ts';
import type { NotSentReason, SendOutcome } from '../../bridge/approval.ts';
import type { Confirmation } from '../../contract/approvals/approve-answer.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { CallFailure } from '../api/service-call.ts';

/**
 * Outcome of an approval, as far as the answer proves it. `notSent`: Billfold stopped it before the first byte left, no
 * connection was made, or the service itself answered 429 or 401. `rejected`: the service itself refused the approval.
 * `unknown`: everything else, such as a gateway's 401.
 * @param refusedBecause reason of Billfold's own check; null when it had none
 */
export function outcomeOf(
  answer: Result<Confirmation, CallFailure>,
  refusedBecause: NotSentReason | null,
): SendOutcome {
  if (answer.ok) {
    const { bill, isUnreadable } = answer.value;
    return { kind: 'confirmed', bill, ...(isUnreadable && { unread: true }) };
  }
  const { error, mayHaveActed, refusal } = answer.error;
  if (!mayHaveActed) {
    const outcome = refusedBecause === null ? notSentBy(error) : notSent(refusedBecause, error);
    return refusal === undefined ? outcome : { ...outcome, isRefused: true };
  }
  switch (error.kind) {
    case 'forbidden':
    case 'notFound':
    case 'invalid':
    case 'validationFailed':
      return { kind: 'rejected', error };
    case 'unreachable':
      return notSentBy(error);
    case 'rateLimited':
    case 'unauthenticated':
      return { ...notSentBy(error), isRefused: true };
    // A gateway may send each of these, even 503 and 408, after the request reached the service.
    case 'serverFailed':
    case 'conflict':
    case 'answerLost':
    case 'malformedResponse':
    case 'tooLarge':
    case 'cached':
    case 'cancelled':
      return { kind: 'unknown', error };
    default:
      return assertNever(error);
  }
}

type NotSent = Extract<SendOutcome, { readonly kind: 'notSent' }>;

/** Outcome of an approval that did not reach the service or was not applied by it. */
export function notSent(reason: NotSentReason, error: ServiceError | null = null): NotSent {
  return { kind: 'notSent', reason, retryAtMs: retryAtMsOf(error), error };
}

/** Outcome of an approval that was not sent because its own request or an earlier one failed. */
export function notSentBy(error: ServiceError): NotSent {
  return notSent(reasonOf(error), error);
}

function reasonOf(error: ServiceError): NotSentReason {
  switch (error.kind) {
    case 'rateLimited':
      return 'quota';
    case 'unauthenticated':
      return 'signedOut';
    case 'cancelled':
      return 'closing';
    case 'unreachable':
    case 'answerLost':
      return 'unreachable';
    // These errors come from the check or the token request: the approval itself did not leave.
    case 'forbidden':
    case 'notFound':
    case 'invalid':
    case 'validationFailed':
    case 'conflict':
    case 'serverFailed':
    case 'malformedResponse':
    case 'tooLarge':
    case 'cached':
      return 'serviceFailed';
    default:
      return assertNever(error);
  }
}

function retryAtMsOf(error: ServiceError | null): number | null {
  if (error?.kind === 'rateLimited' || error?.kind === 'serverFailed') return error.retryAtMs;
  return null;
}
