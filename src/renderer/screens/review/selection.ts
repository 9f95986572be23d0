import type { BillRow } from '../../core/bills/bill-row.ts';
import { useMemo, useState } from 'react';
import { useStable } from '../../kit/hooks/use-stable.ts';
import { isPartial, type ListLayout, type ListRows } from './list-layout.ts';
import type { ShownBills } from './use-bill-list.ts';

/** The bills chosen together, and what the next extension goes on from. */
export interface Selection {
  readonly billIds: ReadonlySet<string>;
  /** Where an extension began and where it has come to; null when none goes on. */
  readonly extension: Extension | null;
}

interface Extension {
  readonly anchorId: string;
  readonly reachId: string;
  /** What was selected before it began: shortened again, it gives back only what it took. */
  readonly before: ReadonlySet<string>;
}

export const noSelection: Selection = { billIds: new Set(), extension: null };

/** Takes this bill in, or out when it is in. An extension goes on from here. */
export function toggleBill(selection: Selection, billId: string): Selection {
  const billIds = new Set(selection.billIds);
  if (!billIds.delete(billId)) billIds.add(billId);
  return { billIds, extension: { anchorId: billId, reachId: billId, before: billIds } };
}

/**
 * Selects from the anchor to this place. The anchor stays while extensions follow one another; the
 * current bill is the new one when the user has gone elsewhere since.
 * @param from place of the current bill, or null when the list does not hold it
 * @param to place to extend to
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

/** All bills of the list as it is now. */
export function selectAll(rows: readonly BillRow[]): Selection {
  return { billIds: new Set(rows.map(({ bill }) => bill.id)), extension: null };
}

/** Takes these bills in, or out when all of them are in. An extension does not go on. */
export function toggleBills(selection: Selection, rows: readonly BillRow[]): Selection {
  const ids = rows.map(({ bill }) => bill.id);
  const isIn = ids.every((id) => selection.billIds.has(id));
  const billIds = new Set(selection.billIds);
  for (const id of ids)
    if (isIn) billIds.delete(id);
    else billIds.add(id);
  return { billIds, extension: null };
}

/** Without the bills that have left the list; the same object when none has. */
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
 * Place of the bill to show once some have been approved: the current one unless it was among them,
 * else the next that was not, else the nearest before; null when all were.
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

/** The same object until others are selected. */
export interface SelectedBills {
  readonly ids: ReadonlySet<string>;
  /** In the order of the list. */
  readonly rows: readonly BillRow[];
  toggle(position: number): void;
  /** From the anchor, or from the current bill, to this place. */
  extendTo(from: number | null, to: number): void;
  /** All bills that were found as they were searched. */
  all(): void;
  /** All bills under the heading that stands over this entry, or out again. */
  group(entry: number): void;
  clear(): void;
  /** These, as far as they are in the list. */
  restore(billIds: ReadonlySet<string>): void;
}

/** The bills under the heading that stands over this entry. */
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

/** Which bills of the list are selected. Only bills that are in the list ever are. */
export function useSelection(shown: Pick<ShownBills, 'layout' | 'isBehind'>): SelectedBills {
  const { rows } = shown.layout;
  const [chosen, setChosen] = useState(noSelection);
  const selection = useMemo(() => keepListed(chosen, rows), [chosen, rows]);
  // Kept too, so that a bill that comes back to the list is not selected unasked.
  if (selection !== chosen) setChosen(selection);
  const selected = useMemo(() => selectedRows(selection, rows), [selection, rows]);
  // Of a list that is not yet what was asked for a key selects nothing, as it moves nowhere.
  const choose = (next: Selection): void => {
    if (!shown.isBehind) setChosen(next);
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
      // What is not in memory yet could not be among them.
      if (!isPartial(shown.layout)) choose(listed());
    },
    group: (entry: number) => {
      if (!isPartial(shown.layout))
        choose(toggleBills(selection, rowsOfGroup(shown.layout, entry)));
    },
    clear: () => setChosen(noSelection),
    restore: (billIds: ReadonlySet<string>) => setChosen({ billIds, extension: null }),
  });
  const ids = selection.billIds;
  return useMemo(() => ({ ids, rows: selected, ...acts }), [ids, selected, acts]);
}
