import { assertNever } from '../../base/assert-never.ts';
import type { Result } from '../../base/result.ts';
import type { NotSentReason, SendOutcome } from '../../bridge/approval.ts';
import type { Yes } from '../../contract/approve-answer.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { CallFailure } from '../api/service-call.ts';

/**
 * What an answer proves about an approval (design, *The way of an approval*). Only a connection that was
 * provably never made, a 429 and a 401 are `notSent`; only the service's own no is `rejected`; everything in
 * doubt is `unknown`.
 */
export function outcomeOf(
  answer: Result<Yes, CallFailure>,
  refusedBecause: NotSentReason | null,
): SendOutcome {
  if (answer.ok) {
    const { bill, unread } = answer.value;
    return { kind: 'confirmed', bill, ...(unread && { unread: true }) };
  }
  const { error, sent } = answer.error;
  if (!sent) return refusedBecause === null ? notSentBy(error) : notSent(refusedBecause, error);
  switch (error.kind) {
    case 'forbidden':
    case 'notFound':
    case 'invalid':
    case 'validationFailed':
      return { kind: 'rejected', error };
    case 'unreachable':
    case 'rateLimited':
    case 'unauthenticated':
      return notSentBy(error);
    // A gateway sends each of these, 503 and 408 too, also after the request went through.
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

/** Nothing was applied, and nothing was asked of the service. */
export function notSent(reason: NotSentReason, error: ServiceError | null): SendOutcome {
  return { kind: 'notSent', reason, retryAtMs: retryAtMsOf(error), error };
}

/** An approval that stayed here because a request before it failed, or never left. */
export function notSentBy(error: ServiceError): SendOutcome {
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
    // Whatever else kept the token from being renewed kept the approval here as well.
    case 'forbidden':
    case 'notFound':
    case 'invalid':
    case 'validationFailed':
    case 'conflict':
    case 'serverFailed':
    case 'malformedResponse':
    case 'tooLarge':
    case 'cached':
    case 'unreachable':
    case 'answerLost':
      return 'unreachable';
    default:
      return assertNever(error);
  }
}

function retryAtMsOf(error: ServiceError | null): number | null {
  if (error?.kind === 'rateLimited' || error?.kind === 'serverFailed') return error.retryAtMs;
  return null;
}
