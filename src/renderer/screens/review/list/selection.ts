import type { BillRow } from '../../../core/model/bill-row.ts';
import { useMemo, useRef, useState } from 'react';
import { useStable } from '../../../kit/hooks/use-stable.ts';
import { isPartial, type ListLayout, type ListRows } from './list-layout.ts';
import type { ShownBills } from './use-bill-list.ts';

/** The selected bills, and the anchor of the next extension. */
export interface Selection {
  readonly billIds: ReadonlySet<string>;
  /** Start and end of the current extension; null when there is none. */
  readonly extension: Extension | null;
}

interface Extension {
  readonly anchorId: string;
  readonly reachId: string;
  /** Selection before the extension began. Shortening it deselects only bills it selected. */
  readonly before: ReadonlySet<string>;
}

export const noSelection: Selection = { billIds: new Set(), extension: null };

/** Selects or deselects a bill. The next extension starts from it. */
export function toggleBill(selection: Selection, billId: string): Selection {
  const billIds = new Set(selection.billIds);
  if (!billIds.delete(billId)) billIds.add(billId);
  return { billIds, extension: { anchorId: billId, reachId: billId, before: billIds } };
}

/**
 * Selects from the anchor to this position. Successive extensions keep the anchor; after a move, the current
 * bill is the new one.
 * @param from position of the current bill; null when it is not in the list
 * @param to position to extend to
 */
export function extendSelection(
  selection: Selection,
  rows: ListRows,
  from: number | null,
  to: number,
): Selection {
  const target = rows.at(to);
  if (target === undefined) return selection;
  const start = rows.at(from ?? to) ?? target;
  const { anchorId, before } = goesOn(selection, start) ?? {
    anchorId: start.bill.id,
    before: selection.billIds,
  };
  const found = rows.slice().findIndex(({ bill }) => bill.id === anchorId);
  const anchor = found < 0 ? to : found;
  const taken = rows.slice(Math.min(anchor, to), Math.max(anchor, to) + 1);
  return {
    billIds: new Set([...before, ...taken.map(({ bill }) => bill.id)]),
    extension: { anchorId, reachId: target.bill.id, before },
  };
}

/** All current bills of the list. */
export function selectAll(rows: readonly BillRow[]): Selection {
  return { billIds: new Set(rows.map(({ bill }) => bill.id)), extension: null };
}

/** Selects these bills, or deselects them if all are selected. Ends an extension. */
export function toggleBills(selection: Selection, rows: readonly BillRow[]): Selection {
  const ids = rows.map(({ bill }) => bill.id);
  const isIn = ids.every((id) => selection.billIds.has(id));
  const billIds = new Set(selection.billIds);
  for (const id of ids)
    if (isIn) billIds.delete(id);
    else billIds.add(id);
  return { billIds, extension: null };
}

/** The selection without bills that left the list; the same object if none did. */
export function keepListed(selection: Selection, rows: ListRows): Selection {
  if (selection.billIds.size === 0) return selection;
  const kept = selectedRows(selection, rows);
  if (kept.length === selection.billIds.size) return selection;
  return { billIds: new Set(kept.map(({ bill }) => bill.id)), extension: null };
}

/** The selected bills in the order of the list. */
export function selectedRows({ billIds }: Selection, rows: ListRows): readonly BillRow[] {
  return billIds.size === 0 ? [] : rows.slice().filter(({ bill }) => billIds.has(bill.id));
}

/**
 * Position to show after an approval: the current bill unless it was approved, else the next unapproved one,
 * else the nearest before it. Null when all were approved.
 */
export function positionAfterApproving(
  rows: ListRows,
  position: number | null,
  approvedIds: ReadonlySet<string>,
): number | null {
  const isLeft = (at: number): boolean => {
    const row = rows.at(at);
    return row !== undefined && !approvedIds.has(row.bill.id);
  };
  const from = position ?? 0;
  for (let at = from; at < rows.length; at++) if (isLeft(at)) return at;
  for (let at = from - 1; at >= 0; at--) if (isLeft(at)) return at;
  return null;
}

function goesOn({ extension }: Selection, current: BillRow): Extension | null {
  return extension?.reachId === current.bill.id ? extension : null;
}

/** The selected bills. The same object until the selection changes. */
export interface SelectedBills {
  readonly ids: ReadonlySet<string>;
  /** Selected bills in the order of the list. */
  readonly rows: readonly BillRow[];
  toggle(position: number): void;
  /** Selects from the anchor, or from the current bill, to this position. */
  extendTo(from: number | null, to: number): void;
  /** Selects all exact matches, or all bills when there are none. */
  all(): void;
  /** Selects or deselects all bills of the group at this entry. */
  group(entry: number): void;
  clear(): void;
  /**
   * For an action that ends later. @returns a function that clears the selection, unless the user has changed it since
   */
  toClear(): () => void;
  /** Selects these bills, if they are in the list. */
  restore(billIds: ReadonlySet<string>): void;
}

export function rowsOfGroup(
  { rows, entryAt, headingAbove }: ListLayout,
  entry: number,
): readonly BillRow[] {
  const at = headingAbove(entry);
  const heading = at === null ? null : entryAt(at);
  const first = at === null ? null : entryAt(at + 1);
  if (heading?.kind !== 'group' || first?.kind !== 'bill') return [];
  return rows.slice(first.position, first.position + heading.bills);
}

/** The selected bills. Only bills of the list can be selected. */
export function useSelection(shown: Pick<ShownBills, 'layout' | 'isBehind'>): SelectedBills {
  const { rows } = shown.layout;
  const [chosen, setChosen] = useState(noSelection);
  const selection = useMemo(() => keepListed(chosen, rows), [chosen, rows]);
  // Store it, so that a bill that returns to the list is not selected again.
  if (selection !== chosen) setChosen(selection);
  const selected = useMemo(() => selectedRows(selection, rows), [selection, rows]);
  const changes = useRef(0);
  // While the list on screen belongs to an earlier choice, keys select nothing.
  const choose = (next: Selection): void => {
    if (shown.isBehind) return;
    changes.current += 1;
    setChosen(next);
  };
  const listed = (): Selection => {
    const { exact } = shown.layout;
    return selectAll(rows.slice(0, exact === 0 ? rows.length : exact));
  };
  const acts = useStable({
    toggle: (position: number) => {
      const row = rows.at(position);
      if (row) choose(toggleBill(selection, row.bill.id));
    },
    extendTo: (from: number | null, to: number) =>
      choose(extendSelection(selection, rows, from, to)),
    all: () => {
      // Bills that are not in memory yet would be missing.
      if (!isPartial(shown.layout)) choose(listed());
    },
    group: (entry: number) => {
      if (!isPartial(shown.layout))
        choose(toggleBills(selection, rowsOfGroup(shown.layout, entry)));
    },
    clear: () => setChosen(noSelection),
    toClear: () => {
      const before = changes.current;
      return () => {
        if (changes.current === before) setChosen(noSelection);
      };
    },
    restore: (billIds: ReadonlySet<string>) => setChosen({ billIds, extension: null }),
  });
  const ids = selection.billIds;
  return useMemo(() => ({ ids, rows: selected, ...acts }), [ids, selected, acts]);
}
