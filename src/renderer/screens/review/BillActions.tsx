import { actionsIn } from '../../kit/actions/action-registry.ts';
import { billLinkOf } from '../../../bridge/bill-link.ts';
import { vendorName } from '../../../contract/bill.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import { outOfInboxAs } from '../../core/local/out-of-inbox.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { useActions } from '../../kit/hooks/use-shortcuts.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { rowsToActOn, type Reviewing } from './use-reviewing.ts';

interface BillActionsProps {
  readonly reviewing: Reviewing;
  readonly onPrint: (row: BillRow) => void;
}

/** Palette commands for the selected bills, or for the current one. */
export function BillActions({ reviewing, onPrint }: BillActionsProps) {
  const { list, current, selection, annotating, showVendor } = reviewing;
  const [only, ...more] = rowsToActOn(reviewing);
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
  const action = actionsIn('bill');
  useActions([
    // It is always offered for several: checking each of them on every keystroke would be too slow.
    action(
      'bill.returnToInbox',
      messages.annotations.returnToInbox,
      () => annotating.returnToInbox(rowsToActOn(reviewing)),
      more.length === 0 && !isHidden,
    ),
    action(
      'bill.selectGroup',
      messages.review.selectThisGroup,
      () => selection.group(entry ?? 0),
      entry === null || list.layout.headingAbove(entry) === null,
    ),
    action(
      'bills.approveUnflagged',
      messages.limits.batch,
      () => reviewing.approving.askForUnflagged(),
      limits.every(({ batchMostCents }) => batchMostCents === null),
    ),
    action(
      'bills.approveRoutine',
      messages.flags.routine.palette,
      () => reviewing.approving.askForRoutine(),
      !routineOn || list.choice.filter.flag !== 'routine',
    ),
    action('bill.showVendor', messages.vendor.showAllOfThis, () => showVendor(vendor), !vendor),
    action('bill.copyLink', messages.app.link.copy, () => row && run(copyLink(row.bill.id)), !row),
    action('bill.print', messages.review.print, () => row && onPrint(row), !row),
  ]);
  return null;
}
