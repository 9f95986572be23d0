import { useEffect, useState } from 'react';
import { later } from '../kit/later.tsx';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { useServices } from '../kit/services.ts';

const LinkedBillDialog = later(
  async () => (await import('./LinkedBillDialog.tsx')).LinkedBillDialog,
);

/** The bill of a link that was opened, once the bills are there. */
export function LinkedBill() {
  const { workspace, run } = useServices();
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
