import { attempt, createObservable, type Observable } from '../../../base/observable.ts';
import { partitionPoint } from '../../../base/partition-point.ts';
import type { Approval } from './approval.ts';

/** Approvals newest first, those of one moment by id: all of them, or the slice an observer needs. */
export interface Approvals extends Observable<readonly Approval[]> {
  /**
   * Those that belong, in the same order. Its observers are notified only when one of them has changed.
   * @param belongs knows nothing but the row; asked once of each, then only of rows that change
   */
  slice(belongs: (row: Approval) => boolean): Observable<readonly Approval[]>;
  find(id: string): Approval | null;
  /** The bill's approvals that were not withdrawn, in no order: the clock may have been set back since. */
  ofBill(bill: Pick<Approval, 'organizationId' | 'billId'>): readonly Approval[];
  /** Notified of rows that came or changed, before any observer is. */
  watch(watcher: (rows: readonly Approval[]) => void): void;
}

/** The approvals and what their owner does to them. A change costs what it changes, not the list. */
export interface LiveApprovals extends Approvals {
  /** Shows these rows in place of all others. */
  reset(rows: readonly Approval[]): void;
  /** Takes these rows in, in place of those of the same id. */
  put(rows: readonly Approval[]): void;
}

interface Slice {
  readonly belongs: (row: Approval) => boolean;
  rows: readonly Approval[];
  /** The whole list that `rows` was taken from; null before the first time. */
  basis: readonly Approval[] | null;
  readonly listeners: Set<() => void>;
}

/** A row as it was, where there was one, and as it is, each null where it does not belong. */
interface Change {
  readonly before: Approval | null;
  readonly after: Approval | null;
}

/** More rows than this are sorted in at once instead of one by one. */
const FEW_ROWS = 64;

/** @param onFault hears of what breaks in observers */
export function createApprovals(onFault: (problem: unknown) => void): LiveApprovals {
  const all = createObservable<readonly Approval[]>([], onFault);
  const byId = new Map<string, Approval>();
  const ofBills = createRowsOfBills();
  const watchers: ((rows: readonly Approval[]) => void)[] = [];
  const watched = new Set<Slice>();

  const rowsOf = (slice: Slice): readonly Approval[] => {
    if (slice.basis !== all.get()) slice.rows = all.get().filter(slice.belongs);
    slice.basis = all.get();
    return slice.rows;
  };

  /** Every slice is up to date before anybody is notified. */
  const show = (basis: readonly Approval[], next: (slice: Slice) => readonly Approval[]): void => {
    const changed = [...watched].filter((slice) => {
      const { rows } = slice;
      Object.assign(slice, { rows: next(slice), basis });
      return slice.rows !== rows;
    });
    all.set(basis);
    const notified = changed.flatMap(({ listeners }) => [...listeners]);
    for (const listener of notified) attempt(listener, onFault);
  };

  return {
    get: all.get,
    subscribe: all.subscribe,
    find: (id) => byId.get(id) ?? null,
    ofBill: ofBills.of,
    watch: (watcher) => void watchers.push(watcher),
    slice: (belongs) => {
      const slice: Slice = { belongs, rows: [], basis: null, listeners: new Set() };
      return {
        get: () => rowsOf(slice),
        subscribe: (listener) => {
          rowsOf(slice);
          watched.add(slice);
          slice.listeners.add(listener);
          return () => {
            slice.listeners.delete(listener);
            if (slice.listeners.size === 0) watched.delete(slice);
          };
        },
      };
    },
    reset: (unsorted) => {
      const rows = unsorted.toSorted(newestFirst);
      byId.clear();
      ofBills.clear();
      for (const row of rows) {
        byId.set(row.id, row);
        ofBills.put(row);
      }
      for (const watcher of watchers) attempt(() => watcher(rows), onFault);
      show(rows, ({ belongs }) => rows.filter(belongs));
    },
    put: (rows) => {
      const latest = new Map(rows.map((row) => [row.id, row]));
      const changes = [...latest].map(([id, after]) => ({ before: byId.get(id) ?? null, after }));
      for (const [id, row] of latest) {
        byId.set(id, row);
        ofBills.put(row);
      }
      for (const watcher of watchers) attempt(() => watcher(rows), onFault);
      show(withChanges(all.get(), changes), (slice) =>
        withChanges(slice.rows, changesWithin(slice, changes)),
      );
    },
  };
}

/** The approvals of each bill that were not withdrawn. */
function createRowsOfBills() {
  const rows = new Map<string, Map<string, readonly Approval[]>>();
  const of = ({ organizationId, billId }: Pick<Approval, 'organizationId' | 'billId'>) =>
    rows.get(organizationId)?.get(billId) ?? noRows;
  return {
    of,
    clear: () => rows.clear(),
    put: (row: Approval): void => {
      const others = of(row).filter(({ id }) => id !== row.id);
      const ofBills = rows.get(row.organizationId) ?? new Map<string, readonly Approval[]>();
      rows.set(row.organizationId, ofBills);
      ofBills.set(row.billId, row.state === 'withdrawn' ? others : [...others, row]);
    },
  };
}

const noRows: readonly Approval[] = [];

function changesWithin({ belongs }: Slice, changes: readonly Change[]): readonly Change[] {
  const within = (row: Approval | null): Approval | null => (row && belongs(row) ? row : null);
  return changes.flatMap(({ before, after }) => {
    const change = { before: within(before), after: within(after) };
    return change.before || change.after ? [change] : [];
  });
}

/** The same array when there is no change. */
function withChanges(rows: readonly Approval[], changes: readonly Change[]): readonly Approval[] {
  if (changes.length === 0) return rows;
  const next = [...rows];
  const gone = new Set<Approval>();
  const fresh: Approval[] = [];
  for (const { before, after } of changes) {
    if (before && after?.approvedAtMs === before.approvedAtMs) next[placeOf(next, before)] = after;
    else {
      if (before) gone.add(before);
      if (after) fresh.push(after);
    }
  }
  if (gone.size + fresh.length > FEW_ROWS) {
    return [...next.filter((row) => !gone.has(row)), ...fresh].toSorted(newestFirst);
  }
  for (const row of gone) next.splice(placeOf(next, row), 1);
  for (const row of fresh) next.splice(placeOf(next, row), 0, row);
  return next;
}

/** Where the row stands, or would. */
function placeOf(rows: readonly Approval[], row: Approval): number {
  return partitionPoint(rows.length, (at) => {
    const there = rows[at];
    return there !== undefined && newestFirst(there, row) < 0;
  });
}

function newestFirst(left: Approval, right: Approval): number {
  if (left.approvedAtMs !== right.approvedAtMs) return right.approvedAtMs - left.approvedAtMs;
  return left.id === right.id ? 0 : left.id < right.id ? -1 : 1;
}
