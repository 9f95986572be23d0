import { useState } from 'react';
import { useObservable } from '../hooks/use-observable.ts';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import { serviceName } from './service-name.ts';

export interface OpenInServiceProps {
  readonly billId: string;
  readonly billNumber: string | null;
}

/** Opens the bill's page at the service in the browser. */
export function OpenInService(bill: OpenInServiceProps) {
  const { run } = useShell();
  const inService = useOpenInService();
  const [failed, setFailed] = useState(false);
  if (inService === null) return null;
  const open = async (): Promise<void> => setFailed(!(await inService.open(bill)));
  return (
    <>
      <Button size="small" variant="quiet" onPress={() => run(open())}>
        {inService.label}
      </Button>
      {failed && <span role="alert">{messages.approvals.notOpened}</span>}
    </>
  );
}

/** Opens bill pages at the service; null until the user has entered their address. */
export function useOpenInService() {
  const { workspace } = useData();
  const session = useObservable(workspace.session);
  const { billPages } = useObservable(workspace.settings);
  const connectionId = session.kind === 'noConnection' ? null : session.connection.id;
  if (billPages.every((page) => page.connectionId !== connectionId)) return null;
  return {
    label: messages.approvals.openIn(serviceName(session)),
    /** Returns whether the browser opened the page. */
    open: ({ billId, billNumber }: OpenInServiceProps): Promise<boolean> =>
      workspace.bridge.call('connection.openBill', { billId, billNumber }),
  };
}
