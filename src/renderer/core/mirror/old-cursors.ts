import { fingerprint, snapshotOf } from '../../../bridge/snapshot.ts';
import type { Bill } from '../../../contract/bill.ts';
import { cacheKeyOf } from './cache-database.ts';
import { pageKey, type PagePlace, type PlacedPage } from './crawl-place.ts';

/** A page of bills that was read, with the times of its reading (see `Reading`). */
export interface ReadPage extends Omit<PagePlace, 'generation' | 'run' | 'seenAtMs'> {
  readonly nextCursor: string | null;
  /** Whether all its items could be read. */
  readonly isWhole: boolean;
  /** Start of its list, ordered time. A first page shows its bills at `listedMs`, which may be later. */
  readonly beganMs: number;
}

/**
 * Decides whether a cursor of an earlier list still shows bills as they are now (ADR 14): it may belong to a snapshot.
 * Old cursors become usable when a later list repeats them, as the cursor on its first page shows. The first proof
 * that one shows the past ends their use.
 */
export interface OldCursors {
  /** Whether the page of this reading can be requested again by its cursor. */
  isUsable(reading: Pick<ReadPage, 'askedMs' | 'listedMs'>): boolean;
  /** Ends the use of old cursors. Resolves when this is on disk, or the disk has refused it. */
  end(): Promise<void>;
  /** Ordered time at which the bills had the state that the page shows. */
  readMs(reading: Pick<ReadPage, 'askedMs' | 'listedMs'>): number;
  /**
   * Compares a first page's next cursor with that of the list before, and bills of a page read by an old cursor with the
   * same bills in a list begun later. Returns whether old cursors have become usable.
   */
  notePage(page: ReadPage, bills: readonly Bill[]): boolean;
  /** First page of the chain, if reading it may prove that old cursors are usable; null if that was tried. */
  trialOf(organizationId: string, status: string): PlacedPage | null;
  /** Call when a page was read out of turn. */
  noteTried(page: PlacedPage): void;
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

/**
 * `repeated`: a later list had the cursor of an earlier one. `ended`: a page read by an old cursor showed the past, or
 * the same first page came with another cursor, so that cursors depend on more than the place.
 */
export type CursorProof = 'unproven' | 'repeated' | 'ended';

/** The first page of the last list of a chain. */
interface FirstPage extends Pick<ReadPage, 'nextCursor' | 'listedMs' | 'beganMs'> {
  /** Null if some bills could not be read. */
  readonly bills: string | null;
}

/** @param saveProof writes the proof to disk */
export function createOldCursors(
  stored: CursorProof,
  saveProof: (proof: CursorProof) => Promise<void>,
): OldCursors {
  let proof = stored;
  /** Ordered time. The cursors of lists begun earlier are not proven. */
  let provenSinceMs = -Infinity;
  /** First pages by `pageKey`. */
  const firstPages = new Map<string, FirstPage>();
  const tried = new Set<string>();
  /** Whether, in this launch, a page read by an old cursor showed a change made after the cursor was issued. */
  let isProvenFresh = false;
  let doubt: { readonly key: string; readonly shown: Shown } | null = null;
  const shownBy = new Map<string, Shown>();

  const set = (next: CursorProof): Promise<void> => {
    proof = next;
    return saveProof(next);
  };

  const isUsable: OldCursors['isUsable'] = ({ askedMs, listedMs }) =>
    proof === 'repeated' && (listedMs === 0 ? askedMs : listedMs) >= provenSinceMs;

  const end = async (): Promise<void> => {
    // Without the proof, no page was read by an old cursor.
    if (proof === 'repeated') await set('ended');
  };

  const noteFirstPage = (page: ReadPage, bills: readonly Bill[]): void => {
    const { after, nextCursor, listedMs, beganMs, isWhole } = page;
    if (after !== null || nextCursor === null || listedMs === 0) return;
    const key = pageKey(page);
    const last = firstPages.get(key);
    const text = isWhole ? JSON.stringify(bills) : null;
    if (last && last.listedMs >= listedMs) return;
    firstPages.set(key, { nextCursor, listedMs, beganMs, bills: text });
    if (last === undefined || proof === 'ended') return;
    if (last.nextCursor !== nextCursor) {
      if (text !== null && last.bills === text) void set('ended');
      return;
    }
    if (proof === 'repeated') return;
    provenSinceMs = last.beganMs;
    void set('repeated');
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
    isUsable,
    end,
    readMs: (reading) => (isUsable(reading) ? reading.askedMs : reading.listedMs),
    notePage: (page, bills) => {
      const before = proof;
      noteFirstPage(page, bills);
      if (proof !== before) return proof === 'repeated';
      for (const bill of bills) {
        if (proof !== 'repeated' || isProvenFresh) return false;
        const key = cacheKeyOf({ organizationId: page.organizationId, billId: bill.id });
        noteBill(page, key, fingerprint(snapshotOf(bill)));
      }
      return false;
    },
    trialOf: (organizationId, status) => {
      const page = { organizationId, status, after: null };
      return proof === 'unproven' && !tried.has(pageKey(page)) ? page : null;
    },
    noteTried: (page) => void tried.add(pageKey(page)),
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
