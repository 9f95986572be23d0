import { messages } from '../kit/text/messages.ts';
import { say } from '../kit/text/say.ts';
import { Mark } from '../kit/ui/icons.tsx';
import { Message } from '../kit/ui/Message.tsx';
import './start.css';

/** Until what is kept on this computer has been opened. */
export function Opening() {
  return (
    <main className="opening">
      <Mark />
      <p role="status">{messages.app.loading}</p>
    </main>
  );
}

/** When it could not be opened: nothing can be shown, and nothing was lost. */
export function StartFailed({ fault }: { readonly fault: unknown }) {
  const technical = fault instanceof Error ? say`${fault.name}: ${fault.message}` : String(fault);
  return (
    <main className="opening">
      <Mark />
      <Message urgent tone="danger" sentence={{ ...messages.problems.startFailed, technical }} />
    </main>
  );
}
