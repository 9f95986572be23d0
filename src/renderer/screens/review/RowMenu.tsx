import { vendorName } from '../../../contract/bill.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import { approvable } from '../../core/bills/figures/bulk-summary.ts';
import type { Annotations } from '../../core/local/annotations.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import { outOfInboxAs } from '../../core/local/out-of-inbox.ts';
import { BillMenu, type BillMenuAction } from '../../kit/parts/BillMenu.tsx';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import type { MenuPlace } from '../../kit/ui/menu-place.ts';
import { formatMoney } from '../../../bridge/money.ts';
import { billTable } from './list/bill-table.ts';
import { dueOf } from '../../core/model/currency-totals.ts';
import { useBillTable } from './list/use-bill-table.ts';
import { approveCurrent, type Reviewing } from './use-reviewing.ts';

export interface RowMenuProps {
  readonly reviewing: Reviewing;
  readonly at: MenuPlace;
  readonly rows: readonly BillRow[];
  readonly onPrint: (row: BillRow) => void;
  readonly onNote: (row: BillRow) => void;
  readonly onClose: () => void;
}

/** Context menu of these bills. Of several bills, they are the selected ones. */
export function RowMenu({ reviewing, at, rows, onPrint, onNote, onClose }: RowMenuProps) {
  const { workspace } = useData();
  const { locale } = useShell();
  const { annotating, list, view } = reviewing;
  const partsOf = useBillTable(view, list);
  const text = messages.annotations;
  const [first, ...more] = rows;
  const canHide = rows.some(({ bill }) => isPayable(bill.status) && !list.approved.has(bill.id));
  const isHidden = rows.some(
    ({ organizationId, bill }) =>
      outOfInboxAs(workspace.annotations.annotationOf(organizationId, bill.id), list.today) !==
      null,
  );
  return (
    <BillMenu
      at={at}
      bills={rows.map((row) => {
        const { amountCents, currency } = dueOf(row.bill);
        const amount = formatMoney(amountCents, currency, locale);
        return { id: row.bill.id, number: row.bill.billNumber, amount };
      })}
      table={() =>
        billTable(partsOf({ ...list.layout, rows, billCount: rows.length, entryAt: () => null }))
      }
      mainActions={mainActions(reviewing, rows, onNote, workspace.annotations)}
      actions={[
        ...(canHide
          ? [
              {
                id: 'snooze',
                label: text.snooze,
                command: 'snooze' as const,
                run: () => annotating.askToSnooze(rows),
              },
              {
                id: 'hide',
                label: text.hide,
                command: 'hide' as const,
                run: () => annotating.hide(rows),
              },
              {
                id: 'hold',
                label: text.placeOnHold,
                command: 'hold' as const,
                run: () => annotating.askToHold(rows),
              },
            ]
          : []),
        ...(isHidden
          ? [
              {
                id: 'returnToInbox',
                label: text.returnToInbox,
                run: () => annotating.returnToInbox(rows),
              },
            ]
          : []),
        ...(first && more.length === 0
          ? [{ id: 'print', label: messages.export.targets.printer, run: () => onPrint(first) }]
          : []),
      ]}
      onClose={onClose}
    />
  );
}

/** Approving first, then what the list offers for these bills. */
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
  const approve: BillMenuAction = {
    id: 'approve',
    label: more.length === 0 ? text.detail.approve : text.selection.approve(fit),
    command: 'approve',
    run: () => (isSelected ? approving.askForSelected() : approveCurrent(reviewing)),
  };
  const several = fit > 0 ? [approve] : [];
  if (more.length > 0) return several;
  const note = annotations.annotationOf(first.organizationId, first.bill.id)?.note ?? '';
  const vendor = vendorName(first.bill);
  return [
    ...several,
    {
      id: 'select',
      label: isSelected ? text.menu.deselect : text.menu.select,
      command: 'selectBill',
      run: () => {
        const position = list.layout.rows.indexOf(first);
        if (position >= 0) selection.toggle(position);
      },
    },
    {
      id: 'note',
      label: note === '' ? text.menu.addNote : text.menu.editNote,
      command: 'note',
      run: () => onNote(first),
    },
    ...(vendor === null
      ? []
      : [{ id: 'vendor', label: messages.vendor.showAllOfThis, run: () => showVendor(vendor) }]),
  ];
}
