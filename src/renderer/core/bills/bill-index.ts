import { type BillChange, billKey, type CachedBill } from '../mirror/cache-database.ts';
import { attempt, createObservable, type Observable } from '../../../base/observable.ts';
import { canonicalJson } from '../../../base/canonical-json.ts';
import { breaksUniqueIds, vendorName } from '../../../contract/assumptions.ts';
import {
  type BillColumns,
  createBillColumns,
  foundBills,
  type FoundBills,
} from './bill-columns.ts';
import {
  type BillSort,
  byDueDateFirst,
  comparisonOf,
  mergeSorted,
  orderedByDue,
  reordered,
} from './bill-order.ts';
import type { BillQuery, BillRow, ConflictingBill } from './bill-row.ts';
import { createQueryCache } from './query-cache.ts';
import { searchTerms, type SearchTerm } from './search-terms.ts';
import { searchTextOf } from './search-text.ts';
import { createSearchTexts } from './search-texts.ts';

/** The bills on screen, of one organization or of all, kept up to date as pages arrive. */
export interface BillIndex {
  /** Grows with every change of any bill; watch it, then ask again. */
  readonly version: Observable<number>;
  readonly loading: Observable<boolean>;
  /** Bills in the order asked for; the same array as before when nothing has changed. */
  query(query: BillQuery): readonly BillRow[];
  /** The same bills for those who go through all of them; the same object while nothing has changed. */
  find(query: BillQuery): FoundBills;
  /** Bills that hold what is searched only if a letter or two are wrong, in the order asked for; as with `find`. */
  findSimilar(query: BillQuery): FoundBills;
  get(billId: string): BillRow | null;
  /**
   * All bills of this bill's vendor (by the name shown) and organization, itself too, in no order; the same
   * array until a bill changes.
   */
  ofVendor(row: Pick<BillRow, 'organizationId' | 'bill'>): readonly BillRow[];
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
  order: Uint32Array;
  /** Slots whose bill is another, or gone, since `order` was made. */
  readonly changed: Set<number>;
}

/** The bills of one organization in memory, searched and sorted there. */
export function createBillIndex(): LiveBillIndex {
  const version = createObservable(0);
  const loading = createObservable(false);
  const rows = createIndexedRows();
  const answers = createQueryCache();
  const vendors = new Map<string, readonly BillRow[]>();
  const deletedWhileLoading = new Set<string>();
  const watchers: ((billIds: readonly string[] | null) => void)[] = [];
  const conflicts = createConflictingIds();
  const isDeleted = (place: ConflictingBill): boolean =>
    deletedWhileLoading.size > 0 && deletedWhileLoading.has(billKey(place));
  let shown: ReadonlySet<string> = new Set();
  let similar: { readonly key: string; readonly found: FoundBills } | null = null;

  const tell = (changed: readonly string[] | null): void => {
    answers.clear();
    similar = null;
    vendors.clear();
    // What breaks in a watcher must not keep the crawl from going on.
    for (const watcher of watchers) attempt(() => watcher(changed));
  };
  const show = (): void => version.set(version.get() + 1);
  const find = (query: BillQuery): FoundBills => {
    const known = answers.find(query);
    if (known) return known;
    const found = answer(query, rows, answers.findWider(query));
    answers.keep(query, found);
    return found;
  };

  const isTaken = (row: CachedBill): boolean => conflicts.takes(row, rows.get(row.id));

  return {
    version,
    loading,
    query: (query) => find(query).rows,
    find,
    findSimilar: (query) => {
      const key = canonicalJson(query);
      if (similar?.key !== key)
        similar = { key, found: rows.findSimilar(query, searchTerms(query.search)) };
      return similar.found;
    },
    get: rows.get,
    ofVendor: ({ organizationId, bill }) => {
      const name = vendorName(bill);
      if (name === null) return [];
      const key = `${organizationId}\n${name}`;
      const found = vendors.get(key) ?? rows.ofVendor(organizationId, name);
      vendors.set(key, found);
      return found;
    },
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
      for (const row of fresh) rows.put(row);
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
      if (changed.length === 0) return;
      tell(changed);
      show();
    },
    watch: (watcher) => void watchers.push(watcher),
  };
}

/** Rows by id, in each order that was asked for, kept up to date. */
interface IndexedRows {
  get(billId: string): BillRow | null;
  isEmpty(): boolean;
  put(row: CachedBill): void;
  /** Answers whether it changed. Most pages bring what is known: then only the time it was seen is new. */
  update(row: CachedBill): boolean;
  drop(billId: string): void;
  clear(): void;
  /** How many there are by status; the same map until that has changed. */
  counts(): ReadonlyMap<string, number>;
  find(query: BillQuery, terms: readonly SearchTerm[]): FoundBills;
  findSimilar(query: BillQuery, terms: readonly SearchTerm[]): FoundBills;
  ofVendor(organizationId: string, name: string): readonly BillRow[];
  /** Of the bills found those that hold the terms too. */
  narrow(found: FoundBills, terms: readonly SearchTerm[]): FoundBills;
}

/** Within the index alone a row grows older without being another one. */
type LiveRow = { -readonly [Field in keyof BillRow]: BillRow[Field] };

function createIndexedRows(): IndexedRows {
  let columns = createBillColumns();
  let texts = createSearchTexts();
  const lists = new Map<string, SortedList>();
  const statuses = new Map<string, number>();
  let counts: ReadonlyMap<string, number> | null = null;

  const rowOf = (billId: string): LiveRow | undefined => columns.rows[columns.slotOf(billId) ?? -1];
  const changedAt = (slot: number): void => {
    for (const { changed } of lists.values()) changed.add(slot);
  };
  // Counted as they come and go: walking all of them for each page read would stop the screen.
  const count = (status: string | undefined, more: number): void => {
    if (status === undefined) return;
    statuses.set(status, (statuses.get(status) ?? 0) + more);
    counts = null;
  };
  const put = ({ organizationId, seenAtMs, bill }: CachedBill): void => {
    count(rowOf(bill.id)?.bill.status, -1);
    count(bill.status, 1);
    const slot = columns.put({ organizationId, seenAtMs, bill });
    texts.set(slot, searchTextOf(bill));
    changedAt(slot);
  };
  const listOf = (sort: BillSort): SortedList => {
    const key = `${sort.sort}:${String(sort.descending)}`;
    const known = lists.get(key);
    if (known) return bringUpToDate(known);
    const list = { sort, order: orderAnew(sort), changed: new Set<number>() };
    lists.set(key, list);
    return list;
  };
  const orderAnew = (sort: BillSort): Uint32Array =>
    sort.sort === byDueDateFirst.sort && sort.descending === byDueDateFirst.descending
      ? orderedByDue(columns)
      : reordered(columns, listOf(byDueDateFirst).order, sort);
  const bringUpToDate = (list: SortedList): SortedList => {
    const { changed, sort, order } = list;
    if (changed.size === 0) return list;
    // Past a quarter, sorting everything is the cheaper way.
    list.order =
      changed.size * 4 > columns.count()
        ? orderAnew(sort)
        : mergeSorted(order, changed, columns, comparisonOf(columns, sort));
    changed.clear();
    return list;
  };
  const only = (order: Uint32Array, isWanted: (slot: number) => boolean): FoundBills => {
    const found = new Uint32Array(order.length);
    let length = 0;
    for (const slot of order) if (isWanted(slot)) found[length++] = slot;
    return foundBills(columns, found.slice(0, length));
  };
  return {
    get: (billId) => rowOf(billId) ?? null,
    isEmpty: () => columns.count() === 0,
    put,
    update: (cached) => {
      const known = rowOf(cached.id);
      const isKnown = known && canonicalJson(known.bill) === canonicalJson(cached.bill);
      if (isKnown) known.seenAtMs = cached.seenAtMs;
      else put(cached);
      return !isKnown;
    },
    drop: (billId) => {
      count(rowOf(billId)?.bill.status, -1);
      const slot = columns.drop(billId);
      if (slot === null) return;
      texts.set(slot, '');
      changedAt(slot);
    },
    clear: () => {
      columns = createBillColumns();
      texts = createSearchTexts();
      lists.clear();
      statuses.clear();
      counts = null;
    },
    counts: () => (counts ??= new Map([...statuses].filter(([, bills]) => bills > 0))),
    find: ({ status, ...sort }, terms) => {
      const { order } = listOf(sort);
      const matches = statusTest(columns, status);
      if (terms.length === 0) return only(order, matches);
      const hits = texts.find(terms);
      return only(order, (slot) => hits[slot] === 1 && matches(slot));
    },
    findSimilar: ({ status, ...sort }, terms) => {
      const hits = texts.findSimilar(terms);
      const matches = statusTest(columns, status);
      return only(listOf(sort).order, (slot) => hits[slot] === 1 && matches(slot));
    },
    ofVendor: (organizationId, name) => {
      const { vendor, organization, rows } = columns;
      const [wanted, place] = [
        vendor.texts.indexOf(name),
        organization.texts.indexOf(organizationId),
      ];
      const { codes: vendorCodes } = vendor;
      const { codes: organizationCodes } = organization;
      const found: BillRow[] = [];
      for (let slot = 0; slot < rows.length; slot++) {
        if (vendorCodes[slot] !== wanted || organizationCodes[slot] !== place) continue;
        const row = rows[slot];
        if (row) found.push(row);
      }
      return found;
    },
    narrow: ({ slots }, terms) => {
      // Of few each is looked at by itself.
      if (slots.length * 4 < columns.count())
        return only(slots, (slot) => texts.holds(slot, terms));
      const hits = texts.find(terms);
      return only(slots, (slot) => hits[slot] === 1);
    },
  };
}

function answer(query: BillQuery, rows: IndexedRows, wider: FoundBills | null): FoundBills {
  const terms = searchTerms(query.search);
  return wider && terms.length > 0 ? rows.narrow(wider, terms) : rows.find(query, terms);
}

function statusTest(
  { payable, status: statuses }: BillColumns,
  status: string | null,
): (slot: number) => boolean {
  if (status === null) return () => true;
  if (status === 'payable') return (slot) => payable[slot] === 1;
  const code = statuses.texts.indexOf(status);
  return (slot) => statuses.codes[slot] === code;
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
