import { type BillChange, billKey, type CachedBill } from '../mirror/cache-database.ts';
import { attempt, createObservable, type Observable } from '../../../base/observable.ts';
import { canonicalJson } from '../../../base/canonical-json.ts';
import { breaksUniqueIds, isPayable } from '../../../contract/assumptions.ts';
import type { BillQuery, BillRow, ConflictingBill } from './bill-row.ts';
import {
  type BillSort,
  comparisonOf,
  indexedRow,
  type IndexedRow,
  mergeSorted,
} from './bill-order.ts';
import { createQueryCache } from './query-cache.ts';
import { searchTerms, searchTextOf } from './search-text.ts';

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
  readonly conflictingIds: Observable<readonly ConflictingBill[]>;
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
  /** Notified of bills that changed or went, before `version` grows; null when all of them went at once. */
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
  const rows = createIndexedRows();
  const answers = createQueryCache();
  const deletedWhileLoading = new Set<string>();
  const watchers: ((billIds: readonly string[] | null) => void)[] = [];
  const conflicts = createConflictingIds();
  const isDeleted = (place: ConflictingBill): boolean =>
    deletedWhileLoading.size > 0 && deletedWhileLoading.has(billKey(place));
  let shown: ReadonlySet<string> = new Set();

  const announce = (changed: readonly string[] | null): void => {
    rows.noteChanged(changed ?? []);
    answers.clear();
    // What breaks in a watcher must not keep the crawl from going on.
    for (const watcher of watchers) attempt(() => watcher(changed));
    version.set(version.get() + 1);
  };

  const isTaken = (row: CachedBill): boolean => conflicts.takes(row, rows.get(row.id));

  return {
    version,
    loading,
    query: (query) => {
      const known = answers.find(query);
      if (known) return known;
      const found = answer(query, rows, answers.findWider(query));
      answers.keep(query, found);
      return found;
    },
    get: rows.get,
    counts: rows.counts,
    conflictingIds: conflicts.bills,
    reset: (next) => {
      shown = new Set(typeof next === 'string' ? [next] : next);
      conflicts.clear();
      rows.clear();
      deletedWhileLoading.clear();
      loading.set(shown.size > 0);
      announce(null);
    },
    load: (read) => {
      const fresh = read.filter(
        (row) =>
          shown.has(row.organizationId) &&
          !isDeleted({ organizationId: row.organizationId, billId: row.id }) &&
          !isTaken(row) &&
          rows.get(row.id) === null,
      );
      for (const row of fresh) rows.put(row);
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
        .filter((row) => !isTaken(row) && rows.update(row))
        .map(({ id }) => id);
      for (const billId of change.deletes) {
        const place = { organizationId, billId };
        if (loading.get()) deletedWhileLoading.add(billKey(place));
        conflicts.remove(place);
        if (rows.get(billId)?.organizationId !== organizationId) continue;
        rows.drop(billId);
        changed.push(billId);
      }
      if (changed.length > 0) announce(changed);
    },
    watch: (watcher) => void watchers.push(watcher),
  };
}

/** Rows by id, with what sorting and counting them needs, kept up to date. */
interface IndexedRows {
  get(billId: string): BillRow | null;
  put(row: CachedBill): void;
  /** Answers whether it changed. Most pages bring what is known: then only the time it was seen is new. */
  update(row: CachedBill): boolean;
  drop(billId: string): void;
  clear(): void;
  /** How many there are by status; the same map until that has changed. */
  counts(): ReadonlyMap<string, number>;
  /** These stand elsewhere in sorted lists from now on. */
  noteChanged(billIds: readonly string[]): void;
  sorted(sort: BillSort): readonly IndexedRow[];
}

function createIndexedRows(): IndexedRows {
  const byId = new Map<string, IndexedRow>();
  const sortedLists = new Map<string, SortedList>();
  const statuses = new Map<string, number>();
  let counts: ReadonlyMap<string, number> | null = null;

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
  return {
    get: (billId) => byId.get(billId)?.row ?? null,
    put,
    update: (row) => {
      const known = byId.get(row.id);
      const isKnown = known && canonicalJson(known.row.bill) === canonicalJson(row.bill);
      if (isKnown) known.row = { ...known.row, seenAtMs: row.seenAtMs };
      else put(row);
      return !isKnown;
    },
    drop,
    clear: () => {
      byId.clear();
      statuses.clear();
      sortedLists.clear();
      counts = null;
    },
    counts: () => (counts ??= new Map([...statuses].filter(([, bills]) => bills > 0))),
    noteChanged: (billIds) => {
      for (const id of billIds) for (const list of sortedLists.values()) list.changed.add(id);
    },
    sorted: (sort) => {
      const key = `${sort.sort}:${String(sort.descending)}`;
      const list = sortedLists.get(key) ?? { sort, rows: [], changed: new Set(byId.keys()) };
      sortedLists.set(key, list);
      if (list.changed.size > 0) list.rows = bringUpToDate(list, byId);
      list.changed.clear();
      return list.rows;
    },
  };
}

function answer(
  query: BillQuery,
  rows: IndexedRows,
  wider: readonly BillRow[] | null,
): readonly BillRow[] {
  const terms = searchTerms(query.search);
  const holdsAll = ({ searchText }: BillRow): boolean =>
    terms.every((term) => searchText.includes(term));
  if (wider) return wider.filter(holdsAll);
  const matches = statusTest(query.status);
  const found: BillRow[] = [];
  for (const entry of rows.sorted({ sort: query.sort, descending: query.descending })) {
    if (matches(entry) && holdsAll(entry.row)) found.push(entry.row);
  }
  return found;
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

/** The bills that cannot be shown because another organization's bill has their id. */
interface ConflictingIds {
  readonly bills: Observable<readonly ConflictingBill[]>;
  /** A bill of another organization has the id: this one is left out, so that no id means two bills. */
  takes(bill: CachedBill, known: BillRow | null): boolean;
  /** It is gone from its organization. */
  remove(place: ConflictingBill): void;
  clear(): void;
}

/**
 * Who is left out stays so until another choice of organizations, even when the other bill goes: the bill
 * on screen must not become another one's under the user's hand.
 */
function createConflictingIds(): ConflictingIds {
  const bills = createObservable<readonly ConflictingBill[]>([]);
  const byKey = new Map<string, ConflictingBill>();
  const publish = (): void => bills.set([...byKey.values()]);
  return {
    bills,
    takes: ({ organizationId, id }, known) => {
      const place = { organizationId, billId: id };
      const isOthers = known !== null && breaksUniqueIds(known, { organizationId });
      if (!isOthers) return byKey.size > 0 && byKey.has(billKey(place));
      if (byKey.has(billKey(place))) return true;
      byKey.set(billKey(place), place);
      publish();
      return true;
    },
    remove: (place) => {
      if (byKey.delete(billKey(place))) publish();
    },
    clear: () => {
      if (byKey.size === 0) return;
      byKey.clear();
      publish();
    },
  };
}
