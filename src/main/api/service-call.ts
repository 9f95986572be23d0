import { backoffCeilingMs, type Backoff } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';
import { fail, type Result } from '../../base/result.ts';
import type { RequestPriority } from '../../bridge/quota.ts';
import { MOST_BODY_BYTES, type Answer } from '../../contract/answer.ts';
import { readRateHeaders } from '../../contract/rate-headers.ts';
import type { AnswerFacts } from '../../contract/read-answer.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { AccessToken, AccessTokens, Fetch } from '../ports.ts';
import type { Permit } from './governor-state.ts';
import type { QuotaStore } from './quota-store.ts';
import type { RequestQueue } from './request-queue.ts';
import { sendRequest } from './send-request.ts';

/** One request of the service's contract. */
export interface ServiceRequest<Value> {
  readonly method: 'GET' | 'PATCH';
  /** Below the service's URL, with its query. */
  readonly path: string;
  readonly label: string;
  readonly organizationId: string | null;
  readonly priority: RequestPriority;
  readonly maxWaitMs: number | null;
  readonly signal?: AbortSignal | undefined;
  /** The scope it needs, as far as Billfold knows. */
  readonly scope: string | null;
  /** The bill that is to be approved; null for a read. */
  readonly billId: string | null;
  /** Reads the answer (`contract/read-answer.ts`). `isCached`: it comes from a cache on the way. */
  readonly read: (
    answer: Answer,
    facts: AnswerFacts,
    isCached: boolean,
  ) => Result<Value, ServiceError>;
  /** The largest body to read, bytes. */
  readonly mostBytes?: number | undefined;
  /** Reads may be shared with an identical one that is already waiting. */
  readonly share: boolean;
  /**
   * The last word before the first byte leaves; an error means that nothing does. `again` when the same
   * request goes out once more with a new token.
   */
  readonly beforeSend: (turn: 'first' | 'again') => Promise<Result<void, ServiceError>>;
}

/** A failure, and whether it leaves open what the service did with the request. */
export interface CallFailure {
  readonly error: ServiceError;
  /** False: nothing left, or what left was answered with a 401 and so was not carried out. */
  readonly sent: boolean;
}

export interface ServiceCallDeps {
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly tokens: AccessTokens;
  /** Whose quota requests take: connection and sign-in, or null when signed out. */
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

/** A 401 to a token that is new: the sign-in holds, since it was renewed, and nothing is asked there until then. */
interface NewTokenRefused {
  readonly inARow: number;
  readonly untilElapsedMs: number;
  readonly error: ServiceError;
}

/** Reading of a cached answer: its quota headers are as old as it is. */
const silence = readRateHeaders(new Headers());

/** How long an endpoint of an organization that refuses new tokens is left alone. */
const REFUSED_PAUSE: Backoff = { firstMs: 2_000, mostMs: 60_000 };

/** The layers around one call: token, leave to send, the request itself, and what its answer means. */
export function createServiceCall(deps: ServiceCallDeps): ServiceCall {
  const refusals = new Map<string, NewTokenRefused>();
  return async (request) => {
    const place = JSON.stringify([deps.account(), request.organizationId, request.label]);
    const before = refusals.get(place);
    if (before !== undefined && deps.clock.elapsedMs() < before.untilElapsedMs)
      return fail({ error: before.error, sent: false });
    const answer = await sendAndRenew(deps, request);
    if (answer.ok) refusals.delete(place);
    if (answer.ok || !isRefusedToken(answer.error)) return answer;
    const refusal = refusedAgain(deps, answer.error.error, before);
    refusals.set(place, refusal);
    return fail({ error: refusal.error, sent: false });
  };
}

/** Sends with the token at hand, and once more with a new one where that was refused. */
async function sendAndRenew<Value>(
  deps: ServiceCallDeps,
  request: ServiceRequest<Value>,
): Promise<Result<Value, CallFailure>> {
  const token = await deps.tokens.current();
  if (!token.ok) return fail({ error: token.error, sent: false });
  const first = await sendWithToken(deps, request, token.value, 'first');
  if (first.ok || !isRefusedToken(first.error)) return first;
  const renewed = await deps.tokens.renew(token.value.generation);
  if (!renewed.ok) return fail({ error: renewed.error, sent: false });
  return sendWithToken(deps, request, renewed.value, 'again');
}

function refusedAgain(
  { clock }: ServiceCallDeps,
  { technical, ...said }: ServiceError,
  before: NewTokenRefused | undefined,
): NewTokenRefused {
  const inARow = (before?.inARow ?? 0) + 1;
  const pauseMs = backoffCeilingMs(REFUSED_PAUSE, inARow);
  const error: ServiceError = {
    ...said,
    kind: 'serverFailed',
    retryAtMs: clock.nowMs() + pauseMs,
    technical: `${technical}, to a new token`,
  };
  return { inARow, untilElapsedMs: clock.elapsedMs() + pauseMs, error };
}

function isRefusedToken(failure: CallFailure): boolean {
  return failure.sent && failure.error.kind === 'unauthenticated';
}

async function sendWithToken<Value>(
  deps: ServiceCallDeps,
  request: ServiceRequest<Value>,
  token: AccessToken,
  turn: Turn,
): Promise<Result<Value, CallFailure>> {
  const serviceUrl = deps.serviceUrl();
  if (serviceUrl === null) return fail({ error: noConnection, sent: false });
  const url = `${serviceUrl.replace(/\/+$/, '')}${request.path}`;
  const account = deps.account() ?? '';
  const shareable = request.share && request.method === 'GET';
  let sent = false;
  const answer = await deps.queue.add<Value>({
    priority: request.priority,
    maxWaitMs: request.maxWaitMs,
    signal: request.signal,
    sameAs: shareable ? `${token.generation} ${url} ${request.organizationId ?? ''}` : undefined,
    run: async (permit, wanted) => {
      if (permit.account !== account) {
        deps.quota.settle(permit, { kind: 'unsent' });
        return fail(sessionOver);
      }
      const allowed = await runBeforeSend(deps, request, permit, turn);
      if (!allowed.ok) return allowed;
      sent = true;
      return transmit(deps, { request, url, token, permit, wanted });
    },
  });
  // A caller that joined a shared read did not send it. For reads this does not matter.
  return answer.ok ? answer : fail({ error: answer.error, sent: sent || isAnswered(answer.error) });
}

/** A permit is always given back, also when `beforeSend` throws. */
async function runBeforeSend(
  deps: ServiceCallDeps,
  request: Pick<ServiceRequest<unknown>, 'beforeSend'>,
  permit: Permit,
  turn: Turn,
): Promise<Result<void, ServiceError>> {
  let allowed = false;
  try {
    const word = await request.beforeSend(turn);
    allowed = word.ok;
    return word;
  } finally {
    if (!allowed) deps.quota.settle(permit, { kind: 'unsent' });
  }
}

interface Transmission<Value> {
  readonly request: ServiceRequest<Value>;
  readonly url: string;
  readonly token: AccessToken;
  readonly permit: Permit;
  readonly wanted: AbortSignal;
}

async function transmit<Value>(
  deps: ServiceCallDeps,
  { request, url, token, permit, wanted }: Transmission<Value>,
): Promise<Result<Value, ServiceError>> {
  const { method, organizationId, mostBytes = MOST_BODY_BYTES } = request;
  const outgoing = { method, url, organizationId, token: token.value, mostBytes };
  // A change that is under way is never stopped: its answer is worth more than the time.
  const answer = await sendRequest(deps, outgoing, method === 'GET' ? wanted : undefined);
  if (!answer.ok) {
    const isUnsent = answer.error.kind === 'unreachable';
    deps.quota.settle(permit, { kind: isUnsent ? 'unsent' : 'lost' });
    return fail({ ...answer.error, technical: `${request.label}: ${answer.error.technical}` });
  }
  const { status, reading } = answer.value;
  const isCached = method === 'GET' && deps.quota.isFromCache(permit, reading);
  deps.quota.settle(permit, { kind: 'answered', status, reading: isCached ? silence : reading });
  return request.read(
    answer.value,
    {
      label: request.label,
      billId: request.billId,
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

/** Whether an error can only have come from the service: its status says so. */
function isAnswered(error: ServiceError): boolean {
  return error.status !== undefined;
}

/** The token was another sign-in's: it waited, and meanwhile the user signed out. */
const sessionOver: ServiceError = {
  kind: 'unauthenticated',
  technical: 'the session it was asked in is over',
};

const noConnection: ServiceError = { kind: 'unauthenticated', technical: 'no connection' };
