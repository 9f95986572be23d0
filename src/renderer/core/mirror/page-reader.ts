import {
  type PlacedPage,
  placeKey,
  type CrawlPlace,
  type PullPriority,
  type FetchedPage,
} from './crawl-place.ts';
import type { Clock } from '../../../base/clock.ts';
import { canonicalJson } from '../../../base/canonical-json.ts';
import { succeed, type Result } from '../../../base/result.ts';
import { BILLS_PAGE_LIMIT, type Bill } from '../../../contract/bill.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import type { BillCache } from './bill-cache.ts';
import type { CrawlRow } from './cache-database.ts';
import type { CacheChange } from './crawl-store.ts';
import type { Serial } from '../../../base/serial.ts';
import type { OrderedTime } from '../time/ordered-time.ts';
import { REFUSAL_DELAY_MS, type PullLedger } from './pull-ledger.ts';
import type { ServiceCalls } from './service-calls.ts';

/** Reads pages: asks, commits, and notes what came of it. Both throw when the disk refuses. */
export interface PageReader {
  /** The next page of a crawl. */
  readNext(place: CrawlPlace, priority: PullPriority): Promise<void>;
  /** A page out of turn. Null: it could not be had now; else whether the service took its cursor. */
  reread(page: PlacedPage): Promise<'read' | 'refused' | null>;
}

export interface PageReaderDeps {
  readonly clock: Clock;
  readonly orderedTime: OrderedTime;
  readonly calls: ServiceCalls;
  readonly cache: BillCache;
  readonly ledger: PullLedger;
  /** Names this run of the window. */
  readonly run: string;
  /** Pages are committed in this lane, so that no approval is decided on half a page. */
  readonly exclusive: Serial;
  /** Aborted when the pull is over: what comes later changes nothing. */
  readonly over: AbortSignal;
  onBegun(place: CrawlPlace): void;
  /** A page asked for at that time (ordered time) held these bills, which the cache has now. */
  onBills(organizationId: string, bills: readonly Bill[], askedMs: number): void;
  onChange(change: CacheChange): void;
  /** A crawl of bills is complete. */
  onCrawlComplete(): void;
  /** Malformed items of the organization may have changed. */
  onMalformed(place: CrawlPlace): void;
}

/** What is asked for, and when (ordered time): the page after this cursor of the crawl's present chain. */
type Asked = CrawlPlace &
  Pick<Running, 'generation' | 'status' | 'after'> & { readonly askedMs: number };
type Running = NonNullable<CrawlRow['running']>;

/** A page with the group it belongs to, which tells bills from invoices. */
type ReadItems = DistributivePick<FetchedPage, 'group' | 'page'>;
type DistributivePick<Union, Keys extends keyof Union> = Union extends unknown
  ? Pick<Union, Keys>
  : never;

export function createPageReader(deps: PageReaderDeps): PageReader {
  const { clock, cache, ledger, run } = deps;
  const endOf = createChainEnd();

  const restart = async (asked: Asked, error: ServiceError): Promise<void> => {
    const restarted = await cache.restartChain(asked, asked.generation);
    if (!restarted) return;
    ledger.noteCrawl(restarted.crawl);
    if (restarted.gaveUp) ledger.noteDelay(asked, REFUSAL_DELAY_MS, error);
  };

  const commit = async (asked: Asked, read: ReadItems): Promise<void> => {
    const fetched = { ...asked, ...read, run, seenAtMs: clock.nowMs() };
    const committed = await deps.exclusive(() => cache.commitPage(fetched));
    if (!committed || deps.over.aborted) return;
    ledger.noteSuccess(asked);
    ledger.noteCrawl(committed.crawl);
    deps.onChange(committed.change);
    if (read.group !== 'invoices')
      deps.onBills(asked.organizationId, read.page.items, asked.askedMs);
    if (read.page.malformed.length > 0 || committed.completed) deps.onMalformed(asked);
    if (committed.completed && asked.group !== 'invoices') deps.onCrawlComplete();
  };

  const readNext: PageReader['readNext'] = async (place, priority) => {
    const crawl = await cache.beginCrawl(place, clock.nowMs(), deps.orderedTime.nowMs());
    ledger.noteCrawl(crawl);
    if (!crawl.running || deps.over.aborted) return;
    deps.onBegun(place);
    const { organizationId, group } = place;
    const { generation, status, after } = crawl.running;
    const askedMs = deps.orderedTime.nowMs();
    const asked = { organizationId, group, generation, status, after, askedMs };
    const answer = await askNext(deps.calls, asked, priority);
    if (deps.over.aborted) return;
    if (answer.ok || isCounted(answer.error)) ledger.noteTaken(place, priority);
    if (!answer.ok) {
      if (after !== null && isCursorRefused(answer.error)) return restart(asked, answer.error);
      return ledger.noteError(place, priority, answer.error);
    }
    await commit(asked, endOf(asked, answer.value));
  };

  const reread: PageReader['reread'] = async ({ organizationId, status, after }) => {
    const askedMs = deps.orderedTime.nowMs();
    const limit = BILLS_PAGE_LIMIT.most;
    const request = { organizationId, status, after, limit, priority: 'recheck' } as const;
    const answer = await deps.calls.ask('service.billsPage', request);
    if (deps.over.aborted) return null;
    const place = { organizationId, group: 'payable' } as const;
    if (!answer.ok) {
      if (after !== null && isCursorRefused(answer.error)) return 'refused';
      ledger.noteError(place, 'recheck', answer.error);
      return null;
    }
    const { items } = answer.value;
    const read = { organizationId, status, after, askedMs, run, seenAtMs: clock.nowMs(), items };
    const change = await deps.exclusive(() => cache.commitReread(read));
    if (deps.over.aborted) return null;
    ledger.noteSuccess(place);
    deps.onChange({ of: 'bills', ...change });
    deps.onBills(organizationId, items, askedMs);
    return 'read';
  };

  return { readNext, reread };
}

/** Asks for the next page of a crawl. */
async function askNext(
  calls: ServiceCalls,
  { organizationId, group, status, after }: Asked,
  priority: PullPriority,
): Promise<Result<ReadItems, ServiceError>> {
  const common = { organizationId, after, limit: BILLS_PAGE_LIMIT.most, priority };
  if (group === 'invoices') {
    const answer = await calls.ask('service.invoicesPage', common);
    return answer.ok ? succeed({ group, page: answer.value }) : answer;
  }
  const answer = await calls.ask('service.billsPage', { ...common, status });
  return answer.ok ? succeed({ group, page: answer.value }) : answer;
}

/** A list goes on as long as its pages bring ids it has not brought yet; so many without any end it. */
const MOST_BARREN_PAGES = 3;

/**
 * Ends a chain that would be read for ever: at a cursor it has had already, and after pages that bring
 * nothing new. Kept in memory alone: after a start it is found out once more.
 */
function createChainEnd(): (asked: Asked, read: ReadItems) => ReadItems {
  const chains = new Map<
    string,
    { key: string; cursors: Set<string>; ids: Set<string>; barren: number }
  >();
  return (asked, read) => {
    const { page } = read;
    const place = placeKey(asked);
    const key = `${asked.generation} ${asked.status}`;
    const known = chains.get(place);
    const isFirst = known?.key !== key || asked.after === null;
    const chain = isFirst
      ? { key, cursors: new Set<string>(), ids: new Set<string>(), barren: 0 }
      : known;
    chains.set(place, chain);
    const before = chain.ids.size;
    for (const { id } of page.items) chain.ids.add(id);
    for (const { id, raw } of page.malformed) chain.ids.add(id ?? canonicalJson(raw));
    chain.barren = chain.ids.size > before ? 0 : chain.barren + 1;
    if (asked.after !== null) chain.cursors.add(asked.after);
    if (page.nextCursor === null) return read;
    const isLoop = chain.cursors.has(page.nextCursor) || chain.barren >= MOST_BARREN_PAGES;
    if (!isLoop) return read;
    return { ...read, page: { ...page, nextCursor: null, cutShort: true } } as ReadItems;
  };
}

/** Whether a request that failed was one of the window's: it left, or may have. */
function isCounted(error: ServiceError): boolean {
  const isHeldBack = error.kind === 'rateLimited' && error.by !== 'service';
  return !isHeldBack && error.kind !== 'unreachable' && error.kind !== 'cancelled';
}

/** How the service says that it does not know a cursor (any more). */
function isCursorRefused(error: ServiceError): boolean {
  return ['invalid', 'notFound', 'validationFailed'].includes(error.kind);
}
