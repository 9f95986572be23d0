import { canonicalJson } from '../../../../base/canonical-json.ts';
import type { CachedBill } from '../../mirror/cache-database.ts';
import {
  type BillColumns,
  createBillColumns,
  foundBills,
  type FoundBills,
  type LiveColumns,
} from './bill-columns.ts';
import {
  type BillSort,
  byDueDateFirst,
  comparisonOf,
  orderedCurrencies,
  mergeSorted,
  orderedByDue,
  orderingByDue,
  reordered,
} from './bill-order.ts';
import type { BillQuery, BillRow, Listed, OrganizationBill } from '../../model/bill-row.ts';
import type { TextMatch } from '../search/search-conditions.ts';
import type { SearchTerm } from '../search/search-terms.ts';
import { searchTextOf } from '../search/search-text.ts';
import { createSearchTexts, type SearchTexts } from './search-texts.ts';
import { createSharedValues } from './shared-values.ts';
import { excluded, withInitials } from './similar-terms.ts';
import { slotList, slotsIn, type SlotList } from './slot-list.ts';
import { createSlotSet, type SlotSet } from './slot-set.ts';
import { createStatusCounts, type StatusCounts } from './status-counts.ts';
import { createVendorNames, type VendorNames } from './vendor-names.ts';

/** Rows by id and in every requested order, with the texts to search. */
export interface IndexedRows {
  get(billId: string): BillRow | null;
  isEmpty(): boolean;
  put(row: CachedBill): void;
  /** Returns whether more than the time the bill was seen is new. Most pages bring only unchanged bills. */
  update(row: CachedBill): boolean;
  drop(billId: string): void;
  /**
   * Updates the vendors' names after rows that name vendors were put or dropped.
   * @returns the changed rows as they were
   */
  renameVendors(): readonly BillRow[];
  namingBill: VendorNames['namingBill'];
  clear(): void;
  /** Number of rows by status. The same map until it changes. */
  counts(): ReadonlyMap<string, number>;
  /** Sets the total number of bills. Bills that are not loaded yet count too, until they have `arrived`. */
  expect: StatusCounts['expect'];
  arrived: StatusCounts['arrived'];
  /** The whole list. `narrow` applies the search. */
  list(query: BillQuery): IndexedBills;
  ofVendor(organizationId: string, name: string): readonly BillRow[];
  /** The found bills that also contain the terms. The same object when all do. */
  narrow(found: IndexedBills, terms: readonly SearchTerm[]): IndexedBills;
  /** The found bill with this id, if any. */
  withId(found: IndexedBills, billId: string): IndexedBills;
  /**
   * The terms, with short ones as whole words if a bill has them as such. A search of one word still matches inside
   * words, because the user may still be typing, unless the word is a currency of bills.
   */
  preferred(terms: readonly SearchTerm[]): readonly SearchTerm[];
  /** The found bills that contain the terms only with a typo. @param exact spellings that do not count as such */
  similar(
    found: IndexedBills,
    terms: readonly SearchTerm[],
    exact: readonly SearchTerm[],
  ): IndexedBills;
  /** Whether any bill's text has this at the start of a word. @param isWhole whether it must also end with a word */
  holds(text: string, isWhole: boolean): boolean;
  lacking: SearchTexts['lacking'];
  /** Slots whose text holds the term. */
  holding(term: SearchTerm, match: TextMatch): SlotSet;
  /** Distinct values of a column, including those of deleted bills. */
  values(
    column: 'vendor' | 'vendorKey' | 'currency' | 'dueDate' | 'dateOrCreated',
  ): readonly (string | null)[];
  /** Currency of most bills; null without bills. */
  usualCurrency(): string | null;
  /** Includes the user's notes from now on. The note is empty for none. */
  setNoteSource(noteOf: NoteOf): void;
  /** Call when the note on this bill has changed. */
  noted(billId: string): void;
  /** Adds the texts of new bills to the search. More than this many are left to `settle` or the next search. */
  readTexts(most: number): void;
  /**
   * Sorts the bills in the default order and prepares the search, in steps of a few milliseconds.
   * @param onArranged called when slots change: earlier results stay valid, but cannot be narrowed
   */
  settle(onArranged: () => void): Generator<undefined, void>;
}

export type NoteOf = (row: OrganizationBill) => string;

/** Bills that can be searched further. */
export interface IndexedBills extends FoundBills {
  readonly hits: SlotSet;
  /** Whether they are in the order of the slots. */
  readonly isBySlot: boolean;
}

/** A row inside the index, which replaces `seen` in place. */
type LiveRow = { -readonly [Field in keyof BillRow]: BillRow[Field] };

interface Store {
  columns: LiveColumns;
  texts: SearchTexts;
  /** Slots of bills whose texts have not been read, because no search has run since they were added or changed. */
  readonly unsearched: Set<number>;
  shared: ReturnType<typeof createSharedValues>;
  names: VendorNames;
  noteOf: NoteOf;
  /** Counts changes: bills added, changed or removed. */
  changes: number;
}

function emptyStore(noteOf: NoteOf = () => ''): Store {
  return {
    noteOf,
    columns: createBillColumns(),
    texts: createSearchTexts(),
    unsearched: new Set(),
    shared: createSharedValues(),
    names: createVendorNames(),
    changes: 0,
  };
}

export function createIndexedRows(): IndexedRows {
  const store = emptyStore();
  const orders = createOrders(() => store.columns);
  const counts = createStatusCounts();
  let lastListed: Listed = { atMs: 0 };
  /** Returns the same object for consecutive bills with the same time. */
  const seen = (atMs: number): Listed =>
    (lastListed = lastListed.atMs === atMs ? lastListed : { atMs });

  const rowOf = (billId: string): LiveRow | undefined =>
    store.columns.rows[store.columns.slotOf(billId) ?? -1];
  const place = (row: BillRow): void => {
    const { columns, unsearched, shared, names } = store;
    const { bill } = row;
    const known = columns.slotOf(bill.id);
    const before = columns.rows[known ?? -1];
    names.replace(before ?? null, row);
    shared(bill, names.of(row));
    counts.replace(before?.bill.status ?? null, bill.status);
    const slot = columns.put(row, known);
    unsearched.add(slot);
    orders.changedAt(slot);
    store.changes += 1;
  };
  const put = ({ organizationId, seenAtMs, bill }: CachedBill): void =>
    place({ organizationId, seen: seen(seenAtMs), bill });
  return {
    get: (billId) => rowOf(billId) ?? null,
    isEmpty: () => store.columns.count() === 0,
    put,
    update: (cached) => {
      const known = rowOf(cached.id);
      const isKnown = known && canonicalJson(known.bill) === canonicalJson(cached.bill);
      if (isKnown) known.seen = seen(cached.seenAtMs);
      else put(cached);
      return !isKnown;
    },
    drop: (billId) => {
      const row = rowOf(billId);
      const slot = store.columns.drop(billId);
      if (slot === null || !row) return;
      counts.replace(row.bill.status, null);
      store.names.replace(row, null);
      store.unsearched.add(slot);
      orders.changedAt(slot);
      store.changes += 1;
    },
    renameVendors: () => {
      const { names, columns } = store;
      const before = names.renamed(columns.rows, (...vendor) => ofVendor(columns, ...vendor));
      for (const row of before) place({ ...row, bill: { ...row.bill } });
      return before;
    },
    namingBill: (row) => store.names.namingBill(row),
    clear: () => {
      Object.assign(store, emptyStore(store.noteOf));
      orders.clear();
      counts.clear();
    },
    counts: counts.get,
    expect: counts.expect,
    arrived: counts.arrived,
    list: (query) => listedIn(store, orders, query),
    ofVendor: (organizationId, name) => ofVendor(store.columns, organizationId, name),
    narrow: (found, terms) => among(found, textsOf(store).find(terms, slotsIfFew(store, found))),
    withId: (found, billId) => {
      const hits = createSlotSet(found.hits.size);
      const slot = store.columns.slotOf(billId);
      if (slot !== undefined) hits.add(slot);
      return among(found, hits);
    },
    holds: (text, isWhole) => textsOf(store).holds(text, isWhole),
    lacking: (words) => textsOf(store).lacking(words),
    preferred: (terms) => preferred(store, terms),
    holding: (term, match) => {
      const texts = textsOf(store);
      if (match === 'preferWhole') return texts.find([texts.preferred(term)]);
      if (match === 'excluded') return excluded(texts, term, store.columns.vendorKey.texts);
      const exact = preferred(store, [term]);
      if (match === 'alone') return texts.find(exact);
      return texts.findSimilar(withInitials(exact, store.columns.vendorKey.texts), exact);
    },
    values: (column) => store.columns[column].texts,
    usualCurrency: () => usualCurrency(store.columns),
    setNoteSource: (noteOf) => {
      store.noteOf = noteOf;
    },
    noted: (billId) => {
      const slot = store.columns.slotOf(billId);
      if (slot !== undefined) store.unsearched.add(slot);
    },
    readTexts: (most) => {
      if (store.unsearched.size <= most) textsOf(store);
    },
    similar: (found, terms, exact) => {
      const wider = withInitials(terms, store.columns.vendorKey.texts);
      return among(found, textsOf(store).findSimilar(wider, exact, slotsIfFew(store, found)));
    },
    *settle(onArranged) {
      yield* orders.settle();
      if (yield* arrange(store, orders)) onArranged();
      yield* readTexts(store);
    },
  };
}

/**
 * Numbers the slots in the default order, once, before the first search: going through the default list then
 * reads memory sequentially. @returns whether it did
 */
function* arrange(store: Store, orders: Orders): Generator<undefined, boolean> {
  const { columns, unsearched, changes } = store;
  if (unsearched.size < columns.count()) return false;
  const arranged = yield* columns.arranged(orders.of(byDueDateFirst));
  // Changes made meanwhile are only in the old columns.
  const isOld = store.columns !== columns || store.changes !== changes;
  if (arranged === null || isOld) return false;
  store.columns = arranged;
  store.texts = createSearchTexts();
  unsearched.clear();
  for (let slot = 0; slot < arranged.count(); slot++) unsearched.add(slot);
  orders.arranged();
  return true;
}

function textsOf(store: Store): SearchTexts {
  for (const _step of readTexts(store));
  return store.texts;
}

/** Bills whose texts are added per step. */
const TEXTS_AT_ONCE = 250;

function* readTexts({ columns, texts, unsearched, noteOf }: Store): Generator<undefined, void> {
  for (const slot of unsearched) {
    const row = columns.rows[slot];
    texts.set(slot, row ? searchTextOf(row.bill, noteOf(row)) : '');
    unsearched.delete(slot);
    if (unsearched.size % TEXTS_AT_ONCE === 0) yield;
  }
}

function usualCurrency(columns: LiveColumns): string | null {
  const [most] = columns.count() === 0 ? [] : orderedCurrencies(columns);
  return most === undefined ? null : (columns.currency.texts[most] ?? null);
}

interface Orders {
  /** All slots in this order. */
  of(sort: BillSort): Uint32Array;
  changedAt(slot: number): void;
  /** Call when the slots have been numbered in the default order. */
  arranged(): void;
  clear(): void;
  settle(): Generator<undefined, void>;
}

interface SortedList {
  readonly sort: BillSort;
  order: Uint32Array;
  /** Codes of the currencies in the order of `order`; empty when it does not depend on them. */
  currencies: readonly number[];
  /** Slots whose bill has changed or gone since `order` was made. */
  readonly changed: Set<number>;
}

/** Orders that were requested once. Each is updated when it is requested again. */
function createOrders(columnsNow: () => LiveColumns): Orders {
  const lists = new Map<string, SortedList>();

  const sortAll = (sort: BillSort): Uint32Array =>
    isByDue(sort)
      ? orderedByDue(columnsNow())
      : reordered(columnsNow(), listOf(byDueDateFirst).order, sort);
  const currenciesIn = ({ sort }: BillSort): readonly number[] =>
    sort === 'amount' ? orderedCurrencies(columnsNow()) : [];
  /** When more than a quarter has changed, sorting everything is cheaper. */
  const isFarBehind = ({ changed }: SortedList): boolean => changed.size * 4 > columnsNow().count();
  const bringUpToDate = (list: SortedList): SortedList => {
    const { changed, sort, order } = list;
    if (changed.size === 0) return list;
    const columns = columnsNow();
    const before = list.currencies;
    list.currencies = currenciesIn(sort);
    const isInTurn = list.currencies.join() === before.join();
    list.order =
      isFarBehind(list) || !isInTurn
        ? sortAll(sort)
        : mergeSorted(order, changed, columns, comparisonOf(columns, sort));
    changed.clear();
    return list;
  };
  const listOf = (sort: BillSort): SortedList => {
    const known = lists.get(keyOf(sort));
    if (known) return bringUpToDate(known);
    const list = {
      sort,
      order: sortAll(sort),
      currencies: currenciesIn(sort),
      changed: new Set<number>(),
    };
    lists.set(keyOf(sort), list);
    return list;
  };
  return {
    of: (sort) => listOf(sort).order,
    changedAt: (slot) => {
      for (const { changed } of lists.values()) changed.add(slot);
    },
    arranged: () => {
      lists.clear();
      const order = Uint32Array.from({ length: columnsNow().count() }, (_none, slot) => slot);
      lists.set(keyOf(byDueDateFirst), {
        ...{ sort: byDueDateFirst, order, currencies: [] },
        changed: new Set(),
      });
    },
    clear: () => lists.clear(),
    *settle() {
      const key = keyOf(byDueDateFirst);
      const known = lists.get(key);
      if (known && !isFarBehind(known)) return;
      const columns = columnsNow();
      const changed = new Set<number>();
      const made: SortedList = {
        ...{ sort: byDueDateFirst, order: new Uint32Array(), currencies: [] },
        changed,
      };
      // Stored under a separate key until it is complete: changes meanwhile are recorded, but no query reads
      // it.
      lists.set(UNDER_WAY, made);
      made.order = yield* orderingByDue(columns);
      const isStill = lists.delete(UNDER_WAY) && columns === columnsNow();
      if (isStill) lists.set(key, made);
    },
  };
}

const UNDER_WAY = '';

function keyOf({ sort, descending }: BillSort): string {
  return `${sort}:${String(descending)}`;
}

function isByDue({ sort, descending }: BillSort): boolean {
  return sort === byDueDateFirst.sort && descending === byDueDateFirst.descending;
}

/** Sorts only the listed bills if they are few: an order of all bills pays only for a long list. */
function listedIn(store: Store, orders: Orders, query: BillQuery): IndexedBills {
  const { columns } = store;
  const byDue = listed(columns, orders.of(byDueDateFirst), query);
  if (isByDue(query)) return byDue;
  const few = slotsIfFew(store, byDue);
  if (few === undefined) return listed(columns, orders.of(query), query);
  return indexed(columns, byDue.hits, few.length, reordered(columns, few.walk(), query));
}

/** Bills of a status. @param order all slots */
function listed(
  columns: BillColumns,
  order: Uint32Array,
  { status }: Pick<BillQuery, 'status'>,
): IndexedBills {
  const matches = status === null ? null : statusTest(columns, status);
  const hits = createSlotSet(columns.rows.length);
  let [last, isRising] = [-1, true];
  for (let at = 0; at < order.length; at++) {
    const slot = order[at] ?? 0;
    isRising &&= slot > last;
    last = slot;
    if (matches === null || matches(slot)) hits.add(slot);
  }
  return indexed(columns, hits, hits.count(), isRising ? null : order);
}

function preferred(store: Store, terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const codes = store.columns.currency.texts;
  const isWhole = terms.length > 1 || terms[0]?.some((each) => codes.includes(each)) === true;
  return isWhole ? terms.map((term) => textsOf(store).preferred(term)) : terms;
}

/** Slots to search one by one, if they are few: per bill, this takes six times as long as searching all texts. */
function slotsIfFew({ columns }: Store, { slots }: IndexedBills): SlotList | undefined {
  return slots.length * 8 < columns.count() ? slots : undefined;
}

/** The bills that are among the hits. The same object when all are. */
function among(found: IndexedBills, hits: SlotSet): IndexedBills {
  const { columns, slots, isBySlot } = found;
  hits.keep(found.hits);
  const count = hits.count();
  if (count === slots.length) return found;
  return indexed(columns, hits, count, isBySlot ? null : slots.walk());
}

/** @param order contains all hits, possibly with others; null for the order of the slots */
function indexed(
  columns: BillColumns,
  hits: SlotSet,
  count: number,
  order: Uint32Array | null,
): IndexedBills {
  const slots = order === null ? slotsIn(hits, count) : slotList(keptOf(order, hits, count));
  return Object.assign(foundBills(columns, slots), { hits, isBySlot: order === null });
}

function keptOf(order: Uint32Array, hits: SlotSet, count: number): Uint32Array {
  const kept = new Uint32Array(count);
  let to = 0;
  for (let at = 0; at < order.length; at++) {
    const slot = order[at] ?? 0;
    if (hits.has(slot)) kept[to++] = slot;
  }
  return kept;
}

function statusTest(
  { payable, status: statuses }: BillColumns,
  status: string,
): (slot: number) => boolean {
  if (status === 'payable') return (slot) => payable[slot] === 1;
  const code = statuses.texts.indexOf(status);
  return (slot) => statuses.codes[slot] === code;
}

function ofVendor(
  { vendor, rows }: BillColumns,
  organizationId: string,
  name: string,
): readonly BillRow[] {
  const found: BillRow[] = [];
  for (const slot of vendor.slotsWith(name)) {
    const row = rows[slot];
    if (row?.organizationId === organizationId) found.push(row);
  }
  return found;
}
