import { useState } from 'react';
import type { Connection } from '../../../bridge/session.ts';
import { useServices } from '../../kit/services.ts';
import { useNow } from '../../kit/hooks/use-now.ts';
import { en } from '../../kit/text/en.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { minutesAndSecondsLeft } from '../../kit/ui/relative-time.ts';
import { ProgressBar } from '../../kit/ui/ProgressBar.tsx';
import { SignInPage } from './SignInPage.tsx';

export interface SigningInScreenProps {
  readonly connection: Connection;
  readonly expiresAtMs: number;
}

const REDRAW_MS = 500;

/** While the browser has the word. */
export function SigningInScreen({ connection, expiresAtMs }: SigningInScreenProps) {
  const { workspace, run } = useServices();
  const nowMs = useNow(REDRAW_MS);
  const [copied, setCopied] = useState(false);
  const text = en.signin.waiting;
  const { bridge } = workspace;
  return (
    <SignInPage title={text.title} lead={text.lead(hostOf(connection.authUrl))}>
      <div className="sign-in__card">
        <ProgressBar label={text.title} part={null} />
        <p className="sign-in__countdown" role="timer">
          {text.left} {minutesAndSecondsLeft(expiresAtMs, nowMs)}
        </p>
        <div className="sign-in__actions">
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
      </div>
    </SignInPage>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
