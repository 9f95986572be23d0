import { canonicalJson } from '../../../../base/canonical-json.ts';
import { type BillChange, cacheKeyOf, type CachedBill } from '../../mirror/cache-database.ts';
import {
  notifySafely,
  createObservable,
  type Observable,
  type ObservableValue,
} from '../../../../base/observable.ts';
import { billLinkSchema } from '../../../../bridge/bill-link.ts';
import { type PlainDate, readPlainDate } from '../../../../base/days.ts';
import { isPayable, breaksUniqueIds } from '../../../../contract/assumptions.ts';
import { type Bill, vendorName } from '../../../../contract/bill.ts';
import type { FoundBills } from './bill-columns.ts';
import {
  type BillQuery,
  type BillRow,
  type ConflictingBill,
  type OrganizationBill,
  payableByDueDate,
} from '../../model/bill-row.ts';
import { setUsualCurrency } from '../../model/currency-order.ts';
import type { FirstScreen } from './first-screen.ts';
import {
  createIndexedRows,
  type IndexedBills,
  type IndexedRows,
  type NoteOf,
} from './indexed-rows.ts';
import { createQueryCache } from './query-cache.ts';
import type { KnownBills } from '../search/search-reader.ts';
import type { TextMatch } from '../search/search-conditions.ts';
import { type SearchTerm, searchTerms } from '../search/search-terms.ts';
import type { SlotSet } from './slot-set.ts';

/** Bills on screen, of one organization or of all, updated as pages arrive. */
export interface BillIndex {
  /** Increases with every change of any bill. Watch it, then query again. */
  readonly version: Observable<number>;
  readonly loading: Observable<boolean>;
  /**
   * First screen to show until all payable bills are in memory; then null. Meanwhile `query` and `find` return only the
   * bills loaded so far, `get` also finds the bills of this screen, and `counts` covers all bills.
   */
  readonly firstScreen: Observable<FirstScreen | null>;
  /** Bills in the order requested. The same array as before when nothing has changed. */
  query(query: BillQuery): readonly BillRow[];
  /** The bills of `query`, for code that reads columns. The same object while nothing has changed. */
  find(query: BillQuery): FoundBills;
  /** Bills that match the search only with one or two typos, in the order requested. Cached like `find`. */
  findSimilar(query: BillQuery): FoundBills;
  /** Words of a search that no bill contains; of the words with digits or signs, only the first is looked up. */
  lacking(words: readonly string[]): readonly string[];
  get(billId: string): BillRow | null;
  /**
   * All bills of this bill's vendor (by displayed name) and organization, including itself, in no order. The
   * same array until a bill changes.
   */
  ofVendor(row: OrganizationBill): readonly BillRow[];
  /** Another bill whose vendor's name this bill shows; null when it has a name, or no bill gives one. */
  namingBill(row: OrganizationBill): Bill | null;
  counts(): ReadonlyMap<string, number>;
  /** Facts that affect how a search is parsed. */
  readonly known: KnownBills;
  /** Displayed names of the bills' vendors, in no order, including vendors of deleted bills. */
  vendorNames(): readonly string[];
  /** Slots of the bills whose text holds the term; the same object until a bill changes. */
  holding(term: SearchTerm, match: TextMatch): Pick<SlotSet, 'has'>;
  /**
   * Bills left out because another organization's bill has their id. Empty as long as the service's ids are
   * unique.
   */
  readonly conflictingIds: Observable<readonly ConflictingBill[]>;
}

/** The index with the operations of its owner. */
export interface LiveBillIndex extends BillIndex {
  /**
   * Empties it for another organization, for several together, or for none (null). Rows arrive through `load`
   * and `change`.
   */
  reset(shown: string | readonly string[] | null): void;
  /** Shows this screen until `loaded('payable')`. Changes wait until then, so that no bill moves on screen. */
  begin(screen: FirstScreen): void;
  /**
   * Adds rows read from disk, except those of bills that are already in memory or were deleted meanwhile. Shows the
   * first rows at once and the others with `loaded`, because the cost of each refresh grows with the number of rows.
   */
  load(rows: readonly CachedBill[]): void;
  /** Prepares the loaded rows for display, in steps of a few milliseconds. */
  settle(): Iterable<unknown>;
  /** All rows on disk have been loaded, or all payable ones. */
  loaded(what: 'payable' | 'all'): void;
  /** Applies a committed transaction's change. Ignores organizations that are not shown. */
  change(change: BillChange): void;
  /** Includes the user's notes and holds in searches. @param noteOf returns an empty text for none */
  setNoteSource(noteOf: NoteOf): void;
  /**
   * These bills' notes have changed, and the next search uses them. The list on screen stays as it is, so that
   * no bill leaves it while the user types its note.
   */
  noted(billIds: readonly string[]): void;
  /** Notifies of added, changed and removed bills before `version` increases. */
  watch(watcher: BillWatcher): void;
}

/**
 * @param billIds bills added, changed or removed; null when all were removed
 * @param before changed and removed bills as they were
 */
export type BillWatcher = (billIds: readonly string[] | null, before: readonly BillRow[]) => void;

export function createBillIndex(): LiveBillIndex {
  const index: Index = {
    version: createObservable(0),
    loading: createObservable(false),
    firstScreen: createObservable<FirstScreen | null>(null),
    rows: createIndexedRows(),
    conflicts: createConflictingIds(),
    answers: createQueryCache(),
    preferred: createQueryCache(),
    vendors: new Map(),
    watchers: [],
    deletedWhileLoading: new Set(),
    waiting: [],
    shown: new Set(),
    similar: null,
    holding: new Map(),
    heldTexts: new Map(),
    hasNewNotes: false,
  };
  const { version, loading, firstScreen, rows, conflicts, vendors } = index;
  return {
    version,
    loading,
    firstScreen,
    query: (query) => find(index, query).rows,
    find: (query) => find(index, query),
    findSimilar: (query) => findSimilar(index, query),
    lacking: (words) => rows.lacking(words).filter((word) => rows.get(idIn(word)) === null),
    get: rows.get,
    ofVendor: ({ organizationId, bill }) => {
      const name = vendorName(bill);
      if (name === null) return [];
      const key = `${organizationId}\n${name}`;
      const found = vendors.get(key) ?? rows.ofVendor(organizationId, name);
      vendors.set(key, found);
      return found;
    },
    namingBill: rows.namingBill,
    counts: rows.counts,
    known: knownBills(index),
    vendorNames: () => rows.values('vendor').filter((name) => name !== null),
    holding: (term, match) => {
      applyNewNotes(index);
      return cached(index.holding, [match, ...term].join('\n'), () => rows.holding(term, match));
    },
    setNoteSource: rows.setNoteSource,
    noted: (billIds) => {
      for (const billId of billIds) rows.noted(billId);
      index.hasNewNotes ||= billIds.length > 0;
    },
    conflictingIds: conflicts.bills,
    reset: (next) => reset(index, next),
    begin: (screen) => begin(index, screen),
    load: (read) => load(index, read),
    settle: () => rows.settle(() => forgetAnswers(index)),
    loaded: (what) => loaded(index, what),
    change: (change) => {
      if (!index.shown.has(change.organizationId)) return;
      if (firstScreen.get() !== null) return void index.waiting.push(change);
      if (!apply(index, change)) return;
      // Read texts page by page, so that the first letter typed after a first pull need not read all of them.
      rows.readTexts(MAX_TEXTS);
      raiseVersion(index);
    },
    watch: (watcher) => void index.watchers.push(watcher),
  };
}

interface Index {
  readonly version: ObservableValue<number>;
  readonly loading: ObservableValue<boolean>;
  readonly firstScreen: ObservableValue<FirstScreen | null>;
  readonly rows: IndexedRows;
  readonly conflicts: ReturnType<typeof createConflictingIds>;
  readonly answers: ReturnType<typeof createQueryCache>;
  /** Results of `find`, some with fewer bills than those of `answers`. */
  readonly preferred: ReturnType<typeof createQueryCache>;
  /** A vendor's bills, until one of any changes. */
  readonly vendors: Map<string, readonly BillRow[]>;
  readonly watchers: BillWatcher[];
  readonly deletedWhileLoading: Set<string>;
  /** Changes that arrived while the first screen is shown. */
  readonly waiting: BillChange[];
  shown: ReadonlySet<string>;
  /** Last result of `findSimilar`; null once a bill has changed. */
  similar: { readonly key: string; readonly found: FoundBills } | null;
  /** Results of `holding` by term, and of `KnownBills.holds` by text, until a bill changes. */
  readonly holding: Map<string, SlotSet>;
  readonly heldTexts: Map<string, boolean>;
  /** Whether notes have changed since the last new search. */
  hasNewNotes: boolean;
}

/** Maximum texts to prepare for searching as soon as a page arrives: a few milliseconds of work. */
const MAX_TEXTS = 1_000;

/** Cached terms at most. Beyond that, the cache is cleared. */
const MAX_TERMS = 64;

function cached<Answer>(known: Map<string, Answer>, key: string, answer: () => Answer): Answer {
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size === MAX_TERMS) known.clear();
  const found = answer();
  known.set(key, found);
  return found;
}

/** Call before a new search: earlier answers do not include the changed notes. */
function applyNewNotes(index: Index): void {
  if (index.hasNewNotes) forgetAnswers(index);
}

/** A pasted line names one bill by a number. If more bills than this contain the number, it names none. */
const MOST_HAVING = 100;

function knownBills(index: Index): KnownBills {
  const { rows, heldTexts } = index;
  const values = (
    column: 'vendorKey' | 'currency' | 'dueDate' | 'dateOrCreated',
  ): readonly string[] =>
    rows.values(column).filter((value) => value !== null && value !== '') as readonly string[];
  const isAnyIn = (column: 'dueDate' | 'dateOrCreated', from: PlainDate, to: PlainDate): boolean =>
    values(column).some((text) => {
      const day = readPlainDate(text);
      return day !== null && from <= day && day <= to;
    });
  return {
    get vendors() {
      return values('vendorKey');
    },
    get currencies() {
      return values('currency');
    },
    usualCurrency: () => rows.usualCurrency(),
    holds: (text, isWhole) => {
      // Reading the texts would delay each letter that the user types, and the search cannot run before the bills are
      // loaded.
      if (index.firstScreen.get() !== null) return false;
      applyNewNotes(index);
      return cached(heldTexts, `${String(isWhole)} ${text}`, () => rows.holds(text, isWhole));
    },
    having: (words) => {
      if (index.firstScreen.get() !== null) return [];
      const { slots, rows: found } = find(index, {
        ...payableByDueDate,
        status: null,
        search: words,
      });
      return slots.length > MOST_HAVING ? [] : found.map(({ bill }) => bill);
    },
    isDueBetween: (from, to) => isAnyIn('dueDate', from, to),
    isDatedBetween: (from, to) => isAnyIn('dateOrCreated', from, to),
  };
}

function forgetAnswers(index: Index): void {
  index.hasNewNotes = false;
  index.answers.clear();
  index.preferred.clear();
  index.holding.clear();
  index.heldTexts.clear();
  index.similar = null;
}

function notify(
  index: Index,
  changed: readonly string[] | null,
  before: readonly BillRow[] = [],
): void {
  const { vendors, watchers } = index;
  forgetAnswers(index);
  vendors.clear();
  // A watcher that throws must not stop the crawl.
  for (const watcher of watchers) notifySafely(() => watcher(changed, before));
}

/** Shows vendors by the names that other bills have given them since. Nothing on the first screen changes. */
function renameVendors(index: Index): void {
  if (index.firstScreen.get() !== null) return;
  const before = index.rows.renameVendors();
  const billIds = before.map(({ bill }) => bill.id);
  if (before.length > 0) notify(index, billIds, before);
}

function raiseVersion(index: Index): void {
  const { version, rows, firstScreen } = index;
  const screen = firstScreen.get();
  // While the first screen is shown, only its first bills are in the index.
  const usual = screen === null ? rows.usualCurrency() : screen.usualCurrency;
  if (usual !== null) setUsualCurrency(usual);
  version.set(version.get() + 1);
}

/** Bills that match short words of the search as whole words; if there are none, as parts of words. */
function find(index: Index, query: BillQuery): IndexedBills {
  const { preferred, answers, rows } = index;
  const known = preferred.find(query) ?? answers.find(query);
  if (known) return known;
  applyNewNotes(index);
  const terms = searchTerms(query.search);
  const whole = rows.preferred(terms);
  if (whole.some((term, at) => term !== terms[at])) {
    const found = search(index, query, whole);
    if (found.slots.length > 0) {
      preferred.keep(query, found);
      return found;
    }
  }
  const held = terms.length === 0 ? rows.list(query) : search(index, query, terms);
  // Search ids only now: they are not among the texts, because words would match parts of them.
  const isNone = held.slots.length === 0 && terms.length > 0;
  const found = isNone ? rows.withId(all(index, query), idIn(query.search)) : held;
  answers.keep(query, found);
  return found;
}

/**
 * The id in a search: of Billfold’s own link, or the last part of an address such as “https://app.example.com/bills/ID”,
 * else the search.
 */
function idIn(typed: string): string {
  const link = billLinkSchema.safeParse(typed.trim());
  if (link.success) return link.data;
  const [, last] = /^https?:[^?#\s]*\/([^/?#\s]+)\/?(?:[?#].*)?$/u.exec(typed.trim()) ?? [];
  return last ?? typed.trim();
}

function search(index: Index, query: BillQuery, terms: readonly SearchTerm[]): IndexedBills {
  const wider = index.answers.findWider(query) ?? { found: all(index, query), terms: [] };
  const isKnown = (term: SearchTerm): boolean =>
    wider.terms.some((known) => known.join() === term.join());
  const others = terms.filter((term) => !isKnown(term));
  return others.length === 0 ? wider.found : index.rows.narrow(wider.found, others);
}

/** The whole list, without the search. */
function all(index: Index, query: BillQuery): IndexedBills {
  return find(index, { ...query, search: '' });
}

function similarTo(index: Index, query: BillQuery): FoundBills {
  const { rows, preferred } = index;
  const terms = searchTerms(query.search);
  find(index, query);
  // The spellings that `find` has searched.
  const exact = preferred.find(query) === null ? terms : rows.preferred(terms);
  // A currency alone has no similar words.
  return rows.similar(all(index, query), terms.length > 1 ? terms : exact, exact);
}

function findSimilar(index: Index, query: BillQuery): FoundBills {
  const key = canonicalJson(query);
  const found = index.similar?.key === key ? index.similar.found : similarTo(index, query);
  index.similar = { key, found };
  return found;
}

function reset(index: Index, next: string | readonly string[] | null): void {
  index.shown = new Set(typeof next === 'string' ? [next] : next);
  index.conflicts.clear();
  index.rows.clear();
  index.deletedWhileLoading.clear();
  index.waiting.length = 0;
  index.firstScreen.set(null);
  index.loading.set(index.shown.size > 0);
  notify(index, null);
  raiseVersion(index);
}

function begin(index: Index, screen: FirstScreen): void {
  const { rows, firstScreen } = index;
  rows.expect(screen.counts);
  const known = [...screen.rows, ...screen.others];
  for (const row of known) {
    const { bill, organizationId, seen } = row;
    const place = { organizationId, seenAtMs: seen.atMs };
    if (rows.get(bill.id) === null) rows.put({ ...place, ...bill, generation: 0, bill });
  }
  notify(
    index,
    known.map(({ bill }) => bill.id),
  );
  renameVendors(index);
  firstScreen.set(screen);
  raiseVersion(index);
}

function load(index: Index, read: readonly CachedBill[]): void {
  const { rows, conflicts, shown, deletedWhileLoading } = index;
  const isDeleted = ({ organizationId, id: billId }: CachedBill): boolean =>
    deletedWhileLoading.size > 0 && deletedWhileLoading.has(cacheKeyOf({ organizationId, billId }));
  const fresh = read.filter((row) => {
    if (!shown.has(row.organizationId) || isDeleted(row)) return false;
    const known = rows.get(row.id);
    return !conflicts.leavesOut(row, known) && known === null;
  });
  if (fresh.length === 0) return;
  const isFirst = rows.isEmpty();
  for (const row of fresh) rows.put(row);
  notify(
    index,
    fresh.map((row) => row.id),
  );
  renameVendors(index);
  if (isFirst) raiseVersion(index);
  // Read the texts of history now: `settle` has already run, and the user may type a letter at any time.
  else rows.readTexts(fresh.length);
}

function loaded(index: Index, what: 'payable' | 'all'): void {
  const { rows, firstScreen, waiting, loading, deletedWhileLoading } = index;
  rows.arrived(what === 'all' ? () => true : isPayable);
  firstScreen.set(null);
  renameVendors(index);
  for (const change of waiting.splice(0)) apply(index, change);
  if (what === 'all') {
    deletedWhileLoading.clear();
    loading.set(false);
  }
  raiseVersion(index);
}

/** Returns whether anything has changed. */
function apply(index: Index, { organizationId, upserts, deletes }: BillChange): boolean {
  const { rows, conflicts, loading, deletedWhileLoading } = index;
  const changed: string[] = [];
  const before: BillRow[] = [];
  for (const row of upserts) {
    const known = rows.get(row.id);
    if (conflicts.leavesOut(row, known) || !rows.update(row)) continue;
    changed.push(row.id);
    if (known !== null) before.push(known);
  }
  for (const billId of deletes) {
    const place = { organizationId, billId };
    if (loading.get()) deletedWhileLoading.add(cacheKeyOf(place));
    conflicts.remove(place);
    const known = rows.get(billId);
    if (known?.organizationId !== organizationId) continue;
    rows.drop(billId);
    changed.push(billId);
    before.push(known);
  }
  if (changed.length > 0) notify(index, changed, before);
  renameVendors(index);
  return changed.length > 0;
}

/**
 * Bills that cannot be shown because another organization's bill has their id. Even when the other bill goes, they are
 * left out until the user chooses other organizations: otherwise the bill on screen could turn into another one just
 * before a click.
 */
function createConflictingIds() {
  const bills = createObservable<readonly ConflictingBill[]>([]);
  const byKey = new Map<string, ConflictingBill>();
  const publish = (): void => bills.set([...byKey.values()]);
  return {
    bills,
    /** Whether to leave this bill out, because a bill of another organization has its id. */
    leavesOut: ({ organizationId, id }: CachedBill, known: BillRow | null): boolean => {
      const place = { organizationId, billId: id };
      const isOthers = known !== null && breaksUniqueIds(known, { organizationId });
      if (!isOthers) return byKey.size > 0 && byKey.has(cacheKeyOf(place));
      if (byKey.has(cacheKeyOf(place))) return true;
      byKey.set(cacheKeyOf(place), place);
      publish();
      return true;
    },
    /** Call when the bill is gone from its organization. */
    remove: (place: ConflictingBill): void => {
      if (byKey.delete(cacheKeyOf(place))) publish();
    },
    clear: (): void => {
      if (byKey.size === 0) return;
      byKey.clear();
      publish();
    },
  };
}
