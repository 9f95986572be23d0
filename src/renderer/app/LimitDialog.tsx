import { messages } from '../kit/text/messages.ts';
import { sayAll } from '../kit/text/say.ts';
import { Button } from '../kit/ui/Button.tsx';
import { Dialog } from '../kit/ui/Dialog.tsx';
import { formatMoney } from '../../bridge/money.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { useShell } from '../kit/services/shell.ts';
import { useReview } from '../kit/services/review.ts';

// The dialog names this many bills and counts the rest.
const MOST_NAMED = 8;

/** Bills that the user's bulk limits have refused. */
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
        {bills.slice(0, MOST_NAMED).map((bill) => (
          <li key={bill.billId}>
            {sayAll(
              [
                // The amount comes first, so that a long name can't push it out of view.
                formatMoney(bill.amountDueCents, bill.currency, locale),
                bill.vendorName ?? messages.review.noVendor,
                bill.billNumber ?? messages.review.noNumber,
              ],
              ' · ',
            )}
          </li>
        ))}
      </ul>
      {bills.length > MOST_NAMED && <p className="faint">{text.more(bills.length - MOST_NAMED)}</p>}
    </Dialog>
  );
}
