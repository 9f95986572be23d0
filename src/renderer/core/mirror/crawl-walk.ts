import { historyStatuses, payableStatuses } from '../../../contract/assumptions.ts';
import type { CrawlGroup, CrawlRow, Cut } from './cache-database.ts';
import type { FetchedPage } from './crawl-place.ts';

/**
 * Chains of a group in reading order: the order in which bills move, so that a crawl misses none. A crawl of payable
 * bills goes through these states; `docs/architecture.md` explains the events.
 *
 * ```mermaid
 * stateDiagram-v2
 *   [*] --> unread
 *   unread --> front: begin
 *   front --> front: begin, page, cutShort, refused
 *   front --> reading: lastPage, refusedAgain
 *   idle --> begun: begin
 *   begun --> begun: begin, refused
 *   begun --> reading: page
 *   begun --> cutShort: cutShort
 *   begun --> idle: refusedAgain
 *   reading --> reading: begin, page, refused
 *   reading --> cutShort: cutShort
 *   reading --> idle: lastPage and sweep, refusedAgain
 *   cutShort --> cutShort: begin, page, cutShort, refused
 *   cutShort --> idle: lastPage, refusedAgain
 * ```
 */
export const chainsOf: Record<CrawlGroup, readonly string[]> = {
  payable: payableStatuses,
  history: historyStatuses,
  // The service lists invoices in one chain; its name is ours.
  invoices: ['invoices'],
};

/**
 * Lists that a first crawl reads before its chains: bills that may be overdue. Later bills then appear below
 * the ones on screen. The chains return these bills again, since bills move meanwhile.
 */
const frontOf: Record<CrawlGroup, readonly string[]> = {
  payable: ['overdue', 'partially_paid'],
  history: [],
  invoices: [],
};
/** Maximum pages of a front. The chains read them again, so more would cost too much quota. */
export const FRONT_MAX_PAGES = 20;

export type Running = NonNullable<CrawlRow['running']>;
/** The page a crawl expects. */
export type Place = Pick<Running, 'status' | 'after' | 'front'>;
type Read = Pick<FetchedPage, 'group' | 'page' | 'again'>;

/** A crawl that has read nothing yet. The first one has a front. */
export function newCrawl(
  { group, completed }: Pick<CrawlRow, 'group' | 'completed'>,
  begun: Pick<Running, 'generation' | 'beganAtMs' | 'orderedMs'>,
): Running {
  const [status = ''] = frontOf[group];
  const counts = { pages: 0, bills: 0, restarts: 0, inChain: 0, again: 0, cuts: [] };
  const nothing = { status, after: null, overlaps: false, front: null };
  const running: Running = { ...begun, ...counts, ...nothing };
  if (completed !== null || status === '') return afterFront(group, running);
  return { ...running, front: { isOver: false, pages: 0, again: 0 } };
}

export function isInFront({ front }: Pick<Place, 'front'>): boolean {
  return front?.isOver === false;
}

/** Maximum pages to request from here: the front is limited. */
export function mostFrom({ front }: Place): number {
  return front?.isOver === false ? FRONT_MAX_PAGES - front.pages : Number.POSITIVE_INFINITY;
}

/** Place where the crawl continues after this page; null at the end of its front or of its chains. */
export function nextPlace({ status, front }: Place, { group, page }: Read): Place | null {
  const isFront = isInFront({ front });
  const counted = front && isFront ? { ...front, pages: front.pages + 1 } : front;
  if (isFront && counted?.pages === FRONT_MAX_PAGES) return null;
  if (page.nextCursor !== null) return { status, after: page.nextCursor, front: counted };
  const chains = isFront ? frontOf[group] : chainsOf[group];
  const next = chains[chains.indexOf(status) + 1];
  return next === undefined ? null : { status: next, after: null, front: counted };
}

/** The crawl with this page counted. A bill that was already read in its front is not counted again. */
export function withPage(running: Running, { group, page, again: cameAgain = 0 }: Read): Running {
  const { front, status } = running;
  const count = page.items.length;
  const pages = running.pages + 1;
  if (front?.isOver === false) {
    const read = { ...front, pages: front.pages + 1, again: front.again + count };
    return { ...running, pages, bills: running.bills + count, front: read };
  }
  const before = running.after === null ? { inChain: 0, again: 0 } : running;
  const inChain = before.inChain + count + page.malformed.length;
  const again = before.again + cameAgain;
  const isShort = page.nextCursor === null && (page.total ?? 0) > inChain;
  const why = page.isCached ? 'cached' : (page.cutShort ?? (isShort ? 'noCursor' : null));
  const cut: Cut[] = why === null ? [] : [{ status, listed: inChain - again, why }];
  const others = running.cuts.filter((each) => each.status !== status);
  const fresh = count - cameAgain;
  const ofFront = frontOf[group].includes(status) ? Math.min(front?.again ?? 0, fresh) : 0;
  const bills = running.bills + fresh - ofFront;
  return {
    ...running,
    pages,
    bills,
    inChain,
    again,
    overlaps: running.overlaps || cameAgain > 0,
    cuts: cut.length === 0 ? running.cuts : [...others, ...cut],
    front: front && { ...front, again: front.again - ofFront },
  };
}

/** The crawl at the start of its chains, when it has left its front. */
export function afterFront(group: CrawlGroup, running: Running): Running {
  const [status = ''] = chainsOf[group];
  const front = running.front && { ...running.front, isOver: true };
  return { ...running, status, after: null, restarts: 0, front };
}

/** Result of a crawl that has ended, before its sweep. Excludes its front, which the next crawl will not have. */
export function completionOf(
  { generation, beganAtMs, orderedMs, pages, bills, cuts, front, overlaps }: Running,
  endedAtMs: number,
  before: CrawlRow['completed'],
): NonNullable<CrawlRow['completed']> {
  const own = pages - (front?.pages ?? 0);
  // A list that was cut short for another reason has no later pages to be shifted.
  const isShifted = overlaps && cuts.every(({ why }) => why === 'unordered');
  const after = (before?.overlap ?? 'none') === 'none' ? 'once' : 'again';
  const times = { generation, beganAtMs, orderedMs, endedAtMs };
  return { ...times, pages: own, bills, cuts, leftMs: null, overlap: isShifted ? after : 'none' };
}
