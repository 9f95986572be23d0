import { useMemo, useState } from 'react';
import type { BillRow } from '../../core/bills/bill-row.ts';
import type { BillList } from './use-bill-list.ts';
import {
  extendSelection,
  keepListed,
  noSelection,
  selectAll,
  selectedRows,
  toggleBill,
} from './selection.ts';

export interface SelectedBills {
  readonly ids: ReadonlySet<string>;
  /** In the order of the list. */
  readonly rows: readonly BillRow[];
  toggle(position: number): void;
  /** From the anchor, or from the current bill, to this place. */
  extendTo(from: number | null, to: number): void;
  all(): void;
  clear(): void;
}

/** Which bills of the list are selected. Only bills that are in the list ever are. */
export function useSelection({ layout: { rows } }: Pick<BillList, 'layout'>): SelectedBills {
  const [chosen, setChosen] = useState(noSelection);
  const selection = useMemo(() => keepListed(chosen, rows), [chosen, rows]);
  // Kept too, so that a bill that comes back to the list is not selected unasked.
  if (selection !== chosen) setChosen(selection);
  const selected = useMemo(() => selectedRows(selection, rows), [selection, rows]);
  return {
    ids: selection.billIds,
    rows: selected,
    toggle: (position) => {
      const row = rows[position];
      if (row) setChosen(toggleBill(selection, row.bill.id));
    },
    extendTo: (from, to) => setChosen(extendSelection(selection, rows, from, to)),
    all: () => setChosen(selectAll(rows)),
    clear: () => setChosen(noSelection),
  };
}
