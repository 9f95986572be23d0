import { AWAY_EPOCH } from '../../../bridge/approval.ts';
import { createSerial } from '../../../base/serial.ts';
import { aborted } from '../../../base/aborted.ts';
import type { Clock } from '../../../base/clock.ts';
import { createObservable, type ObservableValue } from '../../../base/observable.ts';
import type { Ids, Random } from '../../../base/random.ts';
import { faultReportOf } from '../../../bridge/app.ts';
import type { Bridge } from '../../../bridge/client.ts';
import type { DataKeyName } from '../../../bridge/data-keys.ts';
import type { ReplyOf } from '../../../bridge/methods.ts';
import type { QuotaView } from '../../../bridge/quota.ts';
import type { SessionState } from '../../../bridge/session.ts';
import { type Settings, settingsSchema } from '../../../bridge/settings.ts';
import { deleteBillCache } from '../mirror/bill-cache.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import { createReturnedBills, type ReturnedBills } from '../bills/flags/returned-bills.ts';
import { createBillFlags, type BillFlags } from '../bills/flags/bill-flags.ts';
import { createLastSeen, type LastSeen } from '../local/last-seen.ts';
import { forgetAnnotations, type OwnWork } from '../local/local-database.ts';
import { watchUnapprovedPayments } from '../local/unapproved-payments.ts';
import { createAnnotations, type LiveAnnotations } from '../local/annotations.ts';
import { createSavedViews, type LiveSavedViews } from '../local/saved-views.ts';
import { type Commands, createCommands } from './commands.ts';
import { type ConnectionLife, createConnectionLife, OPEN_BACKOFF } from './connection-life.ts';
import {
  type ConnectionRuntime,
  openConnectionRuntime,
  type RuntimeDeps,
  type RuntimeParts,
} from './connection-runtime.ts';
import { createJournalCopy, type JournalCopy } from '../outbox/journal-copy.ts';
import { createOrderedTime, type OrderedTime } from '../time/ordered-time.ts';
import { createConnectionKeyring, type ConnectionKeyring } from './connection-keys.ts';
import type { LocksPort, Platform } from './platform.ts';
import { clearViews, createViews, type WorkspaceViews } from './workspace-views.ts';
import type { Workspace } from './workspace.ts';
import type { Approval } from '../model/approval.ts';
import { backoffMs } from '../../../base/backoff.ts';

export interface WorkspaceDeps {
  readonly bridge: Bridge;
  /** Requested right before, so that the workspace already listens to what main sends after its answer. */
  readonly first: Promise<ReplyOf<'app.start'>>;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly platform: Platform;
  readonly readSync: RuntimeDeps['readSync'];
  /** Parts that the simulation replaces. */
  readonly parts?: RuntimeParts;
}

/** Parts of a workspace. */
interface Parts {
  readonly deps: WorkspaceDeps;
  readonly session: ObservableValue<SessionState>;
  readonly settings: ObservableValue<Settings>;
  readonly quota: ObservableValue<QuotaView | null>;
  readonly views: WorkspaceViews;
  readonly orderedTime: OrderedTime;
  readonly outbox: Outbox;
  readonly journalCopy: JournalCopy;
  readonly lastSeen: LastSeen;
  readonly annotations: LiveAnnotations;
  readonly flags: BillFlags;
  readonly returned: ReturnedBills;
  readonly savedViews: LiveSavedViews;
  readonly life: ConnectionLife;
  readonly keyring: ConnectionKeyring;
  /** Called at the end. */
  readonly stops: (() => void)[];
  /** Aborted when the workspace is to close. */
  readonly closing: AbortController;
  onFault(problem: unknown): void;
  holdsLock: boolean;
  /** Whether the Invoices screen is open: it stays open while a connection is opened again. */
  invoicesShown: boolean;
}

/**
 * Builds the data half of the renderer. Resolves when the data on disk can be shown. Pull and push start once
 * this
 * renderer holds the lock.
 * @throws when main does not answer; a database that cannot be opened is `trouble`, and is retried
 */
export async function createWorkspace(deps: WorkspaceDeps): Promise<Workspace> {
  const { bridge } = deps;
  const parts = assemble(deps);
  const { session, settings, quota, views, annotations, outbox, flags, life, stops } = parts;
  // Listen before the answer: events sent before it are older than the answer, later ones newer.
  stops.push(
    bridge.on('session.changed', session.set),
    bridge.on('settings.changed', settings.set),
    bridge.on('quota.changed', quota.set),
    bridge.on('power.changed', (power) => life.runtime()?.powerChanged(power)),
    // A hidden window may be closed next.
    deps.platform.visibility.subscribe(() => void annotations.flush()),
  );
  const first = await deps.first;
  session.set(first.session);
  settings.set(first.settings);
  quota.set(first.quota);
  const close = closeOnce(parts);
  stops.push(
    session.subscribe(() => void life.follow()),
    bridge.on('quit.requested', () => {
      close()
        .catch(parts.onFault)
        .then(() => bridge.call('app.readyToQuit'))
        .catch(parts.onFault);
    }),
  );
  // After listening, so that a session that changes meanwhile is followed too.
  await life.follow();
  holdLock(parts, close);
  return {
    bridge,
    session,
    settings,
    quota,
    ...views,
    flags,
    annotations,
    views: parts.savedViews,
    approvals: outbox.approvals,
    undoLeftMs: outbox.undoLeftMs,
    returned: parts.returned,
    quarantined: outbox.quarantined,
    trouble: life.trouble,
    commands: commandsOf(parts, (billId) => flags.flagsOf(billId).length > 0),
    close,
  };
}

function assemble(deps: WorkspaceDeps): Parts {
  const { bridge, clock, platform } = deps;
  const orderedTime = createOrderedTime(clock);
  const views = createViews();
  const onFault = (problem: unknown): void => reportFault(bridge, problem);
  const onWritten = (rows: readonly Approval[]): void => journalCopy.written(rows);
  const made = createOutbox({ idb: platform, clock, onWritten, onFault });
  const outbox = deps.parts?.outbox?.(made) ?? made;
  const journalCopy = createJournalCopy({ bridge, clock, orderedTime, outbox, onFault });
  const lastSeen = createLastSeen({ idb: platform, clock, onFault });
  const { bills } = views;
  const annotations = createAnnotations({ idb: platform, clock, bills, lastSeen, onFault });
  const returned = createReturnedBills(bills, outbox.approvals);
  watchUnapprovedPayments({
    ...{ bills, approvals: outbox.approvals },
    keep: (rows) => void annotations.setPaidUnapproved(rows),
  });
  const settings = createObservable<Settings>(settingsSchema.parse({}));
  const { decisions } = annotations;
  const parts: Parts = {
    ...{ deps, returned, settings, views, orderedTime, outbox, journalCopy, lastSeen, onFault },
    session: createObservable<SessionState>({ kind: 'noConnection' }),
    quota: createObservable<QuotaView | null>(null),
    annotations,
    flags: createBillFlags({ ...views, lastSeen, decisions, returned, settings, clock }),
    savedViews: createSavedViews({ idb: platform, ids: deps.ids, onFault }),
    life: createConnectionLife({
      clock,
      random: deps.random,
      wantedId: () => connectionIdOf(parts.session.get()),
      open: (connectionId, onRuntimeFault) => open(parts, connectionId, onRuntimeFault),
      followSession: (runtime) => runtime.sessionChanged(parts.session.get()),
      clear: () => clearViews(views),
      leave: () => leave(parts),
      rest: () => outbox.useConnection(null),
      holdsLock: () => parts.holdsLock,
      onDatabaseClosed: outbox.close,
      onFault,
    }),
    keyring: createConnectionKeyring(deps.bridge, platform),
    stops: [],
    closing: new AbortController(),
    holdsLock: false,
    invoicesShown: false,
  };
  return parts;
}

function connectionIdOf(session: SessionState): string | null {
  return session.kind === 'noConnection' ? null : session.connection.id;
}

function reportFault(bridge: Bridge, problem: unknown): void {
  // If even that fails, there is nothing left to do.
  bridge.call('app.reportFault', faultReportOf(problem)).catch(() => undefined);
}

async function open(
  parts: Parts,
  connectionId: string,
  onFault: (problem: unknown) => void,
): Promise<ConnectionRuntime> {
  const { deps, lastSeen, savedViews, annotations, outbox, orderedTime, journalCopy, session } =
    parts;
  // In parallel, because approvals are not sealed.
  const [keys] = await bothDone(
    parts.keyring.open(connectionId),
    outbox.useConnection(connectionId),
  );
  lastSeen.useConnection({ connectionId, cipher: keys.cache });
  savedViews.useConnection(connectionId);
  for (const row of outbox.approvals.get()) orderedTime.advancePast(row.needsRecheckAfterMs);
  await bothDone(
    // Before the bills, so that a hidden bill does not appear for a moment.
    annotations.useConnection({ connectionId, cipher: keys.local, lasts: keys.lasts }),
    // Before the user can approve: Billfold must know earlier approvals.
    journalCopy.reconcile(connectionId),
  );
  const { profileEpoch } = journalCopy;
  const { settings, quota, views, flags } = parts;
  const cipher = keys.cache;
  views.wasAway.set(profileEpoch().startsWith(AWAY_EPOCH));
  const state = { outbox, orderedTime, settings, quota, views, annotations, flags };
  const shared = { ...deps, ...state, profileEpoch, cipher, onFault };
  const runtime = await openConnectionRuntime(shared, connectionId, session.get());
  if (parts.invoicesShown) runtime.showInvoices(true);
  return runtime;
}

/**
 * Waits for both, even when one fails: then the next try finds nothing under way.
 * @throws the first error
 */
async function bothDone<One, Other>(
  one: Promise<One>,
  other: Promise<Other>,
): Promise<readonly [One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

async function leave({ lastSeen, savedViews, annotations }: Parts): Promise<void> {
  lastSeen.useConnection(null);
  savedViews.useConnection(null);
  await annotations.useConnection(null);
}

function closeOnce(parts: Parts): () => Promise<void> {
  const { closing, annotations, life, outbox, lastSeen, savedViews, stops } = parts;
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    closing.abort();
    void annotations.flush();
    await life.end();
    outbox.close();
    lastSeen.close();
    savedViews.close();
    await annotations.close();
    for (const stop of stops) stop();
  };
  return () => (closed ??= close());
}

/** Pull and push run while this renderer holds the lock. */
function holdLock(parts: Parts, close: () => Promise<void>): void {
  const { deps, life, closing, onFault } = parts;
  holdSyncLock({
    clock: deps.clock,
    random: deps.random,
    locks: deps.platform.locks,
    over: closing.signal,
    hold: async () => {
      parts.holdsLock = true;
      await life.setLockProblem(null);
      await aborted(closing.signal);
      await close();
    },
    onLost: async (problem) => {
      parts.holdsLock = false;
      onFault(problem);
      await life.setLockProblem(problem);
    },
  }).catch(onFault);
}

function commandsOf(parts: Parts, isFlagged: (billId: string) => boolean): Commands {
  const { deps, orderedTime, outbox, views, settings, life, journalCopy } = parts;
  const inTurn = createSerial();
  return createCommands({
    ...deps,
    ...{ orderedTime, outbox, views, settings, isFlagged },
    agree: (request) => deps.bridge.call('approvals.agree', request),
    runtime: life.runtime,
    showInvoices: (isShown) => {
      parts.invoicesShown = isShown;
      life.runtime()?.showInvoices(isShown);
    },
    tryAgain: () => void life.follow(),
    changeSettings: (change) =>
      inTurn(async () => {
        const changed = typeof change === 'function' ? change(settings.get()) : change;
        settings.set(await deps.bridge.call('settings.change', changed));
      }),
    profileEpoch: journalCopy.profileEpoch,
    endSession: (ownWork) => endSession(parts, ownWork),
    onFault: life.noticeFault,
  });
}

/**
 * Deletes first the keys, then the bills, then the session: after a crash in between, no data of an ended
 * session is
 * readable. A disk that refuses to delete something does not keep the user signed in.
 * @throws the disk's error, at the end
 */
function endSession(parts: Parts, ownWork: OwnWork): Promise<void> {
  const { deps, life, session } = parts;
  return life.whileClosed(async (connectionId) => {
    const wiped = connectionId === null ? [] : await wipe(parts, connectionId, ownWork);
    await deps.bridge.call('session.signOut');
    session.set(await deps.bridge.call('session.get'));
    for (const each of wiped) if (each.status === 'rejected') throw each.reason;
  });
}

async function wipe(
  { deps: { platform }, keyring, lastSeen }: Parts,
  connectionId: string,
  ownWork: OwnWork,
): Promise<readonly PromiseSettledResult<void>[]> {
  const names: DataKeyName[] = ownWork === 'keep' ? ['cache'] : ['cache', 'local'];
  await keyring.destroy(connectionId, names);
  await lastSeen.settled();
  return Promise.allSettled([
    deleteBillCache(connectionId, platform),
    forgetAnnotations(connectionId, platform, ownWork),
  ]);
}

interface SyncLockDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly locks: LocksPort;
  /** Aborted when the lock is no longer wanted. */
  readonly over: AbortSignal;
  /** Work during which the lock is held. */
  hold(): Promise<void>;
  /** The lock was refused or taken away. It is requested again. */
  onLost(problem: unknown): Promise<void>;
}

/** Only one renderer at a time pulls and pushes, however many windows there are. */
const SYNC_LOCK = 'billfold-sync';

/** Waits for the lock and holds it. Resolves when it is no longer wanted. */
async function holdSyncLock(deps: SyncLockDeps): Promise<void> {
  const { clock, locks, over } = deps;
  for (let failures = 1; !over.aborted; failures++) {
    try {
      await locks.request(SYNC_LOCK, { signal: over }, deps.hold);
      return;
    } catch (problem) {
      // Aborted while waiting: another renderer held it all the time.
      if (over.aborted && Reflect.get(Object(problem), 'name') === 'AbortError') return;
      await deps.onLost(problem);
      await clock.sleep(backoffMs(OPEN_BACKOFF, failures, deps.random), over);
    }
  }
}
