import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect } from 'vitest';
import { createCountingIds } from '../../../base/testing/seeded-random.ts';
import {
  createVirtualClock,
  settle,
  type VirtualClock,
} from '../../../base/testing/virtual-clock.ts';
import type { LocksPort } from '../connection/platform.ts';
import type { Workspace } from '../connection/workspace.ts';
import { aBill, createFakeMain, type FakeMain } from './fake-bridge.ts';
import { createFakeLocks, startRenderer, type RendererProcess } from './renderer-process.ts';

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** A computer with a disk, a clock, a main process and a service, on which renderers start and die. */
export interface WorkspaceHarness {
  readonly clock: VirtualClock;
  readonly main: FakeMain;
  readonly disk: IDBFactory;
  /** Starts a renderer that shares the locks with the others, or has its own. */
  start(locks?: LocksPort): Promise<RendererProcess>;
  advance(durationMs: number): Promise<void>;
  /** Lets the renderer read its lists a second time: their cursors repeat, so that it uses old ones. */
  repeatLists(renderer: Pick<RendererProcess, 'workspace'>): Promise<void>;
  /** Stops loading bills from disk after one slice, until released. */
  holdLoading(): { release(): void };
  /** Makes the service unreachable, and waits until the renderer has noticed. */
  goOffline(renderer: Pick<RendererProcess, 'workspace'>): Promise<void>;
  /** Changes a bill on the service; null removes it. */
  edit(billId: string, fields: Parameters<typeof aBill>[1] | null): void;
  /** Events from now on, without requests for organizations. */
  timeline(): { since(): string[] };
  /** Kills every renderer. Returns the number of timers left: 0. */
  end(): Promise<number>;
}

/** One organization, `acme`, with bills b1 and b2 (open) and b3 (overdue). */
export function createWorkspaceHarness(): WorkspaceHarness {
  const clock = createVirtualClock(Date.UTC(2026, 0, 1));
  const main = createFakeMain(clock);
  main.service.set('acme', [aBill('b1'), aBill('b2'), aBill('b3', { status: 'overdue' })]);
  const disk = new IDBFactory();
  let mayTakeIn = Promise.resolve();
  const harness = {
    clock,
    bridge: main.bridge,
    disk,
    locks: createFakeLocks(),
    ids: createCountingIds(),
    yieldToMain: () => mayTakeIn,
  };
  const started: RendererProcess[] = [];
  const advance = async (durationMs: number): Promise<void> => {
    await clock.advance(durationMs);
    await settle();
  };
  return {
    clock,
    main,
    disk,
    start: async (locks = harness.locks) => {
      const renderer = await startRenderer({ ...harness, locks });
      started.push(renderer);
      await settle();
      return renderer;
    },
    advance,
    repeatLists: async ({ workspace }) => {
      await advance(SECOND_MS);
      workspace.commands.refresh();
      await advance(SECOND_MS);
    },
    holdLoading: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      mayTakeIn = promise;
      return { release: resolve };
    },
    goOffline: async ({ workspace }) => {
      main.isDown = true;
      workspace.commands.refresh();
      await advance(SECOND_MS);
    },
    edit: (billId, fields) => {
      const present = main.service.get('acme') ?? [];
      main.service.set(
        'acme',
        present.flatMap((bill) => {
          if (bill.id !== billId) return [bill];
          return fields === null ? [] : [{ ...bill, ...fields }];
        }),
      );
    },
    timeline: () => {
      const from = main.timeline.length;
      const isTold = (line: string): boolean => !line.includes('organizations');
      return { since: () => main.timeline.slice(from).filter(isTold) };
    },
    end: async () => {
      for (const renderer of started) renderer.kill();
      await settle();
      return clock.sleepers();
    },
  };
}

/** A new harness for each test of the file. After the test, none of its timers is left. */
export function harnessOfEachTest(): WorkspaceHarness {
  const harness = {} as WorkspaceHarness;
  beforeEach(() => void Object.assign(harness, createWorkspaceHarness()));
  afterEach(async () => expect(await harness.end()).toBe(0));
  return harness;
}

/** Each approval as "bill state #attempt", by bill. */
export function states(workspace: Workspace): string[] {
  return workspace.approvals
    .get()
    .map((row) => `${row.billId} ${row.state} #${row.attempt}`)
    .toSorted();
}

/** Each bill in memory as "id status", by id. */
export function bills(workspace: Workspace): string[] {
  return workspace.bills
    .query({ status: null, search: '', sort: 'dueDate', descending: false })
    .map((row) => `${row.bill.id} ${row.bill.status}`)
    .toSorted();
}

export function approvalOf(workspace: Workspace, billId: string) {
  const row = workspace.approvals.get().find((each) => each.billId === billId);
  if (!row) throw new Error(`no approval of ${billId}`);
  return row;
}
