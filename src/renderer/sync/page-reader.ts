import type { Clock } from '../../base/clock.ts';
import { succeed, type Result } from '../../base/result.ts';
import { BILLS_PAGE_LIMIT } from '../../contract/bill.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { BillCache } from '../cache/bill-cache.ts';
import type { CrawlRow } from '../cache/cache-database.ts';
import type { CacheChange, FetchedPage } from '../cache/crawl-store.ts';
import type { Serial } from '../cache/serial.ts';
import type { OrderedTime } from './ordered-time.ts';
import { REFUSAL_DELAY_MS, type PullLedger } from './pull-ledger.ts';
import type { CrawlPlace, PullPriority } from './pull-policy.ts';
import type { ServiceCalls } from './service-calls.ts';

/** Reads one page of a crawl: asks, commits, and notes what came of it. @throws when the disk refuses */
export type ReadPage = (place: CrawlPlace, priority: PullPriority) => Promise<void>;

export interface PageReaderDeps {
  readonly clock: Clock;
  readonly orderedTime: OrderedTime;
  readonly calls: ServiceCalls;
  readonly cache: BillCache;
  readonly ledger: PullLedger;
  /** Pages are committed in this lane, so that no approval is decided on half a look. */
  readonly exclusive: Serial;
  /** Aborted when the pull is over: what comes later changes nothing. */
  readonly over: AbortSignal;
  onBegun(place: CrawlPlace): void;
  onChange(change: CacheChange): void;
  /** A payable crawl is complete. */
  onLook(): void;
  /** Malformed items of the organization may have changed. */
  onMalformed(place: CrawlPlace): void;
}

/** What is asked for: the page after this cursor of the crawl's present chain. */
type Asked = CrawlPlace & Pick<Running, 'generation' | 'status' | 'after'>;
type Running = NonNullable<CrawlRow['running']>;

/** A page with the group it belongs to, which tells bills from invoices. */
type ReadItems = DistributivePick<FetchedPage, 'group' | 'page'>;
type DistributivePick<Union, Keys extends keyof Union> = Union extends unknown
  ? Pick<Union, Keys>
  : never;

export function createPageReader(deps: PageReaderDeps): ReadPage {
  const { clock, cache, ledger } = deps;

  const restart = async (asked: Asked, error: ServiceError): Promise<void> => {
    const restarted = await cache.restartChain(asked, asked.generation);
    if (!restarted) return;
    ledger.noteCrawl(restarted.crawl);
    if (restarted.gaveUp) ledger.noteDelay(asked, REFUSAL_DELAY_MS, error);
  };

  const commit = async (asked: Asked, read: ReadItems): Promise<void> => {
    const fetched = { ...asked, ...read, seenAtMs: clock.nowMs() };
    const committed = await deps.exclusive(() => cache.commitPage(fetched));
    if (!committed || deps.over.aborted) return;
    ledger.noteSuccess(asked);
    ledger.noteCrawl(committed.crawl);
    deps.onChange(committed.change);
    if (read.page.malformed.length > 0 || committed.completed) deps.onMalformed(asked);
    if (committed.completed && asked.group === 'payable') deps.onLook();
  };

  const ask = async (
    { organizationId, group, status, after }: Asked,
    priority: PullPriority,
  ): Promise<Result<ReadItems, ServiceError>> => {
    const limit = BILLS_PAGE_LIMIT.most;
    const common = { organizationId, after, limit, priority };
    if (group === 'invoices') {
      const answer = await deps.calls.ask('service.invoicesPage', common);
      return answer.ok ? succeed({ group, page: answer.value }) : answer;
    }
    const answer = await deps.calls.ask('service.billsPage', { ...common, status });
    return answer.ok ? succeed({ group, page: answer.value }) : answer;
  };

  return async (place, priority) => {
    const crawl = await cache.beginCrawl(place, clock.nowMs(), deps.orderedTime.nowMs());
    ledger.noteCrawl(crawl);
    if (!crawl.running || deps.over.aborted) return;
    deps.onBegun(place);
    const { organizationId, group } = place;
    const { generation, status, after } = crawl.running;
    const asked = { organizationId, group, generation, status, after };
    const answer = await ask(asked, priority);
    if (deps.over.aborted) return;
    if (answer.ok || isCounted(answer.error)) ledger.noteTaken(place, priority);
    if (!answer.ok) {
      if (after !== null && isCursorRefused(answer.error)) return restart(asked, answer.error);
      return ledger.noteError(place, priority, answer.error);
    }
    if (after !== null && answer.value.page.nextCursor === after) return restart(asked, sameCursor);
    await commit(asked, answer.value);
  };
}

/** Whether a request that failed was one of the window's: it left, or may have. */
function isCounted(error: ServiceError): boolean {
  const isHeldBack = error.kind === 'rateLimited' && error.by !== 'service';
  return !isHeldBack && error.kind !== 'unreachable' && error.kind !== 'cancelled';
}

/** How the service says that it does not know a cursor (any more). */
function isCursorRefused(error: ServiceError): boolean {
  return error.kind === 'invalid' || error.kind === 'notFound';
}

/** A chain that hands out the same cursor again would be read for ever. */
const sameCursor: ServiceError = {
  kind: 'malformedResponse',
  technical: 'the next cursor is the one just used',
};
