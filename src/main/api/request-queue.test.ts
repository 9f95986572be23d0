import { expect, test } from 'vitest';
import { succeed, type Result } from '../../base/result.ts';
import { createVirtualClock, settle, type VirtualClock } from '../../base/testing/virtual-clock.ts';
import type { RequestPriority } from '../../bridge/quota.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { Permit } from './governor-state.ts';
import type { Wait } from './governor.ts';
import type { QueuedJob } from './pending-requests.ts';
import { createRequestQueue, type Gate, type RequestQueue } from './request-queue.ts';

interface Setting {
  readonly clock: VirtualClock;
  readonly queue: RequestQueue;
  /** Events in order. */
  readonly line: string[];
  /** Adds a job that ends when `finish` is called with its name. */
  add(
    name: string,
    priority: RequestPriority,
    more?: Partial<QueuedJob<string>>,
  ): Promise<Result<string, ServiceError>>;
  finish(...names: string[]): Promise<void>;
  /** Closes the gate for all priorities, or for all but one; null opens it. */
  shut(wait: Wait | null, but?: RequestPriority): void;
}

function start(): Setting {
  const clock = createVirtualClock(1_000_000);
  const line: string[] = [];
  const ends = new Map<string, () => void>();
  const listeners = new Set<() => void>();
  let shut: Wait | null = null;
  let exempt: RequestPriority | undefined;
  const outlook = (priority: RequestPriority): Wait | null => {
    const over = shut?.until !== null && shut !== null && clock.elapsedMs() >= shut.until.elapsedMs;
    return priority === exempt || over ? null : shut;
  };
  const gate: Gate = {
    outlook,
    ask: (priority) => {
      const wait = outlook(priority);
      if (wait !== null) return { kind: 'wait', ...wait };
      const permit: Permit = {
        account: 'a',
        priority,
        windowSerial: 1,
        sentAtMs: clock.elapsedMs(),
        isProbe: false,
      };
      return { kind: 'go', permit };
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const queue = createRequestQueue({ clock, gate });
  return {
    clock,
    queue,
    line,
    add: (name, priority, more = {}) =>
      queue.add<string>({
        priority,
        maxWaitMs: null,
        run: (_permit, signal) =>
          new Promise((resolve) => {
            line.push(name);
            signal.addEventListener('abort', () => line.push(`${name} aborted`));
            ends.set(name, () => resolve(succeed(name)));
          }),
        ...more,
      }),
    finish: async (...names) => {
      for (const name of names) ends.get(name)?.();
      await settle();
    },
    shut: (wait, but) => {
      shut = wait;
      exempt = but;
      for (const listener of listeners) listener();
    },
  };
}

const until = (elapsedMs: number): Wait => ({
  why: 'spent',
  until: { elapsedMs, wallMs: 1_000_000 + elapsedMs },
});

const kindOf = (answer: Result<string, ServiceError>): string =>
  answer.ok ? answer.value : answer.error.kind;

test('Q-1 approvals go before rechecks, rechecks before a waiting user’s reads, those before background work, each in turn', async () => {
  const { add, shut, line, finish } = start();
  shut({ why: 'probing', until: null });
  void add('b1', 'background');
  void add('w1', 'waiting');
  void add('b2', 'background');
  void add('r1', 'recheck');
  void add('a1', 'approval');
  void add('w2', 'waiting');
  void add('a2', 'approval');
  shut(null);
  await finish('a1', 'a2', 'r1');
  await finish('w1', 'w2', 'b1');
  expect(line).toEqual(['a1', 'a2', 'r1', 'w1', 'w2', 'b1', 'b2']);
});

test('three reads at once, one more place for a recheck, and one more for an approval', async () => {
  const { add, line, finish } = start();
  for (const name of ['b1', 'b2', 'b3', 'b4']) void add(name, 'background');
  for (const name of ['r1', 'r2']) void add(name, 'recheck');
  for (const name of ['a1', 'a2']) void add(name, 'approval');
  const before = [...line];
  await finish('b1');
  const between = [...line];
  await finish('b2', 'b3', 'r1');
  expect([before, between, line]).toEqual([
    ['b1', 'b2', 'b3', 'r1', 'a1'],
    ['b1', 'b2', 'b3', 'r1', 'a1', 'a2'],
    ['b1', 'b2', 'b3', 'r1', 'a1', 'a2', 'r2'],
  ]);
});

test('an approval never waits for slow rechecks', () => {
  const { add, line } = start();
  for (const name of ['r1', 'r2', 'r3', 'r4', 'r5']) void add(name, 'recheck');
  void add('a1', 'approval');
  expect(line).toEqual(['r1', 'r2', 'r3', 'r4', 'a1']);
});

test.each(['share', 'backoff'] as const)(
  'a request that waits for its own %s delays no other request',
  async (why) => {
    const { add, shut, clock, line } = start();
    shut({ ...until(5_000), why }, 'waiting');
    void add('r1', 'recheck');
    void add('w1', 'waiting');
    const before = [...line];
    await clock.advance(5_000);
    expect([before, line]).toEqual([['w1'], ['w1', 'r1']]);
  },
);

test('a request that would wait past its deadline is answered at once, with the time', async () => {
  const { add, shut, line } = start();
  shut(until(60_000));
  const answer = await add('w', 'waiting', { maxWaitMs: 10_000 });
  expect([answer, line]).toEqual([
    {
      ok: false,
      error: {
        kind: 'rateLimited',
        by: 'billfold',
        retryAtMs: 1_060_000,
        technical: 'not sent: spent',
      },
    },
    [],
  ]);
});

test('a request that waits for another one is answered at its deadline', async () => {
  const { add, shut, clock } = start();
  shut({ why: 'probing', until: null });
  const answer = add('w', 'waiting', { maxWaitMs: 10_000 });
  await clock.advance(9_999);
  const still = await Promise.race([answer, Promise.resolve('waits')]);
  await clock.advance(1);
  expect([still, kindOf(await answer), clock.sleepers()]).toEqual(['waits', 'rateLimited', 0]);
});

test('if the gate closes until after a request’s deadline, the request is answered at once', async () => {
  const { add, shut, clock } = start();
  shut(until(5_000));
  const answer = add('w', 'waiting', { maxWaitMs: 10_000 });
  await clock.advance(1_000);
  shut(until(900_000));
  expect(kindOf(await answer)).toBe('rateLimited');
});

test('the queue continues as soon as the gate opens', async () => {
  const { add, shut, clock, line } = start();
  shut(until(5_000));
  void add('w', 'waiting', { maxWaitMs: 10_000 });
  await clock.advance(4_999);
  const before = [...line];
  await clock.advance(1);
  expect([before, line]).toEqual([[], ['w']]);
});

test('the queue continues even if the gate opens between the ask and the outlook', async () => {
  const clock = createVirtualClock(1_000_000);
  const permit: Permit = {
    account: 'a',
    priority: 'waiting',
    windowSerial: 1,
    sentAtMs: 0,
    isProbe: false,
  };
  let asked = 0;
  const queue = createRequestQueue({
    clock,
    gate: {
      ask: () => (++asked === 1 ? { kind: 'wait', ...until(1) } : { kind: 'go', permit }),
      outlook: () => null,
      subscribe: () => () => undefined,
    },
  });
  const answer = queue.add({
    priority: 'waiting',
    maxWaitMs: null,
    run: async () => succeed('there'),
  });
  await clock.advance(1);
  queue.close();
  expect(await answer).toEqual(succeed('there'));
});

test('identical reads are one request, with the highest of their priorities', async () => {
  const { add, shut, line, finish } = start();
  shut({ why: 'probing', until: null });
  const first = add('b', 'background', { sameAs: 'x' });
  void add('other', 'background');
  const second = add('w', 'waiting', { sameAs: 'x' });
  shut(null);
  const third = add('late', 'background', { sameAs: 'x' });
  await finish('b');
  expect([line, await Promise.all([first, second, third])]).toEqual([
    ['b', 'other'],
    [succeed('b'), succeed('b'), succeed('b')],
  ]);
});

test('a caller that cancels is answered at once; the request stops when no caller is left', async () => {
  const { add, line } = start();
  const one = new AbortController();
  const two = new AbortController();
  const first = add('r', 'waiting', { sameAs: 'x', signal: one.signal });
  const second = add('r', 'waiting', { sameAs: 'x', signal: two.signal });
  one.abort();
  const before = [kindOf(await first), ...line];
  two.abort();
  expect([before, kindOf(await second), line]).toEqual([
    ['cancelled', 'r'],
    'cancelled',
    ['r', 'r aborted'],
  ]);
});

test('a request cancelled while it waits is never sent', async () => {
  const { add, shut, line } = start();
  shut({ why: 'probing', until: null });
  const controller = new AbortController();
  const answer = add('w', 'waiting', { signal: controller.signal });
  controller.abort();
  shut(null);
  await settle();
  expect([kindOf(await answer), line]).toEqual(['cancelled', []]);
});

test('closing cancels waiting requests, stops reads, lets approvals end, and leaves no timer', async () => {
  const { add, shut, queue, clock, line, finish } = start();
  const approval = add('a', 'approval');
  void add('r', 'waiting', { sameAs: 'x' });
  shut(until(5_000));
  const waits = add('w', 'waiting');
  queue.close();
  queue.close();
  const late = add('late', 'approval');
  await finish('a');
  await clock.advance(0);
  expect({
    answers: [await approval, await waits, await late].map(kindOf),
    line,
    sleepers: clock.sleepers(),
  }).toEqual({
    answers: ['a', 'cancelled', 'cancelled'],
    line: ['a', 'r', 'r aborted'],
    sleepers: 0,
  });
});

test('a bug in a job rejects its caller’s promise, and the queue continues', async () => {
  const { add, line } = start();
  const broken = add('x', 'waiting', { run: () => Promise.reject(new Error('a bug')) });
  await expect(broken).rejects.toThrow('a bug');
  for (const name of ['w1', 'w2', 'w3', 'w4']) void add(name, 'waiting');
  expect(line).toEqual(['w1', 'w2', 'w3']);
});
