import type { Clock } from '../base/clock.ts';
import { createObservable } from '../base/observable.ts';
import type { Ids, Random } from '../base/random.ts';
import type { Bridge } from '../bridge/client.ts';
import type { QuotaView } from '../bridge/quota.ts';
import type { SessionState } from '../bridge/session.ts';
import { settingsSchema, type Settings, type SettingsChange } from '../bridge/settings.ts';
import { deleteBillCache } from './cache/bill-cache.ts';
import { openOutbox } from './cache/outbox.ts';
import { createSerial } from './cache/serial.ts';
import { createVendorIndex } from './cache/vendor-index.ts';
import { createBillFlags } from './flags/bill-flags.ts';
import { createLastSeen } from './flags/last-seen.ts';
import { forgetMarks, type OwnWork } from './marks/forget-marks.ts';
import { createLocalMarks } from './marks/local-marks.ts';
import { createSavedViews } from './review/saved-views.ts';
import { createCommands } from './sync/commands.ts';
import {
  openConnectionSpace,
  type ConnectionSpace,
  type SpaceParts,
} from './sync/connection-space.ts';
import { createJournalCopy } from './sync/journal-copy.ts';
import { createOrderedTime } from './sync/ordered-time.ts';
import type { Platform } from './sync/platform.ts';
import { clearViews, createViews } from './sync/workspace-views.ts';
import type { Approval, Workspace } from './workspace.ts';

export interface WorkspaceDeps {
  readonly bridge: Bridge;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly platform: Platform;
  /** What decides and what keeps, put in place of the real ones by the simulation alone. */
  readonly parts?: SpaceParts;
}

/** Sends under way get this long to finish when Billfold closes. */
const CLOSE_GRACE_MS = 2_500;
/** A connection that could not be opened is opened again after this. */
const OPEN_AGAIN_MS = 5_000;
/** One renderer at a time pulls and pushes, whatever windows there are. */
const SYNC_LOCK = 'billfold-sync';

/**
 * Builds the data half of the renderer. Resolves when what is on disk can be shown; pull and push
 * start by themselves once this renderer holds the lock.
 * @throws when the outbox cannot be opened, or main does not answer
 */
export async function createWorkspace(deps: WorkspaceDeps): Promise<Workspace> {
  const { bridge, clock, platform } = deps;
  let space: ConnectionSpace | null = null;
  const session = createObservable<SessionState>({ kind: 'noConnection' });
  const settings = createObservable<Settings>(settingsSchema.parse({}));
  const quota = createObservable<QuotaView | null>(null);
  // Listening before asking: what is told before the answer is older than it, what comes later newer.
  const stops = [
    bridge.on('session.changed', session.set),
    bridge.on('settings.changed', settings.set),
    bridge.on('quota.changed', quota.set),
    bridge.on('power.changed', (power) => space?.powerChanged(power)),
  ];
  session.set(await bridge.call('session.get'));
  settings.set(await bridge.call('settings.get'));
  quota.set(await bridge.call('quota.get'));
  const orderedTime = createOrderedTime(clock);
  const onWritten = (rows: readonly Approval[]): void => journalCopy.written(rows);
  const outbox = await openOutbox({ idb: platform, clock, onWritten });
  const views = createViews();
  const onLifecycle = createSerial();
  const closing = new AbortController();
  let holdsLock = false;

  const onFault = (problem: unknown): void => {
    const { message, stack } = problem instanceof Error ? problem : new Error(String(problem));
    const report = {
      message: message.slice(0, 2_000),
      stack: stack?.slice(0, 20_000) ?? null,
    };
    // Nothing is left to tell when even that fails.
    bridge.call('app.reportFault', report).catch(() => undefined);
  };

  const journalCopy = createJournalCopy({ bridge, clock, orderedTime, outbox, onFault });
  const lastSeen = createLastSeen({ idb: platform, clock, onFault });
  const flags = createBillFlags({ ...views, lastSeen });
  const marks = createLocalMarks({ idb: platform, clock, bills: views.bills, lastSeen, onFault });
  const vendors = createVendorIndex(views.bills);
  const savedViews = createSavedViews({ idb: platform, ids: deps.ids, onFault });
  // A window that is put away may be closed next.
  stops.push(platform.visibility.subscribe(() => void marks.flush()));

  const openSpace = async (connectionId: string): Promise<void> => {
    lastSeen.useConnection(connectionId);
    savedViews.useConnection(connectionId);
    // Before the bills, so that one that is put aside is not shown for a moment.
    await marks.useConnection(connectionId);
    await outbox.useConnection(connectionId);
    for (const row of outbox.approvals.get()) orderedTime.witness(row.needsLookAfterMs);
    // Before anything is approved: what has been approved already must be known.
    await journalCopy.reconcile(connectionId);
    const { profileEpoch } = journalCopy;
    const spaceDeps = {
      ...deps,
      outbox,
      orderedTime,
      settings,
      quota,
      views,
      profileEpoch,
      onFault,
    };
    space = await openConnectionSpace(spaceDeps, connectionId, session.get());
    if (holdsLock) await space.start();
  };

  const closeSpace = async (): Promise<void> => {
    await space?.close(CLOSE_GRACE_MS);
    space = null;
    lastSeen.useConnection(null);
    savedViews.useConnection(null);
    await marks.useConnection(null);
    clearViews(views);
  };

  /** Uses the connection the session is about; the same one just hears of the session. */
  const followSession = async (): Promise<void> => {
    if (closing.signal.aborted) return;
    const now = session.get();
    const connectionId = now.kind === 'noConnection' ? null : now.connection.id;
    if (space?.connectionId === connectionId) return space?.sessionChanged(now);
    await closeSpace();
    if (connectionId === null) await outbox.useConnection(null);
    else await openSpace(connectionId);
  };

  /** What kept the connection from being opened, such as a full disk, may pass: it is tried again. */
  const follow = async (): Promise<void> => {
    try {
      await onLifecycle(followSession);
    } catch (problem) {
      onFault(problem);
      void followLater();
    }
  };

  const followLater = async (): Promise<void> => {
    await clock.sleep(OPEN_AGAIN_MS, closing.signal);
    await follow();
  };

  const endSession = (ownWork: OwnWork): Promise<void> =>
    onLifecycle(async () => {
      const connectionId = space?.connectionId;
      await closeSpace();
      try {
        // First the bills, then the session: a crash in between leaves nothing of a session that is over.
        if (connectionId) await deleteBillCache(connectionId, platform);
        await lastSeen.settled();
        if (connectionId) await forgetMarks(connectionId, platform, ownWork);
        await bridge.call('session.signOut');
        session.set(await bridge.call('session.get'));
      } finally {
        if (connectionId) await openSpace(connectionId);
      }
    });

  const changeSettings = async (change: SettingsChange): Promise<void> => {
    settings.set(await bridge.call('settings.change', change));
  };

  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closed ??= (async () => {
      closing.abort();
      void marks.flush();
      await onLifecycle(async () => {
        await space?.close(CLOSE_GRACE_MS);
        outbox.close();
        lastSeen.close();
        savedViews.close();
        await marks.close();
      });
      for (const stop of stops) stop();
    })();
    return closed;
  };

  stops.push(
    session.subscribe(() => void follow()),
    bridge.on('quit.requested', () => {
      close()
        .catch(onFault)
        .then(() => bridge.call('app.readyToQuit'))
        .catch(onFault);
    }),
  );

  // After listening, so that a session that changes meanwhile is followed too.
  await follow();

  platform.locks
    .request(SYNC_LOCK, { signal: closing.signal }, async () => {
      await onLifecycle(async () => {
        if (closing.signal.aborted) return;
        holdsLock = true;
        await space?.start();
      }).catch(onFault);
      await aborted(closing.signal);
      await close();
    })
    // Aborted while waiting for the lock: another renderer had it all the time.
    .catch(() => undefined);

  return {
    bridge,
    session,
    settings,
    quota,
    ...views,
    flags,
    marks,
    vendors,
    views: savedViews,
    approvals: outbox.approvals,
    setAside: outbox.setAside,
    commands: createCommands({
      ...deps,
      outbox,
      orderedTime,
      views,
      settings,
      space: () => space,
      changeSettings,
      profileEpoch: journalCopy.profileEpoch,
      endSession,
      onFault,
    }),
    close,
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
