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
import { chainsOf, mostFrom, nextPlace, type Place, type Running } from './crawl-walk.ts';
import type { Serial } from '../../../base/serial.ts';
import type { OrderedTime } from '../time/ordered-time.ts';
import { REFUSAL_DELAY_MS, type PullLedger, refusals } from './pull-ledger.ts';
import type { ReadPage } from './old-cursors.ts';
import type { Page } from '../../../contract/lists/page.ts';
import type { ServiceCalls } from './service-calls.ts';

type RereadPage = Pick<Page<Bill>, 'items' | 'malformed' | 'nextCursor'>;

/** Requests pages, stores them and records the results. `readOn` and `reread` throw when the disk refuses. */
export interface PageReader {
  /**
   * Reads the next pages of a crawl while its turn lasts. Requests them while the previous ones are written.
   * @param turn number of pages the budget grants; called again after each answer, 0 ends the turn
   */
  readOn(place: CrawlPlace, priority: PullPriority, turn: () => number): Promise<void>;
  /**
   * Reads a page out of turn. Returns whether the service accepted its cursor; null when it cannot be read now.
   */
  reread(page: PlacedPage): Promise<'read' | 'refused' | null>;
  /** Stores the bills of a page that main read out of turn, by a request at `askedMs` (ordered time). */
  storeReread(page: PlacedPage, askedMs: number, read: RereadPage): Promise<void>;
  /** Ends reading ahead, because a more urgent page may be waiting: `turn` is called before the next page. */
  stopReadingAhead(): void;
}

export interface PageReaderDeps {
  readonly clock: Clock;
  readonly orderedTime: OrderedTime;
  readonly calls: ServiceCalls;
  readonly cache: BillCache;
  readonly ledger: PullLedger;
  readonly launchId: string;
  /** Lane in which pages are stored, so that no approval is decided on half a page. */
  readonly exclusive: Serial;
  /** Aborted when the pull ends. Later answers change nothing. */
  readonly over: AbortSignal;
  /** Called when a crawl begins or progresses. */
  onProgress(place: CrawlPlace): void;
  /** Called when a page with these bills is in the cache. */
  onBills(page: ReadPage, bills: readonly Bill[]): void;
  /** Called when a crawl of payable bills, complete at `leftMs` (ordered time), no longer listed these. */
  onLeft(organizationId: string, billIds: readonly string[], leftMs: number): void;
  onChange(change: CacheChange): void;
  /** Called when approvals may have new evidence: a crawl of bills is complete, or an awaited bill or page was read. */
  onEvidence(): void;
  /** Called when the organization's malformed items may have changed. */
  onMalformed(place: CrawlPlace): void;
}

/** Place of the pages requested: after this cursor of the crawl's present chain. */
type Asked = CrawlPlace & Pick<Running, 'generation' | 'orderedMs' | 'status' | 'after'>;

/** A page with its group, which distinguishes bills from invoices, its cursor, and the time of the request. */
type ReadItems = DistributivePick<FetchedPage, 'group' | 'page' | 'after' | 'askedMs' | 'again'>;
type DistributivePick<Union, Keys extends keyof Union> = Union extends unknown
  ? Pick<Union, Keys>
  : never;

/** State of a page reader. It has at most one call under way. */
interface Reader {
  readonly deps: PageReaderDeps;
  readonly endOf: ReturnType<typeof createChainEnd>;
  /** Statuses without a list (404) by place, since the last answer with a list. */
  readonly refused: Map<string, Set<string>>;
  isAsking: boolean;
}

export function createPageReader(deps: PageReaderDeps): PageReader {
  const reader: Reader = { deps, endOf: createChainEnd(), refused: new Map(), isAsking: false };
  return {
    readOn: (place, priority, turn) => readOn(reader, place, priority, turn),
    reread: (page) => reread(deps, page),
    storeReread: (page, askedMs, read) => storeReread(deps, page, askedMs, read),
    stopReadingAhead: () => {
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
    const sent = await ask(reader, asked, priority, Math.min(most, mostFrom(next)));
    const answer = withRefusedListAsCut(reader, asked, sent);
    if (!(await written) || deps.over.aborted) return;
    if (!answer.ok) return noteFailure(deps, asked, priority, answer.error);
    const fetched = untilEnd(reader, asked, answer.value);
    for (const page of fetched) next = next && nextPlace(next, page);
    written = commit(deps, asked, fetched);
    // Awaited below, which throws its failure. Until then, the failure must not count as unhandled.
    written.catch(() => undefined);
    // Whether the crawl continues depends on the bills of these pages.
    if (priority === 'recheck') await written;
  }
  await written;
}

async function ask(reader: Reader, asked: Asked, priority: PullPriority, most: number) {
  reader.isAsking = true;
  const answer = await askNext(reader.deps, asked, priority, most);
  reader.isAsking = false;
  // Each answer counts as at least one request: a page, or a failed request.
  const requests = answer.ok ? answer.value.length : Number(isCounted(answer.error));
  for (let at = 0; at < requests; at++) reader.deps.ledger.noteTaken(asked, priority);
  return answer;
}

/**
 * Treats the list of a status that the service refuses as cut short, unless it refuses all lists of the group, or the
 * payable lists: then the organization itself is closed for now.
 */
function withRefusedListAsCut(
  { deps, refused }: Reader,
  asked: Asked,
  answer: Result<readonly ReadItems[], ServiceError>,
): Result<readonly ReadItems[], ServiceError> {
  const { group, status, after } = asked;
  const place = placeKey(asked);
  if (answer.ok) refused.delete(place);
  if (answer.ok || !refusals.includes(answer.error.kind)) return answer;
  if (after !== null || group === 'invoices') return answer;
  const payable = deps.ledger.factsOf({ ...asked, group: 'payable' });
  if (group === 'history' && payable.retryAtMs !== null) return answer;
  const statuses = (refused.get(place) ?? new Set<string>()).add(status);
  refused.set(place, statuses);
  if (chainsOf[group].every((each) => statuses.has(each))) return answer;
  const page = { items: [], malformed: [], nextCursor: null, cutShort: 'notFound' } as const;
  const askedMs = deps.orderedTime.nowMs();
  return succeed([{ group, page: { ...page, isCached: false }, after, askedMs }]);
}

/** Stores pages. Returns whether they were the ones the crawl expects. */
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
  // Report bills first: observers of a completed crawl look for them.
  deps.onChange(committed.change);
  deps.onProgress(asked);
  for (const each of fetched) {
    const { nextCursor, malformed } = each.page;
    const isWhole = malformed.length === 0;
    const beganMs = Math.min(each.askedMs, asked.orderedMs);
    if (each.group !== 'invoices')
      deps.onBills({ ...each, nextCursor, beganMs, isWhole }, each.page.items);
  }
  const isMalformed = fetched.some(({ page }) => page.malformed.length > 0);
  if (isMalformed || committed.isComplete) deps.onMalformed(asked);
  const { completed } = committed.crawl;
  const { deletes } = committed.change;
  if (committed.isComplete && asked.group === 'payable' && deletes.length > 0)
    deps.onLeft(asked.organizationId, deletes, completed?.leftMs ?? 0);
  if (committed.isComplete && asked.group !== 'invoices') deps.onEvidence();
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
  const { ledger, launchId: run } = deps;
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
  const [read] = answer.value;
  if (read) await storeReread(deps, page, askedMs, read);
  return deps.over.aborted ? null : 'read';
}

async function storeReread(
  deps: PageReaderDeps,
  { organizationId, status, after }: PlacedPage,
  askedMs: number,
  { items, malformed, nextCursor }: RereadPage,
): Promise<void> {
  const { cache, clock, launchId: run } = deps;
  const listedMs = after === null ? askedMs : 0;
  const read = { organizationId, status, after, askedMs, listedMs, run, seenAtMs: clock.nowMs() };
  const change = await deps.exclusive(() => cache.commitReread({ ...read, items }));
  if (deps.over.aborted) return;
  deps.ledger.noteSuccess(payableOf({ organizationId }));
  deps.onChange({ of: 'bills', ...change });
  const isWhole = malformed.length === 0;
  deps.onBills({ ...read, nextCursor, beganMs: askedMs, isWhole }, items);
}

function payableOf({ organizationId }: Pick<PlacedPage, 'organizationId'>): CrawlPlace {
  return { organizationId, group: 'payable' };
}

/** Requests the next pages of a crawl. */
async function askNext(
  { calls, orderedTime, launchId: run }: PageReaderDeps,
  { organizationId, group, status, after }: Asked,
  priority: PullPriority,
  most: number,
): Promise<Result<readonly ReadItems[], ServiceError>> {
  const askedMs = orderedTime.nowMs();
  const common = { organizationId, after, limit: BILLS_PAGE_LIMIT.most };
  if (group === 'invoices') {
    // No approval waits for invoices.
    const other = priority === 'recheck' ? 'waiting' : priority;
    const answer = await calls.ask('service.invoicesPage', { ...common, priority: other });
    return answer.ok ? succeed([{ group, page: answer.value, after, askedMs }]) : answer;
  }
  const request = { ...common, priority, status, most, askedMs, run };
  const answer = await calls.ask('service.billsPages', request);
  if (!answer.ok) return answer;
  return succeed(
    answer.value.map((page) => ({ group, page, after: page.after, askedMs: page.askedMs })),
  );
}

/** Pages up to the one that ends their chain. */
function untilEnd(
  { deps, endOf }: Reader,
  asked: Asked,
  read: readonly ReadItems[],
): readonly FetchedPage[] {
  const pages: FetchedPage[] = [];
  for (const each of read) {
    const page = endOf({ ...asked, ...each }, each);
    // A page from a cache may be older than any approval, so it never counts as read after one.
    const askedMs = page.page.isCached ? 0 : page.askedMs;
    const listedMs = page.after === null ? askedMs : Math.min(askedMs, asked.orderedMs);
    const seenAtMs = deps.clock.nowMs();
    pages.push({ ...asked, ...page, askedMs, listedMs, run: deps.launchId, seenAtMs });
    if (page.page.nextCursor === null) break;
  }
  return pages;
}

/** A list continues while its pages bring new ids. This many consecutive pages of known ids end it. */
const MAX_KNOWN_PAGES = 3;
/** This many consecutive pages without items end it, too. Services that filter after paging send some. */
const MAX_EMPTY_PAGES = 20;
/**
 * A bill added during a crawl moves one item to the next page, so a few items may be repeated. With more repeated items
 * than both limits, the list counts as unordered.
 */
const MAX_REPEATED = 3;
const MAX_REPEATED_SHARE = 0.05;

/** State of a chain being read. */
interface Chain {
  readonly key: string;
  readonly cursors: Set<string>;
  readonly ids: Set<string>;
  /** Ids of the previous page. */
  last: readonly string[];
  /** Number of repeated items, except in pages that merely overlap. */
  again: number;
  /** Consecutive pages with only known ids (`known`), and without items (`empty`). */
  known: number;
  empty: number;
}

/** Number of items with which a page begins as the page before it ended. */
function overlapOf(before: readonly string[], ids: readonly string[]): number {
  const [first] = ids;
  const from = first === undefined ? -1 : before.indexOf(first);
  const end = from === -1 ? [] : before.slice(from);
  return end.every((id, at) => id === ids[at]) ? end.length : 0;
}

/**
 * Ends a chain that would never end: at a repeated cursor, and after pages without new ids. A chain in which many items
 * came again counts as cut short. Kept in memory only: after a restart, the reader detects it again.
 */
function createChainEnd(): (asked: Asked, read: ReadItems) => ReadItems {
  const chains = new Map<string, Chain>();
  return (asked, read) => {
    const { page } = read;
    const place = placeKey(asked);
    const key = `${asked.generation} ${asked.status}`;
    const known = chains.get(place);
    const { after } = asked;
    const isSame = known?.key === key && after !== null;
    // A known cursor means that the crawl went back to its last written page. It cannot mean a list that repeats: such
    // a chain ends at the first repeated cursor.
    const isReturn = isSame && known.cursors.has(after);
    const begun = { key, cursors: new Set<string>(), ids: new Set<string>(), last: [] };
    const again = isReturn ? known.again : 0;
    const chain: Chain = isSame && !isReturn ? known : { ...begun, again, known: 0, empty: 0 };
    chains.set(place, chain);
    const before = chain.ids.size;
    const ids = page.items.map(({ id }) => id);
    const repeated = ids.filter((id) => chain.ids.has(id)).length;
    const counted = { ...read, again: repeated };
    // Two pages that overlap in order miss no item, so the overlap does not count.
    if (repeated !== overlapOf(chain.last, ids)) chain.again += repeated;
    chain.last = ids;
    for (const { id } of page.items) chain.ids.add(id);
    for (const { id, raw } of page.malformed) chain.ids.add(id ?? canonicalJson(raw));
    if (chain.ids.size > before) chain.known = chain.empty = 0;
    else if (page.items.length > 0) chain.known += 1;
    else chain.empty += 1;
    if (after !== null) chain.cursors.add(after);
    if (page.nextCursor === null) {
      const isUnordered =
        chain.again > MAX_REPEATED && chain.again > chain.ids.size * MAX_REPEATED_SHARE;
      const cutShort = page.cutShort ?? (isUnordered ? 'unordered' : null);
      return { ...counted, page: { ...page, cutShort } } as ReadItems;
    }
    const isBarren = chain.known >= MAX_KNOWN_PAGES || chain.empty >= MAX_EMPTY_PAGES;
    const isLoop = chain.cursors.has(page.nextCursor) || isBarren;
    if (!isLoop) return counted;
    return { ...counted, page: { ...page, nextCursor: null, cutShort: 'repeats' } } as ReadItems;
  };
}

/** Whether a failed request counts against the quota: it left, or may have left, this computer. */
function isCounted(error: ServiceError): boolean {
  const isHeldBack = error.kind === 'rateLimited' && error.by !== 'service';
  return !isHeldBack && error.kind !== 'unreachable' && error.kind !== 'cancelled';
}
