import {
  type FailurePlace,
  placeKey,
  type CrawlFacts,
  type CrawlPlace,
  type PullPriority,
} from './crawl-place.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Random } from '../../../base/random.ts';
import type { ServiceError, ServiceErrorKind } from '../../../contract/service-error.ts';
import type { CrawlRow } from './cache-database.ts';
import { askAgainAtMs, backoffMs } from '../../../base/backoff.ts';
import type { PullFailure } from './pull-status.ts';
import type { CompletedCrawl } from './rechecks.ts';

/** What the pull knows: how far each crawl is, what failed, until when the quota is spent. */
export interface PullLedger {
  readonly quotaUntilMs: Readonly<Record<PullPriority, number | null>>;
  /** Copies, for whoever shows them. */
  crawls(): ReadonlyMap<string, CrawlRow>;
  failures(): ReadonlyMap<string, PullFailure>;
  factsOf(place: CrawlPlace): CrawlFacts;
  /** Whether the place has ever been crawled, to an end or not. */
  hasCrawl(place: CrawlPlace): boolean;
  organizationsRetryAtMs(): number | null;
  /** The last complete payable crawl by organization. */
  completed(): ReadonlyMap<string, CompletedCrawl>;
  isQuotaSpent(): boolean;
  /** The place was asked for a page, which the window of the quota has counted. */
  noteTaken(place: CrawlPlace, priority: PullPriority): void;
  /** How much background work has used of the window. Less than before: another window, or time. */
  noteUsed(background: number): void;
  noteCrawl(crawl: CrawlRow): void;
  forgetCrawl(place: CrawlPlace): void;
  noteSuccess(place: FailurePlace): void;
  /** What the service, or the way to it, said no with: decides when the place is tried again. */
  noteError(place: FailurePlace, priority: PullPriority, error: ServiceError): void;
  /** The place waits for `delayMs`, with an error to show or none. */
  noteDelay(place: FailurePlace, delayMs: number, error: ServiceError | null): void;
  forgetFailures(): void;
}

/** A failed request is repeated after 5 s up to 5 minutes, or when the service says, for as long as it fails. */
const FAILURE_BACKOFF = { firstMs: 5_000, mostMs: 5 * 60_000 } as const;
/** A "no" of the service seldom changes by itself. */
export const REFUSAL_DELAY_MS = 5 * 60_000;
/** Offline is a pause of its own; until it holds, not another try at once. */
const UNREACHABLE_DELAY_MS = 1_000;

const refusals: readonly ServiceErrorKind[] = [
  'forbidden',
  'notFound',
  'invalid',
  'validationFailed',
];

export function createPullLedger(
  deps: { readonly clock: Clock; readonly random: Random },
  stored: readonly CrawlRow[],
): PullLedger {
  const { clock } = deps;
  const crawls = new Map(stored.map((crawl) => [placeKey(crawl), crawl]));
  const failures = new Map<string, PullFailure>();
  const quotaUntilMs: Record<PullPriority, number | null> = {
    recheck: null,
    waiting: null,
    background: null,
  };
  const taken = new Map<string, number>();
  let used = 0;

  const noteDelay: PullLedger['noteDelay'] = (place, delayMs, error) => {
    const count = (failures.get(placeKey(place))?.count ?? 0) + 1;
    failures.set(placeKey(place), { count, retryAtMs: clock.nowMs() + delayMs, error });
  };

  return {
    quotaUntilMs,
    crawls: () => new Map(crawls),
    failures: () => new Map(failures),
    factsOf: (place) => {
      const crawl = crawls.get(placeKey(place));
      return {
        running: Boolean(crawl?.running),
        beganAtMs: crawl?.completed?.beganAtMs ?? null,
        orderedMs: crawl?.completed?.orderedMs ?? null,
        retryAtMs: failures.get(placeKey(place))?.retryAtMs ?? null,
        pages: crawl?.completed?.pages ?? null,
        taken: taken.get(placeKey(place)) ?? 0,
      };
    },
    hasCrawl: (place) => crawls.has(placeKey(place)),
    organizationsRetryAtMs: () => failures.get('organizations')?.retryAtMs ?? null,
    completed: () => completedCrawlsOf(crawls.values()),
    isQuotaSpent: () =>
      Object.values(quotaUntilMs).some((endMs) => endMs !== null && endMs > clock.nowMs()),
    noteTaken: (place, priority) => {
      if (priority !== 'background') return;
      taken.set(placeKey(place), (taken.get(placeKey(place)) ?? 0) + 1);
    },
    noteUsed: (background) => {
      // A new window begins with next to nothing; where the count slides, all grow less alike.
      if (background < used) {
        for (const [key, count] of taken) taken.set(key, (count * background) / used);
      }
      used = background;
    },
    noteCrawl: (crawl) => crawls.set(placeKey(crawl), crawl),
    forgetCrawl: (place) => crawls.delete(placeKey(place)),
    noteSuccess: (place) => failures.delete(placeKey(place)),
    noteDelay,
    noteError: (place, priority, error) => {
      if (error.kind === 'rateLimited') {
        const untilMs = askAgainAtMs(error.retryAtMs, clock.nowMs());
        for (const stopped of stoppedWith(priority, error)) quotaUntilMs[stopped] = untilMs;
      } else if (error.kind === 'unreachable' || error.kind === 'cancelled') {
        noteDelay(place, UNREACHABLE_DELAY_MS, null);
      } else if (refusals.includes(error.kind)) {
        noteDelay(place, REFUSAL_DELAY_MS, error);
      } else {
        const count = (failures.get(placeKey(place))?.count ?? 0) + 1;
        const delayMs = backoffMs(FAILURE_BACKOFF, count, deps.random);
        const askedMs = error.kind === 'serverFailed' ? (error.retryAtMs ?? 0) : 0;
        const untilMs = askAgainAtMs(askedMs, clock.nowMs());
        noteDelay(place, Math.max(delayMs, untilMs - clock.nowMs()), error);
      }
    },
    forgetFailures: () => failures.clear(),
  };
}

const byPriority = ['recheck', 'waiting', 'background'] as const satisfies PullPriority[];

/** The service's own word stops all; what else stops a priority stops those below it. */
function stoppedWith(
  priority: PullPriority,
  { by }: { readonly by: string },
): readonly PullPriority[] {
  if (by === 'service') return byPriority;
  // Rechecks have a share of their own: what the user waits for has its quota all the same.
  return priority === 'recheck' ? [priority] : byPriority.slice(byPriority.indexOf(priority));
}

function completedCrawlsOf(crawls: Iterable<CrawlRow>): ReadonlyMap<string, CompletedCrawl> {
  const found = new Map<string, CompletedCrawl>();
  for (const { organizationId, group, completed } of crawls) {
    if (group !== 'payable' || !completed) continue;
    found.set(organizationId, {
      orderedMs: completed.orderedMs,
      cutShort: completed.cuts.length > 0,
    });
  }
  return found;
}
