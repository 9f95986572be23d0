import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { createVirtualClock, type VirtualClock } from '../../src/base/testing/virtual-clock.ts';
import { succeed } from '../../src/base/result.ts';
import type { UpdateState } from '../../src/bridge/updates.ts';
import { createRecordingLog } from '../../src/main/auth/testing/recording-log.ts';
import { createNotices } from '../../src/main/settings/notices.ts';
import {
  createMemoryDocument,
  type MemoryDocument,
} from '../../src/main/settings/testing/memory-document.ts';
import { createDownloadFolder } from '../../src/main/updates/download-folder.ts';
import { RETRY_WAITS_MS } from '../../src/main/updates/download.ts';
import { createUpdater, type Updater, type UpdaterDeps } from '../../src/main/updates/updater.ts';
import {
  dated,
  fileOf,
  key,
  offered,
  sendsPart,
  startReleaseServer,
  target,
  type ReleaseServer,
} from './release-server.ts';

export const program = Buffer.from('a new Billfold '.repeat(40_000));
export const aFile = fileOf(program);
export const startMs = Date.parse('2026-03-18T10:00:00Z');
export const aRelease = (change: object = {}) => ({
  product: 'billfold',
  ...offered,
  ...dated(startMs),
  files: [aFile],
  ...change,
});

/** An installation's disk, clock and release server, new for each test. */
export interface Place {
  server: ReleaseServer;
  folder: string;
  clock: VirtualClock;
  document: MemoryDocument;
}

/** Sets up an installation for each test of a file. */
export function useInstallation() {
  const place = {} as Place;
  const updaters: Updater[] = [];
  let begun = 0;
  /** Number of requests when the server fell silent, leaving an answer or the rest of one open; null before. */
  let silentSince: number | null = null;
  const fallsSilent = (): void => void (silentSince = place.server.asked.length);

  beforeEach(async () => {
    begun = 0;
    silentSince = null;
    place.folder = mkdtempSync(join(tmpdir(), 'updates-'));
    place.clock = createVirtualClock(startMs);
    place.document = createMemoryDocument('updates');
    place.server = await startReleaseServer(program, startMs);
  });
  afterEach(async () => {
    for (const updater of updaters.splice(0)) await updater.finish(false);
    await place.server.close();
    rmSync(place.folder, { recursive: true });
    expect(place.clock.sleepers()).toBe(0);
  });

  function arrange(change: Partial<UpdaterDeps> = {}) {
    const timeline: string[] = [];
    const log = createRecordingLog();
    const notices = createNotices();
    const updater = createUpdater({
      clock: place.clock,
      random: { next: () => 0.5, bytes: (count) => new Uint8Array(count) },
      fetch: (address, init) => {
        begun += 1;
        return fetch(address, init);
      },
      log,
      notices,
      folder: createDownloadFolder(place.folder),
      document: place.document,
      version: '0.1.0',
      feed: { url: place.server.feed, key },
      target,
      policy: { updates: true },
      isWanted: () => true,
      askToInstall: async () => true,
      untilSettled: async () => void timeline.push('rested'),
      quit: () => timeline.push('quit'),
      relaunch: () => timeline.push('old version starts again'),
      install: async (file, { relaunch }) => {
        const pieces: Uint8Array[] = [];
        const copied = await file.copyTo(async (bytes) => {
          pieces.push(Buffer.from(bytes));
          return succeed(undefined);
        });
        if (!copied.ok) return copied;
        const isWhole = Buffer.concat(pieces).equals(program);
        timeline.push(
          `installs ${isWhole ? 'it whole' : 'something'}${relaunch ? ', starts it' : ''}`,
        );
        return succeed(undefined);
      },
      ...change,
    });
    updaters.push(updater);
    return { updater, timeline, log, notices };
  }

  /** Waits until the state no longer changes by itself. Advances time when nothing else happens. */
  async function settled(updater: Updater): Promise<UpdateState> {
    const passing = new Set<UpdateState['kind']>(['checking', 'downloading']);
    const { clock } = place;
    while (passing.has(updater.state.get().kind)) {
      const waitsMs = (clock.nextWakeMs() ?? 0) - clock.elapsedMs();
      const isWaiting = RETRY_WAITS_MS.some((retryMs) => retryMs === waitsMs);
      const isSilent = silentSince === begun && begun === place.server.asked.length;
      // Longer waits are limits of whole transfers.
      const isShort = waitsMs <= 30_000;
      if (isWaiting || (isSilent && isShort)) await clock.advance(waitsMs);
      await moment();
    }
    return updater.state.get();
  }

  async function checked(updater: Updater): Promise<UpdateState> {
    const checking = updater.check();
    await settled(updater);
    await checking;
    return updater.state.get();
  }

  return {
    place,
    arrange,
    settled,
    checked,
    fallsSilent,
    stops: sendsPart(program, 70_000, fallsSilent),
  };
}

export const moment = () => new Promise((resolve) => setTimeout(resolve, 2));
export const ready = { kind: 'ready', release: offered, atQuit: false } as const;
