import type { ReactNode } from 'react';
import { formatMoney } from '../../../bridge/money.ts';
import { plainDateAt, type PlainDate, readPlainDate } from '../../../base/days.ts';
import type { SecondCopy } from '../../core/bills/flags/second-copy.ts';
import { useToday } from '../hooks/use-now.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { sayAll } from '../text/say.ts';
import { Button } from '../ui/Button.tsx';
import { shortDate } from '../ui/dates.ts';
import { Dialog } from '../ui/Dialog.tsx';

export interface CopiesDialogProps {
  /** At least one. */
  readonly copies: readonly SecondCopy[];
  /** Label of the decision, if it also concerns bills that are no copies. */
  readonly label?: string;
  /** Another decision. */
  readonly other?: ReactNode;
  readonly children?: ReactNode;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before approving bills that are identical to paid or approved ones, or sending their approvals. */
export function CopiesDialog(props: CopiesDialogProps) {
  const { copies, label, other, children, onClose, onConfirm } = props;
  const { locale } = useShell();
  const today = useToday();
  const text = messages.flags.decision;
  const { noVendor, noNumber } = messages.review;
  const say = (copy: SecondCopy): string => formatCopy(copy, today, locale);
  const [first, ...more] = copies;
  const isOne = first !== undefined && more.length === 0;
  return (
    <Dialog
      role="alertdialog"
      title={isOne ? say(first) : text.copies(copies.length)}
      onClose={onClose}
      decision={
        <>
          {other}
          <Button variant="danger" onPress={onConfirm}>
            {label ?? text.approve}
          </Button>
        </>
      }
    >
      {copies.map((copy) => (
        <div key={copy.bill.billId}>
          <p dir="auto">
            {sayAll(
              [
                // The amount comes first, so that a long name can't push it out of view.
                formatMoney(copy.bill.amountDueCents, copy.bill.currency, locale),
                copy.bill.vendorName ?? noVendor,
                copy.bill.billNumber ?? noNumber,
              ],
              ' · ',
            )}
          </p>
          {!isOne && <p className="faint">{say(copy)}</p>}
        </div>
      ))}
      <p>{text.approveAnyway}</p>
      {children}
    </Dialog>
  );
}

function formatCopy({ other, approvedAtMs }: SecondCopy, today: PlainDate, locale: string): string {
  const text = messages.flags.decision;
  const number = other.billNumber ?? messages.review.noNumber;
  const day = (date: PlainDate): string => shortDate(date, today, locale);
  if (approvedAtMs !== null) return text.alreadyApproved(number, day(plainDateAt(approvedAtMs)));
  const date = readPlainDate(other.date);
  return date === null ? text.alreadyPaidUndated(number) : text.alreadyPaid(number, day(date));
}
