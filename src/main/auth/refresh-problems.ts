import { assertNever } from '../../base/assert-never.ts';
import { backoffCeilingMs, type Backoff } from '../../base/backoff.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { TokenProblem } from './token-endpoint.ts';

/** OAuth errors that say the server is in trouble, not the request (RFC 6749 §4.1.2.1). */
export const serverTrouble: readonly string[] = ['server_error', 'temporarily_unavailable'];

/**
 * A refresh that did not work, in the words the callers of `AccessTokens` know. It says what became of
 * the *refresh*: the request it was for was not sent at all.
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
      // Never `invalid`: that would be said of the request, such as of its cursor, which was not sent.
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

/** Waits after refreshes that failed. */
export const REFRESH_PAUSE: Backoff = { firstMs: 1_000, mostMs: 60_000 };

/**
 * How long the next refresh waits: what the service asked for, never less; else twice as long each
 * time. Nothing when the service was not reached: the moment it is, the user should not wait.
 */
export function refreshPauseMs(problem: TokenProblem, failuresInARow: number): number {
  if (problem.kind === 'unreachable') return 0;
  const asked =
    problem.kind === 'rateLimited' || problem.kind === 'serverFailed' ? problem.retryAfterMs : null;
  return Math.max(asked ?? 0, backoffCeilingMs(REFRESH_PAUSE, failuresInARow));
}
