import { IDBKeyRange } from 'fake-indexeddb';
import type { Clock } from '../../../base/clock.ts';
import { createObservable } from '../../../base/observable.ts';
import type { Ids } from '../../../base/random.ts';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import type { Bridge } from '../../../bridge/client.ts';
import { createWorkspace } from '../connection/create-workspace.ts';
import { nodeCipher } from './node-cipher.ts';
import type { Workspace } from '../connection/workspace.ts';
import type { LocksPort, Platform } from '../connection/platform.ts';

/** A renderer that can be killed. From then on none of it runs, writes or receives an answer. */
export interface RendererProcess {
  readonly workspace: Workspace;
  readonly onLine: { set(isOnLine: boolean): void };
  readonly visibility: { set(isVisible: boolean): void };
  kill(): void;
  /** Kills it at its `steps`-th step from now: a transaction, a call, or an answer. */
  killIn(steps: number): void;
}

export interface RendererWorld {
  readonly clock: Clock;
  readonly bridge: Bridge;
  /** The disk, which outlives the renderers. */
  readonly disk: IDBFactory;
  readonly locks: LocksPort;
  readonly ids: Ids;
  readonly yieldToMain: Platform['yieldToMain'];
}

export async function startRenderer(world: RendererWorld): Promise<RendererProcess> {
  const death = new AbortController();
  let stepsLeft = Number.POSITIVE_INFINITY;
  const life: Life = {
    signal: death.signal,
    step: () => {
      stepsLeft -= 1;
      if (stepsLeft <= 0) death.abort();
    },
  };
  const onLine = createObservable(true);
  const visibility = createObservable(true);
  const platform: Platform = {
    indexedDB: mortalDisk(world.disk, life),
    IDBKeyRange,
    cipher: nodeCipher,
    onLine,
    visibility,
    yieldToMain: world.yieldToMain,
    idle: world.yieldToMain,
    leaveField: () => undefined,
    locks: {
      request: (name, options, hold) =>
        world.locks.request(name, options, () => Promise.race([hold(), ended(life.signal)])),
    },
  };
  const bridge = mortalBridge(world.bridge, life);
  const workspace = await createWorkspace({
    bridge,
    first: bridge.call('app.start'),
    clock: mortalClock(world.clock, life.signal),
    random: createSeededRandom(1),
    ids: world.ids,
    platform,
    painted: async () => undefined,
  });
  return {
    workspace,
    onLine,
    visibility,
    kill: () => death.abort(),
    killIn: (steps) => {
      stepsLeft = steps;
    },
  };
}

/** Locks like the browser's: one holder at a time, then the others in the order of their requests. */
export function createFakeLocks(): LocksPort {
  const last = new Map<string, Promise<void>>();
  return {
    request: async (name, { signal }, hold) => {
      const before = last.get(name) ?? Promise.resolve();
      const { promise: done, resolve: release } = Promise.withResolvers<void>();
      last.set(
        name,
        before.then(() => done),
      );
      try {
        await Promise.race([before, ended(signal)]);
        if (signal.aborted) throw new DOMException('aborted', 'AbortError');
        await hold();
      } finally {
        release();
      }
    },
  };
}

const never = new Promise<never>(() => undefined);

function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** A renderer's lifetime, counted in steps. */
interface Life {
  readonly signal: AbortSignal;
  step(): void;
}

function mortalBridge(bridge: Bridge, life: Life): Bridge {
  return {
    call: async (name, ...request) => {
      life.step();
      if (life.signal.aborted) return never;
      const reply = await bridge.call(name, ...request);
      life.step();
      return life.signal.aborted ? never : reply;
    },
    on: (name, listener) => {
      const stop = bridge.on(name, listener);
      life.signal.addEventListener('abort', stop, { once: true });
      return stop;
    },
  };
}

function mortalClock(clock: Clock, life: AbortSignal): Clock {
  return {
    nowMs: clock.nowMs,
    elapsedMs: clock.elapsedMs,
    sleep: async (delayMs, signal) => {
      const signals = signal ? [signal, life] : [life];
      await clock.sleep(delayMs, AbortSignal.any(signals));
      if (life.aborted) await never;
    },
  };
}

/**
 * A disk whose connections close when the process dies, and which opens none afterwards. A transaction under
 * way may still complete, as if the process had died a moment later.
 */
function mortalDisk(disk: IDBFactory, { signal, step }: Life): IDBFactory {
  return new Proxy(disk, {
    get: (target, property) => {
      if (property !== 'open') {
        const value: unknown = Reflect.get(target, property);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return (name: string, version?: number) => {
        if (signal.aborted) throw new DOMException('the process is dead', 'InvalidStateError');
        const request = target.open(name, version);
        request.addEventListener('success', () => {
          const connection = request.result;
          if (signal.aborted) return connection.close();
          signal.addEventListener('abort', () => connection.close(), { once: true });
          const begin = connection.transaction.bind(connection);
          connection.transaction = (...asked) => {
            step();
            if (signal.aborted) throw new DOMException('the process is dead', 'AbortError');
            return begin(...asked);
          };
        });
        return request;
      };
    },
  });
}
