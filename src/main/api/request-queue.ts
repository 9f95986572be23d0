import type { Clock } from '../../base/clock.ts';
import { fail, type Result } from '../../base/result.ts';
import type { RequestPriority } from '../../bridge/quota.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import { holdsUpOnlyItself, type Decision, type Wait } from './governor.ts';
import {
  abortReads,
  deadlineOf,
  drop,
  firstOf,
  join,
  priorityOf,
  run,
  type PendingRequest,
  type PendingRequests,
  type QueuedJob,
} from './pending-requests.ts';

/** Gate that decides when a request may leave; the queue itself knows nothing of the quota. */
export interface Gate {
  ask(priority: RequestPriority): Decision;
  outlook(priority: RequestPriority): Wait | null;
  subscribe(listener: () => void): () => void;
}

export interface RequestQueue {
  add<Value>(job: QueuedJob<Value>): Promise<Result<Value, ServiceError>>;
  /** Cancels waiting requests, aborts reads under way, and stops the timer. */
  close(): void;
}

interface Queue {
  readonly clock: Clock;
  readonly gate: Gate;
  readonly pending: PendingRequests;
  readonly closing: AbortController;
  timer: AbortController;
  isPumping: boolean;
}

// A request of this priority leaves only if fewer requests than this are under way, of all priorities together. So
// three slow reads never block a recheck, and four slow rechecks never block an approval.
const MAX_AT_ONCE: Readonly<Record<RequestPriority, number>> = {
  approval: 5,
  recheck: 4,
  waiting: 3,
  background: 3,
};
// Longest sleep, milliseconds: the wall clock may reveal a sleep of the machine that elapsed time
// did not count.
const LONGEST_SLEEP_MS = 60_000;
const RETRY_WHEN_CROWDED_MS = 2_000;
const cancelled: ServiceError = { kind: 'cancelled', technical: 'cancelled before it was sent' };

/** Sends requests by priority; within a priority, first come, first served. */
export function createRequestQueue({ clock, gate }: { clock: Clock; gate: Gate }): RequestQueue {
  const pending: PendingRequests = { waiting: [], underWay: new Set() };
  const closing = new AbortController();
  const timer = new AbortController();
  const queue: Queue = { clock, gate, pending, closing, timer, isPumping: false };
  const unsubscribe = gate.subscribe(() => pump(queue));
  return {
    add: (job) => {
      if (closing.signal.aborted || job.signal?.aborted) return Promise.resolve(fail(cancelled));
      const deadlineMs = job.maxWaitMs === null ? null : clock.elapsedMs() + job.maxWaitMs;
      const answer = join(pending, job, deadlineMs);
      pump(queue);
      return answer;
    },
    close: () => {
      if (closing.signal.aborted) return;
      closing.abort();
      unsubscribe();
      queue.timer.abort();
      for (const request of [...pending.waiting]) drop(pending, request, cancelled);
      abortReads(pending);
    },
  };
}

/** Sends what may go, answers what cannot go in time, and sets the timer for the rest. */
function pump(queue: Queue): void {
  // Asking the gate notifies its subscribers, including this function.
  if (queue.isPumping || queue.closing.signal.aborted) return;
  queue.isPumping = true;
  admit(queue);
  dropLate(queue);
  queue.isPumping = false;
  void pumpLater(queue);
}

function admit(queue: Queue): void {
  const { gate, pending } = queue;
  const skipped = new Set<RequestPriority>();
  for (let next = firstOf(pending); next !== null; next = firstOf(pending, skipped)) {
    if (isCrowded(pending, next)) return;
    const decision = gate.ask(priorityOf(next));
    if (decision.kind === 'go') void run(pending, next, decision.permit).then(() => pump(queue));
    // Skip only this priority. After any other wait, all lower ones wait too: their floors are higher.
    else if (holdsUpOnlyItself(decision)) skipped.add(priorityOf(next));
    else return;
  }
}

function isCrowded({ underWay }: PendingRequests, request: PendingRequest): boolean {
  return underWay.size >= MAX_AT_ONCE[priorityOf(request)];
}

/** Answers requests whose deadline has come, or will come before the gate opens. */
function dropLate({ clock, gate, pending }: Queue): void {
  const outlook = outlooksOf(gate);
  const nowMs = clock.elapsedMs();
  for (const request of [...pending.waiting]) {
    const deadlineMs = deadlineOf(request);
    if (deadlineMs === null) continue;
    const wait = outlook(priorityOf(request));
    const opensMs = wait?.until?.elapsedMs ?? nowMs;
    if (opensMs <= deadlineMs && nowMs < deadlineMs) continue;
    const delayMs = wait?.until ? wait.until.elapsedMs - nowMs : RETRY_WHEN_CROWDED_MS;
    drop(pending, request, {
      kind: 'rateLimited',
      by: 'billfold',
      retryAtMs: Math.ceil(clock.nowMs() + Math.max(0, delayMs)),
      technical: `not sent: ${wait?.why ?? 'too many requests under way'}`,
    });
  }
}

async function pumpLater(queue: Queue): Promise<void> {
  queue.timer.abort();
  if (queue.pending.waiting.length === 0 || queue.closing.signal.aborted) return;
  queue.timer = new AbortController();
  const { signal } = queue.timer;
  await queue.clock.sleep(delayToNextMs(queue), signal);
  if (!signal.aborted) pump(queue);
}

/** Milliseconds until the next request may go or reaches its deadline. */
function delayToNextMs({ clock, gate, pending }: Queue): number {
  const outlook = outlooksOf(gate);
  const priorities = pending.waiting.map(priorityOf);
  const waitAlone = priorities.filter((each) => {
    const wait = outlook(each);
    return wait !== null && holdsUpOnlyItself(wait);
  });
  const first = firstOf(pending, new Set(waitAlone));
  // The request may have become possible since the gate was asked. Nothing else would wake the queue then.
  if (first !== null && !isCrowded(pending, first) && outlook(priorityOf(first)) === null) return 0;
  const opensMs = priorities.map((each) => outlook(each)?.until?.elapsedMs ?? null);
  const delays = [...opensMs, ...pending.waiting.map(deadlineOf)].flatMap((atMs) =>
    atMs === null ? [] : [atMs - clock.elapsedMs()],
  );
  return Math.max(0, Math.min(LONGEST_SLEEP_MS, ...delays));
}

/** Outlook of each priority, asked once per pass along the queue. */
function outlooksOf(gate: Gate): (priority: RequestPriority) => Wait | null {
  const known = new Map<RequestPriority, Wait | null>();
  return (priority) => {
    const wait = known.has(priority) ? (known.get(priority) ?? null) : gate.outlook(priority);
    known.set(priority, wait);
    return wait;
  };
}
