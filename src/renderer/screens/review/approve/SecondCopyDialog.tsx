import { useState } from 'react';
import type { BillRow } from '../../../core/model/bill-row.ts';
import { CopiesDialog } from '../../../kit/parts/CopiesDialog.tsx';
import type { PaidCopy } from '../../../kit/services/copies.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { CompareDialog } from '../detail/CompareDialog.tsx';
import type { Annotating } from '../detail/use-annotating.ts';
import { BillReasonChoice } from '../../../kit/parts/ReasonChoice.tsx';

export interface SecondCopyDialogProps {
  readonly row: BillRow;
  readonly copies: readonly PaidCopy[];
  readonly annotating: Annotating;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before approving a bill that is identical to a paid or approved one. */
export function SecondCopyDialog(props: SecondCopyDialogProps) {
  const { row, copies, annotating, onClose, onConfirm } = props;
  const [isComparing, setComparing] = useState(false);
  if (isComparing)
    return (
      <CompareDialog
        row={row}
        otherIds={copies.map(({ other }) => other.id)}
        annotating={annotating}
        onClose={onClose}
      />
    );
  return (
    <CopiesDialog
      copies={copies}
      other={
        <Button
          onPress={() => {
            onClose();
            annotating.hide([row]);
          }}
        >
          {messages.flags.decision.hide}
        </Button>
      }
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <BillReasonChoice row={row} />
      <div className="actions">
        <Button size="small" icon="columns" onPress={() => setComparing(true)}>
          {messages.flags.compare}
        </Button>
      </div>
    </CopiesDialog>
  );
}
