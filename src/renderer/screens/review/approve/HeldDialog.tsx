import type { BillRow } from '../../../core/model/bill-row.ts';
import { isHold } from '../../../core/model/flag.ts';
import { useData } from '../../../kit/services/data.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { Dialog } from '../../../kit/ui/Dialog.tsx';
import { BillLine, Reasons } from './BulkDialog.tsx';

export interface HeldDialogProps {
  readonly row: BillRow;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before approving a bill on hold. */
export function HeldDialog({ row, onClose, onConfirm }: HeldDialogProps) {
  const { workspace } = useData();
  const text = messages.annotations.hold.approve;
  return (
    <Dialog
      role="alertdialog"
      title={text.title(1)}
      onClose={onClose}
      decision={
        <Button variant="danger" onPress={onConfirm}>
          {text.approve}
        </Button>
      }
    >
      <BillLine row={row} />
      <Reasons row={row} flags={workspace.flags.flagsOf(row.bill.id).filter(isHold)} />
      <p>{text.body}</p>
    </Dialog>
  );
}
