import { type BillChange, billKey, type CachedBill } from '../mirror/cache-database.ts';
import { type Observable, attempt, createObservable } from '../../../base/observable.ts';
import { canonicalJson } from '../../../base/canonical-json.ts';
import { breaksUniqueIds, isPayable } from '../../../contract/assumptions.ts';
import type { BillQuery, BillRow, ConflictingBill } from './bill-row.ts';
import {
  comparisonOf,
  indexedRow,
  mergeSorted,
  type BillSort,
  type IndexedRow,
} from './bill-order.ts';
import { createConflictingIds } from './conflicting-ids.ts';
import { createQueryCache } from './query-cache.ts';
import { searchTextOf, searchWords } from './search-text.ts';

/** The bills on screen, of one organization or of all, kept up to date as pages arrive. */
export interface BillIndex {
  /** Grows with every change of any bill; watch it, then ask again. */
  readonly version: Observable<number>;
  readonly loading: Observable<boolean>;
  /** Bills in the order asked for; the same array as before when nothing has changed. */
  query(query: BillQuery): readonly BillRow[];
  get(billId: string): BillRow | null;
  /** How many bills there are by status. */
  counts(): ReadonlyMap<string, number>;
  /** Bills left out because another organization's bill has their id; empty but for a broken assumption. */
  readonly leftOut: Observable<readonly ConflictingBill[]>;
}

/** The index and what its owner does to it. */
export interface LiveBillIndex extends BillIndex {
  /**
   * Empties it for another organization, for several together, or for none (null). Rows come through
   * `load` and `change`.
   */
  reset(shown: string | readonly string[] | null): void;
  /**
   * Rows read from disk. Those already here, or deleted while reading, are newer than the disk's and stay.
   */
  load(rows: readonly CachedBill[]): void;
  /** Every row of the disk has been handed in. */
  loaded(): void;
  /** What a committed transaction changed. Changes of organizations that are not shown are ignored. */
  change(change: BillChange): void;
  /** Told of bills that changed or went, before `version` grows; null when all of them went at once. */
  watch(watcher: (billIds: readonly string[] | null) => void): void;
}

interface SortedList {
  readonly sort: BillSort;
  rows: readonly IndexedRow[];
  /** Bills changed since `rows` was made. */
  readonly changed: Set<string>;
}

/** The bills of one organization in memory, searched and sorted there. */
export function createBillIndex(): LiveBillIndex {
  const version = createObservable(0);
  const loading = createObservable(false);
  const byId = new Map<string, IndexedRow>();
  const sortedLists = new Map<string, SortedList>();
  const answers = createQueryCache();
  const statuses = new Map<string, number>();
  const deletedWhileLoading = new Set<string>();
  const watchers: ((billIds: readonly string[] | null) => void)[] = [];
  const leftOut = createConflictingIds();
  const isDeleted = (place: ConflictingBill): boolean =>
    deletedWhileLoading.size > 0 && deletedWhileLoading.has(billKey(place));
  let shown: ReadonlySet<string> = new Set();
  let counts: ReadonlyMap<string, number> | null = null;

  const announce = (changed: readonly string[] | null): void => {
    for (const id of changed ?? []) for (const list of sortedLists.values()) list.changed.add(id);
    answers.clear();
    counts = null;
    // What breaks in a watcher must not keep the crawl from going on.
    for (const watcher of watchers) attempt(() => watcher(changed));
    version.set(version.get() + 1);
  };

  /** A bill of another organization has the id: this one is left out, so that no id means two bills. */
  const isTaken = ({ organizationId, id }: CachedBill): boolean => {
    const known = byId.get(id);
    const isOthers = known !== undefined && breaksUniqueIds(known.row, { organizationId });
    if (isOthers) leftOut.add({ organizationId, billId: id });
    return isOthers || leftOut.has({ organizationId, billId: id });
  };

  // Counted as they come and go: walking all of them for each page read would stop the screen.
  const count = (status: string, more: number): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + more);
    counts = null;
  };
  const drop = (billId: string): void => {
    const known = byId.get(billId);
    if (known === undefined) return;
    count(known.row.bill.status, -1);
    byId.delete(billId);
  };
  const put = (row: CachedBill): void => {
    drop(row.id);
    byId.set(row.id, entryOf(row));
    count(row.bill.status, 1);
  };

  /** Takes the row in. Most pages bring what is known: then only the time it was seen is new. */
  const seeAgain = (row: CachedBill): boolean => {
    const known = byId.get(row.id);
    if (known && canonicalJson(known.row.bill) === canonicalJson(row.bill)) {
      known.row = { ...known.row, seenAtMs: row.seenAtMs };
      return true;
    }
    put(row);
    return false;
  };

  const sorted = (sort: BillSort): readonly IndexedRow[] => {
    const key = `${sort.sort}:${String(sort.descending)}`;
    const list = sortedLists.get(key) ?? { sort, rows: [], changed: new Set(byId.keys()) };
    sortedLists.set(key, list);
    if (list.changed.size > 0) list.rows = bringUpToDate(list, byId);
    list.changed.clear();
    return list.rows;
  };

  const answer = (query: BillQuery): readonly BillRow[] => {
    const words = searchWords(query.search);
    const holdsAll = ({ searchText }: BillRow): boolean =>
      words.every((word) => searchText.includes(word));
    const wider = answers.findWider(query);
    if (wider) return wider.filter(holdsAll);
    const matches = statusTest(query.status);
    const found: BillRow[] = [];
    for (const entry of sorted({ sort: query.sort, descending: query.descending })) {
      if (matches(entry) && holdsAll(entry.row)) found.push(entry.row);
    }
    return found;
  };

  return {
    version,
    loading,
    query: (query) => {
      const known = answers.find(query);
      if (known) return known;
      const found = answer(query);
      answers.keep(query, found);
      return found;
    },
    get: (billId) => byId.get(billId)?.row ?? null,
    counts: () => (counts ??= new Map([...statuses].filter(([, bills]) => bills > 0))),
    leftOut: leftOut.bills,
    reset: (next) => {
      shown = new Set(typeof next === 'string' ? [next] : next);
      leftOut.clear();
      byId.clear();
      statuses.clear();
      sortedLists.clear();
      deletedWhileLoading.clear();
      loading.set(shown.size > 0);
      announce(null);
    },
    load: (rows) => {
      const fresh = rows.filter(
        (row) =>
          shown.has(row.organizationId) &&
          !isDeleted({ organizationId: row.organizationId, billId: row.id }) &&
          !isTaken(row) &&
          !byId.has(row.id),
      );
      for (const row of fresh) put(row);
      if (fresh.length > 0) announce(fresh.map((row) => row.id));
    },
    loaded: () => {
      deletedWhileLoading.clear();
      loading.set(false);
    },
    change: (change) => {
      const { organizationId } = change;
      if (!shown.has(organizationId)) return;
      const changed = change.upserts
        .filter((row) => !isTaken(row) && !seeAgain(row))
        .map((row) => row.id);
      for (const billId of change.deletes) {
        const place = { organizationId, billId };
        if (loading.get()) deletedWhileLoading.add(billKey(place));
        leftOut.remove(place);
        if (byId.get(billId)?.row.organizationId !== organizationId) continue;
        drop(billId);
        changed.push(billId);
      }
      if (changed.length > 0) announce(changed);
    },
    watch: (watcher) => void watchers.push(watcher),
  };
}

function entryOf(cached: CachedBill): IndexedRow {
  const row: BillRow = {
    bill: cached.bill,
    organizationId: cached.organizationId,
    seenAtMs: cached.seenAtMs,
    searchText: searchTextOf(cached.bill),
  };
  return indexedRow(row, isPayable(cached.bill.status));
}

function bringUpToDate(
  list: SortedList,
  byId: ReadonlyMap<string, IndexedRow>,
): readonly IndexedRow[] {
  const comparison = comparisonOf(list.sort);
  // Past a quarter, sorting everything is the cheaper way.
  if (list.changed.size * 4 > byId.size) return [...byId.values()].toSorted(comparison);
  const fresh = [...list.changed].flatMap((id) => byId.get(id) ?? []);
  return mergeSorted(list.rows, list.changed, fresh, comparison);
}

function statusTest(status: string | null): (entry: IndexedRow) => boolean {
  if (status === null) return () => true;
  if (status === 'payable') return (entry) => entry.payable;
  return (entry) => entry.row.bill.status === status;
}
