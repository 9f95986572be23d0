import { type EmptyList, whyEmpty } from '../../src/renderer/screens/review/list/empty-list.ts';
import type { Clock } from '../../src/base/clock.ts';
import { createObservable } from '../../src/base/observable.ts';
import type { Ids, Random } from '../../src/base/random.ts';
import type { MethodName, ReplyOf, RequestOf } from '../../src/bridge/methods.ts';
import type { SessionState } from '../../src/bridge/session.ts';
import { createBridge, type Bridge } from '../../src/bridge/client.ts';
import { eventChannel, type PreloadBridge } from '../../src/bridge/wire.ts';
import { createWorkspace } from '../../src/renderer/core/connection/create-workspace.ts';
import type { ReplacedParts } from '../../src/renderer/core/connection/open-connection.ts';
import type { LocksPort } from '../../src/renderer/core/connection/platform.ts';
import { nodeCipher } from '../../src/renderer/core/testing/node-cipher.ts';
import type { Workspace } from '../../src/renderer/core/connection/workspace.ts';
import { mortalClock, never, type Life } from './life.ts';
import { mortalDisk, type RendererDisk, type RowHook } from './renderer-disk.ts';

/** A window's process: the real data half of the renderer, on the simulation's ports. */
export interface RendererProcess {
  readonly life: Life;
  /** Null until it has started. */
  workspace(): Workspace | null;
  /** Reason for the empty review list; null while it is not empty, or not shown. */
  whyEmpty(): EmptyList['why'] | null;
  /** The session as last known to the window, even after its death. */
  lastSession(): SessionState | null;
  readonly onLine: { set(isOnLine: boolean): void };
  readonly visibility: { set(isVisible: boolean): void };
  /** Receives an event of main. */
  hear(channel: string, payload: unknown): void;
}

/** Parts of the renderer that a planted bug may replace. */
export interface RendererMutant {
  readonly parts?: ReplacedParts;
  readonly bridge?: (bridge: Bridge) => Bridge;
  readonly onPut?: RowHook;
  readonly whyEmpty?: typeof whyEmpty;
}

/** A bridge that answers one method differently. @param answer receives `ask`, which calls main */
export function answering<Name extends MethodName>(
  name: Name,
  answer: (
    request: RequestOf<Name>,
    ask: (request: RequestOf<Name>) => Promise<ReplyOf<Name>>,
  ) => Promise<ReplyOf<Name>>,
): (bridge: Bridge) => Bridge {
  return (bridge) => {
    const ask = bridge.call as (method: Name, request: unknown) => Promise<ReplyOf<Name>>;
    const call = (method: Name, request: unknown): Promise<unknown> =>
      method === name
        ? answer(request as RequestOf<Name>, (asked) => ask(name, asked))
        : ask(method, request);
    return { on: bridge.on, call: call as Bridge['call'] };
  };
}

export interface RendererDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly disk: RendererDisk;
  readonly locks: LocksPort;
  readonly life: Life;
  readonly mutant: RendererMutant;
  /** `invoke` of preload. Reaches main, if it runs. */
  readonly invoke: PreloadBridge['call'];
  /** Called when the approvals or the pull on screen have changed. */
  onShown(): void;
  onFault(problem: unknown): void;
}

export function startRenderer(deps: RendererDeps): RendererProcess {
  const { life, mutant } = deps;
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const bridge = createBridge({
    // A dead window sends nothing, not even a report of failures caused by its death.
    call: (name, request) =>
      life.isOver() ? never() : life.whileAlive(deps.invoke(name, request)),
    on: (name, listener) => {
      const channel = eventChannel(name);
      const subscribed = listeners.get(channel) ?? new Set();
      listeners.set(channel, subscribed);
      subscribed.add(listener);
      return () => subscribed.delete(listener);
    },
  });
  const onLine = createObservable(true);
  const visibility = createObservable(true);
  let workspace: Workspace | null = null;
  const used = mutant.bridge?.(bridge) ?? bridge;
  createWorkspace({
    bridge: used,
    first: used.call('app.start'),
    clock: mortalClock(deps.clock, life),
    random: deps.random,
    ids: deps.ids,
    platform: {
      ...mortalDisk(deps.disk, life, mutant.onPut ?? null),
      cipher: nodeCipher,
      onLine,
      visibility,
      yieldToMain: async () => undefined,
      idle: async () => undefined,
      leaveField: () => undefined,
      locks: {
        request: (name, options, hold) =>
          deps.locks.request(name, options, () => Promise.race([hold(), endOf(life)])),
      },
    },
    painted: async () => undefined,
    parts: mutant.parts ?? {},
  }).then(
    (started) => {
      if (life.isOver()) return;
      workspace = started;
      for (const shown of [started.pull, started.approvals]) {
        shown.subscribe(() => (life.isOver() ? undefined : deps.onShown()));
      }
    },
    (problem: unknown) => {
      if (!life.isOver()) deps.onFault(problem);
    },
  );
  return {
    life,
    workspace: () => (life.isOver() ? null : workspace),
    whyEmpty: () =>
      workspace === null || life.isOver() ? null : saidOf(workspace, mutant.whyEmpty ?? whyEmpty),
    lastSession: () => workspace?.session.get() ?? null,
    onLine,
    visibility,
    hear: (channel, payload) => {
      if (!life.step()) return;
      for (const listener of [...(listeners.get(channel) ?? [])]) listener(payload);
    },
  };
}

function saidOf(
  { bills, malformed, pull, connectionFault }: Workspace,
  say: typeof whyEmpty,
): EmptyList['why'] | null {
  const payable = { status: 'payable', search: '', sort: 'dueDate', descending: false } as const;
  if (bills.query(payable).length > 0) return null;
  const empty = say({
    list: 'inbox',
    isFiltered: false,
    isSearched: false,
    counts: bills.counts(),
    malformed: malformed.get().length,
    isOpen: connectionFault.get() === null,
    isLoading: bills.loading.get(),
    pull: pull.get(),
  });
  return empty.why;
}

function endOf(life: Life): Promise<void> {
  if (life.isOver()) return Promise.resolve();
  return new Promise((resolve) => {
    life.signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
