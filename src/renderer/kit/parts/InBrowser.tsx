import { useState } from 'react';
import { useNow } from '../hooks/use-now.ts';
import { useServices } from '../services.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import { minutesAndSecondsLeft } from '../ui/relative-time.ts';

const REDRAW_MS = 500;

export interface InBrowserProps {
  readonly label: string;
  readonly untilMs: number;
  readonly lead?: string;
}

/** While the browser has the word: how long it may take, and the ways on and out. */
export function InBrowser({ label, untilMs, lead }: InBrowserProps) {
  const { workspace, run } = useServices();
  const nowMs = useNow(REDRAW_MS);
  const [copied, setCopied] = useState(false);
  const { bridge } = workspace;
  const text = messages.signin.waiting;
  return (
    <>
      <p role="timer" aria-label={label}>
        {text.left} {minutesAndSecondsLeft(untilMs, nowMs)}
      </p>
      {lead && <p className="faint">{lead}</p>}
      <div className="actions">
        <Button icon="external" onPress={() => run(bridge.call('session.openBrowserAgain'))}>
          {text.openAgain}
        </Button>
        <Button
          icon="copy"
          onPress={() => run(bridge.call('session.copyLink').then(() => setCopied(true)))}
        >
          {text.copyLink}
        </Button>
        <Button variant="quiet" onPress={() => run(bridge.call('session.cancelSignIn'))}>
          {text.cancel}
        </Button>
      </div>
      <p role="status">{copied ? text.copied : ''}</p>
    </>
  );
}
