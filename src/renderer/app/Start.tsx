import { messages } from '../kit/text/messages.ts';
import { Mark } from '../kit/ui/icons.tsx';
import './start.css';

/** Shown until the local data has been opened. */
export function Opening() {
  return (
    <main className="opening">
      <Mark />
      <p role="status">{messages.app.loading}</p>
    </main>
  );
}
