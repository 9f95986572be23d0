import type { Crash } from './processes.ts';
import type { MainDisk } from './main-disk.ts';
import type { MainProcess } from './main-process.ts';
import type { Model } from './model.ts';
import type { Network } from './network.ts';
import type { QuotaWatch } from './quota-watch.ts';
import type { ReadWatch } from './read-watch.ts';
import type { RendererDisk } from './renderer-disk.ts';
import type { RendererProcess } from './renderer-process.ts';
import type { SessionReasons } from './session-reasons.ts';
import type { SimClock } from './sim-clock.ts';
import type { SimService } from './service.ts';
import type { Random } from '../../src/base/random.ts';
import type { Workspace } from '../../src/renderer/core/connection/workspace.ts';

/** A computer with Billfold, a network and a service. */
export interface Harness {
  readonly clock: SimClock;
  readonly service: SimService;
  readonly network: Network;
  readonly model: Model;
  readonly quota: QuotaWatch;
  readonly session: SessionReasons;
  readonly reads: ReadWatch;
  readonly random: Random;
  readonly mainDisk: MainDisk;
  readonly rendererDisk: RendererDisk;
  readonly trace: string[];
  /** Number of events by name. */
  readonly counts: Map<string, number>;
  main(): MainProcess | null;
  renderer(): RendererProcess | null;
  workspace(): Workspace | null;
  /** Starts each process that is not running. */
  start(): Promise<void>;
  /** Lets time pass. Processes that die restart after a while. */
  advance(durationMs: number, onPause: () => void): Promise<void>;
  /** Runs the work `delayMs` from now, whichever processes run then. */
  later(delayMs: number, work: () => void | Promise<void>): void;
  crash(crash: Crash): void;
  /** Ends all faults of network, service, disks and power. */
  calm(): Promise<void>;
  note(line: string): void;
  count(name: string): void;
}
