import type { Clock } from '../../base/clock.ts';
import { fail, succeed } from '../../base/result.ts';
import type { Result } from '../../base/result.ts';
import type { SessionEnd, TokenStorage } from '../../bridge/session.ts';
import { DOCUMENTED_TOKEN_LIFETIME_S } from '../../contract/assumptions.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { TokenResponse } from '../../contract/token.ts';
import type { AccessToken, AccessTokens } from '../ports.ts';
import { refreshError, refreshPauseMs } from './refresh-problems.ts';
import type { TokenProblem } from './token-endpoint.ts';
import { tokenLifecycle } from './token-lifecycle.ts';
import type { TokenEffect, TokenEvent, TokenState } from './token-lifecycle.ts';
import type { SignInRecord, Tokens, TokenStore } from './token-store.ts';

/** Keeps one session's access token good, for every caller at once. */
export interface TokenRefresher extends AccessTokens {
  /** A stored session was found; its tokens are opened when the first caller asks. */
  restore(record: SignInRecord): void;
  /**
   * Takes and keeps the tokens of a new sign-in. Null: it was ended while they were being kept.
   * @param askedAtMs when they were asked for, service's clock
   */
  adopt(
    record: SignInRecord,
    response: TokenResponse,
    askedAtMs: number,
  ): Promise<TokenStorage | null>;
  /** Forgets the session and wipes its tokens. @returns the refresh token, for revocation alone */
  drop(): string | null;
  /** Forgets the session in memory; what is stored stays for the next start. */
  release(): void;
  /** Keeps the tokens in memory anew, after the user changed how. */
  keepAgain(): Promise<void>;
}

export interface RefresherDeps {
  readonly clock: Clock;
  /** Epoch milliseconds on the service's clock, as its `Date` headers tell. */
  readonly serviceNowMs: () => number;
  readonly store: TokenStore;
  readonly refresh: (refreshToken: string) => Promise<Result<TokenResponse, TokenProblem>>;
  /** The session is over, and not by the user. */
  readonly onEnded: (why: SessionEnd) => void;
  /** Scopes or storage may have changed. */
  readonly onKept: (record: SignInRecord, storage: TokenStorage) => void;
}

/** A token is refreshed this long before its end, or at half its life when that is shorter. */
export const REFRESH_EARLY_MS = 5 * 60_000;

/** Shorter lives are taken for this: a token that is over at once would be refreshed without end. */
const LEAST_LIFETIME_MS = 60_000;

type Held = Tokens & { readonly receivedElapsedMs: number | null };
type Asked = { readonly renew: number | null };

/** @see token-lifecycle.ts for what happens when */
export function createTokenRefresher(deps: RefresherDeps): TokenRefresher {
  const { clock, store } = deps;
  let state: TokenState = 'absent';
  let record: SignInRecord | null = null;
  let tokens: Held | null = null;
  /** Grows when the session changes; an answer that belongs to an older one is dropped. */
  let epoch = 0;
  let running: Promise<ServiceError | null> | null = null;
  let opening: Promise<ServiceError | null> | null = null;
  let failure: { error: ServiceError; untilElapsedMs: number } | null = null;
  let failuresInARow = 0;
  let lastGeneration = 0;

  const apply = (event: TokenEvent): TokenEffect => {
    const cell = tokenLifecycle[state][event];
    state = cell.next;
    return cell.effect;
  };

  const forget = (): void => {
    epoch++;
    tokens = null;
    record = null;
    running = null;
    opening = null;
    failure = null;
    failuresInARow = 0;
  };

  const endSession = (event: TokenEvent, why: SessionEnd, wipe: boolean): void => {
    apply(event);
    forget();
    if (wipe) store.clear();
    deps.onEnded(why);
  };

  const eventOf = (asked: Asked): TokenEvent => {
    // Before the tokens are open nothing is known of them; the table opens them for any question.
    if (!tokens) return 'askedDue';
    const age = ageOf(tokens, deps.serviceNowMs(), clock.elapsedMs());
    const newestRefused = asked.renew !== null && asked.renew >= tokens.generation;
    if (!newestRefused && age === 'fresh')
      return asked.renew === null ? 'askedFresh' : 'renewOlder';
    if (tokens.refreshToken === null) {
      return newestRefused || age === 'over' ? 'spent' : 'askedFresh';
    }
    if (failure && clock.elapsedMs() < failure.untilElapsedMs) return 'askedPaused';
    return newestRefused ? 'renewNewest' : 'askedDue';
  };

  /** The token at hand when it still works and was not refused; else what went wrong. */
  const answerWithout = (asked: Asked, error: ServiceError): Result<AccessToken, ServiceError> => {
    const usable = tokens && ageOf(tokens, deps.serviceNowMs(), clock.elapsedMs()) !== 'over';
    const refused = tokens && asked.renew !== null && asked.renew >= tokens.generation;
    return tokens && usable && !refused ? succeed(handOut(tokens)) : fail(error);
  };

  /** Ends the running refresh and its state in one go: in between, a caller would join what is over. */
  const endRefresh = (event: TokenEvent): void => {
    running = null;
    apply(event);
  };

  const runRefresh = async (old: Held, of: SignInRecord): Promise<ServiceError | null> => {
    const mine = epoch;
    const askedAtMs = deps.serviceNowMs();
    const answer = await deps.refresh(old.refreshToken ?? '').catch((cause: unknown) => {
      if (mine === epoch) endRefresh('failed');
      throw cause;
    });
    if (mine !== epoch) return null;
    if (!answer.ok) return settleFailure(answer.error);
    const next = tokensOf(answer.value, old, old.generation + 1, askedAtMs);
    const nextRecord = { ...of, scopes: scopesOf(answer.value, of.scopes) };
    // Stored first: were the new access token used before, a crash could lose the only good refresh token.
    const storage = await store.save(nextRecord, next, () => mine === epoch);
    if (mine !== epoch) return null;
    endRefresh('refreshed');
    hold(nextRecord, next);
    deps.onKept(nextRecord, storage);
    return null;
  };

  const settleFailure = (problem: TokenProblem): ServiceError => {
    if (problem.kind === 'oauthError' && problem.error === 'invalid_grant') {
      endSession('refused', 'refused', true);
      return noSession;
    }
    endRefresh('failed');
    failuresInARow++;
    const pauseMs = refreshPauseMs(problem, failuresInARow);
    const error = refreshError(problem, clock.nowMs() + pauseMs);
    failure = { error, untilElapsedMs: clock.elapsedMs() + pauseMs };
    return error;
  };

  const hold = (of: SignInRecord, next: Tokens): void => {
    record = of;
    tokens = { ...next, receivedElapsedMs: clock.elapsedMs() };
    lastGeneration = Math.max(lastGeneration, next.generation);
    failure = null;
    failuresInARow = 0;
  };

  const runOpen = async (of: SignInRecord): Promise<ServiceError | null> => {
    const mine = epoch;
    const opened = await store.open(of.connectionId, () => mine === epoch);
    if (mine !== epoch) return null;
    opening = null;
    if (opened.ok) {
      apply('opened');
      lastGeneration = Math.max(lastGeneration, opened.value.generation);
      tokens = { ...opened.value, receivedElapsedMs: null };
      return null;
    }
    if (opened.error.kind === 'unavailable') {
      return { kind: 'unreachable', technical: `keyring: ${opened.error.technical}` };
    }
    endSession('ended', opened.error.why, false);
    return noSession;
  };

  const answer = async (asked: Asked): Promise<Result<AccessToken, ServiceError>> => {
    const before = tokens?.generation;
    // At most: open, refresh, and once more when a new sign-in came in between.
    for (let turn = 0; turn < 4; turn++) {
      // A refresh that just ended satisfies whoever waited for it, however short the new token lives.
      if (turn > 0 && state === 'ready' && tokens && before && tokens.generation > before) {
        return succeed(handOut(tokens));
      }
      const step = await perform(apply(eventOf(asked)), asked);
      if (step !== null) return step;
    }
    return fail({ kind: 'cancelled', technical: 'the session kept changing' });
  };

  /** Does what the table says. @returns the answer, or null to look again */
  const perform = async (
    effect: TokenEffect,
    asked: Asked,
  ): Promise<Result<AccessToken, ServiceError> | null> => {
    if (effect === 'handOut' && tokens) return succeed(handOut(tokens));
    if (effect === 'report') return answerWithout(asked, failure?.error ?? noSession);
    if (effect === 'end') {
      endSession('ended', 'refused', true);
      return fail(noSession);
    }
    if (effect === 'open' && record) {
      opening ??= runOpen(record);
      const error = await opening;
      return error && fail(error);
    }
    if (effect === 'refresh' && tokens && record) running = runRefresh(tokens, record);
    if (effect === 'refresh' || effect === 'join') {
      const error = await running;
      return error && answerWithout(asked, error);
    }
    return fail(noSession);
  };

  return {
    current: () => answer({ renew: null }),
    renew: (generation) => answer({ renew: generation }),
    end: async (generation) => {
      if (tokens?.generation === generation && state === 'ready') {
        endSession('ended', 'refused', true);
      }
    },
    restore: (of) => {
      apply('restored');
      record = of;
    },
    adopt: async (of, response, askedAtMs) => {
      apply('ended');
      forget();
      const mine = epoch;
      // Never a generation that an earlier token of this run had: its late 401 must not hit this one.
      const next = tokensOf(response, null, lastGeneration + 1, askedAtMs);
      const storage = await store.save(of, next, () => mine === epoch);
      if (mine !== epoch) return null;
      apply('signedIn');
      hold(of, next);
      return storage;
    },
    drop: () => {
      const refreshToken = tokens?.refreshToken ?? null;
      apply('ended');
      forget();
      store.clear();
      return refreshToken;
    },
    release: () => {
      apply('ended');
      forget();
    },
    keepAgain: async () => {
      if (!tokens || !record || state !== 'ready') return;
      const mine = epoch;
      const kept = record;
      const { generation } = tokens;
      const wanted = (): boolean => mine === epoch && tokens?.generation === generation;
      const storage = await store.save(kept, tokens, wanted);
      if (wanted()) deps.onKept(kept, storage);
    },
  };
}

const noSession: ServiceError = { kind: 'unauthenticated', technical: 'there is no session' };

function handOut(tokens: Tokens): AccessToken {
  return { value: tokens.accessToken, generation: tokens.generation };
}

/**
 * By the service's clock, and by the time that has really passed since the token came: whichever is
 * stricter, so that setting this machine's clock back does not make an old token young.
 */
function ageOf(tokens: Held, serviceNowMs: number, elapsedMs: number): 'fresh' | 'due' | 'over' {
  const left = tokens.expiresAtMs - serviceNowMs;
  const leftByElapsed =
    tokens.receivedElapsedMs === null
      ? left
      : tokens.lifetimeMs - (elapsedMs - tokens.receivedElapsedMs);
  const leftMs = Math.min(left, leftByElapsed);
  if (leftMs <= 0) return 'over';
  return leftMs <= Math.min(REFRESH_EARLY_MS, tokens.lifetimeMs / 2) ? 'due' : 'fresh';
}

/** @param old the tokens before: their refresh token stays when the service gives no new one */
function tokensOf(
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
  return granted.length > 0 ? granted : before;
}
