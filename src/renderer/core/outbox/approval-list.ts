import type { Approval } from './approval.ts';

/** Approvals newest first; those of one moment by id. A change costs what it changes, not the list. */
export interface ApprovalList {
  readonly rows: readonly Approval[];
  /** Another list with these rows in it, in place of those of the same id. */
  with(changed: readonly Approval[]): ApprovalList;
}

/** More rows than this are sorted in at once instead of one by one. */
const FEW_ROWS = 64;

export function createApprovalList(unsorted: readonly Approval[]): ApprovalList {
  return listOf(unsorted.toSorted(newestFirst), new Map(unsorted.map((row) => [row.id, row])));
}

/** @param byId the rows by id; handed on from list to list, so an older list can take no more changes */
function listOf(rows: readonly Approval[], byId: Map<string, Approval>): ApprovalList {
  return {
    rows,
    with: (changed) => {
      const next = [...rows];
      const misplaced = new Map<string, Approval>();
      const gone = new Set<Approval>();
      for (const row of changed) {
        const old = byId.get(row.id);
        byId.set(row.id, row);
        if (old && isSamePlace(old, row) && !misplaced.has(row.id)) {
          next[placeOf(next, old)] = row;
          continue;
        }
        if (old && !misplaced.has(row.id)) gone.add(old);
        misplaced.set(row.id, row);
      }
      return listOf(sortIn(next, [...misplaced.values()], gone), byId);
    },
  };
}

function sortIn(
  rows: Approval[],
  misplaced: readonly Approval[],
  gone: ReadonlySet<Approval>,
): readonly Approval[] {
  if (misplaced.length > FEW_ROWS) {
    return [...rows.filter((row) => !gone.has(row)), ...misplaced].toSorted(newestFirst);
  }
  for (const row of gone) rows.splice(placeOf(rows, row), 1);
  for (const row of misplaced) rows.splice(placeOf(rows, row), 0, row);
  return rows;
}

function isSamePlace(left: Approval, right: Approval): boolean {
  return left.approvedAtMs === right.approvedAtMs;
}

/** Where the row stands, or would. */
function placeOf(rows: readonly Approval[], row: Approval): number {
  let least = 0;
  let most = rows.length;
  while (least < most) {
    const middle = (least + most) >>> 1;
    const there = rows[middle];
    if (there && newestFirst(there, row) < 0) least = middle + 1;
    else most = middle;
  }
  return least;
}

function newestFirst(left: Approval, right: Approval): number {
  if (left.approvedAtMs !== right.approvedAtMs) return right.approvedAtMs - left.approvedAtMs;
  return left.id === right.id ? 0 : left.id < right.id ? -1 : 1;
}
