import type { Connection } from '../../../bridge/session.ts';
import { InBrowser } from '../../kit/parts/InBrowser.tsx';
import { en } from '../../kit/text/en.ts';
import { SignInPage } from './SignInPage.tsx';

export interface SigningInScreenProps {
  readonly connection: Connection;
  readonly expiresAtMs: number;
}

/** While the browser has the word. */
export function SigningInScreen({ connection, expiresAtMs }: SigningInScreenProps) {
  const { title, lead } = en.signin.waiting;
  return (
    <SignInPage title={title} lead={lead(hostOf(connection.authUrl))}>
      <div className="sign-in__card">
        <InBrowser label={title} untilMs={expiresAtMs} />
      </div>
    </SignInPage>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
