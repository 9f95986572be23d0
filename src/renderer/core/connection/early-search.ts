import type { ObservableValue } from '../../../base/observable.ts';
import type { BillIndex } from '../bills/index/bill-index.ts';
import type { BillRow } from '../model/bill-row.ts';
import type { FirstScreen } from '../bills/index/first-screen.ts';
import { isAsKept, KeptList, type KeptBill } from '../bills/index/kept-list.ts';
import type { SearchTerm } from '../bills/search/search-terms.ts';
import type { BillCache } from '../mirror/bill-cache.ts';
import type { Platform } from './platform.ts';
import type { Turnstile } from './turnstile.ts';

/** Searches the payable bills before they are in memory, for display only. */
export interface EarlySearch {
  /**
   * Finds the bills that contain every term, by due date.
   * @param excluded ids of bills that are not in the list, such as approved ones
   * @param signal aborted when the answer is no longer needed
   * @param onFirst receives some of the first results before all are found
   * @returns null when nothing is found, the disk fails, or a bill differs from the saved list: the list will
   * answer
   */
  find(
    terms: readonly SearchTerm[],
    excluded: ReadonlySet<string>,
    signal: AbortSignal,
    onFirst?: (first: readonly BillRow[]) => void,
  ): Promise<EarlyFinds | null>;
}

/** The parts of the first screen that describe the bills found. */
export type EarlyFinds = Pick<FirstScreen, 'dues' | 'rows'>;

export interface EarlySearchDeps {
  readonly cache: Pick<BillCache, 'listPart' | 'readPages'>;
  readonly platform: Pick<Platform, 'breathe'>;
  /** Held during a search. */
  readonly turnstile: Turnstile;
  readonly bills: Pick<BillIndex, 'firstScreen' | 'get'>;
  /** Organizations on screen. */
  shown(): readonly string[];
  readonly earlySearch: ObservableValue<EarlySearch | null>;
  onFault(problem: unknown): void;
}

/** Answers searches from the saved list while the first screen is shown. @returns a function that stops it */
export function followFirstScreen(deps: EarlySearchDeps): () => void {
  const { cache, turnstile, bills, earlySearch, onFault } = deps;
  let showing = new AbortController();
  const open = async (organizationIds: readonly string[], signal: AbortSignal): Promise<void> => {
    const read = async (part: number): Promise<string | null> =>
      signal.aborted ? null : cache.listPart(part);
    const list = await KeptList.open(organizationIds, read, deps.platform.breathe);
    if (list === null || signal.aborted) return;
    earlySearch.set({ find: (...asked) => find({ ...deps, list }, ...asked) });
    await list.opened();
  };
  const follow = (): void => {
    showing.abort();
    showing = new AbortController();
    earlySearch.set(null);
    if (bills.firstScreen.get() === null) return;
    const { signal } = showing;
    const opening = open(deps.shown(), signal);
    turnstile.hold(opening);
    // The cache may close while the list is no longer needed.
    opening.catch((problem: unknown) => signal.aborted || onFault(problem));
  };
  const stop = bills.firstScreen.subscribe(follow);
  follow();
  return () => {
    stop();
    showing.abort();
  };
}

interface SearchParts extends EarlySearchDeps {
  readonly list: KeptList;
}

function find(
  parts: SearchParts,
  ...[terms, excluded, signal, onFirst]: Parameters<EarlySearch['find']>
): ReturnType<EarlySearch['find']> {
  const work = async (): Promise<EarlyFinds | null> => {
    const read = new Map<string, BillRow>();
    const tell = async (first: readonly KeptBill[]): Promise<void> => {
      const rows = await rowsOf(parts, first, read);
      if (rows !== null && !signal.aborted) onFirst?.(rows);
    };
    const found = await parts.list.find(terms, excluded, signal, onFirst && tell);
    if (found === null || found.first.length === 0 || signal.aborted) return null;
    const rows = await rowsOf(parts, found.first, read);
    return rows && { dues: found.dues, rows };
  };
  const finding = work().catch((problem: unknown) => {
    parts.onFault(problem);
    return null;
  });
  parts.turnstile.hold(finding);
  return finding;
}

/**
 * Null when a row differs from the saved list: then others may, too.
 * @param read rows that were read before; receives those read now
 */
async function rowsOf(
  { cache, bills }: SearchParts,
  kept: readonly KeptBill[],
  read: Map<string, BillRow>,
): Promise<readonly BillRow[] | null> {
  const rowOf = (billId: string): BillRow | null => bills.get(billId) ?? read.get(billId) ?? null;
  const unknown = kept.filter(({ billId }) => rowOf(billId) === null);
  const pages = new Set(unknown.map(({ page }) => page));
  for (const { organizationId, seenAtMs, bill } of await cache.readPages([...pages]))
    read.set(bill.id, { organizationId, seenAtMs, bill });
  const rows: BillRow[] = [];
  for (const each of kept) {
    const row = rowOf(each.billId);
    if (row === null || !isAsKept(row.bill, each)) return null;
    rows.push(row);
  }
  return rows;
}
