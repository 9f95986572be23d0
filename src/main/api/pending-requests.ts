import { fail, type Result } from '../../base/result.ts';
import { requestPrioritySchema, type RequestPriority } from '../../bridge/quota.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { Permit } from './governor-state.ts';

/** A request that waits for its turn. */
export interface QueuedJob<Value> {
  readonly priority: RequestPriority;
  /** Maximum wait before it is answered as rate limited, milliseconds; null for no maximum. */
  readonly maxWaitMs: number | null;
  readonly signal?: AbortSignal | undefined;
  /** Jobs with the same key share one request while it waits or is under way. Only for reads. */
  readonly sameAs?: string | undefined;
  /** Runs with permission to send. `signal` aborts when no caller needs the answer. */
  run(permit: Permit, signal: AbortSignal): Promise<Result<Value, ServiceError>>;
}

/** A caller that awaits the answer. */
interface Caller {
  readonly priority: RequestPriority;
  readonly deadlineMs: number | null;
  answer(answer: Result<unknown, ServiceError>): void;
  /** Rejects the caller's promise after a bug. */
  fault(thrown: unknown): void;
  /** Stops listening to the caller's signal. */
  release(): void;
}

/** One request, with all callers that await its answer. */
export interface PendingRequest {
  readonly job: QueuedJob<unknown>;
  readonly callers: Set<Caller>;
  readonly abort: AbortController;
}

/** Waiting requests, in order, and requests under way. */
export interface PendingRequests {
  readonly waiting: PendingRequest[];
  readonly underWay: Set<PendingRequest>;
}

const order = requestPrioritySchema.options;

/** Highest priority among the callers. */
export function priorityOf({ job, callers }: PendingRequest): RequestPriority {
  const wanted = new Set([...callers].map(({ priority }) => priority));
  return order.find((each) => wanted.has(each)) ?? job.priority;
}

/** Latest deadline of the callers, elapsed milliseconds; null when one of them has none. */
export function deadlineOf({ callers }: PendingRequest): number | null {
  const deadlines = [...callers].map(({ deadlineMs }) => deadlineMs ?? Infinity);
  const latestMs = Math.max(...deadlines);
  return latestMs === Infinity ? null : latestMs;
}

/**
 * Next request to send, or null.
 * @param skipped priorities to pass over
 */
export function firstOf(
  { waiting }: PendingRequests,
  skipped?: ReadonlySet<RequestPriority>,
): PendingRequest | null {
  for (const each of order) {
    const first = waiting.find((request) => priorityOf(request) === each);
    if (first !== undefined && !skipped?.has(each)) return first;
  }
  return null;
}

/** Adds a job at the end of its priority, or joins an identical request. */
export function join<Value>(
  pending: PendingRequests,
  job: QueuedJob<Value>,
  deadlineMs: number | null,
): Promise<Result<Value, ServiceError>> {
  const request = sameIn(pending, job) ?? { job, callers: new Set(), abort: new AbortController() };
  if (request.callers.size === 0) pending.waiting.push(request);
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      request.callers.delete(caller);
      resolve(fail({ kind: 'cancelled', technical: 'no caller awaits it any more' }));
      if (request.callers.size > 0) return;
      removeWaiting(pending, request);
      request.abort.abort();
    };
    const caller: Caller = {
      priority: job.priority,
      deadlineMs,
      // Jobs with the same key ask for the same thing, so the answer has the caller's type.
      answer: (answer) => resolve(answer as Result<Value, ServiceError>),
      fault: reject,
      release: () => job.signal?.removeEventListener('abort', leave),
    };
    request.callers.add(caller);
    job.signal?.addEventListener('abort', leave, { once: true });
  });
}

function sameIn({ waiting, underWay }: PendingRequests, job: QueuedJob<unknown>) {
  if (job.sameAs === undefined) return undefined;
  return [...waiting, ...underWay].find(
    (request) => request.job.sameAs === job.sameAs && !request.abort.signal.aborted,
  );
}

/** Sends a waiting request, and gives all callers the answer. */
export async function run(
  pending: PendingRequests,
  request: PendingRequest,
  permit: Permit,
): Promise<void> {
  removeWaiting(pending, request);
  pending.underWay.add(request);
  try {
    const answer = await request.job.run(permit, request.abort.signal);
    release(request, (caller) => caller.answer(answer));
  } catch (thrown) {
    release(request, (caller) => caller.fault(thrown));
  } finally {
    pending.underWay.delete(request);
  }
}

/** Answers a waiting request and does not send it. */
export function drop(pending: PendingRequests, request: PendingRequest, error: ServiceError): void {
  removeWaiting(pending, request);
  release(request, (caller) => caller.answer(fail(error)));
}

/** Aborts reads under way. Approvals continue: their answers are worth more than the time. */
export function abortReads({ underWay }: PendingRequests): void {
  for (const { job, abort } of underWay) if (job.sameAs !== undefined) abort.abort();
}

function removeWaiting({ waiting }: PendingRequests, request: PendingRequest): void {
  const index = waiting.indexOf(request);
  if (index >= 0) waiting.splice(index, 1);
}

function release({ callers }: PendingRequest, give: (caller: Caller) => void): void {
  for (const caller of callers) {
    caller.release();
    give(caller);
  }
  callers.clear();
}
