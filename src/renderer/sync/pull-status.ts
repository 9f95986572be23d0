import type { ServiceError } from '../../contract/service-error.ts';
import type { CrawlGroup, CrawlRow } from '../cache/cache-database.ts';
import type { PauseReason, PullStatus } from '../workspace.ts';
import { placeKey, type FailurePlace } from './pull-ledger.ts';
import type { CrawlPlace } from './pull-policy.ts';

/** A place that could not be read, and when it is tried again (epoch milliseconds). */
export interface PullFailure {
  readonly count: number;
  readonly retryAtMs: number;
  /** Null when the reason is shown elsewhere (offline). */
  readonly error: ServiceError | null;
}

/** The state of the pull, told for one organization at a time. */
export interface PullView {
  statusOf(organizationId: string | null): PullStatus;
}

export interface PullStatusFacts {
  readonly organizationId: string | null;
  readonly crawls: ReadonlyMap<string, CrawlRow>;
  readonly failures: ReadonlyMap<string, PullFailure>;
  readonly reasons: ReadonlySet<PauseReason>;
  readonly current: CrawlPlace | null;
  /** When the pull goes on by itself, epoch milliseconds. */
  readonly waitsUntilMs: number | null;
}

/** Before anything is known. */
export const idlePullStatus: PullStatus = {
  kind: 'idle',
  group: null,
  pages: 0,
  bills: 0,
  expectedBills: null,
  payableAsOfMs: null,
  historyAsOfMs: null,
  paused: null,
  retryAtMs: null,
  error: null,
};

/** The most telling reason first: what the user can do something about, then the rest. */
const reasonOrder: readonly PauseReason[] = [
  'closing',
  'signedOut',
  'offline',
  'asleep',
  'storageFull',
  'quota',
];

/** What the status bar shows of the organization's mirror. */
export function pullStatusOf(facts: PullStatusFacts): PullStatus {
  const { organizationId } = facts;
  const payable = crawlOf(facts, 'payable');
  const history = crawlOf(facts, 'history');
  const isMine = facts.current !== null && facts.current.organizationId === organizationId;
  const group = isMine ? (facts.current?.group ?? null) : unfinished(payable, history);
  const crawl = group === 'history' ? history : payable;
  const paused = reasonOrder.find((reason) => facts.reasons.has(reason)) ?? null;
  const failure = failureOf(facts);
  return {
    kind: kindOf(isMine, paused, failure),
    group,
    pages: crawl?.running?.pages ?? 0,
    bills: crawl?.running?.bills ?? 0,
    expectedBills: crawl?.completed?.bills ?? null,
    payableAsOfMs: payable?.completed?.beganAtMs ?? null,
    historyAsOfMs: history?.completed?.beganAtMs ?? null,
    paused,
    retryAtMs: failure?.retryAtMs ?? (paused === 'quota' ? facts.waitsUntilMs : null),
    error: failure?.error ?? null,
  };
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

function unfinished(payable: CrawlRow | null, history: CrawlRow | null): CrawlGroup | null {
  if (payable?.running) return 'payable';
  return history?.running ? 'history' : null;
}

function crawlOf({ crawls, organizationId }: PullStatusFacts, group: CrawlGroup): CrawlRow | null {
  if (organizationId === null) return null;
  return crawls.get(placeKey({ organizationId, group })) ?? null;
}

function failureOf({ failures, organizationId }: PullStatusFacts): PullFailure | null {
  const places: FailurePlace[] = ['organizations'];
  if (organizationId !== null) {
    places.unshift({ organizationId, group: 'payable' }, { organizationId, group: 'history' });
  }
  const found = places.flatMap((place) => failures.get(placeKey(place)) ?? []);
  return found.find((failure) => failure.error !== null) ?? null;
}
