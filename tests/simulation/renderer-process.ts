import type { Clock } from '../../src/base/clock.ts';
import { createObservable } from '../../src/base/observable.ts';
import type { Ids, Random } from '../../src/base/random.ts';
import type { SessionState } from '../../src/bridge/session.ts';
import { createBridge, type Bridge } from '../../src/bridge/client.ts';
import { eventChannel, type PreloadBridge } from '../../src/bridge/wire.ts';
import { createWorkspace } from '../../src/renderer/core/connection/create-workspace.ts';
import type { RuntimeParts } from '../../src/renderer/core/connection/connection-runtime.ts';
import type { LocksPort } from '../../src/renderer/core/connection/platform.ts';
import type { Workspace } from '../../src/renderer/core/connection/workspace.ts';
import { mortalClock, type Life } from './life.ts';
import { mortalDisk, type RendererDisk, type RowHook } from './renderer-disk.ts';

/** A window's process: the real data half of the renderer, on the simulation's ports. */
export interface RendererProcess {
  readonly life: Life;
  /** Null until it has started. */
  workspace(): Workspace | null;
  /** The session as the window last knew it, also after its death. */
  lastSession(): SessionState | null;
  readonly onLine: { set(isOnLine: boolean): void };
  readonly visibility: { set(isVisible: boolean): void };
  /** An event of main arrives. */
  hear(channel: string, payload: unknown): void;
}

/** What a planted bug may put in place of a part of the renderer. */
export interface RendererPlant {
  readonly parts?: (disk: RendererDisk) => RuntimeParts;
  readonly bridge?: (bridge: Bridge) => Bridge;
  readonly onPut?: RowHook;
}

export interface RendererDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly disk: RendererDisk;
  readonly locks: LocksPort;
  readonly life: Life;
  readonly plant: RendererPlant;
  /** `invoke` of preload: reaches main, or nobody. */
  readonly invoke: PreloadBridge['call'];
  onFault(problem: unknown): void;
}

export function startRenderer(deps: RendererDeps): RendererProcess {
  const { life, plant } = deps;
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const bridge = createBridge({
    call: (name, request) => life.whileAlive(deps.invoke(name, request)),
    on: (name, listener) => {
      const channel = eventChannel(name);
      const heard = listeners.get(channel) ?? new Set();
      listeners.set(channel, heard);
      heard.add(listener);
      return () => heard.delete(listener);
    },
  });
  const onLine = createObservable(true);
  const visibility = createObservable(true);
  let workspace: Workspace | null = null;
  const parts = plant.parts?.(deps.disk);
  createWorkspace({
    bridge: plant.bridge?.(bridge) ?? bridge,
    clock: mortalClock(deps.clock, life),
    random: deps.random,
    ids: deps.ids,
    platform: {
      ...mortalDisk(deps.disk, life, plant.onPut ?? null),
      onLine,
      visibility,
      locks: {
        request: (name, options, hold) =>
          deps.locks.request(name, options, () => Promise.race([hold(), endOf(life)])),
      },
    },
    ...(parts ? { parts } : {}),
  }).then(
    (started) => {
      if (!life.isOver()) workspace = started;
    },
    (problem: unknown) => {
      if (!life.isOver()) deps.onFault(problem);
    },
  );
  return {
    life,
    workspace: () => (life.isOver() ? null : workspace),
    lastSession: () => workspace?.session.get() ?? null,
    onLine,
    visibility,
    hear: (channel, payload) => {
      if (!life.step()) return;
      for (const listener of [...(listeners.get(channel) ?? [])]) listener(payload);
    },
  };
}

function endOf(life: Life): Promise<void> {
  if (life.isOver()) return Promise.resolve();
  return new Promise((resolve) => {
    life.signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
