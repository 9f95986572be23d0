import { type PageRef, type Reading, cacheKeyOf } from './cache-database.ts';
import type { ReplyOf } from '../../../bridge/methods.ts';
import { historyStatuses } from '../../../contract/assumptions.ts';
import { pageKey, type PlacedPage } from './crawl-place.ts';
import type { OldCursors } from './old-cursors.ts';

/** The pull's readings for the push. */
export interface Readings extends Pick<ReadingFacts, 'launchId' | 'readMs' | 'pageOf' | 'pagesOf'> {
  crawls(): ReadingFacts['crawls'];
  newestHistoryMs(): ReadingFacts['newestHistoryMs'];
  /**
   * Stores a page that main has read again for approvals, or notes that the service refused its cursor. Each
   * approval it served brings the same reading, which counts once.
   */
  takeReread(page: PlacedPage, read: NonNullable<ReplyOf<'approvals.send'>['read']>): Promise<void>;
  /** Call when an answer of the service contradicts a page read by an old cursor. */
  endOldCursors: OldCursors['end'];
  /** Replaces the bills to read again. */
  request(rechecks: readonly RecheckRequest[], notFound: ReadonlyMap<string, number>): void;
}

/**
 * A bill to read again, by a request that begins after a given time. The page that last listed it is read
 * first. If no page is known, or it has left the page, the payable crawl of its organization looks for it.
 */
export interface RecheckRequest {
  readonly organizationId: string;
  readonly billId: string;
  /** Ordered time. */
  readonly afterMs: number;
  /** Last reading of the bill; null if none is known, or its page does not help. */
  readonly lastReading: Reading | null;
  /** Status of the list in which the bill was last behind a cursor; null for none. */
  readonly chain: string | null;
  /** Whether no crawl has listed it, so that the newest paid and void bills are read too. */
  readonly isMissing: boolean;
}

/** Readings of this launch of the window. Times are ordered time. */
export interface ReadingFacts {
  readonly orderedNowMs: number;
  /** Id of this launch. Readings of another launch are older. */
  readonly launchId: string;
  /** The last complete payable crawl by organization. */
  readonly crawls: ReadonlyMap<string, CompletedCrawl>;
  /**
   * For each organization, the earlier of the last requests for the newest paid bills and for the newest void bills. -1
   * if only one of them was requested, no entry if neither was.
   */
  readonly newestHistoryMs: ReadonlyMap<string, number>;
  /** See `OldCursors`. */
  readMs(reading: Reading): number;
  /** Page to read again for a bill with this last reading; null if reading it cannot help. */
  pageOf(organizationId: string, reading: Reading): PageRef | null;
  /** Number of pages in the last complete payable crawl; infinite before the first. */
  pagesOf(organizationId: string): number;
}

export interface CompletedCrawl {
  /** Ordered time of its start. */
  readonly orderedMs: number;
  /** Whether a list could not be read to its end: a bill it did not list may still exist. */
  readonly isCutShort: boolean;
  /** When bills last left these lists, ordered time; null for never. */
  readonly leftMs: number | null;
}

/** Bills to read again, and the readings made for them. Times are ordered time. */
export interface Rechecks extends Pick<ReadingFacts, 'pageOf'> {
  /** Replaces the requests. Returns whether any of them is new. */
  request(requests: readonly RecheckRequest[]): boolean;
  /** Pages to read out of turn, the longest wait first. */
  pages(): readonly PlacedPage[];
  /** Time after which the organization's payable crawl has to begin; null when none is requested. */
  crawlRequestedAfterMs(organizationId: string): number | null;
  /** Notes that a page requested at `askedMs` listed these bills. Returns whether one of them was requested. */
  noteListed(organizationId: string, billIds: ReadonlySet<string>, askedMs: number): boolean;
  /** Notes that the page was requested at `askedMs`. Bills still requested afterwards are not on it. */
  noteRead(page: PlacedPage, askedMs: number): void;
  /** Notes that the service refused this cursor. Older cursors presumably do not work either. */
  noteRefused(page: PlacedPage, askedMs: number): void;
  /** See `ReadingFacts`. */
  newestHistoryMs(): ReadonlyMap<string, number>;
  /** Notes that bills have left the payable lists, so that the newest paid bills are read. */
  noteLeft(organizationId: string, billIds: readonly string[], leftMs: number): void;
  /**
   * When bills left the payable lists that no page has shown since; null if all were shown again.
   * @param leftMs when any last left, as stored on disk. It counts if no bill has left in this launch
   */
  billsLeftAtMs(organizationId: string, leftMs: number | null): number | null;
}

export interface RechecksDeps {
  /** Id of this launch of the window. Times of another launch cannot be compared with its times. */
  readonly launchId: string;
  readonly oldCursors: OldCursors;
}

export function createRechecks({ launchId, oldCursors }: RechecksDeps): Rechecks {
  let all: readonly RecheckRequest[] = [];
  const firstPageReadMs = new Map<string, number>();
  const isReadAfter = (firstPage: PlacedPage, afterMs: number): boolean =>
    (firstPageReadMs.get(pageKey(firstPage)) ?? -Infinity) > afterMs;
  /** When a bill's page was last read without the bill, by `cacheKeyOf`. */
  const missedMs = new Map<string, number>();
  const refusedMs = new Map<string, number>();
  const newestHistoryMs = new Map<string, number>();
  /**
   * Times at which bills left the payable lists in this launch, by organization and bill. Bills shown again since are
   * not in it.
   */
  const left = new Map<string, Map<string, number>>();
  const leftAtMs = (organizationId: string): number | null => {
    const times = left.get(organizationId);
    return times === undefined || times.size === 0 ? null : Math.max(...new Set(times.values()));
  };

  const pageOf: Rechecks['pageOf'] = (organizationId, reading) => {
    const { status, after, askedMs } = reading;
    const refused = refusedMs.get(organizationId);
    // A page read in another launch is older than the refusal.
    const isKnown = refused === undefined || (reading.run === launchId && askedMs > refused);
    return after === null || (oldCursors.isUsable(reading) && isKnown) ? { status, after } : null;
  };

  /** Page to read for the bill; null if only a crawl can find it. */
  const pageFor = (request: RecheckRequest): PageRef | null => {
    const { lastReading, afterMs, isMissing, organizationId } = request;
    if (lastReading === null || isMissing || (missedMs.get(cacheKeyOf(request)) ?? -1) > afterMs)
      return null;
    return pageOf(organizationId, lastReading);
  };

  /** First page to read before a crawl, because its cursor may prove that old ones are usable; null for none. */
  const trialFor = ({ organizationId, chain, isMissing }: RecheckRequest): PlacedPage | null =>
    isMissing || chain === null ? null : oldCursors.trialOf(organizationId, chain);

  return {
    request: (requests) => {
      const before = new Set(all.map(textOf));
      all = requests;
      // Forget bills that are no longer requested.
      const keys = new Set(all.map(cacheKeyOf));
      for (const key of missedMs.keys()) if (!keys.has(key)) missedMs.delete(key);
      return all.some((each) => !before.has(textOf(each)));
    },
    pages: () => {
      const pages = new Map<string, PlacedPage>();
      const add = (page: PlacedPage): void => void pages.set(pageKey(page), page);
      for (const request of all) {
        const { organizationId, afterMs } = request;
        const page = pageFor(request);
        if (page) add(placed(organizationId, page.status, page.after));
        const trial = page ? null : trialFor(request);
        if (trial) add(trial);
        if (!request.isMissing) continue;
        for (const status of historyStatuses) {
          const firstPage = placed(organizationId, status, null);
          if (!isReadAfter(firstPage, afterMs)) add(firstPage);
        }
      }
      for (const organizationId of left.keys()) {
        const firstPage = placed(organizationId, 'paid', null);
        const leftMs = leftAtMs(organizationId);
        if (leftMs !== null && !isReadAfter(firstPage, leftMs)) add(firstPage);
      }
      const doubted = oldCursors.doubted();
      if (doubted) add(doubted);
      return [...pages.values()];
    },
    crawlRequestedAfterMs: (organizationId) => {
      const times = all
        .filter(
          (request) =>
            request.organizationId === organizationId && !pageFor(request) && !trialFor(request),
        )
        .map(({ afterMs }) => afterMs);
      return times.length === 0 ? null : Math.max(...times);
    },
    noteLeft: (organizationId, billIds, leftMs) => {
      const known = left.get(organizationId) ?? new Map<string, number>();
      for (const id of billIds) known.set(id, leftMs);
      left.set(organizationId, known);
    },
    billsLeftAtMs: (organizationId, leftMs) =>
      left.has(organizationId) ? leftAtMs(organizationId) : leftMs,
    noteListed: (organizationId, billIds, askedMs) => {
      for (const id of billIds) left.get(organizationId)?.delete(id);
      const isListed = (request: RecheckRequest): boolean =>
        request.organizationId === organizationId &&
        billIds.has(request.billId) &&
        askedMs > request.afterMs;
      const before = all.length;
      all = all.filter((request) => !isListed(request));
      return all.length < before;
    },
    noteRead: (page, askedMs) => {
      const { organizationId } = page;
      oldCursors.forgetDoubt(page);
      oldCursors.noteTried(page);
      for (const request of all) {
        const { lastReading } = request;
        const last = lastReading && { ...lastReading, organizationId: request.organizationId };
        if (last && pageKey(last) === pageKey(page)) missedMs.set(cacheKeyOf(request), askedMs);
      }
      const chains: readonly string[] = historyStatuses;
      if (page.after !== null || !chains.includes(page.status)) return;
      firstPageReadMs.set(pageKey(page), askedMs);
      const read = chains.map((status) =>
        firstPageReadMs.get(pageKey(placed(organizationId, status, null))),
      );
      newestHistoryMs.set(organizationId, Math.min(...read.map((atMs) => atMs ?? -1)));
    },
    noteRefused: (page, askedMs) => {
      oldCursors.forgetDoubt(page);
      refusedMs.set(page.organizationId, askedMs);
    },
    newestHistoryMs: () => newestHistoryMs,
    pageOf,
  };
}

function placed(organizationId: string, status: string, after: string | null): PlacedPage {
  return { organizationId, status, after };
}

function textOf({ organizationId, billId, afterMs, isMissing }: RecheckRequest): string {
  return JSON.stringify([organizationId, billId, afterMs, isMissing]);
}
