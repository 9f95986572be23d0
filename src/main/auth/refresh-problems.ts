import { assertNever } from '../../base/assert-never.ts';
import { backoffCeilingMs, type Backoff } from '../../base/backoff.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { TokenProblem } from './token-endpoint.ts';

/**
 * Translates a failed refresh into the error that callers of `AccessTokens` know. It describes the
 * *refresh*: the caller's request was not sent at all.
 * @param retryAtMs when the next refresh may be tried, epoch milliseconds on this machine's clock
 */
export function refreshError(problem: TokenProblem, retryAtMs: number): ServiceError {
  const technical = `refresh: ${problem.kind === 'oauthError' ? problem.error : problem.technical}`;
  switch (problem.kind) {
    case 'unreachable':
      return { ...problem, technical };
    case 'answerLost':
      return { kind: 'answerLost', technical };
    case 'serverFailed':
      return { kind: 'serverFailed', status: problem.status, retryAtMs, technical };
    case 'rateLimited':
      return { kind: 'rateLimited', by: 'service', status: problem.status, retryAtMs, technical };
    case 'malformed':
      return { kind: 'malformedResponse', technical };
    case 'oauthError':
      // Never `invalid`: callers would read that as an error in their request, such as in its
      // cursor.
      return {
        kind: 'serverFailed',
        status: problem.status,
        retryAtMs,
        code: problem.error,
        message: problem.detail ?? problem.error,
        technical,
      };
    default:
      return assertNever(problem);
  }
}

/** Pauses after failed refreshes. */
export const REFRESH_PAUSE: Backoff = { firstMs: 1_000, maxMs: 60_000 };

/**
 * Pause before the next refresh, milliseconds. At least as long as the service asked; otherwise it
 * doubles each time. 0 when the service was not reached, so that the user does not wait once it is
 * reachable.
 */
export function refreshPauseMs(problem: TokenProblem, failuresInARow: number): number {
  if (problem.kind === 'unreachable') return 0;
  const asked =
    problem.kind === 'rateLimited' || problem.kind === 'serverFailed' ? problem.retryAfterMs : null;
  return Math.max(asked ?? 0, backoffCeilingMs(REFRESH_PAUSE, failuresInARow));
}
