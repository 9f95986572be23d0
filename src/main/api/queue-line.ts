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

/** One request in the line, with everybody who wants its answer. */
export interface Entry {
  /** The highest of those who want it. */
  priority(): RequestPriority;
  /** Elapsed milliseconds, the latest of those who want it; null when one of them waits for ever. */
  deadlineMs(): number | null;
  /** Sends it and gives everybody the answer. */
  run(permit: Permit): Promise<void>;
  finish(answer: Result<never, ServiceError>): void;
}

/** Who waits, in order, and what is under way. */
export interface Line {
  /** Puts a job at the end of its priority, or to an identical one that is already here. */
  join<Value>(
    job: QueuedJob<Value>,
    deadlineMs: number | null,
  ): Promise<Result<Value, ServiceError>>;
  /** @param passed priorities that are passed over */
  first(passed?: ReadonlySet<RequestPriority>): Entry | null;
  waiting(): readonly Entry[];
  take(entry: Entry): void;
  abortReads(): void;
}

const order = requestPrioritySchema.options;

interface Joiner {
  readonly priority: RequestPriority;
  readonly deadlineMs: number | null;
  answer(answer: Result<unknown, ServiceError>): void;
  /** Passes a bug on to whoever asked. */
  fault(thrown: unknown): void;
}

interface Member extends Entry {
  readonly sameAs: string | undefined;
  readonly abort: AbortController;
  readonly joiners: Set<Joiner>;
}

export function createLine(): Line {
  const waiting: Member[] = [];
  const underWay = new Set<Member>();

  const leave = (member: Member): void => {
    const index = waiting.indexOf(member);
    if (index >= 0) waiting.splice(index, 1);
  };

  const memberOf = <Value>(job: QueuedJob<Value>): Member => {
    const joiners = new Set<Joiner>();
    const abort = new AbortController();
    const finish = (answer: Result<unknown, ServiceError>): void => {
      for (const joiner of joiners) joiner.answer(answer);
      joiners.clear();
    };
    const member: Member = {
      sameAs: job.sameAs,
      abort,
      joiners,
      finish,
      priority: () =>
        order.find((each) => [...joiners].some((j) => j.priority === each)) ?? job.priority,
      deadlineMs: () => {
        const deadlines = [...joiners].map((joiner) => joiner.deadlineMs);
        return deadlines.includes(null) ? null : Math.max(...deadlines.map((each) => each ?? 0));
      },
      run: async (permit) => {
        underWay.add(member);
        try {
          finish(await job.run(permit, abort.signal));
        } catch (thrown) {
          for (const joiner of joiners) joiner.fault(thrown);
          joiners.clear();
        } finally {
          underWay.delete(member);
        }
      },
    };
    return member;
  };

  const place = <Value>(job: QueuedJob<Value>): Member => {
    const same = (member: Member): boolean =>
      job.sameAs !== undefined && member.sameAs === job.sameAs && !member.abort.signal.aborted;
    const known = waiting.find(same) ?? [...underWay].find(same);
    if (known !== undefined) return known;
    const member = memberOf(job);
    waiting.push(member);
    return member;
  };

  return {
    join: <Value>(job: QueuedJob<Value>, deadlineMs: number | null) =>
      new Promise<Result<Value, ServiceError>>((resolve, reject) => {
        const member = place(job);
        const joiner: Joiner = {
          priority: job.priority,
          deadlineMs,
          answer: (answer) => {
            job.signal?.removeEventListener('abort', giveUp);
            // Jobs of one key ask for the same thing, so the answer is of the asker's type.
            resolve(answer as Result<Value, ServiceError>);
          },
          fault: (thrown) => {
            job.signal?.removeEventListener('abort', giveUp);
            reject(thrown);
          },
        };
        const giveUp = (): void => {
          member.joiners.delete(joiner);
          joiner.answer(fail({ kind: 'cancelled', technical: 'nobody wants it any more' }));
          if (member.joiners.size > 0) return;
          leave(member);
          member.abort.abort();
        };
        member.joiners.add(joiner);
        job.signal?.addEventListener('abort', giveUp, { once: true });
      }),
    first: (passed) =>
      order
        .filter((each) => !passed?.has(each))
        .map((each) => waiting.find((member) => member.priority() === each))
        .find(isMember) ?? null,
    waiting: () => [...waiting],
    take: (entry) => leave(entry as Member),
    abortReads: () => {
      for (const member of underWay) if (member.sameAs !== undefined) member.abort.abort();
    },
  };
}

function isMember(member: Member | undefined): member is Member {
  return member !== undefined;
}
