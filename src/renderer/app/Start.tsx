import { useState } from 'react';
import type { UnlockOutcome } from '../../bridge/app.ts';
import { messages } from '../kit/text/messages.ts';
import { Button } from '../kit/ui/Button.tsx';
import { Mark } from '../kit/ui/icons.tsx';
import './start.css';

/** Shown until the local data is open. */
export function Opening() {
  return (
    <main className="opening">
      <Mark />
      <p role="status">{messages.app.loading}</p>
    </main>
  );
}

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
      <Button variant="primary" onPress={ask}>
        {text.unlock}
      </Button>
      <p role="status">{outcome === null ? null : text.outcomes[outcome]}</p>
    </main>
  );
}
