import { aborted } from '../../../base/aborted.ts';
import type { Clock } from '../../../base/clock.ts';
import { createObservable } from '../../../base/observable.ts';
import type { Ids, Random } from '../../../base/random.ts';
import type { Bridge } from '../../../bridge/client.ts';
import type { QuotaView } from '../../../bridge/quota.ts';
import type { SessionState } from '../../../bridge/session.ts';
import { settingsSchema, type Settings, type SettingsChange } from '../../../bridge/settings.ts';
import { deleteBillCache } from '../mirror/bill-cache.ts';
import { createOutbox } from '../outbox/outbox.ts';
import { createVendorIndex } from '../bills/vendor-index.ts';
import { createBillFlags } from '../bills/flags/bill-flags.ts';
import { createLastSeen } from '../local/last-seen.ts';
import { forgetAnnotations, type OwnWork } from '../local/forget-annotations.ts';
import { createAnnotations } from '../local/annotations.ts';
import { createSavedViews } from '../local/saved-views.ts';
import { createCommands } from './commands.ts';
import { createConnectionLife, type ConnectionLifeDeps } from './connection-life.ts';
import { openConnectionRuntime, type RuntimeParts } from './connection-runtime.ts';
import { createJournalCopy } from '../outbox/journal-copy.ts';
import { createOrderedTime } from '../time/ordered-time.ts';
import type { Platform } from './platform.ts';
import { holdSyncLock } from './sync-lock.ts';
import { clearViews, createViews } from './workspace-views.ts';
import type { Workspace } from './workspace.ts';
import type { Approval } from '../outbox/approval.ts';

export interface WorkspaceDeps {
  readonly bridge: Bridge;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly platform: Platform;
  /** What decides and what keeps, put in place of the real ones by the simulation alone. */
  readonly parts?: RuntimeParts;
}

/**
 * Builds the data half of the renderer. Resolves when what is on disk can be shown; pull and push
 * start by themselves once this renderer holds the lock.
 * @throws when main does not answer; databases that cannot be opened are `trouble`, and tried again
 */
export async function createWorkspace(deps: WorkspaceDeps): Promise<Workspace> {
  const { bridge, clock, platform } = deps;
  const session = createObservable<SessionState>({ kind: 'noConnection' });
  const settings = createObservable<Settings>(settingsSchema.parse({}));
  const quota = createObservable<QuotaView | null>(null);
  // Listening before asking: what is told before the answer is older than it, what comes later newer.
  const stops = [
    bridge.on('session.changed', session.set),
    bridge.on('settings.changed', settings.set),
    bridge.on('quota.changed', quota.set),
    bridge.on('power.changed', (power) => life.runtime()?.powerChanged(power)),
  ];
  session.set(await bridge.call('session.get'));
  settings.set(await bridge.call('settings.get'));
  quota.set(await bridge.call('quota.get'));
  const orderedTime = createOrderedTime(clock);
  const views = createViews();
  const closing = new AbortController();
  let holdsLock = false;
  /** Their screen stays while a connection is opened anew. */
  let invoicesShown = false;

  const onFault = (problem: unknown): void => {
    const { message, stack } = problem instanceof Error ? problem : new Error(String(problem));
    const report = {
      message: message.slice(0, 2_000),
      stack: stack?.slice(0, 20_000) ?? null,
    };
    // Nothing is left to tell when even that fails.
    bridge.call('app.reportFault', report).catch(() => undefined);
  };

  const onWritten = (rows: readonly Approval[]): void => journalCopy.written(rows);
  const made = createOutbox({ idb: platform, clock, onWritten, onFault });
  const outbox = deps.parts?.outbox?.(made) ?? made;
  const journalCopy = createJournalCopy({ bridge, clock, orderedTime, outbox, onFault });
  const lastSeen = createLastSeen({ idb: platform, clock, onFault });
  const flags = createBillFlags({ ...views, lastSeen });
  const marks = createAnnotations({ idb: platform, clock, bills: views.bills, lastSeen, onFault });
  const vendors = createVendorIndex(views.bills);
  const savedViews = createSavedViews({ idb: platform, ids: deps.ids, onFault });
  // A window that is put away may be closed next.
  stops.push(platform.visibility.subscribe(() => void marks.flush()));

  const open: ConnectionLifeDeps['open'] = async (connectionId, onRuntimeFault) => {
    lastSeen.useConnection(connectionId);
    savedViews.useConnection(connectionId);
    // Before the bills, so that one that is put aside is not shown for a moment.
    await marks.useConnection(connectionId);
    await outbox.useConnection(connectionId);
    for (const row of outbox.approvals.get()) orderedTime.witness(row.needsRecheckAfterMs);
    // Before anything is approved: what has been approved already must be known.
    await journalCopy.reconcile(connectionId);
    const { profileEpoch } = journalCopy;
    const shared = { ...deps, outbox, orderedTime, settings, quota, views, profileEpoch };
    const spaceDeps = { ...shared, onFault: onRuntimeFault };
    const runtime = await openConnectionRuntime(spaceDeps, connectionId, session.get());
    if (invoicesShown) runtime.showInvoices(true);
    return runtime;
  };

  const leave = async (): Promise<void> => {
    lastSeen.useConnection(null);
    savedViews.useConnection(null);
    await marks.useConnection(null);
  };

  const life = createConnectionLife({
    clock,
    random: deps.random,
    wantedId: () => {
      const now = session.get();
      return now.kind === 'noConnection' ? null : now.connection.id;
    },
    open,
    followSession: (runtime) => runtime.sessionChanged(session.get()),
    clear: () => clearViews(views),
    leave,
    rest: () => outbox.useConnection(null),
    holdsLock: () => holdsLock,
    onDatabaseClosed: outbox.close,
    onFault,
  });

  const endSession = (ownWork: OwnWork): Promise<void> =>
    life.whileClosed(async (connectionId) => {
      // First the bills, then the session: a crash in between leaves nothing of a session that is over.
      if (connectionId) await deleteBillCache(connectionId, platform);
      await lastSeen.settled();
      if (connectionId) await forgetAnnotations(connectionId, platform, ownWork);
      await bridge.call('session.signOut');
      session.set(await bridge.call('session.get'));
    });

  const changeSettings = async (change: SettingsChange): Promise<void> => {
    settings.set(await bridge.call('settings.change', change));
  };

  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closed ??= (async () => {
      closing.abort();
      void marks.flush();
      await life.end();
      outbox.close();
      lastSeen.close();
      savedViews.close();
      await marks.close();
      for (const stop of stops) stop();
    })();
    return closed;
  };

  stops.push(
    session.subscribe(() => void life.follow()),
    bridge.on('quit.requested', () => {
      close()
        .catch(onFault)
        .then(() => bridge.call('app.readyToQuit'))
        .catch(onFault);
    }),
  );

  // After listening, so that a session that changes meanwhile is followed too.
  await life.follow();

  holdSyncLock({
    clock,
    random: deps.random,
    locks: platform.locks,
    over: closing.signal,
    hold: async () => {
      holdsLock = true;
      await life.setLockProblem(null);
      await aborted(closing.signal);
      await close();
    },
    onLost: async (problem) => {
      holdsLock = false;
      onFault(problem);
      await life.setLockProblem(problem);
    },
  }).catch(onFault);

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
    quarantined: outbox.quarantined,
    trouble: life.trouble,
    commands: createCommands({
      ...deps,
      outbox,
      orderedTime,
      views,
      settings,
      runtime: life.runtime,
      showInvoices: (isShown) => {
        invoicesShown = isShown;
        life.runtime()?.showInvoices(isShown);
      },
      tryAgain: () => void life.follow(),
      changeSettings,
      profileEpoch: journalCopy.profileEpoch,
      endSession,
      onFault: life.noticeFault,
    }),
    close,
  };
}
