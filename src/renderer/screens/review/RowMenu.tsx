import { isPayable } from '../../../contract/assumptions.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import { howHidden } from '../../core/local/hidden-view.ts';
import { BillMenu } from '../../kit/parts/BillMenu.tsx';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import type { MenuPlace } from '../../kit/ui/menu-place.ts';
import { formatMoney } from '../../../bridge/money.ts';
import { billTable, dueOf } from './list/bill-table.ts';
import { useBillTable } from './list/use-bill-table.ts';
import type { Reviewing } from './use-reviewing.ts';

export interface RowMenuProps {
  readonly reviewing: Pick<Reviewing, 'annotating' | 'list' | 'view'>;
  readonly at: MenuPlace;
  readonly rows: readonly BillRow[];
  readonly onPrint: (row: BillRow) => void;
  readonly onClose: () => void;
}

/** Context menu of these bills, with everything except approving. */
export function RowMenu({ reviewing, at, rows, onPrint, onClose }: RowMenuProps) {
  const { workspace } = useData();
  const { locale } = useShell();
  const { annotating, list, view } = reviewing;
  const partsOf = useBillTable(view, list);
  const text = messages.annotations;
  const [first, ...more] = rows;
  const canHide = rows.some(({ bill }) => isPayable(bill.status) && !list.approved.has(bill.id));
  const isHidden = rows.some(
    ({ organizationId, bill }) =>
      howHidden(workspace.annotations.annotationOf(organizationId, bill.id), list.today) !== null,
  );
  return (
    <BillMenu
      at={at}
      bills={rows.map((row) => {
        const { amountCents, currency } = dueOf(row);
        const amount = formatMoney(amountCents, currency, locale);
        return { id: row.bill.id, number: row.bill.billNumber, amount };
      })}
      table={() =>
        billTable(partsOf({ ...list.layout, rows, billCount: rows.length, entryAt: () => null }))
      }
      actions={[
        ...(canHide
          ? [
              { id: 'snooze', label: text.snooze, run: () => annotating.askToSnooze(rows) },
              { id: 'hide', label: text.dismiss, run: () => annotating.dismiss(rows) },
            ]
          : []),
        ...(isHidden
          ? [{ id: 'putBack', label: text.putBack, run: () => annotating.putBack(rows) }]
          : []),
        ...(first && more.length === 0
          ? [{ id: 'print', label: messages.export.targets.printer, run: () => onPrint(first) }]
          : []),
      ]}
      onClose={onClose}
    />
  );
}
