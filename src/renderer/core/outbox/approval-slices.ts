import { compareValues } from '../../../base/compare-values.ts';
import { notifySafely, type Observable } from '../../../base/observable.ts';
import { partitionPoint } from '../../../base/partition-point.ts';
import type { Approval } from '../model/approval.ts';

/** Approvals, newest first, then by id: all of them, or the slice an observer needs. */
export interface Approvals extends Observable<readonly Approval[]> {
  /**
   * Approvals that belong to the slice, in the same order. Observers are notified only when one of them changes.
   * @param belongs must depend only on the row; called once per row, then only for rows that change
   */
  slice(belongs: (row: Approval) => boolean): Observable<readonly Approval[]>;
  find(id: string): Approval | null;
  /** The bill's approvals that were not withdrawn, in no order, since a clock set back makes their times unreliable. */
  ofBill(bill: Pick<Approval, 'organizationId' | 'billId'>): readonly Approval[];
  /** Approvals of bills with this total that were not withdrawn, in no order. */
  ofTotal(totalCents: number): readonly Approval[];
  /** Registers a watcher, which is notified of added and changed rows before any observer. */
  watch(watcher: (rows: readonly Approval[]) => void): void;
}

/**
 * The approvals with the operations of their owner. The cost of a change depends on the changed rows, not on the list.
 */
export interface LiveApprovals extends Approvals {
  reset(rows: readonly Approval[]): void;
  /** Adds these rows, replacing rows with the same id. */
  put(rows: readonly Approval[]): void;
}

interface Slice {
  readonly belongs: (row: Approval) => boolean;
  rows: readonly Approval[];
  /** The whole list that `rows` was filtered from; null before the first time. */
  basis: readonly Approval[] | null;
  readonly listeners: Set<() => void>;
}

/** A row before and after a change, each null if it did not exist or does not belong to the slice. */
interface Change {
  readonly before: Approval | null;
  readonly after: Approval | null;
}

/** If more rows than this change, sort the list once instead of inserting one by one. */
const FEW_ROWS = 64;

/** Observers are notified of more rows than this in a later task, so that the window does not block. */
const MANY_ROWS = 500;

/**
 * @param onFault receives exceptions of observers
 * @param later runs the work in a task of its own, to notify observers of many rows. Reads are up to date at once
 */
export function createApprovals(
  onFault: (problem: unknown) => void,
  later: (work: () => void) => void = (work) => work(),
): LiveApprovals {
  const byId = new Map<string, Approval>();
  const ofBills = createRowsOfBills();
  const ofTotals = createRowsOfTotals();
  const watchers: ((rows: readonly Approval[]) => void)[] = [];
  const watched = new Set<Slice>();
  const slices = new WeakMap<Slice['belongs'], Slice>();

  let all: readonly Approval[] = noRows;
  const listenersOfAll = new Set<() => void>();

  const rowsOf = (slice: Slice): readonly Approval[] => {
    if (slice.basis !== all) slice.rows = all.filter(slice.belongs);
    slice.basis = all;
    return slice.rows;
  };

  /** Updates every slice before it notifies an observer. */
  const show = (
    basis: readonly Approval[],
    next: (slice: Slice) => readonly Approval[],
    changes: number,
  ): void => {
    const isChanged = basis !== all;
    all = basis;
    const changed = [...watched].filter((slice) => {
      const { rows } = slice;
      Object.assign(slice, { rows: next(slice), basis });
      return slice.rows !== rows;
    });
    const notify = (): void => {
      const observed = [
        ...(isChanged ? [listenersOfAll] : []),
        ...changed.map((each) => each.listeners),
      ];
      const notified = observed.flatMap((listeners) => [...listeners]);
      for (const listener of notified) notifySafely(listener, onFault);
    };
    if (changes > MANY_ROWS) later(notify);
    else notify();
  };

  return {
    get: () => all,
    subscribe: (listener) => {
      listenersOfAll.add(listener);
      return () => listenersOfAll.delete(listener);
    },
    find: (id) => byId.get(id) ?? null,
    ofBill: ofBills.of,
    ofTotal: ofTotals.of,
    watch: (watcher) => void watchers.push(watcher),
    slice: (belongs) => {
      const slice: Slice = slices.get(belongs) ?? {
        belongs,
        rows: noRows,
        basis: null,
        listeners: new Set(),
      };
      slices.set(belongs, slice);
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
      ofTotals.clear();
      for (const row of rows) {
        byId.set(row.id, row);
        ofBills.put(row);
        ofTotals.put(row, null);
      }
      for (const watcher of watchers) notifySafely(() => watcher(rows), onFault);
      show(rows, ({ belongs }) => rows.filter(belongs), 0);
    },
    put: (rows) => {
      const latest = new Map(rows.map((row) => [row.id, row]));
      // Sort the changes, so that the list and each slice only merge two sorted runs.
      const changes = [...latest.values()]
        .toSorted(newestFirst)
        .map((after) => ({ before: byId.get(after.id) ?? null, after }));
      for (const [id, row] of latest) {
        ofTotals.put(row, byId.get(id) ?? null);
        byId.set(id, row);
        ofBills.put(row);
      }
      for (const watcher of watchers) notifySafely(() => watcher(rows), onFault);
      show(
        withChanges(all, changes),
        (slice) => withChanges(slice.rows, changesWithin(slice, changes)),
        changes.length,
      );
    },
  };
}

/** Index of approvals by bill, without withdrawn ones. */
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

/** Index of approvals by the total of their bill, without withdrawn ones. */
function createRowsOfTotals() {
  const rows = new Map<number, Approval[]>();
  return {
    of: (totalCents: number): readonly Approval[] => rows.get(totalCents) ?? noRows,
    clear: () => rows.clear(),
    put: (row: Approval, before: Approval | null): void => {
      const earlier = before && rows.get(before.snapshot.totalCents);
      const at = earlier?.findIndex(({ id }) => id === row.id) ?? -1;
      if (at >= 0) earlier?.splice(at, 1);
      if (row.state === 'withdrawn') return;
      const ofTotal = rows.get(row.snapshot.totalCents);
      if (ofTotal) ofTotal.push(row);
      else rows.set(row.snapshot.totalCents, [row]);
    },
  };
}

const noRows: readonly Approval[] = [];

function changesWithin({ belongs }: Slice, changes: readonly Change[]): readonly Change[] {
  const within: Change[] = [];
  for (const change of changes) {
    const before = change.before && belongs(change.before) ? change.before : null;
    const after = change.after && belongs(change.after) ? change.after : null;
    if (before || after) within.push({ before, after });
  }
  return within;
}

/** Rows with the changes applied; the same array when there are none. */
function withChanges(rows: readonly Approval[], changes: readonly Change[]): readonly Approval[] {
  if (changes.length === 0) return rows;
  const next: (Approval | null)[] = [...rows];
  const fresh: Approval[] = [];
  let at = 0;
  for (const { before, after } of changes) {
    const isInPlace = after?.approvedAtMs === before?.approvedAtMs;
    if (before) {
      // Rows that change together are often neighbors.
      if (rows[at] !== before) at = placeOf(rows, before);
      next[at] = isInPlace ? after : null;
      at += 1;
    }
    if (after && !isInPlace) fresh.push(after);
  }
  const left = next.filter((row) => row !== null);
  if (fresh.length > FEW_ROWS) {
    const [first, last] = [left[0], fresh.at(-1)];
    const both = [...fresh, ...left];
    // Added rows are usually the newest, so no sorting is needed.
    return !first || !last || newestFirst(last, first) < 0 ? both : both.toSorted(newestFirst);
  }
  for (const row of fresh) left.splice(placeOf(left, row), 0, row);
  return left;
}

/** Position of the row, or the position to insert it at. */
function placeOf(rows: readonly Approval[], row: Approval): number {
  return partitionPoint(rows.length, (at) => {
    const there = rows[at];
    return there !== undefined && newestFirst(there, row) < 0;
  });
}

function newestFirst(left: Approval, right: Approval): number {
  return right.approvedAtMs - left.approvedAtMs || compareValues(left.id, right.id);
}
