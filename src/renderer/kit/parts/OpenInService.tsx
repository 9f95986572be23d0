import { useState } from 'react';
import { useObservable } from '../hooks/use-observable.ts';
import { useServices } from '../services.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import { serviceName } from './service-name.ts';

export interface OpenInServiceProps {
  readonly billId: string;
  readonly billNumber: string | null;
}

/** Opens the bill's page of the service in the browser, where the user has said what its address is. */
export function OpenInService({ billId, billNumber }: OpenInServiceProps) {
  const { workspace, run } = useServices();
  const session = useObservable(workspace.session);
  const { billPages } = useObservable(workspace.settings);
  const [failed, setFailed] = useState(false);
  const connectionId = session.kind === 'noConnection' ? null : session.connection.id;
  if (billPages.every((page) => page.connectionId !== connectionId)) return null;
  const open = async (): Promise<void> =>
    setFailed(!(await workspace.bridge.call('connection.openBill', { billId, billNumber })));
  return (
    <>
      <Button size="small" variant="quiet" onPress={() => run(open())}>
        {messages.approvals.openIn(serviceName(session))}
      </Button>
      {failed && <span role="alert">{messages.approvals.notOpened}</span>}
    </>
  );
}
