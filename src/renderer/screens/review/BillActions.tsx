import { billLinkOf } from '../../../bridge/bill-link.ts';
import { vendorName } from '../../../contract/bill.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import { outOfInboxAs } from '../../core/local/out-of-inbox.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { useActions } from '../../kit/hooks/use-shortcuts.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { meantRows, type Reviewing } from './use-reviewing.ts';

interface BillActionsProps {
  readonly reviewing: Reviewing;
  readonly onPrint: (row: BillRow) => void;
}

/** Palette commands for the selected bills, or for the current one. */
export function BillActions({ reviewing, onPrint }: BillActionsProps) {
  const { list, current, selection, annotating, showVendor } = reviewing;
  const [only, ...more] = meantRows(reviewing);
  const row = only && more.length === 0 ? only : null;
  const entry = current.position === null ? null : list.layout.entryOfBill(current.position);
  const { workspace } = useData();
  const { run, announce } = useShell();
  const { annotations, settings } = workspace;
  const { limits, routineOn } = useObservable(settings);
  const copyLink = async (billId: string): Promise<void> => {
    await navigator.clipboard.writeText(billLinkOf(billId));
    announce(messages.app.link.copied);
  };
  const vendor = row === null ? null : vendorName(row.bill);
  const isHidden =
    row !== null &&
    outOfInboxAs(annotations.annotationOf(row.organizationId, row.bill.id), list.today) !== null;
  useActions([
    {
      id: 'bill.returnToInbox',
      label: messages.annotations.returnToInbox,
      group: 'bill',
      // It is always offered for several: checking each of them on every keystroke would be too slow.
      isDisabled: more.length === 0 && !isHidden,
      run: () => annotating.returnToInbox(meantRows(reviewing)),
    },
    {
      id: 'bill.selectGroup',
      label: messages.review.selectThisGroup,
      group: 'bill',
      isDisabled: entry === null || list.layout.headingAbove(entry) === null,
      run: () => selection.group(entry ?? 0),
    },
    {
      id: 'bills.approveUnflagged',
      label: messages.limits.batch,
      group: 'bill',
      isDisabled: limits.every(({ batchMostCents }) => batchMostCents === null),
      run: () => reviewing.approving.askForUnflagged(),
    },
    {
      id: 'bills.approveRoutine',
      label: messages.flags.routine.palette,
      group: 'bill',
      isDisabled: !routineOn || list.choice.filter.flag !== 'routine',
      run: () => reviewing.approving.askForRoutine(),
    },
    {
      id: 'bill.showVendor',
      label: messages.vendor.showAllOfThis,
      group: 'bill',
      isDisabled: vendor === null,
      run: () => showVendor(vendor),
    },
    {
      id: 'bill.copyLink',
      label: messages.app.link.copy,
      group: 'bill',
      isDisabled: row === null,
      run: () => {
        if (row !== null) run(copyLink(row.bill.id));
      },
    },
    {
      id: 'bill.print',
      label: messages.review.print,
      group: 'bill',
      isDisabled: row === null,
      run: () => {
        if (row !== null) onPrint(row);
      },
    },
  ]);
  return null;
}
