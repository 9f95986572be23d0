import type { ObservableValue } from '../../../base/observable.ts';
import type { BillIndex } from '../bills/bill-index.ts';
import type { BillRow } from '../bills/bill-row.ts';
import type { FirstScreen } from '../bills/first-screen.ts';
import { isAsKept, KeptList, type KeptBill } from '../bills/kept-list.ts';
import type { SearchTerm } from '../bills/search-terms.ts';
import type { BillCache } from '../mirror/bill-cache.ts';
import { billKey } from '../mirror/cache-database.ts';
import type { Platform } from './platform.ts';
import type { Turnstile } from './turnstile.ts';

/** Searches the bills that can be approved before they are in memory. What it finds is shown, and no more. */
export interface EarlySearch {
  /**
   * The bills that hold every term, by due date.
   * @param excluded ids of bills that are not in the list, such as those approved
   * @param signal aborted when nobody waits for the answer any more
   * @returns null where nothing is found, or the disk fails or holds something else than was kept: the list will tell
   */
  find(
    terms: readonly SearchTerm[],
    excluded: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<EarlyFinds | null>;
}

/** What the first screen shows of all bills, of those that were found. */
export type EarlyFinds = Pick<FirstScreen, 'dues' | 'rows'>;

export interface EarlySearchDeps {
  readonly cache: Pick<BillCache, 'listPart' | 'readBills'>;
  readonly platform: Pick<Platform, 'breathe'>;
  /** Held while somebody waits for a search. */
  readonly turnstile: Turnstile;
  readonly bills: Pick<BillIndex, 'firstScreen' | 'get'>;
  /** The organizations on screen. */
  shown(): readonly string[];
  readonly earlySearch: ObservableValue<EarlySearch | null>;
  onFault(problem: unknown): void;
}

/** Answers searches from the kept list for as long as the first screen is shown. @returns the way to stop */
export function followFirstScreen(deps: EarlySearchDeps): () => void {
  const { cache, turnstile, bills, earlySearch, onFault } = deps;
  let showing = new AbortController();
  const open = async (organizationIds: readonly string[], signal: AbortSignal): Promise<void> => {
    const list = await KeptList.open(organizationIds, cache.listPart);
    if (list === null || signal.aborted) return;
    const parts = { ...deps, list, organizationIds };
    earlySearch.set({ find: (...asked) => find(parts, ...asked) });
  };
  const follow = (): void => {
    showing.abort();
    showing = new AbortController();
    earlySearch.set(null);
    if (bills.firstScreen.get() === null) return;
    const opening = open(deps.shown(), showing.signal);
    turnstile.hold(opening);
    opening.catch(onFault);
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
  readonly organizationIds: readonly string[];
}

function find(
  parts: SearchParts,
  ...[terms, excluded, signal]: Parameters<EarlySearch['find']>
): ReturnType<EarlySearch['find']> {
  const work = async (): Promise<EarlyFinds | null> => {
    const { dues, first } = await parts.list.find(terms, excluded, parts.platform.breathe);
    if (first.length === 0 || signal.aborted) return null;
    const rows = await rowsOf(parts, first);
    return rows && { dues, rows };
  };
  const finding = work().catch((problem: unknown) => {
    parts.onFault(problem);
    return null;
  });
  parts.turnstile.hold(finding);
  return finding;
}

/** Null when one of them is not what was kept: then nothing else may be so either. */
async function rowsOf(
  { organizationIds, cache, bills }: SearchParts,
  kept: readonly KeptBill[],
): Promise<readonly BillRow[] | null> {
  const unknown = kept.filter(({ billId }) => bills.get(billId) === null);
  const keys = organizationIds.flatMap((organizationId) =>
    unknown.map(({ billId }) => ({ organizationId, billId })),
  );
  const read = await cache.readBills(keys);
  const rowOf = ({ billId }: KeptBill): BillRow | null => {
    const known = bills.get(billId);
    if (known !== null) return known;
    for (const organizationId of organizationIds) {
      const row = read.get(billKey({ organizationId, billId }));
      if (row) return { organizationId, seenAtMs: row.seenAtMs, bill: row.bill };
    }
    return null;
  };
  const rows: BillRow[] = [];
  for (const each of kept) {
    const row = rowOf(each);
    if (row === null || !isAsKept(row.bill, each)) return null;
    rows.push(row);
  }
  return rows;
}
