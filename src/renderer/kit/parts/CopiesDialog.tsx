import { type OnHoldDialogProps } from './OnHoldDialog.tsx';
import { formatBillLine } from './format-snapshot.ts';
import type { ReactNode } from 'react';
import { plainDateAt, type PlainDate, readPlainDate } from '../../../base/days.ts';
import { useToday } from '../hooks/use-now.ts';
import { useOrganizationNames } from '../hooks/use-organizations.ts';
import type { PaidCopy } from '../services/copies.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import { shortDate } from '../ui/dates.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { keepAmounts } from '../ui/keep-amounts.tsx';

export interface CopiesDialogProps extends Omit<OnHoldDialogProps, 'held'> {
  /** At least one. */
  readonly copies: readonly PaidCopy[];
  /** Button for an alternative decision. */
  readonly other?: ReactNode;
}

/** Asks before approving bills that are identical to paid or approved ones, or sending their approvals. */
export function CopiesDialog(props: CopiesDialogProps) {
  const { copies, label, other, children, onClose, onConfirm } = props;
  const { locale } = useShell();
  const today = useToday();
  const text = messages.flags.decision;
  const names = useOrganizationNames();
  const say = (copy: PaidCopy): string => formatCopy(copy, { today, locale, names });
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
          <p dir="auto">{keepAmounts(formatBillLine(copy.bill, locale))}</p>
          {!isOne && <p className="faint">{say(copy)}</p>}
        </div>
      ))}
      <p>{text.approveAnyway(copies.every(hasSameDate))}</p>
      {children}
    </Dialog>
  );
}

function hasSameDate({ bill, other, elsewhereId }: PaidCopy): boolean {
  const date = readPlainDate(bill.rest?.date ?? null);
  return elsewhereId === null && date !== null && date === readPlainDate(other.date);
}

interface CopyContext {
  readonly today: PlainDate;
  readonly locale: string;
  /** Names of organizations by id. */
  readonly names: ReadonlyMap<string, string>;
}

function formatCopy(copy: PaidCopy, { today, locale, names }: CopyContext): string {
  const { other, approvedAtMs, elsewhereId } = copy;
  const text = messages.flags.decision;
  const named = other.billNumber ?? messages.review.noNumber;
  const number =
    elsewhereId === null
      ? named
      : text.inOrganization(named, names.get(elsewhereId) ?? elsewhereId);
  const day = (date: PlainDate): string => shortDate(date, today, locale);
  if (approvedAtMs !== null) return text.alreadyApproved(number, day(plainDateAt(approvedAtMs)));
  const date = readPlainDate(other.date);
  const which = date === null ? number : text.dated(number, day(date));
  return other.status === 'paid' ? text.alreadyPaid(which) : text.alreadyPaidInPart(which);
}
