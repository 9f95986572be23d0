import { messages } from '../kit/text/messages.ts';
import { Mark } from '../kit/ui/icons.tsx';
import './start.css';

/** Shown until the local data has been opened. @param isLong whether opening takes longer than usual */
export function Opening({ isLong = false }: { readonly isLong?: boolean }) {
  return (
    <main className="opening">
      <Mark />
      <p role="status">{isLong ? messages.app.loadingLong : messages.app.loading}</p>
    </main>
  );
}
