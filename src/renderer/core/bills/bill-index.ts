import { type BillChange, billKey, type CachedBill } from '../mirror/cache-database.ts';
import { attempt, createObservable, type Observable } from '../../../base/observable.ts';
import { canonicalJson } from '../../../base/canonical-json.ts';
import { breaksUniqueIds, isPayable, vendorName } from '../../../contract/assumptions.ts';
import type { BillQuery, BillRow, ConflictingBill } from './bill-row.ts';
import {
  type BillSort,
  byDueDateFirst,
  comparisonOf,
  createRuns,
  merge,
  mergeSorted,
  reordered,
} from './bill-order.ts';
import { createQueryCache } from './query-cache.ts';
import { searchTerms, searchTextOf, sortKeyOf } from './search-text.ts';

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
   * The first are shown at once, the others with `loaded`: each time costs as much as there are.
   */
  load(rows: readonly CachedBill[]): void;
  /** Every row of the disk has been handed in, or all that can be approved. */
  loaded(what: 'payable' | 'all'): void;
  /** What a committed transaction changed. Changes of organizations that are not shown are ignored. */
  change(change: BillChange): void;
  /** Notified of bills that came, changed or went, before `version` grows; null when all went at once. */
  watch(watcher: (billIds: readonly string[] | null) => void): void;
}

interface SortedList {
  readonly sort: BillSort;
  rows: readonly BillRow[];
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

  const tell = (changed: readonly string[] | null): void => {
    answers.clear();
    // What breaks in a watcher must not keep the crawl from going on.
    for (const watcher of watchers) attempt(() => watcher(changed));
  };
  const show = (): void => version.set(version.get() + 1);
  const announce = (changed: readonly string[]): void => {
    rows.noteChanged(changed);
    tell(changed);
    show();
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
      tell(null);
      show();
    },
    load: (read) => {
      const fresh = read.filter(
        (row) =>
          shown.has(row.organizationId) &&
          !isDeleted({ organizationId: row.organizationId, billId: row.id }) &&
          !isTaken(row) &&
          rows.get(row.id) === null,
      );
      if (fresh.length === 0) return;
      const isFirst = rows.isEmpty();
      rows.load(fresh);
      tell(fresh.map((row) => row.id));
      if (isFirst) show();
    },
    loaded: (what) => {
      if (what === 'all') {
        deletedWhileLoading.clear();
        loading.set(false);
      }
      show();
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

/** Rows by id, in each order that was asked for, kept up to date. */
interface IndexedRows {
  get(billId: string): BillRow | null;
  isEmpty(): boolean;
  /** Takes in rows of bills that are not here. */
  load(rows: readonly CachedBill[]): void;
  /** Answers whether it changed. Most pages bring what is known: then only the time it was seen is new. */
  update(row: CachedBill): boolean;
  drop(billId: string): void;
  clear(): void;
  /** How many there are by status; the same map until that has changed. */
  counts(): ReadonlyMap<string, number>;
  /** These stand elsewhere in sorted lists from now on. */
  noteChanged(billIds: readonly string[]): void;
  sorted(sort: BillSort): readonly BillRow[];
}

/** Within the index alone a row grows older without being another one. */
type LiveRow = { -readonly [Field in keyof BillRow]: BillRow[Field] };

function createIndexedRows(): IndexedRows {
  const byId = new Map<string, LiveRow>();
  const byDue = createRuns(comparisonOf(byDueDateFirst));
  const dueList: SortedList = { sort: byDueDateFirst, rows: [], changed: new Set() };
  const sortedLists = new Map<string, SortedList>([[keyOf(byDueDateFirst), dueList]]);
  const statuses = new Map<string, number>();
  let rowOf = createRowMaker();
  let counts: ReadonlyMap<string, number> | null = null;

  // Counted as they come and go: walking all of them for each page read would stop the screen.
  const count = (status: string, more: number): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + more);
    counts = null;
  };
  const drop = (billId: string): void => {
    const known = byId.get(billId);
    if (known === undefined) return;
    count(known.bill.status, -1);
    byId.delete(billId);
  };
  const put = (cached: CachedBill): BillRow => {
    drop(cached.id);
    const row = rowOf(cached);
    byId.set(cached.id, row);
    count(cached.bill.status, 1);
    return row;
  };
  const bringUpToDate = (list: SortedList): void => {
    const { changed, sort } = list;
    const comparison = comparisonOf(sort);
    // Past a quarter, sorting everything is the cheaper way.
    if (changed.size * 4 > byId.size) {
      list.rows =
        list === dueList ? [...byId.values()].toSorted(comparison) : reordered(dueRows(), sort);
    } else if (changed.size > 0) {
      const fresh = [...changed].flatMap((id) => byId.get(id) ?? []);
      list.rows = mergeSorted(list.rows, changed, fresh, comparison);
    }
    changed.clear();
  };
  const dueRows = (): readonly BillRow[] => {
    const loaded = byDue.take();
    if (loaded.length > 0) dueList.rows = merge(dueList.rows, loaded, comparisonOf(byDueDateFirst));
    bringUpToDate(dueList);
    return dueList.rows;
  };
  return {
    get: (billId) => byId.get(billId) ?? null,
    isEmpty: () => byId.size === 0,
    load: (read) => {
      const rows = read.map(put);
      byDue.add(rows);
      for (const list of sortedLists.values())
        if (list !== dueList) for (const { bill } of rows) list.changed.add(bill.id);
    },
    update: (cached) => {
      const known = byId.get(cached.id);
      const isKnown = known && canonicalJson(known.bill) === canonicalJson(cached.bill);
      if (isKnown) known.seenAtMs = cached.seenAtMs;
      else put(cached);
      return !isKnown;
    },
    drop,
    clear: () => {
      byId.clear();
      statuses.clear();
      byDue.take();
      Object.assign(dueList, { rows: [] });
      dueList.changed.clear();
      sortedLists.clear();
      sortedLists.set(keyOf(byDueDateFirst), dueList);
      rowOf = createRowMaker();
      counts = null;
    },
    counts: () => (counts ??= new Map([...statuses].filter(([, bills]) => bills > 0))),
    noteChanged: (billIds) => {
      for (const id of billIds) for (const list of sortedLists.values()) list.changed.add(id);
    },
    sorted: (sort) => {
      const known = sortedLists.get(keyOf(sort));
      const list = known ?? { sort, rows: [], changed: new Set(byId.keys()) };
      if (list === dueList) return dueRows();
      sortedLists.set(keyOf(sort), list);
      bringUpToDate(list);
      return list.rows;
    },
  };
}

function keyOf({ sort, descending }: BillSort): string {
  return `${sort}:${String(descending)}`;
}

function answer(
  query: BillQuery,
  rows: IndexedRows,
  wider: readonly BillRow[] | null,
): readonly BillRow[] {
  const terms = searchTerms(query.search);
  const matches = wider ? null : statusTest(query.status);
  const found: BillRow[] = [];
  for (const row of wider ?? rows.sorted(query)) {
    if ((matches === null || matches(row)) && holdsAll(row.searchText, terms)) found.push(row);
  }
  return found;
}

function holdsAll(text: string, terms: readonly string[]): boolean {
  for (const term of terms) if (!text.includes(term)) return false;
  return true;
}

function statusTest(status: string | null): ((row: BillRow) => boolean) | null {
  if (status === null) return null;
  if (status === 'payable') return (row) => row.payable;
  return (row) => row.bill.status === status;
}

type CachedFields = Pick<CachedBill, 'organizationId' | 'seenAtMs' | 'bill'>;

/**
 * Makes rows of bills. What sorting makes of a vendor's name is worked out once for each name, and an
 * organization is one text in all of its rows: two are then told apart without being read.
 */
export function createRowMaker(): (cached: CachedFields) => BillRow {
  const keys = new Map<string, string>();
  const organizations = new Map<string, string>();
  return ({ organizationId, seenAtMs, bill }) => {
    const name = vendorName(bill) ?? '';
    const vendorKey = keys.get(name) ?? sortKeyOf(name);
    keys.set(name, vendorKey);
    const organization = organizations.get(organizationId) ?? organizationId;
    organizations.set(organization, organization);
    return {
      bill,
      organizationId: organization,
      seenAtMs,
      searchText: searchTextOf(bill),
      payable: isPayable(bill.status),
      vendorKey,
      dueDate: bill.due_date ?? null,
      date: bill.date ?? bill.created_at ?? null,
    };
  };
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
