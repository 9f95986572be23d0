import { canonicalJson } from '../../base/canonical-json.ts';
import { createObservable } from '../../base/observable.ts';
import { isPayable } from '../../contract/assumptions.ts';
import type { BillIndex, BillQuery, BillRow } from '../workspace.ts';
import {
  comparisonOf,
  indexedRow,
  mergeSorted,
  type BillSort,
  type IndexedRow,
} from './bill-order.ts';
import type { CachedBill } from './cache-database.ts';
import { searchTextOf, searchWords } from './search-text.ts';

/** The index and what its owner does to it. */
export interface LiveBillIndex extends BillIndex {
  /** Empties it for another organization (null for none). Rows come through `load` and `change`. */
  reset(organizationId: string | null): void;
  /**
   * Rows read from disk. Those already here, or deleted while reading, are newer than the disk's and stay.
   */
  load(rows: readonly CachedBill[]): void;
  /** Every row of the disk has been handed in. */
  loaded(): void;
  /** What a committed transaction changed. Changes of other organizations are ignored. */
  change(change: BillChange): void;
  /** Told of bills that changed or went, before `version` grows; null when all of them went at once. */
  watch(watcher: (billIds: readonly string[] | null) => void): void;
}

export interface BillChange {
  readonly organizationId: string;
  readonly upserts: readonly CachedBill[];
  readonly deletes: readonly string[];
}

interface SortedList {
  readonly sort: BillSort;
  rows: readonly IndexedRow[];
  /** Bills changed since `rows` was made. */
  readonly changed: Set<string>;
}

/** Answers kept at a time: list, filter counts and a search or two. */
const MOST_ANSWERS = 12;

/** The bills of one organization in memory, searched and sorted there. */
export function createBillIndex(): LiveBillIndex {
  const version = createObservable(0);
  const loading = createObservable(false);
  const byId = new Map<string, IndexedRow>();
  const sortedLists = new Map<string, SortedList>();
  const answers = new Map<string, readonly BillRow[]>();
  const deletedWhileLoading = new Set<string>();
  const watchers: ((billIds: readonly string[] | null) => void)[] = [];
  let organizationId: string | null = null;
  let counts: ReadonlyMap<string, number> | null = null;

  const announce = (changed: readonly string[] | null): void => {
    for (const id of changed ?? []) for (const list of sortedLists.values()) list.changed.add(id);
    answers.clear();
    counts = null;
    for (const watcher of watchers) watcher(changed);
    version.set(version.get() + 1);
  };

  /** Takes the row in. Most pages bring what is known: then only the time it was seen is new. */
  const seeAgain = (row: CachedBill): boolean => {
    const known = byId.get(row.id);
    if (known && canonicalJson(known.row.bill) === canonicalJson(row.bill)) {
      known.row = { ...known.row, seenAtMs: row.seenAtMs };
      return true;
    }
    byId.set(row.id, entryOf(row));
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
    const matches = statusTest(query.status);
    const found: BillRow[] = [];
    for (const entry of sorted({ sort: query.sort, descending: query.descending })) {
      if (!matches(entry)) continue;
      const text = entry.row.searchText;
      if (words.every((word) => text.includes(word))) found.push(entry.row);
    }
    return found;
  };

  return {
    version,
    loading,
    query: (query) => {
      const key = JSON.stringify([query.status, query.search, query.sort, query.descending]);
      const known = answers.get(key);
      if (known) return known;
      const found = answer(query);
      const [oldest] = answers.keys();
      if (answers.size >= MOST_ANSWERS && oldest !== undefined) answers.delete(oldest);
      answers.set(key, found);
      return found;
    },
    get: (billId) => byId.get(billId)?.row ?? null,
    counts: () => (counts ??= countByStatus(byId.values())),
    reset: (next) => {
      organizationId = next;
      byId.clear();
      sortedLists.clear();
      deletedWhileLoading.clear();
      loading.set(next !== null);
      announce(null);
    },
    load: (rows) => {
      const fresh = rows.filter(
        (row) =>
          row.organizationId === organizationId &&
          !byId.has(row.id) &&
          !deletedWhileLoading.has(row.id),
      );
      for (const row of fresh) byId.set(row.id, entryOf(row));
      if (fresh.length > 0) announce(fresh.map((row) => row.id));
    },
    loaded: () => {
      deletedWhileLoading.clear();
      loading.set(false);
    },
    change: (change) => {
      if (change.organizationId !== organizationId) return;
      const changed = change.upserts.filter((row) => !seeAgain(row)).map((row) => row.id);
      for (const id of change.deletes) {
        if (byId.delete(id)) changed.push(id);
        if (loading.get()) deletedWhileLoading.add(id);
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

function countByStatus(entries: Iterable<IndexedRow>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { row } of entries) {
    counts.set(row.bill.status, (counts.get(row.bill.status) ?? 0) + 1);
  }
  return counts;
}
