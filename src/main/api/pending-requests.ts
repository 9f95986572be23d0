import { fail, type Result } from '../../base/result.ts';
import { requestPrioritySchema, type RequestPriority } from '../../bridge/quota.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { Permit } from './governor-state.ts';

export interface QueuedJob<Value> {
  readonly priority: RequestPriority;
  /** Answered as rate limited when it cannot start within this; null: it waits as long as it takes. */
  readonly maxWaitMs: number | null;
  readonly signal?: AbortSignal | undefined;
  /** Jobs of one key are one request while it waits or is under way. Only for reads. */
  readonly sameAs?: string | undefined;
  /** Runs with leave to send. `signal` aborts when nobody wants the answer any more. */
  run(permit: Permit, signal: AbortSignal): Promise<Result<Value, ServiceError>>;
}

/** Somebody who wants the answer. */
interface Caller {
  readonly priority: RequestPriority;
  readonly deadlineMs: number | null;
  answer(answer: Result<unknown, ServiceError>): void;
  /** Passes a bug on to whoever asked. */
  fault(thrown: unknown): void;
  /** Stops listening to the caller's signal. */
  release(): void;
}

/** One request, with everybody who wants its answer. */
export interface PendingRequest {
  readonly job: QueuedJob<unknown>;
  readonly callers: Set<Caller>;
  readonly abort: AbortController;
}

/** What waits, in order, and what is under way. */
export interface PendingRequests {
  readonly waiting: PendingRequest[];
  readonly underWay: Set<PendingRequest>;
}

const order = requestPrioritySchema.options;

/** The highest of those who want it. */
export function priorityOf({ job, callers }: PendingRequest): RequestPriority {
  const wanted = new Set([...callers].map(({ priority }) => priority));
  return order.find((each) => wanted.has(each)) ?? job.priority;
}

/** Elapsed milliseconds, the latest of those who want it; null when one of them waits for ever. */
export function deadlineOf({ callers }: PendingRequest): number | null {
  const deadlines = [...callers].map(({ deadlineMs }) => deadlineMs ?? Infinity);
  const latestMs = Math.max(...deadlines);
  return latestMs === Infinity ? null : latestMs;
}

/** Who is next. @param passed priorities that are passed over */
export function firstOf(
  { waiting }: PendingRequests,
  passed?: ReadonlySet<RequestPriority>,
): PendingRequest | null {
  for (const each of order) {
    const first = waiting.find((request) => priorityOf(request) === each);
    if (first !== undefined && !passed?.has(each)) return first;
  }
  return null;
}

/** Puts a job at the end of its priority, or to an identical one that is already here. */
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
      resolve(fail({ kind: 'cancelled', technical: 'nobody wants it any more' }));
      if (request.callers.size > 0) return;
      take(pending, request);
      request.abort.abort();
    };
    const caller: Caller = {
      priority: job.priority,
      deadlineMs,
      // Jobs of one key ask for the same thing, so the answer is of the asker's type.
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

/** Sends a request that waits, and gives everybody the answer. */
export async function run(
  pending: PendingRequests,
  request: PendingRequest,
  permit: Permit,
): Promise<void> {
  take(pending, request);
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

/** Answers a request that waits without sending it. */
export function dismiss(
  pending: PendingRequests,
  request: PendingRequest,
  error: ServiceError,
): void {
  take(pending, request);
  release(request, (caller) => caller.answer(fail(error)));
}

/** Aborts what is under way but for changes, whose answers are worth more than the time. */
export function abortReads({ underWay }: PendingRequests): void {
  for (const { job, abort } of underWay) if (job.sameAs !== undefined) abort.abort();
}

function take({ waiting }: PendingRequests, request: PendingRequest): void {
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
