import { type ConnectivityWatch, createConnectivityWatch } from './connectivity.ts';
import { type Pauses, type PauseReason, createPauses } from '../mirror/pauses.ts';
import type { Cipher } from '../cipher.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Observable } from '../../../base/observable.ts';
import type { Ids, Random } from '../../../base/random.ts';
import type { Bridge } from '../../../bridge/client.ts';
import type { PayloadOf } from '../../../bridge/events.ts';
import type { QuotaView } from '../../../bridge/quota.ts';
import type { SessionState } from '../../../bridge/session.ts';
import type { Settings } from '../../../bridge/settings.ts';
import type { WholeList } from '../../../contract/page.ts';
import type { Organization } from '../../../contract/organization.ts';
import { openBillCache, type BillCache } from '../mirror/bill-cache.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { OrderedTime } from '../time/ordered-time.ts';
import { createInvoiceView, type InvoiceView } from './invoice-view.ts';
import { createOrganizationView, type OrganizationView } from './organization-view.ts';
import type { Platform } from './platform.ts';
import type { Pull } from '../mirror/pull.ts';
import type { Push } from '../outbox/push.ts';
import type { ScreenKeeper, ScreenKeeperDeps } from './screen-keeper.ts';
import type { decidePush } from '../outbox/push-decisions.ts';
import { createServiceCalls, type ServiceCalls } from '../mirror/service-calls.ts';
import {
  createSyncConditions,
  readConditionFacts,
  type ConditionFacts,
  type SyncConditions,
} from './sync-conditions.ts';
import type { WorkspaceViews } from './workspace-views.ts';

/** Cache, pull and push of one connection: everything that ends when another one is used. */
export interface ConnectionRuntime {
  readonly connectionId: string;
  readonly cache: BillCache;
  /** Sign-in that approvals are made under: the present one, else the last. */
  signInId(): string | null;
  selectOrganization(organizationId: string): Promise<void>;
  showAllOrganizations(): Promise<void>;
  /** Starts pull and push. Before that, the runtime only shows the data on disk. */
  start(): Promise<void>;
  sessionChanged(session: SessionState): Promise<void>;
  /** The machine fell asleep or woke up, or changed between battery and mains. */
  powerChanged(power: PayloadOf<'power.changed'>): void;
  /** The Invoices screen was opened or closed. */
  showInvoices(isShown: boolean): void;
  refresh(): void;
  /** Ends the loops. Sends under way get `graceMs` to finish, and are durable either way. */
  close(graceMs: number): Promise<void>;
}

/** Parts that the simulation replaces by faulty ones, to prove that it would notice. */
export interface RuntimeParts {
  readonly decide?: typeof decidePush;
  readonly openCache?: typeof openBillCache;
  readonly outbox?: (outbox: Outbox) => Outbox;
}

export interface RuntimeDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  /** See `Approval.profileEpoch`. */
  profileEpoch(): string;
  readonly bridge: Bridge;
  readonly platform: Platform;
  readonly outbox: Outbox;
  readonly orderedTime: OrderedTime;
  readonly settings: Observable<Settings>;
  readonly quota: Observable<QuotaView | null>;
  readonly views: WorkspaceViews;
  readonly annotations: ScreenKeeperDeps['annotations'];
  readonly flags: ScreenKeeperDeps['flags'];
  readonly parts?: RuntimeParts;
  /** Pull and push are loaded after the first screen. */
  readSync(): Promise<(open: OpenRuntime) => Promise<void>>;
  /** Seals the cache. */
  readonly cipher: Cipher;
  onFault(problem: unknown): void;
}

/** Opens the connection's cache and shows its bills. @throws when the disk refuses; nothing stays open then */
export async function openConnectionRuntime(
  deps: RuntimeDeps,
  connectionId: string,
  session: SessionState,
): Promise<ConnectionRuntime> {
  const { openCache = openBillCache } = deps.parts ?? {};
  const cache = await openCache(connectionId, deps.platform, deps.clock, deps.cipher);
  try {
    return await takeUpRuntime({ ...deps, cache }, connectionId, session);
  } catch (problem) {
    cache.close();
    throw problem;
  }
}

/** A connection in use. */
export interface OpenRuntime {
  readonly deps: RuntimeDeps & { readonly cache: BillCache };
  readonly connectionId: string;
  readonly pauses: Pauses;
  readonly calls: ServiceCalls;
  readonly connectivity: ConnectivityWatch;
  readonly conditions: SyncConditions;
  readonly invoiceView: InvoiceView;
  readonly organizationView: OrganizationView;
  /** Aborted when the connection is no longer in use. */
  readonly over: AbortController;
  readonly stops: (() => void)[];
  /** Null before `start`. */
  pull: Pull | null;
  push: Push | null;
  screens: ScreenKeeper | null;
  /** Shows the progress of the mirror of the organizations on screen. */
  publish(): void;
  keepOrganizations(read: WholeList<Organization>): Promise<void>;
}

async function takeUpRuntime(
  deps: OpenRuntime['deps'],
  connectionId: string,
  session: SessionState,
): Promise<ConnectionRuntime> {
  const open = assemble(deps, connectionId, await readConditionFacts(deps.cache));
  follow(open);
  try {
    followConnectivity(open);
    await followSession(open, session);
    await open.organizationView.choose(await deps.cache.organizations());
  } catch (problem) {
    // The runtime is opened again later, so nothing of this try may stay.
    for (const stop of open.stops.splice(0)) stop();
    open.over.abort();
    open.connectivity.close();
    throw problem;
  }
  return runtimeOf(open);
}

function assemble(
  deps: OpenRuntime['deps'],
  connectionId: string,
  facts: ConditionFacts,
): OpenRuntime {
  const { clock, random, bridge, onFault } = deps;
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
      if (answer.ok) await open.keepOrganizations(answer.value).catch(onFault);
      return answer.ok ? null : answer.error;
    },
  });
  const calls = createServiceCalls({ bridge, onAnswer: connectivity.report });
  const { state } = connectivity;
  const conditions = createSyncConditions({
    ...{ ...deps, facts, pauses, connectionId },
    connectivity: state,
  });
  const invoiceView = createInvoiceView({ ...deps, over: over.signal });
  const onShown = (): void => {
    conditions.organizationShown();
    open.publish();
    invoiceView.organizationChanged();
    open.pull?.wake();
  };
  const { approvals } = deps.outbox;
  const viewDeps = { ...deps, approvals, over: over.signal, onShown };
  const open: OpenRuntime = {
    ...{ deps, connectionId, pauses, calls, connectivity, conditions, invoiceView, over },
    organizationView: createOrganizationView(viewDeps),
    stops: [],
    pull: null,
    push: null,
    screens: null,
    publish: () => undefined,
    keepOrganizations: (read) => keepOrganizations(open, read),
  };
  return open;
}

function follow(open: OpenRuntime): void {
  const { deps, pauses, connectivity, conditions, stops } = open;
  const { platform, settings } = deps;
  stops.push(
    connectivity.state.subscribe(() => followConnectivity(open)),
    pauses.reasons.subscribe(() => {
      connectivity.wake();
      open.push?.wake();
    }),
    platform.onLine.subscribe(connectivity.probeNow),
    settings.subscribe(() => wakeAll(open)),
    platform.visibility.subscribe(() => {
      conditions.visibilityChanged();
      open.pull?.wake();
    }),
  );
}

function wakeAll({ pull, push }: OpenRuntime): void {
  pull?.wake();
  push?.wake();
}

function followConnectivity(open: OpenRuntime): void {
  const connectivity = open.connectivity.state.get();
  open.pauses.set('offline', connectivity.state === 'offline');
  open.deps.views.connectivity.set(connectivity);
  wakeAll(open);
}

async function followSession(open: OpenRuntime, session: SessionState): Promise<void> {
  const { deps, conditions, connectionId } = open;
  // A new sign-in may have more scopes, so request what was refused again.
  if (await conditions.sessionChanged(session)) open.pull?.refresh();
  if (conditions.signInId() !== null) deps.views.keptBillsOf.set(connectionId);
  wakeAll(open);
}

async function keepOrganizations(
  open: OpenRuntime,
  { items, malformed, cutShort }: WholeList<Organization>,
): Promise<void> {
  const { cache } = open.deps;
  const read = new Set(items.map(({ id }) => id));
  // An incomplete list does not prove that the missing organizations are gone.
  const isAll = !cutShort && malformed.length === 0;
  const others = isAll ? [] : await cache.organizations();
  const organizations = [...items, ...others.filter(({ id }) => !read.has(id))];
  await cache.putOrganizations(organizations);
  await open.conditions.organizationsRead(organizations.map(({ id }) => id));
  await open.organizationView.choose(organizations);
  wakeAll(open);
}

function runtimeOf(open: OpenRuntime): ConnectionRuntime {
  const { deps, connectionId, connectivity, conditions, invoiceView, organizationView } = open;
  return {
    connectionId,
    cache: deps.cache,
    signInId: conditions.signInId,
    selectOrganization: organizationView.show,
    showAllOrganizations: organizationView.showAll,
    start: async () => (await deps.readSync())(open),
    sessionChanged: (session) => followSession(open, session),
    powerChanged: (power) => {
      conditions.powerChanged(power);
      if (power === 'resumed') connectivity.probeNow();
      wakeAll(open);
    },
    showInvoices: (isShown) => {
      conditions.invoicesShown(isShown);
      invoiceView.setShown(isShown);
      open.pull?.wake();
    },
    refresh: () => {
      conditions.askedByUser();
      if (connectivity.state.get().state !== 'online') connectivity.probeNow();
      open.pull?.refresh();
      open.push?.wake();
    },
    close: (graceMs) => close(open, graceMs),
  };
}

async function close(open: OpenRuntime, graceMs: number): Promise<void> {
  const { deps, pauses, stops, connectivity, over } = open;
  pauses.hold('closing');
  // Before the pull ends: later pages would be written without reaching the screen.
  await open.screens?.keep();
  open.screens?.close();
  for (const stop of stops.splice(0)) stop();
  open.pull?.close();
  open.push?.close();
  connectivity.close();
  const grace = new AbortController();
  await Promise.race([open.push?.settled(), deps.clock.sleep(graceMs, grace.signal)]);
  grace.abort();
  over.abort();
  deps.cache.close();
}

/** Reasons that make a probe of the service pointless. */
const stopsProbes: readonly PauseReason[] = ['signedOut', 'asleep', 'closing'];
