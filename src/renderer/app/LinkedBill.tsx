import { useEffect, useState } from 'react';
import { vendorName } from '../../contract/assumptions.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { useServices } from '../kit/services.ts';
import { messages } from '../kit/text/messages.ts';
import { sayAll } from '../kit/text/say.ts';
import { Button } from '../kit/ui/Button.tsx';
import { Dialog } from '../kit/ui/Dialog.tsx';
import { formatMoney } from '../kit/ui/money.ts';
import { viewBill } from './palette/use-finds.ts';

/**
 * The bill of a link. It comes when somebody else wants, so it stands in a dialog of its own: the bill on screen
 * must not be exchanged under the user's hand, and no key meant for it may approve the other.
 */
export function LinkedBill() {
  const services = useServices();
  const { workspace, run, locale } = services;
  const { bridge, bills } = workspace;
  const [billId, setBillId] = useState<string | null>(null);
  const isLoading = useObservable(bills.loading);
  useObservable(bills.version);
  useEffect(() => {
    const take = async (): Promise<void> => {
      const linked = await bridge.call('app.takeLink');
      if (linked !== null) setBillId(linked);
    };
    run(take());
    return bridge.on('link.opened', () => run(take()));
  }, [bridge, run]);
  if (billId === null || isLoading) return null;

  const close = (): void => setBillId(null);
  const bill = bills.get(billId)?.bill;
  const text = messages.app.link;
  if (bill === undefined)
    return (
      <Dialog
        title={text.title}
        onClose={close}
        actions={<Button onPress={close}>{messages.app.close}</Button>}
      >
        <p>{text.notHere}</p>
        <p className="faint">{text.notHereHint}</p>
      </Dialog>
    );
  return (
    <Dialog
      title={text.title}
      onClose={close}
      decision={
        <Button
          variant="primary"
          onPress={() => {
            close();
            viewBill(billId, services);
          }}
        >
          {text.view}
        </Button>
      }
    >
      <p>
        {sayAll(
          [
            vendorName(bill) ?? messages.review.noVendor,
            bill.bill_number ?? messages.review.noNumber,
            formatMoney(bill.amount_due_cents || bill.total_cents, bill.currency, locale),
          ],
          ' · ',
        )}
      </p>
    </Dialog>
  );
}
