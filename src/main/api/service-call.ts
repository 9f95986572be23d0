import { backoffCeilingMs, type Backoff } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';
import { fail, type Result } from '../../base/result.ts';
import type { RequestPriority } from '../../bridge/quota.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { AccessToken, AccessTokens, Fetch } from '../ports.ts';
import type { AnswerBody } from './answer-body.ts';
import type { QuotaHeaders } from './approve-answer.ts';
import { classifyAnswer } from './classify-answer.ts';
import type { Permit } from './governor-state.ts';
import type { QuotaStore } from './quota-store.ts';
import type { RequestQueue } from './request-queue.ts';
import { sendRequest } from './send-request.ts';

/** One request of the service's contract. */
export interface ServiceRequest {
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
  /** What else the body of a 2xx must be to count as one; without it any JSON, or none, does. */
  readonly isSuccess?: (body: AnswerBody, headers: QuotaHeaders) => boolean;
  /** What else the body of a 4xx must be to count as the service's own no; without it any but a page does. */
  readonly isRefusal?: (body: AnswerBody, headers: QuotaHeaders) => boolean;
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
  readonly quota: Pick<QuotaStore, 'settle' | 'retryAtMs' | 'serviceNowMs' | 'headersOf'>;
}

export type ServiceCall = (request: ServiceRequest) => Promise<Result<AnswerBody, CallFailure>>;

type Turn = 'first' | 'again';

/** A 401 to a token that is new: the sign-in holds, since it was renewed, and nothing is asked there until then. */
interface NewTokenRefused {
  readonly inARow: number;
  readonly untilElapsedMs: number;
  readonly error: ServiceError;
}

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
async function sendAndRenew(
  deps: ServiceCallDeps,
  request: ServiceRequest,
): ReturnType<ServiceCall> {
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

async function sendWithToken(
  deps: ServiceCallDeps,
  request: ServiceRequest,
  token: AccessToken,
  turn: Turn,
): Promise<Result<AnswerBody, CallFailure>> {
  const serviceUrl = deps.serviceUrl();
  if (serviceUrl === null) return fail({ error: noConnection, sent: false });
  const url = `${serviceUrl.replace(/\/+$/, '')}${request.path}`;
  const account = deps.account() ?? '';
  const shareable = request.share && request.method === 'GET';
  let sent = false;
  const answer = await deps.queue.add<AnswerBody>({
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
  // Whoever joined a shared read did not send it; for reads nothing hangs on it.
  return answer.ok ? answer : fail({ error: answer.error, sent: sent || isAnswered(answer.error) });
}

/** A permit is always given back, also when `beforeSend` throws. */
async function runBeforeSend(
  deps: ServiceCallDeps,
  request: ServiceRequest,
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

interface Transmission {
  readonly request: ServiceRequest;
  readonly url: string;
  readonly token: AccessToken;
  readonly permit: Permit;
  readonly wanted: AbortSignal;
}

async function transmit(
  deps: ServiceCallDeps,
  { request, url, token, permit, wanted }: Transmission,
): Promise<Result<AnswerBody, ServiceError>> {
  const { method, organizationId } = request;
  const outgoing = { method, url, organizationId, token: token.value };
  // A change that is under way is never stopped: its answer is worth more than the time.
  const answer = await sendRequest(deps, outgoing, method === 'GET' ? wanted : undefined);
  if (!answer.ok) {
    const isUnsent = answer.error.kind === 'unreachable';
    deps.quota.settle(permit, { kind: isUnsent ? 'unsent' : 'lost' });
    return fail({ ...answer.error, technical: `${request.label}: ${answer.error.technical}` });
  }
  const { status, reading } = answer.value;
  deps.quota.settle(permit, { kind: 'answered', status, reading });
  const headers = deps.quota.headersOf(reading);
  return classifyAnswer(answer.value, {
    label: request.label,
    scope: request.scope,
    isSuccess: (body) => request.isSuccess?.(body, headers) ?? true,
    isRefusal: (body) => request.isRefusal?.(body, headers) ?? true,
    retryAtMs: deps.quota.retryAtMs(),
    nowMs: deps.clock.nowMs(),
    serviceNowMs: deps.quota.serviceNowMs(),
    secrets: [token.value],
  });
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
