import { useEffect, useState } from 'react';
import { assertNever } from '../../base/assert-never.ts';
import type { SessionState } from '../../bridge/session.ts';
import { ChangeConnectionPage } from '../signin/ChangeConnectionPage.tsx';
import { SignedOutScreen } from '../signin/SignedOutScreen.tsx';
import { SigningInScreen } from '../signin/SigningInScreen.tsx';
import { WelcomeScreen } from '../signin/WelcomeScreen.tsx';
import { useObservable } from '../ui/use-observable.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ServicesContext, useServices, type Services } from './services.ts';
import { Shell } from './Shell.tsx';
import { useShortcutKeys } from './use-shortcuts.ts';

/** The whole window. */
export function App({ services }: { readonly services: Services }) {
  return (
    <ServicesContext value={services}>
      <ErrorBoundary onFault={services.report}>
        <Body />
      </ErrorBoundary>
      <Announcer />
    </ServicesContext>
  );
}

function Body() {
  const { workspace } = useServices();
  const session = useObservable(workspace.session);
  const keptBillsOf = useObservable(workspace.keptBillsOf);
  // Of this very state: any other one, such as a sign-in that begins, ends the changing.
  const [changingIn, setChangingIn] = useState<SessionState | null>(null);
  useTheme();
  useShortcutKeys();
  const ended = endedByItself(session, keptBillsOf);
  if (ended !== null) {
    return changingIn === ended ? (
      <ChangeConnectionPage connection={ended.connection} onBack={() => setChangingIn(null)} />
    ) : (
      <Shell onChangeConnection={() => setChangingIn(ended)} />
    );
  }
  switch (session.kind) {
    case 'noConnection':
      return <WelcomeScreen />;
    case 'signedOut':
      return <SignedOutScreen connection={session.connection} why={session.why} />;
    case 'signingIn':
      return <SigningInScreen connection={session.connection} expiresAtMs={session.expiresAtMs} />;
    case 'signedIn':
      return <Shell onChangeConnection={() => undefined} />;
    default:
      return assertNever(session);
  }
}

type SignedOut = Extract<SessionState, { kind: 'signedOut' }>;

/**
 * The session, when it ended by itself while its bills are still here: nobody has asked for them to be
 * taken away, so they stay on screen.
 */
function endedByItself(session: SessionState, keptBillsOf: string | null): SignedOut | null {
  if (session.kind !== 'signedOut' || session.why === 'signedOut') return null;
  return session.connection.id === keptBillsOf ? session : null;
}

function useTheme(): void {
  const { workspace } = useServices();
  const { theme } = useObservable(workspace.settings);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}

/** Says for screen readers what others see happen. */
function Announcer() {
  const { announcement } = useServices();
  const { text } = useObservable(announcement);
  return (
    <div className="visually-hidden" aria-live="polite">
      {text}
    </div>
  );
}
