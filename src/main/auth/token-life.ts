import type { Clock } from '../../base/clock.ts';
import { MAX_SCOPES } from '../../bridge/session.ts';
import { DOCUMENTED_TOKEN_LIFETIME_S } from '../../contract/assumptions.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import { lifetimeOf, type TokenResponse } from '../../contract/answers/token.ts';
import type { TokenProblem } from './token-endpoint.ts';
import type { Tokens } from './token-store.ts';
import { assertNever } from '../../base/assert-never.ts';
import { backoffCeilingMs, type Backoff } from '../../base/backoff.ts';

/** A token is refreshed this long before its end, or at half its life if that is shorter. */
export const REFRESH_EARLY_MS = 5 * 60_000;

/** Minimum lifetime to assume, milliseconds: a token that expires at once would be refreshed without end. */
const MIN_LIFETIME_MS = 60_000;

/**
 * Tokens with the time of their arrival, elapsed milliseconds; null if they come from an earlier
 * start.
 */
export type HeldTokens = Tokens & { readonly receivedElapsedMs: number | null };

/** Failure of the last refresh. The next one waits until `untilElapsedMs`. */
export interface Failure {
  readonly error: ServiceError;
  readonly untilElapsedMs: number;
  readonly inARow: number;
}

export interface ClockReading {
  readonly serviceNowMs: number;
  readonly elapsedMs: number;
}

export function readClock({
  serviceNowMs,
  clock,
}: {
  /** Epoch milliseconds on the service's clock. */
  readonly serviceNowMs: () => number;
  readonly clock: Pick<Clock, 'elapsedMs'>;
}): ClockReading {
  return { serviceNowMs: serviceNowMs(), elapsedMs: clock.elapsedMs() };
}

/**
 * State of the present tokens. `due`: refresh them. `paused`: the last refresh failed so recently that the next must
 * wait. `spent`: the token has expired or was refused, and there is no refresh token.
 */
export function judgeTokens(
  { tokens, failure }: { readonly tokens: HeldTokens; readonly failure: Failure | null },
  refused: number | null,
  now: ClockReading,
): 'good' | 'due' | 'paused' | 'spent' {
  const age = ageOf(tokens, now);
  const isNewestRefused = isRefused(tokens, refused);
  if (!isNewestRefused && age === 'fresh') return 'good';
  if (tokens.refreshToken === null) return isNewestRefused || age === 'over' ? 'spent' : 'good';
  return failure && now.elapsedMs < failure.untilElapsedMs ? 'paused' : 'due';
}

/**
 * Whether the newest token got a 401. A 401 to an older one does not matter, because a refresh has
 * replaced it.
 */
export function isRefused(tokens: Tokens, refused: number | null): boolean {
  return refused !== null && refused >= tokens.generation;
}

/**
 * Age of a token by the service's clock and by the elapsed time since it came, whichever is
 * stricter. So setting this machine's clock back does not make an old token young.
 */
export function ageOf(tokens: HeldTokens, now: ClockReading): 'fresh' | 'due' | 'over' {
  const left = tokens.expiresAtMs - now.serviceNowMs;
  const leftByElapsed =
    tokens.receivedElapsedMs === null
      ? left
      : tokens.lifetimeMs - (now.elapsedMs - tokens.receivedElapsedMs);
  const leftMs = Math.min(left, leftByElapsed);
  if (leftMs <= 0) return 'over';
  return leftMs <= Math.min(REFRESH_EARLY_MS, tokens.lifetimeMs / 2) ? 'due' : 'fresh';
}

/** @param old previous tokens: their refresh token stays when the service gives no new one */
export function tokensOf(
  response: TokenResponse,
  old: Tokens | null,
  generation: number,
  askedAtMs: number,
): Tokens {
  const seconds = lifetimeOf(response, askedAtMs) ?? DOCUMENTED_TOKEN_LIFETIME_S;
  const lifetimeMs = Math.max(seconds * 1000, MIN_LIFETIME_MS);
  return {
    accessToken: response.access_token,
    refreshToken: response.refresh_token ?? old?.refreshToken ?? null,
    generation,
    expiresAtMs: askedAtMs + lifetimeMs,
    lifetimeMs,
  };
}

/** Granted scopes; the previous ones if the answer names none (RFC 6749 §5.1). */
export function scopesOf(response: TokenResponse, before: readonly string[]): readonly string[] {
  // Some services answer with the separators of a URL, or with a list.
  const sent = [response.scope ?? []]
    .flat()
    .filter((each) => typeof each === 'string')
    .join(' ');
  const granted = sent.split(/[\s+,]+/).filter((scope) => scope !== '');
  return granted.length > 0 ? [...new Set(granted)].slice(0, MAX_SCOPES) : before;
}

/** @param inARow consecutive failed refreshes, from 1 */
export function failureOf(problem: TokenProblem, inARow: number, clock: Clock): Failure {
  const pauseMs = refreshPauseMs(problem, inARow);
  const error = refreshError(problem, clock.nowMs() + pauseMs);
  return { error, untilElapsedMs: clock.elapsedMs() + pauseMs, inARow };
}

/**
 * Translates a failed refresh into the error that callers of `AccessTokens` know. It describes the
 * *refresh*: the caller's request was not sent at all.
 * @param retryAtMs when the next refresh may be tried, epoch milliseconds on this machine's clock
 */
function refreshError(problem: TokenProblem, retryAtMs: number): ServiceError {
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
      // Not `invalid`, which callers would take for an error in their own request, such as in its cursor.
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
 * Pause before the next refresh, milliseconds: at least as long as the service asked, and doubled with each failure. 0
 * if the service was unreachable, so that the user does not wait when it is back.
 */
function refreshPauseMs(problem: TokenProblem, failuresInARow: number): number {
  if (problem.kind === 'unreachable') return 0;
  const asked =
    problem.kind === 'rateLimited' || problem.kind === 'serverFailed' ? problem.retryAfterMs : null;
  return Math.max(asked ?? 0, backoffCeilingMs(REFRESH_PAUSE, failuresInARow));
}
