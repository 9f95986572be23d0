import type { Clock } from '../../base/clock.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import type { SessionEnd, TokenStorage } from '../../bridge/session.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { TokenResponse } from '../../contract/answers/token.ts';
import type { AccessToken, AccessTokens } from '../ports.ts';
import type { TokenProblem } from './token-endpoint.ts';
import {
  ageOf,
  failureOf,
  isRefused,
  judgeTokens,
  readClock,
  scopesOf,
  tokensOf,
  type Failure,
  type HeldTokens,
} from './token-life.ts';
import type { SignInRecord, Tokens, TokenStore } from './token-store.ts';

/** Refreshes one session's access token, for all callers together. */
export interface TokenRefresher extends AccessTokens {
  /** Continues a stored session. Its tokens stay sealed until a caller needs one. */
  restore(record: SignInRecord): void;
  /**
   * Saves and uses the tokens of a new sign-in. Null when the sign-in ended during the save.
   * @param askedAtMs when the tokens were requested, epoch milliseconds on the service's clock
   */
  adopt(
    record: SignInRecord,
    response: TokenResponse,
    askedAtMs: number,
  ): Promise<TokenStorage | null>;
  /**
   * Forgets the session and wipes its tokens.
   * @returns the refresh token, only for revocation
   */
  drop(): string | null;
  /** Forgets the session in memory; the stored one stays for the next start. */
  release(): void;
  /** Saves the tokens in memory as the changed setting `allowWeakTokenStorage` demands. */
  applyStorageSetting(): Promise<void>;
}

interface RefresherDeps {
  readonly clock: Clock;
  /** Epoch milliseconds on the service's clock, from its `Date` headers. */
  readonly serviceNowMs: () => number;
  readonly store: TokenStore;
  readonly refresh: (refreshToken: string) => Promise<Result<TokenResponse, TokenProblem>>;
  /** Called when the session ends, unless the user ended it. */
  readonly onEnded: (why: SessionEnd) => void;
  /** Called after a save: scopes or storage may have changed. */
  readonly onSaved: (record: SignInRecord, storage: TokenStorage) => void;
}

/** A stored session whose secrets were not opened yet. */
interface Locked {
  readonly kind: 'locked';
  readonly record: SignInRecord;
}
interface Ready {
  readonly kind: 'ready';
  readonly record: SignInRecord;
  readonly tokens: HeldTokens;
  readonly failure: Failure | null;
}
/**
 * The tokens are being opened or refreshed, once for all callers. `running` resolves to an error, or to null when
 * callers should look at the state again.
 */
interface Busy {
  readonly kind: 'busy';
  readonly from: Locked | Ready;
  readonly running: Promise<ServiceError | null>;
}

/**
 *   absent ── restored ──▶ locked ── opened ──▶ ready ── due, or its newest token got 401 ──▶ busy
 *   absent ── signed in ────────────────────────▶ ready ◀── new tokens, or any failure ──────────┘
 *
 * An ended grant, a spent token and a sign-out lead to `absent`. Each change makes a new object. After an await, code
 * compares the object, and drops results that belong to an earlier one.
 */
type State = { readonly kind: 'absent' } | Locked | Ready | Busy;

/** The session of a refresher, which may change while callers wait. */
interface Holder {
  readonly deps: RefresherDeps;
  state: State;
  /**
   * Highest generation since the start. A later sign-in gets a higher one, so that a late 401 cannot hit its token.
   */
  lastGeneration: number;
}

export function createTokenRefresher(deps: RefresherDeps): TokenRefresher {
  const { store } = deps;
  const holder: Holder = { deps, state: { kind: 'absent' }, lastGeneration: 0 };
  return {
    current: () => getToken(holder, null),
    renew: (generation) => getToken(holder, generation),
    restore: (record) => {
      holder.state = { kind: 'locked', record };
    },
    adopt: async (record, response, askedAtMs) => {
      const mine: State = { kind: 'absent' };
      holder.state = mine;
      const tokens = tokensOf(response, null, holder.lastGeneration + 1, askedAtMs);
      const storage = await store.save(record, tokens, () => holder.state === mine);
      if (holder.state !== mine) return null;
      setReady(holder, record, tokens, deps.clock.elapsedMs());
      return storage;
    },
    drop: () => {
      const refreshToken = tokensIn(holder.state)?.refreshToken ?? null;
      holder.state = { kind: 'absent' };
      store.clear();
      return refreshToken;
    },
    release: () => {
      holder.state = { kind: 'absent' };
    },
    applyStorageSetting: async () => {
      if (holder.state.kind !== 'ready') return;
      const { record, tokens } = holder.state;
      const isCurrent = (): boolean => tokensIn(holder.state) === tokens;
      const storage = await store.save(record, tokens, isCurrent);
      if (isCurrent()) deps.onSaved(record, storage);
    },
  };
}

type TokenResult = Result<AccessToken, ServiceError>;

/** @param refused generation of a token that got 401, or null */
async function getToken(holder: Holder, refused: number | null): Promise<TokenResult> {
  const before = tokensIn(holder.state)?.generation ?? Infinity;
  // Usually two turns: open, refresh. One more if a new sign-in came in between.
  for (let turn = 0; turn < 4; turn++) {
    const { state } = holder;
    if (state.kind === 'absent') return fail(noSession);
    if (state.kind === 'ready') {
      // A refresh that just ended serves its callers, however short the new token's life is.
      const isNew = state.tokens.generation > before;
      const verdict = isNew ? 'good' : judgeTokens(state, refused, readClock(holder.deps));
      if (verdict === 'good') return succeed(handOut(state.tokens));
      if (verdict === 'spent') return fail(endSession(holder, 'refused'));
      if (verdict === 'paused') return tokenOrError(holder, refused, state.failure?.error);
    }
    const error = await (state.kind === 'busy' ? state : start(holder, state)).running;
    if (error) return tokenOrError(holder, refused, error);
  }
  return fail({ kind: 'cancelled', technical: 'the session kept changing' });
}

/** The present token if it still works and was not refused; else the error. */
function tokenOrError(
  { state, deps }: Holder,
  refused: number | null,
  error: ServiceError = noSession,
): TokenResult {
  const tokens = tokensIn(state);
  if (!tokens || isRefused(tokens, refused)) return fail(error);
  return ageOf(tokens, readClock(deps)) === 'over' ? fail(error) : succeed(handOut(tokens));
}

function tokensIn(state: State): HeldTokens | null {
  if (state.kind === 'busy') return tokensIn(state.from);
  return state.kind === 'ready' ? state.tokens : null;
}

function setReady(
  holder: Holder,
  record: SignInRecord,
  tokens: Tokens,
  receivedElapsedMs: number | null,
): void {
  holder.lastGeneration = Math.max(holder.lastGeneration, tokens.generation);
  holder.state = { kind: 'ready', record, tokens: { ...tokens, receivedElapsedMs }, failure: null };
}

function endSession(holder: Holder, why: SessionEnd, wipe = true): ServiceError {
  holder.state = { kind: 'absent' };
  if (wipe) holder.deps.store.clear();
  holder.deps.onEnded(why);
  return noSession;
}

/** Opens or refreshes the tokens. The state `busy` ends in every case, so no caller joins finished work. */
function start(holder: Holder, from: Locked | Ready): Busy {
  const work = Promise.withResolvers<ServiceError | null>();
  const mine: Busy = { kind: 'busy', from, running: work.promise };
  holder.state = mine;
  const isMine = (): boolean => holder.state === mine;
  const running =
    from.kind === 'locked' ? open(holder, from, isMine) : refresh(holder, from, isMine);
  work.resolve(
    running.catch((cause: unknown) => {
      if (isMine()) holder.state = from;
      throw cause;
    }),
  );
  return mine;
}

async function open(
  holder: Holder,
  from: Locked,
  isMine: () => boolean,
): Promise<ServiceError | null> {
  const opened = await holder.deps.store.open(from.record.connectionId, isMine);
  if (!isMine()) return null;
  if (opened.ok) {
    setReady(holder, from.record, opened.value, null);
    return null;
  }
  if (opened.error.kind === 'over') return endSession(holder, opened.error.why, false);
  holder.state = from;
  return { kind: 'unreachable', technical: `keyring: ${opened.error.technical}` };
}

async function refresh(
  holder: Holder,
  from: Ready,
  isMine: () => boolean,
): Promise<ServiceError | null> {
  const { deps } = holder;
  const { tokens, record } = from;
  const askedAtMs = deps.serviceNowMs();
  const given = await deps.refresh(tokens.refreshToken ?? '');
  if (!isMine()) return null;
  if (!given.ok) {
    if (given.error.kind === 'oauthError' && given.error.isOver)
      return endSession(holder, 'refused');
    const failure = failureOf(given.error, (from.failure?.inARow ?? 0) + 1, deps.clock);
    holder.state = { ...from, failure };
    return failure.error;
  }
  const next = tokensOf(given.value, tokens, tokens.generation + 1, askedAtMs);
  const nextRecord = { ...record, scopes: scopesOf(given.value, record.scopes) };
  // Save before any use of the new access token: otherwise a crash could lose the only valid refresh token.
  const storage = await deps.store.save(nextRecord, next, isMine);
  if (!isMine()) return null;
  setReady(holder, nextRecord, next, deps.clock.elapsedMs());
  deps.onSaved(nextRecord, storage);
  return null;
}

const noSession: ServiceError = { kind: 'unauthenticated', technical: 'there is no session' };

function handOut(tokens: Tokens): AccessToken {
  return { value: tokens.accessToken, generation: tokens.generation };
}
