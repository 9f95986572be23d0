import { createSeededRandom } from '../../src/base/testing/seeded-random.ts';
import type { Ids, Random } from '../../src/base/random.ts';
import type { PreloadBridge } from '../../src/bridge/wire.ts';
import type { Log } from '../../src/main/ports.ts';
import { cacheDatabaseName } from '../../src/renderer/core/mirror/cache-database.ts';
import { createFakeLocks } from '../../src/renderer/core/testing/renderer-process.ts';
import { createLife, type Life } from './life.ts';
import type { MainDisk } from './main-disk.ts';
import { startMain, type MainMutant, type MainProcess } from './main-process.ts';
import type { Network } from './network.ts';
import { choose, type Operation, type Plan } from './operations.ts';
import type { RendererDisk } from './renderer-disk.ts';
import { startRenderer, type RendererMutant, type RendererProcess } from './renderer-process.ts';
import type { SimClock } from './sim-clock.ts';

export type Crash = Extract<Operation, { kind: 'crash' }>;

/** A planted bug: replaces a part by a faulty one, to prove that the simulation notices. */
export interface Mutant {
  readonly main?: () => MainMutant;
  readonly renderer?: () => RendererMutant;
}

/** Main and window: started, killed and restarted. */
export interface Processes {
  main(): MainProcess | null;
  window(): RendererProcess | null;
  isSomebodyGone(): boolean;
  /** Restarts processes that have stopped, after a while. */
  revive(): Promise<void>;
  /** Prepares a crash at a later step. */
  crash(crash: Crash): void;
  /** Cancels prepared crashes. */
  calm(): void;
}

export interface ProcessesDeps {
  readonly plan: Plan;
  readonly mutant: Mutant;
  readonly clock: SimClock;
  readonly random: Random;
  readonly ids: Ids;
  readonly network: Network;
  readonly mainDisk: MainDisk;
  readonly rendererDisk: RendererDisk;
  readonly log: Log;
  note(line: string): void;
  count(name: string): void;
  /** See `MainDeps`. */
  askUser(count: number): boolean;
  /** `invoke` of the window's preload. */
  invokeFor(life: Life, main: () => MainProcess | null): PreloadBridge['call'];
  onEvent(channel: string, payload: unknown): void;
  onMainStart(): void;
  onMainDied(): void;
  onWindowStart(): void;
  /** Called when the approvals or the pull on screen have changed. */
  onShown(): void;
  onWindowDied(): void;
  /** Called before a stopped process starts again. */
  onRevive(): Promise<void>;
  /** Called before main starts with the disk that a crash left. */
  onRestart(): Promise<void>;
  /** Called before a window starts with its remaining databases. */
  onWindowRestart(): Promise<void>;
}

/** Time until a restart after a quit or an unplanned crash. */
const USUAL_DOWN_MS = 500;
/** Maximum number of steps of the window after main has died. */
const STEPS_WITHOUT_MAIN = 12;

export function createProcesses(deps: ProcessesDeps): Processes {
  const { plan, mutant, clock, random, note, count, mainDisk, rendererDisk } = deps;
  const { requestsPerWindow, windowMs } = plan.circumstances;
  const locks = createFakeLocks();
  let main: MainProcess | null = null;
  let window: RendererProcess | null = null;
  let pending: Crash | null = null;
  let downMs = 0;
  let starts = 0;

  const startMainProcess = (): void => {
    const life = createLife(mainDied);
    deps.onMainStart();
    main = startMain({
      clock: clock.machine,
      random: createSeededRandom(plan.seed * 1_000 + ++starts),
      ids: deps.ids,
      fetch: deps.network.fetchFor(life),
      disk: mainDisk,
      log: deps.log,
      life,
      mutant: mutant.main?.() ?? {},
      documented: { requestsPerWindow, windowMs },
      askUser: deps.askUser,
      sendToPage: (channel, payload) => {
        deps.onEvent(channel, payload);
        const announced = structuredClone(payload);
        // Messages arrive later than the code that sends them.
        queueMicrotask(() => window?.hear(channel, announced));
        return window !== null && !window.life.isOver();
      },
    });
  };

  const startWindow = (): void => {
    const life = createLife(windowDied);
    deps.onWindowStart();
    main?.windowLoaded();
    window = startRenderer({
      clock: clock.machine,
      random: createSeededRandom(plan.seed * 1_000 + 500 + ++starts),
      ids: deps.ids,
      disk: rendererDisk,
      locks,
      life,
      mutant: mutant.renderer?.() ?? {},
      invoke: deps.invokeFor(life, () => main),
      onShown: deps.onShown,
      onFault: (problem) => note(`  the window did not start: ${String(problem)}`),
    });
  };

  const mainDied = (): void => {
    if (pending?.who !== 'power') count(pending ? 'crash of main' : 'end of main');
    note('  main is gone');
    deps.onMainDied();
    downMs = Math.max(downMs, pending?.downMs ?? USUAL_DOWN_MS);
    if (pending?.who === 'power') powerFails(pending);
    else window?.life.killIn(1 + Math.floor(random.next() * STEPS_WITHOUT_MAIN));
  };

  const windowDied = (): void => {
    deps.onWindowDied();
    note('  the window is gone');
    count(pending?.who === 'renderer' ? 'crash of window' : 'end of window');
    downMs = Math.max(downMs, pending?.downMs ?? USUAL_DOWN_MS);
    if (pending?.who === 'power') powerFails(pending);
  };

  const powerFails = (crash: Crash): void => {
    // Clear it first: the deaths that follow belong to this crash.
    pending = null;
    count('crash of both');
    const connectionId = connectionIdOf(window);
    main?.life.kill();
    window?.life.kill();
    mainDisk.files.crash((unsynced) => Math.floor(unsynced * crash.kept));
    if (!crash.losesCache || connectionId === null) return;
    // Data written without strict durability may be lost.
    rendererDisk.factory.deleteDatabase(cacheDatabaseName(connectionId));
    note('  the cached bills are lost');
  };

  const isMainGone = (): boolean => main === null || main.life.isOver();
  const isWindowGone = (): boolean => window === null || window.life.isOver();

  return {
    main: () => (isMainGone() ? null : main),
    window: () => (isWindowGone() ? null : window),
    isSomebodyGone: () => isMainGone() || isWindowGone(),
    revive: async () => {
      const waitMs = downMs;
      if (waitMs > 0) await clock.runUntil(clock.trueMs() + waitMs, () => false);
      pending = null;
      await deps.onRevive();
      if (isMainGone()) {
        // A page does not outlive its main process.
        window?.life.kill();
        await deps.onRestart();
        startMainProcess();
      }
      if (isWindowGone()) {
        await deps.onWindowRestart();
        startWindow();
      }
      downMs = 0;
      await clock.settle();
      note('  started');
    },
    crash: (crash) => {
      pending = crash;
      // A power cut comes at a step of either process.
      const { who, at = who === 'power' ? choose(random, ['renderer', 'main']) : who } = crash;
      (at === 'renderer' ? window : main)?.life.killIn(crash.inSteps + 1);
    },
    calm: () => {
      pending = null;
      main?.life.killIn(Number.POSITIVE_INFINITY);
      window?.life.killIn(Number.POSITIVE_INFINITY);
    },
  };
}

function connectionIdOf(window: RendererProcess | null): string | null {
  const session = window?.lastSession();
  return session && session.kind !== 'noConnection' ? session.connection.id : null;
}
