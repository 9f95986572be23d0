import { fingerprint, snapshotOf } from '../../../bridge/snapshot.ts';
import type { Bill } from '../../../contract/bill.ts';
import { cacheKeyOf } from './cache-database.ts';
import { pageKey, type PagePlace, type PlacedPage } from './crawl-place.ts';

/** A page of bills that was read, with the times of its reading (see `Reading`). */
export interface ReadPage extends Omit<PagePlace, 'generation' | 'run' | 'seenAtMs'> {
  /** Absent for a page read out of turn. */
  readonly nextCursor?: string | null;
}

/**
 * Whether a page requested again by a cursor of an earlier list shows its bills as they are now (ADR 14). A cursor may
 * belong to a snapshot. So old cursors are used only after a later list has repeated one of an earlier list, until the
 * first proof that one shows the past.
 */
export interface OldCursors {
  areUsable(): boolean;
  /** Ends the use of old cursors. Resolves when this is on disk, or the disk has refused it. */
  end(): Promise<void>;
  /** Ordered time at which the bills had the state that the page shows. */
  readMs(reading: Pick<ReadPage, 'askedMs' | 'listedMs'>): number;
  /**
   * Compares the page's next cursor with those of earlier lists, and bills of a page read by an old cursor with the same
   * bills in a list begun later. Returns whether old cursors have become usable.
   */
  notePage(page: ReadPage, bills: readonly Bill[]): boolean;
  /** A page to request again, because a later list shows one of its bills differently. */
  doubted(): PlacedPage | null;
  /** Call when the doubted page was read again and shows none of the bills in doubt. */
  forgetDoubt(page: PlacedPage): void;
}

/** A bill as it was on a page read by an old cursor. */
interface Shown {
  readonly page: PlacedPage;
  /** Ordered time. */
  readonly askedMs: number;
  readonly text: string;
}

/** `unproven`: no later list has repeated a cursor. `ended`: a page read by an old cursor showed the past. */
export type CursorProof = 'unproven' | 'repeated' | 'ended';

/** @param keep stores the proof; called once for each */
export function createOldCursors(
  stored: CursorProof,
  keep: (proof: Exclude<CursorProof, 'unproven'>) => Promise<void>,
): OldCursors {
  let proof = stored;
  /** Start of the list that first had a next page, ordered time, by `pageKey`. */
  const firstListedMs = new Map<string, number>();
  /** Whether, in this launch, a page read by an old cursor showed a change made after the cursor was issued. */
  let isProvenFresh = false;
  let doubt: { readonly key: string; readonly shown: Shown } | null = null;
  const shownBy = new Map<string, Shown>();

  const end = async (): Promise<void> => {
    if (proof === 'ended') return;
    proof = 'ended';
    await keep(proof);
  };

  const isRepeated = (page: ReadPage): boolean => {
    const { nextCursor = null, listedMs } = page;
    if (nextCursor === null || listedMs === 0) return false;
    const key = pageKey({ ...page, after: nextCursor });
    const firstMs = firstListedMs.get(key);
    if (firstMs === undefined) firstListedMs.set(key, listedMs);
    return firstMs !== undefined && firstMs < listedMs;
  };

  const noteBill = (page: ReadPage, key: string, text: string): void => {
    if (wasReadByOldCursor(page)) {
      if (doubt?.key !== key || pageKey(doubt.shown.page) !== pageKey(page)) {
        const { organizationId, status, after, askedMs } = page;
        shownBy.set(key, { page: { organizationId, status, after }, askedMs, text });
      } else if (doubt.shown.text === text) void end();
      else isProvenFresh = true;
      return;
    }
    const shown = shownBy.get(key);
    if (!shown || page.listedMs <= shown.askedMs) return;
    shownBy.delete(key);
    if (shown.text !== text) doubt ??= { key, shown };
  };

  return {
    areUsable: () => proof === 'repeated',
    end,
    readMs: ({ askedMs, listedMs }) => (proof === 'repeated' ? askedMs : listedMs),
    notePage: (page, bills) => {
      if (proof === 'unproven') {
        if (!isRepeated(page)) return false;
        proof = 'repeated';
        firstListedMs.clear();
        void keep(proof);
        return true;
      }
      for (const bill of bills) {
        if (proof === 'ended' || isProvenFresh) return false;
        const key = cacheKeyOf({ organizationId: page.organizationId, billId: bill.id });
        noteBill(page, key, fingerprint(snapshotOf(bill)));
      }
      return false;
    },
    doubted: () => (proof !== 'repeated' || isProvenFresh ? null : (doubt?.shown.page ?? null)),
    forgetDoubt: (page) => {
      if (doubt && pageKey(doubt.shown.page) === pageKey(page)) doubt = null;
    },
  };
}

/** Pages that an HTTP cache returned have 0 as both times, and do not count. */
function wasReadByOldCursor({ askedMs, listedMs }: ReadPage): boolean {
  return askedMs > 0 && listedMs === 0;
}
