import { useState } from 'react';
import { vendorName } from '../../../../contract/bill.ts';
import { plainDateAt, type PlainDate, readPlainDate } from '../../../../base/days.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { shortDate } from '../../../kit/ui/dates.ts';
import { Dialog } from '../../../kit/ui/Dialog.tsx';
import { formatMoney } from '../../../../bridge/money.ts';
import { CompareDialog } from '../detail/CompareDialog.tsx';
import type { Annotating } from '../detail/use-annotating.ts';
import { BillReasonChoice } from '../detail/ReasonChoice.tsx';
import type { SecondCopy } from '../../../core/bills/flags/second-copy.ts';

export interface SecondCopyDialogProps {
  readonly copy: SecondCopy;
  readonly annotating: Annotating;
  readonly today: PlainDate;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before approving a bill that is identical to a paid or approved one. */
export function SecondCopyDialog(props: SecondCopyDialogProps) {
  const {
    copy: { row, other, approvedAtMs },
    annotating,
    today,
    onClose,
    onConfirm,
  } = props;
  const [isComparing, setComparing] = useState(false);
  const { locale } = useShell();
  const text = messages.flags.decision;
  const { bill } = row;
  const number = other.billNumber ?? messages.review.noNumber;
  const day = (date: PlainDate): string => shortDate(date, today, locale);
  const date = readPlainDate(other.date);
  const paid =
    date === null ? text.alreadyPaidUndated(number) : text.alreadyPaid(number, day(date));
  if (isComparing)
    return (
      <CompareDialog row={row} otherIds={[other.id]} annotating={annotating} onClose={onClose} />
    );
  return (
    <Dialog
      role="alertdialog"
      title={
        approvedAtMs === null ? paid : text.alreadyApproved(number, day(plainDateAt(approvedAtMs)))
      }
      onClose={onClose}
      decision={
        <>
          <Button
            onPress={() => {
              onClose();
              annotating.dismiss([row]);
            }}
          >
            {text.hide}
          </Button>
          <Button variant="danger" onPress={onConfirm}>
            {text.approve}
          </Button>
        </>
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
      <BillReasonChoice row={row} />
      <div className="actions">
        <Button size="small" icon="columns" onPress={() => setComparing(true)}>
          {messages.flags.compare}
        </Button>
      </div>
    </Dialog>
  );
}
