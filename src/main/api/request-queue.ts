import type { Clock } from '../../base/clock.ts';
import { fail, type Result } from '../../base/result.ts';
import type { RequestPriority } from '../../bridge/quota.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { Permit } from './governor-state.ts';
import type { Decision, Wait } from './governor.ts';
import { createLine, type Entry, type QueuedJob } from './queue-line.ts';

/** What the queue asks; it decides nothing about the quota itself. */
export interface Gate {
  ask(priority: RequestPriority): Decision;
  outlook(priority: RequestPriority): Wait | null;
  subscribe(listener: () => void): () => void;
}

export interface RequestQueue {
  add<Value>(job: QueuedJob<Value>): Promise<Result<Value, ServiceError>>;
  /** Answers what waits as cancelled, aborts the reads under way, takes the timer with it. */
  close(): void;
}

// Each has a place that nothing below it takes: a recheck never waits for three slow reads, an approval
// for four slow rechecks.
const MOST_AT_ONCE: Readonly<Record<RequestPriority, number>> = {
  approval: 5,
  recheck: 4,
  waiting: 3,
  background: 3,
};
// The wall clock may tell of a sleep that running time did not count: look at it now and then.
const LONGEST_NAP_MS = 60_000;
const RETRY_WHEN_CROWDED_MS = 2_000;

/** Order: that of the priorities; first come, first served within each. */
export function createRequestQueue(deps: { clock: Clock; gate: Gate }): RequestQueue {
  const { clock, gate } = deps;
  const line = createLine();
  const closing = new AbortController();
  let nap = new AbortController();
  let running = 0;
  let pumping = false;

  const retryAtMs = (wait: Wait | null): number => {
    const delayMs = wait?.until ? wait.until.elapsedMs - clock.elapsedMs() : RETRY_WHEN_CROWDED_MS;
    return Math.ceil(clock.nowMs() + Math.max(0, delayMs));
  };

  /** Each priority's outlook, asked once for a whole look along the line. */
  const outlooks = (): ((priority: RequestPriority) => Wait | null) => {
    const known = new Map<RequestPriority, Wait | null>();
    return (priority) => {
      const wait = known.has(priority) ? (known.get(priority) ?? null) : gate.outlook(priority);
      known.set(priority, wait);
      return wait;
    };
  };

  const start = async (entry: Entry, permit: Permit): Promise<void> => {
    line.take(entry);
    running += 1;
    await entry.run(permit);
    running -= 1;
    pump();
  };

  /** Answers those whose deadline has come, or will have before the gate opens. */
  const turnAway = (): void => {
    const outlook = outlooks();
    for (const entry of line.waiting()) {
      const deadlineMs = entry.deadlineMs();
      if (deadlineMs === null) continue;
      const wait = outlook(entry.priority());
      const opensMs = wait?.until?.elapsedMs ?? clock.elapsedMs();
      if (opensMs <= deadlineMs && clock.elapsedMs() < deadlineMs) continue;
      line.take(entry);
      entry.finish(fail(heldBack(wait, retryAtMs(wait))));
    }
  };

  const isCrowded = (entry: Entry): boolean => running >= MOST_AT_ONCE[entry.priority()];

  const admit = (): void => {
    const passed = new Set<RequestPriority>();
    for (let entry = line.first(); entry !== null; entry = line.first(passed)) {
      if (isCrowded(entry)) return;
      const decision = gate.ask(entry.priority());
      if (decision.kind === 'go') void start(entry, decision.permit);
      // Who has had a share holds up nobody. Else what is refused to the first is refused to all behind
      // it: their floors are higher.
      else if (decision.why === 'share') passed.add(entry.priority());
      else return;
    }
  };

  const pump = (): void => {
    // Asking makes the gate call its subscribers, this one among them.
    if (pumping || closing.signal.aborted) return;
    pumping = true;
    admit();
    turnAway();
    pumping = false;
    napUntilNext();
  };

  const napUntilNext = (): void => {
    nap.abort();
    if (line.waiting().length === 0 || closing.signal.aborted) return;
    nap = new AbortController();
    const { signal } = nap;
    const outlook = outlooks();
    const times = line
      .waiting()
      .flatMap((entry) => [outlook(entry.priority())?.until?.elapsedMs, entry.deadlineMs()]);
    const delays = times.flatMap((atMs) =>
      atMs === null || atMs === undefined ? [] : [atMs - clock.elapsedMs()],
    );
    // Its moment may have come since it was asked for: then nothing else would wake the queue.
    const waiting = line.waiting().map((entry) => entry.priority());
    const first = line.first(new Set(waiting.filter((each) => outlook(each)?.why === 'share')));
    const mayGo = first !== null && !isCrowded(first) && outlook(first.priority()) === null;
    const delayMs = mayGo ? 0 : Math.min(LONGEST_NAP_MS, ...delays);
    void pumpAfter(Math.max(0, delayMs), signal);
  };

  const pumpAfter = async (delayMs: number, signal: AbortSignal): Promise<void> => {
    await clock.sleep(delayMs, signal);
    if (!signal.aborted) pump();
  };

  const stopListening = gate.subscribe(pump);

  return {
    add: (job) => {
      if (closing.signal.aborted || job.signal?.aborted) return Promise.resolve(fail(cancelled()));
      const deadlineMs = job.maxWaitMs === null ? null : clock.elapsedMs() + job.maxWaitMs;
      const answer = line.join(job, deadlineMs);
      pump();
      return answer;
    },
    close: () => {
      if (closing.signal.aborted) return;
      closing.abort();
      stopListening();
      nap.abort();
      for (const entry of line.waiting()) {
        line.take(entry);
        entry.finish(fail(cancelled()));
      }
      line.abortReads();
    },
  };
}

export function cancelled(): ServiceError {
  return { kind: 'cancelled', technical: 'cancelled before it was sent' };
}

function heldBack(wait: Wait | null, retryAtMs: number): ServiceError {
  const technical = `not sent: ${wait?.why ?? 'too much under way'}`;
  return { kind: 'rateLimited', by: 'billfold', retryAtMs, technical };
}
