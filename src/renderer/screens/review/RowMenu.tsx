import { useEffect } from 'react';
import { vendorName } from '../../../contract/bill.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import { approvable } from '../../core/bills/figures/bulk-summary.ts';
import type { Annotations } from '../../core/local/annotations.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import { useOutOfInbox } from './list/use-bill-list.ts';
import { BillMenu, type BillMenuAction } from '../../kit/parts/BillMenu.tsx';
import { useData } from '../../kit/services/data.ts';
import { useReview } from '../../kit/services/review.ts';
import { useShell } from '../../kit/services/shell.ts';
import type { ShortcutCommand } from '../../kit/actions/shortcuts.ts';
import { messages } from '../../kit/text/messages.ts';
import type { MenuPlace } from '../../kit/ui/menu-place.ts';
import { formatMoney } from '../../../bridge/money.ts';
import { billExport } from './list/bill-export.ts';
import { amountOf } from '../../core/model/currency-totals.ts';
import { useBillExport } from './list/use-bill-export.ts';
import { approveCurrent, type Reviewing } from './use-reviewing.ts';

export interface RowMenuProps {
  readonly reviewing: Reviewing;
  readonly at: MenuPlace;
  readonly rows: readonly BillRow[];
  readonly onPrint: (row: BillRow) => void;
  readonly onNote: (row: BillRow) => void;
  readonly onClose: () => void;
}

/** Context menu of a bill, or of the selected bills if there are several. */
export function RowMenu({ reviewing, at, rows, onPrint, onNote, onClose }: RowMenuProps) {
  const { workspace } = useData();
  const { locale } = useShell();
  const { pace } = useReview();
  useEffect(() => pace.overlayOpened(), [pace]);
  const { annotating, list, view } = reviewing;
  const partsOf = useBillExport(view, list);
  const text = messages.annotations;
  const [first, ...more] = rows;
  const canHide = rows.some(({ bill }) => isPayable(bill.status) && !list.approved.has(bill.id));
  const outOfInboxOf = useOutOfInbox(list.today);
  const isHidden = rows.some((row) => outOfInboxOf(row) !== null);
  return (
    <BillMenu
      at={at}
      bills={rows.map((row) => {
        const { amountCents, currency } = amountOf(row.bill);
        const amount = formatMoney(amountCents, currency, locale);
        return { id: row.bill.id, number: row.bill.billNumber, amount };
      })}
      table={() =>
        billExport(partsOf({ ...list.layout, rows, billCount: rows.length, entryAt: () => null }))
      }
      mainActions={mainActions(reviewing, rows, onNote, workspace.annotations)}
      actions={[
        ...(canHide
          ? [
              entry('snooze', text.snooze, () => annotating.askToSnooze(rows), 'snooze'),
              entry('hide', text.hide, () => annotating.hide(rows), 'hide'),
              entry('hold', text.placeOnHold, () => annotating.askToHold(rows), 'hold'),
            ]
          : []),
        ...(isHidden
          ? [entry('returnToInbox', text.returnToInbox, () => annotating.returnToInbox(rows))]
          : []),
        ...(first && more.length === 0
          ? [entry('print', messages.export.targets.printer, () => onPrint(first))]
          : []),
      ]}
      onClose={onClose}
    />
  );
}

function entry(
  id: string,
  label: string,
  run: () => void,
  command?: ShortcutCommand,
): BillMenuAction {
  return { id, label, run, ...(command && { command }) };
}

/** Main entries of the menu: Approve first, then the list's other actions for these bills. */
function mainActions(
  reviewing: Reviewing,
  rows: readonly BillRow[],
  onNote: RowMenuProps['onNote'],
  annotations: Pick<Annotations, 'annotationOf'>,
): readonly BillMenuAction[] {
  const { list, selection, approving, showVendor } = reviewing;
  const text = messages.review;
  const fit = approvable(rows, list.approved).length;
  const [first, ...more] = rows;
  if (first === undefined) return [];
  const isSelected = selection.ids.has(first.bill.id);
  const label = more.length === 0 ? text.detail.approve : text.selection.approve(fit);
  const approve = (): void => (isSelected ? approving.askForSelected() : approveCurrent(reviewing));
  const several = fit > 0 ? [entry('approve', label, approve, 'approve')] : [];
  if (more.length > 0) return several;
  const note = annotations.annotationOf(first.organizationId, first.bill.id)?.note ?? '';
  const vendor = vendorName(first.bill);
  const select = (): void => {
    const position = list.layout.rows.indexOf(first);
    if (position >= 0) selection.toggle(position);
  };
  return [
    ...several,
    entry('select', isSelected ? text.menu.deselect : text.menu.select, select, 'selectBill'),
    entry(
      'note',
      note === '' ? text.menu.addNote : text.menu.editNote,
      () => onNote(first),
      'note',
    ),
    ...(vendor === null
      ? []
      : [entry('vendor', messages.vendor.showAllOfThis, () => showVendor(vendor))]),
  ];
}
