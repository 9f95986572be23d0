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
import { isCursorRefused, type ServiceError } from '../../../contract/service-error.ts';
import type { BillCache } from './bill-cache.ts';
import type { CacheChange } from './crawl-store.ts';
import { mostFrom, nextPlace, type Place, type Running } from './crawl-walk.ts';
import type { Serial } from '../../../base/serial.ts';
import type { OrderedTime } from '../time/ordered-time.ts';
import { REFUSAL_DELAY_MS, type PullLedger } from './pull-ledger.ts';
import type { ReadPage } from './old-cursors.ts';
import type { ServiceCalls } from './service-calls.ts';

/** Reads pages: asks, commits, and notes what came of it. `readOn` and `reread` throw when the disk refuses. */
export interface PageReader {
  /**
   * The next pages of a crawl, as long as its turn lasts. They are asked for while those before are written.
   * @param turn how many pages the budget grants; asked again after each answer, 0 ends it
   */
  readOn(place: CrawlPlace, priority: PullPriority, turn: () => number): Promise<void>;
  /** A page out of turn. Null: it could not be had now; else whether the service took its cursor. */
  reread(page: PlacedPage): Promise<'read' | 'refused' | null>;
  /** Commits the bills of a page that was read out of turn, asked for at that ordered time. */
  takeReread(page: PlacedPage, askedMs: number, bills: readonly Bill[]): Promise<void>;
  /** Something else may be waiting: no page is begun before `turn` is asked again. */
  hurry(): void;
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
  /** A crawl has begun, or is further. */
  onProgress(place: CrawlPlace): void;
  /** A page held these bills, which the cache has now. */
  onBills(page: ReadPage, bills: readonly Bill[]): void;
  onChange(change: CacheChange): void;
  /** A crawl of bills is complete. */
  onCrawlComplete(): void;
  /** Malformed items of the organization may have changed. */
  onMalformed(place: CrawlPlace): void;
}

/** Where pages are asked for: behind this cursor of the crawl's present chain. */
type Asked = CrawlPlace & Pick<Running, 'generation' | 'orderedMs' | 'status' | 'after'>;

/** A page with the group it belongs to, which tells bills from invoices, its cursor, and when it was asked for. */
type ReadItems = DistributivePick<FetchedPage, 'group' | 'page' | 'after' | 'askedMs'>;
type DistributivePick<Union, Keys extends keyof Union> = Union extends unknown
  ? Pick<Union, Keys>
  : never;

/** Reads pages, one call under way at a time. */
interface Reader {
  readonly deps: PageReaderDeps;
  readonly endOf: ReturnType<typeof createChainEnd>;
  isAsking: boolean;
}

export function createPageReader(deps: PageReaderDeps): PageReader {
  const reader: Reader = { deps, endOf: createChainEnd(), isAsking: false };
  return {
    readOn: (place, priority, turn) => readOn(reader, place, priority, turn),
    reread: (page) => reread(deps, page),
    takeReread: (page, askedMs, bills) => takeReread(deps, page, askedMs, bills),
    hurry: () => {
      if (reader.isAsking) deps.calls.stopAhead();
    },
  };
}

async function readOn(
  reader: Reader,
  place: CrawlPlace,
  priority: PullPriority,
  turn: () => number,
): Promise<void> {
  const { deps } = reader;
  const { cache, clock, ledger, orderedTime } = deps;
  const crawl = await cache.beginCrawl(place, clock.nowMs(), orderedTime.nowMs());
  ledger.noteCrawl(crawl);
  if (!crawl.running || deps.over.aborted) return;
  deps.onProgress(place);
  const { organizationId, group } = place;
  const { generation, orderedMs } = crawl.running;
  let next: Place | null = crawl.running;
  let written = Promise.resolve(true);
  for (let most = turn(); next !== null && most > 0; most = turn()) {
    const { status, after }: Place = next;
    const asked: Asked = { organizationId, group, generation, orderedMs, status, after };
    const answer = await ask(reader, asked, priority, Math.min(most, mostFrom(next)));
    if (!(await written) || deps.over.aborted) return;
    if (!answer.ok) return noteFailure(deps, asked, priority, answer.error);
    const fetched = untilEnd(reader, asked, answer.value);
    for (const page of fetched) next = next && nextPlace(next, page);
    written = commit(deps, asked, fetched);
    // Told where it is waited for.
    written.catch(() => undefined);
    // What it has met decides whether it goes on.
    if (priority === 'recheck') await written;
  }
  await written;
}

async function ask(reader: Reader, asked: Asked, priority: PullPriority, most: number) {
  reader.isAsking = true;
  const answer = await askNext(reader.deps, asked, priority, most);
  reader.isAsking = false;
  // Each answer is one request at least: a page, or one that failed.
  const requests = answer.ok ? answer.value.length : Number(isCounted(answer.error));
  for (let at = 0; at < requests; at++) reader.deps.ledger.noteTaken(asked, priority);
  return answer;
}

/** Answers whether they were what the crawl waits for. */
async function commit(
  deps: PageReaderDeps,
  asked: Asked,
  fetched: readonly FetchedPage[],
): Promise<boolean> {
  const { cache, ledger } = deps;
  const committed = await deps.exclusive(() => cache.commitPages(fetched));
  if (!committed || deps.over.aborted) return false;
  ledger.noteSuccess(asked);
  ledger.noteCrawl(committed.crawl);
  // The bills first: who is told that all have been read looks for them.
  deps.onChange(committed.change);
  deps.onProgress(asked);
  for (const each of fetched) {
    if (each.group !== 'invoices') deps.onBills(each, each.page.items);
  }
  const isMalformed = fetched.some(({ page }) => page.malformed.length > 0);
  if (isMalformed || committed.completed) deps.onMalformed(asked);
  if (committed.completed && asked.group !== 'invoices') deps.onCrawlComplete();
  return true;
}

async function noteFailure(
  { cache, ledger }: PageReaderDeps,
  asked: Asked,
  priority: PullPriority,
  error: ServiceError,
): Promise<void> {
  if (asked.after === null || !isCursorRefused(error))
    return ledger.noteError(asked, priority, error);
  const restarted = await cache.restartChain(asked, asked.generation);
  if (!restarted) return;
  ledger.noteCrawl(restarted.crawl);
  if (restarted.gaveUp) ledger.noteDelay(asked, REFUSAL_DELAY_MS, error);
}

async function reread(deps: PageReaderDeps, page: PlacedPage): Promise<'read' | 'refused' | null> {
  const { ledger, run } = deps;
  const askedMs = deps.orderedTime.nowMs();
  const limit = BILLS_PAGE_LIMIT.most;
  const request = { ...page, limit, most: 1, askedMs, run } as const;
  const answer = await deps.calls.ask('service.billsPages', { ...request, priority: 'recheck' });
  if (deps.over.aborted) return null;
  if (!answer.ok) {
    if (page.after !== null && isCursorRefused(answer.error)) return 'refused';
    ledger.noteError(payableOf(page), 'recheck', answer.error);
    return null;
  }
  const bills = answer.value.flatMap(({ items }) => items);
  await takeReread(deps, page, askedMs, bills);
  return deps.over.aborted ? null : 'read';
}

async function takeReread(
  deps: PageReaderDeps,
  { organizationId, status, after }: PlacedPage,
  askedMs: number,
  items: readonly Bill[],
): Promise<void> {
  const { cache, clock, run } = deps;
  const listedMs = after === null ? askedMs : 0;
  const read = { organizationId, status, after, askedMs, listedMs, run, seenAtMs: clock.nowMs() };
  const change = await deps.exclusive(() => cache.commitReread({ ...read, items }));
  if (deps.over.aborted) return;
  deps.ledger.noteSuccess(payableOf({ organizationId }));
  deps.onChange({ of: 'bills', ...change });
  deps.onBills(read, items);
}

function payableOf({ organizationId }: Pick<PlacedPage, 'organizationId'>): CrawlPlace {
  return { organizationId, group: 'payable' };
}

/** Asks for the next pages of a crawl. */
async function askNext(
  { calls, orderedTime, run }: PageReaderDeps,
  { organizationId, group, status, after }: Asked,
  priority: PullPriority,
  most: number,
): Promise<Result<readonly ReadItems[], ServiceError>> {
  const askedMs = orderedTime.nowMs();
  const common = { organizationId, after, limit: BILLS_PAGE_LIMIT.most, priority };
  if (group === 'invoices') {
    const answer = await calls.ask('service.invoicesPage', common);
    return answer.ok ? succeed([{ group, page: answer.value, after, askedMs }]) : answer;
  }
  const request = { ...common, status, most, askedMs, run };
  const answer = await calls.ask('service.billsPages', request);
  if (!answer.ok) return answer;
  return succeed(
    answer.value.map((page) => ({ group, page, after: page.after, askedMs: page.askedMs })),
  );
}

/** The pages up to the one that ends their chain. */
function untilEnd(
  { deps, endOf }: Reader,
  asked: Asked,
  read: readonly ReadItems[],
): readonly FetchedPage[] {
  const pages: FetchedPage[] = [];
  for (const each of read) {
    const page = endOf({ ...asked, ...each }, each);
    // A page from a cache may be older than any approval: it is no reading of after one.
    const askedMs = page.page.isCached ? 0 : page.askedMs;
    const listedMs = page.after === null ? askedMs : Math.min(askedMs, asked.orderedMs);
    const seenAtMs = deps.clock.nowMs();
    pages.push({ ...asked, ...page, askedMs, listedMs, run: deps.run, seenAtMs });
    if (page.page.nextCursor === null) break;
  }
  return pages;
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
    return { ...read, page: { ...page, nextCursor: null, cutShort: 'repeats' } } as ReadItems;
  };
}

/** Whether a request that failed was one of the window's: it left, or may have. */
function isCounted(error: ServiceError): boolean {
  const isHeldBack = error.kind === 'rateLimited' && error.by !== 'service';
  return !isHeldBack && error.kind !== 'unreachable' && error.kind !== 'cancelled';
}
