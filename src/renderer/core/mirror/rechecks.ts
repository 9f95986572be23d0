import { type PageRef, type Reading, billKey } from './cache-database.ts';
import type { ReplyOf } from '../../../bridge/methods.ts';
import { historyStatuses } from '../../../contract/assumptions.ts';
import type { PlacedPage } from './crawl-place.ts';
import type { OldCursors } from './old-cursors.ts';

/** What the pull reads for the push. */
export interface Readings extends Pick<ReadingFacts, 'run' | 'readMs' | 'pageOf' | 'pagesOf'> {
  crawls(): ReadingFacts['crawls'];
  heads(): ReadingFacts['heads'];
  /**
   * Main has read this page again for approvals, or the service has refused its cursor. A reading comes with each of the
   * approvals it served, and counts once.
   */
  takeReread(page: PlacedPage, read: NonNullable<ReplyOf<'approvals.send'>['read']>): Promise<void>;
  /** An answer of the service contradicts a page read by an old cursor. */
  endOldCursors: OldCursors['end'];
  /** Bills to be read again, all there are: what is no longer among them is no longer wanted. */
  want(rechecks: readonly RecheckWanted[], notFound: ReadonlyMap<string, number>): void;
}

/**
 * A bill that has to be read again, by a request that begins after a given time. The page that last held it is
 * asked first; without one, or where it no longer holds the bill, the payable crawl of its organization.
 */
export interface RecheckWanted {
  readonly organizationId: string;
  readonly billId: string;
  /** Ordered time. */
  readonly afterMs: number;
  readonly page: Reading | null;
  /** A crawl has not met it: the newest paid and void bills are read as well. */
  readonly isMissing: boolean;
}

/** What has been read in this run of the window. Times are ordered time. */
export interface ReadingFacts {
  readonly orderedNowMs: number;
  /** Names the run; readings of another one are of before. */
  readonly run: string;
  /** The last complete payable crawl by organization. */
  readonly crawls: ReadonlyMap<string, CompletedCrawl>;
  /** When the newest paid and void bills of an organization were last asked for. */
  readonly heads: ReadonlyMap<string, number>;
  /** See `OldCursors`. */
  readMs(reading: Reading): number;
  /** The page to read again for a bill that was last read like this; null where that does not help. */
  pageOf(organizationId: string, reading: Reading): PageRef | null;
  /** Pages of the last complete payable crawl; infinite before the first. */
  pagesOf(organizationId: string): number;
}

export interface CompletedCrawl {
  /** Ordered time of its beginning. */
  readonly orderedMs: number;
  /** Not all could be read: what it did not meet may be there all the same. */
  readonly cutShort: boolean;
}

/** Which bills have to be read again, and what has been tried for them. Times are ordered time. */
export interface Rechecks extends Pick<ReadingFacts, 'pageOf'> {
  /** All that are wanted now. Answers whether another one is among them. */
  want(wanted: readonly RecheckWanted[]): boolean;
  /** The pages to ask for out of turn, the longest waiting first. */
  pages(): readonly PlacedPage[];
  /** After which time the payable crawl of an organization has to begin; null when none is wanted. */
  crawlWantedAfterMs(organizationId: string): number | null;
  /** A page asked for at that time held these bills. Answers whether one of them was wanted. */
  noteMet(organizationId: string, billIds: ReadonlySet<string>, askedMs: number): boolean;
  /** The page was asked for at that time: bills that are still wanted afterwards are not on it. */
  noteRead(page: PlacedPage, askedMs: number): void;
  /** The service does not take this cursor: nor, presumably, those of before. */
  noteRefused(page: PlacedPage, askedMs: number): void;
  /** When the newest paid and void bills of an organization were last asked for. */
  heads(): ReadonlyMap<string, number>;
}

export interface RechecksDeps {
  /** Names this run of the window: times of another one cannot be compared with it. */
  readonly run: string;
  readonly oldCursors: OldCursors;
}

export function createRechecks({ run, oldCursors }: RechecksDeps): Rechecks {
  let all: readonly RecheckWanted[] = [];
  const headReadMs = new Map<string, number>();
  /** When the page of a bill did not help. */
  const missedMs = new Map<string, number>();
  const refusedMs = new Map<string, number>();
  const heads = new Map<string, number>();

  const pageOf: Rechecks['pageOf'] = (organizationId, reading) => {
    const { status, after, askedMs } = reading;
    const refused = refusedMs.get(organizationId);
    // A page that another run of the window read is of before the refusal.
    const isKnown = refused === undefined || (reading.run === run && askedMs > refused);
    return after === null || (!oldCursors.haveEnded() && isKnown) ? { status, after } : null;
  };

  const isToBeAsked = (wanted: RecheckWanted): boolean => {
    const { page, afterMs, isMissing, organizationId } = wanted;
    if (page === null || isMissing || (missedMs.get(billKey(wanted)) ?? -1) > afterMs) return false;
    return pageOf(organizationId, page) !== null;
  };

  const isHeadWanted = ({ isMissing, organizationId, afterMs }: RecheckWanted): boolean =>
    isMissing && (heads.get(organizationId) ?? -1) <= afterMs;

  return {
    want: (wanted) => {
      const before = new Set(all.map(textOf));
      all = wanted;
      // What is no longer wanted need not be remembered.
      const keys = new Set(all.map(billKey));
      for (const key of missedMs.keys()) if (!keys.has(key)) missedMs.delete(key);
      return all.some((each) => !before.has(textOf(each)));
    },
    pages: () => {
      const pages = new Map<string, PlacedPage>();
      const add = (page: PlacedPage): void => void pages.set(keyOf(page), page);
      for (const wanted of all) {
        const { organizationId, page, afterMs } = wanted;
        if (page !== null && isToBeAsked(wanted))
          add(placed(organizationId, page.status, page.after));
        if (!isHeadWanted(wanted)) continue;
        for (const status of historyStatuses) {
          const head = placed(organizationId, status, null);
          if ((headReadMs.get(keyOf(head)) ?? -1) <= afterMs) add(head);
        }
      }
      const doubted = oldCursors.doubted();
      if (doubted) add(doubted);
      return [...pages.values()];
    },
    crawlWantedAfterMs: (organizationId) => {
      const times = all
        .filter((wanted) => wanted.organizationId === organizationId && !isToBeAsked(wanted))
        .map(({ afterMs }) => afterMs);
      return times.length === 0 ? null : Math.max(...times);
    },
    noteMet: (organizationId, billIds, askedMs) => {
      const isMet = (wanted: RecheckWanted): boolean =>
        wanted.organizationId === organizationId &&
        billIds.has(wanted.billId) &&
        askedMs > wanted.afterMs;
      const before = all.length;
      all = all.filter((wanted) => !isMet(wanted));
      return all.length < before;
    },
    noteRead: (page, askedMs) => {
      const { organizationId } = page;
      oldCursors.forgetDoubt(page);
      for (const wanted of all) {
        const asked = wanted.page && { ...wanted.page, organizationId: wanted.organizationId };
        if (asked && keyOf(asked) === keyOf(page)) missedMs.set(billKey(wanted), askedMs);
      }
      const chains: readonly string[] = historyStatuses;
      if (page.after !== null || !chains.includes(page.status)) return;
      headReadMs.set(keyOf(page), askedMs);
      const read = chains.map((status) =>
        headReadMs.get(keyOf(placed(organizationId, status, null))),
      );
      heads.set(organizationId, Math.min(...read.map((atMs) => atMs ?? -1)));
    },
    noteRefused: (page, askedMs) => {
      oldCursors.forgetDoubt(page);
      refusedMs.set(page.organizationId, askedMs);
    },
    heads: () => heads,
    pageOf,
  };
}

function placed(organizationId: string, status: string, after: string | null): PlacedPage {
  return { organizationId, status, after };
}

function keyOf({ organizationId, status, after }: PlacedPage): string {
  return JSON.stringify([organizationId, status, after]);
}

function textOf({ organizationId, billId, afterMs, isMissing }: RecheckWanted): string {
  return JSON.stringify([organizationId, billId, afterMs, isMissing]);
}
