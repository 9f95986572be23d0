import { useState } from 'react';
import type { UnlockOutcome } from '../../bridge/app.ts';
import { isStorageFault } from '../core/indexed-db.ts';
import { messages } from '../kit/text/messages.ts';
import { say } from '../kit/text/say.ts';
import { Button } from '../kit/ui/Button.tsx';
import { Mark } from '../kit/ui/icons.tsx';
import { Message } from '../kit/ui/Message.tsx';
import './start.css';

/** Shown when the start failed. No data was lost. Mentions the disk only after a storage fault. */
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

const focus = (button: HTMLButtonElement | null): void => button?.focus();

/** Shown while Billfold is locked. The page holds no data. */
export function Locked({ unlock }: { readonly unlock: () => Promise<UnlockOutcome> }) {
  const [outcome, setOutcome] = useState<UnlockOutcome | null>(null);
  const text = messages.app.locked;
  const ask = (): void => {
    unlock().then(setOutcome, () => setOutcome('refused'));
  };
  return (
    <main className="opening">
      <Mark />
      <h1 className="page__title">{text.title}</h1>
      <p>{text.hint}</p>
      <Button ref={focus} variant="primary" onPress={ask}>
        {text.unlock}
      </Button>
      <p role="status">{outcome === null ? null : text.outcomes[outcome]}</p>
    </main>
  );
}
