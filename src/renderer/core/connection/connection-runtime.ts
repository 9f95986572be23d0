import type { Clock } from '../../../base/clock.ts';
import type { Observable } from '../../../base/observable.ts';
import type { Ids, Random } from '../../../base/random.ts';
import type { Bridge } from '../../../bridge/client.ts';
import type { PayloadOf } from '../../../bridge/events.ts';
import type { QuotaView } from '../../../bridge/quota.ts';
import type { SessionState } from '../../../bridge/session.ts';
import type { Settings } from '../../../bridge/settings.ts';
import type { Organization } from '../../../contract/organization.ts';
import { openBillCache, type BillCache } from '../mirror/bill-cache.ts';
import type { BillChange } from '../mirror/cache-database.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createSerial } from '../../../base/serial.ts';
import { type PauseReason, createPauses } from '../mirror/pauses.ts';
import { createConnectivityWatch } from './connectivity.ts';
import type { OrderedTime } from '../time/ordered-time.ts';
import { createInvoiceView } from './invoice-view.ts';
import { createOrganizationView } from './organization-view.ts';
import type { Platform } from './platform.ts';
import { publishPull } from './publish-pull.ts';
import { startPull, type Pull } from '../mirror/pull.ts';
import { pullIntervals } from '../mirror/pull-policy.ts';
import { startPush, type Push } from '../outbox/push.ts';
import type { decidePush } from '../outbox/push-decisions.ts';
import { createServiceCalls } from '../mirror/service-calls.ts';
import { createSyncConditions, readConditionFacts } from './sync-conditions.ts';
import type { WorkspaceViews } from './workspace-views.ts';

/** Cache, pull and push of one connection: everything that ends when another one is used. */
export interface ConnectionRuntime {
  readonly connectionId: string;
  readonly cache: BillCache;
  /** The sign-in approvals are made under: the present one, else the last. */
  signInId(): string | null;
  selectOrganization(organizationId: string): Promise<void>;
  showAllOrganizations(): Promise<void>;
  /** Starts pull and push; before that the runtime only shows what is on disk. */
  start(): Promise<void>;
  sessionChanged(session: SessionState): Promise<void>;
  /** Machine asleep or awake, on battery or not. */
  powerChanged(power: PayloadOf<'power.changed'>): void;
  /** The Invoices screen came on screen, or left it. */
  showInvoices(isShown: boolean): void;
  refresh(): void;
  /** Ends the loops; sends under way get `graceMs` to finish and stay durable either way. */
  close(graceMs: number): Promise<void>;
}

/** Parts the simulation can put a faulty one in place of, to prove that it would notice. */
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
  readonly parts?: RuntimeParts;
  onFault(problem: unknown): void;
}

/** Opens the connection's cache and puts its bills on screen. @throws when the disk refuses; nothing stays open */
export async function openConnectionRuntime(
  deps: RuntimeDeps,
  connectionId: string,
  session: SessionState,
): Promise<ConnectionRuntime> {
  const { openCache = openBillCache } = deps.parts ?? {};
  const cache = await openCache(connectionId, deps.platform, deps.clock);
  try {
    return await takeUpRuntime({ ...deps, cache }, connectionId, session);
  } catch (problem) {
    cache.close();
    throw problem;
  }
}

async function takeUpRuntime(
  deps: RuntimeDeps & { readonly cache: BillCache },
  connectionId: string,
  session: SessionState,
): Promise<ConnectionRuntime> {
  const { clock, cache, views, platform, bridge, onFault } = deps;
  const { decide } = deps.parts ?? {};
  const facts = await readConditionFacts(cache);
  const pauses = createPauses();
  const over = new AbortController();
  const stops: (() => void)[] = [];
  let pull: Pull | null = null;
  let push: Push | null = null;

  const wakeAll = (): void => {
    pull?.wake();
    push?.wake();
  };

  const tellPull = (): void => {
    if (pull) publishPull(views, pull.view.get(), organizationView.shown());
  };

  const connectivity = createConnectivityWatch({
    clock,
    random: deps.random,
    mayProbe: () => {
      const held = pauses.reasons.get();
      return !stopsProbes.some((reason) => held.has(reason));
    },
    probe: async () => {
      const answer = await calls.ask('service.organizations', { priority: 'waiting' });
      if (answer.ok) await keepOrganizations(answer.value.items).catch(onFault);
      return answer.ok ? null : answer.error;
    },
  });
  const calls = createServiceCalls({ bridge, heard: connectivity.report });
  const { state } = connectivity;
  const conditions = createSyncConditions({ ...deps, facts, pauses, connectivity: state });

  const invoiceView = createInvoiceView({ ...deps, over: over.signal });
  const organizationView = createOrganizationView({
    ...deps,
    over: over.signal,
    onShown: () => {
      conditions.organizationShown();
      tellPull();
      invoiceView.organizationChanged();
      pull?.wake();
    },
  });

  const keepOrganizations = async (organizations: readonly Organization[]): Promise<void> => {
    await cache.putOrganizations(organizations);
    await conditions.organizationsRead(organizations.map(({ id }) => id));
    await organizationView.choose(organizations);
    wakeAll();
  };

  const followConnectivity = (): void => {
    pauses.set('offline', state.get().state === 'offline');
    views.connectivity.set(state.get());
    wakeAll();
  };

  const followSession = async (next: SessionState): Promise<void> => {
    // Perhaps with more scopes: what was refused is asked for again.
    if (await conditions.sessionChanged(next)) pull?.refresh();
    if (conditions.signInId() !== null) views.keptBillsOf.set(connectionId);
    wakeAll();
  };

  /** The pull reads the organizations by itself unless it did so lately: then the service is asked. */
  const learnConnectivity = (): void => {
    const readAtMs = conditions.organizationsReadAtMs();
    if (readAtMs === null || clock.nowMs() - readAtMs >= pullIntervals.organizationsMs) return;
    connectivity.probeNow();
  };

  const start = async (): Promise<void> => {
    const onChange = (change: BillChange): void => views.bills.change(change);
    const shared = { ...deps, exclusive: createSerial(), onChange, run: deps.ids.next() };
    pull = await startPull({
      ...shared,
      calls,
      pauses,
      conditions: conditions.ofPull,
      onOrganizations: keepOrganizations,
      onCrawlComplete: () => push?.wake(),
      onChange: (change) => {
        if (change.of === 'bills') onChange(change);
        else invoiceView.changed(change);
      },
      onMalformed: ({ organizationId, group }) => {
        if (group === 'invoices') invoiceView.showMalformed(organizationId);
        else organizationView.showMalformed(organizationId).catch(onFault);
      },
    });
    stops.push(pull.view.subscribe(tellPull));
    tellPull();
    const { readings } = pull;
    const heard = connectivity.report;
    const onDistrust = views.sendingPaused.set;
    const pushed = { ...shared, decide, onDistrust, conditions: conditions.ofPush };
    push = startPush({ ...pushed, readings, heard });
    learnConnectivity();
  };

  stops.push(
    state.subscribe(followConnectivity),
    pauses.reasons.subscribe(() => {
      connectivity.wake();
      push?.wake();
    }),
    platform.onLine.subscribe(connectivity.probeNow),
    deps.settings.subscribe(wakeAll),
    platform.visibility.subscribe(() => {
      conditions.visibilityChanged();
      pull?.wake();
    }),
  );
  const takeUp = async (): Promise<void> => {
    followConnectivity();
    await followSession(session);
    await organizationView.choose(await cache.organizations());
  };
  try {
    await takeUp();
  } catch (problem) {
    // It is opened again later: nothing of this try may stay behind.
    for (const stop of stops.splice(0)) stop();
    over.abort();
    connectivity.close();
    throw problem;
  }

  return {
    connectionId,
    cache,
    signInId: conditions.signInId,
    selectOrganization: organizationView.show,
    showAllOrganizations: organizationView.showAll,
    start,
    sessionChanged: followSession,
    powerChanged: (power) => {
      conditions.powerChanged(power);
      if (power === 'resumed') connectivity.probeNow();
      if (power === 'resumed') push?.sleptOver();
      wakeAll();
    },
    showInvoices: (isShown) => {
      conditions.invoicesShown(isShown);
      invoiceView.setShown(isShown);
      pull?.wake();
    },
    refresh: () => {
      conditions.askedByUser();
      if (state.get().state !== 'online') connectivity.probeNow();
      pull?.refresh();
      push?.wake();
    },
    close: async (graceMs) => {
      pauses.hold('closing');
      for (const stop of stops.splice(0)) stop();
      pull?.close();
      push?.close();
      connectivity.close();
      const grace = new AbortController();
      await Promise.race([push?.settled(), clock.sleep(graceMs, grace.signal)]);
      grace.abort();
      over.abort();
      cache.close();
    },
  };
}

/** Reasons for which nobody asks whether the service is there. */
const stopsProbes: readonly PauseReason[] = ['signedOut', 'asleep', 'closing'];
