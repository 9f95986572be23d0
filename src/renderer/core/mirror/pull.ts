import { createObservable, type Observable } from '../../../base/observable.ts';
import type { Random } from '../../../base/random.ts';
import type { Organization } from '../../../contract/organization.ts';
import { isStorageFull } from '../indexed-db.ts';
import { createRechecks, type Readings } from './rechecks.ts';
import { createPageReader, type PageReaderDeps } from './page-reader.ts';
import type { PlacedPage, CrawlPlace, PullPriority } from './crawl-place.ts';
import type { Pauses } from './pauses.ts';
import { createPullLedger } from './pull-ledger.ts';
import { nextPullStep, type PullFacts } from './pull-policy.ts';
import {
  idleInvoicePull,
  idlePullStatus,
  invoicePullOf,
  pullStatusOf,
  type PullView,
} from './pull-status.ts';
import { createWakeUp } from '../time/wake-up.ts';

/** The mirror of one connection: one request at a time, the most important next. */
export interface Pull {
  readonly view: Observable<PullView>;
  /** What approvals wait for, and what has been read for them. */
  readonly readings: Readings;
  /** The user asks: the bills on screen are read now, whatever failed before. */
  refresh(): void;
  /** Something that timing depends on has changed: organization, visibility, power. */
  wake(): void;
  /** Ends the loop; an answer that comes later changes nothing. */
  close(): void;
}

export interface PullDeps extends Omit<PageReaderDeps, 'ledger' | 'over' | 'onBegun' | 'onBills'> {
  readonly random: Random;
  readonly pauses: Pauses;
  conditions(): PullConditions;
  onOrganizations(organizations: readonly Organization[]): Promise<void>;
  onFault(problem: unknown): void;
}

/** What the timing of the pull depends on. */
export type PullConditions = Pick<
  PullFacts,
  | 'visible'
  | 'onBattery'
  | 'quota'
  | 'shownAtMs'
  | 'organizationsReadAtMs'
  | 'invoicesShown'
  | 'allShown'
> & {
  /** The sign-in allows invoices, as far as its scopes say. */
  readonly invoicesAllowed: boolean;
  /** The organizations, the one on screen first. */
  readonly organizationIds: readonly string[];
};

/** A full disk is tried again after this. */
const STORAGE_RETRY_MS = 10 * 60_000;
/** After a fault of our own (a bug, a closed database), not another try at once. */
const FAULT_DELAY_MS = 5_000;

export async function startPull(deps: PullDeps): Promise<Pull> {
  const { clock, cache, pauses, orderedTime } = deps;
  const stored = await cache.readCrawls();
  for (const { running, completed } of stored) {
    orderedTime.witness(running?.orderedMs ?? null);
    orderedTime.witness(completed?.orderedMs ?? null);
  }
  const ledger = createPullLedger(deps, stored);
  const wakeUp = createWakeUp(clock);
  const closing = new AbortController();
  const view = createObservable<PullView>({
    statusOf: () => idlePullStatus,
    invoicesOf: () => idleInvoicePull,
  });
  const rechecks = createRechecks(deps.run);
  let notFound: ReadonlyMap<string, number> = new Map();
  let refreshAtMs: number | null = null;
  let historyOff = false;

  const publish = (current: CrawlPlace | null, waitsUntilMs: number | null): void => {
    const reasons = pauses.reasons.get();
    const crawled = { crawls: ledger.crawls(), failures: ledger.failures() };
    const facts = { ...crawled, reasons, current, waitsUntilMs };
    view.set({
      statusOf: (organizationId) => pullStatusOf({ ...facts, organizationId }),
      invoicesOf: (organizationId) => invoicePullOf({ ...facts, organizationId }),
    });
  };

  const reader = createPageReader({
    ...deps,
    ledger,
    over: closing.signal,
    onBegun: (place) => publish(place, null),
    onBills: (organizationId, bills, askedMs) => {
      const billIds = new Set(bills.map(({ id }) => id));
      if (rechecks.noteMet(organizationId, billIds, askedMs)) deps.onCrawlComplete();
    },
  });

  const facts = (): PullFacts => {
    const { organizationIds, invoicesAllowed, ...conditions } = deps.conditions();
    const [current] = organizationIds;
    if (conditions.quota) ledger.noteUsed(conditions.quota.used.background);
    // Opened once: from then on there is a crawl, finished or not.
    const isOpened = (organizationId: string): boolean =>
      ledger.hasCrawl({ organizationId, group: 'invoices' }) ||
      (conditions.invoicesShown && organizationId === current);
    return {
      ...conditions,
      nowMs: clock.nowMs(),
      refreshAtMs,
      organizationsRetryAtMs: ledger.organizationsRetryAtMs(),
      rereads: rechecks.pages(),
      organizations: organizationIds.map((organizationId) => ({
        organizationId,
        crawlWantedAfterMs: rechecks.crawlWantedAfterMs(organizationId),
        historyWantedAfterMs: notFound.get(organizationId) ?? null,
        payable: ledger.factsOf({ organizationId, group: 'payable' }),
        history: ledger.factsOf({ organizationId, group: 'history' }),
        invoices:
          invoicesAllowed && isOpened(organizationId)
            ? ledger.factsOf({ organizationId, group: 'invoices' })
            : null,
      })),
      quotaUntilMs: ledger.quotaUntilMs,
      historyOff,
    };
  };

  const readOrganizations = async (priority: PullPriority): Promise<void> => {
    const answer = await deps.calls.ask('service.organizations', { priority });
    if (closing.signal.aborted) return;
    if (!answer.ok) return ledger.noteError('organizations', priority, answer.error);
    ledger.noteSuccess('organizations');
    await deps.onOrganizations(answer.value.items);
  };

  /** No room: history goes first. If it is gone already, the place itself waits. */
  const makeRoom = async (place: CrawlPlace): Promise<void> => {
    pauses.hold('storageFull');
    if (historyOff || place.group === 'history') ledger.noteDelay(place, STORAGE_RETRY_MS, null);
    if (historyOff) return;
    historyOff = true;
    for (const change of await deps.exclusive(() => cache.dropHistory())) {
      ledger.forgetCrawl({ organizationId: change.organizationId, group: 'history' });
      deps.onChange({ of: 'bills', ...change });
    }
  };

  const rest = async (untilMs: number | null, isForQuota: boolean): Promise<void> => {
    pauses.set('quota', isForQuota);
    publish(null, untilMs);
    await wakeUp.wait(untilMs);
  };

  const step = async (): Promise<void> => {
    if (isStopped(pauses)) return rest(null, false);
    const next = nextPullStep(facts());
    if (next.kind === 'wait') return rest(next.untilMs, next.quota && ledger.isQuotaSpent());
    pauses.release('quota');
    if (next.kind === 'organizations') return readOrganizations(next.priority);
    const isReread = next.kind === 'reread';
    const { organizationId } = isReread ? next.page : next;
    const group = isReread ? 'payable' : next.group;
    try {
      if (isReread) await reread(next.page);
      else await reader.readNext({ organizationId, group }, next.priority);
    } catch (problem) {
      if (!isStorageFull(problem)) throw problem;
      await makeRoom({ organizationId, group });
    }
  };

  const reread = async (page: PlacedPage): Promise<void> => {
    const askedMs = orderedTime.nowMs();
    const outcome = await reader.reread(page);
    if (outcome === 'read') rechecks.noteRead(page, askedMs);
    if (outcome === 'refused') rechecks.noteRefused(page, askedMs);
    if (outcome !== null) deps.onCrawlComplete();
  };

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        await step();
      } catch (problem) {
        if (closing.signal.aborted) return;
        deps.onFault(problem);
        await clock.sleep(FAULT_DELAY_MS, closing.signal);
      }
    }
  };
  const stopWatching = pauses.reasons.subscribe(wakeUp.wake);
  publish(null, null);
  void run();

  return {
    view,
    readings: {
      run: deps.run,
      crawls: ledger.completed,
      heads: rechecks.heads,
      want: (wanted, missing) => {
        const isNew = [...missing].some(([id, sinceMs]) => notFound.get(id) !== sinceMs);
        notFound = missing;
        if (rechecks.want(wanted) || isNew) wakeUp.wake();
      },
    },
    refresh: () => {
      refreshAtMs = orderedTime.nowMs();
      ledger.forgetFailures();
      historyOff = false;
      pauses.release('storageFull');
      wakeUp.wake();
    },
    wake: wakeUp.wake,
    close: () => {
      closing.abort();
      stopWatching();
      wakeUp.wake();
    },
  };
}

/** Reasons that stop the pull as a whole; a full disk and a spent quota are the policy's business. */
function isStopped({ reasons }: Pauses): boolean {
  const held = reasons.get();
  return (['offline', 'signedOut', 'asleep', 'closing'] as const).some((reason) =>
    held.has(reason),
  );
}
