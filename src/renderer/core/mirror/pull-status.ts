import type { ServiceError } from '../../../contract/service-error.ts';
import { idlePullStatus, type InvoicePullStatus, type PullStatus } from './idle-pull.ts';
import type { BillGroup, CrawlGroup, CrawlRow, Cut } from './cache-database.ts';
import type { PauseReason } from './pauses.ts';
import { placeKey, type FailurePlace, type CrawlPlace } from './crawl-place.ts';

/** A place that could not be read, and the time of the next try (epoch milliseconds). */
export interface PullFailure {
  readonly count: number;
  readonly retryAtMs: number;
  /** Null when another part of the screen shows the reason (offline). */
  readonly error: ServiceError | null;
}

/** State of the pull, for one organization at a time. */
export interface PullView {
  statusOf(organizationId: string | null): PullStatus;
  invoicesOf(organizationId: string | null): InvoicePullStatus;
}

export interface PullStatusFacts {
  readonly organizationId: string | null;
  readonly crawls: ReadonlyMap<string, CrawlRow>;
  readonly failures: ReadonlyMap<string, PullFailure>;
  readonly reasons: ReadonlySet<PauseReason>;
  readonly current: CrawlPlace | null;
  /** When the pull continues by itself, epoch milliseconds; null for unknown. */
  readonly waitsUntilMs: number | null;
}

/** Reasons in the order to show them: first the ones the user can act on. */
const reasonOrder: readonly PauseReason[] = [
  'closing',
  'signedOut',
  'offline',
  'asleep',
  'storageFull',
  'quota',
];

/** Status of the organization's bills, for the status bar. */
export function pullStatusOf(facts: PullStatusFacts): PullStatus {
  const { organizationId } = facts;
  const payable = crawlOf(facts, 'payable');
  const history = crawlOf(facts, 'history');
  const place = facts.current?.organizationId === organizationId ? facts.current : null;
  const read = place?.group === 'invoices' ? null : (place?.group ?? null);
  const isMine = read !== null;
  const group = read ?? unfinished(payable, history);
  const crawl = group === 'history' ? history : payable;
  const paused = pausedBy(facts);
  const failure = failureOf(facts, ['payable', 'history']);
  return {
    kind: kindOf(isMine, paused, failure),
    group,
    pages: crawl?.running?.pages ?? 0,
    bills: crawl?.running?.bills ?? 0,
    expectedBills: crawl?.completed?.bills ?? null,
    payableSyncedAtMs: payable?.completed?.beganAtMs ?? null,
    historySyncedAtMs: history?.completed?.beganAtMs ?? null,
    cuts: [payable, history].flatMap(cutsOf),
    paused,
    retryAtMs: failure?.retryAtMs ?? (paused === 'quota' ? facts.waitsUntilMs : null),
    error: failure?.error ?? null,
  };
}

/** Status of the organization's invoices, for the Invoices screen. */
export function invoicePullOf(facts: PullStatusFacts): InvoicePullStatus {
  const crawl = crawlOf(facts, 'invoices');
  const { current, organizationId } = facts;
  const isMine = current?.group === 'invoices' && current.organizationId === organizationId;
  const paused = pausedBy(facts);
  const failure = failureOf(facts, ['invoices']);
  return {
    kind: kindOf(isMine, paused, failure),
    pages: crawl?.running?.pages ?? 0,
    syncedAtMs: crawl?.completed?.beganAtMs ?? null,
    paused,
    retryAtMs: failure?.retryAtMs ?? (paused === 'quota' ? facts.waitsUntilMs : null),
    error: failure?.error ?? null,
  };
}

function pausedBy({ reasons }: PullStatusFacts): PauseReason | null {
  return reasonOrder.find((reason) => reasons.has(reason)) ?? null;
}

function kindOf(
  isMine: boolean,
  paused: PauseReason | null,
  failure: PullFailure | null,
): PullStatus['kind'] {
  if (isMine) return 'crawling';
  if (paused) return 'paused';
  return failure ? 'failed' : 'idle';
}

/** Cuts by chain: those of the crawl under way replace those of the last complete one. */
function cutsOf(crawl: CrawlRow | null): readonly Cut[] {
  const now = crawl?.running?.cuts ?? [];
  const before = crawl?.completed?.cuts ?? [];
  return [...now, ...before.filter(({ status }) => !now.some((cut) => cut.status === status))];
}

function unfinished(payable: CrawlRow | null, history: CrawlRow | null): BillGroup | null {
  if (payable?.running) return 'payable';
  return history?.running ? 'history' : null;
}

function crawlOf({ crawls, organizationId }: PullStatusFacts, group: CrawlGroup): CrawlRow | null {
  if (organizationId === null) return null;
  return crawls.get(placeKey({ organizationId, group })) ?? null;
}

function failureOf(
  { failures, organizationId }: PullStatusFacts,
  groups: readonly CrawlGroup[],
): PullFailure | null {
  const places: FailurePlace[] = ['organizations'];
  if (organizationId !== null) {
    places.unshift(...groups.map((group) => ({ organizationId, group })));
  }
  const found = places.flatMap((place) => failures.get(placeKey(place)) ?? []);
  return found.find((failure) => failure.error !== null) ?? null;
}

/**
 * Status of several organizations as one: as old as the oldest, and unread while one of them is.
 * @param statuses one per organization on screen, the current one first
 */
export function pullStatusOfAll(statuses: readonly PullStatus[]): PullStatus {
  const [first = idlePullStatus] = statuses;
  const leading =
    statuses.find(({ kind }) => kind === 'crawling') ??
    statuses.find(({ kind }) => kind === 'paused') ??
    statuses.find(({ kind }) => kind === 'failed') ??
    first;
  const { kind, group, paused } = leading;
  const failed = statuses.find(({ error }) => error !== null);
  return {
    kind,
    group,
    pages: sum(statuses.map(({ pages }) => pages)),
    bills: sum(statuses.map(({ bills }) => bills)),
    expectedBills:
      whole(statuses.map(({ expectedBills }) => expectedBills))?.reduce(add, 0) ?? null,
    payableSyncedAtMs: oldest(statuses.map(({ payableSyncedAtMs }) => payableSyncedAtMs)),
    historySyncedAtMs: oldest(statuses.map(({ historySyncedAtMs }) => historySyncedAtMs)),
    cuts: statuses.flatMap(({ cuts }) => cuts),
    paused,
    retryAtMs: (failed ?? leading).retryAtMs,
    error: failed?.error ?? null,
  };
}

function oldest(times: readonly (number | null)[]): number | null {
  const known = whole(times);
  return known === null || known.length === 0 ? null : Math.min(...known);
}

/** The numbers; null if one of them is unknown. */
function whole(numbers: readonly (number | null)[]): readonly number[] | null {
  const known = numbers.filter((number) => number !== null);
  return known.length === numbers.length ? known : null;
}

const add = (one: number, other: number): number => one + other;
const sum = (numbers: readonly number[]): number => numbers.reduce(add, 0);
