import { messages } from '../kit/text/messages.ts';
import { sayAll } from '../kit/text/say.ts';
import { Button } from '../kit/ui/Button.tsx';
import { Dialog } from '../kit/ui/Dialog.tsx';
import { formatMoney } from '../../bridge/money.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { useServices } from '../kit/services.ts';

// More are counted.
const MOST_NAMED = 8;

/** Asks again about bills above the user's own amount, or says which were refused. */
export function LimitDialog() {
  const { limits, locale } = useServices();
  const question = useObservable(limits.question);
  if (question === null) return null;
  const { why, does, bills, answer } = question;
  const text = messages.limits;
  const isAsked = why === 'askAgain';
  return (
    <Dialog
      role="alertdialog"
      title={text.titles[why](bills.length, does)}
      onClose={() => answer(false)}
      {...(isAsked
        ? {
            decision: (
              <Button variant="primary" onPress={() => answer(true)}>
                {text.yes[does](bills.length)}
              </Button>
            ),
          }
        : { actions: <Button onPress={() => answer(true)}>{text.close}</Button> })}
    >
      <p>{text.bodies[why](does)}</p>
      <ul>
        {bills.slice(0, MOST_NAMED).map((bill) => (
          <li key={bill.billId}>
            {sayAll(
              [
                // First: no name can push it out of sight.
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
