import { formatBillLine } from '../kit/parts/format-snapshot.ts';
import { messages } from '../kit/text/messages.ts';
import { Button } from '../kit/ui/Button.tsx';
import { Dialog } from '../kit/ui/Dialog.tsx';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { useShell } from '../kit/services/shell.ts';
import { useReview } from '../kit/services/review.ts';

// The dialog names this many bills and counts the rest.
const MAX_NAMED = 8;

/** Bills that were refused because of the user's bulk limits. */
export function LimitDialog() {
  const { locale } = useShell();
  const { limits } = useReview();
  const notice = useObservable(limits.notice);
  if (notice === null) return null;
  const { why, does, bills } = notice;
  const text = messages.limits;
  return (
    <Dialog
      role="alertdialog"
      title={text.titles[why](bills.length, does)}
      onClose={limits.close}
      actions={<Button onPress={limits.close}>{text.close}</Button>}
    >
      <p>{text.bodies[why](does)}</p>
      <ul>
        {bills.slice(0, MAX_NAMED).map((bill) => (
          <li key={bill.billId}>{formatBillLine(bill, locale)}</li>
        ))}
      </ul>
      {bills.length > MAX_NAMED && <p className="faint">{text.more(bills.length - MAX_NAMED)}</p>}
    </Dialog>
  );
}
