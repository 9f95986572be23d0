import { fingerprint, snapshotOf } from '../../../bridge/snapshot.ts';
import type { Bill } from '../../../contract/bill.ts';
import { cacheKeyOf } from './cache-database.ts';
import { pageKey, type PagePlace, type PlacedPage } from './crawl-place.ts';

/** A page of bills that was read, with the times of its reading (see `Reading`). */
export type ReadPage = Omit<PagePlace, 'generation' | 'run' | 'seenAtMs'>;

/**
 * Whether a page requested again by a cursor of an earlier reading shows its bills as they are now. The first
 * proof that it does not ends the use of old cursors on this connection (ADR 14).
 */
export interface OldCursors {
  haveEnded(): boolean;
  /** Ends the use of old cursors. Resolves when this is on disk, or the disk has refused it. */
  end(): Promise<void>;
  /** Ordered time at which the bills had the state that the page shows. */
  readMs(reading: Pick<ReadPage, 'askedMs' | 'listedMs'>): number;
  /** Compares bills of a page read by an old cursor with the same bills in a list begun later. */
  noteBills(page: ReadPage, bills: readonly Bill[]): void;
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

/** @param keepEnd stores that old cursors have ended; called once */
export function createOldCursors(isEnded: boolean, keepEnd: () => Promise<void>): OldCursors {
  let hasEnded = isEnded;
  /** Whether, in this launch, a page read by an old cursor showed a change made after the cursor was issued. */
  let isProvenFresh = false;
  let doubt: { readonly key: string; readonly shown: Shown } | null = null;
  const shownBy = new Map<string, Shown>();

  const end = async (): Promise<void> => {
    if (hasEnded) return;
    hasEnded = true;
    await keepEnd();
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
    haveEnded: () => hasEnded,
    end,
    readMs: ({ askedMs, listedMs }) => (hasEnded ? listedMs : askedMs),
    noteBills: (page, bills) => {
      for (const bill of bills) {
        if (hasEnded || isProvenFresh) return;
        const key = cacheKeyOf({ organizationId: page.organizationId, billId: bill.id });
        noteBill(page, key, fingerprint(snapshotOf(bill)));
      }
    },
    doubted: () => (hasEnded || isProvenFresh ? null : (doubt?.shown.page ?? null)),
    forgetDoubt: (page) => {
      if (doubt && pageKey(doubt.shown.page) === pageKey(page)) doubt = null;
    },
  };
}

/** Pages that an HTTP cache returned have 0 as both times, and do not count. */
function wasReadByOldCursor({ askedMs, listedMs }: ReadPage): boolean {
  return askedMs > 0 && listedMs === 0;
}
