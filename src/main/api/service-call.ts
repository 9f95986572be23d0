import { backoffCeilingMs, type Backoff } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';
import { fail, type Result } from '../../base/result.ts';
import type { RequestPriority } from '../../bridge/quota.ts';
import { MAX_BODY_BYTES, type Answer } from '../../contract/body/answer.ts';
import { readRateHeaders } from '../../contract/body/rate-headers.ts';
import type { AnswerFacts } from '../../contract/answers/read-answer.ts';
import { isRateLimit } from '../../contract/answers/refusal.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { AccessToken, AccessTokens, Fetch } from '../ports.ts';
import type { Permit } from './governor-state.ts';
import type { QuotaStore } from './quota-store.ts';
import type { RequestQueue } from './request-queue.ts';
import { sendRequest } from './send-request.ts';

/** One request of the service's contract. */
export interface ServiceRequest<Value> {
  readonly method: 'GET' | 'PATCH';
  /** JSON; null or absent for no body. */
  readonly body?: string | null;
  /** Path below the service's URL, with its query. */
  readonly path: string;
  /** Name in errors, such as "PATCH approve". */
  readonly label: string;
  readonly organizationId: string | null;
  readonly priority: RequestPriority;
  /** Maximum wait for the quota, milliseconds; null for no maximum. */
  readonly maxWaitMs: number | null;
  readonly signal?: AbortSignal | undefined;
  /** Scope that the request needs, as far as Billfold knows. */
  readonly scope: string | null;
  /** Reads the answer (`contract/read-answer.ts`). `isCached`: it comes from a cache on the way. */
  readonly read: (
    answer: Answer,
    facts: AnswerFacts,
    isCached: boolean,
  ) => Result<Value, ServiceError>;
  /** Maximum size of the body, bytes. */
  readonly maxBytes?: number | undefined;
  /**
   * Last check before the first byte leaves; after an error, Billfold does not send the request. `again`: the same
   * request would leave once more with a new token, which approvals never allow.
   */
  readonly beforeSend: (turn: 'first' | 'again') => Promise<Result<void, ServiceError>>;
}

/** A failure, and whether the service may have acted on the request. */
export interface CallFailure {
  readonly error: ServiceError;
  /** False: nothing left, or a 401 about its token proves that the service did nothing. */
  readonly mayHaveActed: boolean;
  /** The 401 to the old token, if the request did not leave with a new one. */
  readonly refusal?: { readonly error: ServiceError; readonly use: TokenUse };
  /** The token with which the request was sent. */
  readonly use?: TokenUse | undefined;
}

export interface ServiceCallDeps {
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly tokens: AccessTokens;
  /** Owner of the quota: connection and sign-in, or null when signed out. */
  readonly account: () => string | null;
  /** Base URL of the service, or null without a connection. */
  readonly serviceUrl: () => string | null;
  readonly queue: Pick<RequestQueue, 'add'>;
  /** Scopes of the present session. */
  readonly grantedScopes: () => readonly string[];
  readonly quota: Pick<
    QuotaStore,
    'settle' | 'retryAtMs' | 'serviceNowMs' | 'headersOf' | 'isFromCache'
  >;
}

export type ServiceCall = <Value>(
  request: ServiceRequest<Value>,
) => Promise<Result<Value, CallFailure>>;

type Turn = 'first' | 'again';

/** A new token got a 401. The sign-in is valid, since the token was renewed, so Billfold only pauses this endpoint. */
interface NewTokenRefused {
  readonly inARow: number;
  readonly untilElapsedMs: number;
  readonly error: ServiceError;
}

/** Reading of a cached answer: its quota headers are as old as the answer, so Billfold ignores them. */
const noHeaders = readRateHeaders(new Headers());

/** Pauses of an organization's endpoint that refuses new tokens. */
const REFUSED_PAUSE: Backoff = { firstMs: 2_000, maxMs: 60_000 };

/** Makes one call: gets a token and the permission to send, sends the request, and reads the answer. */
export function createServiceCall(deps: ServiceCallDeps): ServiceCall {
  const refusals = new Map<string, NewTokenRefused>();
  const tokens = createTokenHistory(deps.clock);
  return async (request) => {
    const endpointKey = JSON.stringify([deps.account(), request.organizationId, request.label]);
    const before = refusals.get(endpointKey);
    if (before !== undefined && deps.clock.elapsedMs() < before.untilElapsedMs)
      return fail({ error: before.error, mayHaveActed: false });
    const answer = await sendAndRenew({ ...deps, history: tokens }, request, endpointKey);
    if (answer.ok) {
      refusals.delete(endpointKey);
      tokens.forgetRenewals(endpointKey);
      return answer;
    }
    const { error, refusal } = answer.error;
    if (refusal === undefined && !isRefusedToken(answer.error)) {
      if (error.status !== undefined) refusals.delete(endpointKey);
      return answer;
    }
    const paused = pauseAfter(deps, refusal?.error ?? error, before);
    const isChange = request.method !== 'GET';
    // The token was valid if a renewed one got the same 401 (then there is no `refusal`), or if earlier calls show it.
    const isTokenValid =
      refusal === undefined ||
      (isChange ? tokens.refuse(endpointKey, refusal) : before !== undefined);
    const isNotRenewed = refusal?.error === error;
    const pauses = isTokenValid || isNotRenewed;
    refusals.set(endpointKey, pauses ? paused : { ...paused, untilElapsedMs: 0 });
    // A gateway may answer 401 to a valid token after the approval went through.
    if (refusal === undefined || (isChange && isTokenValid))
      return fail({ error: paused.error, mayHaveActed: isChange });
    return isNotRenewed ? fail({ error: paused.error, mayHaveActed: false, refusal }) : answer;
  };
}

/** The token of a sent request, and the request's number among all requests. */
interface TokenUse {
  readonly generation: number;
  readonly order: number;
}

/** Tokens live for hours (service page, *Tokens*), so a 401 to a younger one is not about the token. Milliseconds. */
const YOUNG_MS = 5 * 60_000;

/** Maximum renewals in a row for approvals that are all refused, while other requests succeed with the new tokens. */
const MAX_RENEWALS = 2;

type Refusal = NonNullable<CallFailure['refusal']>;

/** Renewals of an endpoint since its last success: the last refused token, and the time of its renewal. */
interface Renewals {
  readonly inARow: number;
  readonly generation: number;
  readonly atMs: number;
}

/** Uses of tokens, which show whether a 401 to a change is about its token. */
function createTokenHistory(clock: Clock) {
  let sent = 0;
  let accepted: TokenUse | null = null;
  const refused = new Map<string, { readonly generation: number; readonly atMs: number }>();
  const renewals = new Map<string, Renewals>();
  return {
    send: (generation: number): TokenUse => ({ generation, order: (sent += 1) }),
    accept: (use: TokenUse): void => {
      if (accepted === null || use.order > accepted.order) accepted = use;
    },
    /**
     * Notes a 401. Returns whether the token was valid: accepted later or, unless the service itself names it as the
     * reason, new since an earlier 401 of this endpoint.
     */
    refuse: (endpointKey: string, { error, use: { generation, order } }: Refusal): boolean => {
      const before = refused.get(endpointKey);
      const atMs = clock.elapsedMs();
      refused.set(endpointKey, { generation, atMs });
      const isYoung =
        before !== undefined && generation > before.generation && atMs - before.atMs < YOUNG_MS;
      const isDoubtful = isYoung && !isCertain(error);
      return isDoubtful || (accepted?.generation === generation && accepted.order > order);
    },
    /**
     * Whether another token may help after this 401. It cannot help if a token that was just renewed for the same
     * reason is refused too.
     */
    mayRenew: (endpointKey: string, { generation }: TokenUse): boolean => {
      const last = renewals.get(endpointKey);
      const atMs = clock.elapsedMs();
      if (last !== undefined && generation <= last.generation) return true;
      const isRecent = last !== undefined && atMs - last.atMs < YOUNG_MS;
      const isTried =
        isRecent && (accepted?.generation !== generation || last.inARow >= MAX_RENEWALS);
      if (isTried) return false;
      renewals.set(endpointKey, { inARow: isRecent ? last.inARow + 1 : 1, generation, atMs });
      return true;
    },
    forgetRenewals: (endpointKey: string): void => void renewals.delete(endpointKey),
  };
}

type Deps = ServiceCallDeps & { readonly history: ReturnType<typeof createTokenHistory> };

/** Sends with the present token, and once more with a new one after a 401 if `beforeSend` allows it. */
async function sendAndRenew<Value>(
  deps: Deps,
  request: ServiceRequest<Value>,
  endpointKey: string,
): Promise<Result<Value, CallFailure>> {
  const token = await deps.tokens.current();
  if (!token.ok) return fail({ error: token.error, mayHaveActed: false });
  const first = await sendWithToken(deps, request, token.value, 'first');
  if (first.ok || !isRefusedToken(first.error)) return first;
  const { error, use } = first.error;
  if (use !== undefined && isCertain(error) && !deps.history.mayRenew(endpointKey, use))
    return fail({ error, mayHaveActed: false, refusal: { error, use } });
  const renewed = await deps.tokens.renew(token.value.generation);
  if (!renewed.ok) return fail({ error: renewed.error, mayHaveActed: false });
  const again = await sendWithToken(deps, request, renewed.value, 'again');
  const isUnsent = !again.ok && !again.error.mayHaveActed;
  return isUnsent && use !== undefined ? fail({ ...again.error, refusal: { error, use } }) : again;
}

/** The pause after one more 401 to a valid token. */
function pauseAfter(
  { clock }: ServiceCallDeps,
  { technical, ...facts }: ServiceError,
  before: NewTokenRefused | undefined,
): NewTokenRefused {
  const inARow = (before?.inARow ?? 0) + 1;
  const pauseMs = backoffCeilingMs(REFUSED_PAUSE, inARow);
  const error: ServiceError = {
    ...facts,
    kind: 'serverFailed',
    retryAtMs: clock.nowMs() + pauseMs,
    technical: `${technical}, to a new token`,
  };
  return { inARow, untilElapsedMs: clock.elapsedMs() + pauseMs, error };
}

/** Whether the service itself names the token as the reason, so that it applied nothing. */
function isCertain(error: ServiceError): boolean {
  return error.kind === 'unauthenticated' && error.isCertain === true;
}

/** Whether the service itself refused the token. Before sending, the error may be Billfold's own. */
function isRefusedToken(failure: CallFailure): boolean {
  return failure.mayHaveActed && failure.error.kind === 'unauthenticated';
}

async function sendWithToken<Value>(
  deps: Deps,
  request: ServiceRequest<Value>,
  token: AccessToken,
  turn: Turn,
): Promise<Result<Value, CallFailure>> {
  const serviceUrl = deps.serviceUrl();
  if (serviceUrl === null) return fail({ error: noConnection, mayHaveActed: false });
  const url = `${serviceUrl.replace(/\/+$/, '')}${request.path}`;
  const account = deps.account() ?? '';
  // A recheck joins no read under way: that read may have begun before the approval.
  const isShared = request.method === 'GET' && request.priority !== 'recheck';
  let use: TokenUse | undefined;
  const answer = await deps.queue.add<Value>({
    priority: request.priority,
    maxWaitMs: request.maxWaitMs,
    signal: request.signal,
    sameAs: isShared ? `${token.generation} ${url} ${request.organizationId ?? ''}` : undefined,
    run: async (permit, stopped) => {
      if (permit.account !== account) {
        deps.quota.settle(permit, { kind: 'unsent' });
        return fail(sessionOver);
      }
      const allowed = await runBeforeSend(deps, request, permit, turn);
      if (!allowed.ok) return allowed;
      use = deps.history.send(token.generation);
      return transmit(deps, { request, url, token, permit, stopped });
    },
  });
  // A caller that joined a shared read did not send it. For reads this does not matter.
  if (answer.ok && use !== undefined) deps.history.accept(use);
  return answer.ok
    ? answer
    : fail({
        error: answer.error,
        mayHaveActed: use !== undefined || answer.error.status !== undefined,
        use,
      });
}

/** Returns the permit in every case, even if `beforeSend` throws. */
async function runBeforeSend(
  deps: ServiceCallDeps,
  request: Pick<ServiceRequest<unknown>, 'beforeSend'>,
  permit: Permit,
  turn: Turn,
): Promise<Result<void, ServiceError>> {
  let allowed = false;
  try {
    const checked = await request.beforeSend(turn);
    allowed = checked.ok;
    return checked;
  } finally {
    if (!allowed) deps.quota.settle(permit, { kind: 'unsent' });
  }
}

interface Transmission<Value> {
  readonly request: ServiceRequest<Value>;
  readonly url: string;
  readonly token: AccessToken;
  readonly permit: Permit;
  readonly stopped: AbortSignal;
}

async function transmit<Value>(
  deps: ServiceCallDeps,
  { request, url, token, permit, stopped }: Transmission<Value>,
): Promise<Result<Value, ServiceError>> {
  const { method, body = null, organizationId, maxBytes = MAX_BODY_BYTES } = request;
  const outgoing = { method, body, url, organizationId, token: token.value, maxBytes };
  // Billfold never stops an approval under way: its answer is worth more than the time.
  const answer = await sendRequest(deps, outgoing, method === 'GET' ? stopped : undefined);
  if (!answer.ok) {
    const isUnsent = answer.error.kind === 'unreachable';
    deps.quota.settle(permit, { kind: isUnsent ? 'unsent' : 'lost' });
    return fail({ ...answer.error, technical: `${request.label}: ${answer.error.technical}` });
  }
  const { reading } = answer.value;
  const status = isRateLimit(answer.value) ? 429 : answer.value.status;
  const isCached = method === 'GET' && deps.quota.isFromCache(permit, reading);
  deps.quota.settle(permit, { kind: 'answered', status, reading: isCached ? noHeaders : reading });
  return request.read(
    answer.value,
    {
      label: request.label,
      scope: request.scope,
      granted: deps.grantedScopes(),
      quota: deps.quota.headersOf(reading),
      retryAtMs: deps.quota.retryAtMs(request.priority),
      nowMs: deps.clock.nowMs(),
      serviceNowMs: deps.quota.serviceNowMs(),
      secrets: [token.value],
    },
    isCached,
  );
}

/** The token belonged to another sign-in: the user signed out while the request waited. */
const sessionOver: ServiceError = {
  kind: 'unauthenticated',
  technical: 'the session of this request is over',
};

const noConnection: ServiceError = { kind: 'unauthenticated', technical: 'no connection' };
