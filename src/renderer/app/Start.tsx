import { en } from '../kit/text/en.ts';
import { Mark } from '../kit/ui/icons.tsx';
import { Message } from '../kit/ui/Message.tsx';
import './start.css';

/** Until what is kept on this computer has been opened. */
export function Opening() {
  return (
    <main className="opening">
      <Mark />
      <p role="status">{en.app.loading}</p>
    </main>
  );
}

/** When it could not be opened: nothing can be shown, and nothing was lost. */
export function StartFailed({ fault }: { readonly fault: unknown }) {
  const technical = fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault);
  return (
    <main className="opening">
      <Mark />
      <Message urgent tone="danger" sentence={{ ...en.problems.startFailed, technical }} />
    </main>
  );
}
