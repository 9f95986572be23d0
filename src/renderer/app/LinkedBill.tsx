import { useEffect, useState } from 'react';
import { amountOf } from '../core/model/currency-totals.ts';
import { vendorName } from '../../contract/bill.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { useData } from '../kit/services/data.ts';
import { useShell } from '../kit/services/shell.ts';
import { useReview } from '../kit/services/review.ts';
import { messages } from '../kit/text/messages.ts';
import { sayAll } from '../kit/text/say.ts';
import { Button } from '../kit/ui/Button.tsx';
import { Dialog } from '../kit/ui/Dialog.tsx';
import { formatMoney } from '../../bridge/money.ts';
import { viewBill } from './palette/use-finds.ts';
import { keepAmounts } from '../kit/ui/keep-amounts.tsx';

/** Shows the bill of an opened link, once the bills are loaded. */
export function LinkedBill() {
  const { workspace } = useData();
  const { run } = useShell();
  const { bridge, bills } = workspace;
  const [billId, setBillId] = useState<string | null>(null);
  const isLoading = useObservable(bills.loading);
  useEffect(() => {
    const take = async (): Promise<void> => {
      const linked = await bridge.call('app.takeLink');
      if (linked !== null) setBillId(linked);
    };
    run(take());
    return bridge.on('link.opened', () => run(take()));
  }, [bridge, run]);
  return billId === null || isLoading ? null : (
    <LinkedBillDialog billId={billId} onClose={() => setBillId(null)} />
  );
}

/**
 * A link can arrive at any moment, so its bill opens in a dialog. Replacing the bill on screen could make a
 * keypress approve the wrong bill.
 */
function LinkedBillDialog({
  billId,
  onClose,
}: {
  readonly billId: string;
  readonly onClose: () => void;
}) {
  const { workspace } = useData();
  const { locale } = useShell();
  const reviewing = useReview();
  useObservable(workspace.bills.version);
  const bill = workspace.bills.get(billId)?.bill;
  const text = messages.app.link;
  if (bill === undefined)
    return (
      <Dialog
        title={text.title}
        onClose={onClose}
        actions={<Button onPress={onClose}>{messages.app.close}</Button>}
      >
        <p>{text.notHere}</p>
        <p className="faint">{text.notHereHint}</p>
      </Dialog>
    );
  return (
    <Dialog
      title={text.title}
      onClose={onClose}
      decision={
        <Button
          variant="primary"
          onPress={() => {
            onClose();
            viewBill(billId, reviewing);
          }}
        >
          {text.view}
        </Button>
      }
    >
      <p>
        {keepAmounts(
          sayAll(' · ', [
            vendorName(bill) ?? messages.review.noVendor,
            bill.billNumber ?? messages.review.noNumber,
            formatMoney(amountOf(bill).amountCents, bill.currency, locale),
          ]),
        )}
      </p>
    </Dialog>
  );
}
