import { isStorageFault } from '../core/indexed-db.ts';
import { messages } from '../kit/text/messages.ts';
import { say } from '../kit/text/say.ts';
import { Button } from '../kit/ui/Button.tsx';
import { Mark } from '../kit/ui/icons.tsx';
import { Message } from '../kit/ui/Message.tsx';
import './start.css';

/** Shown when the start failed. No data was lost. Only a storage fault blames the disk. */
export function StartFailed({ fault }: { readonly fault: unknown }) {
  const { startFailed, broken } = messages.problems;
  const isStorage = isStorageFault(fault);
  const technical = fault instanceof Error ? say`${fault.name}: ${fault.message}` : String(fault);
  return (
    <main className="opening">
      <Mark />
      <Message
        urgent
        tone="danger"
        sentence={{ ...(isStorage ? startFailed : broken), technical }}
        actions={
          isStorage ? null : (
            <Button onPress={() => window.location.reload()}>{broken.tryAgain}</Button>
          )
        }
      />
    </main>
  );
}
