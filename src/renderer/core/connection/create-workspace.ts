import { createObservable } from '../../../base/observable.ts';
import { createSerial } from '../../../base/serial.ts';
import { faultReportOf } from '../../../bridge/app.ts';
import type { ReplyOf } from '../../../bridge/methods.ts';
import type { QuotaView } from '../../../bridge/quota.ts';
import type { SessionState } from '../../../bridge/session.ts';
import { type Settings, settingsSchema } from '../../../bridge/settings.ts';
import { createBillFlags } from '../bills/flags/bill-flags.ts';
import { createCurrentApprovals } from '../bills/lists/current-approvals.ts';
import { createReturnedBills } from '../bills/flags/returned-bills.ts';
import { createAnnotations } from '../local/annotations.ts';
import { createLastViewed } from '../local/last-viewed.ts';
import { forgetAnnotations, type OwnWork } from '../local/local-database.ts';
import { createReportChoices } from '../local/report-choices.ts';
import { createSavedViews } from '../local/saved-views.ts';
import { watchUnapprovedPayments } from '../local/unapproved-payments.ts';
import { deleteBillCache } from '../mirror/bill-cache.ts';
import type { Approval } from '../model/approval.ts';
import { createJournalSync } from '../outbox/journal-sync.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import { createOrderedTime } from '../time/ordered-time.ts';
import { type ChangeOfSettings, createCommands } from './commands.ts';
import { type ConnectionControl, createConnection } from './connection.ts';
import { createConnectionKeyring } from './connection-keys.ts';
import type { ConnectionDeps } from './open-connection.ts';
import { createViews, type WorkspaceViews } from './workspace-views.ts';
import type { Workspace } from './workspace.ts';

export interface WorkspaceDeps extends Pick<
  ConnectionDeps,
  'bridge' | 'clock' | 'random' | 'ids' | 'platform' | 'painted' | 'parts'
> {
  /** Main's initial state, already requested. The workspace must listen before main sends events that follow it. */
  readonly first: Promise<ReplyOf<'app.start'>>;
  /** The list on screen, which unlocking shows again; null for the default list. */
  readonly listChoice?: () => string | null;
}

/**
 * Builds the data half of the renderer. Resolves when the data on disk can be shown.
 * @throws when main does not answer; a database that cannot be opened is `connectionFault`, and is retried
 */
export async function createWorkspace(deps: WorkspaceDeps): Promise<Workspace> {
  const { bridge } = deps;
  const parts = assemble(deps);
  const { session, settings, quota, views, annotations, outbox, flags, onFault } = parts;
  const connection = createConnection(parts);
  // Listen before main answers, so that no event sent after the answer is missed.
  const stops = [
    bridge.on('session.changed', session.set),
    bridge.on('settings.changed', settings.set),
    bridge.on('quota.changed', quota.set),
    bridge.on('power.changed', connection.powerChanged),
    // A hidden window may be closed next.
    deps.platform.visibility.subscribe(() => void annotations.flush()),
  ];
  const first = await deps.first;
  session.set(first.session);
  settings.set(first.settings);
  quota.set(first.quota);
  const inTurn = createSerial();
  const saveTyped = async (): Promise<void> => {
    deps.platform.leaveField();
    await Promise.all([annotations.flush(), inTurn(async () => undefined)]);
  };
  const close = async (): Promise<void> => {
    await saveTyped();
    await connection.end();
    for (const stop of stops.splice(0)) stop();
  };
  stops.push(
    session.subscribe(() => void connection.follow()),
    bridge.on('lock.requested', () => {
      saveTyped()
        .catch(onFault)
        .then(() => bridge.call('app.readyToLock', { listChoice: deps.listChoice?.() ?? null }))
        .catch(onFault);
    }),
    bridge.on('quit.requested', () => {
      close()
        .catch(onFault)
        .then(() => bridge.call('app.readyToQuit'))
        .catch(onFault);
    }),
  );
  // Open the connection only after listening to the session, so that no change is missed.
  await Promise.race([connection.follow(), firstScreenShown(views, outbox)]);
  connection.holdLock().catch(onFault);
  const changeSettings = (change: ChangeOfSettings): Promise<void> =>
    inTurn(async () => {
      const changed = typeof change === 'function' ? change(settings.get()) : change;
      settings.set(await bridge.call('settings.change', changed));
    });
  return {
    bridge,
    session,
    settings,
    quota,
    ...views,
    flags,
    annotations,
    views: parts.savedViews,
    reportChoices: parts.reportChoices,
    approvals: outbox.approvals,
    undoLeftMs: outbox.undoLeftMs,
    returned: parts.returned,
    currentApprovals: createCurrentApprovals({
      ...views,
      approvals: outbox.approvals,
      returned: parts.returned,
      session,
    }),
    quarantined: outbox.quarantined,
    hasUnsaved: outbox.hasUnsaved,
    connectionFault: connection.fault,
    commands: createCommands({
      ...parts,
      flagsOf: (billId) => flags.flagsOf(billId).map(({ kind }) => kind),
      agree: (request) => bridge.call('approvals.agree', request),
      cancelAttempts: (list) => bridge.call('approvals.cancel', list),
      connection,
      changeSettings,
      endSession: (ownWork) => endSession(parts, connection, ownWork),
    }),
    close,
  };
}

/** Resolves when there is a first screen to paint while a long outbox is read. */
function firstScreenShown(
  { bills }: Pick<WorkspaceViews, 'bills'>,
  outbox: Pick<Outbox, 'isWhole'>,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = bills.firstScreen.subscribe(() => {
      if (bills.firstScreen.get() === null) return;
      stop();
      if (!outbox.isWhole()) resolve();
    });
  });
}

function assemble(deps: WorkspaceDeps) {
  const { bridge, clock, platform: idb } = deps;
  const orderedTime = createOrderedTime(clock);
  const views = createViews();
  const { bills } = views;
  const onFault = (problem: unknown): void => {
    // If even that fails, there is nothing left to do.
    bridge.call('app.reportFault', faultReportOf(problem)).catch(() => undefined);
  };
  const onWritten = (rows: readonly Approval[]): void => journalSync.written(rows);
  const made = createOutbox({ idb, clock, onWritten, onFault });
  const outbox = deps.parts?.outbox?.(made) ?? made;
  const journalSync = createJournalSync({ bridge, clock, orderedTime, outbox, onFault });
  const lastViewed = createLastViewed({ idb, clock, onFault });
  const onLost = (): void => void bridge.call('keys.reportLost', 'rows').catch(onFault);
  const annotations = createAnnotations({ idb, clock, bills, lastViewed, onFault, onLost });
  const { decisions } = annotations;
  const returned = createReturnedBills(bills, outbox.approvals);
  watchUnapprovedPayments({
    bills,
    approvals: outbox.approvals,
    onPaid: (rows) => void annotations.setPaidUnapproved(rows),
  });
  const settings = createObservable<Settings>(settingsSchema.parse({}));
  return {
    ...deps,
    orderedTime,
    views,
    outbox,
    journalSync,
    lastViewed,
    annotations,
    returned,
    settings,
    session: createObservable<SessionState>({ kind: 'noConnection' }),
    quota: createObservable<QuotaView | null>(null),
    flags: createBillFlags({ ...views, lastViewed, decisions, returned, settings, clock }),
    savedViews: createSavedViews({ idb, ids: deps.ids, onFault }),
    reportChoices: createReportChoices({ idb, onFault }),
    keyring: createConnectionKeyring(bridge, deps.platform),
    onFault,
  };
}

/**
 * Deletes first the keys, then the bills, then the session: after a crash in between, no data of an ended session is
 * readable. A disk that refuses to delete something does not keep the user signed in.
 * @throws the disk's error, at the end
 */
function endSession(
  { bridge, platform, keyring, lastViewed, session }: ReturnType<typeof assemble>,
  connection: ConnectionControl,
  ownWork: OwnWork,
): Promise<void> {
  const wipe = async (connectionId: string): Promise<readonly PromiseSettledResult<void>[]> => {
    await keyring.destroy(connectionId, ownWork === 'keep' ? ['cache'] : ['cache', 'local']);
    await lastViewed.settled();
    return Promise.allSettled([
      deleteBillCache(connectionId, platform),
      forgetAnnotations(connectionId, platform, ownWork),
    ]);
  };
  return connection.whileClosed(async (connectionId) => {
    const wiped = connectionId === null ? [] : await wipe(connectionId);
    const now = session.get();
    // Reloading the page clears the data from memory, but would hide a disk error. Sample data is not secret.
    const isSecret = now.kind !== 'noConnection' && now.connection.kind !== 'sample';
    const inNewPage = isSecret && wiped.every(({ status }) => status === 'fulfilled');
    await bridge.call('session.signOut', { inNewPage });
    session.set(await bridge.call('session.get'));
    for (const each of wiped) if (each.status === 'rejected') throw each.reason;
  });
}
