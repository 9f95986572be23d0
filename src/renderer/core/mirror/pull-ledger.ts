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

/** State of the pull: progress of each crawl, failures, and the end of quota pauses. */
export interface PullLedger {
  readonly quotaUntilMs: Readonly<Record<PullPriority, number | null>>;
  /** Copies for observers. */
  crawls(): ReadonlyMap<string, CrawlRow>;
  failures(): ReadonlyMap<string, PullFailure>;
  factsOf(place: CrawlPlace): CrawlFacts;
  /** Whether the place was ever crawled, completely or not. */
  hasCrawl(place: CrawlPlace): boolean;
  organizationsRetryAtMs(): number | null;
  /** The last complete payable crawl by organization. */
  completed(): ReadonlyMap<string, CompletedCrawl>;
  isQuotaSpent(): boolean;
  /** Counts a page request for the place in this quota window. */
  noteTaken(place: CrawlPlace, priority: PullPriority): void;
  /**
   * Updates the number of background requests in the window. If it has fallen, a new window began, or old requests left
   * a sliding one.
   */
  noteUsed(background: number): void;
  noteCrawl(crawl: CrawlRow): void;
  forgetCrawl(place: CrawlPlace): void;
  noteSuccess(place: FailurePlace): void;
  /** Records a failure, which decides when the place is tried again. */
  noteError(place: FailurePlace, priority: PullPriority, error: ServiceError): void;
  /** Makes the place wait for `delayMs`, with an error to show or null. */
  noteDelay(place: FailurePlace, delayMs: number, error: ServiceError | null): void;
  forgetFailures(): void;
  /** Forgets failures that a refused sign-in (401) caused. Returns whether there were any. */
  forgetRefusedSignIn(): boolean;
}

/** Pause before repeating a failed request: 5 s to 5 minutes, unless the service names a time. */
const FAILURE_BACKOFF = { firstMs: 5_000, maxMs: 5 * 60_000 } as const;
/** Pause after the service refuses a request: a refusal seldom ends by itself. */
export const REFUSAL_DELAY_MS = 5 * 60_000;
/** Pause after the service was unreachable, until the connection is recognized as offline. */
const UNREACHABLE_DELAY_MS = 1_000;

const UNAUTHORIZED = 401;

/** Errors with which the service refuses a list. It would refuse a retry, too. */
export const refusals: readonly ServiceErrorKind[] = [
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
        isRunning: Boolean(crawl?.running),
        beganAtMs: crawl?.completed?.beganAtMs ?? null,
        orderedMs: crawl?.completed?.orderedMs ?? null,
        retryAtMs: failures.get(placeKey(place))?.retryAtMs ?? null,
        pages: crawl?.completed?.pages ?? null,
        // Never for history: it is long, and bills that left the payable lists cause another reading anyway.
        isShifted: place.group === 'payable' && crawl?.completed?.overlap === 'once',
        lacksPaid:
          crawl?.completed?.cuts.some(
            ({ status, why }) => status === 'paid' && why === 'notFound',
          ) === true,
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
      // A new window begins near zero. In a sliding window, all counts shrink in proportion.
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
    forgetRefusedSignIn: () => {
      const refused = [...failures].filter(([, { error }]) => error?.status === UNAUTHORIZED);
      for (const [key] of refused) failures.delete(key);
      return refused.length > 0;
    },
  };
}

const byPriority = ['recheck', 'waiting', 'background'] as const satisfies PullPriority[];

/** A limit set by the service stops all priorities. Any other limit stops its priority and those below. */
function stoppedWith(
  priority: PullPriority,
  { by }: { readonly by: string },
): readonly PullPriority[] {
  if (by === 'service') return byPriority;
  // Rechecks have their own share. Using it up does not stop the user's requests.
  return priority === 'recheck' ? [priority] : byPriority.slice(byPriority.indexOf(priority));
}

function completedCrawlsOf(crawls: Iterable<CrawlRow>): ReadonlyMap<string, CompletedCrawl> {
  const found = new Map<string, CompletedCrawl>();
  for (const { organizationId, group, completed } of crawls) {
    if (group !== 'payable' || !completed) continue;
    found.set(organizationId, {
      orderedMs: completed.orderedMs,
      isCutShort: completed.cuts.length > 0,
      leftMs: completed.leftMs,
    });
  }
  return found;
}
