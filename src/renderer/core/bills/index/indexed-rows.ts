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
  mergeSorted,
  orderedByDue,
  orderingByDue,
  reordered,
} from './bill-order.ts';
import type { BillQuery, BillRow } from '../../model/bill-row.ts';
import type { SearchTerm } from '../search/search-terms.ts';
import { searchTextOf } from '../search/search-text.ts';
import { createSearchTexts, type SearchTexts } from './search-texts.ts';
import { createSharedValues } from './shared-values.ts';
import { slotList, slotsIn } from './slot-list.ts';
import { createSlotSet, type SlotSet } from './slot-set.ts';
import { createStatusCounts, type StatusCounts } from './status-counts.ts';

/** Rows by id, in each order that was asked for, kept up to date. */
export interface IndexedRows {
  get(billId: string): BillRow | null;
  isEmpty(): boolean;
  put(row: CachedBill): void;
  /** Answers whether it changed. Most pages bring what is known: then only the time it was seen is new. */
  update(row: CachedBill): boolean;
  drop(billId: string): void;
  clear(): void;
  /** How many there are by status; the same map until that has changed. */
  counts(): ReadonlyMap<string, number>;
  /** So many there are in all: those that are not here yet count as well, until they have `arrived`. */
  expect: StatusCounts['expect'];
  arrived: StatusCounts['arrived'];
  /** All of a list: what is searched is left to `narrow`. */
  list(query: BillQuery): IndexedBills;
  ofVendor(organizationId: string, name: string): readonly BillRow[];
  /** Of the bills found those that hold the terms too; the same object when all do. */
  narrow(found: IndexedBills, terms: readonly SearchTerm[]): IndexedBills;
  /** Of the bills found those that hold the terms with a wrong letter only. */
  similar(found: IndexedBills, terms: readonly SearchTerm[]): IndexedBills;
  /** Whether a bill's text has this at the beginning of a word. @param isWhole it must end with a word as well */
  holds(text: string, isWhole: boolean): boolean;
  /** Slots whose text holds the term. */
  holding(term: SearchTerm): SlotSet;
  /** Distinct values of a column, of bills that are gone too. */
  values(column: 'vendor' | 'vendorKey' | 'currency' | 'dueDate'): readonly (string | null)[];
  /** Asks for the user's note on a bill from now on; empty for none. */
  useNotes(noteOf: NoteOf): void;
  /** The note on this bill is another. */
  noted(billId: string): void;
  /**
   * Puts them in their first order and makes ready to search them, in steps of a few milliseconds.
   * @param onArranged what was found before stays as it was found, and is not to be narrowed any more
   */
  settle(onArranged: () => void): Generator<undefined, void>;
}

export type NoteOf = (row: Pick<BillRow, 'organizationId' | 'bill'>) => string;

/** Bills that are searched further. */
export interface IndexedBills extends FoundBills {
  readonly hits: SlotSet;
  /** Their order is that of the slots. */
  readonly isBySlot: boolean;
}

/** Within the index alone a row grows older without being another one. */
type LiveRow = { -readonly [Field in keyof BillRow]: BillRow[Field] };

interface Store {
  columns: LiveColumns;
  texts: SearchTexts;
  /** Slots whose bill is not among the texts yet: nobody has searched since it came. */
  readonly unsearched: Set<number>;
  shared: ReturnType<typeof createSharedValues>;
  noteOf: NoteOf;
  /** Counts bills that came, changed or went. */
  changes: number;
}

function emptyStore(noteOf: NoteOf = () => ''): Store {
  return {
    noteOf,
    columns: createBillColumns(),
    texts: createSearchTexts(),
    unsearched: new Set(),
    shared: createSharedValues(),
    changes: 0,
  };
}

export function createIndexedRows(): IndexedRows {
  const store = emptyStore();
  const orders = createOrders(() => store.columns);
  const counts = createStatusCounts();

  const rowOf = (billId: string): LiveRow | undefined =>
    store.columns.rows[store.columns.slotOf(billId) ?? -1];
  const put = ({ organizationId, seenAtMs, bill }: CachedBill): void => {
    const { columns, unsearched, shared } = store;
    shared(bill);
    const known = columns.slotOf(bill.id);
    counts.replace(columns.rows[known ?? -1]?.bill.status ?? null, bill.status);
    const slot = columns.put({ organizationId, seenAtMs, bill }, known);
    unsearched.add(slot);
    orders.changedAt(slot);
    store.changes += 1;
  };
  return {
    get: (billId) => rowOf(billId) ?? null,
    isEmpty: () => store.columns.count() === 0,
    put,
    update: (cached) => {
      const known = rowOf(cached.id);
      const isKnown = known && canonicalJson(known.bill) === canonicalJson(cached.bill);
      if (isKnown) known.seenAtMs = cached.seenAtMs;
      else put(cached);
      return !isKnown;
    },
    drop: (billId) => {
      const row = rowOf(billId);
      const slot = store.columns.drop(billId);
      if (slot === null || !row) return;
      counts.replace(row.bill.status, null);
      store.unsearched.add(slot);
      orders.changedAt(slot);
      store.changes += 1;
    },
    clear: () => {
      Object.assign(store, emptyStore(store.noteOf));
      orders.clear();
      counts.clear();
    },
    counts: counts.get,
    expect: counts.expect,
    arrived: counts.arrived,
    list: (query) => listed(store.columns, orders.of(query), query),
    ofVendor: (organizationId, name) => ofVendor(store.columns, organizationId, name),
    narrow: (found, terms) => {
      const { slots } = found;
      // Of few each is looked at by itself, which takes six times as long.
      const isFew = slots.length * 8 < store.columns.count();
      return among(found, textsOf(store).find(terms, isFew ? slots : undefined));
    },
    holds: (text, isWhole) => textsOf(store).holds(text, isWhole),
    holding: (term) => textsOf(store).find([term]).copy(),
    values: (column) => store.columns[column].texts,
    useNotes: (noteOf) => {
      store.noteOf = noteOf;
    },
    noted: (billId) => {
      const slot = store.columns.slotOf(billId);
      if (slot !== undefined) store.unsearched.add(slot);
    },
    similar: (found, terms) => among(found, textsOf(store).findSimilar(terms)),
    *settle(onArranged) {
      yield* orders.settle();
      if (yield* arrange(store, orders)) onArranged();
      yield* readTexts(store);
    },
  };
}

/**
 * Gives the bills slots in their first order, once, before the first search: a list of them is then gone through
 * from one end of the memory to the other. @returns whether it did
 */
function* arrange(store: Store, orders: Orders): Generator<undefined, boolean> {
  const { columns, unsearched, changes } = store;
  if (unsearched.size < columns.count()) return false;
  const arranged = yield* columns.arranged(orders.of(byDueDateFirst));
  // What came meanwhile is in the old ones alone.
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

/** Bills whose texts are read in one step. */
const TEXTS_AT_ONCE = 1_000;

function* readTexts({ columns, texts, unsearched, noteOf }: Store): Generator<undefined, void> {
  for (const slot of unsearched) {
    const row = columns.rows[slot];
    texts.set(slot, row ? searchTextOf(row.bill, noteOf(row)) : '');
    unsearched.delete(slot);
    if (unsearched.size % TEXTS_AT_ONCE === 0) yield;
  }
}

interface Orders {
  /** All slots in this order. */
  of(sort: BillSort): Uint32Array;
  changedAt(slot: number): void;
  /** The slots are in the first order now. */
  arranged(): void;
  clear(): void;
  settle(): Generator<undefined, void>;
}

interface SortedList {
  readonly sort: BillSort;
  order: Uint32Array;
  /** Slots whose bill is another, or gone, since `order` was made. */
  readonly changed: Set<number>;
}

/** Lists that were asked for once: each is brought up to date when it is asked for again. */
function createOrders(columnsNow: () => LiveColumns): Orders {
  const lists = new Map<string, SortedList>();

  const orderAnew = (sort: BillSort): Uint32Array =>
    isByDue(sort)
      ? orderedByDue(columnsNow())
      : reordered(columnsNow(), listOf(byDueDateFirst).order, sort);
  /** Past a quarter, sorting everything is the cheaper way. */
  const isFarBehind = ({ changed }: SortedList): boolean => changed.size * 4 > columnsNow().count();
  const bringUpToDate = (list: SortedList): SortedList => {
    const { changed, sort, order } = list;
    if (changed.size === 0) return list;
    const columns = columnsNow();
    list.order = isFarBehind(list)
      ? orderAnew(sort)
      : mergeSorted(order, changed, columns, comparisonOf(columns, sort));
    changed.clear();
    return list;
  };
  const listOf = (sort: BillSort): SortedList => {
    const known = lists.get(keyOf(sort));
    if (known) return bringUpToDate(known);
    const list = { sort, order: orderAnew(sort), changed: new Set<number>() };
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
      lists.set(keyOf(byDueDateFirst), { sort: byDueDateFirst, order, changed: new Set() });
    },
    clear: () => lists.clear(),
    *settle() {
      const key = keyOf(byDueDateFirst);
      const known = lists.get(key);
      if (known && !isFarBehind(known)) return;
      const columns = columnsNow();
      const changed = new Set<number>();
      const made: SortedList = { sort: byDueDateFirst, order: new Uint32Array(), changed };
      // Under a name of its own until it is done: what changes meanwhile is noted, nobody asks for it.
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

/** The bills of a status. @param order all slots */
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

/** Those of the bills that are among the hits, which may be used again; the same object when all are. */
function among(found: IndexedBills, hits: SlotSet): IndexedBills {
  const { columns, slots, isBySlot } = found;
  hits.keep(found.hits);
  const count = hits.count();
  if (count === slots.length) return found;
  return indexed(columns, hits.copy(), count, isBySlot ? null : slots.walk());
}

/** @param order holds all hits, and may hold others; null for that of the slots */
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
  { vendor, organization, rows }: BillColumns,
  organizationId: string,
  name: string,
): readonly BillRow[] {
  const [wanted, place] = [vendor.texts.indexOf(name), organization.texts.indexOf(organizationId)];
  const { codes: vendorCodes } = vendor;
  const { codes: organizationCodes } = organization;
  const found: BillRow[] = [];
  // The engine's own search: a loop that runs once for a vendor is not yet fast when it ends.
  for (
    let slot = vendorCodes.indexOf(wanted);
    slot >= 0;
    slot = vendorCodes.indexOf(wanted, slot + 1)
  ) {
    const row = organizationCodes[slot] === place ? rows[slot] : undefined;
    if (row) found.push(row);
  }
  return found;
}
