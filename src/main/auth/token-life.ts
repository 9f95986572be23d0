import type { Clock } from '../../base/clock.ts';
import { MOST_SCOPES } from '../../bridge/session.ts';
import { DOCUMENTED_TOKEN_LIFETIME_S } from '../../contract/assumptions.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { TokenResponse } from '../../contract/token.ts';
import { refreshError, refreshPauseMs } from './refresh-problems.ts';
import type { TokenProblem } from './token-endpoint.ts';
import type { Tokens } from './token-store.ts';

/** A token is refreshed this long before its end, or at half its life when that is shorter. */
export const REFRESH_EARLY_MS = 5 * 60_000;

/** Shorter lives are taken for this: a token that is over at once would be refreshed without end. */
const LEAST_LIFETIME_MS = 60_000;

/** Tokens, and when they came by the time that really passes; null for those of an earlier start. */
export type Held = Tokens & { readonly receivedElapsedMs: number | null };

/** What came of the last refresh, when it did not work. The next one waits until `untilElapsedMs`. */
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
 * What a question comes to while there are tokens. `due`: refresh. `paused`: the last refresh failed so
 * recently that the next must wait. `spent`: the token is over, and the service gave no refresh token.
 */
export function judge(
  { tokens, failure }: { readonly tokens: Held; readonly failure: Failure | null },
  refused: number | null,
  now: ClockReading,
): 'good' | 'due' | 'paused' | 'spent' {
  const age = ageOf(tokens, now);
  const isNewestRefused = isRefused(tokens, refused);
  if (!isNewestRefused && age === 'fresh') return 'good';
  if (tokens.refreshToken === null) return isNewestRefused || age === 'over' ? 'spent' : 'good';
  return failure && now.elapsedMs < failure.untilElapsedMs ? 'paused' : 'due';
}

/** 401 to an older token than the newest is no matter: somebody has refreshed since. */
export function isRefused(tokens: Tokens, refused: number | null): boolean {
  return refused !== null && refused >= tokens.generation;
}

/**
 * By the service's clock, and by the time that has really passed since the token came: whichever is
 * stricter, so that setting this machine's clock back does not make an old token young.
 */
export function ageOf(tokens: Held, now: ClockReading): 'fresh' | 'due' | 'over' {
  const left = tokens.expiresAtMs - now.serviceNowMs;
  const leftByElapsed =
    tokens.receivedElapsedMs === null
      ? left
      : tokens.lifetimeMs - (now.elapsedMs - tokens.receivedElapsedMs);
  const leftMs = Math.min(left, leftByElapsed);
  if (leftMs <= 0) return 'over';
  return leftMs <= Math.min(REFRESH_EARLY_MS, tokens.lifetimeMs / 2) ? 'due' : 'fresh';
}

/** @param old the tokens before: their refresh token stays when the service gives no new one */
export function tokensOf(
  response: TokenResponse,
  old: Tokens | null,
  generation: number,
  askedAtMs: number,
): Tokens {
  const seconds = response.expires_in ?? DOCUMENTED_TOKEN_LIFETIME_S;
  const lifetimeMs = Math.max(seconds * 1000, LEAST_LIFETIME_MS);
  return {
    accessToken: response.access_token,
    refreshToken: response.refresh_token ?? old?.refreshToken ?? null,
    generation,
    expiresAtMs: askedAtMs + lifetimeMs,
    lifetimeMs,
  };
}

/** The scopes granted, or those before when the answer does not name any (RFC 6749 §5.1). */
export function scopesOf(response: TokenResponse, before: readonly string[]): readonly string[] {
  const granted = (response.scope ?? '').split(/\s+/).filter((scope) => scope !== '');
  return granted.length > 0 ? granted.slice(0, MOST_SCOPES) : before;
}

export function failureOf(problem: TokenProblem, inARow: number, clock: Clock): Failure {
  const pauseMs = refreshPauseMs(problem, inARow);
  const error = refreshError(problem, clock.nowMs() + pauseMs);
  return { error, untilElapsedMs: clock.elapsedMs() + pauseMs, inARow };
}
