import type { Clock } from '../../../base/clock.ts';
import type { Observable } from '../../../base/observable.ts';
import type { Ids, Random } from '../../../base/random.ts';
import { createSerial } from '../../../base/serial.ts';
import { AWAY_EPOCH } from '../../../bridge/approval.ts';
import type { Bridge } from '../../../bridge/client.ts';
import type { QuotaView } from '../../../bridge/quota.ts';
import type { SessionState } from '../../../bridge/session.ts';
import type { Settings } from '../../../bridge/settings.ts';
import type { Organization } from '../../../contract/organization.ts';
import type { WholeList } from '../../../contract/lists/page.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import type { BillFlags } from '../bills/flags/bill-flags.ts';
import type { LiveAnnotations } from '../local/annotations.ts';
import type { LastViewed } from '../local/last-viewed.ts';
import { localDatabaseName } from '../local/local-database.ts';
import type { LiveReportChoices } from '../local/report-choices.ts';
import type { LiveSavedViews } from '../local/saved-views.ts';
import { openBillCache, type BillCache } from '../mirror/bill-cache.ts';
import type { BillChange } from '../mirror/cache-database.ts';
import { createPauses, type PauseReason, type Pauses } from '../mirror/pauses.ts';
import { pullIntervals } from '../mirror/pull-policy.ts';
import { startPull, type Pull } from '../mirror/pull.ts';
import { createServiceCalls, type ServiceCalls } from '../mirror/service-calls.ts';
import type { JournalSync } from '../outbox/journal-sync.ts';
import type { Outbox, RowChange } from '../outbox/outbox.ts';
import { listedApproved, paidOtherwise } from '../outbox/covered-bills.ts';
import type { decidePush } from '../outbox/push-decisions.ts';
import { startPush, type Push } from '../outbox/push.ts';
import type { OrderedTime } from '../time/ordered-time.ts';
import type { ConnectionKeyring } from './connection-keys.ts';
import { createConnectivityWatch, type ConnectivityWatch } from './connectivity.ts';
import { createInvoiceView, type InvoiceView } from './invoice-view.ts';
import { createOrganizationView, type OrganizationView } from './organization-view.ts';
import type { Platform } from './platform.ts';
import { createFirstScreenSaver, type FirstScreenSaver } from './saved-screen.ts';
import { createSyncConditions, type SyncConditions } from './sync-conditions.ts';
import { publishPull, type WorkspaceViews } from './workspace-views.ts';

/** Parts that the simulation replaces by faulty ones, to prove that it detects such faults. */
export interface ReplacedParts {
  readonly decide?: typeof decidePush;
  readonly openCache?: typeof openBillCache;
  readonly outbox?: (outbox: Outbox) => Outbox;
}

export interface ConnectionDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly bridge: Bridge;
  readonly platform: Platform;
  readonly session: Observable<SessionState>;
  readonly settings: Observable<Settings>;
  readonly quota: Observable<QuotaView | null>;
  readonly views: WorkspaceViews;
  readonly outbox: Outbox;
  readonly journalSync: JournalSync;
  readonly orderedTime: OrderedTime;
  readonly lastViewed: LastViewed;
  readonly annotations: LiveAnnotations;
  readonly savedViews: LiveSavedViews;
  readonly reportChoices: LiveReportChoices;
  readonly flags: BillFlags;
  readonly keyring: ConnectionKeyring;
  readonly parts?: ReplacedParts;
  /** Resolves when the first screen is painted. Pull and push start after it. */
  painted(): Promise<void>;
  onFault(problem: unknown): void;
}

/** Everything that ends when another connection is used. */
export interface OpenConnection {
  readonly deps: ConnectionDeps;
  readonly connectionId: string;
  readonly cache: BillCache;
  readonly pauses: Pauses;
  readonly calls: ServiceCalls;
  readonly connectivity: ConnectivityWatch;
  readonly conditions: SyncConditions;
  readonly invoiceView: InvoiceView;
  readonly organizationView: OrganizationView;
  /** See `OrganizationViewDeps`. */
  approvalsKnown(): Promise<void>;
  /** Aborted when the connection is no longer in use. */
  readonly over: AbortController;
  readonly stops: (() => void)[];
  /** Null before it is started. */
  pull: Pull | null;
  push: Push | null;
  screens: FirstScreenSaver | null;
}

/** Time for sends under way to finish at closing. They are durable either way. */
const CLOSE_GRACE_MS = 2_500;
/** Reasons that make a probe of the service pointless. */
const stopsProbes: readonly PauseReason[] = ['signedOut', 'asleep', 'closing'];

/** Opens the connection's data and shows its bills. @throws when disk, keyring or main refuses */
export async function openConnection(
  deps: ConnectionDeps,
  connectionId: string,
): Promise<OpenConnection> {
  const { lastViewed, savedViews, reportChoices, annotations, outbox } = deps;
  // Read approvals in parallel: they are not sealed, so they need no key.
  const [keys] = await bothDone(
    deps.keyring.open(connectionId),
    outbox.switchConnection(connectionId),
  );
  // Check this first: the code below creates the database again.
  const databases = await deps.platform.indexedDB.databases();
  if (!databases.some(({ name }) => name === localDatabaseName(connectionId)))
    await deps.bridge.call('keys.reportLost', 'database');
  lastViewed.switchConnection({ connectionId, cipher: keys.cache });
  savedViews.switchConnection(connectionId);
  reportChoices.switchConnection({ connectionId, cipher: keys.local });
  // Read annotations before the bills, so that a hidden bill does not appear for a moment.
  await annotations.switchConnection({ connectionId, cipher: keys.local, lasts: keys.lasts });
  const { openCache = openBillCache } = deps.parts ?? {};
  const cache = await openCache(connectionId, deps.platform, deps.clock, keys.cache);
  const open = assemble(deps, connectionId, cache);
  try {
    await open.conditions.read();
    watch(open);
    await followSession(open);
    const { listed, former } = await cache.organizations();
    deps.views.formerOrganizations.set(former);
    await open.organizationView.choose(listed);
    // The user can approve only once Billfold knows earlier approvals.
    await open.approvalsKnown();
  } catch (problem) {
    // Close everything, so that the next attempt starts like the first.
    await closeConnection(open);
    throw problem;
  }
  return open;
}

/** Reads all approvals, and completes them from the journal. @throws when the disk or main refuses */
async function learnApprovals(deps: ConnectionDeps, connectionId: string): Promise<void> {
  const { outbox, orderedTime, journalSync, views } = deps;
  if (views.bills.firstScreen.get() !== null && !outbox.isWhole()) await deps.painted();
  await outbox.readRest();
  for (const row of outbox.approvals.get()) orderedTime.advancePast(row.needsRecheckAfterMs);
  await journalSync.reconcile(connectionId);
  views.wasAway.set(journalSync.profileEpoch().startsWith(AWAY_EPOCH));
}

/**
 * Waits for both, even when one fails, so that a retry finds nothing under way.
 * @throws the first error
 */
async function bothDone<One, Other>(
  one: Promise<One>,
  other: Promise<Other>,
): Promise<readonly [One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

function assemble(deps: ConnectionDeps, connectionId: string, cache: BillCache): OpenConnection {
  const { clock, random, bridge, onFault } = deps;
  const { approvals } = deps.outbox;
  const pauses = createPauses();
  const over = new AbortController();
  const connectivity = createConnectivityWatch({
    clock,
    random,
    mayProbe: () => {
      const held = pauses.reasons.get();
      return !stopsProbes.some((reason) => held.has(reason));
    },
    probe: async () => {
      const answer = await calls.ask('service.organizations', { priority: 'waiting' });
      if (answer.ok) await saveOrganizations(open, answer.value).catch(onFault);
      return answer.ok ? null : answer.error;
    },
  });
  const calls = createServiceCalls({ bridge, onAnswer: (error) => noteAnswer(open, error) });
  let learning: Promise<void> | null = null;
  const approvalsKnown = () => (learning ??= learnApprovals(deps, connectionId));
  const ofScreens = { cache, pauses, connectionId, approvals, approvalsKnown, over: over.signal };
  const shared = { ...deps, ...ofScreens };
  const onShown = (): void => {
    open.conditions.organizationShown();
    publish(open);
    open.invoiceView.organizationChanged();
    open.pull?.wake();
  };
  const open: OpenConnection = {
    deps,
    connectionId,
    cache,
    pauses,
    calls,
    connectivity,
    over,
    approvalsKnown,
    conditions: createSyncConditions({ ...shared, connectivity: connectivity.state }),
    invoiceView: createInvoiceView(shared),
    organizationView: createOrganizationView({ ...shared, onShown }),
    stops: [],
    pull: null,
    push: null,
    screens: null,
  };
  return open;
}

function watch(open: OpenConnection): void {
  const { deps, pauses, connectivity, conditions, stops } = open;
  const { platform, settings, views } = deps;
  const followConnectivity = (): void => {
    const now = connectivity.state.get();
    pauses.set('offline', now.state === 'offline');
    views.connectivity.set(now);
    wake(open);
  };
  stops.push(
    connectivity.state.subscribe(followConnectivity),
    pauses.reasons.subscribe(() => {
      connectivity.wake();
      open.push?.wake();
    }),
    platform.onLine.subscribe(connectivity.probeNow),
    settings.subscribe(() => wake(open)),
    platform.visibility.subscribe(() => {
      conditions.visibilityChanged();
      open.pull?.wake();
    }),
  );
  followConnectivity();
}

export function wake({ pull, push }: OpenConnection): void {
  pull?.wake();
  push?.wake();
}

/** Call when the session may have changed. */
export async function followSession(open: OpenConnection): Promise<void> {
  const { deps, conditions, connectionId } = open;
  // A new sign-in may have more scopes, so repeat refused requests.
  if (await conditions.sessionChanged(deps.session.get())) open.pull?.refresh();
  if (conditions.signInId() !== null) deps.views.connectionWithBills.set(connectionId);
  wake(open);
}

async function saveOrganizations(
  open: OpenConnection,
  { items, malformed, cutShort }: WholeList<Organization>,
): Promise<void> {
  // The pull reports a list that can't be read.
  if (items.length === 0 && malformed.length > 0) return;
  const { cache } = open;
  const read = new Set(items.map(({ id }) => id));
  // An incomplete list does not prove that the missing organizations are gone.
  const isAll = !cutShort && malformed.length === 0;
  const others = isAll ? [] : (await cache.organizations()).listed;
  const organizations = [...items, ...others.filter(({ id }) => !read.has(id))];
  open.deps.views.organizationsCut.set(
    cutShort === null ? null : { listed: items.length, why: cutShort },
  );
  const { former } = await cache.putOrganizations(organizations);
  open.deps.views.formerOrganizations.set(former);
  await open.conditions.organizationsRead(organizations.map(({ id }) => id));
  await open.organizationView.choose(organizations);
  wake(open);
}

/** Starts pull and push. Before that, the connection only shows the data on disk. */
export async function startConnection(open: OpenConnection): Promise<void> {
  const { deps, cache, conditions, connectivity, organizationView } = open;
  await deps.painted();
  const { approvals } = deps.outbox;
  const { shown } = organizationView;
  open.screens = createFirstScreenSaver({ ...deps, cache, approvals, shown });
  await sync(open, open.screens);
  // Starting the pull shows whether Billfold is online, unless it read the organizations recently. Then probe.
  const readAtMs = conditions.organizationsReadAtMs();
  const isRecent =
    readAtMs !== null && deps.clock.nowMs() - readAtMs < pullIntervals.organizationsMs;
  if (isRecent) connectivity.probeNow();
}

async function sync(open: OpenConnection, screens: FirstScreenSaver): Promise<void> {
  const { deps, conditions, invoiceView, organizationView } = open;
  const { views, outbox, clock, onFault } = deps;
  const applyAll = (changes: readonly RowChange[]): void => {
    if (changes.length > 0) outbox.applyAll(changes).catch(onFault);
  };
  const onChange = (change: BillChange): void => {
    views.bills.change(change);
    screens.written();
    applyAll(paidOtherwise(outbox.approvals, change, clock.nowMs()));
  };
  const { cache, pauses, calls } = open;
  const shared = { ...deps, cache, exclusive: createSerial(), onChange, launchId: deps.ids.next() };
  open.pull = await startPull({
    ...shared,
    calls,
    pauses,
    conditions: conditions.ofPull,
    onOrganizations: (read) => saveOrganizations(open, read),
    onEvidence: () => open.push?.wake(),
    onChange: (change) => {
      if (change.of === 'bills') {
        onChange(change);
        // Only lists count: a list may lag behind the answer to an approval.
        return applyAll(listedApproved(outbox.approvals, change, clock.nowMs()));
      }
      invoiceView.changed(change);
      screens.written();
    },
    onMalformed: ({ organizationId, group }) => {
      if (group === 'invoices') invoiceView.showMalformed(organizationId);
      else organizationView.showMalformed(organizationId).catch(onFault);
    },
  });
  open.stops.push(open.pull.view.subscribe(() => publish(open)));
  publish(open);
  open.push = startPush({
    ...shared,
    profileEpoch: deps.journalSync.profileEpoch,
    decide: deps.parts?.decide,
    onDistrust: views.sendingPaused.set,
    onPermission: views.missingPermission.set,
    conditions: conditions.ofPush,
    readings: open.pull.readings,
    onAnswer: (error) => noteAnswer(open, error),
    onFailure: open.pull.noteFailure,
  });
}

function noteAnswer({ connectivity, pull }: OpenConnection, error: ServiceError | null): void {
  connectivity.report(error);
  if (error === null) pull?.noteSuccess();
}

/** Shows the progress of the organizations on screen. */
function publish({ deps, pull, organizationView }: OpenConnection): void {
  if (pull !== null) publishPull(deps.views, pull.view.get(), organizationView.shown());
}

/** Ends the loops. Sends under way get `CLOSE_GRACE_MS` to finish. */
export async function closeConnection(open: OpenConnection): Promise<void> {
  const { deps, pauses, stops, connectivity, over } = open;
  pauses.set('closing', true);
  // Save before `stops` run: after that, pages could be written without reaching the screen.
  await open.screens?.save();
  open.screens?.close();
  for (const stop of stops.splice(0)) stop();
  open.pull?.close();
  open.push?.close();
  connectivity.close();
  const grace = new AbortController();
  await Promise.race([open.push?.settled(), deps.clock.sleep(CLOSE_GRACE_MS, grace.signal)]);
  grace.abort();
  over.abort();
  open.cache.close();
}
