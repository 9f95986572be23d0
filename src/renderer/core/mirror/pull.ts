import {
  createObservable,
  type Observable,
  type ObservableValue,
} from '../../../base/observable.ts';
import type { Random } from '../../../base/random.ts';
import { oldCursorsReadAnew } from '../../../contract/assumptions.ts';
import type { WholeList } from '../../../contract/lists/page.ts';
import type { MalformedItem } from '../../../contract/body/read-item.ts';
import type { Organization } from '../../../contract/organization.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import { isStorageFull } from '../indexed-db.ts';
import { createRechecks, type Readings } from './rechecks.ts';
import { createPageReader, type PageReader, type PageReaderDeps } from './page-reader.ts';
import {
  pageKey,
  placeKey,
  type PlacedPage,
  type CrawlPlace,
  type PullPriority,
} from './crawl-place.ts';
import { createOldCursors, type OldCursors } from './old-cursors.ts';
import type { Pauses } from './pauses.ts';
import { createPullLedger, type PullLedger } from './pull-ledger.ts';
import { nextPullStep, type PullFacts, type PullStep } from './pull-policy.ts';
import { idleInvoicePull, idlePullStatus } from './idle-pull.ts';
import { invoicePullOf, pullStatusOf, type PullView } from './pull-status.ts';
import { createWakeUp } from '../time/wake-up.ts';

/** Keeps the mirror of one connection up to date: one request at a time, the most important first. */
export interface Pull {
  readonly view: Observable<PullView>;
  /** Readings that approvals wait for, and their results. */
  readonly readings: Readings;
  /** Reads the bills on screen now at the user's request, whatever failed before. */
  refresh(): void;
  /** Drops history on a full disk, and reads none before the next `refresh`. @throws when the disk refuses */
  dropHistory(): Promise<void>;
  /**
   * Reports that the service failed before an approval could be sent. Review shows it until the organizations, a short
   * list, can be read.
   */
  noteFailure(error: ServiceError): void;
  /** Reports that a request succeeded, so that the service accepts the sign-in. */
  noteSuccess(): void;
  /** Call when a condition of the timing has changed: organization, visibility, power. */
  wake(): void;
  /** Ends the loop. Later answers change nothing. */
  close(): void;
}

export interface PullDeps extends Omit<
  PageReaderDeps,
  'ledger' | 'over' | 'onProgress' | 'onBills' | 'onLeft'
> {
  readonly random: Random;
  readonly pauses: Pauses;
  conditions(): PullConditions;
  onOrganizations(read: WholeList<Organization>): Promise<void>;
  onFault(problem: unknown): void;
}

/** Conditions that affect the timing of the pull. */
export type PullConditions = Pick<
  PullFacts,
  | 'isVisible'
  | 'isOnBattery'
  | 'quota'
  | 'shownAtMs'
  | 'organizationsReadAtMs'
  | 'areInvoicesShown'
  | 'areAllShown'
> & {
  /** Whether the scopes of the sign-in include invoices. */
  readonly mayReadInvoices: boolean;
  /** The organization on screen first. */
  readonly organizationIds: readonly string[];
};

/** Pause before retrying on a full disk. */
const STORAGE_RETRY_MS = 10 * 60_000;
/** Pause after a fault of Billfold's own (a bug, a closed database). */
const FAULT_DELAY_MS = 5_000;

interface PullLoop {
  readonly deps: PullDeps;
  readonly ledger: PullLedger;
  readonly wakeUp: ReturnType<typeof createWakeUp>;
  readonly closing: AbortSignal;
  readonly view: ObservableValue<PullView>;
  readonly rechecks: ReturnType<typeof createRechecks>;
  readonly reader: PageReader;
  /** Organizations with a bill reported as not found, and since when (ordered time). */
  notFound: ReadonlyMap<string, number>;
  /** When the user last asked for a refresh, ordered time; null for never. */
  refreshAtMs: number | null;
  /** Whether the disk had no room for history. */
  isHistoryOff: boolean;
}

export async function startPull(deps: PullDeps): Promise<Pull> {
  const { clock, cache, pauses, orderedTime } = deps;
  const stored = await cache.readCrawls();
  for (const { running, completed } of stored) {
    orderedTime.advancePast(running?.orderedMs ?? null);
    orderedTime.advancePast(completed?.orderedMs ?? null);
  }
  const closing = new AbortController();
  const ledger = createPullLedger(deps, stored);
  const areEnded = !oldCursorsReadAnew || (await cache.fact('oldCursorsEnded')) === true;
  const isRepeated = (await cache.fact('oldCursorsRepeated')) === true;
  const oldCursors = createOldCursors(
    areEnded ? 'ended' : isRepeated ? 'repeated' : 'unproven',
    (proof) =>
      cache
        .putFact(proof === 'ended' ? 'oldCursorsEnded' : 'oldCursorsRepeated', true)
        .catch(deps.onFault),
  );
  const rechecks = createRechecks({ launchId: deps.launchId, oldCursors });
  const wakeUp = createWakeUp(clock);
  const loop: PullLoop = {
    deps,
    ledger,
    wakeUp,
    closing: closing.signal,
    view: createObservable<PullView>({
      statusOf: () => idlePullStatus,
      invoicesOf: () => idleInvoicePull,
    }),
    rechecks,
    reader: createPageReader({
      ...deps,
      ledger,
      over: closing.signal,
      onProgress: (place) => publish(loop, place, null),
      onBills: (page, bills) => {
        const areUsableNow = oldCursors.notePage(page, bills);
        const billIds = new Set(bills.map(({ id }) => id));
        const isListed = rechecks.noteListed(page.organizationId, billIds, oldCursors.readMs(page));
        if (isListed || areUsableNow) deps.onEvidence();
      },
      onLeft: rechecks.noteLeft,
    }),
    notFound: new Map(),
    refreshAtMs: null,
    isHistoryOff: false,
  };
  const wake = (): void => {
    wakeUp.wake();
    loop.reader.stopReadingAhead();
  };
  const stopWatching = pauses.reasons.subscribe(wake);
  publish(loop, null, null);
  void run(loop);
  return {
    view: loop.view,
    readings: readingsOf(loop, oldCursors, wake),
    refresh: () => {
      loop.refreshAtMs = orderedTime.nowMs();
      ledger.forgetFailures();
      loop.isHistoryOff = false;
      pauses.set('storageFull', false);
      wake();
    },
    dropHistory: () => dropHistory(loop),
    noteFailure: (error) => {
      if (ledger.organizationsRetryAtMs() !== null) return;
      ledger.noteError('organizations', 'background', error);
      wake();
    },
    noteSuccess: () => {
      if (ledger.forgetRefusedSignIn()) wake();
    },
    wake,
    close: () => {
      closing.abort();
      stopWatching();
      wake();
    },
  };
}

function readingsOf(loop: PullLoop, oldCursors: OldCursors, wake: () => void): Readings {
  const { deps, ledger, rechecks } = loop;
  const takenMs = new Map<string, number>();
  return {
    launchId: deps.launchId,
    crawls: ledger.completed,
    newestHistoryMs: rechecks.newestHistoryMs,
    readMs: oldCursors.readMs,
    endOldCursors: oldCursors.end,
    pageOf: rechecks.pageOf,
    pagesOf: (organizationId) =>
      ledger.factsOf({ organizationId, group: 'payable' }).pages ?? Number.POSITIVE_INFINITY,
    takeReread: async (page, read) => {
      if (read === 'cursorRefused') return rechecks.noteRefused(page, deps.orderedTime.nowMs());
      const key = pageKey(page);
      if (read.askedMs <= (takenMs.get(key) ?? -1)) return;
      takenMs.set(key, read.askedMs);
      await loop.reader.storeReread(page, read.askedMs, read);
      rechecks.noteRead(page, read.askedMs);
      deps.onEvidence();
    },
    request: (requests, notFound) => {
      const isNew = [...notFound].some(([id, sinceMs]) => loop.notFound.get(id) !== sinceMs);
      loop.notFound = notFound;
      if (rechecks.request(requests) || isNew) wake();
    },
  };
}

function publish(loop: PullLoop, current: CrawlPlace | null, waitsUntilMs: number | null): void {
  const { deps, ledger, view } = loop;
  const reasons = deps.pauses.reasons.get();
  const crawled = { crawls: ledger.crawls(), failures: ledger.failures() };
  const facts = { ...crawled, reasons, current, waitsUntilMs };
  view.set({
    statusOf: (organizationId) => pullStatusOf({ ...facts, organizationId }),
    invoicesOf: (organizationId) => invoicePullOf({ ...facts, organizationId }),
  });
}

async function run(loop: PullLoop): Promise<void> {
  const { deps, closing } = loop;
  while (!closing.aborted) {
    try {
      await step(loop);
    } catch (problem) {
      if (closing.aborted) return;
      deps.onFault(problem);
      await deps.clock.sleep(FAULT_DELAY_MS, closing);
    }
  }
}

async function step(loop: PullLoop): Promise<void> {
  const { deps, ledger, reader } = loop;
  if (isStopped(deps.pauses)) return rest(loop, null, false);
  const next = nextPullStep(factsOf(loop));
  if (next.kind === 'wait')
    return rest(loop, next.untilMs, next.isForQuota && ledger.isQuotaSpent());
  deps.pauses.set('quota', false);
  if (next.kind === 'organizations') return readOrganizations(loop, next.priority);
  const isReread = next.kind === 'reread';
  const { organizationId } = isReread ? next.page : next;
  const group = isReread ? 'payable' : next.group;
  try {
    if (isReread) await reread(loop, next.page);
    else await reader.readOn({ organizationId, group }, next.priority, () => turnOf(loop, next));
  } catch (problem) {
    if (!isStorageFull(problem)) throw problem;
    await makeRoom(loop, { organizationId, group });
  }
}

/** Number of pages the crawl may read next; 0 when another step goes first or the pull has stopped. */
function turnOf(loop: PullLoop, now: Extract<PullStep, { kind: 'page' }>): number {
  if (loop.closing.aborted || isStopped(loop.deps.pauses)) return 0;
  const next = nextPullStep(factsOf(loop));
  const isSame =
    next.kind === 'page' && placeKey(next) === placeKey(now) && next.priority === now.priority;
  return isSame ? next.most : 0;
}

function factsOf({
  deps,
  ledger,
  rechecks,
  notFound,
  refreshAtMs,
  isHistoryOff,
}: PullLoop): PullFacts {
  const { organizationIds, mayReadInvoices, ...conditions } = deps.conditions();
  const [current] = organizationIds;
  if (conditions.quota) ledger.noteUsed(conditions.quota.used.background);
  // Once the user has opened Invoices, a crawl exists, finished or not.
  const isOpened = (organizationId: string): boolean =>
    ledger.hasCrawl({ organizationId, group: 'invoices' }) ||
    (conditions.areInvoicesShown && organizationId === current);
  return {
    ...conditions,
    nowMs: deps.clock.nowMs(),
    refreshAtMs,
    organizationsRetryAtMs: ledger.organizationsRetryAtMs(),
    rereads: rechecks.pages(),
    organizations: organizationIds.map((organizationId) => ({
      organizationId,
      crawlRequestedAfterMs: rechecks.crawlRequestedAfterMs(organizationId),
      historyRequestedAfterMs: notFound.get(organizationId) ?? null,
      billsLeftAtMs: rechecks.billsLeftAtMs(
        organizationId,
        ledger.completed().get(organizationId)?.leftMs ?? null,
      ),
      payable: ledger.factsOf({ organizationId, group: 'payable' }),
      history: ledger.factsOf({ organizationId, group: 'history' }),
      invoices:
        mayReadInvoices && isOpened(organizationId)
          ? ledger.factsOf({ organizationId, group: 'invoices' })
          : null,
    })),
    quotaUntilMs: ledger.quotaUntilMs,
    isHistoryOff,
  };
}

async function rest(loop: PullLoop, untilMs: number | null, isForQuota: boolean): Promise<void> {
  loop.deps.pauses.set('quota', isForQuota);
  publish(loop, null, untilMs);
  await loop.wakeUp.wait(untilMs);
}

async function readOrganizations(
  loop: PullLoop,
  priority: Exclude<PullPriority, 'recheck'>,
): Promise<void> {
  const { deps, ledger, closing } = loop;
  const answer = await deps.calls.ask('service.organizations', { priority });
  if (closing.aborted) return;
  if (!answer.ok) return ledger.noteError('organizations', priority, answer.error);
  const { items, malformed } = answer.value;
  // An empty list would say that the user has no organizations.
  if (items.length === 0 && malformed.length > 0)
    return ledger.noteError('organizations', priority, unreadable(malformed));
  ledger.noteSuccess('organizations');
  await deps.onOrganizations(answer.value);
}

function unreadable([first]: readonly MalformedItem[]): ServiceError {
  return { kind: 'malformedResponse', technical: `organizations: ${first?.problems.join(', ')}` };
}

async function reread({ deps, reader, rechecks }: PullLoop, page: PlacedPage): Promise<void> {
  const askedMs = deps.orderedTime.nowMs();
  const outcome = await reader.reread(page);
  if (outcome === 'read') rechecks.noteRead(page, askedMs);
  if (outcome === 'refused') rechecks.noteRefused(page, askedMs);
  if (outcome !== null) deps.onEvidence();
}

/** Makes room by dropping history. If that was done before, or the crawl reads history, delays the crawl. */
async function makeRoom(loop: PullLoop, place: CrawlPlace): Promise<void> {
  const { isHistoryOff, ledger } = loop;
  if (isHistoryOff || place.group === 'history') ledger.noteDelay(place, STORAGE_RETRY_MS, null);
  if (!isHistoryOff) await dropHistory(loop);
}

async function dropHistory(loop: PullLoop): Promise<void> {
  const { deps, ledger } = loop;
  const { cache, pauses } = deps;
  pauses.set('storageFull', true);
  loop.isHistoryOff = true;
  for (const change of await deps.exclusive(() => cache.dropHistory())) {
    ledger.forgetCrawl({ organizationId: change.organizationId, group: 'history' });
    deps.onChange({ of: 'bills', ...change });
  }
}

/** Whether a reason stops the whole pull. The policy handles a full disk and a used-up quota. */
function isStopped({ reasons }: Pauses): boolean {
  const held = reasons.get();
  return (['offline', 'signedOut', 'asleep', 'closing'] as const).some((reason) =>
    held.has(reason),
  );
}
