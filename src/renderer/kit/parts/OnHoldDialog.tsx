import { formatBillLine } from './format-snapshot.ts';
import type { ReactNode } from 'react';
import type { BillOnHold } from '../../core/model/annotation.ts';
import { useToday } from '../hooks/use-now.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { formatHold, formatHoldName } from './format-override.ts';
import { keepAmounts } from '../ui/keep-amounts.tsx';

export interface OnHoldDialogProps {
  readonly held: readonly BillOnHold[];
  /** Label of the decision, if it also concerns other bills. */
  readonly label?: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before approving held bills, or sending their approvals. Shows each with its hold. */
export function OnHoldDialog({ held, label, children, onClose, onConfirm }: OnHoldDialogProps) {
  const { locale } = useShell();
  const text = messages.annotations.hold.approve;
  const { named } = messages.flags;
  const today = useToday();
  return (
    <Dialog
      role="alertdialog"
      title={text.title(held.length)}
      onClose={onClose}
      decision={
        <Button variant="danger" onPress={onConfirm}>
          {label ?? text.approve}
        </Button>
      }
    >
      {held.map(({ bill, hold }) => (
        <div key={bill.billId}>
          <p dir="auto">{keepAmounts(formatBillLine(bill, locale))}</p>
          <p dir="auto">
            <strong>{named(formatHoldName(hold, today))}</strong> {formatHold(hold, locale)}
          </p>
        </div>
      ))}
      {children}
      <p>{text.body}</p>
    </Dialog>
  );
}
