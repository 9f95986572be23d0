import { vendorName } from '../../../../contract/bill.ts';
import { readPlainDate } from '../../../../base/days.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { shortDate } from '../../../kit/ui/dates.ts';
import { Dialog } from '../../../kit/ui/Dialog.tsx';
import { formatMoney } from '../../../../bridge/money.ts';
import type { PaidTwin } from './use-approving.ts';
import type { PlainDate } from '../../../../base/days.ts';

export interface PaidDialogProps {
  readonly twin: PaidTwin;
  readonly today: PlainDate;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before approving a bill that is identical to a paid one. */
export function PaidDialog({ twin: { row, paid }, today, onClose, onConfirm }: PaidDialogProps) {
  const { locale } = useShell();
  const text = messages.flags.decision;
  const { bill } = row;
  const number = paid.billNumber ?? messages.review.noNumber;
  const date = readPlainDate(paid.date);
  return (
    <Dialog
      role="alertdialog"
      title={
        date === null
          ? text.alreadyPaidUndated(number)
          : text.alreadyPaid(number, shortDate(date, today, locale))
      }
      onClose={onClose}
      decision={
        <Button variant="danger" onPress={onConfirm}>
          {text.approve}
        </Button>
      }
    >
      <p>
        {sayAll(
          [
            // The amount comes first, so that a long name can't push it out of view.
            formatMoney(bill.amountDueCents, bill.currency, locale),
            vendorName(bill) ?? messages.review.noVendor,
            bill.billNumber ?? messages.review.noNumber,
          ],
          ' · ',
        )}
      </p>
      <p>{text.approveAnyway}</p>
    </Dialog>
  );
}
