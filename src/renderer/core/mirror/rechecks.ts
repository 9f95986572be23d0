import { type PageRef, type Reading, billKey } from './cache-database.ts';
import type { ReplyOf } from '../../../bridge/methods.ts';
import { historyStatuses } from '../../../contract/assumptions.ts';
import type { PlacedPage } from './crawl-place.ts';
import type { OldCursors } from './old-cursors.ts';

/** The pull's readings for the push. */
export interface Readings extends Pick<ReadingFacts, 'run' | 'readMs' | 'pageOf' | 'pagesOf'> {
  crawls(): ReadingFacts['crawls'];
  heads(): ReadingFacts['heads'];
  /**
   * Stores a page that main has read again for approvals, or notes that the service refused its cursor. Each
   * approval it served brings the same reading, which counts once.
   */
  takeReread(page: PlacedPage, read: NonNullable<ReplyOf<'approvals.send'>['read']>): Promise<void>;
  /** Call when an answer of the service contradicts a page read by an old cursor. */
  endOldCursors: OldCursors['end'];
  /** Replaces the bills to read again. */
  want(rechecks: readonly RecheckWanted[], notFound: ReadonlyMap<string, number>): void;
}

/**
 * A bill to read again, by a request that begins after a given time. The page that last listed it is read
 * first. If no page is known, or it has left the page, the payable crawl of its organization looks for it.
 */
export interface RecheckWanted {
  readonly organizationId: string;
  readonly billId: string;
  /** Ordered time. */
  readonly afterMs: number;
  readonly page: Reading | null;
  /** Whether no crawl has listed it, so that the newest paid and void bills are read too. */
  readonly isMissing: boolean;
}

/** Readings of this launch of the window. Times are ordered time. */
export interface ReadingFacts {
  readonly orderedNowMs: number;
  /** Id of this launch. Readings of another launch are older. */
  readonly run: string;
  /** The last complete payable crawl by organization. */
  readonly crawls: ReadonlyMap<string, CompletedCrawl>;
  /** When the newest paid and void bills of an organization were last requested. */
  readonly heads: ReadonlyMap<string, number>;
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
  readonly cutShort: boolean;
}

/** Bills to read again, and the attempts made for them. Times are ordered time. */
export interface Rechecks extends Pick<ReadingFacts, 'pageOf'> {
  /** Replaces the bills wanted. Returns whether any of them is new. */
  want(wanted: readonly RecheckWanted[]): boolean;
  /** Pages to read out of turn, the longest wait first. */
  pages(): readonly PlacedPage[];
  /** Time after which the organization's payable crawl has to begin; null when none is wanted. */
  crawlWantedAfterMs(organizationId: string): number | null;
  /** Notes that a page requested at `askedMs` listed these bills. Returns whether one of them was wanted. */
  noteMet(organizationId: string, billIds: ReadonlySet<string>, askedMs: number): boolean;
  /** Notes that the page was requested at `askedMs`. Bills still wanted afterwards are not on it. */
  noteRead(page: PlacedPage, askedMs: number): void;
  /** Notes that the service refused this cursor. Older cursors presumably do not work either. */
  noteRefused(page: PlacedPage, askedMs: number): void;
  /** When the newest paid and void bills of an organization were last requested. */
  heads(): ReadonlyMap<string, number>;
}

export interface RechecksDeps {
  /** Id of this launch of the window. Times of another launch cannot be compared with its times. */
  readonly run: string;
  readonly oldCursors: OldCursors;
}

export function createRechecks({ run, oldCursors }: RechecksDeps): Rechecks {
  let all: readonly RecheckWanted[] = [];
  const headReadMs = new Map<string, number>();
  /** When reading the bill's page did not help. */
  const missedMs = new Map<string, number>();
  const refusedMs = new Map<string, number>();
  const heads = new Map<string, number>();

  const pageOf: Rechecks['pageOf'] = (organizationId, reading) => {
    const { status, after, askedMs } = reading;
    const refused = refusedMs.get(organizationId);
    // A page read in another launch is older than the refusal.
    const isKnown = refused === undefined || (reading.run === run && askedMs > refused);
    return after === null || (!oldCursors.haveEnded() && isKnown) ? { status, after } : null;
  };

  /** Page to read for the bill; null if only a crawl can find it. */
  const pageFor = (wanted: RecheckWanted): PageRef | null => {
    const { page, afterMs, isMissing, organizationId } = wanted;
    if (page === null || isMissing || (missedMs.get(billKey(wanted)) ?? -1) > afterMs) return null;
    return pageOf(organizationId, page);
  };

  return {
    want: (wanted) => {
      const before = new Set(all.map(textOf));
      all = wanted;
      // Forget bills that are no longer wanted.
      const keys = new Set(all.map(billKey));
      for (const key of missedMs.keys()) if (!keys.has(key)) missedMs.delete(key);
      return all.some((each) => !before.has(textOf(each)));
    },
    pages: () => {
      const pages = new Map<string, PlacedPage>();
      const add = (page: PlacedPage): void => void pages.set(keyOf(page), page);
      for (const wanted of all) {
        const { organizationId, afterMs } = wanted;
        const page = pageFor(wanted);
        if (page) add(placed(organizationId, page.status, page.after));
        if (!wanted.isMissing) continue;
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
        .filter((wanted) => wanted.organizationId === organizationId && !pageFor(wanted))
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
